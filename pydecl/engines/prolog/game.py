"""A game whose rules are in SWI-Prolog: what only SWI-Prolog is asked, and what else is known of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import accumulate
from pathlib import Path
from typing import Any

from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, Diagnostic, InputError, LimitError, NotCompiledError, PositionError
from pydecl.model.closing import Closeable
from pydecl.model.game import MOVES_AGAIN, Game, Player, Successor
from pydecl.model.number import Number
from pydecl.model.reader import TermSyntaxError, read_term
from pydecl.model.result import Preferred
from pydecl.model.shown import Shown
from pydecl.model.solved import Column
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, as_key, is_ground, term_text
from pydecl.sandbox.faults import contract_error
from pydecl.sandbox.replies import arguments, decoding, items, number, one_of, string, unreadable

GUESSED_PLIES = 30

BYTES = 128
"""What a character about positions may take where they are kept, in bytes; what was measured is 70."""

DEEPEST = 10_000
"""How deep the brackets of a position's text may be nested: SWI-Prolog reads them recursively."""

NAME = re.compile("[a-z][a-zA-Z0-9_]*")
"""An atom that needs no quotes."""

OPERATORS = re.compile(
    "as|dynamic|discontiguous|divs?|initialization|is|meta_predicate|mod|module_transparent|multifile|public"
    "|rdiv|rem|table|thread_initialization|thread_local|tnot|volatile|xor"
)
"""The operators of SWI-Prolog's that are names."""


class DoubtfulEnd(Enum):
    """Why won/1 has trouble with an end."""

    MISJUDGED = "misjudged"
    """MIN cannot move, so won/1 takes it for won, and it is drawn or lost."""

    DRAWN = "drawn"
    """Neither won nor lost, which won/1 cannot say."""


