"""What is wrong with an answer of a file's own program, by the contract of the program that it imitates.

An own alphabeta may cut at equality or not, and fail soft or hard: every value that one of these would give
is right, and any of several best moves is.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from pydecl.crosschecking.laws import Judge, inside, kept, promised
from pydecl.crosschecking.reference import MOST_SOLVED, BackedUp
from pydecl.crosschecking.searched import NotComparedError, SearchedValues
from pydecl.errors import ContractError, PydeclError
from pydecl.model.game import Game
from pydecl.model.number import INFINITY, Number, equal
from pydecl.model.program import Gives, Kind, Manner, OwnProgram, Searched
from pydecl.model.result import Answer, Limits, Status, value_text
from pydecl.model.term import Term


class OwnLaw(Enum):
    """What a file's own program has to keep."""

    VALUE = "value"
    """The value that the contract promises."""

    MOVE = "move"
    """A best move."""

    ANSWER = "answer"
    """An answer: it does not fail, raise an exception, or give what is no value or no successor."""

    AGAIN = "again"
    """No further answer, on backtracking, that is wrong."""

    END = "end"
    """An answer in time, and in the memory there is."""

    PRUNING = "pruning"
    """No more leaves than the textbook's alphabeta evaluates."""

    TIES = "ties"
    """The textbook's choice among equally good moves."""

    RULES = "rules"
    """The rules that it runs on keep the game's contract."""


class Gravity(Enum):
    """How bad it is: a fault is a wrong answer, with a warning the program is not what it should be."""

    FAULT = "fault"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class OwnFault:
    """A law that is broken on one position."""

    law: OwnLaw
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.law.value}: expected {self.expected}, found {self.found}"


PATIENCE = 5
"""Seconds for a program that did not come to an end."""

_KINDS = (Kind.GOOD_ENOUGH, Kind.FAIL_SOFT, Kind.CLAMPED)
_AN_ANSWER = "an answer"


class OwnJudge:
    """Holds the answers of own programs about positions of one game against V(P), which it works out
    itself."""

    def __init__(
        self, game: Game[Any], deadline: float = INFINITY, known: SearchedValues | None = None
    ) -> None:
        """`deadline` is a time of `time.monotonic`: `fault` raises LimitError when it passes.

        V(P) of the whole tree is taken from `known`, if that is given.
        """
        self._game = game
        self._deadline = deadline
        self._known = known
        self._judge = Judge[Any](game, deadline)
        self._backed_up: dict[int | None, BackedUp[Any]] = {}

    def reference(self, depth: int | None) -> BackedUp[Any] | SearchedValues:
        """V(P) to this depth."""
        if depth is None and self._known is not None:
            return self._known
        if depth not in self._backed_up:
            self._backed_up[depth] = BackedUp(
                self._game, Searched.TREE, Limits(depth), deadline=self._deadline
            )
        return self._backed_up[depth]

    def fault(
        self, program: OwnProgram, position: Term, limits: Limits, found: Answer[Term] | PydeclError
    ) -> OwnFault | None:
        """The law that the answer breaks, or None.

        Raises what is the game's fault, LimitError, and NotComparedError if nobody knows the right found.
        """
        if isinstance(found, ContractError) and found.fault.startswith("own_"):
            return OwnFault(OwnLaw.ANSWER, _AN_ANSWER, str(found))
        if isinstance(found, PydeclError):
            raise found
        if found.status in (Status.TIME, Status.MEMORY):
            return OwnFault(OwnLaw.END, _AN_ANSWER, f"none: the {found.status.value} is used up")
        if not found.complete:
            raise KeyboardInterrupt
        if program.gives is Gives.OUTCOME:
            if not self._judge.knows_solution(position):
                said = f"more than {MOST_SOLVED:,} positions can follow it: nobody knows whether it is won"
                raise NotComparedError(said)
            wrong = self._judge.fault(program.like, position, limits, found)
            return OwnFault(OwnLaw.VALUE, wrong.expected, wrong.found) if wrong else None
        reference = self.reference(limits.depth)
        true = reference.value(position)
        if program.gives is Gives.VALUE_AND_MOVE and not _is_right(program, found.value, true, limits):
            return OwnFault(OwnLaw.VALUE, promised(program.contract, true, limits), value_text(found.value))
        best = reference.best(position)
        promises_best = best and _strictly_inside(program, true, limits)
        if promises_best and found.best not in best:
            return OwnFault(OwnLaw.MOVE, _either(best), str(found.best))
        return self._again(program, found, true, best if promises_best else [], limits)

    def _again(
        self, program: OwnProgram, found: Answer[Term], true: Number, best: Sequence[Term], limits: Limits
    ) -> OwnFault | None:
        if found.again is None:
            return None
        value, successor = found.again
        if program.gives is Gives.VALUE_AND_MOVE and not _is_right(program, value, true, limits):
            first = promised(program.contract, true, limits)
            return OwnFault(
                OwnLaw.AGAIN, f"{first} and no other value", f"{value_text(value)} on backtracking"
            )
        if best and successor not in best:
            return OwnFault(
                OwnLaw.AGAIN, f"{_either(best)} and no other move", f"{successor} on backtracking"
            )
        return None

    def takes_the_last(self, position: Term, limits: Limits, found: Answer[Term]) -> bool | None:
        """Whether the move is the last of several best ones, the textbook's; None where there is one only."""
        best = self.reference(limits.depth).best(position)
        return found.best == best[-1] if len(best) > 1 else None


