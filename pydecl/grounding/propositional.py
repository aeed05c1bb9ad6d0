"""A sheet for two roles in propositional form: what is worked out of a state, in which order, bit by bit.

All is done in one row of bits, whose blocks begin at multiples of 64:

    the state | legal moves of either role | what else is asked of it | moves done | what comes of them | next

What the bits are set by is in `lines.py`.

>>> from pydecl.rules.gdl.kif import read_kif
>>> sheet = read_kif("(role a) (role b) (init (lit 1)) (other 1 2) (other 2 1) (<= terminal (true (lit 2)))"
...     "(<= (legal a (hop ?x)) (true (lit ?x))) (<= (legal b noop))"
...     "(<= (next (lit ?y)) (does a (hop ?x)) (other ?x ?y))", "g.kif")
>>> game = propositional(sheet)
>>> list(map(str, game.facts)), list(map(str, game.moves[0])), game.start
(['lit(1)', 'lit(2)'], ['hop(1)', 'hop(2)'], 1)
>>> game.ending[0].lines[0].holds, game.ending[0].lines[0].sets == (game.terminal,)
((1,), True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydecl.grounding.flattening import NotGroundedError
from pydecl.grounding.grounding import Bodies, Ground, grounded, simplified
from pydecl.grounding.joins import MOST_STEPS
from pydecl.grounding.lines import Block, Effects, Lines
from pydecl.model.graphs import reachable
from pydecl.model.interpreter import without_collector
from pydecl.model.term import Atom, Compound, Term, order_key
from pydecl.rules.gdl.rules import Sheet

WORD = 64

NOOP = Atom("noop")

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Goal:
    """A value that a role's goal has if a bit is set."""

    value: Term
    bit: int


@dataclass(frozen=True)
class Propositional:
    """The game. Facts and moves are in standard order; their numbers are places from where a block begins."""

    roles: tuple[Term, Term]
    facts: Sequence[Term]
    moves: tuple[Sequence[Term], Sequence[Term]]
    start: int
    """The facts of the start, as bits."""
    terminal: int
    """The bit that says that the game is over."""
    goals: tuple[Sequence[Goal], Sequence[Goal]]
    controls: tuple[int | None, int | None]
    """The facts that say who is to move."""
    legal_at: tuple[int, int]
    does_at: tuple[int, int]
    next_at: int
    width: int
    """How many bits there are."""
    ending: Sequence[Block]
    """What sets `terminal`."""
    choosing: Sequence[Block]
    """What sets the legal moves, behind `ending`."""
    preparing: Sequence[Block]
    """What does the rest that the effects of moves ask of the state, behind `choosing`."""
    valuing: Sequence[Block]
    """What sets the bits of goals, alone."""
    effects: Sequence[Effects]

    @property
    def noops(self) -> tuple[int | None, int | None]:
        """The number of each role's move noop."""
        return both(lambda of: of.index(NOOP) if NOOP in of else None, self.moves)

    @property
    def lines(self) -> int:
        """How many lines there are."""
        blocks = (*self.ending, *self.choosing, *self.preparing, *self.valuing)
        acting = sum(len(one.general) + sum(map(len, one.of_moves.values())) for one in self.effects)
        return acting + sum(len(block.lines) for block in blocks)


def both(make: Callable[[T], U], pair: tuple[T, T]) -> tuple[U, U]:
    """What is made of either."""
    first, second = pair
    return make(first), make(second)


def propositional(sheet: Sheet, most: int = MOST_STEPS) -> Propositional:
    """The propositional form of a sheet, grounded in so many steps. Raises NotGroundedError."""
    with without_collector():
        return _Making(grounded(sheet, most)).made()


