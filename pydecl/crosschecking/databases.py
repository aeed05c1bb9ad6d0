"""A database as one more opinion: what it has stored is held against what the engines find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydecl.crosschecking.engaged import Answered
from pydecl.crosschecking.positions import in_time
from pydecl.crosschecking.rules import DivergenceFound, Tally
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import databases
from pydecl.errors import ContractError, InputError, LimitError, PositionError
from pydecl.model.game import Outcome
from pydecl.model.keyed import AT_ONCE
from pydecl.model.number import INFINITY
from pydecl.model.program import Ends, Kind, LookedUp, Program, Searched
from pydecl.model.result import Answer, End, Expectation, Settings, Solution, Status, value_text
from pydecl.model.term import Term
from pydecl.programs.registry import DECLARED
from pydecl.solving.solver import BOUND, position_of, solved_by

ABSENT = "no such position"

OPINION = "database"
"""What a database is called beside the engines."""


@dataclass(frozen=True)
class WrongRow:
    """A position that is stored otherwise than an engine finds; None where one of them does not know it."""

    position: Term
    found: End | None
    stored: End | None

    @property
    def plies(self) -> float:
        """How far from its end it is, by whoever says less."""
        ends = [end.plies for end in (self.found, self.stored) if isinstance(end, Solution)]
        return min((plies for plies in ends if plies is not None), default=INFINITY)

    def answers(self, engine: str) -> Mapping[str, str]:
        return {name: str(end or ABSENT) for name, end in ((engine, self.found), (OPINION, self.stored))}


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
    known = databases(game)[program]
    (stored,) = known.solutions([position])
    tally.comparisons += len(told)
    if any(answer.value != stored for answer in told.values()):
        raise _other_value(program, {name: value_text(one.value) for name, one in told.items()}, stored)
    moves = {engine: _move(game, answer.best) for engine, answer in told.items()}
    try:
        move = _move(game, known.answer(position).best)
    except PositionError as error:  # a successor is not stored
        move = str(error)
    if any(other != move for other in moves.values()):
        raise DivergenceFound(f"{program.value}: best", {**moves, OPINION: move}, program=program)


def compare_expectation(
    game: SessionGame,
    program: LookedUp,
    position: Term,
    found: Mapping[str, Mapping[Term, Expectation]],
    tally: Tally,
) -> None:
    """Hold what is stored of a position of a game of chance against the values that engines have found.

    Raises DivergenceFound where one cannot be right if the other is.
    """
    (stored,) = databases(game)[program].solutions([position])
    told = {engine: values.get(position) for engine, values in found.items()}
    tally.comparisons += len(told)
    if any(not _agree(value, stored) for value in told.values()):
        raise _other_value(program, {name: str(value or ABSENT) for name, value in told.items()}, stored)


def _other_value(program: LookedUp, told: Mapping[str, str], stored: End | None) -> DivergenceFound:
    """Others say this of a value, and something else is stored."""
    answers = {**told, OPINION: str(stored or ABSENT)}
    return DivergenceFound(f"{program.value}: value", answers, program=program)


def _agree(one: End | None, other: End | None) -> bool:
    return one is other if one is None or other is None else one.agrees(other)


def found_by(game: SessionGame, engine: str, seconds: float | None) -> tuple[Sequence[Any], Sequence[End]]:
    """All positions as an engine has them, and how they end, or what they are worth.

    Raises LimitError where it does not find that in time, KeyboardInterrupt.
    """
    found = solved_by(engine, game, BOUND if game.has_chance else None, seconds)
    if found.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    if not found.complete:
        raise LimitError("the memory is used up" if found.status is Status.MEMORY else "time is up")
    return found.positions, found.solutions


def compare_value(
    game: SessionGame,
    database: LookedUp,
    position: Term,
    program: Program,
    answer: Answer[Term],
    settings: Settings,
    tally: Tally,
) -> None:
    """Hold what is stored of a position against the value of a program that has searched all below it.

    Raises DivergenceFound where that value means another end.
    """
    (stored,) = databases(game)[database].solutions([position])
    by_sign = not {"terminalwon/1", "terminallost/1"} & game.defined
    means = meaning(program, answer, settings, by_sign=by_sign)
    if means is None or not isinstance(stored, Solution):
        return
    tally.comparisons += 1
    outcome, plies = means
    if outcome is not stored.outcome or plies not in (None, stored.plies):
        raise _other_value(database, {program.value: value_text(answer.value)}, stored)


def meaning(
    program: Program, answer: Answer[Any], settings: Settings, *, by_sign: bool
) -> tuple[Outcome, int | None] | None:
    """The outcome that a value means, with its plies where it tells them; None where it means none.

    An end is won or lost by the sign of its value, if `by_sign`.

    >>> from pydecl.model.result import DEFAULTS
    >>> value = lambda found: Answer(Status.COMPLETE, found, None, 9, 5, False, 0.1)
    >>> meaning(Program.NEGAMAX_PLY, value(-996), DEFAULTS, by_sign=False)
    (<Outcome.LOST: 'lost'>, 4)
    >>> meaning(Program.MINIMAX, value(7), DEFAULTS, by_sign=True)
    (<Outcome.WON: 'won'>, None)
    """
    value, contract = answer.value, DECLARED[program].contract
    if answer.horizon or DECLARED[program].right_for is not Ends.ANY or DECLARED[program].naive_of:
        return None
    if isinstance(value, Solution):
        return value.outcome, value.plies
    if isinstance(value, bool) or value is None or contract.kind is Kind.ESTIMATE:
        return None
    outcome = Outcome.DRAWN if value == 0 else Outcome.WON if value > 0 else Outcome.LOST
    if contract.searched is Searched.PLY:
        size = value if value > 0 else -value
        if size > settings.win - settings.max_ply:
            return outcome, settings.win - int(size)
        return Outcome.DRAWN, None
    return (outcome, None) if by_sign and contract.searched is Searched.TREE else None


def _move(game: SessionGame, best: Term | None) -> str:
    return "none" if best is None else game.format_position(best)


def compare_all(
    game: SessionGame, program: LookedUp, engine: str, seconds: float | None, deadline: float, tally: Tally
) -> WrongRow | None:
    """Hold all that is stored against all that an engine solves: the nearest to an end that differs.

    `seconds` are for solving, `deadline` is a time of `time.monotonic`. Raises LimitError where time is over,
    InputError where a position is stored twice.
    """
    known = databases(game)[program]
    positions, ends = found_by(game, engine, seconds)
    nearest: WrongRow | None = None
    found = 0
    for start in range(0, len(positions), AT_ONCE):
        in_time(deadline)
        stop = start + AT_ONCE
        terms = [position_of(game, engine, position) for position in positions[start:stop]]
        stored = known.solutions(terms)
        for term, one, other in zip(terms, ends[start:stop], stored, strict=True):
            found += other is not None
            if not _agree(one, other):
                wrong = WrongRow(term, one, other)
                if nearest is None or wrong.plies < nearest.plies:
                    nearest = wrong
    tally.comparisons += len(positions)
    if nearest is None and found < len(known):
        reached = {position_of(game, engine, position) for position in positions}
        for term, _ in known:
            in_time(deadline)
            if term not in reached:
                return WrongRow(term, None, *known.solutions([term]))
        raise InputError(f"{program.value}: the database is damaged: it has a position twice")
    return nearest
