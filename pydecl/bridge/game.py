"""A game whose rules run in SWI-Prolog, as the searches in Python see it.

The searches in Python ask for one position at a time; what they ask is fetched in bulk, a piece of the
graph in each round trip, and kept. A search in SWI-Prolog runs there as a whole (`run`).
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import accumulate
from typing import Any, BinaryIO, Protocol, Self

from pydecl.bridge.entry import Entry, number_of
from pydecl.bridge.faults import contract_error
from pydecl.bridge.plain import is_plain
from pydecl.bridge.searching import UNLIMITED, answer_of, question, stopped_by
from pydecl.bridge.session import Session
from pydecl.errors import ContractError, Diagnostic, InputError, LimitError, PositionError, PydeclError
from pydecl.model.game import Game, Player, Successor
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.reader import TermSyntaxError, read_term
from pydecl.model.result import Answer, Limits, Preferred, Status
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, is_ground, term_text

LEAST_GUESS, FIRST_GUESS, LAST_GUESS = 8, 64, 8192
"""How many positions are fetched at a miss, at the least, at the first, and at the most.

Each miss doubles the number where the search has asked for a fourth of the last guess, and else halves it.
"""

GUESSED_PLIES = 30

DEEPEST = 10_000
"""How deep the brackets of a position's text may be nested: SWI-Prolog reads them recursively."""


class DoubtfulEnd(Enum):
    """Why won/1 has trouble with an end."""

    MISJUDGED = "misjudged"
    """MIN cannot move, so won/1 takes it for won, and it is drawn or lost."""

    DRAWN = "drawn"
    """Neither won nor lost, which won/1 cannot say."""


class Closing(Protocol):
    """What holds a process."""

    def close(self) -> None:
        """End it; a later question starts another."""


