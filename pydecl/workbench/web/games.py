"""The games as boards, and a game to be played: `/` and `/g/GAME`.

An address says where a line of play begins (`pos`) and the numbers of the moves since (`line`): so each
position has its own, and the browser's buttons go back and forward.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from pydecl.engines import registry
from pydecl.games import BUNDLED
from pydecl.loading.consulting import game_names
from pydecl.playing.match import People
from pydecl.search.registry import DECLARED, PROGRAMS
from pydecl.workbench.web.answering import SOLVER
from pydecl.workbench.web.boards import Boards
from pydecl.workbench.web.pages import (
    NoSuchGameError,
    bundled,
    jobs,
    page,
    play,
    search,
    settings,
    stream,
    visitor,
)
from pydecl.workbench.web.writing import image

KEPT = ("pos", "program", "engine", "depth", "seconds", "as")
"""What stays in the address from move to move."""

DEPTH = "4"
"""How deep is searched if nobody says."""


async def home(request: Request) -> Response:
    """All bundled games, each with its board."""
    trees = [name for name in game_names() if name not in BUNDLED]
    return page(request, "home.html", games=[name for name in BUNDLED if name != "graph"], trees=trees)


async def board(request: Request) -> Response:
    """The board of a game's start, as SVG."""
    name = bundled(request.path_params["game"])
    if name not in game_names():
        raise NoSuchGameError(f"{name}: only games without options have a picture of their own")
    boards: Boards = request.app.state.boards
    drawn = await boards.board(name)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


async def game(request: Request) -> Response:
    """A position of a game, to be played on."""
    name = bundled(request.path_params["game"])
    given = dict(request.query_params)
    given.setdefault("depth", DEPTH)
    if given.get("as") not in {one.value for one in People}:
        given["as"] = People.BOTH.value
    asked = search(given, settings(request).most_seconds)
    question = {"ask": "situation", "game": name, **play(given, settings(request).seconds)}
    shown = await jobs(request).answer(visitor(request), question)
    line: list[int] = question["line"]
    moves = [{**one, "address": address(name, given, [*line, one["number"]])} for one in shown["moves"]]
    turns = [
        {**turn, "address": address(name, given, line[: number + 1])}
        for number, turn in enumerate(shown["turns"])
    ]
    people = People(given["as"])
    return page(
        request,
        "game.html",
        game=name,
        shown=shown,
        picture=image(shown["svg"]),
        moves=moves,
        turns=turns,
        given=given,
        asked=asked,
        back=address(name, given, line[:-1]) if line else None,
        restart=address(name, given, []) if line else None,
        query=urlencode({**kept(given), "line": ".".join(map(str, line))}),
        is_program_to_move=shown["mover"] is not None
        and shown["mover"]
        not in ((people.value, "max", "min") if people is People.BOTH else (people.value,)),
        people=[one.value for one in People],
        engines=registry.names(),
        programs=[(one.value, DECLARED[one].summary) for one in PROGRAMS],
        solver=SOLVER,
    )


def kept(given: dict[str, Any]) -> dict[str, Any]:
    """What stays in the address."""
    return {key: given[key] for key in KEPT if given.get(key)}


def address(name: str, given: dict[str, Any], line: list[int]) -> str:
    """The address of a position.

    >>> address("nim:heaps=[1,2]", {"depth": "4", "line": "9"}, [3, 1])
    '/g/nim:heaps=%5B1,2%5D?depth=4&line=3.1'
    """
    query = kept(given) | ({"line": ".".join(map(str, line))} if line else {})
    return f"/g/{quote(name, safe=':=,')}" + (f"?{urlencode(query)}" if query else "")


async def values(request: Request) -> Response:
    """What each move is worth, as a stream."""
    return stream(jobs(request).ask(visitor(request), _searched(request, "values"), lane="slow"))


async def places(request: Request) -> Response:
    """The places of the board that each move changes."""
    name = bundled(request.path_params["game"])
    question = {"ask": "places", "game": name, **play(request.query_params, settings(request).seconds)}
    return JSONResponse(await jobs(request).answer(visitor(request), question))


async def hint(request: Request) -> Response:
    """The move that the program would make."""
    return JSONResponse(
        await jobs(request).answer(visitor(request), _searched(request, "reply"), lane="slow")
    )


async def reply(request: Request) -> Response:
    """The position after the program's move."""
    question = _searched(request, "reply")
    found = await jobs(request).answer(visitor(request), question, lane="slow")
    given = dict(request.query_params)
    return RedirectResponse(address(question["game"], given, [*question["line"], found["number"]]), 303)


def _searched(request: Request, ask: str) -> dict[str, Any]:
    name = bundled(request.path_params["game"])
    most = settings(request).most_seconds
    return {
        "ask": ask,
        "game": name,
        **play(request.query_params, most),
        **search(request.query_params, most),
    }


ROUTES = [
    Route("/", home),
    Route("/g/{game}", game),
    Route("/g/{game}/board.svg", board),
    Route("/g/{game}/values", values),
    Route("/g/{game}/places", places),
    Route("/g/{game}/hint", hint),
    Route("/g/{game}/reply", reply),
]