class SessionGame(Game[Term], Closeable, Shown):
    """The rules in a session's SWI-Prolog; positions are terms. A context manager that ends the session.

    What asks for one position at a time is answered in bulk, a piece of the graph in each round trip, which
    is kept: see `_next_guess`. A search runs there as a whole (`run`). A search in Python is told ahead what
    it will ask: see `pydecl/engines/python/facts.py`.
    """

    def __init__(
        self,
        name: str,
        source: str,
        session: Session,
        *,
        defined: frozenset[str],
        convention: tuple[str, str] = ("textbook", "the textbook's"),
    ) -> None:
        """`defined` holds the predicates of the interface that the rules define, as `name/arity`.

        `twin` is the same game in Python, where there is one; `independent` says whether its rules were
        written independently of the ones in SWI-Prolog. `convention` is the name and the title of the one
        that the rules follow. `warnings` are SWI-Prolog's about the rules file; `has_chance` says whether
        chance may be to move somewhere. `rules_text` is the text of the file `rules_file`, `facts` in place
        of its own, where that is all there is to the rules but for the files `included`, and `loaded` what
        SWI-Prolog read of the file (see `prolog/support/reading.pl`). `preferred` says which rules the
        searches in Python take: these, compiled, or the `twin`'s. `edition` grows when its
        rules are exchanged for others. `origin` opens the same game again, where that can be: so a game can
        be pickled.
        """
        self.name = name
        self.source = source
        self.session = session
        self.defined = defined
        self.twin: Game[Any] | None = None
        self.independent = False
        self.convention, self.read_as = convention
        self.warnings: Sequence[Diagnostic] = ()
        self.has_chance = "chance/3" in defined
        self.rules_text: str | None = None
        self.rules_file = source
        self.included: Sequence[Path] = ()
        self.facts: Mapping[tuple[str, int], Sequence[Term]] = {}
        self.loaded = ""
        self.preferred = Preferred.HAND
        self.edition = 0
        self.origin: partial[Any] | None = None
        self._known: dict[Term, Entry] = {}
        self._positions = Positions(self._decoded)
        self._starts = 0
        self._asked = 0
        """How many different positions somebody has asked for."""
        self._characters = 0
        """How many characters have been told about positions."""
        self.times_forgotten = 0
        """How often all that was known of positions has been dropped, as it was too much."""

    def __repr__(self) -> str:
        if self.origin is None:
            return f"<game {self.name}>"
        keywords = (f"{key}={given!r}" for key, given in self.origin.keywords.items())
        return f"{self.origin.func.__name__}({', '.join([*map(repr, self.origin.args), *keywords])})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.origin is None:
            raise TypeError(f"{self.name} was made by hand, so it cannot be opened again elsewhere")
        return self.origin, ()

    def is_same_as(self, other: Game[Any]) -> bool:
        return self is other or (isinstance(other, SessionGame) and self._identity == other._identity)

    @property
    def _identity(self) -> tuple[object, ...]:
        return self.name, self.source, self.convention, self.edition

    def close(self) -> None:
        self.session.close()

    def prepare(self) -> None:
        """Do what SWI-Prolog needs a game in Python for, once: so two threads never ask that game at once."""

    @property
    def compilable(self) -> bool:
        """Whether the rules are a file's, and nothing else."""
        return self.rules_text is not None

    @cached_property
    def decided(self) -> Sequence[Term]:
        """What SWI-Prolog has decided once for all positions of rules of another school, such as who is MAX.

        They are `decided(Name, Arity, Facts)` of the adapter's predicates: see `prolog/support/adapting.pl`.
        Raises NotCompiledError if the rules do not keep to their convention.
        """
        if self.convention == "textbook":
            return ()
        try:
            return items(self.session.set_up(Atom("decided")))
        except ContractError as error:
            raise NotCompiledError(f"{self.name}: {error}") from None

    # The game, position by position

    def initial(self) -> Sequence[Term]:
        found = self._told("initial") if "initial/1" in self.defined else []
        if MOVES_AGAIN in self.defined:
            from pydecl.model.passing import check_no_passes  # late: few games have passes

            check_no_passes(found)
        return found

    def successors(self, position: Term) -> Sequence[Successor[Term]]:
        return self._entry(position).successors

    def moves_and_afters(self, position: Term) -> tuple[Sequence[Term | None], Sequence[Term], Sequence[str]]:
        """The moves' names, where they lead, which nobody has read yet, and the texts of that."""
        entry = self._entry(position)
        return ((), (), ()) if entry.chance else (entry.names, entry.afters, entry.texts)

    def player(self, position: Term) -> Player:
        return self._entry(position).player

    def static_value(self, position: Term) -> Number:
        entry = self._entry(position)
        return number(self._ask_about("static_value", position)) if entry.value is None else entry.value

    def terminal_won(self, position: Term) -> bool:
        return self._outcome(position) in ("won", "both")

    def terminal_lost(self, position: Term) -> bool:
        return self._outcome(position) in ("lost", "both")

    def to_term(self, position: Term) -> Term:
        return position

    def default(self, name: str) -> Term | None:
        if f"{name}/1" not in self.defined:
            return None
        return next(iter(items(self.session.ask(Compound("values", (Atom(name),))))), None)

    # What some programs ask besides

    def positions(self) -> Sequence[Term] | None:
        return self._told("positions") if "position/1" in self.defined else None

    def turbulent(self, position: Term) -> bool:
        return self._entry(position).turbulent

    def plausible(self, position: Term, successor: Term) -> bool:
        return successor in self._entry(position).plausible

    def chance(self, position: Term) -> Sequence[tuple[Number, Term]]:
        return self._entry(position).chance

    # Positions here and there: the same, but for games whose positions are numbered

    def encode(self, position: Term) -> Term:
        """The term that stands for a position in the session's process."""
        return position

    def decode(self, term: Term) -> Term:
        """The position that a term of the session's process stands for."""
        return as_key(term)

    # The graph, as far as it is known

    def expand(self, positions: Sequence[Term], plies: int = 1, most: int = 0) -> None:
        """Fetch what there is to know of `positions`, and guess at `most` of those within `plies`.

        Within 0 plies it is what follows them alone: values are asked for later, where somebody wants them.
        """
        if self._characters * BYTES > self.session.memory << 20:
            self.session.ask(Atom("forget"))
            self.times_forgotten += 1
            self._forget()
        request = Compound("expand", (PrologList(tuple(map(self.encode, positions))), plies, most))
        text = self.session.ask_text(request)
        lines = text.split("\n")[:-1]
        if self._starts != self.session.starts:  # a new process numbers anew
            self._starts = self.session.starts
            self._forget()
        self._characters += len(text)
        with decoding("lines about positions"):
            for line in lines:
                number, text, *fields = line.split("\t")
                if text:
                    self._positions.append(text)
                else:
                    position = self._positions[int(number)]
                    self._known[position] = Entry(position, fields, self._positions)

    def _forget(self) -> None:
        self._positions = Positions(self._decoded)
        self._known = {}
        self._asked = self._characters = 0

    def _decoded(self, text: str) -> Term:
        """The position of this text. Where it is none, the child, which counts it as told, is ended."""
        try:
            return self.decode(read_term(text))
        except TermSyntaxError as error:
            self.close()
            raise unreadable(text, error) from None

    def _told(self, request: str) -> Sequence[Term]:
        """The positions that the rules enumerate when they are asked for them."""
        return [self.decode(grounded(position)) for position in items(self.session.ask(Atom(request)))]

    def _entry(self, position: Term) -> Entry:
        entry = self._known.get(position)
        if entry is None:
            self.expand([position], GUESSED_PLIES, self._next_guess())
            entry = self._known.get(position)
            if entry is None:  # the process did not answer what it always answers
                raise ContractError("tampered")
        if not entry.asked:
            entry.asked = True
            self._asked += 1
        return entry

    def _next_guess(self) -> int:
        """How many positions to guess at: with them, twice as many are known as somebody has asked for."""
        return max(0, 2 * self._asked + 1 - len(self._known))

    def _outcome(self, position: Term) -> str:
        entry = self._entry(position)
        return str(self._ask_about("outcome", position)) if entry.outcome is None else entry.outcome

    def _ask_about(self, question: str, position: Term) -> Term:
        """What was not found out in time when it was only a guess."""
        return self.session.ask(Compound(question, (self.encode(position),)))

    # Positions as people write them, and what only SWI-Prolog is asked

    def from_term(self, term: Term) -> Term:
        """The term itself; with a twin, checked and made canonical by it."""
        grounded(term)
        return as_key(term if self.twin is None else self.twin.to_term(self.twin.from_term(term)))

    def from_value(self, value: Any) -> Term:
        """The position that a value stands for: a number, or what the game in Python has for it."""
        if self.twin is None or isinstance(value, int | float | Fraction):
            return self.from_term(value)
        return self.twin.to_term(value)

    def canonical(self, position: Term) -> Term:
        return self.canonicals([position])[0]

    def canonicals(self, positions: Sequence[Term]) -> Sequence[Term]:
        """What canonical/2 says that stands for each. Raises ContractError."""
        asked = Compound("canonical", (PrologList(tuple(map(self.encode, positions))),))
        return [self.decode(grounded(found)) for found in items(self.session.ask(asked))]

    def format_position(self, position: Term) -> str:
        if self.twin is None:
            return self.write(position)
        return self.twin.format_position(self.twin.from_term(position))

    def parse_position(self, text: str) -> Term:
        """A position in the game's notation, or as a Prolog term with the operators of the rules file."""
        twin = self.twin
        if twin is None:
            return self._read(text)
        try:
            return twin.to_term(twin.parse_position(text))
        except PositionError as error:
            try:
                term = self._read(text)
            except (PositionError, ContractError):
                raise error from None
            if not isinstance(term, Compound) or not text.strip().startswith(
                term_text(Atom(term.name)) + "("
            ):
                raise error from None
            return self.from_term(term)

    def write(self, term: Term) -> str:
        """A term as a Prolog programmer writes it: with the operators of the rules file.

        Where time is up it is written in canonical form.
        """
        if self.session.pid is None and not self.may_define_operators and is_plain(term):
            return term_text(term)
        try:
            return string(self.session.ask(Compound("written", (term,))))
        except LimitError:  # what was found is told even so
            return term_text(term)

    @property
    def may_define_operators(self) -> bool:
        """Whether the rules may write terms in a way of their own."""
        return "op(" in (self.rules_text or "op(")

    def picture(self, position: Term) -> str | None:
        """What `position_text//1` writes, or None where the rules do not show it."""
        return self._text("position_text/3", Compound("picture", (self.encode(position),)))

    def move_text(self, move: Term) -> str | None:
        """What `move_text//1` writes, or None where the rules do not say it."""
        return self._text("move_text/3", Compound("move_text", (move,)))

    def _text(self, predicate: str, request: Compound) -> str | None:
        if predicate not in self.defined:
            return None
        try:
            texts = self.session.ask(request)
        except (ContractError, LimitError):
            return None
        return next(map(string, items(texts)), None)

    def picture_parts(self, position: Term) -> tuple[Term, ...] | None:
        """What `position_picture//1` lists, or None if the rules have no such predicate.

        Raises ContractError where it lists nothing, and LimitError where it takes too long.
        """
        if "position_picture/3" not in self.defined:
            return None
        match items(self.session.ask(Compound("picture_parts", (self.encode(position),)))):
            case (PrologList(parts, None),):
                return parts
            case _:
                raise ContractError("no_picture", self.write(position))

    def doubtful_end(self) -> tuple[DoubtfulEnd, Term] | None:
        """An end of the game that won/1 has trouble with, or None if random play met none."""
        if "initial/1" not in self.defined:
            return None
        for pair in items(self.session.ask(Atom("doubtful_end"))):
            kind, position = arguments(pair, "-", 2)
            return one_of(DoubtfulEnd, kind), self.decode(position)
        return None

    def met_nobodys_end(self) -> Term | None:
        """An end for which the rules name no player, or None if random play met none."""
        if not {"initial/1", "max_to_move/1", "min_to_move/1"} <= self.defined:
            return None
        return next(map(self.decode, items(self.session.ask(Atom("nobodys_end")))), None)

    def met_same_mover(self, starts: Sequence[Term]) -> Term | None:
        """A position that follows one of the same mover, or None if random play from `starts` met none."""
        if not {"max_to_move/1", "min_to_move/1"} <= self.defined:
            return None
        request = Compound("same_mover", (PrologList(tuple(map(self.encode, starts))),))
        return next(map(self.decode, items(self.session.ask(request))), None)

    # What a game that was supplied knows besides: see `pydecl/loading/supplying.py`

    starts_are_chosen = False
    """Whether its initial positions are all that is to be solved, whatever position/1 says."""

    def check_reach(self, position: Term, depth: int | None) -> None:
        """Raises InputError where a search to this depth might look beyond what SWI-Prolog has."""

    def about_positions(self, error: ContractError) -> ContractError:
        """SWI-Prolog's error, about the game's own positions."""
        return error

    def _read(self, text: str) -> Term:
        if any("\ud800" <= char <= "\udfff" for char in text):
            raise PositionError("the position is not in UTF-8")
        if max(accumulate((char in "([{") - (char in ")]}") for char in text), default=0) > DEEPEST:
            raise PositionError(f"the position is nested deeper than {DEEPEST:,} brackets")
        try:
            return self.session.ask(Compound("read", (PrologString(text),)))
        except InputError as error:
            raise PositionError(f"not a Prolog term ({error}): {text}") from None