class SessionGame(Game[Term]):
    """The rules in a session's SWI-Prolog; positions are terms. A context manager that ends the session."""

    def __init__(
        self,
        name: str,
        source: str,
        session: Session,
        *,
        defined: frozenset[str],
        twin: Game[Any] | None = None,
        independent: bool = False,
        convention: tuple[str, str] = ("textbook", "the textbook's"),
    ) -> None:
        """`defined` holds the predicates of the interface that the rules define, as `name/arity`.

        `twin` is the same game in Python, where there is one; `independent` says whether its rules were
        written independently of the ones in SWI-Prolog. `convention` is the name and the title of the one
        that the rules follow. `warnings` are SWI-Prolog's about the rules file; `has_chance` says whether
        chance may be to move somewhere. `rules_text` is the text of the file `rules_file`, `facts` in place
        of its own, where that is all there is to the rules. `compiled` are these rules in Python, and
        `machine` in machine code, once they have been compiled; `preferred` says which of `compiled` and
        `twin` the searches in Python take.
        """
        self.name = name
        self.source = source
        self.session = session
        self.defined = defined
        self.twin = twin
        self.independent = independent
        self.convention, self.read_as = convention
        self.warnings: Sequence[Diagnostic] = ()
        self.has_chance = "chance/3" in defined
        self.rules_text: str | None = None
        self.rules_file = source
        self.facts: Mapping[tuple[str, int], Sequence[Term]] = {}
        self.compiled: Game[Any] | None = None
        self.machine: Closing | None = None
        self.preferred = Preferred.HAND
        self._known: dict[Term, Entry] = {}
        self._positions: list[Term] = []
        self._starts = 0
        self._guess = FIRST_GUESS
        self._asked = 0
        """How many positions the search has asked for, for the first time, since the last miss."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the child processes; a later question starts others."""
        self.session.close()
        if self.machine is not None:
            self.machine.close()

    def forget_compiled(self) -> None:
        """The rules have changed: what was compiled is theirs no longer."""
        self.compiled = None
        if self.machine is not None:
            self.machine.close()
            self.machine = None

    # The game, position by position

    def initial(self) -> Sequence[Term]:
        return self._told("initial") if "initial/1" in self.defined else []

    def successors(self, position: Term) -> Sequence[Successor[Term]]:
        return self._entry(position).successors

    def player(self, position: Term) -> Player:
        return self._entry(position).player

    def static_value(self, position: Term) -> Number:
        entry = self._entry(position)
        return number_of(self._ask_about("static_value", position)) if entry.value is None else entry.value

    def terminal_won(self, position: Term) -> bool:
        return self._outcome(position) in ("won", "both")

    def terminal_lost(self, position: Term) -> bool:
        return self._outcome(position) in ("lost", "both")

    def to_term(self, position: Term) -> Term:
        return position

    def from_term(self, term: Term) -> Term:
        """The term itself; with a twin, checked and made canonical by it."""
        _grounded(term)
        return term if self.twin is None else self.twin.to_term(self.twin.from_term(term))

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
        """A term as a Prolog programmer writes it: with the operators of the rules file."""
        without_operators = "op(" not in (self.rules_text or "op(")
        if self.session.pid is None and without_operators and is_plain(term):
            return term_text(term)
        text = self.session.ask(Compound("written", (term,)))
        assert isinstance(text, PrologString)
        return text.value

    def picture(self, position: Term) -> str | None:
        """What `position_text//1` draws, or None where the rules have no picture of it."""
        if "position_text/3" not in self.defined:
            return None
        try:
            texts = self.session.ask(Compound("picture", (self.encode(position),)))
        except (ContractError, LimitError):
            return None
        assert isinstance(texts, PrologList)
        text = texts.items[0] if texts.items else None
        return text.value if isinstance(text, PrologString) else None

    def default(self, name: str) -> Term | None:
        """The value of a fact such as default_depth/1 in the rules, or None."""
        if f"{name}/1" not in self.defined:
            return None
        values = self.session.ask(Compound("values", (Atom(name),)))
        assert isinstance(values, PrologList)
        return values.items[0] if values.items else None

    def doubtful_end(self) -> tuple[DoubtfulEnd, Term] | None:
        """An end of the game that won/1 has trouble with, or None if random play met none."""
        if "initial/1" not in self.defined:
            return None
        found = self.session.ask(Atom("doubtful_end"))
        assert isinstance(found, PrologList)
        if not found.items:
            return None
        (pair,) = found.items
        assert isinstance(pair, Compound)
        kind, position = pair.args
        return DoubtfulEnd(str(kind)), self.decode(position)

    # What some programs ask besides

    def positions(self) -> Sequence[Term] | None:
        return self._told("positions") if "position/1" in self.defined else None

    def turbulent(self, position: Term) -> bool:
        return self._entry(position).turbulent

    def plausible(self, position: Term, successor: Term) -> bool:
        return successor in self._entry(position).plausible

    def chance(self, position: Term) -> Sequence[tuple[Number, Term]]:
        return self._entry(position).chance

    # Whole searches in SWI-Prolog

    def run(
        self,
        program: Program,
        position: Term,
        limits: Limits,
        *,
        record_leaves: bool = False,
        events: tuple[BinaryIO, int] | None = None,
    ) -> Answer[Term]:
        """Run a program in SWI-Prolog on one position.

        `events` is a file for what the program does, and how many events it may hold; see `trace`. Raises
        ContractError where the game breaks its contract, or `won` is asked of MIN.
        """
        seconds = UNLIMITED if limits.seconds is None else min(limits.seconds, UNLIMITED)
        question = self._question(program, position, limits)
        request = Compound("leaves" if record_leaves else "search", (*question.args, seconds))
        file = None
        if events is not None:
            file, most = events
            request = Compound("trace", (*question.args, seconds, most))
        started = time.monotonic()
        try:
            with self.session.within(limits.seconds):
                answer = self.session.ask(request, events=file)
        except LimitError as error:
            return Answer.stopped(stopped_by(error), time.monotonic() - started)
        except KeyboardInterrupt:
            return Answer.stopped(Status.INTERRUPTED, time.monotonic() - started)
        evaluated = None
        if record_leaves:
            assert isinstance(answer, Compound)
            answer, leaves = answer.args
            assert isinstance(leaves, PrologList)
            evaluated = tuple(map(self.decode, leaves.items))
        return answer_of(answer, self.decode, evaluated, limits.seconds)

    def trace(
        self, program: Program, position: Term, limits: Limits, most: int
    ) -> tuple[Answer[Term] | PydeclError, list[str], list[Term | None]]:
        """As `run`, with the events as lines (see `prolog/support/tracing.pl`), `most` of them.

        The positions come in the order of their numbers, None for one that is not ground. An error is the
        answer of a search that it ended.
        """
        with tempfile.TemporaryFile() as file:
            answer: Answer[Term] | PydeclError
            try:
                answer = self.run(program, position, limits, events=(file, most))
            except PydeclError as error:
                answer = error
            file.seek(0)
            text = file.read().decode(errors="replace")
        lines = text.split("\n")[:-1]  # of a search that was killed, the last may be half a line
        positions = [line[2:] for line in lines if line.startswith("p")]
        events = [line for line in lines if not line.startswith("p")]
        return answer, events, [self.decode(read_term(text)) if text else None for text in positions]

    def run_all(
        self, questions: Sequence[tuple[Program, Term, Limits]], seconds: float | None
    ) -> list[Answer[Term] | PydeclError]:
        """Many searches in one round trip; an error is the answer of a search that it ended.

        `seconds` is the time for all of them together; each question's own is not looked at. Raises
        LimitError where SWI-Prolog does not answer in time.
        """
        searches = PrologList(tuple(self._question(*question) for question in questions))
        limit = UNLIMITED if seconds is None else min(seconds, UNLIMITED)
        with self.session.within(seconds):
            answers = self.session.ask(Compound("batch", (searches, limit)))
        assert isinstance(answers, PrologList)
        return [self._answer_or_error(answer, seconds) for answer in answers.items]

    def _question(self, program: Program, position: Term, limits: Limits) -> Compound:
        return question(program, self.encode(position), limits)

    def _answer_or_error(self, term: Term, seconds: float | None) -> Answer[Term] | PydeclError:
        assert isinstance(term, Compound)
        if term.name == "error":
            return contract_error(term.args[0])
        return answer_of(term, self.decode, limit=seconds)

    # Positions here and there: the same, but for games whose positions are numbered

    def encode(self, position: Term) -> Term:
        """The term that stands for a position in SWI-Prolog."""
        return position

    def decode(self, term: Term) -> Term:
        """The position that a term of SWI-Prolog's stands for."""
        return term

    # The graph, as far as it is known

    def expand(self, positions: Sequence[Term], plies: int = 1, most: int = 0) -> None:
        """Fetch what there is to know of `positions`, and guess at `most` of those within `plies`."""
        request = Compound("expand", (PrologList(tuple(map(self.encode, positions))), plies, most))
        lines = self.session.ask_text(request).splitlines()
        if self._starts != self.session.starts:  # a new process numbers anew
            self._starts = self.session.starts
            self._positions = []
            self._known = {}
        for line in lines:
            number, text, *fields = line.split("\t")
            if text:
                self._positions.append(self.decode(self._readable(text)))
            else:
                position = self._positions[int(number)]
                self._known[position] = Entry(position, fields, self._positions)

    def _readable(self, text: str) -> Term:
        """The position of this text. Where it is none, the child, which counts it as told, is ended."""
        try:
            return read_term(text)
        except TermSyntaxError:
            self.close()
            raise ContractError("unreadable", text) from None

    def _told(self, request: str) -> Sequence[Term]:
        """The positions that the rules enumerate when they are asked for them."""
        answer = self.session.ask(Atom(request))
        assert isinstance(answer, PrologList)
        return [self.decode(_grounded(position)) for position in answer.items]

    def _entry(self, position: Term) -> Entry:
        entry = self._known.get(position)
        if entry is None:
            self.expand([position], GUESSED_PLIES, self._next_guess())
            entry = self._known.get(position)
            if entry is None:  # SWI-Prolog did not answer what it always answers
                raise ContractError("tampered")
        if not entry.asked:
            entry.asked = True
            self._asked += 1
        return entry

    def _next_guess(self) -> int:
        if self._known:
            right = 4 * self._asked >= self._guess
            self._guess = min(2 * self._guess, LAST_GUESS) if right else max(self._guess // 2, LEAST_GUESS)
        self._asked = 0
        return self._guess

    def _outcome(self, position: Term) -> str:
        entry = self._entry(position)
        return str(self._ask_about("outcome", position)) if entry.outcome is None else entry.outcome

    def _ask_about(self, question: str, position: Term) -> Term:
        """What was not found out in time when it was only a guess."""
        return self.session.ask(Compound(question, (self.encode(position),)))

    def _read(self, text: str) -> Term:
        if any("\ud800" <= char <= "\udfff" for char in text):
            raise PositionError("the position is not in UTF-8")
        if max(accumulate((char in "([{") - (char in ")]}") for char in text), default=0) > DEEPEST:
            raise PositionError(f"the position is nested deeper than {DEEPEST:,} brackets")
        try:
            return self.session.ask(Compound("read", (PrologString(text),)))
        except InputError as error:
            raise PositionError(f"no Prolog term ({error}): {text}") from None


def _grounded(position: Term) -> Term:
    if not is_ground(position):
        raise ContractError("position_not_ground", re.sub(r"\b_\w+", "_", term_text(position)))
    return position
