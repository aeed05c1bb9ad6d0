"""The graph of a solved game: which of its positions are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.model.solved import Solved
from pydecl.solving.solver import position_for, position_of
from pydecl.workbench.drawing.positions import Place, SolvedGraph


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
