"""A search tree's picture in motion: each part appears when the search came to it, as a style sheet says.

A node appears when it is entered, with its window; its value when it is left; a bar, with its reason, when
the rest is cut. A pointer moves to the node that the search is at. Then the whole picture stands still for a
while, and all begins again; whoever wants no motion, or prints, sees the whole picture.

>>> from pydecl.api.drawing import draw
>>> picture = draw("lecture19", animated=True)
>>> str(picture).count("@keyframes")
20
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydecl.workbench.drawing.search_tree import SearchTree, Visit

STEP, LONGEST = 0.6, 30.0
"""How many seconds a step takes, and all of them at the most."""

REST = 4.0
"""How many seconds the whole picture is shown before all begins again."""

POINTER = """
.pointer { fill: #1f5f99; opacity: 0 }
@media (prefers-color-scheme: dark) {
  .pointer { fill: #7db4e6 }
}
"""
"""The pointer is seen in motion only."""


@dataclass(slots=True)
class Schedule:
    """The steps of a search, from 1: when each node is entered and left, and at which node each step is."""

    entered: dict[Visit, int] = field(default_factory=dict)
    left: dict[Visit, int] = field(default_factory=dict)
    at: list[Visit] = field(default_factory=list)

    @classmethod
    def of(cls, tree: SearchTree) -> Schedule:
        """Depth first, as the search went; an inner node is left in a step of its own."""
        schedule = cls()
        todo = [(tree.root, False)]
        while todo:
            visit, is_left = todo.pop()
            schedule.at.append(visit)
            schedule.left[visit] = len(schedule.at)
            if is_left:
                continue
            schedule.entered[visit] = len(schedule.at)
            if visit.children or visit.cut:
                todo.append((visit, True))
                todo += ((child, False) for child in reversed(visit.children))
        return schedule

    @property
    def end(self) -> int:
        """The step at which the best variation appears, after all others."""
        return len(self.at) + 1

    def style(self, places: Mapping[Visit, tuple[float, float]]) -> str:
        """The style sheet: `.at7` appears at step 7, `.pointer` moves to the `places` of the nodes."""
        seconds = min(STEP, LONGEST / self.end)
        total = self.end * seconds + REST
        name = f"of-{self.end}"

        def percent(step: float) -> str:
            return f"{100 * step * seconds / total:.2f}%"

        used = sorted({*self.entered.values(), *self.left.values(), self.end})
        moves = [
            f"{percent(step - 0.5)}, {percent(step)} {{ transform: translate({x:.1f}px, {y:.1f}px) }}"
            for step, (x, y) in enumerate(map(places.__getitem__, self.at), 1)
        ]
        shown = f"0%, {percent(self.end - 1)} {{ opacity: 1 }} {percent(self.end)}, 100% {{ opacity: 0 }}"
        return "\n".join(
            [
                POINTER.rstrip(),
                "@media screen and (prefers-reduced-motion: no-preference) {",
                *(f"  .at{step} {{ animation: step-{step}-{name} {total:.1f}s infinite }}" for step in used),
                f"  .pointer {{ animation: move-{name} {total:.1f}s infinite, "
                f"shown-{name} {total:.1f}s infinite }}",
                "}",
                *(
                    f"@keyframes step-{step}-{name} {{ 0%, {percent(step - 1)} {{ opacity: 0 }} "
                    f"{percent(step - 0.5)}, 100% {{ opacity: 1 }} }}"
                    for step in used
                ),
                f"@keyframes move-{name} {{ {' '.join(moves)} }}",
                f"@keyframes shown-{name} {{ {shown} }}",
                "",
            ]
        )
