"""What stands in a picture of a search, in short words.

>>> elided("a position with a long name", 12), bound_text(-INFINITY), bound_text(4)
('a position …', '-∞', '4')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydecl.drawing.search_tree import Cut, SearchTree, Visit
from pydecl.model.number import INFINITY, Number, number_text
from pydecl.tracing.captions import value_text
from pydecl.tracing.events import Reach, Turn

LONGEST = 22
"""The longest name of a position in a picture, in characters."""

MOST_NAMED = 4
"""How many skipped successors are named: more are counted."""

MOVERS = {Turn.MAX: "MAX", Turn.MIN: "MIN", Turn.CHANCE: "chance", None: "-"}


def elided(text: str, most: int = LONGEST) -> str:
    """A text, or its beginning and an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def bound_text(bound: Number) -> str:
    """A bound of a window."""
    if bound in (INFINITY, -INFINITY):
        return "∞" if bound == INFINITY else "-∞"
    return number_text(bound)


@dataclass(frozen=True)
class Words:
    """The words about one search; `positions` writes a position by its number."""

    positions: Callable[[int], str | None]

    def position(self, number: int) -> str:
        """A position in full."""
        return self.positions(number) or "?"

    def name(self, visit: Visit) -> str:
        """A node's position, in a line."""
        return elided(" ".join(self.position(visit.number).split()))

    def value(self, visit: Visit) -> str:
        """A node's value; for one that was never left, what is known of it."""
        if visit.failed:
            return "fails"
        if visit.value is not None:
            return value_text(visit.value)
        return "?" if visit.static is None else value_text(visit.static)

    def window(self, visit: Visit) -> str:
        """The window that was passed to a node; empty if the program has none."""
        if visit.window is None:
            return ""
        alpha, beta = visit.window
        return f"[{bound_text(alpha)}, {bound_text(beta)}]"

    def skipped(self, cut: Cut) -> str:
        """What was not entered."""
        names = [" ".join(self.position(number).split()) for number in cut.skipped]
        if len(names) > MOST_NAMED or len(", ".join(names)) > LONGEST:
            return f"{len(names):,} successor{'s' * (len(names) > 1)}"
        return ", ".join(names)

    def reason(self, cut: Cut) -> str:
        """Which bound was met, and where it comes from."""
        if cut.bound is None:
            return "without a bound"
        bound = f"{cut.bound.value} {value_text(cut.value)}"
        if cut.by is None:
            return f"{bound} was given"
        return f"{bound} is from {self.name(cut.by)} ({'deep' if cut.reach is Reach.DEEP else 'shallow'})"

    def summary(self, tree: SearchTree) -> str:
        """The picture in a sentence or two, for those who do not see it."""
        visits = list(tree.visits())
        cuts = [visit.cut for visit in visits if visit.cut is not None]
        counted = f"{_counted(len(visits), 'node')} shown, {_counted(len(cuts), 'cut')}"
        line = ", ".join(self.position(visit.number) for visit in tree.variation())
        return f"Value {self.value(tree.root)}; {counted}. Best variation: {line}."


def notes(tree: SearchTree) -> list[str]:
    """What a reader must know of a picture that does not show everything."""
    found = []
    hidden = sum(visit.hidden for visit in tree.visits())
    if hidden:
        found.append(f"{_counted(hidden, 'more node')} below: --nodes N shows more")
    if tree.is_cut_short:
        found.append("the search, or what was kept of it, ended before its answer")
    return found


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
