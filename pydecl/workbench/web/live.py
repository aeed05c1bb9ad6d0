"""Tables that fill as one looks on, `/crosscheck`, `/claims`, `/tournament`; `/tree`, a program on a tree."""

from __future__ import annotations

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pydecl.claims.catalogue import chosen
from pydecl.claims.claim import Lecture
from pydecl.crosschecking.laws import Law
from pydecl.engines import registry
from pydecl.errors import InputError
from pydecl.loading.consulting import game_names
from pydecl.model.looked_up import LookedUp
from pydecl.programs.registry import DECLARED, NAIVE, PROGRAMS, TRACED
from pydecl.tournaments.players import read_player
from pydecl.tournaments.running import MAX_PLIES, OPENING_PLIES
from pydecl.workbench.web.consulting import EVENTS
from pydecl.workbench.web.pages import bundled, image, jobs, page, search, settings, stream, visitor

MOST_TREES = 5000
"""How many random games may be asked for."""

MOST_PLAYERS = 8
"""How many players a tournament may have."""

MOST_GAMES = 100
"""How many games each pair may play."""

LONGEST_MOVE = 10.0
"""How many seconds a player may have for a move."""

PLAYED_FIRST = ("alphabeta,depth=2,engine=native", "minimax,depth=1,engine=native", "random")
"""Who plays unless somebody says otherwise."""

LONGEST = 20_000
"""How many characters a tree may have."""


async def crosscheck(request: Request) -> Response:
    """The matrix of programs and laws, empty."""
    asked = _matrix(request) if request.query_params else None
    return page(
        request,
        "crosscheck.html",
        given=asked or {"programs": "all", "trees": 200, "seed": 1},
        laws=[law.value for law in Law],
        starts=asked is not None,
        query=request.url.query,
    )


async def matrix(request: Request) -> Response:
    """The matrix, as a stream."""
    return stream(jobs(request).ask(visitor(request), _matrix(request), lane="slow"))


def _matrix(request: Request) -> dict[str, Any]:
    given = request.query_params
    programs = given.get("programs", "all")
    if programs not in ("all", "naive"):
        raise InputError(f"programs={programs[:40]}: expected all or naive")
    return {
        "ask": "matrix",
        "game": "",
        "keep": "matrix",
        "programs": programs,
        "trees": _whole("trees", given.get("trees") or "200", 1, MOST_TREES),
        "seed": _whole("seed", given.get("seed") or "1", 0, 10**9),
        "seconds": settings(request).most_seconds,
    }


def _whole(name: str, text: str, low: int, high: int) -> int:
    if not text.isdecimal() or not low <= int(text[:12]) <= high:
        raise InputError(f"{name}={text[:40]}: expected a number from {low:,} to {high:,}")
    return int(text)


async def claims(request: Request) -> Response:
    """What the lectures claim, without verdicts."""
    known = {one.value: (one.title, chosen(one)) for one in Lecture}
    lecture = request.query_params.get("lecture", "")
    if lecture not in ("", *known):
        raise InputError(f"lecture={lecture[:40]}: expected one of {', '.join(known)}")
    starts = bool(lecture)
    return page(request, "claims.html", lectures=known, lecture=lecture, starts=starts)


async def verdicts(request: Request) -> Response:
    """The verdicts on one lecture's claims, as a stream."""
    lecture = request.query_params.get("lecture", "")
    if lecture not in [one.value for one in Lecture]:
        raise InputError(f"lecture={lecture[:40]}: expected one of {', '.join(one.value for one in Lecture)}")
    seconds = settings(request).most_seconds
    question: dict[str, Any] = {"ask": "claims", "game": "", "keep": "claims", "lecture": lecture}
    question |= {"engine": registry.REFERENCE, "seconds": seconds}
    return stream(jobs(request).ask(visitor(request), question, lane="slow"))


async def tournament(request: Request) -> Response:
    """The table of a tournament, empty."""
    asked = _tournament(request) if request.query_params else None
    players = PLAYED_FIRST if asked is None else asked["players"]
    return page(
        request,
        "tournament.html",
        given=asked or {"game": "tictactoe", "games": 4, "seed": 0, "opening": OPENING_PLIES, "move": 1.0},
        players="\n".join(players),
        games=game_names(),
        starts=asked is not None,
        query=request.url.query,
    )


async def standings(request: Request) -> Response:
    """A tournament's table after each game, as a stream."""
    return stream(jobs(request).ask(visitor(request), _tournament(request), lane="slow"))


def _tournament(request: Request) -> dict[str, Any]:
    given = request.query_params
    game = bundled(given.get("game") or "tictactoe")
    written = given.get("players", "\n".join(PLAYED_FIRST))
    texts = [line.strip() for line in written.splitlines() if line.strip()]
    if len(texts) < 2:
        raise InputError("a tournament needs two players or more, one a line")
    if len(texts) > MOST_PLAYERS:
        raise InputError(f"{len(texts)} players: expected at most {MOST_PLAYERS}")
    databases = settings(request).databases.values()
    for text in texts:
        player = read_player(text, game.partition(":")[0])
        if isinstance(player.program, LookedUp) and player.program.folder not in databases:
            raise InputError(f"player {text[:80]}: the server was given no such database")
        seconds = player.seconds
        if seconds is not None and not 0 < seconds <= LONGEST_MOVE:
            raise InputError(
                f"player {text[:80]}: time={seconds:g}: expected at most {LONGEST_MOVE:g} seconds"
            )
    move = given.get("move") or "1"
    if not re.fullmatch(r"\d{1,2}(\.\d{1,3})?", move) or not 0 < float(move) <= LONGEST_MOVE:
        raise InputError(f"move={move[:40]}: expected a number of seconds of at most {LONGEST_MOVE:g}")
    return {
        "ask": "tournament",
        "game": game,
        "keep": "tournament",
        "players": texts,
        "games": _whole("games", given.get("games") or "4", 1, MOST_GAMES),
        "seed": _whole("seed", given.get("seed") or "0", 0, 10**9),
        "opening": _whole("opening", given.get("opening") or str(OPENING_PLIES), 0, MAX_PLIES),
        "move": float(move),
        "seconds": settings(request).most_seconds,
    }


async def tree(request: Request) -> Response:
    """What a program does on a tree: the picture of its search."""
    given = {"engine": "python", **request.query_params}
    text = given.get("tree", "") or "a max (b min (d 4  e 1)  c min (f 3  g 7))"
    if len(text) > LONGEST:
        raise InputError(f"the tree has more than {LONGEST:,} characters")
    asked = search(given, settings(request).most_seconds)
    question = {"ask": "tree", "game": "", "keep": "tree", "tree": text, **asked, "events": EVENTS}
    shown = await jobs(request).answer(visitor(request), question, lane="slow")
    traced = [one for one in (*PROGRAMS, *NAIVE) if one in TRACED]
    return page(
        request,
        "tree.html",
        text=text,
        shown=shown,
        picture=image(shown["svg"]),
        asked=asked,
        engines=registry.complete(),
        programs=[(one.value, DECLARED[one].summary) for one in traced],
    )


PAGES = [
    Route("/crosscheck", crosscheck),
    Route("/claims", claims),
    Route("/tournament", tournament),
    Route("/tree", tree),
]

ROUTES = [
    *PAGES,
    Route("/crosscheck/matrix", matrix),
    Route("/claims/verdicts", verdicts),
    Route("/tournament/standings", standings),
]
