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

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pydecl.workbench.drawing.search_tree import SearchTree, Visit
from pydecl.workbench.drawing.svg import HEIGHT, Markup, element, rules
from pydecl.workbench.drawing.tree_svg import Skipped, TreePicture, pictures_svg
from pydecl.workbench.drawing.words import Words

STEP, LONGEST = 0.6, 30.0
"""How many seconds a step takes, and all of them at the most."""

REST = 4.0
"""How many seconds the whole picture is shown before all begins again."""


def tree_animation(tree: SearchTree, words: Words, title: str) -> str:
    """The picture in motion, as a text."""
    picture = _Moving(tree, words, title)
    return pictures_svg([picture], title, style=picture.style())


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
                rules("motion").rstrip(),
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


class _Moving(TreePicture):
    """The picture of a tree, each part in the class of the step at which it appears."""

    def __init__(self, tree: SearchTree, words: Words, title: str) -> None:
        super().__init__(tree, words, title)
        self.schedule = Schedule.of(tree)

    def style(self) -> str:
        """What moves the parts, and the pointer to the left of the nodes."""
        places = {
            visit: (self.x[visit] - wide / 2, self._y(visit) + HEIGHT / 2)
            for visit, wide in self.boxes.items()
        }
        return rules("tree") + self.schedule.style(places)

    def parts(self) -> list[Markup]:
        return [*super().parts(), element("path", class_="pointer", d="M -16 -8 L -4 0 L -16 8 Z")]

    def _edge(self, parent: Visit, child: Visit, line: set[Visit]) -> list[Markup]:
        edges = [_at(self.schedule.entered[child], *super()._edge(parent, child, set()))]
        if {parent, child} <= line:
            edges.append(_at(self.schedule.end, *super()._edge(parent, child, line)))
        return edges

    def _value_class(self, visit: Visit) -> str:
        return f"{super()._value_class(visit) or ''} at{self.schedule.left[visit]}".lstrip()

    def _node(self, visit: Visit, in_line: bool) -> Markup:
        node = _at(self.schedule.entered[visit], super()._node(visit, in_line=False))
        if not in_line:
            return node
        return Markup(_at(self.schedule.end, self._outline(visit, is_thick=True)) + node)

    def _skipped(self, stub: Skipped) -> Iterator[Markup]:
        yield _at(self.schedule.left[stub.parent], *super()._skipped(stub))


def _at(step: int, *parts: Markup) -> Markup:
    """Parts that appear at a step."""
    return element("g", *parts, class_=f"at{step}")
