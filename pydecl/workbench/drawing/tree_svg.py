"""A search tree as SVG, still or in motion.

MAX is a rectangle and blue, MIN round at its sides and orange, chance six-sided and green. Above each node
stand its place in the order of visits and the window that it was given, in it the position and the value:
bold if it was backed up, plain if it is static. A bar lies across the edge to what was not entered, and a
thin line leads to the ancestor whose bound was met. The best variation is drawn with thick lines.

In motion each part appears when the search came to it, as a style sheet says: a node when it is entered, with
its window; its value when it is left; a bar, with its reason, when the rest is cut. A pointer moves to the
node that the search is at. Then the whole picture stands still for a while, and all begins again; whoever
wants no motion, or prints, sees the whole picture.

>>> from pydecl.api.drawing import draw
>>> picture = draw("lecture19", animated=True)
>>> str(picture).count("@keyframes")
20
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydecl.tracing.events import Turn
from pydecl.workbench.drawing import svg
from pydecl.workbench.drawing.layout import placed
from pydecl.workbench.drawing.search_tree import Cut, SearchTree, Visit
from pydecl.workbench.drawing.svg import (
    ABOVE,
    GAP,
    HEIGHT,
    MARGIN,
    PADDING,
    SIZE,
    SMALL,
    Markup,
    Sample,
    Shape,
    behind,
    centred,
    element,
    heading,
    heading_width,
    legend,
    legend_width,
    outline,
    rules,
    two_lines,
    width_of,
)
from pydecl.workbench.drawing.words import Words, notes

STUB_HEIGHT = 20.0
"""How high a box is that stands for those that were not entered."""

PAGE = 1400.0, 990.0
"""How wide and high a page is, A4 across: then its smallest letters are 2 mm high."""

LAYER = 104.0
"""From one row to the next."""

SHAPES = {
    Turn.MAX: Shape.BOX,
    Turn.MIN: Shape.ROUND,
    Turn.CHANCE: Shape.SIX_SIDED,
    None: Shape.SOFT,
}

CLASSES = {Turn.MAX: "max", Turn.MIN: "min", Turn.CHANCE: "chance", None: "nobody"}


@dataclass(frozen=True, slots=True)
class Skipped:
    """What stands in the picture for the successors that a node did not enter."""

    cut: Cut
    parent: Visit


_Drawn = Visit | Skipped


def tree_svg(tree: SearchTree, words: Words, title: str) -> str:
    """The picture as a text; `tree` may be folded before: see `search_tree.folded`."""
    return pictures_svg([TreePicture(tree, words, title)], title)


def pictures_svg(
    pictures: Sequence[TreePicture], title: str, *, kind: str = "tree", style: str = rules("tree")
) -> str:
    """Pictures of trees below each other."""
    high = 0.0
    for one in pictures:
        one.move(high)
        high += one.high
    wide = max(one.wide for one in pictures)
    parts = [part for one in pictures for part in one.parts()]
    return svg.document(
        [element("rect", class_="page", width=wide, height=high), *parts],
        kind,
        box=(wide, high),
        title=title,
        summary=" ".join(one.words.summary(one.tree) for one in pictures),
        style=style,
    )


def is_on_page(tree: SearchTree, words: Words) -> bool:
    """Whether the picture of a tree whose nodes are named is no larger than a page."""
    drawn = TreePicture(tree, words, "")
    return drawn.wide <= PAGE[0] and drawn.high <= PAGE[1]


class TreePicture:
    """One picture: where everything stands, then its parts from behind to the front."""

    def __init__(self, tree: SearchTree, words: Words, title: str) -> None:
        self.tree, self.words, self.title, self.begin = tree, words, title, 0.0
        self.notes = notes(tree)
        self.stubs = {
            visit: Skipped(visit.cut, visit) for visit in tree.visits() if visit.cut and visit.cut.skipped
        }
        self.boxes = {visit: self._box(visit) for visit in tree.visits()}
        slots: dict[_Drawn, float] = {
            **{visit: self._slot(visit) for visit in self.boxes},
            **{stub: self._stub_slot(stub) for stub in self.stubs.values()},
        }
        root: _Drawn = tree.root
        self.x = placed(root, self._children, slots.__getitem__, GAP)
        left = min(self.x[one] - slots[one] / 2 for one in self.x)
        self.top = MARGIN + (3 * SIZE if title else 0.0) + SMALL * 1.6 * len(self.notes)
        self.x = {one: x - left + MARGIN for one, x in self.x.items()}
        depth = max(visit.ply for visit in self.boxes) - tree.root.ply
        depth += any(visit.ply - tree.root.ply == depth for visit in self.stubs)
        self.wide = max(
            *(self.x[one] + slots[one] / 2 + MARGIN for one in self.x),
            heading_width(title, self.notes),
            legend_width(self._movers(), words.legend),
        )
        self.bottom = self.top + LAYER * depth + HEIGHT + 2.6 * SMALL
        self.high = self.bottom + MARGIN + HEIGHT

    def move(self, down: float) -> None:
        """Let all of it begin so much further down."""
        self.begin += down
        self.top += down
        self.bottom += down

    # Sizes

    def _box(self, visit: Visit) -> float:
        """How wide a node is."""
        return width_of(self.words.name(visit), self.words.value(visit))

    def _slot(self, visit: Visit) -> float:
        """How wide a node is with what stands above and below it."""
        return max(self.boxes[visit], svg.width(self._above(visit), SMALL), svg.width(_hidden(visit), SMALL))

    def _stub_slot(self, stub: Skipped) -> float:
        return max(
            svg.width(self.words.skipped(stub.cut), SMALL) + PADDING,
            *(svg.width(line, SMALL) for line in self._reason(stub.cut)),
        )

    def _reason(self, cut: Cut) -> list[str]:
        """Why there was a cut, in two lines."""
        bound, is_from, source = self.words.reason(cut).partition(" is from ")
        return [bound, f"from {source}"] if is_from else [bound]

    def _above(self, visit: Visit) -> str:
        return f"{self.words.order(visit)} {self.words.window(visit)}".strip()

    def _children(self, one: _Drawn) -> list[_Drawn]:
        if isinstance(one, Skipped):
            return []
        return [*one.children, *([self.stubs[one]] if one in self.stubs else [])]

    def _y(self, visit: Visit) -> float:
        """The upper edge of a node."""
        return self.top + LAYER * (visit.ply - self.tree.root.ply)

    # Parts

    def parts(self) -> list[Markup]:
        line = set(self.tree.variation()) if self.tree.root.best else set()
        return [
            *heading(self.title, self.notes, self.begin + MARGIN + SIZE),
            *(part for one in self.boxes for child in one.children for part in self._edge(one, child, line)),
            *(part for stub in self.stubs.values() for part in self._skipped(stub)),
            *(self._node(visit, visit in line) for visit in self.boxes),
            *legend(self._movers(), self.words.legend, self.bottom + MARGIN / 2),
        ]

    def _edge(self, parent: Visit, child: Visit, line: set[Visit]) -> list[Markup]:
        class_ = "edge best" if parent in line and child in line else "edge"
        start, end = (self.x[parent], self._y(parent) + HEIGHT), (self.x[child], self._y(child))
        return [element("line", class_=class_, x1=start[0], y1=start[1], x2=end[0], y2=end[1])]

    def _outline(self, visit: Visit, *, is_thick: bool) -> Markup:
        class_ = f"{CLASSES[visit.mover]}{' line' if is_thick else ''}"
        return outline(SHAPES[visit.mover], class_, self.x[visit], self._y(visit), self.boxes[visit])

    def _value_class(self, visit: Visit) -> str | None:
        return "value" if self.words.is_bold(visit) else None

    def _node(self, visit: Visit, in_line: bool) -> Markup:
        x, y = self.x[visit], self._y(visit)
        value = self.words.value(visit)
        full = self.words.position(visit.number)
        parts = [
            element("title", f"{full}: {value}".rstrip(": ")),
            self._outline(visit, is_thick=in_line),
            *two_lines(self.words.name(visit), value, x, y, self._value_class(visit)),
        ]
        if above := self._above(visit):
            spans = [element("tspan", self.words.order(visit), class_="quiet")]
            if window := self.words.window(visit):
                spans.append(element("tspan", f" {window}"))
            middle = {"x": x, "y": y - ABOVE, "font_size": SMALL}
            parts.append(behind(above, x, y - ABOVE))
            parts.append(element("text", *spans, **middle, text_anchor="middle"))
        if below := _hidden(visit):
            under = y + HEIGHT + SMALL * 1.3
            parts += [behind(below, x, under), centred(below, x, under, SMALL, class_="quiet")]
        return element("g", *parts)

    def _skipped(self, stub: Skipped) -> Iterator[Markup]:
        """What was not entered, the bar across the way to it, the reason, and the line to its cause."""
        parent, said = stub.parent, self.words.skipped(stub.cut)
        x, y = self.x[stub], self._y(parent) + LAYER + (HEIGHT - STUB_HEIGHT) / 2 - 14
        start = self.x[parent], self._y(parent) + HEIGHT
        wide = svg.width(said, SMALL) + PADDING
        yield element("line", class_="edge", x1=start[0], y1=start[1], x2=x, y2=y, stroke_dasharray="3 3")
        if stub.cut.by is not None:
            yield self._source(stub.cut.by, x, y)
        yield _bar(start, (x, y))
        box = {"x": x - wide / 2, "y": y, "width": wide, "height": STUB_HEIGHT}
        yield element("rect", class_="skipped", **box, rx=4.0)
        yield centred(said, x, y + STUB_HEIGHT / 2 + SMALL * 0.36, SMALL, class_="quiet")
        for number, line in enumerate(self._reason(stub.cut), 1):
            below = y + STUB_HEIGHT + number * SMALL * 1.25 + 2
            yield centred(line, x, below, SMALL, class_="reason")

    def _source(self, ancestor: Visit, x: float, y: float) -> Markup:
        """The line from a cut to the node whose bound was met."""
        side = 1 if x >= self.x[ancestor] else -1
        to_x = self.x[ancestor] + side * self.boxes[ancestor] / 2
        to_y = self._y(ancestor) + HEIGHT / 2
        bend = side * max(30.0, abs(x - to_x) * 0.4)
        points = [(x, y), (x, y - LAYER * 0.7), (to_x + bend, to_y), (to_x, to_y)]
        start, *others = [f"{across:.1f} {down:.1f}" for across, down in points]
        path = f"M {start} C {' '.join(others)}"
        return element("path", class_="source", d=path)

    def _movers(self) -> list[Sample]:
        """Who moves in this tree, with the words for it."""
        there = {visit.mover for visit in self.boxes}
        return [(SHAPES[mover], CLASSES[mover], self.words.mover(mover)) for mover in Turn if mover in there]


def _hidden(visit: Visit) -> str:
    return f"+{visit.hidden:,} below" if visit.hidden else ""


def _bar(start: tuple[float, float], end: tuple[float, float]) -> Markup:
    """A short line across the middle of another one."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    dx, dy = -down / length * 10, across / length * 10
    return element("line", class_="bar", x1=x - dx, y1=y - dy, x2=x + dx, y2=y + dy)


# In motion

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
