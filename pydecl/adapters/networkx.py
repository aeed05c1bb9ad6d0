"""A game's graph as a graph of NetworkX.

>>> drawn = graph("nim:heaps=[1,2]")
>>> len(drawn), drawn.number_of_edges(), list(drawn)[:3]
(8, 10, ['1/2 max', '0/2 min', '1/1 min'])
>>> drawn.nodes["0/0 min"]
{'ply': 3, 'player': 'min', 'value': 1, 'outcome': 'won'}
>>> [(after, edge["move"]) for _, after, edge in drawn.out_edges("1/2 max", data=True)]
[('0/2 min', 'take(1,1)'), ('1/1 min', 'take(2,1)'), ('1/0 min', 'take(2,2)')]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, TypeAlias

from pydecl.adapters.extras import MissingExtraError
from pydecl.adapters.opening import Opened, open_game
from pydecl.api.opening import AnyGame, AnyPosition
from pydecl.api.solving import SolvedGame
from pydecl.errors import ContractError, LimitError
from pydecl.model.number import whole

try:
    import networkx
except ModuleNotFoundError as error:
    raise MissingExtraError("networkx", error) from None

Graph: TypeAlias = "networkx.MultiDiGraph[str]"


def graph(
    game: AnyGame,
    position: AnyPosition | None = None,
    *,
    plies: int | None = None,
    most: int = 100_000,
    solved: SolvedGame | None = None,
    **reading: Any,
) -> Graph:
    """The positions that can be reached, and the moves between them, breadth first and in order.

    A node is a position's text in the game's notation. Its attributes are `ply`, the distance from the start;
    `player`, which is max, min or chance, if the rules name one; `value`, the static value, if there is one;
    `outcome` for MAX, at ends. An edge has the `move`'s name; where chance is to move it has the
    `probability` instead, an exact number. Two moves that lead to the same position are two edges. Where
    a player moves again, the other passes between, as in every search. The graph's own attributes are `name`
    and `start`.

    Args:
        game: a game, a position of one, a bundled game's name with its options, or the path of a file.
        position: where to start; by default at the first start of the rules.
        plies: how far to go; the moves of positions that are farther away are left out. None is no limit.
        most: how many positions the graph may have.
        solved: what `pydecl.solve` found for the game: each node gets the `outcome` and the `plies` of it.
        reading: what `pydecl.consult` takes besides.

    Raises:
        InputError: there is no such game or position, or `solved` is about another game.
        LimitError: more than `most` positions are within reach.
    """
    whole(0, plies=plies)
    with open_game(game, position, passes=True, **reading) as opened:
        return _Drawn(opened, most, solved).graph(plies)


class _Drawn:
    def __init__(self, opened: Opened, most: int, solved: SolvedGame | None) -> None:
        self.opened = opened
        self.rules = opened.rules
        self.most = most
        self.solved = solved
        self.found: Graph = networkx.MultiDiGraph(name=opened.game.name)
        self.texts: dict[Any, str] = {}

    def graph(self, plies: int | None) -> Graph:
        start = self.opened.start.state
        self.found.graph["start"] = self.met(start, 0)
        layer, ply = [start], 0
        while layer and (plies is None or ply < plies):
            ply += 1
            layer = [after for state in layer for after in self.left(state, ply)]
        return self.found

    def left(self, state: Any, ply: int) -> Iterator[Any]:
        """Add the ways out of a position; the positions that are new."""
        before = self.texts[state]
        for after, told in self.ways(state):
            is_new = after not in self.texts
            text = self.met(after, ply)
            self.found.add_edge(before, text, **told)
            if is_new:
                yield after

    def ways(self, state: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
        for probability, after in self.rules.chance(state):
            yield after, {"probability": probability}
        for name, after in self.rules.successors(state):
            yield after, {} if name is None else {"move": self.opened.move_text(name, after)}

    def met(self, state: Any, ply: int) -> str:
        """The node of a position, which is added if it is new."""
        text = self.texts.get(state)
        if text is None:
            if len(self.texts) >= self.most:
                raise LimitError(
                    f"{self.opened.game.name} has more than {self.most:,} positions within reach:"
                    " give plies, or a larger most"
                )
            text = self.texts[state] = self.opened.text(state)
            self.found.add_node(text, ply=ply, **self.attributes(state, text))
        return text

    def attributes(self, state: Any, text: str) -> dict[str, Any]:
        told: dict[str, Any] = {}
        chance = bool(self.rules.chance(state))
        player = None if chance else self.opened.mover(state)
        if chance or player is not None:
            told["player"] = "chance" if player is None else player.value
        with suppress(ContractError):
            told["value"] = self.rules.static_value(state)
        if not chance and not self.rules.successors(state):
            with suppress(ContractError):
                told["outcome"] = self.opened.ended(state).value
        if self.solved is not None:
            solution = self.solved[text]
            told |= solution.to_json()
        return told
