"""The laws: what an answer must be, by the contract of its program.

>>> from pydecl.games import bundled
>>> from pydecl.model.result import Answer, Limits, Status
>>> nim = bundled("nim", heaps=(1, 2))
>>> (start,) = nim.initial()
>>> judge = Judge(nim)
>>> wrong = Answer(Status.COMPLETE, -1, None, 1, 1, False, 0.0)
>>> print(judge.fault(Program.MINIMAX, start, Limits(), wrong))
value: expected 1, found -1
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Generic

from pydecl.crosschecking.reference import BackedUp, Solved, extremes, greater, lesser
from pydecl.errors import ContractError, LimitError
from pydecl.model.game import Game, Outcome, P
from pydecl.model.number import INFINITY, Number, equal, less, number_text
from pydecl.model.program import Contract, Ends, Kind, Program, Searched, Tie
from pydecl.model.result import Answer, Limits, Order, value_text
from pydecl.programs.registry import DECLARED, Twin
from pydecl.programs.run import run


class Law(Enum):
    """What is compared."""

    TWINS = "twins"
    """Both engines give the same value, move, node and leaf counts and table hits, or the same fault."""

    VALUE = "value"
    """The value that the contract promises, in the whole window."""

    WINDOW = "window"
    """The value that the contract promises, inside and outside of a window."""

    MOVE = "move"
    """A best move; in the game's order of moves the one of the program's tie rule."""

    VARIATION = "variation"
    """The variation ends where the value comes from."""

    ORDER = "order"
    """The value in any order of moves."""

    LEAVES = "leaves"
    """A program evaluates no leaf that the one that it is compared with does not evaluate."""

    VISITS = "visits"
    """Both engines do the same, event by event."""

    ANSWER = "answer"
    """An answer: a program does not fail, raise an exception, or give what is no value or no successor."""

    AGAIN = "again"
    """No further answer, on backtracking, that is wrong."""

    END = "end"
    """An answer within so many inferences, and in the memory there is."""

    PRUNING = "pruning"
    """No more leaves than the textbook's alphabeta evaluates."""

    TIES = "ties"
    """The textbook's choice among equally good moves."""

    RULES = "rules"
    """The rules that a program runs on keep the game's contract."""


MATRIX = tuple(Law)[: list(Law).index(Law.ANSWER)]
"""Those that pydecl's own programs are held to; a program of a rules file is held to the others, too."""


@dataclass(frozen=True)
class Fault:
    """A law that is broken, with what it promises."""

    law: Law
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.law.value}: expected {self.expected}, found {self.found}"

    def to_json(self) -> dict[str, str]:
        return {"law": self.law.value, "expected": self.expected, "found": self.found}


