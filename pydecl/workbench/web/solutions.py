"""What moves are worth in the solved game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import databases
from pydecl.errors import PydeclError
from pydecl.games.tree import TreeGame
from pydecl.model.game import Player
from pydecl.model.program import LookedUp
from pydecl.model.term import Term
from pydecl.playing.situation import Choice, Situation, look
from pydecl.solving.looking_up import program_of
from pydecl.solving.solver import position_for
from pydecl.workbench.web.answering import Answer, Desk, Question
from pydecl.workbench.web.attempts import SOLVER, USUAL
from pydecl.workbench.web.lines import move_told
from pydecl.workbench.web.worth import Worth, solved

MOST_LINE = 60
"""How many moves of best play are looked up."""

SOON = 0.5
"""Seconds that solving may take if nobody asks for it."""


@dataclass(frozen=True)
class Solution:
    """The solved game: what it is, for people, who has solved it, and how many positions it has.

    `of` says what a position is worth that is a ply away; None if the game was solved without it.
    """

    program: str
    title: str
    positions: int
    of: Callable[[Term], Worth | None]


def _stored(game: SessionGame, folder: str) -> Solution:
    """In a database that the server was given. Raises InputError if it is not of these rules."""
    program_of(game, LookedUp(folder))
    known = databases(game)[LookedUp(folder)]

    def of(position: Term) -> Worth | None:
        (found,) = known.solutions([position])
        return None if found is None else solved(found)

    return Solution("the database", Path(folder).name, len(known), of)


def _solved_here(desk: Desk, game: SessionGame, question: Question, seconds: float) -> Solution:
    """By the worker, and kept there. Raises InputError if solving takes too long."""
    given = question["engine"]
    engine = given if given in registry.complete() else registry.second_opinion()
    found, numbers = desk.solved(game, engine, seconds)

    def of(position: Term) -> Worth | None:
        number = numbers.get(position_for(game, engine, position))
        return None if number is None else solved(found.solutions[number])

    return Solution("the solved game", registry.title(engine), len(found.positions), of)


def best_solved(seen: Situation, solution: Solution) -> tuple[Choice, Worth] | None:
    """The first of the mover's best moves, with what it is worth."""
    sign = -1 if seen.mover is Player.MIN else 1
    known = [(choice, solution.of(choice.position)) for choice in seen.choices]
    told = [(choice, found) for choice, found in known if found is not None]
    return max(told, key=lambda one: (sign * one[1].rank, -one[0].number), default=None)


def solution(desk: Desk, question: Question) -> Solution | None:
    """The solved game if it is asked for; if nothing is asked for, it is taken if it is soon solved.

    Where the server has a database of it, there it is looked up. Raises InputError if it is asked for, and
    takes too long.
    """
    game = desk.game(question)
    is_tree = isinstance(game.twin, TreeGame)  # its leaves have values of their own
    chosen = question["program"] or question["engine"] or question["depth"] != USUAL
    if question["program"] != SOLVER and (is_tree or chosen):
        return None
    folder = question.get("databases", {}).get(game.name)
    if folder is not None:
        return _stored(game, folder)
    if question["program"] == SOLVER:
        return _solved_here(desk, game, question, question["seconds"])
    try:
        return _solved_here(desk, game, question, SOON)
    except PydeclError:  # it is searched, as far as that goes
        return None


def looked_up(game: SessionGame, seen: Situation, solution: Solution) -> Answer:
    """What each move is worth in the solved game, and at the end best play, as parts."""
    yield "part", {"program": solution.program, "title": solution.title}
    for choice in seen.choices:
        worth = solution.of(choice.position)
        if worth is not None:  # it may lie beyond what position/1 enumerates
            yield "part", {"number": choice.number, "depth": None, "nodes": None, **worth.to_json()}
    yield "part", {"settled": True, "positions": solution.positions}
    yield "part", {"line": list(_best_play(game, seen, solution))}


def _best_play(game: SessionGame, seen: Situation, solution: Solution) -> Iterator[dict[str, Any]]:
    for _ in range(MOST_LINE):
        best = best_solved(seen, solution)
        if best is None or seen.mover is None:
            return
        yield move_told(seen, best[0])
        seen = look(game, best[0].position, seen.due)
