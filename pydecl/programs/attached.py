"""What attaches a program to a game: counting, limits and checks. The twin of `prolog/support/attached.pl`.

A node is (depth, mover, position): the plies that may still be searched below it, and who must be to move
there if players alternate. If the program asks each position for its own mover, it is whose turn it would be,
None at the root. An end may name no player: the node knows whose turn it would be. What the programs ask once
a node (`moves`, `terminalwon` for won, `followers`, `choices`) and once a leaf (`staticval`, `decided`,
`leaf`) counts, limits and checks.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Generic

from pydecl.errors import ContractError
from pydecl.model.game import MAX, MIN, Game, Outcome, P, Player, checked_value
from pydecl.model.number import INFINITY, Number, Sum, number_text
from pydecl.model.result import DEFAULTS, Order, Settings, Status
from pydecl.programs.order import Ordering

Node = tuple[float, Player | None, P]


class StopError(Exception):
    """The search ends here; with status COMPLETE, a depth limit leaves the answer unknown."""

    def __init__(self, status: Status) -> None:
        self.status = status


class Attached(Generic[P]):
    """The interface of one search of one game, with its counters."""

    def __init__(
        self,
        game: Game[P],
        seconds: float | None,
        settings: Settings = DEFAULTS,
        evaluated: list[P] | None = None,
    ) -> None:
        self.game = game
        self._player = game.player_if_any
        self.deadline = INFINITY if seconds is None else time.monotonic() + seconds
        self.settings = settings
        self.nodes = 0
        self.leaves = 0
        self.hits = 0
        self.horizon = False
        self.evaluated = evaluated
        self.last: tuple[int, Node[P] | None, Number] | None = None
        self._ordering = None if settings.order is Order.GAME else Ordering(game, settings, self.in_time)

    # What the textbook programs ask

    def moves(self, node: Node[P]) -> Sequence[Node[P]]:
        depth, mover, position = node
        self.nodes += 1
        if not self.nodes & 255:
            self.in_time()
        try:
            is_turn = self._player(position) is mover
        except ContractError:
            is_turn = False
        if not is_turn:
            self._check(node)
        if depth <= 0:
            if not self.horizon:
                self.at_horizon(node)
            return ()
        return self.successors(node)

    def staticval(self, node: Node[P]) -> Number:
        position = node[2]
        self.leaves += 1
        if self.evaluated is not None:
            self.evaluated.append(position)
        value = self.game.static_value(position)
        if type(value) is int or (type(value) is float and value == value):
            return value
        return checked_value(position, value)

    def max_to_move(self, node: Node[P]) -> bool:
        return node[1] is MAX

    def min_to_move(self, node: Node[P]) -> bool:
        return node[1] is MIN

    def terminalwon(self, node: Node[P]) -> bool:
        self.enter(node)
        decided = self.game.terminal_won(node[2])
        self.leaves += decided
        return decided

    def terminallost(self, node: Node[P]) -> bool:
        decided = self.game.terminal_lost(node[2])
        self.leaves += decided
        return decided

    def move(self, node: Node[P]) -> Iterable[Node[P]]:
        depth, mover, position = node
        if mover is MIN:
            self._check(node)
        successors = self.game.afters(position)
        if depth <= 0 and successors:
            self.horizon = True
            raise StopError(Status.COMPLETE)
        other = MIN if mover is MAX else MAX
        return [(depth - 1, other, successor) for successor in successors]

    # What the refinements ask besides

    def enter(self, node: Node[P]) -> None:
        self._count()
        self._check(node)

    def remaining(self, node: Node[P]) -> float:
        return node[0]

    def successors(self, node: Node[P]) -> Sequence[Node[P]]:
        depth, mover, position = node
        depth -= 1
        other = MIN if mover is MAX else MAX
        found = [(depth, other, successor) for successor in self.game.afters(position)]
        if self._ordering is not None and found:
            assert mover is not None
            return self._ordering.ordered(mover, found)
        return found

    def at_horizon(self, node: Node[P]) -> None:
        self.horizon = self.horizon or bool(self.game.afters(node[2]))

    def decided(self, node: Node[P]) -> Outcome | None:
        game, position = self.game, node[2]
        is_won = game.terminal_won(position)
        outcome = Outcome.WON if is_won else Outcome.LOST if game.terminal_lost(position) else None
        self.leaves += outcome is not None
        return outcome

    def turbulent(self, node: Node[P]) -> bool:
        return self.game.turbulent(node[2])

    def plausible(self, node: Node[P], successor: Node[P]) -> bool:
        return self.game.plausible(node[2], successor[2])

    def followers(self, node: Node[P]) -> tuple[Player | None, Sequence[tuple[Number, Node[P]]]]:
        depth, due, position = node
        self._count()
        turn, found = turn_and_followers(self.game, position, due)
        if depth <= 0:
            self.horizon = self.horizon or bool(found)
            return turn, ()
        other = MIN if turn is MAX else MAX  # at an end after chance nobody knows
        return turn, [(probability, (depth - 1, other, successor)) for probability, successor in found]

    def end(self, node: Node[P]) -> tuple[Player, bool]:
        return self.game.player_or(node[2], node[1]), not self.game.afters(node[2])

    def names_mover(self, node: Node[P]) -> bool:
        return bool(self.game.all_movers(node[2]))

    def choices(self, node: Node[P]) -> tuple[Player, Sequence[Node[P]]]:
        depth, due, position = node
        self._count()
        mover, found = turn_and_followers(self.game, position, due)
        if mover is None:
            raise ContractError("neither_to_move", self.game.text(position))
        if found and depth <= 0:
            self.horizon = True
            raise StopError(Status.COMPLETE)
        return mover, [(depth - 1, mover.opponent, successor) for _, successor in found]

    def leaf(self, node: Node[P]) -> None:  # noqa: ARG002  a trace asks which
        self.leaves += 1

    def table_hit(self, node: Node[P]) -> None:  # noqa: ARG002  a trace asks which
        self.nodes += 1
        self.hits += 1

    def iteration(self, node: Node[P], depth: float) -> Node[P]:
        self.horizon = False
        return depth, node[1], node[2]

    def position(self, node: Node[P]) -> Hashable:
        return node[2]

    def finished(self, depth: float, best: Node[P] | None, val: Number) -> None:
        self.last = int(depth), best, val

    def setting(self, name: str) -> int:
        return self.settings.numbers[name]

    def broken(self, fault: str, node: Node[P], *details: object) -> ContractError:
        return ContractError(fault, self.game.text(node[2]), *map(str, details))

    # Counting, limits and checks

    def in_time(self) -> None:
        """Raises StopError where time is up; for work that visits no nodes."""
        if time.monotonic() > self.deadline:
            raise StopError(Status.TIME)

    def _count(self) -> None:
        self.nodes += 1
        if not self.nodes & 255:
            self.in_time()

    def _check(self, node: Node[P]) -> None:
        _, mover, position = node
        player = self.game.player_or(position, mover)
        if player is not mover:
            raise ContractError("same_mover", self.game.text(position), player.value)


def turn_and_followers(
    game: Game[P], position: P, due: Player | None = None
) -> tuple[Player | None, Sequence[tuple[Number, P]]]:
    """Who is to move in a position, None for chance, and what follows, each with its probability.

    `due` is to move at an end for which the rules name no player, as in `Game.player_or`.

    Raises ContractError where chance and a player are to move, or neither or both players, and where the
    probabilities are not exact numbers above 0 that add up to 1.
    """
    chances = game.chance(position)
    if not chances:
        return game.player_or(position, due), [(1, successor) for successor in game.afters(position)]
    movers = game.all_movers(position)
    if movers:
        raise ContractError("chance_and_player", game.text(position), movers[0].value)
    total = Sum()
    checked: Number | None = None
    for probability, _ in chances:
        if probability is not checked:
            if not isinstance(probability, int | Fraction) or probability.numerator <= 0:
                raise ContractError("no_probability", game.text(position), str(probability))
            checked = probability
        total.add(probability, 1)
    if total.value != 1:
        raise ContractError("probabilities", game.text(position), number_text(total.value))
    return None, chances
