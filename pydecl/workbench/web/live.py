"""Tables that fill as one looks on: `/crosscheck`, `/claims`, `/tournament`."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pydecl.claims.claim import Lecture
from pydecl.claims.running import chosen
from pydecl.crosschecking.laws import MATRIX
from pydecl.engines import registry
from pydecl.errors import InputError
from pydecl.loading.consulting import game_names
from pydecl.model.program import LookedUp
from pydecl.tournaments.players import read_player
from pydecl.tournaments.running import MAX_PLIES, OPENING_PLIES
from pydecl.workbench.web.pages import (
    among,
    bundled,
    page,
    seconds_of,
    settings,
    stream,
    whole_number,
)

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


async def crosscheck(request: Request) -> Response:
    """The matrix of programs and laws, empty."""
    laws = [law.value for law in MATRIX]
    return page(request, "crosscheck.html", given=_matrix(request), laws=laws, query=request.url.query)


async def matrix(request: Request) -> Response:
    """The matrix, as a stream."""
    return stream(request, _matrix(request))


def _matrix(request: Request) -> dict[str, Any]:
    given = request.query_params
    return {
        "ask": "matrix",
        "game": "",
        "keep": "matrix",
        "programs": among(given, "programs", ["all", "naive"]),
        "trees": whole_number(given, "trees", 200, 1, MOST_TREES),
        "seed": whole_number(given, "seed", 1),
        "seconds": settings(request).most_seconds,
    }


async def claims(request: Request) -> Response:
    """What the lectures claim, without verdicts."""
    known = {one.value: (one.title, chosen(one)) for one in Lecture}
    lecture = among(request.query_params, "lecture", ["", *known])
    return page(request, "claims.html", lectures=known, lecture=lecture)


async def verdicts(request: Request) -> Response:
    """The verdicts on one lecture's claims, as a stream."""
    lecture = among(request.query_params, "lecture", [one.value for one in Lecture])
    seconds = settings(request).most_seconds
    question: dict[str, Any] = {"ask": "claims", "game": "", "keep": "claims", "lecture": lecture}
    question |= {"engine": registry.REFERENCE, "seconds": seconds}
    return stream(request, question)


async def tournament(request: Request) -> Response:
    """The table of a tournament, empty."""
    asked = _tournament(request)
    return page(request, "tournament.html", given=asked, games=game_names(), query=request.url.query)


async def standings(request: Request) -> Response:
    """A tournament's table after each game, as a stream."""
    return stream(request, _tournament(request))


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
    return {
        "ask": "tournament",
        "game": game,
        "keep": "tournament",
        "players": texts,
        "games": whole_number(given, "games", 4, 1, MOST_GAMES),
        "seed": whole_number(given, "seed"),
        "opening": whole_number(given, "opening", OPENING_PLIES, 0, MAX_PLIES),
        "move": seconds_of(given, "move", 1.0, LONGEST_MOVE),
        "seconds": settings(request).most_seconds,
    }


PAGES = [
    Route("/crosscheck", crosscheck),
    Route("/claims", claims),
    Route("/tournament", tournament),
]

ROUTES = [
    *PAGES,
    Route("/crosscheck/matrix", matrix),
    Route("/claims/verdicts", verdicts),
    Route("/tournament/standings", standings),
]
