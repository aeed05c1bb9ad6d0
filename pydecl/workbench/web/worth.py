"""What a value means to somebody who plays: in words, in a few characters for the board, and as a rank.

Only what is certain is called a win, a loss or a draw; an estimate stays a number. Plies count the move
itself, so that what wins at once wins in 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number, number_text
from pydecl.model.program import Contract, Kind, Searched
from pydecl.model.result import Answer, End, Expectation, Settings, Solution

LONG = 100
"""From this denominator on a rational is written as a decimal."""

LEAST, MOST = -1e300, 1e300
"""Between them lies every rank."""

WINS = {Outcome.WON: "MAX wins", Outcome.LOST: "MIN wins", Outcome.DRAWN: "draws"}
SIGNS = {Outcome.WON: "▲", Outcome.LOST: "▼", Outcome.DRAWN: "="}
"""How an outcome is marked on the board; plies follow."""


@dataclass(frozen=True)
class Worth:
    """What a move is worth, for MAX: in words, in few characters, and as a number to compare it by.

    `final` says that no deeper search would say otherwise.
    """

    text: str
    label: str
    rank: float
    final: bool

    def to_json(self) -> dict[str, Any]:
        """The fields that a page reads."""
        return {"value": self.text, "label": self.label, "best": self.rank, "final": self.final}


def worth(answer: Answer[Any], contract: Contract, settings: Settings, plies: int = 1) -> Worth | None:
    """What a search found that began so many plies after the position at hand; None for nothing.

    >>> from pydecl.model.program import Tie
    >>> from pydecl.model.result import Status
    >>> ply = Contract(Kind.FAIL_SOFT, Tie.FIRST, window=True, searched=Searched.PLY)
    >>> for value in (997, -996, 0.25):
    ...     print(worth(Answer(Status.COMPLETE, value, None, 9, 5, True, 0.1), ply, Settings()))
    Worth(text='MAX wins in 4', label='▲4', rank=997.0, final=True)
    Worth(text='MIN wins in 5', label='▼5', rank=-996.0, final=True)
    Worth(text='+0.25', label='+.25', rank=0.25, final=False)
    """
    value = answer.value
    if not answer.complete or value is None:
        return None
    if isinstance(value, bool):
        return Worth("MAX wins" if value else "MAX does not win", "▲" if value else "–", float(value), True)
    if isinstance(value, Solution):
        return solved(value, plies)
    number: Number = value
    is_all = not answer.horizon and contract.kind is not Kind.ESTIMATE
    if contract.searched is Searched.PLY:
        if abs(rank(number)) > settings.win - settings.max_ply:
            outcome = Outcome.WON if number > 0 else Outcome.LOST
            found = solved(Solution(outcome, settings.win - round(abs(rank(number)))), plies)
            return Worth(found.text, found.label, rank(number), True)
        if is_all:  # a won or a lost end would have been worth more, or less
            said = "draws" if number == 0 else f"draws, {signed(number)}"
            return Worth(said, SIGNS[Outcome.DRAWN], rank(number), True)
    is_final = is_all and contract.searched in (Searched.TREE, Searched.PLY)
    return Worth(signed(number), short(number), rank(number), is_final)


def solved(solution: End, plies: int = 1) -> Worth:
    """What a solution means that is that of a position so many plies away.

    >>> solved(Solution(Outcome.LOST, 5)).text, solved(Solution(Outcome.DRAWN)).text
    ('MIN wins in 6', 'draws')
    >>> solved(Expectation(-0.5, -0.5))
    Worth(text='-0.5', label='-.50', rank=-0.5, final=True)
    """
    if isinstance(solution, Expectation):
        return Worth(signed(solution.value), short(solution.value), solution.value, True)
    outcome = solution.outcome
    away = 0 if solution.plies is None else solution.plies + plies
    told = "" if outcome is Outcome.DRAWN or solution.plies is None else str(away)
    text = WINS[outcome] + (f" in {told}" if told else "")
    near = {Outcome.WON: 1 - away / 1e6, Outcome.LOST: away / 1e6 - 1, Outcome.DRAWN: 0.0}[outcome]
    return Worth(text, SIGNS[outcome] + told, near, True)


def rank(value: Number) -> float:
    """A number near this one that is finite.

    >>> rank(7), rank(-INFINITY) == LEAST, rank(10**400) == MOST
    (7.0, True, True)
    """
    if value > MOST:
        return MOST
    return LEAST if value < LEAST else float(value)


def signed(value: Number) -> str:
    """A number with its sign, and no more digits than one wants to read.

    >>> signed(3), signed(0.0), signed(-2 / 35), signed(Fraction(1, 3)), signed(Fraction(1499, 3240))
    ('+3', '0', '-0.05714', '+1r3', '+0.4627')
    """
    is_long = isinstance(value, Fraction) and value.denominator >= LONG
    is_rounded = is_long or (isinstance(value, float) and isfinite(value))
    text = f"{float(value):.4g}" if is_rounded else number_text(value)
    return ("+" if value > 0 else "") + text


def short(value: Number) -> str:
    """The same in few characters.

    >>> [short(value) for value in (3, -2 / 35, Fraction(1, 3), 12345, -0.001, INFINITY)]
    ['+3', '-.06', '+.33', '+12k', '-0', '+∞']
    """
    if value in (INFINITY, -INFINITY):
        return "+∞" if value > 0 else "-∞"
    sign = "+" if value > 0 else "-" if value < 0 else ""
    size = rank(value) * (-1 if value < 0 else 1)
    if size >= 1e6:
        return f"{sign}{size:.0e}".replace("e+0", "e").replace("e+", "e")
    if size >= 10_000:
        return f"{sign}{size / 1000:.0f}k"
    if size >= 10 or size == int(size):
        return f"{sign}{size:.0f}"
    if size >= 1:
        return f"{sign}{size:.1f}"
    return f"{sign}{size:.2f}".replace("0.", ".").replace(".00", "0")
