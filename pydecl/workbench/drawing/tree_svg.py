"""A search tree as SVG.

MAX is a rectangle and blue, MIN round at its sides and orange, chance six-sided and green. Above each node
stand its place in the order of visits and the window that it was given, in it the position and the value:
bold if it was backed up, plain if it is static. A bar lies across the edge to what was not entered, and a
thin line leads to the ancestor whose bound was met. The best variation is drawn with thick lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pydecl.tracing.events import Turn
from pydecl.tracing.naming import Naming
from pydecl.workbench.drawing import svg
from pydecl.workbench.drawing.layout import placed
from pydecl.workbench.drawing.search_tree import Cut, SearchTree, Visit
from pydecl.workbench.drawing.svg import Markup, element
from pydecl.workbench.drawing.words import Words, notes

SIZE, SMALL = 13.0, 10.5
"""The sizes of a node's text, and of what stands beside it."""

HEIGHT, STUB_HEIGHT = 40.0, 20.0
"""How high a node is, and what stands for those that were not entered."""

PADDING, GAP, LAYER, MARGIN = 12.0, 14.0, 104.0, 24.0
"""Around a text, between two boxes, from one row to the next, around all."""

ABOVE = 7.0
"""Between a node and the baseline of what stands above it."""

STYLE = """
.page { fill: #ffffff }
text { fill: #1a1a1a }
.quiet { fill: #5c5c5c }
.value { font-weight: bold }
.edge { stroke: #8a8a8a; stroke-width: 1.2; fill: none }
.best { stroke: #1a1a1a; stroke-width: 3.2 }
.max { fill: #d9e8f6; stroke: #1f5f99; stroke-width: 1.4 }
.min { fill: #fde6cc; stroke: #a85300; stroke-width: 1.4 }
.chance { fill: #d8f0e4; stroke: #1a7a52; stroke-width: 1.4 }
.nobody { fill: #eeeeee; stroke: #5c5c5c; stroke-width: 1.4 }
.line { stroke-width: 3.2 }
.skipped { fill: #f2f2f2; stroke: #8a8a8a; stroke-dasharray: 3 3 }
.bar { stroke: #b3261e; stroke-width: 4; stroke-linecap: round }
.source { stroke: #b3261e; stroke-width: 1; stroke-dasharray: 2 3; fill: none; opacity: 0.75 }
.reason { fill: #b3261e }
@media (prefers-color-scheme: dark) {
  .page { fill: #16181c }
  text { fill: #ececec }
  .quiet { fill: #a8a8a8 }
  .edge { stroke: #7d7d7d }
  .best { stroke: #f2f2f2 }
  .max { fill: #17324a; stroke: #7db4e6 }
  .min { fill: #4a2c0c; stroke: #f0a45a }
  .chance { fill: #123d2a; stroke: #6fd0a3 }
  .nobody { fill: #2c2c2c; stroke: #a8a8a8 }
  .skipped { fill: #24262b; stroke: #8a8a8a }
  .bar, .source { stroke: #ff8a80 }
  .reason { fill: #ff8a80 }
}
"""

CLASSES = {Turn.MAX: "max", Turn.MIN: "min", Turn.CHANCE: "chance", None: "nobody"}


@dataclass(frozen=True, slots=True)
class _Skipped:
    """What stands in the picture for the successors that a node did not enter."""

    cut: Cut
    parent: Visit


_Drawn = Visit | _Skipped


def tree_svg(
    tree: SearchTree,
    positions: Callable[[int], str | None],
    title: str,
    naming: Naming = Naming.TEXTBOOK,
) -> str:
    """The picture as a text; `positions` writes a position by its number.

    `tree` may be folded before: see `search_tree.folded`.
    """
    return _Picture(tree, Words(positions, naming), title).text()


