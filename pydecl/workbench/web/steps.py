"""A search, one event after the other: `/step`. The search and the event stand in the address."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pydecl.engines import registry
from pydecl.errors import InputError
from pydecl.loading.consulting import game_names
from pydecl.search.registry import DECLARED, NAIVE, PROGRAMS, TRACED
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import MOST
from pydecl.workbench.web.live import LONGEST
from pydecl.workbench.web.pages import bundled, jobs, page, play, search, settings, visitor, where


async def stepper(request: Request) -> Response:
    """The page; its program asks for the states."""
    given = {"engine": "python", **request.query_params}
    if not given.get("tree"):
        given.setdefault("game", "lecture19")
    asked = _question(request)
    traced = [one for one in (*PROGRAMS, *NAIVE) if one in TRACED]
    return page(
        request,
        "step.html",
        given=given,
        asked=asked,
        at=where(given)["at"],
        games=game_names(),
        programs=[(one.value, DECLARED[one].summary) for one in traced],
        besides=[*registry.complete(), *(one.value for one in traced)],
        engines=registry.complete(),
        namings=[one.value for one in Naming],
    )


async def overview(request: Request) -> Response:
    """What there is to see."""
    question = {"ask": "overview", **_question(request)}
    return JSONResponse(await jobs(request).answer(visitor(request), question, lane="step"))


async def state(request: Request) -> Response:
    """The state at one event."""
    given = request.query_params
    question = {
        "ask": "step",
        **_question(request),
        **where(given),
    }
    return JSONResponse(await jobs(request).answer(visitor(request), question, lane="step"))


def _question(request: Request) -> dict[str, Any]:
    given = {"engine": "python", **request.query_params}
    most = settings(request).most_seconds
    naming = given.get("naming") or Naming.TEXTBOOK.value
    if naming not in [one.value for one in Naming]:
        raise InputError(f"naming={naming[:40]}: expected one of {', '.join(one.value for one in Naming)}")
    tree = given.get("tree") or ""
    if len(tree) > LONGEST:
        raise InputError(f"the tree has more than {LONGEST:,} characters")
    what = {"tree": tree} if tree else {"game": bundled(given.get("game") or "lecture19")}
    told = {
        **what,
        **play(given, most),
        **search(given, most),
        "naming": naming,
        "beside": str(given.get("beside") or "")[:60],
        "events": MOST,
    }
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    return {"game": "", **told, "keep": f"step:{digest}"}


ROUTES = [
    Route("/step", stepper),
    Route("/step/overview", overview),
    Route("/step/state", state),
]
