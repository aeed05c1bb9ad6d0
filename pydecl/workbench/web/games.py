"""The games as boards, and a game to be played: `/` and `/g/GAME`.

An address says where a line of play begins (`pos`), the moves since (`line`), and what else was played
(`tried`): so each position has its own, and the browser's buttons go back and forward.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from pydecl.engines import registry
from pydecl.errors import InputError, PydeclError
from pydecl.games import BUNDLED
from pydecl.loading.consulting import game_names, split_options
from pydecl.model.game import Game
from pydecl.model.term import Atom, PrologList, Term, term_text
from pydecl.playing.match import People
from pydecl.playing.record import read_record
from pydecl.programs.registry import DECLARED, PROGRAMS
from pydecl.workbench.site.essay import moving
from pydecl.workbench.site.writing import about
from pydecl.workbench.web.attempts import SOLVER
from pydecl.workbench.web.jobs import Jobs, Visitor
from pydecl.workbench.web.pages import (
    MOST_MOVES,
    NoSuchGameError,
    address,
    among,
    answered,
    body,
    bundled,
    chosen,
    page,
    play,
    read_people,
    settings,
    stream,
)

VISITOR = Visitor("boards", "boards")
"""Who asks the worker: no visitor waits for another one's boards."""


class Boards:
    """Pictures by the names of games, drawn one after the other."""

    def __init__(self, jobs: Jobs, seconds: float) -> None:
        self._jobs = jobs
        self._seconds = seconds
        self._drawn: dict[str, str] = {}
        self._drawing = asyncio.Lock()

    async def board(self, name: str) -> str:
        """The board of a game's start, as SVG. Raises InputError if it cannot be drawn."""
        async with self._drawing:
            if name not in self._drawn:
                question = {"ask": "start", "game": name, "keep": "boards", "seconds": self._seconds}
                try:
                    self._drawn[name] = await self._jobs.answer(VISITOR, question)
                except PydeclError as error:
                    raise InputError(f"{name}: its board cannot be drawn: {error}") from None
            return self._drawn[name]


LONGEST_OPTION = 2000
"""How many characters an option may have."""


@dataclass(frozen=True)
class Option:
    """An option of a game: its value, and the one that it has by default, as they are written."""

    name: str
    value: str
    default: str


def options_of(game: str) -> list[Option]:
    """The options of a bundled game, whose name may give some. Raises InputError for one that is not written.

    >>> options_of("nim:heaps=[1,2]"), options_of("kuhn"), options_of("lecture19")
    ([Option(name='heaps', value='[1,2]', default='[1,3,5]')], [], [])
    """
    name, given = split_options(game)
    if name not in BUNDLED:
        return []
    known: Mapping[str, Parameter] = signature(BUNDLED[name]).parameters
    return [
        Option(key, term_text(given.get(key, _term(one.default))), term_text(_term(one.default)))
        for key, one in known.items()
    ]


def _term(value: Any) -> Term:
    """A default as a term."""
    if isinstance(value, tuple):
        return PrologList(tuple(map(_term, value)))
    term: Term = Atom(value) if isinstance(value, str) else value
    return term


def edition(name: str, given: Mapping[str, str]) -> str:
    """The game with these options: those that are as by default are not said. Raises InputError.

    >>> edition("connect4:width=5", {"width": "7", "height": "5"})
    'connect4:height=5'
    """
    options = []
    for one in options_of(name.partition(":")[0]):
        value = given.get(one.name, one.default).strip() or one.default
        if len(value) > LONGEST_OPTION:
            raise InputError(f"{one.name}: the value has more than {LONGEST_OPTION:,} characters")
        if value != one.default:
            options.append(f"{one.name}={value}")
    return name.partition(":")[0] + (":" + ",".join(options) if options else "")


async def other_edition(request: Request) -> Response:
    """The start of the game with other options, or from another position."""
    name = bundled(request.path_params["game"])
    given = dict(request.query_params)
    options = {key[len("option-") :]: value for key, value in given.items() if key.startswith("option-")}
    other = edition(name, options) if options else name
    if other != name:
        given.pop("pos", None)
    return RedirectResponse(address(other, given), 303)


async def record(request: Request) -> Response:
    """The record of the line of play, to be kept in a file."""
    question = _searched(request, "record") | {"people": read_people(request.query_params).value}
    text = await answered(request, question)
    file = "".join(char if char.isalnum() else "-" for char in question["game"]).strip("-")
    headers = {"Content-Disposition": f'attachment; filename="{file}.txt"'}
    return PlainTextResponse(text, headers=headers)


