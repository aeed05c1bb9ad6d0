"""Solved positions as a graph: who wins, in how many plies, and which moves keep that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pydecl.model.game import Outcome, Player
from pydecl.model.result import Solution
from pydecl.model.shown import Shown
from pydecl.tracing.names import elided
from pydecl.workbench.drawing.tree_dot import quoted

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
class SolvedGraph(Shown):
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


SHAPES = {
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
        yield f"  n{number} [label={words}, {SHAPES[place.solution.outcome]}]"
        for move, other in place.moves:
            wide = ", penwidth=2.5" if place.keeps(other) else ", style=dashed"
            yield f"  n{number} -> n{numbers[other]} [label={quoted(elided(move))}{wide}]"
    yield "}"