class Judge(Generic[P]):
    """Holds answers about positions of one game against their contracts; what it works out it keeps."""

    def __init__(self, game: Game[P], deadline: float = INFINITY) -> None:
        """`deadline` is a time of `time.monotonic`: `fault` raises LimitError when it passes."""
        self.game = game
        self._deadline = deadline
        self._backed_up: dict[tuple[object, ...], BackedUp[P]] = {}
        self._solved: dict[P, Solved[P] | None] = {}
        self._met: dict[P, list[P]] = {}
        self._beyond: set[P] = set()
        """Positions from which too many others can be reached, or one that breaks the game's contract."""

    def fault(self, program: Program, position: P, limits: Limits, answer: Answer[P]) -> Fault | None:
        """The law that the answer of a complete search breaks, or None."""
        contract = DECLARED[program].contract
        if contract.kind in (Kind.WON, Kind.OUTCOME):
            return self._solution_fault(program, position, limits, answer)
        if contract.kind is Kind.ESTIMATE:
            return self._estimate_fault(position, limits, answer)
        value = answer.value
        law = law_of_value(contract, limits)
        if not isinstance(value, int | float | Fraction):
            return Fault(law, "a number", value_text(value))
        most = limits.settings.win if contract.searched is Searched.PLY else INFINITY
        for unknown in (-most, most):  # a value that is known must be right whatever the others are
            backed_up = self.reference(contract, limits, unknown)
            true = backed_up.value(position)
            best = backed_up.best(position)
            evaluated = answer.best is None
            if not kept(contract, value, true, limits, evaluated):
                return Fault(law, promised(contract, true, limits), number_text(value))
            if inside(contract, true, limits) and (wrong := _move_fault(contract, limits, answer.best, best)):
                return wrong
        return None

    def _estimate_fault(self, position: P, limits: Limits, answer: Answer[P]) -> Fault | None:
        """A mean of values of leaves is between the least and the greatest; the move is one of the game's."""
        value = answer.value
        if not isinstance(value, int | float | Fraction):
            return Fault(Law.VALUE, "a number", value_text(value))
        low, high = extremes(self.game, position, limits.depth, self._deadline)
        if less(value, low) or less(high, value):
            return Fault(Law.VALUE, f"from {number_text(low)} to {number_text(high)}", number_text(value))
        afters = [] if limits.depth == 0 else [after for _, after in self.game.successors(position)]
        return _move_fault(Contract(Kind.ESTIMATE, Tie.ANY), limits, answer.best, afters)

    def end_fault(
        self, program: Program, limits: Limits, answer: Answer[P], variation: list[P]
    ) -> Fault | None:
        """Whether the variation of an exact value leads to a position that counts for that value."""
        contract = DECLARED[program].contract
        if not variation or not isinstance(answer.value, int | float | Fraction):
            return None
        end = variation[-1]
        if self.game.chance(end):
            return None
        found = self.reference(contract, limits, None).leaf(end, len(variation))
        if equal(found, answer.value):
            return None
        return Fault(Law.VARIATION, number_text(answer.value), f"{number_text(found)} at {end}")

    def reference(self, contract: Contract, limits: Limits, unknown: Number | None) -> BackedUp[P]:
        """V(P) on the tree that such a program searches; see `BackedUp`."""
        key = (contract.searched, limits.depth, limits.settings, unknown)
        if key not in self._backed_up:
            self._backed_up[key] = BackedUp(self.game, contract.searched, limits, unknown, self._deadline)
        return self._backed_up[key]

    # Won, drawn, lost

    def _solution_fault(
        self, program: Program, position: P, limits: Limits, answer: Answer[P]
    ) -> Fault | None:
        value = answer.value
        if value is None:
            return None if answer.horizon else Fault(Law.VALUE, "an answer", "unknown")
        solved = self.solution(position)
        if solved is None:
            return None
        true = solved[position]
        declared = DECLARED[program]
        if declared.right_for is Ends.STUCK and not solved.who_cannot_move_has_lost:
            return None
        if declared.right_for is Ends.DECIDED and not solved.won_is_right:
            return None
        found = value_text(value)
        if declared.contract.kind is Kind.WON:
            expected = value_text(true.outcome is Outcome.WON)
        else:
            expected = true.outcome.value if declared.contract.tie is Tie.NONE else str(true)
        if found != expected:
            return Fault(Law.VALUE, expected, found)
        if declared.contract.kind is Kind.OUTCOME:
            return _move_fault(declared.contract, limits, answer.best, solved.best(position))
        if value is True and answer.best is not None and solved[answer.best].outcome is not Outcome.WON:
            return Fault(Law.MOVE, "a move that wins", str(answer.best))
        return None

    def solution(self, position: P) -> Solved[P] | None:
        """Who wins from a position, and all that follow it; None if that is not known."""
        if position not in self._solved:
            try:
                solved: Solved[P] | None = Solved(self.game, position, self._met, self._beyond)
            except (LimitError, ContractError):
                solved = None
                self._beyond.add(position)
            for met in solved.successors if solved else [position]:
                self._solved[met] = solved
        return self._solved[position]


def law_of_value(contract: Contract, limits: Limits) -> Law:
    """Which law the value of an answer is held against."""
    if limits.settings.order is not Order.GAME:
        return Law.ORDER
    windowed = limits.alpha > -INFINITY or limits.beta < INFINITY
    return Law.WINDOW if contract.window and windowed else Law.VALUE


def kept(contract: Contract, value: Number, true: Number, limits: Limits, evaluated: bool) -> bool:
    """Whether a value is what the contract promises where V(P) is `true`.

    `evaluated` says that the root itself was evaluated.
    """
    alpha, beta = limits.alpha, limits.beta
    if not contract.window:
        if isinstance(value, float) and isinstance(true, float) and contract.kind is Kind.EXPECTATION:
            return math.isclose(value, true, rel_tol=1e-9, abs_tol=1e-9)
        return equal(value, true)
    if contract.kind is Kind.CLAMPED and not evaluated:
        return equal(value, lesser(greater(true, alpha), beta))
    if inside(contract, true, limits):
        return equal(value, true)
    if contract.kind is Kind.GOOD_ENOUGH:
        if less(true, alpha):
            return less(value, alpha) and not less(value, true)
        return less(beta, value) and not less(true, value)
    if not less(alpha, true):
        return not less(value, true) and not less(alpha, value)
    return not less(value, beta) and not less(true, value)


