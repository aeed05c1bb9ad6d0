"""Kalah: who sows the last seed into the own store moves again.

The rules are those of G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23(3), 2000,
whose Kalah(m,n) has m pits a side and n seeds in each.

>>> game = Kalah(pits=3, seeds=2)
>>> for move, after in game.successors(game.initial()[0]):
...     print(move, after, game.format_position(after), game.static_value(after))
1 kalah(min,-([0,3,3],0),-([2,2,2],0)) 0,3,3+0/2,2,2+0 min 0
2 kalah(max,-([2,0,3],1),-([2,2,2],0)) 2,0,3+1/2,2,2+0 max 1
3 kalah(min,-([2,2,0],1),-([3,2,2],0)) 2,2,0+1/3,2,2+0 min 1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydecl.games import notation
from pydecl.games.notation import OTHER, BoardGame, written
from pydecl.model.game import Outcome, Successor
from pydecl.model.number import counted
from pydecl.model.player import by_sign
from pydecl.model.term import Atom, Compound, PrologList, Term

_MOST_PITS = 20
_MOST_SEEDS = 100
_SHAPE = (
    "kalah(Mover, Max, Min), Mover max or min, Max and Min each a list of seeds and a store, Houses-Store"
)


class Side(NamedTuple):
    """The seeds in a player's houses, from the player's left to the right, and in the store."""

    houses: tuple[int, ...]
    store: int

    def term(self) -> Term:
        return Compound("-", (PrologList(self.houses), self.store))


@written
class Position(NamedTuple):
    """The mover, max or min, and the sides of both."""

    mover: str
    max: Side
    min: Side

    def term(self) -> Term:
        return Compound("kalah", (Atom(self.mover), self.max.term(), self.min.term()))


@dataclass(frozen=True)
class Kalah(BoardGame[Position]):
    """MAX moves first; a move is the number of a house, from 1 at the mover's left.

    The value is MAX's store less MIN's. A position is written MAX/MIN, each the houses and the store, and
    who is to move: `0,3,3+0/2,2,2+0 min`.
    """

    pits: int = 6
    seeds: int = 4

    movers = ("max", "min")
    moves_again = True
    bounds = (("pits", 1, _MOST_PITS), ("seeds", 1, _MOST_SEEDS))

    def initial(self) -> Sequence[Position]:
        side = Side((self.seeds,) * self.pits, 0)
        return [Position("max", side, side)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        return list(self._moves(position))

    def _moves(self, position: Position) -> Iterator[Successor[Position]]:
        mover, largest, smallest = position
        mine, theirs = (largest, smallest) if mover == "max" else (smallest, largest)
        for house, seeds in enumerate(mine.houses):
            if seeds:
                ring, last = _sown([*mine.houses, mine.store, *theirs.houses], house)
                if last < self.pits and ring[last] == 1:  # a capture: the house had been an empty one
                    opposite = 2 * self.pits - last
                    ring[self.pits] += 1 + ring[opposite]
                    ring[last] = ring[opposite] = 0
                sides = _swept(ring[: self.pits], ring[self.pits], ring[self.pits + 1 :], theirs.store)
                after = mover if last == self.pits else OTHER[mover]
                yield house + 1, Position(after, *(sides if mover == "max" else reversed(sides)))

    def static_value(self, position: Position) -> int:
        return position.max.store - position.min.store

    def outcome(self, position: Position) -> Outcome | None:
        if any(position.max.houses) or any(position.min.houses):
            return None
        return by_sign(self.static_value(position))

    def from_term(self, term: Term) -> Position:
        mover, (largest, smallest) = self.arguments(term, _SHAPE)
        return self._checked(Position(mover, self._side(largest), self._side(smallest)))

    def _side(self, term: Term) -> Side:
        numbers: tuple[Term, ...] = ()
        if isinstance(term, Compound) and term.name == "-" and len(term.args) == 2:
            houses, store = term.args
            numbers = (*(notation.list_items(houses) or ()), store)
        if len(numbers) != self.pits + 1 or not all(type(n) is int and n >= 0 for n in numbers):
            expected = f"a list of {counted(self.pits, 'house')} and a store, whole numbers from 0"
            raise self.no_position(f"expected {expected}, found {notation.shown(term)}")
        whole = [n for n in numbers if isinstance(n, int)]
        return Side(tuple(whole[:-1]), whole[-1])

    def format_position(self, position: Position) -> str:
        sides = [f"{','.join(map(str, side.houses))}+{side.store}" for side in position[1:]]
        return f"{'/'.join(sides)} {position.mover}"

    def parse_position(self, text: str) -> Position:
        board, mover = self.board_and_mover(text)
        sides = board.split("/")
        if len(sides) != 2:
            expected = "MAX's houses and store/MIN's, such as 0,3,3+0/2,2,2+0"
            raise self.no_position(f"expected {expected}, found {notation.shown_text(board)}")
        largest, smallest = map(self._side_of_text, sides)
        return self._checked(Position(mover, largest, smallest))

    def _side_of_text(self, text: str) -> Side:
        houses, _, store = text.partition("+")
        numbers = [*houses.split(","), store]
        if len(numbers) != self.pits + 1 or not all(n.isascii() and n.isdigit() for n in numbers):
            expected = f"{counted(self.pits, 'house')} divided by commas, and + and the store"
            raise self.no_position(f"expected {expected}, found {notation.shown_text(text)}")
        return Side(tuple(map(int, numbers[:-1])), int(numbers[-1]))

    def _checked(self, position: Position) -> Position:
        """The position, if the seeds are those of the game, and nobody has yet to take what is left."""
        found = sum(sum(side.houses) + side.store for side in (position.max, position.min))
        if found != 2 * self.pits * self.seeds:
            raise self.no_position(f"expected {2 * self.pits * self.seeds} seeds, found {found}")
        if any(position.max.houses) != any(position.min.houses):
            fault = "one side is empty, and the seeds of the other are not in the store"
            raise self.no_position(f"{fault}: {self.format_position(position)}")
        return position


def _sown(ring: list[int], house: int) -> tuple[list[int], int]:
    """The ring of houses and store, with the mover's first, after the house is sown, and the last place."""
    seeds, ring[house] = ring[house], 0
    place = house
    for _ in range(seeds):
        place = (place + 1) % len(ring)
        ring[place] += 1
    return ring, place


def _swept(houses: list[int], store: int, their_houses: list[int], their_store: int) -> tuple[Side, Side]:
    """Both sides, with all seeds in the stores if one of them has none left."""
    if any(houses) and any(their_houses):
        return Side(tuple(houses), store), Side(tuple(their_houses), their_store)
    empty = (0,) * len(houses)
    return Side(empty, store + sum(houses)), Side(empty, their_store + sum(their_houses))
