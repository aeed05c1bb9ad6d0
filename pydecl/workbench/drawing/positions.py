"""Solved positions as a graph: who wins, in how many plies, and which moves keep that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.model.game import Outcome, Player
from pydecl.model.result import Solution
from pydecl.model.shown import Shown
from pydecl.model.solved import Solved
from pydecl.solving.solver import position_for, position_of
from pydecl.workbench.drawing.tree_dot import quoted
from pydecl.workbench.drawing.words import elided

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
