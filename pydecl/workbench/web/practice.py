"""Exercises by level and seed: `/practice`. A class has a code, and its results are a CSV file."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from pydecl.errors import InputError
from pydecl.games import BUNDLED
from pydecl.workbench.practice.exercise import TITLES, WORD, Level, level_named
from pydecl.workbench.web.classes import Register, Work
from pydecl.workbench.web.pages import (
    address_of,
    among,
    answered,
    body,
    bundled,
    page,
    settings,
    whole_number,
)

SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
"""What a sheet may do: it has its style inside, as it is a file of its own, and no script."""

EASY = 10_000
"""Seeds that are made up are below it, so that they can be read out."""


async def practice(request: Request) -> Response:
    """The page of one exercise."""
    asked = _exercise(request)
    code = request.query_params.get("class", "")
    if code:
        await _register(request).ask(address_of(request), lambda classes: classes.check(code))
    fields = {key: asked[key] for key in ("level", "seed", "game") if asked[key] != ""}
    kept = {"class": code} if code else {}
    level = Level(asked["level"])
    return page(
        request,
        "practice.html",
        asked=asked,
        code=code,
        title=TITLES[level] + (f", {asked['game']}" if asked["game"] else "") + f", seed {asked['seed']}",
        query=urlencode(fields),
        another="/practice?" + urlencode({**fields, "seed": secrets.randbelow(EASY), **kept}),
        levels=[(one.value, TITLES[one]) for one in Level],
        games=[name for name in BUNDLED if name != "graph"],
        classes=settings(request).results is not None,
    )


async def told(request: Request) -> Response:
    """What is asked, or the right entries."""
    return JSONResponse(await _answer(request, among(request.path_params, "ask", ("exercise", "solution"))))


async def sheet(request: Request) -> Response:
    """A page to be printed, with its solution if that is asked for."""
    text = await _answer(request, "sheet", solution="solution" in request.query_params)
    return HTMLResponse(text, headers={"Content-Security-Policy": SHEET_POLICY})


async def marks(request: Request) -> Response:
    """The marks of some entries; those of a class are kept."""
    given = await body(request)
    code, name = given.get("class"), given.get("name")
    told = await _answer(request, "marks", entries=given.get("entries"))
    if code is not None:
        if not isinstance(code, str) or not isinstance(name, str):
            raise InputError("a class and a name are texts")
        asked = _exercise(request)
        wrong = [f"{one['field']} at {one['node']}" for one in told["fields"] if one["verdict"] != "right"]
        work = Work(
            name, asked["level"], asked["seed"], asked["game"], told["points"], told["of"], "; ".join(wrong)
        )
        told["attempt"] = await _register(request).hand_in(address_of(request), code, work)
    return JSONResponse(told)


async def open_class(request: Request) -> Response:
    """A new class: its code, and the key to its results."""
    opened = await _register(request).open(address_of(request))
    return JSONResponse({"code": opened.code, "key": opened.key})


async def results(request: Request) -> Response:
    """What a class has handed in, as CSV."""
    code, key = request.path_params["code"], request.query_params.get("key", "")
    text = await _register(request).ask(address_of(request), lambda classes: classes.results(code, key))
    headers = {"Content-Disposition": f'attachment; filename="{code}.csv"', "Cache-Control": "no-store"}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


async def table(request: Request) -> Response:
    """For a class's teacher: the last attempt of each student at each exercise."""
    code, key = request.path_params["code"], request.query_params.get("key", "")
    works = await _register(request).ask(address_of(request), lambda classes: classes.works(code, key))
    last = {(one["name"], one["level"], one["seed"], one["game"]): one for one in works}
    found = page(request, "class.html", code=code, works=sorted(last.values(), key=lambda one: one["name"]))
    found.headers["Cache-Control"] = "no-store"
    return found


def _register(request: Request) -> Register:
    """The classes. Raises InputError if this server keeps none."""
    found: Register | None = request.app.state.register
    if found is None:
        raise InputError("this server keeps no results: start it with pydecl web --results FILE")
    return found


def _exercise(request: Request) -> dict[str, Any]:
    """Level, seed and game of the address. Raises InputError."""
    given = request.query_params
    game = given.get("game") or ""
    return {
        "level": level_named(given.get("level") or Level.MINIMAX.value).value,
        "seed": whole_number(given, "seed", 1, high=WORD),
        "game": bundled(game) if game else "",
    }


async def _answer(request: Request, ask: str, **more: Any) -> Any:
    question = {**_exercise(request), **more, "ask": ask, "seconds": settings(request).seconds}
    if not question["game"]:
        question["keep"] = "practice"
    return await answered(request, question)


PAGES = [
    Route("/practice", practice),
    Route("/practice/sheet", sheet),
    Route("/practice/classes/{code}.csv", results),
    Route("/practice/classes/{code}", table),
]

ROUTES = [
    *PAGES,
    Route("/practice/marks", marks, methods=["POST"]),
    Route("/practice/classes", open_class, methods=["POST"]),
    Route("/practice/{ask}", told),
]
