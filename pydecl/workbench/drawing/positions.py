"""Solved positions as a graph: who wins, in how many plies, and which moves keep that.

As SVG, a position that MAX wins is a rectangle and blue, one that MIN wins round at its sides and orange, a
drawn one six-sided and grey. Drawn positions stand above, by their distance from the start; below them those
that are decided, the nearer to their end the lower, so that the winner's shortest way always leads down.
Moves are arrows: thick if they keep the outcome, dashed if they throw it away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.model.game import Outcome, Player
from pydecl.model.result import Solution
from pydecl.model.solved import Solved
from pydecl.solving.solver import position_for, position_of
from pydecl.tracing.names import elided
from pydecl.workbench.drawing import svg
from pydecl.workbench.drawing.layout import layered
from pydecl.workbench.drawing.svg import (
    ABOVE,
    GAP,
    HEIGHT,
    MARGIN,
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
    two_lines,
    width_of,
)
from pydecl.workbench.drawing.tree_formats import quoted

OUTCOMES = {Outcome.WON: "MAX wins", Outcome.LOST: "MIN wins", Outcome.DRAWN: "drawn"}

LEGEND = "plies to the end · thick: moves that keep the outcome"


@dataclass(slots=True, eq=False)
class Place:
    """A position; `moves` are to those that are shown, `elsewhere` counts the others.

    `distance` is how many moves away from a start it is.
    """

    name: str
    mover: Player
    solution: Solution
    distance: int
    moves: list[tuple[str, Place]] = field(default_factory=list)
    elsewhere: int = 0

    @property
    def title(self) -> str:
        """The position in a line."""
        return elided(" ".join(self.name.split()))

    @property
    def outcome(self) -> str:
        """Who wins and when; for an end, who has won."""
        outcome, plies = self.solution.outcome, self.solution.plies
        if not self.moves and not self.elsewhere:
            return {Outcome.WON: "MAX won", Outcome.LOST: "MIN won", Outcome.DRAWN: "drawn"}[outcome]
        return OUTCOMES[outcome] if plies is None else f"{OUTCOMES[outcome]} in {plies}"

    @property
    def above(self) -> str:
        """Who moves, and to where else."""
        if not self.moves and not self.elsewhere:
            return "the end"
        more = f", +{self.elsewhere} moves" if self.elsewhere else ""
        return f"{self.mover.value.upper()} to move{more}"

    def keeps(self, other: Place) -> bool:
        """Whether a move to another position keeps the outcome."""
        return self.solution.outcome is other.solution.outcome


@dataclass(frozen=True, slots=True)
class SolvedGraph:
    """The positions that are shown, of `total`."""

    title: str
    places: Sequence[Place]
    total: int

    @property
    def notes(self) -> list[str]:
        """What a reader must know of a picture that does not show everything."""
        hidden = self.total - len(self.places)
        positions = "position" if hidden == 1 else "positions"
        return [f"{hidden:,} more {positions}: --nodes N shows more"] if hidden else []


def positions_text(graph: SolvedGraph) -> str:
    """One line a position: what it is worth, and its moves; those that keep the outcome have a star."""
    lines = [f"{place.title}  {place.above}  {place.outcome}{_moves(place)}" for place in graph.places]
    told = [graph.title, *(f"note: {note}" for note in graph.notes), "", *lines, ""]
    return "\n".join([*told, "After the arrow, where the moves lead; * keeps the outcome."])


def _moves(place: Place) -> str:
    if not place.moves:
        return ""
    return "  → " + ", ".join(
        f"{'* ' if place.keeps(other) else ''}{other.title}" for _, other in place.moves
    )


DOT_SHAPES = {
    Outcome.WON: 'shape=box, fillcolor="#d9e8f6", color="#1f5f99"',
    Outcome.LOST: 'shape=oval, fillcolor="#fde6cc", color="#a85300"',
    Outcome.DRAWN: 'shape=hexagon, fillcolor="#eeeeee", color="#5c5c5c"',
}


def positions_dot(graph: SolvedGraph) -> str:
    """The graph for Graphviz."""
    return "\n".join(_dot(graph)) + "\n"


def _dot(graph: SolvedGraph) -> Iterator[str]:
    numbers = {place: number for number, place in enumerate(graph.places, 1)}
    label = quoted("\n".join([graph.title, *graph.notes]))
    yield "digraph positions {"
    yield f"  graph [label={label}, labelloc=t, fontname=monospace]"
    yield '  node [style=filled, fontname=monospace, margin="0.08,0.04"]'
    yield "  edge [fontname=monospace, fontsize=9]"
    for place, number in numbers.items():
        words = quoted(f"{place.title}\n{place.above}\n{place.outcome}")
        yield f"  n{number} [label={words}, {DOT_SHAPES[place.solution.outcome]}]"
        for move, other in place.moves:
            wide = ", penwidth=2.5" if place.keeps(other) else ", style=dashed"
            yield f"  n{number} -> n{numbers[other]} [label={quoted(elided(move))}{wide}]"
    yield "}"


def solved_graph(
    game: SessionGame, solved: Solved[Any], most: int, in_time: Callable[[], None]
) -> SolvedGraph:
    """The positions nearest to the start, so many at the most, and the moves between them.

    `in_time` is called at each, and raises what ends it.
    """
    numbers = {position: number for number, position in enumerate(solved.positions)}
    starts = [position_for(game, solved.engine, term) for term in game.initial()]
    row = list(dict.fromkeys(one for one in starts if one in numbers))[:most] or [solved.positions[0]]
    places: dict[Any, Place] = {}
    legal: dict[Any, list[tuple[Any, Any]]] = {}
    distance = 0
    while row:
        terms = [position_of(game, solved.engine, position) for position in row]
        game.expand(terms)
        for position, term in zip(row, terms, strict=True):
            in_time()
            number = numbers[position]
            name = game.format_position(term)
            places[position] = Place(name, solved.players[number], solved.solutions[number], distance)
            legal[position] = [
                (move, position_for(game, solved.engine, successor))
                for move, successor in game.successors(term)
            ]
        found = dict.fromkeys(other for position in row for _, other in legal[position])
        row = [one for one in found if one not in places][: most - len(places)]
        distance += 1
    for position, place in places.items():
        for move, other in legal[position]:
            if other in places:
                written = places[other].name if move is None else game.write(move)
                place.moves.append((written, places[other]))
            else:
                place.elsewhere += 1
    return SolvedGraph(f"{game.name}, solved", list(places.values()), len(solved.positions))


LAYER, WIDEST = 110.0, 14
"""From one row to the next, and how many positions stand in a row at the most."""

LOOP = 26.0
"""How far a move to the same row, or to the same position, bends."""

SHAPES = {Outcome.WON: Shape.BOX, Outcome.LOST: Shape.ROUND, Outcome.DRAWN: Shape.SIX_SIDED}

SAMPLES: list[Sample] = [(shape, one.value, OUTCOMES[one]) for one, shape in SHAPES.items()]

Point = tuple[float, float]


def positions_svg(graph: SolvedGraph) -> str:
    """The picture."""
    return _Picture(graph).text()


def rows_of(graph: SolvedGraph) -> list[list[Place]]:
    """The rows from above: drawn positions by their distance from the start, then others by their plies."""
    levels: dict[tuple[bool, int], list[Place]] = defaultdict(list)
    for place in graph.places:
        plies = place.solution.plies
        is_decided = place.solution.outcome is not Outcome.DRAWN and plies is not None
        levels[is_decided, -(plies or 0) if is_decided else place.distance].append(place)
    return [
        level[start : start + WIDEST]
        for _, level in sorted(levels.items(), key=lambda item: item[0])
        for start in range(0, len(level), WIDEST)
    ]


class _Picture:
    """One picture: where everything stands, then its parts from behind to the front."""

    def __init__(self, graph: SolvedGraph) -> None:
        self.graph = graph
        self.boxes = {place: width_of(place.title, place.outcome) for place in graph.places}
        slots = {place: max(wide, svg.width(place.above, SMALL)) for place, wide in self.boxes.items()}
        rows = rows_of(graph)
        self.row = {place: number for number, row in enumerate(rows) for place in row}
        self.edges = list(dict.fromkeys((place, other) for place in graph.places for _, other in place.moves))
        x, bends = layered(rows, self.edges, slots.__getitem__, 1.6 * GAP)
        left = MARGIN + LOOP - min(x[place] - slots[place] / 2 for place in x)
        left = max(left, MARGIN)
        self.x = {place: at + left for place, at in x.items()}
        self.top = MARGIN + 3.4 * SIZE + SMALL * 1.8 * len(graph.notes)
        self.bends = {
            edge: [(at + left, self.top + LAYER * row + HEIGHT / 2) for row, at in way]
            for edge, way in bends.items()
        }
        self.wide = max(
            *(self.x[place] + slots[place] / 2 + MARGIN + LOOP for place in self.x),
            *(at + MARGIN for way in self.bends.values() for at, _ in way),
            heading_width(graph.title, graph.notes),
            legend_width(SAMPLES, LEGEND),
        )
        self.bottom = self.top + LAYER * (len(rows) - 1) + HEIGHT + LOOP

    def text(self) -> str:
        box = self.wide, self.bottom + 2 * MARGIN + 10
        parts = [
            element("rect", class_="page", width=box[0], height=box[1]),
            *heading(self.graph.title, self.graph.notes, MARGIN + SIZE),
            *(part for edge in self.edges for part in self._move(*edge)),
            *map(self._node, self.graph.places),
            *legend(SAMPLES, LEGEND, self.bottom + MARGIN / 2),
        ]
        counts = ", ".join(
            f"{sum(place.solution.outcome is outcome for place in self.graph.places):,} {outcome.value}"
            for outcome in Outcome
        )
        summary = f"{len(self.graph.places):,} of {self.graph.total:,} positions, for MAX: {counts}."
        return svg.document(
            parts, "graph", box=box, title=self.graph.title, summary=summary, style=svg.rules("graph")
        )

    def _y(self, place: Place) -> float:
        return self.top + LAYER * self.row[place]

    def _node(self, place: Place) -> Markup:
        x, y = self.x[place], self._y(place)
        outcome = place.solution.outcome
        class_ = f"{outcome.value}{'' if place.distance else ' start'}"
        return element(
            "g",
            element("title", f"{place.name}: {place.above}, {place.outcome}"),
            outline(SHAPES[outcome], class_, x, y, self.boxes[place]),
            *two_lines(place.title, place.outcome, x, y),
            behind(place.above, x, y - ABOVE),
            centred(place.above, x, y - ABOVE, SMALL, "quiet"),
        )

    def _move(self, place: Place, other: Place) -> Iterator[Markup]:
        strong = place.keeps(other)
        path, end, before = self._way(place, other)
        move = next(move for move, to in place.moves if to is other)
        class_ = "move keeps" if strong else "move"
        yield element("path", element("title", move), class_=class_, d=path)
        yield _head(before, end, "head strong" if strong else "head")

    def _way(self, place: Place, other: Place) -> tuple[str, Point, Point]:
        """A move's path, where it ends, and a point from which it comes there."""
        x, to_x, y, to_y = self.x[place], self.x[other], self._y(place), self._y(other)
        if place is other:
            right = x + self.boxes[place] / 2
            start, end = (right, y + HEIGHT * 0.3), (right, y + HEIGHT * 0.75)
            first, last = (right + LOOP, y - 2), (right + LOOP, y + HEIGHT + 4)
        elif y == to_y:
            side = 1 if to_x > x else -1
            start, end = (x + side * 8, y + HEIGHT), (to_x - side * 8, to_y + HEIGHT)
            first, last = (start[0], y + HEIGHT + LOOP), (end[0], y + HEIGHT + LOOP)
        else:
            down = to_y > y
            aside = 7 if down else -7
            over = ABOVE + SMALL  # above the words
            start = x + aside, y + HEIGHT if down else y - over
            end = to_x + aside, to_y - over if down else to_y + HEIGHT
            return _bent([start, *self.bends[place, other], end])
        path = f"M {_point(start)} C {_point(first)} {_point(last)} {_point(end)}"
        return path, end, last


def _bent(points: list[Point]) -> tuple[str, Point, Point]:
    """A curve through points of different rows, which leaves each of them straight up or down."""
    path = [f"M {_point(points[0])}"]
    if len(points) == 2:
        return f"{path[0]} L {_point(points[1])}", points[1], points[0]
    last = points[0]
    for (x, y), (to_x, to_y) in pairwise(points):
        half = (to_y - y) / 2
        last = to_x, to_y - half
        path.append(f"C {_point((x, y + half))} {_point(last)} {_point((to_x, to_y))}")
    return " ".join(path), points[-1], last


def _point(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _head(before: Point, end: Point, class_: str) -> Markup:
    """The point of an arrow."""
    across, down = end[0] - before[0], end[1] - before[1]
    length = hypot(across, down) or 1.0
    across, down = across / length, down / length
    back = end[0] - 10 * across, end[1] - 10 * down
    corners = [end, (back[0] - 4 * down, back[1] + 4 * across), (back[0] + 4 * down, back[1] - 4 * across)]
    return element("polygon", class_=class_, points=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners))
