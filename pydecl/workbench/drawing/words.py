"""What stands in a picture of a search, in short words.

>>> bound_text(-INFINITY), bound_text(4), bound_text(-2 / 35)
('-∞', '4', '-0.0571')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number, brief_text, counted
from pydecl.tracing.captions import COLOURS, brief_value
from pydecl.tracing.events import Bound, Event, Kind, Naming, Reach, Turn, named
from pydecl.tracing.names import LONGEST, elided
from pydecl.workbench.drawing.search_tree import Cut, SearchTree, Visit

MOST_NAMED = 4
"""How many skipped successors are named: more are counted."""

MOVERS = {Turn.MAX: "MAX", Turn.MIN: "MIN", Turn.CHANCE: "chance", None: "-"}


def bound_text(bound: Number) -> str:
    """A bound of a window."""
    if bound in (INFINITY, -INFINITY):
        return "∞" if bound == INFINITY else "-∞"
    return brief_text(bound)


@dataclass
class Words:
    """The words about one search; `positions` writes a position by its number, `naming` says whose words.

    >>> words = Words(str, Naming.NEGAMAX)
    >>> node = Visit(1, 0, 0, Turn.MIN, (2, INFINITY), value=4)
    >>> words.window(node), words.value(node), words.mover(Turn.MIN)
    ('[-∞, -2]', '-4', 'MIN')
    """

    positions: Callable[[int], str | None]
    naming: Naming = Naming.TEXTBOOK

    legend: ClassVar[str] = "order [alpha, beta] above · bold: backed up, plain: static · thick: best"

    def mover(self, turn: Turn | None) -> str:
        """Who is to move."""
        by_colour = turn in COLOURS and self.naming is Naming.LECTURE003
        return COLOURS[turn] if turn and by_colour else MOVERS[turn]

    def position(self, number: int) -> str:
        """A position in full."""
        return self.positions(number) or "?"

    def name(self, visit: Visit) -> str:
        """What a node is called; else its position, in a line."""
        return visit.name or elided(" ".join(self.position(visit.number).split()))

    def value(self, visit: Visit) -> str:
        """A node's value; for one that was never left, what is known of it."""
        if visit.failed or visit.omitted:
            return "fails" if visit.failed else "…"
        if visit.end is not None:
            winner = self.mover(Turn.MAX if visit.end.outcome is Outcome.WON else Turn.MIN)
            return f"{winner} wins in {visit.end.plies}" if visit.end.plies else f"{winner} has won"
        value = visit.static if visit.value is None else visit.value
        return "?" if value is None else brief_value(self._named(visit.mover, value=value).value)

    def is_bold(self, visit: Visit) -> bool:
        """Whether the value was backed up."""
        return visit.static is None and not visit.is_hit

    def order(self, visit: Visit) -> str:
        """A node's place in the order of visits."""
        return f"{visit.order:,}"

    def window(self, visit: Visit) -> str:
        """The window that was passed to a node; empty if the program has none."""
        if visit.window is None:
            return ""
        seen = self._named(visit.mover, alpha=visit.window[0], beta=visit.window[1])
        assert seen.alpha is not None
        assert seen.beta is not None
        return f"[{bound_text(seen.alpha)}, {bound_text(seen.beta)}]"

    def _named(self, mover: Turn | None, **about: Any) -> Event:
        return named(Event(1, Kind.CUT, 0, mover=mover, **about), self.naming)

    def skipped(self, cut: Cut) -> str:
        """What was not entered."""
        names = cut.names or [" ".join(self.position(number).split()) for number in cut.skipped]
        if len(names) > MOST_NAMED or len(", ".join(names)) > LONGEST:
            return f"{len(names):,} successor{'s' * (len(names) > 1)}"
        return ", ".join(names)

    def reason(self, cut: Cut) -> str:
        """Which bound was met, and where it comes from."""
        if cut.bound is None:
            return "without a bound"
        mover = Turn.MAX if cut.bound is Bound.BETA else Turn.MIN
        seen = self._named(mover, bound=cut.bound, value=cut.value)
        assert seen.bound is not None
        bound = f"{seen.bound.value} {brief_value(seen.value)}"
        if cut.by is None:
            return f"{bound} was given"
        return f"{bound} is from {self.name(cut.by)} ({'deep' if cut.reach is Reach.DEEP else 'shallow'})"

    def summary(self, tree: SearchTree) -> str:
        """The picture in a sentence or two, for those who do not see it."""
        visits = [visit for visit in tree.visits() if not visit.omitted]
        cuts = [visit.cut for visit in visits if visit.cut is not None]
        told = f"{counted(len(visits), 'node')} shown, {counted(len(cuts), 'cut')}"
        line = ", ".join(map(self.name, tree.variation()))
        return f"Value {self.value(tree.root)}; {told}. Best variation: {line}."


def notes(tree: SearchTree) -> list[str]:
    """What a reader must know of a picture that does not show everything."""
    found = []
    hidden = sum(visit.hidden + visit.omitted for visit in tree.visits())
    if hidden:
        found.append(f"{counted(hidden, 'more node')}: --nodes N draws up to N")
    if tree.is_cut_short:
        found.append("the search, or what was kept of it, ended before its answer")
    return found
