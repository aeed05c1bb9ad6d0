"""Positions of a grounded sheet: terms `state(Role, Facts)` for people, words of bits for machine code.

>>> coding = Coding(("x", "o"), ("cell(1,b)", "cell(1,x)"), ("mark(1)",), ("noop",))
>>> read = read_term("state(o,[cell(1,x)])")
>>> print(coding.coded(read))
'pydecl bits'(1,2)
>>> print(coding.told(coding.coded(read)))
state(o,[cell(1,x)])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pydecl.model.reader import read_term
from pydecl.model.term import Compound, PrologList, Term, as_key

BITS = "pydecl bits"
"""The name of a position as machine code has it."""

WORD = 64


@dataclass(frozen=True)
class Coding:
    """What the bits of a state and the numbers of moves mean: texts of terms, in their order."""

    roles: Sequence[str]
    facts: Sequence[str]
    first_moves: Sequence[str]
    second_moves: Sequence[str]

    def state(self, term: Term) -> tuple[int, int] | None:
        """The number of the role to move, and the facts as bits; None if these cannot tell the position."""
        if not isinstance(term, Compound) or term.name != "state" or len(term.args) != 2:
            return None
        role, facts = term.args
        if role not in self._roles or not isinstance(facts, PrologList) or facts.tail is not None:
            return None
        numbers = [self._numbers.get(fact, -1) for fact in map(as_key, facts.items)]
        if any(one >= other for one, other in zip([-1, *numbers], numbers, strict=False)):
            return None  # of what is no fact here, or in another order
        return self._roles.index(role), sum(1 << number for number in numbers)

    def term(self, role: int, bits: int) -> Term:
        """The position of a state, as a term."""
        facts = tuple([fact for at, fact in enumerate(self._facts) if bits >> at & 1])
        return Compound("state", (self._roles[role], PrologList(facts)))

    def words(self, role: int, bits: int) -> Term:
        """The position of a state, in words."""
        words = [bits >> at & ((1 << WORD) - 1) for at in range(0, max(len(self.facts), 1), WORD)]
        return Compound(BITS, (role, *(word - (word >> WORD - 1 << WORD) for word in words)))

    def coded(self, term: Term) -> Term | None:
        """A position in words; None if they cannot tell it."""
        state = self.state(term)
        return None if state is None else self.words(*state)

    def told(self, term: Term) -> Term:
        """A position in words as others know it; what is none stays."""
        if not isinstance(term, Compound) or term.name != BITS:
            return term
        role, *words = term.args
        assert isinstance(role, int)
        bits = 0
        for at, word in enumerate(words):
            assert isinstance(word, int)
            bits |= (word & ((1 << WORD) - 1)) << at * WORD
        return self.term(role, bits)

    def move(self, position: Term, number: Term) -> Term:
        """The move of this number in a position in words."""
        assert isinstance(position, Compound)
        assert isinstance(number, int)
        return self._moves[bool(position.args[0])][number]

    @cached_property
    def _roles(self) -> Sequence[Term]:
        return _read(self.roles)

    @cached_property
    def _facts(self) -> Sequence[Term]:
        return _read(self.facts)

    @cached_property
    def _numbers(self) -> Mapping[Term, int]:
        return {fact: number for number, fact in enumerate(self._facts)}

    @cached_property
    def _moves(self) -> tuple[Sequence[Term], Sequence[Term]]:
        return _read(self.first_moves), _read(self.second_moves)


def _read(texts: Sequence[str]) -> Sequence[Term]:
    return [as_key(read_term(text)) for text in texts]
