"""The system's own laws: looking, playing, cloning and undoing leave alone what they do not name.

| law | what it says |
| --- | --- |
| order | a state that is looked at twice shows the same moves, in the same order |
| shared state | a state from which somebody has played shows what it did before |
| clone | a clone shows what the original does, and playing on it changes nothing there |
| undo | undoing a move shows what was there before it |
| zero sum | what both get adds up to 0 |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pydecl.court.process import SystemFaultError
from pydecl.court.sides import Look, Node, SystemSide
from pydecl.model.deadline import Deadline

GAMES = 12
"""So many at the most, fewer of a slow system."""

LONGEST = 120
"""Plies of a game in which the laws are tested."""

MOST_TOLD = 20
"""So many moves are told all."""

ROUNDING = 1e-6
"""Payments that add up to no more than that add up to 0."""

SPOILING = ("order", "shared state", "clone")
"""After these, nothing that a system says of a state means anything."""


@dataclass(frozen=True)
class Breach:
    """A law that a system breaks: its moves until then, what was to be seen, and what was."""

    law: str
    moves: Sequence[int]
    names: Sequence[str]
    expected: str
    found: str


@dataclass
class Game:
    """A game that is played at random."""

    node: Node
    moves: list[int]
    names: list[str]


def breaches(side: SystemSide, known: Sequence[str], random: Random, until: Deadline) -> Iterator[Breach]:
    """The first breach of each law in random games; `known` are those of 'clone' and 'undo' that it knows."""
    told: set[str] = set()
    games = [Game(side.root(), [], []) for _ in range(min(GAMES, side.chunk))]
    for _ in range(LONGEST):
        games = [game for game in games if game.node.kids]
        if not games or until.is_over:
            return
        chosen = [random.randrange(len(game.node.kids)) for game in games]
        for breach in _breaches(side, known, games, chosen):
            if breach.law not in told:
                told.add(breach.law)
                yield breach
                if breach.law in SPOILING:
                    return
        kids = _kids(side, [game.node for game in games], chosen)
        for game, kid, move in zip(games, kids, chosen, strict=True):
            game.moves.append(move)
            game.names.append(game.node.look.moves[move])
            side.forget([game.node], {kid})
            game.node = kid


def _breaches(
    side: SystemSide, known: Sequence[str], games: Sequence[Game], chosen: Sequence[int]
) -> Iterator[Breach]:
    nodes = [game.node for game in games]

    def compared(law: str, found: Sequence[Look], *, moved: bool) -> Iterator[Breach]:
        for game, move, look in zip(games, chosen, found, strict=True):
            if look != game.node.look:
                more = ([move], [game.node.look.moves[move]]) if moved else ([], [])
                said = _said(game.node.look, look), _said(look, game.node.look)
                yield Breach(law, [*game.moves, *more[0]], [*game.names, *more[1]], *said)

    yield from compared("order", side.looked_at_again(nodes), moved=False)
    if "clone" in known:
        clones = side.made("clone", nodes)
        yield from compared("clone", [clone.look for clone in clones], moved=False)
        _kids(side, clones, chosen)
        yield from compared("clone", side.looked_at_again(nodes), moved=True)
        side.forget(clones)
    kids = _kids(side, nodes, chosen)
    yield from compared("shared state", side.looked_at_again(nodes), moved=True)
    if "undo" in known:
        undone = side.made("undo", kids)
        yield from compared("undo", [one.look for one in undone], moved=True)
        side.forget(undone)
    for game, move, kid in zip(games, chosen, kids, strict=True):
        if abs(kid.look.sum) > ROUNDING:
            moves = [*game.moves, move], [*game.names, game.node.look.moves[move]]
            yield Breach("zero sum", *moves, "a sum of 0", f"a sum of {kid.look.sum:g}")


def _kids(side: SystemSide, nodes: Sequence[Node], moves: Sequence[int]) -> list[Node]:
    """Where moves lead; a node with other moves than it had is left where it is."""
    try:
        side.step(zip(nodes, moves, strict=True))
    except (IndexError, SystemFaultError):
        return list(nodes)
    found: list[Any] = [node.kids[move] for node, move in zip(nodes, moves, strict=True)]
    return found


def _said(look: Look, other: Look) -> str:
    """What is seen; of many moves, those that are not seen otherwise."""
    if look.error:
        return f"an error: {look.error}"
    if look.is_over:
        return f"over, result {look.result}"
    moves = set(look.moves) ^ set(other.moves)
    if len(look.moves) <= MOST_TOLD or not moves:
        return f"player {look.mover} to move: {' '.join(look.moves)}"
    own = [move for move in look.moves if move in moves][:MOST_TOLD]
    among = f", among them {' '.join(own)}" if own else ""
    return f"player {look.mover} to move, {len(look.moves)} moves{among}"
