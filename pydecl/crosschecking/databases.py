"""A database as one more opinion: what it has stored is held against what the engines find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydecl.crosschecking.engaged import Answered
from pydecl.crosschecking.positions import in_time
from pydecl.crosschecking.tally import DivergenceFound, Tally
from pydecl.engines.databases import databases
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, InputError, LimitError, PositionError
from pydecl.model.keyed import AT_ONCE
from pydecl.model.looked_up import LookedUp
from pydecl.model.number import INFINITY
from pydecl.model.result import Solution, Status, value_text
from pydecl.model.term import Term
from pydecl.solving.solver import position_of, solved_by

ABSENT = "no such position"

DATABASE = "database"
"""What a database is called beside the engines."""


@dataclass(frozen=True)
class WrongRow:
    """A position that is stored otherwise than an engine finds; None where one of them does not know it."""

    position: Term
    found: Solution | None
    stored: Solution | None

    @property
    def plies(self) -> float:
        """How far from its end it is, by whoever says less."""
        ends = [end.plies for end in (self.found, self.stored) if end is not None and end.plies is not None]
        return min(ends, default=INFINITY)

    def answers(self, engine: str) -> Mapping[str, str]:
        """What both say."""
        return {name: str(end or ABSENT) for name, end in ((engine, self.found), (DATABASE, self.stored))}


def compare_answer(
    game: SessionGame, program: LookedUp, position: Term, answers: Mapping[str, Answered], tally: Tally
) -> None:
    """Hold what is stored of a position against the engines' answers, by their names.

    Raises DivergenceFound where the value or the move differs, ContractError where an engine met one.
    """
    told = {}
    for engine, answer in answers.items():
        if isinstance(answer, ContractError):
            raise answer
        told[engine] = answer
    known = databases(game)
    (stored,) = known.solutions(program, [position])
    tally.comparisons += len(told)
    if any(answer.value != stored for answer in told.values()):
        values = {engine: value_text(answer.value) for engine, answer in told.items()}
        raise DivergenceFound(
            f"{program.value}: value", {**values, DATABASE: str(stored or ABSENT)}, program=program
        )
    moves = {engine: _move(game, answer.best) for engine, answer in told.items()}
    try:
        move = _move(game, known.answer(program, position).best)
    except PositionError as error:  # a successor is not stored
        move = str(error)
    if any(other != move for other in moves.values()):
        raise DivergenceFound(f"{program.value}: best", {**moves, DATABASE: move}, program=program)


def _move(game: SessionGame, best: Term | None) -> str:
    return "none" if best is None else game.format_position(best)


def compare_all(
    game: SessionGame, program: LookedUp, engine: str, seconds: float | None, deadline: float, tally: Tally
) -> WrongRow | None:
    """Hold all that is stored against all that an engine solves: the nearest to an end that differs.

    `seconds` are for solving, `deadline` is a time of `time.monotonic`. Raises LimitError where time is over,
    InputError where a position is stored twice.
    """
    known = databases(game)
    solved = solved_by(engine, game, seconds)
    if not solved.complete:
        raise LimitError("the memory is used up" if solved.status is Status.MEMORY else "time is up")
    nearest: WrongRow | None = None
    found = 0
    for start in range(0, len(solved.positions), AT_ONCE):
        in_time(deadline)
        stop = start + AT_ONCE
        terms = [position_of(game, engine, position) for position in solved.positions[start:stop]]
        stored = known.solutions(program, terms)
        for term, one, other in zip(terms, solved.solutions[start:stop], stored, strict=True):
            found += other is not None
            if one != other:
                wrong = WrongRow(term, one, other)
                if nearest is None or wrong.plies < nearest.plies:
                    nearest = wrong
    tally.comparisons += len(solved.positions)
    if nearest is None and found < known.count(program):
        reached = {position_of(game, engine, position) for position in solved.positions}
        for term in known.positions(program):
            in_time(deadline)
            if term not in reached:
                return WrongRow(term, None, *known.solutions(program, [term]))
        raise InputError(f"{program.value}: the database is damaged: it has a position twice")
    return nearest
