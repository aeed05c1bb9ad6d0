"""What is wrong with an answer of a file's own program, by the contract of the program that it imitates.

An own alphabeta may cut at equality or not, and fail soft or hard: every value that one of these would give
is right, and any of several best moves is.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from pydecl.crosschecking.counterexamples import options
from pydecl.crosschecking.laws import Fault, Judge, Law, inside, kept, promised
from pydecl.crosschecking.reference import MOST_SOLVED, BackedUp
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import search
from pydecl.errors import ContractError, LimitError, PydeclError
from pydecl.model.game import Game
from pydecl.model.number import INFINITY, Number, counted, equal, is_number
from pydecl.model.program import Gives, Kind, Manner, OwnProgram, Program
from pydecl.model.result import Answer, Limits, Status, value_text
from pydecl.model.term import Term
from pydecl.programs.registry import DECLARED


class Gravity(Enum):
    """How bad it is: a fault is a wrong answer, with a warning the program is not what it should be."""

    FAULT = "fault"
    WARNING = "warning"
    NOTE = "note"


PATIENCE = 5
"""Seconds for a program that did not come to an end."""

_KINDS = (Kind.GOOD_ENOUGH, Kind.FAIL_SOFT, Kind.CLAMPED)
_AN_ANSWER = "an answer"


@dataclass(frozen=True)
class OwnFinding:
    """Something that the program does; the smallest place where it was seen.

    `position` is one of the file's own game, or `tree` the text of a `.tree` file, whose root is asked about;
    `size` counts the positions, the one asked about and all that can follow it.
    """

    gravity: Gravity
    fault: Fault
    size: int
    position: str | None = None
    tree: str | None = None
    limits: Limits | None = None

    @property
    def options(self) -> list[str]:
        return [] if self.limits is None else options(self.limits)

    def text(self, who: str) -> str:
        """What a program does, and the smallest place where it does so."""
        fault = self.fault
        lines = [f"\n{who}: {self.gravity.value}: {fault.law.value}"]
        if self.position is not None:
            lines[0] += f" at {self.position} ({counted(self.size, 'position')})"
        elif self.tree is not None:
            lines[0] += f" on a tree ({counted(self.size, 'position')})"
        lines += [f"  expected {fault.expected}", f"  found    {fault.found}"]
        lines += [f"  asked    {' '.join(self.options)}"] if self.options else []
        tree = (self.tree or "").splitlines()
        lines += [f"  {'' if at else 'tree':8} {line}" for at, line in enumerate(tree)]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "severity": self.gravity.value,
            **self.fault.to_json(),
            "size": self.size,
            "position": self.position,
            "tree": self.tree,
            "options": self.options,
        }


class NotComparedError(Exception):
    """An answer cannot be held against anything; the text says why."""


class SearchedValues:
    """V(P) as alpha-beta finds it, above trees that are too large to be walked through.

    In machine code if the rules compile, else in SWI-Prolog.
    """

    def __init__(self, game: SessionGame, seconds: float, deadline: float) -> None:
        """`seconds` are for one value; `deadline` is a time of `time.monotonic`, the end of it all."""
        self._game = game
        self._seconds = seconds
        self._deadline = deadline
        self._values: dict[Term, Number] = {}

    def value(self, position: Term) -> Number:
        """V(P) from MAX's point of view. Raises NotComparedError if it cannot be had."""
        if position not in self._values:
            self._values[position] = self._searched(position)
        return self._values[position]

    def best(self, position: Term) -> list[Term]:
        """The successors that have the value, in the game's order. Raises NotComparedError."""
        value = self.value(position)
        successors = [successor for _, successor in self._game.successors(position)]
        return [one for one in successors if equal(self.value(one), value)]

    def _searched(self, position: Term) -> Number:
        why = ""
        for engine in (*registry.partial(), registry.REFERENCE):
            seconds = min(self._seconds, max(0.0, self._deadline - time.monotonic()))
            try:
                answer = search(
                    self._game,
                    Program.ALPHABETA,
                    engine=engine,
                    position=position,
                    depth=None,
                    seconds=seconds,
                    line=False,
                ).answer
            except PydeclError as error:
                why = str(error)
                continue
            if answer.complete and is_number(answer.value):
                return answer.value
            why = f"alphabeta does not find its value within {self._seconds:g} s"
        raise NotComparedError(f"there are too many positions below it, and {why}")


