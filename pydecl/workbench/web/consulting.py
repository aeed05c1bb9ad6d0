"""Rules that a visitor types: `/consult`. They are read as any stranger's file is: confined and limited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pydecl.engines import registry
from pydecl.errors import InputError
from pydecl.paths import prolog_file
from pydecl.programs.registry import DECLARED, PROGRAMS
from pydecl.workbench.web.pages import among, answered, body, page, play, search, settings, telling

ASKS = ("survey", "check", "situation", "result", "tree", "reply", "places", "crosscheck")
"""What may be asked about a text."""

READ = {"survey", "check"}
"""What is asked about the text, and not about the game that it tells: one worker serves all texts."""

SLOW = {"result", "tree", "reply", "crosscheck"}

EVENTS = 20_000
"""How many events of a search are kept for a picture."""

LONGEST = 200_000
"""How many characters a text may have."""


async def editor(request: Request) -> Response:
    """The editor."""
    return page(
        request,
        "consult.html",
        example=prolog_file("new.pl").read_text("utf-8"),
        engines=registry.names(),
        programs=[(one.value, DECLARED[one].summary) for one in PROGRAMS],
    )


async def ask(request: Request) -> Response:
    """An answer about the text."""
    given = await body(request)
    what = among(request.path_params, "ask", ASKS)
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


PAGES = [Route("/consult", editor)]

ROUTES = [
    *PAGES,
    Route("/consult/{ask}", ask, methods=["POST"]),
]
