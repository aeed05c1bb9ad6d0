"""A game whose rules run in a session's process, as the searches in Python see it.

What asks for one position at a time is answered in bulk, a piece of the graph in each round trip, which is
kept: see `_next_guess`. A search in the other process runs there as a whole (`run`). A search in Python is
told ahead what it will ask: see `pydecl/engines/python/facts.py`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import BinaryIO

from pydecl.engines.prolog.entry import Entry
from pydecl.engines.prolog.searching import UNLIMITED, answer_of, question, stopped_by
from pydecl.errors import ContractError, LimitError
from pydecl.model.game import Game, Player, Successor
from pydecl.model.number import Number
from pydecl.model.passing import without_own_passes
from pydecl.model.program import Program
from pydecl.model.reader import TermSyntaxError, read_term
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Atom, Compound, PrologList, Term, as_key, is_ground, term_text
from pydecl.sandbox.replies import arguments, decoding, items, number, unreadable
from pydecl.sandbox.session import ChildSession

GUESSED_PLIES = 30


class AskedGame(Game[Term]):
    """The rules in a session's process; positions are terms."""

    def __init__(self, name: str, source: str, session: ChildSession, *, defined: frozenset[str]) -> None:
        """`defined` holds the predicates of the interface that the rules define, as `name/arity`."""
        self.name = name
        self.source = source
        self.session = session
        self.defined = defined
        self._known: dict[Term, Entry] = {}
        self._positions: list[Term] = []
        self._starts = 0
        self._asked = 0
        """How many different positions somebody has asked for."""

    def close(self) -> None:
        """End the process; a later question starts another."""
        self.session.close()

    # The game, position by position

    def initial(self) -> Sequence[Term]:
        found = self._told("initial") if "initial/1" in self.defined else []
        return without_own_passes(found, self.defined)

    def successors(self, position: Term) -> Sequence[Successor[Term]]:
        return self._entry(position).successors

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

    def from_term(self, term: Term) -> Term:
        return as_key(grounded(term))

    def default(self, name: str) -> Term | None:
        """The value of a fact such as default_depth/1 in the rules, or None."""
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

    # Whole searches

    def run(
        self,
        program: Program,
        position: Term,
        limits: Limits,
        *,
        record_leaves: bool = False,
        events: tuple[BinaryIO, int] | None = None,
    ) -> Answer[Term]:
        """Run a program on one position, in the session's process.

        `events` is a file for what the program does, and how many events it may hold; see `trace`. Raises
        ContractError where the game breaks its contract, or `won` is asked of MIN.
        """
        allowed = self.session.most(limits.seconds)
        seconds = UNLIMITED if allowed is None else min(allowed, UNLIMITED)
        question = self._question(program, position, limits)
        request = Compound("leaves" if record_leaves else "search", (*question.args, seconds))
        file = None
        if events is not None:
            file, most = events
            request = Compound("trace", (*question.args, seconds, most))
        started = time.monotonic()
        try:
            with self.session.within(allowed):
                answer = self.session.ask(request, events=file)
        except LimitError as error:
            return Answer.stopped(stopped_by(error), time.monotonic() - started)
        except KeyboardInterrupt:
            return Answer.stopped(Status.INTERRUPTED, time.monotonic() - started)
        evaluated = None
        if record_leaves:
            answer, leaves = arguments(answer, "-", 2)
            evaluated = tuple(map(self.decode, items(leaves)))
        return answer_of(answer, self.decode, evaluated, allowed)

    def _question(self, program: Program, position: Term, limits: Limits) -> Compound:
        return question(program, self.encode(position), limits)

    # Positions here and there: the same, but for games whose positions are numbered

    def encode(self, position: Term) -> Term:
        """The term that stands for a position in the session's process."""
        return position

    def decode(self, term: Term) -> Term:
        """The position that a term of the session's process stands for."""
        return as_key(term)

    # The graph, as far as it is known

    def expand(self, positions: Sequence[Term], plies: int = 1, most: int = 0) -> None:
        """Fetch what there is to know of `positions`, and guess at `most` of those within `plies`."""
        request = Compound("expand", (PrologList(tuple(map(self.encode, positions))), plies, most))
        lines = self.session.ask_text(request).split("\n")[:-1]
        if self._starts != self.session.starts:  # a new process numbers anew
            self._starts = self.session.starts
            self._positions = []
            self._known = {}
            self._asked = 0
        with decoding("lines about positions"):
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


def grounded(position: Term) -> Term:
    """The term; raises ContractError where it holds a free variable."""
    if not is_ground(position):
        raise ContractError("position_not_ground", re.sub(r"\b_\w+", "_", term_text(position)))
    return position