# Positions that are made when they are asked for


class Positions:
    """Positions by their numbers; the text of each is read when it is first asked for."""

    def __init__(self, read: Callable[[str], Term]) -> None:
        self._read = read
        self._found: list[Term | None] = []
        self.texts: list[str] = []

    def append(self, text: str) -> None:
        self.texts.append(text)
        self._found.append(None)

    def __getitem__(self, number: int) -> Term:
        found = self._found[number]
        if found is None:
            found = self._found[number] = self._read(self.texts[number])
        return found


class Entry:
    """What is known of one position: the fields of its line, see `prolog/support/expand.pl`, read once."""

    def __init__(self, position: Term, fields: list[str], terms: Positions) -> None:
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
    def names(self) -> Sequence[Term | None]:
        """The names of the moves, in order, or what is told of the probabilities."""
        with decoding("the successors of a position"):
            return [_move(field) for field in self._fields[6:]]

    @cached_property
    def _numbers(self) -> Sequence[int]:
        with decoding("the successors of a position"):
            return [int(number) for number in self._field(5).split()]

    @cached_property
    def afters(self) -> Sequence[Term]:
        """Where they lead."""
        return Column(self._terms.__getitem__, self._numbers)

    @property
    def texts(self) -> Sequence[str]:
        """The same, as texts: equal ones are the same position."""
        return Column(self._terms.texts.__getitem__, self._numbers)

    @cached_property
    def _followers(self) -> Sequence[Successor[Term]]:
        with decoding("the successors of a position"):
            return list(zip(self.names, self.afters, strict=True))

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


@lru_cache(maxsize=1 << 14)
def _move(field: str) -> Term | None:
    name = read_term(field)
    return arguments(name, "name", 1)[0] if isinstance(name, Compound) else None


def grounded(position: Term) -> Term:
    """The term; raises ContractError where it holds a free variable."""
    if not is_ground(position):
        raise ContractError("position_not_ground", re.sub(r"\b_\w+", "_", term_text(position)))
    return position


def is_plain(term: Term) -> bool:
    """Whether SWI-Prolog need not start to write a term: it has no operators, quotes or floats.

    A rules file must not declare operators, either.

    >>> is_plain(Compound("p", (Atom("a"), -1))), is_plain(Compound("-", (1, 2)))
    (True, False)
    """
    todo = [term]
    while todo:
        one = todo.pop()
        if isinstance(one, Compound | Atom) and (
            not NAME.fullmatch(one.name) or OPERATORS.fullmatch(one.name)
        ):
            return False
        if isinstance(one, Compound):
            todo += one.args
        elif isinstance(one, PrologList) and one.tail is None:
            todo += one.items
        elif not isinstance(one, Atom | int):
            return False
    return True