class _Picture:
    """One picture: where everything stands, then its parts from behind to the front."""

    def __init__(self, tree: SearchTree, words: Words, title: str) -> None:
        self.tree, self.words, self.title = tree, words, title
        self.notes = notes(tree)
        self.stubs = {
            visit: _Skipped(visit.cut, visit) for visit in tree.visits() if visit.cut and visit.cut.skipped
        }
        self.boxes = {visit: self._box(visit) for visit in tree.visits()}
        slots: dict[_Drawn, float] = {
            **{visit: self._slot(visit) for visit in self.boxes},
            **{stub: self._stub_slot(stub) for stub in self.stubs.values()},
        }
        root: _Drawn = tree.root
        self.x = placed(root, self._children, slots.__getitem__, GAP)
        left = min(self.x[one] - slots[one] / 2 for one in self.x)
        self.top = MARGIN + 3 * SIZE + SMALL * 1.6 * len(self.notes)
        self.x = {one: x - left + MARGIN for one, x in self.x.items()}
        depth = max(visit.ply for visit in self.boxes) - tree.root.ply
        depth += any(visit.ply - tree.root.ply == depth for visit in self.stubs)
        self.wide = max(
            *(self.x[one] + slots[one] / 2 + MARGIN for one in self.x),
            *(2 * MARGIN + svg.width(line, SIZE + 2) for line in (title, *self.notes)),
            2 * MARGIN + self._legend_width(),
        )
        self.bottom = self.top + LAYER * depth + HEIGHT + 2.6 * SMALL
        self.high = self.bottom + MARGIN + HEIGHT

    # Sizes

    def _box(self, visit: Visit) -> float:
        """How wide a node is."""
        widest = max(
            svg.width(self.words.name(visit), SIZE - 1), svg.width(self.words.value(visit), SIZE) * 1.05
        )
        return max(widest + 2 * PADDING, HEIGHT * 1.1)

    def _slot(self, visit: Visit) -> float:
        """How wide a node is with what stands above and below it."""
        return max(self.boxes[visit], svg.width(self._above(visit), SMALL), svg.width(_hidden(visit), SMALL))

    def _stub_slot(self, stub: _Skipped) -> float:
        return max(
            svg.width(self.words.skipped(stub.cut), SMALL) + PADDING,
            *(svg.width(line, SMALL) for line in self._reason(stub.cut)),
        )

    def _reason(self, cut: Cut) -> list[str]:
        """Why there was a cut, in two lines."""
        bound, is_from, source = self.words.reason(cut).partition(" is from ")
        return [bound, f"from {source}"] if is_from else [bound]

    def _above(self, visit: Visit) -> str:
        return f"{visit.order:,} {self.words.window(visit)}".strip()

    def _children(self, one: _Drawn) -> list[_Drawn]:
        if isinstance(one, _Skipped):
            return []
        return [*one.children, *([self.stubs[one]] if one in self.stubs else [])]

    def _y(self, visit: Visit) -> float:
        """The upper edge of a node."""
        return self.top + LAYER * (visit.ply - self.tree.root.ply)

    # Parts

    def text(self) -> str:
        line = set(self.tree.variation())
        parts = [
            element("rect", class_="page", width=self.wide, height=self.high),
            *self._heading(),
            *(self._edge(visit, child, line) for visit in self.boxes for child in visit.children),
            *(part for stub in self.stubs.values() for part in self._skipped(stub)),
            *(self._node(visit, visit in line) for visit in self.boxes),
            *self._legend(),
        ]
        return svg.document(
            parts,
            box=(self.wide, self.high),
            title=self.title,
            summary=self.words.summary(self.tree),
            style=STYLE,
        )

    def _heading(self) -> Iterator[Markup]:
        y = MARGIN + SIZE
        yield element("text", self.title, x=MARGIN, y=y, font_size=SIZE + 2, font_weight="bold")
        for note in self.notes:
            y += SMALL * 1.8
            yield element("text", note, class_="quiet", x=MARGIN, y=y, font_size=SMALL + 1)

    def _edge(self, parent: Visit, child: Visit, line: set[Visit]) -> Markup:
        is_best = parent in line and child in line
        return element(
            "line",
            class_="edge best" if is_best else "edge",
            x1=self.x[parent],
            y1=self._y(parent) + HEIGHT,
            x2=self.x[child],
            y2=self._y(child),
        )

    def _node(self, visit: Visit, in_line: bool) -> Markup:
        x, y, wide = self.x[visit], self._y(visit), self.boxes[visit]
        value = self.words.value(visit)
        is_static = visit.static is not None or visit.is_hit
        full = self.words.position(visit.number)
        above = [element("tspan", f"{visit.order:,}", class_="quiet")]
        if window := self.words.window(visit):
            above.append(element("tspan", f" {window}"))
        parts = [
            element("title", f"{full}: {value}"),
            _shape(visit.mover, x, y, wide, in_line),
            _middle(self.words.name(visit), x, y + 16, SIZE - 1),
            _middle(value, x, y + 33, SIZE, class_=None if is_static else "value"),
            self._behind(self._above(visit), x, y - ABOVE),
            element(
                "text",
                *above,
                x=x,
                y=y - ABOVE,
                font_size=SMALL,
                text_anchor="middle",
            ),
        ]
        if below := _hidden(visit):
            parts.append(_middle(below, x, y + HEIGHT + SMALL * 1.3, SMALL, class_="quiet"))
        return element("g", *parts)

    def _behind(self, words: str, x: float, y: float) -> Markup:
        """The page again, behind words that stand across an edge."""
        wide = svg.width(words, SMALL) + 4
        return element("rect", class_="page", x=x - wide / 2, y=y - SMALL, width=wide, height=SMALL * 1.25)

    def _skipped(self, stub: _Skipped) -> Iterator[Markup]:
        """What was not entered, the bar across the way to it, the reason, and the line to its cause."""
        parent, said = stub.parent, self.words.skipped(stub.cut)
        x, y = self.x[stub], self._y(parent) + LAYER + (HEIGHT - STUB_HEIGHT) / 2 - 14
        start = self.x[parent], self._y(parent) + HEIGHT
        wide = svg.width(said, SMALL) + PADDING
        yield element("line", class_="edge", x1=start[0], y1=start[1], x2=x, y2=y, stroke_dasharray="3 3")
        if stub.cut.by is not None:
            yield self._source(stub.cut.by, x, y)
        yield _bar(start, (x, y))
        yield element(
            "rect",
            class_="skipped",
            x=x - wide / 2,
            y=y,
            width=wide,
            height=STUB_HEIGHT,
            rx=4.0,
        )
        yield _middle(said, x, y + STUB_HEIGHT / 2 + SMALL * 0.36, SMALL, class_="quiet")
        for number, line in enumerate(self._reason(stub.cut), 1):
            below = y + STUB_HEIGHT + number * SMALL * 1.25 + 2
            yield _middle(line, x, below, SMALL, class_="reason")

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

    def _legend(self) -> Iterator[Markup]:
        x, y = MARGIN, self.bottom + MARGIN / 2
        for mover, word in self._movers():
            wide = svg.width(word, SMALL) + 2 * PADDING
            yield _shape(mover, x + wide / 2, y, wide, False, 20.0)
            yield _middle(word, x + wide / 2, y + 14, SMALL)
            x += wide + GAP
        yield element("text", _LEGEND, class_="quiet", x=x, y=y + 14, font_size=SMALL)

    def _legend_width(self) -> float:
        shapes = sum(svg.width(word, SMALL) + 2 * PADDING + GAP for _, word in self._movers())
        return shapes + svg.width(_LEGEND, SMALL)

    def _movers(self) -> list[tuple[Turn | None, str]]:
        """Who moves in this tree, and the words for it."""
        there = {visit.mover for visit in self.boxes}
        return [(mover, self.words.mover(mover)) for mover in Turn if mover in there]