def _is_right(program: OwnProgram, value: object, true: Number, limits: Limits) -> bool:
    if not isinstance(value, int | float | Fraction) or isinstance(value, bool):
        return False
    contract = program.contract
    if not contract.window:
        return equal(value, true)
    return any(kept(replace(contract, kind=kind), value, true, limits, False) for kind in _KINDS)


def _strictly_inside(program: OwnProgram, true: Number, limits: Limits) -> bool:
    """Whether every alpha-beta promises a best move: one that cuts on the window's edge does not there."""
    contract = program.contract
    return not contract.window or inside(replace(contract, kind=Kind.FAIL_SOFT), true, limits)


def _either(best: Sequence[Term]) -> str:
    return " or ".join(map(str, best))


def replay(
    file: str,
    program: OwnProgram,
    law: OwnLaw,
    *,
    position: str | None = None,
    tree: str | None = None,
    options: Sequence[str] = (),
) -> str | None:
    """The command that shows what the program does on a counterexample, beside the right one.

    None if there is nothing to see: the rules are broken, or it is no matter of one place.

    >>> own = OwnProgram("alphabeta", 3, Manner.ATTACHED)
    >>> print(replay("homework.pl", own, OwnLaw.VALUE, tree="a max (\\n  b 3\\n  c 2\\n)\\n"))
    pydecl trace homework.pl --program file:alphabeta/3 '--tree=a max ( b 3 c 2 )' --beside alphabeta
    """
    words = ["pydecl", "trace", file, "--program", program.value]
    if law is OwnLaw.RULES or (position is None and tree is None):
        return None
    if position is not None:
        words.append(f"--position={position}")
    if tree is not None:
        words.append(f"--tree={' '.join(line.strip() for line in tree.splitlines())}")
    words += [*options, "--beside", program.like.value]
    words += ["--time", str(PATIENCE)] if law is OwnLaw.END else []
    return shlex.join(words)


def named(indicator: str) -> OwnProgram:
    """The program of an indicator, as if it was attached.

    >>> named("betterof/6").value, named("alphabeta/3").like.value
    ('file:betterof', 'alphabeta')
    """
    name, _, arity = indicator.rpartition("/")
    return OwnProgram(name, int(arity), Manner.ATTACHED)