async def load(request: Request) -> Response:
    """The address of the position that a record ends with."""
    bundled(request.path_params["game"])
    text = (await body(request)).get("record")
    if not isinstance(text, str) or not text.strip():
        raise InputError("there is no record: paste one, or choose a file")
    read = read_record(text, "record")
    if len(read.moves) > MOST_MOVES:
        raise InputError(f"the record has more than {MOST_MOVES:,} moves")
    agreed = read.agreement()
    game = bundled(agreed.game)
    question = {"ask": "replay", "game": game, "record": text, "seconds": settings(request).seconds}
    found = await answered(request, question)
    given = {**request.query_params, "pos": found["start"], "as": agreed.people.value}
    return JSONResponse({"address": address(game, given, found["line"])})


async def home(request: Request) -> Response:
    """All bundled games in groups, each with its name, a sentence and its board."""
    groups: dict[str, dict[str, tuple[str, str]]] = {group: {} for group in GROUPS}
    for name in game_names():
        if name != "graph":
            groups[_group(name)][name] = about(name)
    return page(request, "home.html", groups=groups)


GAMES, CHANCE, TREES = GROUPS = "Games", "Games with dice or cards", "Trees and graphs of lectures"


def _group(game: str) -> str:
    if game not in BUNDLED:
        return TREES
    return GAMES if BUNDLED[game].chance is Game.chance else CHANCE


async def board(request: Request) -> Response:
    """The board of a game's start, as SVG."""
    name = bundled(request.path_params["game"])
    if name not in game_names():
        raise NoSuchGameError(f"{name}: only games without options have a picture of their own")
    boards: Boards = request.app.state.boards
    drawn = await boards.board(name)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


async def search(_request: Request) -> Response:
    """A search in motion, as SVG."""
    drawn = await run_in_threadpool(moving)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


async def game(request: Request) -> Response:
    """A game to be played, from the position that the address says."""
    name = bundled(request.path_params["game"])
    given = dict(request.query_params)
    asked = chosen(given, settings(request).most_seconds)
    shown = await _told(request, "situation")
    return page(
        request,
        "game.html",
        game=name,
        about=about(name),
        starts=shown.pop("starts"),
        told=json.dumps(shown),
        given=given,
        asked=asked,
        people=PEOPLE,
        engines=registry.names(),
        programs=[(one.value, DECLARED[one].summary) for one in PROGRAMS],
        solver=SOLVER,
        options=options_of(name),
    )


PEOPLE = {
    People.BOTH: "both sides",
    People.MAX: "MAX",
    People.MIN: "MIN",
    People.NONE: "neither, and look on",
}
"""Whom a visitor plays; the program plays the others."""


async def values(request: Request) -> Response:
    """What each move is worth, as a stream."""
    return stream(request, _searched(request, "values"))


ASKS = ("situation", "boards")
"""What a page asks of a position: how it looks, or the board, and those that its moves lead to."""


async def told(request: Request) -> Response:
    """Another position of the game that is played."""
    return JSONResponse(await _told(request, among(request.path_params, "ask", ASKS)))


async def _told(request: Request, ask: str) -> Any:
    name = bundled(request.path_params["game"])
    question = {"ask": ask, "game": name, **play(request.query_params, settings(request).seconds)}
    return await answered(request, question)


async def reply(request: Request) -> Response:
    """The move that the program would make, or what chance does."""
    question = _searched(request, "reply") | {"seed": secrets.randbelow(1 << 31)}
    return JSONResponse(await answered(request, question, "slow"))


def _searched(request: Request, ask: str) -> dict[str, Any]:
    name = bundled(request.path_params["game"])
    most = settings(request).most_seconds
    return {
        "ask": ask,
        "game": name,
        **play(request.query_params, most),
        **chosen(request.query_params, most),
        "databases": dict(settings(request).databases),
    }


PAGES = [
    Route("/", home),
    Route("/g/{game}", game),
]

ROUTES = [
    *PAGES,
    Route("/search.svg", search),
    Route("/g/{game}/board.svg", board),
    Route("/g/{game}/values", values),
    Route("/g/{game}/reply", reply),
    Route("/g/{game}/edition", other_edition),
    Route("/g/{game}/record", record),
    Route("/g/{game}/load", load, methods=["POST"]),
    Route("/g/{game}/{ask}", told),
]
