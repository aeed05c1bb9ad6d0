"""Searches: of rules that a visitor types, `/consult`; event by event, `/step`; the essay on cuts, `/why`.

Rules are read as any stranger's file is: confined and limited. What is seen of a search stands in the
address.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pydecl.engines import registry
from pydecl.errors import InputError
from pydecl.loading.consulting import game_names
from pydecl.model.program import PREFIX
from pydecl.paths import prolog_file
from pydecl.programs.registry import DECLARED, NAIVE, PROGRAMS, TRACED
from pydecl.tracing.events import Naming
from pydecl.tracing.recording import MOST
from pydecl.workbench.site import essay
from pydecl.workbench.web.pages import (
    among,
    answered,
    body,
    bundled,
    page,
    play,
    search,
    settings,
    telling,
    whole_number,
)

ABOUT_TEXT = ("survey", "check", "situation", "result", "tree", "reply", "boards", "crosscheck", "program")
"""What may be asked about a text."""

READ = {"survey", "check"}
"""What is asked about the text, and not about the game that it tells: one worker serves all texts."""

SLOW = {"result", "tree", "reply", "crosscheck", "program"}

EVENTS = 20_000
"""How many events of a search are kept for a picture."""

LONGEST, LONGEST_TREE = 200_000, 20_000
"""How many characters a text may have, and a tree."""


async def editor(request: Request) -> Response:
    """The editor."""
    return page(
        request,
        "shared.html",
        fragment="try.html",
        title="Your rules",
        script="consult.js",
        lists=json.dumps(
            {
                "example": prolog_file("new.pl").read_text("utf-8").replace("NAME", "pile", 1),
                "engines": registry.names(),
                "programs": [{"name": one.value, "summary": DECLARED[one].summary} for one in PROGRAMS],
            }
        ),
    )


async def ask(request: Request) -> Response:
    """An answer about the text."""
    given = await body(request)
    what = among(request.path_params, "ask", ABOUT_TEXT)
    most = settings(request).most_seconds
    question: dict[str, Any] = {
        "ask": what,
        "text": typed(given),
        **play(given, settings(request).seconds),
    }
    if what in READ:
        question["keep"] = "texts"
    if what in SLOW:
        asked = search(given, most)
        question |= (telling(asked) if what == "tree" else asked) | {"events": EVENTS, "plies": 1}
    if what == "program":  # hundreds of answers are compared
        question["seconds"] = most
    lane = "slow" if what in SLOW else "quick"
    return JSONResponse(await answered(request, question, lane))


def typed(given: Mapping[str, Any]) -> str:
    """The text that somebody typed. Raises InputError.

    >>> typed({"text": "initial(a)."})
    'initial(a).'
    """
    text = given.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InputError("there is no text")
    if len(text) > LONGEST:
        raise InputError(f"the text has more than {LONGEST:,} characters")
    return text


FIRST = "lecture19"
"""What is stepped through unless somebody says otherwise."""

ASKS = ("recordings", "board", "places")
"""What the stepper asks for."""


async def stepper(request: Request) -> Response:
    """The page; its program asks for the states."""
    given = dict(request.query_params)
    for name in ("at", "right"):  # the numbers of events, which the page reads
        whole_number(given, name)
    is_typed = bool(given.get("rules")) and not given.get("game") and not given.get("tree")
    if not is_typed and not given.get("tree"):
        given["game"] = bundled(given.get("game") or FIRST)
    asked = _asked(request, given) if is_typed else _question(request, given)
    traced = [one for one in (*PROGRAMS, *NAIVE) if one in TRACED]
    own = [(asked["program"], "of the rules")] if asked["program"].startswith(PREFIX) else []
    return page(
        request,
        "step.html",
        given=given,
        is_typed=is_typed,
        asked=asked,
        games=game_names(),
        programs=[*own, *((one.value, DECLARED[one].summary) for one in traced)],
        besides=[*registry.complete(), *(one.value for one in traced)],
        engines=registry.complete(),
        namings=[one.value for one in Naming],
    )


async def told(request: Request) -> Response:
    """What the stepper asks for: in the address or, of rules that somebody typed, sent with the text."""
    ask = among(request.path_params, "ask", ASKS)
    given = request.query_params if request.method == "GET" else await body(request)
    places = {name: whole_number(given, name) for name in ("side", "node")}
    question = {**_question(request, given), **places, "ask": ask}
    return JSONResponse(await answered(request, question, "step"))


async def why(request: Request) -> Response:
    """The essay; its page asks for each search."""
    return page(
        request,
        "shared.html",
        fragment="why.html",
        title="Why was this branch cut?",
        script="why.js",
        told=essay.told(is_searched=False),
        where="in SWI-Prolog, on this server",
        own="/consult",
        step="/step",
        practice="/practice",
    )


async def design(request: Request) -> Response:
    """What all pages share, for those who work on it."""
    return page(request, "shared.html", fragment="design.html", title="Design")


async def essay_search(request: Request) -> Response:
    """A program on a tree of the essay."""
    given = request.query_params
    question = {
        "ask": "essay",
        "keep": "essay",
        "tree": _tree(given),
        "program": among(given, "program", essay.PROGRAMS),
        "places": bool(given.get("places")),
        "seconds": settings(request).seconds,
    }
    return JSONResponse(await answered(request, question, "step"))


def _asked(request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
    """Where a line of play begins, its moves, and how it is searched and shown."""
    most = settings(request).most_seconds
    return {
        **play(given, most),
        **telling(search({"engine": "python", **given}, most)),
        "naming": among(given, "naming", [one.value for one in Naming]),
        "beside": str(given.get("beside") or "")[:60],
        "events": MOST,
    }


def _question(request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
    tree = _tree(given)
    if request.method == "POST":
        what = {"text": typed(given)}
    else:
        what = {"tree": tree} if tree else {"game": bundled(given.get("game") or FIRST)}
    told = {**what, **_asked(request, given)}
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    return {"game": "", **told, "keep": f"step:{digest}"}


def _tree(given: Mapping[str, Any]) -> str:
    tree = str(given.get("tree") or "")
    if len(tree) > LONGEST_TREE:
        raise InputError(f"the tree has more than {LONGEST_TREE:,} characters")
    return tree


PAGES = [Route("/consult", editor), Route("/step", stepper), Route("/why", why), Route("/design", design)]

ROUTES = [
    *PAGES,
    Route("/consult/{ask}", ask, methods=["POST"]),
    Route("/step/{ask}", told, methods=["GET", "POST"]),
    Route("/why/search", essay_search),
]
