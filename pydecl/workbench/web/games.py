"""The games as boards, and a game to be played: `/` and `/g/GAME`.

An address says where a line of play begins (`pos`), the moves since (`line`), and what else was played
(`tried`): so each position has its own, and the browser's buttons go back and forward.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import Any
from urllib.parse import urlencode

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
from pydecl.paths import bundled_file
from pydecl.playing.match import People
from pydecl.playing.record import read_record
from pydecl.programs.registry import DECLARED, PROGRAMS
from pydecl.rules.summary import file_summary, in_parts
from pydecl.workbench.site.essay import moving
from pydecl.workbench.web.addresses import (
    MOST_MOVES,
    Line,
    Place,
    address,
    kept,
    line_text,
    read_people,
    read_place,
)
from pydecl.workbench.web.attempts import SOLVER
from pydecl.workbench.web.jobs import Jobs, Visitor
from pydecl.workbench.web.pages import (
    NoSuchGameError,
    answered,
    body,
    bundled,
    chosen,
    image,
    page,
    play,
    settings,
    size,
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


Told = Mapping[str, str]


@dataclass
class PlayedTurn:
    """A turn: what is told of it, the line that it ends, the turns after it, and variations in its place."""

    told: Told
    line: Line
    after: dict[int, PlayedTurn] = field(default_factory=dict)
    others: Sequence[Sequence[PlayedTurn]] = ()


def variations(lines: Sequence[Line], told: Sequence[Sequence[Told]]) -> Sequence[PlayedTurn]:
    """The record that lines are which begin alike, by what is told of the turns of each."""
    root = PlayedTurn({}, ())
    for line, turns in zip(lines, told, strict=True):
        node = root
        for plies, (number, turn) in enumerate(zip(line, turns, strict=True), 1):
            node = node.after.setdefault(number, PlayedTurn(turn, line[:plies]))
    return _following(root)


def _following(turn: PlayedTurn) -> list[PlayedTurn]:
    found = []
    while turn.after:
        turn, *others = turn.after.values()
        turn.others = [[one, *_following(one)] for one in others]
        found.append(turn)
    return found


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
    return RedirectResponse(address(other, given, read_place({})), 303)


RECORD = "record"
"""How a record is called in messages."""


async def record(request: Request) -> Response:
    """The record of the line of play, to be kept in a file."""
    name = bundled(request.path_params["game"])
    given = request.query_params
    limits = settings(request)
    question = {
        "ask": "record",
        "game": name,
        "called": name,
        "people": read_people(given).value,
        **chosen(given, limits.most_seconds),
        **play(given, limits.seconds),
    }
    text = await answered(request, question)
    file = "".join(char if char.isalnum() else "-" for char in name).strip("-")
    headers = {"Content-Disposition": f'attachment; filename="{file}.txt"'}
    return PlainTextResponse(text, headers=headers)


async def load(request: Request) -> Response:
    """The address of the position that a record ends with."""
    bundled(request.path_params["game"])
    text = (await body(request)).get("record")
    if not isinstance(text, str) or not text.strip():
        raise InputError("there is no record: paste one, or choose a file")
    read = read_record(text, RECORD)
    if len(read.moves) > MOST_MOVES:
        raise InputError(f"the record has more than {MOST_MOVES:,} moves")
    agreed = read.agreement()
    game = bundled(agreed.game)
    question = {"ask": "replay", "game": game, "record": text, "seconds": settings(request).seconds}
    found = await answered(request, question)
    given = {**request.query_params, "pos": found["start"], "as": agreed.people.value}
    place = read_place({"line": line_text(tuple(found["line"]))})
    return JSONResponse({"address": address(game, given, place)})


SCALE = 2.0
"""How large a board is at the most, beside one in a text."""

SEEDS = 1 << 31
"""How many ways chance may go."""


async def home(request: Request) -> Response:
    """All bundled games in groups, each with its name, a sentence and its board."""
    groups: dict[str, dict[str, tuple[str, str]]] = {group: {} for group in GROUPS}
    for name in game_names():
        if name != "graph":
            groups[_group(name)][name] = _about(name)
    return page(request, "home.html", groups=groups)


GAMES, CHANCE, TREES = GROUPS = "Games", "Games with dice or cards", "Trees and graphs of lectures"


def _group(game: str) -> str:
    if game not in BUNDLED:
        return TREES
    return GAMES if BUNDLED[game].chance is Game.chance else CHANCE


def _about(game: str) -> tuple[str, str]:
    """What a game is called, and what one does in it; a tree is called as its file is."""
    name = game.partition(":")[0]
    told = file_summary(bundled_file(name))
    return in_parts(told) if name in BUNDLED else (game.replace("_", " ").capitalize(), told)


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
    """A position of a game, to be played on."""
    name = bundled(request.path_params["game"])
    given = dict(request.query_params)
    people = read_people(given)
    asked = chosen(given, settings(request).most_seconds)
    place = read_place(given)
    question = {"ask": "situation", "game": name, **play(given, settings(request).seconds)}
    shown = await answered(request, {**question, "lines": place.lines})

    begins = {"pos": given["pos"]} if given.get("pos") else {}

    def to(line: Sequence[int], page: str = "") -> str:
        return address(name, given, place.at(tuple(line)), page)

    def stepped(line: Sequence[int]) -> str:
        there = place.at(tuple(line)).fields()
        return "/step?" + urlencode({"game": name, "depth": STEPPED, **begins, **there})

    line, mover = place.line, shown["mover"]
    forward = place.whole[: len(line) + 1]
    return page(
        request,
        "game.html",
        game=name,
        about=_about(name),
        shown=shown,
        picture=image(shown["svg"]),
        size=size(shown["svg"], SCALE if shown["board"] else 1.0),
        moves=[
            {**one, "address": to(after := (*line, one["number"])), "why": stepped(after)}
            for one in shown["moves"]
        ],
        played=variations(place.lines, shown["lines"]),
        line=line,
        whole=place.whole,
        to=to,
        given=given,
        hidden={**kept(given), **place.fields()},
        asked=asked,
        back=line[: _undone(people, shown["turns"])] if line else None,
        forward=forward if len(forward) > len(line) else None,
        sides=_other_side(name, given, place, people),
        is_program_to_move=mover is not None and mover not in MAY_MOVE[people],
        is_watched=people is People.NONE,
        who=people.value,
        people=PEOPLE,
        engines=registry.names(),
        programs=[(one.value, DECLARED[one].summary) for one in PROGRAMS],
        solver=SOLVER,
        options=options_of(name),
        stepping=stepped(line),
    )


STEPPED = 3
"""The plies of the search that is stepped through from a game's page."""