_LEGEND = "order [alpha, beta] above · bold: backed up, plain: static · thick: best"


def _hidden(visit: Visit) -> str:
    return f"+{visit.hidden:,} below" if visit.hidden else ""


def _middle(words: str, x: float, y: float, size: float, class_: str | None = None) -> Markup:
    return element("text", words, class_=class_, x=x, y=y, font_size=size, text_anchor="middle")


def _shape(
    mover: Turn | None, x: float, y: float, wide: float, in_line: bool, high: float = HEIGHT
) -> Markup:
    class_ = f"{CLASSES[mover]}{' line' if in_line else ''}"
    left, right, middle = x - wide / 2, x + wide / 2, y + high / 2
    if mover is Turn.CHANCE:
        corner = min(10.0, wide / 4)
        points = [(left, middle), (left + corner, y), (right - corner, y)]
        points += [(right, middle), (right - corner, y + high), (left + corner, y + high)]
        return element("polygon", class_=class_, points=" ".join(f"{a:.1f},{b:.1f}" for a, b in points))
    rounded = {Turn.MAX: 0.0, Turn.MIN: high / 2, None: 6.0}[mover]
    return element("rect", class_=class_, x=left, y=y, width=wide, height=high, rx=rounded)


def _bar(start: tuple[float, float], end: tuple[float, float]) -> Markup:
    """A short line across the middle of another one."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    dx, dy = -down / length * 10, across / length * 10
    return element("line", class_="bar", x1=x - dx, y1=y - dy, x2=x + dx, y2=y + dy)
