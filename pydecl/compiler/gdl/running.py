"""A grounded sheet in Python: a state is an integer, whose bits are its facts; the lines are run on integers.

The twin of `headers/grounded.h`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from pydecl.compiler.gdl.errors import TooLargeError
from pydecl.compiler.gdl.lines import Block, Line
from pydecl.compiler.gdl.propositional import Propositional
from pydecl.compiler.runtime.values import uncovered
from pydecl.model.term import Term

WIDEST = 8192
"""How many bits there may be: each line takes the longer the more there are."""

State = tuple[int, int]
"""The number of the role to move, and the facts."""

Masks = tuple[int, int, int, int]
"""What is looked at, what it must be, what is set, what is kept."""

Blocks = Sequence[tuple[Sequence[Masks], bool]]
"""Lines, each with whether they are run until nothing changes."""


class Running:
    """What follows a state, and what it is worth."""

    def __init__(self, game: Propositional) -> None:
        self._game = game

    @cached_property
    def _ending(self) -> Blocks:
        return self._blocks(self._game.ending)

    @cached_property
    def _choosing(self) -> Blocks:
        return self._blocks(self._game.choosing)

    @cached_property
    def _preparing(self) -> Blocks:
        return self._blocks(self._game.preparing)

    @cached_property
    def _valuing(self) -> Blocks:
        return self._blocks(self._game.valuing)

    @cached_property
    def _effects(self) -> Sequence[tuple[Mapping[int, Sequence[Masks]], Sequence[Masks], bool]]:
        self.check_width()
        return [
            ({move: _masks(lines) for move, lines in one.of_moves.items()}, _masks(one.general), one.repeats)
            for one in self._game.effects
        ]

    def check_width(self) -> None:
        """Raise TooLargeError if there are more bits than lines are run on: the start may need none."""
        if self._game.width > WIDEST:
            raise TooLargeError(f"Python would compute with more than {WIDEST:,} bits")

    def _blocks(self, blocks: Iterable[Block]) -> Blocks:
        self.check_width()
        return [(_masks(block.lines), block.repeats) for block in blocks]

    def start(self) -> State:
        """The state of the start: the first role moves, if nothing else is told."""
        mover = self._mover(self._game.start)
        return mover or 0, self._game.start

    def successors(self, state: State) -> list[tuple[int, State]]:
        """The moves by their numbers, each with the state after it. Raises UncoveredError."""
        role, facts = state
        bits = self._through(facts, self._ending)
        if bits >> self._game.terminal & 1:
            return []
        bits = self._through(bits, self._choosing)
        waits = self._legal(bits, 1 - role)
        if len(waits) != 1:
            raise uncovered("a state in which both choose, or one cannot")
        moves = self._legal(bits, role)
        bits = self._through(bits, self._preparing) if moves else bits
        return [(move, self._after(bits, role, move, waits[0])) for move in moves]

    def values(self, facts: int) -> tuple[list[Term], list[Term]]:
        """The goals of either role in a state."""
        bits = self._through(facts, self._valuing)
        first, second = ([goal.value for goal in of if bits >> goal.bit & 1] for of in self._game.goals)
        return first, second

    def _after(self, bits: int, role: int, move: int, wait: int) -> State:
        game = self._game
        moves = (move, wait) if role == 0 else (wait, move)
        does = [at + number for at, number in zip(game.does_at, moves, strict=True)]
        for one in does:
            bits |= 1 << one
        for of_moves, general, repeats in self._effects:
            before = -1
            while bits != before:
                before = bits
                for one in does:
                    if one in of_moves:
                        bits = self._run(bits, of_moves[one])
                bits = self._run(bits, general)
                if not repeats:
                    break
        facts = bits >> game.next_at
        mover = self._mover(facts)
        if mover is None:
            if not self._through(facts, self._ending) >> game.terminal & 1 and not self._is_forced(facts):
                raise uncovered("a state in which nobody is to move")
            mover = 1 - role
        return mover, facts

    def _mover(self, facts: int) -> int | None:
        """The role to move, if the facts and the legal moves tell."""
        first, second = (one is not None and facts >> one & 1 == 1 for one in self._game.controls)
        if first or second:
            return None if first and second else int(second)
        bits = self._through(self._through(facts, self._ending), self._choosing)
        moves = [self._legal(bits, role) for role in (0, 1)]
        idle = [of == [noop] for of, noop in zip(moves, self._game.noops, strict=True)]
        if idle[0] != idle[1]:
            return int(idle[0])
        if len(moves[0]) == 1 and len(moves[1]) > 1:
            return 1
        if len(moves[1]) == 1 and len(moves[0]) > 1:
            return 0
        return None

    def _is_forced(self, facts: int) -> bool:
        """Whether both have one move: whoever is said to choose, the next state is the same."""
        bits = self._through(self._through(facts, self._ending), self._choosing)
        return all(len(self._legal(bits, role)) == 1 for role in (0, 1))

    def _legal(self, bits: int, role: int) -> list[int]:
        game = self._game
        block = bits >> game.legal_at[role] & (1 << len(game.moves[role])) - 1
        return list(set_bits(block))

    def _through(self, bits: int, blocks: Blocks) -> int:
        for lines, repeats in blocks:
            before = -1
            while bits != before:
                before = bits
                bits = self._run(bits, lines)
                if not repeats:
                    break
        return bits

    def _run(self, bits: int, lines: Sequence[Masks]) -> int:
        shift = self._game.next_at
        for mask, value, sets, keeps in lines:
            if bits & mask == value:
                bits |= sets | (bits & keeps) << shift
        return bits


def _masks(lines: Iterable[Line]) -> Sequence[Masks]:
    found = []
    for line in lines:
        holds, fails, sets, keeps = map(_mask, (line.holds, line.fails, line.sets, line.keeps))
        found.append((holds | fails, holds, sets, keeps))
    return found


def _mask(bits: Iterable[int]) -> int:
    return sum(1 << bit for bit in set(bits))


def set_bits(bits: int) -> Iterable[int]:
    """The numbers of the bits that are set, in order.

    >>> list(set_bits(0b10110))
    [1, 2, 4]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