PEOPLE = {
    People.BOTH: "both sides",
    People.MAX: "MAX",
    People.MIN: "MIN",
    People.NONE: "neither, and look on",
}
"""Whom a visitor plays; the program plays the others."""

MAY_MOVE = {
    People.BOTH: ("max", "min"),
    People.MAX: ("max",),
    People.MIN: ("min",),
    People.NONE: (),
}
"""For whom the visitor moves; chance moves by itself."""


def _undone(people: People, turns: Sequence[Mapping[str, str]]) -> int:
    """How many turns are left when the last turn of a person is taken back, and what came after it.

    >>> turns = [{"mover": mover} for mover in ("max", "min", "max", "min")]
    >>> [_undone(people, turns) for people in (People.MAX, People.MIN, People.BOTH, People.NONE)]
    [2, 3, 3, 3]
    """
    own = [number for number, turn in enumerate(turns) if turn["mover"] in MAY_MOVE[people]]
    return own[-1] if own else len(turns) - 1


def _other_side(name: str, given: Mapping[str, Any], place: Place, people: People) -> str | None:
    """Where the visitor plays the other side of the same position; None if they play both, or none."""
    other = {People.MAX: People.MIN, People.MIN: People.MAX}.get(people)
    return None if other is None else address(name, {**given, "as": other.value}, place)


async def values(request: Request) -> Response:
    """What each move is worth, as a stream."""
    return stream(request, _searched(request, "values"))


async def boards(request: Request) -> Response:
    """The board, and those that its moves lead to."""
    name = bundled(request.path_params["game"])
    question = {"ask": "boards", "game": name, **play(request.query_params, settings(request).seconds)}
    return JSONResponse(await answered(request, question))


async def hint(request: Request) -> Response:
    """The move that the program would make."""
    return JSONResponse(await _reply(request))


async def reply(request: Request) -> Response:
    """The position after the program's move, or after what chance does."""
    found = await _reply(request)
    given = dict(request.query_params)
    place = read_place(given)
    after = place.at((*place.line, found["number"]))
    return RedirectResponse(address(request.path_params["game"], given, after), 303)


async def _reply(request: Request) -> dict[str, Any]:
    question = _searched(request, "reply") | {"seed": secrets.randbelow(SEEDS)}
    found: dict[str, Any] = await answered(request, question, "slow")
    return found


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
    Route("/g/{game}/boards", boards),
    Route("/g/{game}/hint", hint),
    Route("/g/{game}/reply", reply),
    Route("/g/{game}/edition", other_edition),
    Route("/g/{game}/record", record),
    Route("/g/{game}/load", load, methods=["POST"]),
]