def inside(contract: Contract, true: Number, limits: Limits) -> bool:
    """Whether the contract promises V(P) itself, and a best move."""
    if not contract.window:
        return True
    alpha, beta = limits.alpha, limits.beta
    if contract.kind is Kind.GOOD_ENOUGH:
        return not less(true, alpha) and not less(beta, true)
    above = less(alpha, true) or alpha == -INFINITY
    return above and (less(true, beta) or beta == INFINITY)


def promised(contract: Contract, true: Number, limits: Limits) -> str:
    """What the contract promises where V(P) is `true`, in words."""
    text = number_text(true)
    alpha, beta = number_text(limits.alpha), number_text(limits.beta)
    if inside(contract, true, limits):
        return text
    low = not less(limits.alpha, true)
    if contract.kind is Kind.CLAMPED:
        return alpha if low else beta
    if contract.kind is Kind.GOOD_ENOUGH:
        return f"{text} or more, below {alpha}" if low else f"{text} or less, above {beta}"
    return f"from {text} to {alpha}" if low else f"from {beta} to {text}"


def _move_fault(contract: Contract, limits: Limits, move: P | None, best: list[P]) -> Fault | None:
    if contract.tie is Tie.NONE or (move is None and not best):
        return None
    right = best
    if limits.settings.order is Order.GAME:
        if contract.tie is Tie.FIRST:
            right = best[:1]
        elif contract.tie is Tie.LAST:
            right = best[-1:]
    if move in right:
        return None
    expected = " or ".join(map(str, right)) or "none"
    return Fault(Law.MOVE, expected, "none" if move is None else str(move))


def twin_difference(
    prolog: Answer[P] | ContractError, other: Answer[P] | ContractError
) -> tuple[str, str, str] | None:
    """The first thing in which twins differ, and what each says; None where they agree."""
    ours, theirs = twin_facts(prolog), twin_facts(other)
    for name in {**ours, **theirs}:
        one, another = ours.get(name, "no fault"), theirs.get(name, "no fault")
        if one != another:
            return name, one, another
    return None


def twin_facts(answer: Answer[P] | ContractError) -> dict[str, str]:
    """What twins must have in common, each by its name."""
    if isinstance(answer, ContractError):
        return {"fault": str(answer)}
    facts = {"value": value_text(answer.value)}
    if not isinstance(answer.value, bool):
        facts["best"] = "none" if answer.best is None else str(answer.best)
    facts |= {"nodes": str(answer.nodes), "leaves": str(answer.leaves), "hits": str(answer.hits)}
    return facts | {"horizon": str(answer.horizon), "depth": str(answer.reached)}


# Leaves


def has_leaves_law(program: Program, limits: Limits) -> bool:
    """Whether another program bounds its leaves, in this order of moves: a random one is another for each."""
    return DECLARED[program].leaves_within is not None and limits.settings.order is not Order.RANDOM


def leaves_fault(
    game: Game[P], program: Program, position: P, limits: Limits, twin: Twin | None = None
) -> Fault | None:
    """The first leaf that the program evaluates and the one that bounds it does not, as a fault, or None.

    Stockman's theorem, as I. Roizen and J. Pearl state it: SSS* evaluates no leaf that alpha-beta, with
    cut-offs at equal values and the same order of moves, does not evaluate, if ties go to the leftmost
    position. That is so where values lie strictly between alpha-beta's first bounds, -inf and inf: it also
    cuts where they are met.

    `twin` stands in for the program. Where values are infinite, or one of the two meets a fault of the
    game, there is nothing to compare.
    """
    other = DECLARED[program].leaves_within
    assert other is not None
    low, high = extremes(game, position, limits.depth, INFINITY)
    if low == -INFINITY or high == INFINITY:
        return None
    try:
        mine = run(program, game, position, limits, record_leaves=True, twin=twin)
        theirs = run(Program(other), game, position, limits, record_leaves=True)
    except ContractError:
        return None
    if not (mine.complete and theirs.complete):
        return None
    bound = set(theirs.evaluated or ())
    beyond = next((leaf for leaf in mine.evaluated or () if leaf not in bound), None)
    if beyond is None:
        return None
    return Fault(Law.LEAVES, f"leaves that {other} evaluates", str(beyond))
