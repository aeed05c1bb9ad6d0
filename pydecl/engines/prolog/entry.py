"""What SWI-Prolog tells of one position, as a line of text: see `prolog/support/expand.pl`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pydecl.errors import ContractError, LimitError
from pydecl.model.game import Player, Successor
from pydecl.model.number import Number
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, Term
from pydecl.sandbox.faults import contract_error
from pydecl.sandbox.replies import arguments, decoding, items, number, one_of


class Entry:
    """What is known of one position: the fields of its line, see `prolog/support/expand.pl`, read once."""

    def __init__(self, position: Term, fields: list[str], terms: list[Term]) -> None:
        self._position = position
        self._fields = fields
        self._terms = terms
        self.asked = False
        """Whether a search has asked for it; else it is a guess."""

    @cached_property
    def player(self) -> Player:
        if self._field(0) == "chance":
            raise ContractError("neither_to_move", str(self._position))
        return one_of(Player, read_term(self._field(0)))

    @cached_property
    def value(self) -> Number | None:
        field = self._field(1)
        return None if field == "?" else number(read_term(field))

    @cached_property
    def outcome(self) -> str | None:
        field = self._field(2)
        return None if field == "?" else field

    @cached_property
    def turbulent(self) -> bool:
        return self._known(3) == "true"

    @cached_property
    def plausible(self) -> frozenset[Term]:
        flags = items(read_term(self._known(4)))
        return frozenset(
            successor for (_, successor), flag in zip(self._followers, flags, strict=False) if flag
        )

    @cached_property
    def successors(self) -> Sequence[Successor[Term]]:
        return [] if self._chance else self._followers

    @cached_property
    def chance(self) -> Sequence[tuple[Number, Term]]:
        if not self._chance:
            return ()
        return [(number(probability or Atom("none")), after) for probability, after in self._followers]

    @property
    def _chance(self) -> bool:
        return self._fields[0] == "chance"

    @cached_property
    def _followers(self) -> Sequence[Successor[Term]]:
        with decoding("the successors of a position"):
            numbers = map(int, self._field(5).split())
            names = map(_move, self._fields[6:])
            return [(name, self._terms[at]) for at, name in zip(numbers, names, strict=True)]

    def _known(self, index: int) -> str:
        field = self._field(index)
        if field == "?":
            raise LimitError("the game's rules take too long to say what is turbulent or plausible")
        return field

    def _field(self, index: int) -> str:
        with decoding("what there is to say of a position"):
            field = self._fields[index]
        if field.startswith("!"):
            raise contract_error(read_term(field[1:]))
        return field


def _move(field: str) -> Term | None:
    name = read_term(field)
    return arguments(name, "name", 1)[0] if isinstance(name, Compound) else None