class OwnJudge:
    """Holds the answers of own programs about positions of one game against V(P), which it works out
    itself."""

    def __init__(
        self, game: Game[Any], deadline: float = INFINITY, known: SearchedValues | None = None
    ) -> None:
        """`deadline` is a time of `time.monotonic`: `fault` raises LimitError when it passes.

        V(P) of the whole tree is taken from `known`, if that is given.
        """
        self._known = known
        self._judge = Judge[Any](game, deadline)

    def reference(self, depth: int | None) -> BackedUp[Any] | SearchedValues:
        if depth is None and self._known is not None:
            return self._known
        return self._judge.reference(DECLARED[Program.MINIMAX].contract, Limits(depth), None)

    def fault(
        self, program: OwnProgram, position: Term, limits: Limits, found: Answer[Term] | PydeclError
    ) -> Fault | None:
        """The law that the answer breaks, or None.

        Raises what is the game's fault, LimitError if time was over before the program was asked to the end,
        and NotComparedError if nobody knows the right answer.
        """
        if isinstance(found, ContractError) and found.fault.startswith("own_"):
            return Fault(Law.ANSWER, _AN_ANSWER, str(found))
        if isinstance(found, LimitError):  # of inferences: see `OwnPrograms.run_all`
            return Fault(Law.END, _AN_ANSWER, f"none: {found}")
        if isinstance(found, PydeclError):
            raise found
        if found.status is Status.MEMORY:
            return Fault(Law.END, _AN_ANSWER, "none: the memory is used up")
        if found.status is Status.TIME:
            raise LimitError("time is up")
        if not found.complete:
            raise KeyboardInterrupt
        if program.gives is Gives.OUTCOME:
            if self._judge.solution(position) is None:
                said = f"more than {MOST_SOLVED:,} positions can follow it: nobody knows whether it is won"
                raise NotComparedError(said)
            wrong = self._judge.fault(program.like, position, limits, found)
            return Fault(Law.VALUE, wrong.expected, wrong.found) if wrong else None
        reference = self.reference(limits.depth)
        true = reference.value(position)
        if program.gives is Gives.VALUE_AND_MOVE and not _is_right(program, found.value, true, limits):
            return Fault(Law.VALUE, promised(program.contract, true, limits), value_text(found.value))
        best = reference.best(position)
        promises_best = best and _strictly_inside(program, true, limits)
        if promises_best and found.best not in best:
            return Fault(Law.MOVE, _either(best), str(found.best))
        return self._again(program, found, true, best if promises_best else [], limits)

    def _again(
        self, program: OwnProgram, found: Answer[Term], true: Number, best: Sequence[Term], limits: Limits
    ) -> Fault | None:
        if found.again is None:
            return None
        value, successor = found.again
        if program.gives is Gives.VALUE_AND_MOVE and not _is_right(program, value, true, limits):
            first = promised(program.contract, true, limits)
            return Fault(Law.AGAIN, f"{first} and no other value", f"{value_text(value)} on backtracking")
        if best and successor not in best:
            return Fault(Law.AGAIN, f"{_either(best)} and no other move", f"{successor} on backtracking")
        return None

    def takes_the_last(self, position: Term, limits: Limits, found: Answer[Term]) -> bool | None:
        """Whether the move is the last of several best ones, the textbook's; None where there is one only."""
        best = self.reference(limits.depth).best(position)
        return found.best == best[-1] if len(best) > 1 else None


def _is_right(program: OwnProgram, value: object, true: Number, limits: Limits) -> bool:
    if not is_number(value):
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
    law: Law,
    *,
    position: str | None = None,
    tree: str | None = None,
    options: Sequence[str] = (),
) -> str | None:
    """The command that shows what the program does on a counterexample, beside the right one.

    None if there is nothing to see: the rules are broken, or it is no matter of one place.

    >>> own = OwnProgram("alphabeta", 3, Manner.ATTACHED)
    >>> print(replay("homework.pl", own, Law.VALUE, tree="a max (\\n  b 3\\n  c 2\\n)\\n"))
    pydecl trace homework.pl --program file:alphabeta/3 '--tree=a max ( b 3 c 2 )' --beside alphabeta
    """
    words = ["pydecl", "trace", file, "--program", program.value]
    if law is Law.RULES or (position is None and tree is None):
        return None
    if position is not None:
        words.append(f"--position={position}")
    if tree is not None:
        words.append(f"--tree={' '.join(line.strip() for line in tree.splitlines())}")
    words += [*options, "--beside", program.like.value]
    words += ["--time", str(PATIENCE)] if law is Law.END else []
    return shlex.join(words)


def named(indicator: str) -> OwnProgram:
    """The program of an indicator, as if it was attached.

    >>> named("betterof/6").value, named("alphabeta/3").like.value
    ('file:betterof', 'alphabeta')
    """
    name, _, arity = indicator.rpartition("/")
    return OwnProgram(name, int(arity), Manner.ATTACHED)