class _Places:
    """The bits of atoms, block by block."""

    def __init__(self) -> None:
        self.bits: dict[int, int] = {}
        self.width = 0

    def place(self, atoms: Iterable[int]) -> int:
        """Give each of these atoms a bit, if it has none; where the block begins."""
        self.width = -(-self.width // WORD) * WORD
        begin = self.width
        for atom in atoms:
            if atom not in self.bits:
                self.bits[atom] = self.width
                self.width += 1
        return begin


class _Making:
    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._roles = _roles(ground)
        self._true = self._facts("true")
        self._next = self._facts("next")
        self._legal, self._does, self._goals = map(self._of_roles, ("legal", "does", "goal"))
        self._terminal = ground.numbers("terminal", 0).get((), -1)

    def made(self) -> Propositional:
        facts = sorted(self._true, key=order_key)
        moves = both(lambda legal: sorted(legal, key=order_key), self._legal)
        if not facts:
            raise NotGroundedError("the sheet tells no state")
        legals, values = (_numbers(pair) for pair in (self._legal, self._goals))
        wanted = [self._terminal, *legals, *values, *self._next.values()]
        given = {*self._true.values(), *_numbers(self._does)}
        bodies, always = simplified(self._ground.rules, given, wanted)
        acting = self._acting(bodies)
        places = _Places()
        places.place(self._true[fact] for fact in facts)
        legal_at = self._placed(places, self._legal, moves)
        places.place([self._terminal, *values, *(atom for atom in bodies if atom not in acting)])
        does_at = self._placed(places, self._does, moves)
        after = set(self._next.values())
        places.place(atom for atom in bodies if atom in acting and atom not in after)
        next_at = places.place(())
        for at, fact in enumerate(facts):
            if fact in self._next:
                places.bits[self._next[fact]] = next_at + at
        lines = Lines(bodies, always, places.bits, range(next_at, next_at + len(facts)))
        asked = [one for atom in acting for body in bodies[atom] for part in body for one in part]
        ending = lines.blocks([self._terminal])
        choosing = lines.blocks(legals, [self._terminal])
        return Propositional(
            roles=self._roles,
            facts=facts,
            moves=moves,
            start=sum(1 << at for at, fact in enumerate(facts) if fact in self._facts("init")),
            terminal=places.bits[self._terminal],
            goals=both(lambda of: [Goal(value, places.bits[one]) for value, one in of.items()], self._goals),
            controls=both(lambda role: _index(facts, Compound("control", (role,))), self._roles),
            legal_at=legal_at,
            does_at=does_at,
            next_at=next_at,
            width=next_at + len(facts),
            ending=ending,
            choosing=choosing,
            preparing=lines.blocks([one for one in asked if one not in acting], [self._terminal, *legals]),
            valuing=lines.blocks(values),
            effects=lines.effects(acting | after, set(_numbers(self._does))),
        )

    def _facts(self, name: str) -> Mapping[Term, int]:
        return {fact: number for (fact,), number in self._ground.numbers(name, 1).items()}

    def _of_roles(self, name: str) -> tuple[Mapping[Term, int], Mapping[Term, int]]:
        found = self._ground.numbers(name, 2)
        return both(
            lambda role: {what: one for (who, what), one in found.items() if who == role}, self._roles
        )

    def _acting(self, bodies: Bodies) -> set[int]:
        """The atoms that depend on what is done. Raises NotGroundedError if these are no effects of it."""
        askers: dict[int, list[int]] = {}
        for atom, of in bodies.items():
            for one in {one for body in of for part in body for one in part}:
                askers.setdefault(one, []).append(atom)
        does = _numbers(self._does)
        found = set(reachable(does, askers)).difference(does)
        if not found.isdisjoint([self._terminal, *_numbers(self._legal), *_numbers(self._goals)]):
            raise NotGroundedError("legal, goal or terminal depends on what is done")
        return found | {atom for atom in self._next.values() if atom in bodies}

    @staticmethod
    def _placed(
        places: _Places,
        atoms: tuple[Mapping[Term, int], Mapping[Term, int]],
        moves: tuple[Sequence[Term], Sequence[Term]],
    ) -> tuple[int, int]:
        """Where the block of each role begins whose atoms are those of its moves."""
        first, second = ([of[move] for move in those] for of, those in zip(atoms, moves, strict=True))
        return places.place(first), places.place(second)


def _roles(ground: Ground) -> tuple[Term, Term]:
    """Raises NotGroundedError unless there are two."""
    found = [role for (role,) in ground.numbers("role", 1)]
    if len(found) != 2:
        raise NotGroundedError(f"the sheet has {len(found)} roles, and a search is for two players")
    return found[0], found[1]


def _numbers(pair: tuple[Mapping[Term, int], Mapping[Term, int]]) -> list[int]:
    return [number for of in pair for number in of.values()]


def _index(facts: Sequence[Term], fact: Term) -> int | None:
    return facts.index(fact) if fact in facts else None
