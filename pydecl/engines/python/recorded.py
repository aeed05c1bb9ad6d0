"""A game as one search in SWI-Prolog asked it: what a twin that runs on the same position is told.

A twin asks what the same program asks in SWI-Prolog. So that runs first, once, and what it asks and is told
comes in one round trip; the twin then finds it here, and no position was looked at that the search does not
visit. What is not there is asked by itself: the twin may go another way, or SWI-Prolog not come to its end.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from itertools import islice
from typing import Any, BinaryIO

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import question
from pydecl.engines.python.facts import Fact, FactsGame
from pydecl.errors import LimitError, PositionError
from pydecl.model.game import Player
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import UNLIMITED, Limits
from pydecl.model.term import Atom, Compound, PrologList, Term, as_key, term_text
from pydecl.sandbox.replies import decoding, integer, items, number

MOST = 2_000_000
"""How many positions a recording may meet."""

SHARE = 0.5
"""Of the time for a search, what the recording may take."""

AT_ONCE = 200
"""How many lines are read at once, when one is needed that has not been read."""

MOVERS = {"x": Player.MAX, "n": Player.MIN, "o": None}


@contextmanager
def recorded(game: SessionGame, search: Compound, seconds: float | None) -> Iterator[RecordedGame]:
    """What a search, or a search for a proof, asks of the rules in a game's session.

    `search` is the request for it without its time, `seconds` the time. The numbers of positions mean
    something until the session records another search. All that is asked inside must be answered in time.
    """
    allowed = game.session.most(seconds)
    share = UNLIMITED if allowed is None else SHARE * min(allowed, UNLIMITED)
    with tempfile.TemporaryFile() as lines, game.session.within(seconds):
        game.session.ask(Compound("record", (search, share, MOST)), events=lines)
        lines.seek(0)
        yield RecordedGame(game, lines)


def by_prolog(
    game: SessionGame, program: Program, position: Term
) -> Callable[[Limits], AbstractContextManager[RecordedGame]]:
    """What SWI-Prolog tells for a search within limits."""
    return lambda limits: recorded(game, question(program, game.encode(position), limits), limits.seconds)


class RecordedGame(FactsGame):
    """The rules, asked in the order of a recording; the root is 1.

    `prolog/support/recording.pl` says what is in its lines.
    """

    root = 1

    def __init__(self, game: SessionGame, lines: BinaryIO) -> None:
        super().__init__(game.name, game.source, game.defined)
        self._session = game.session
        self._starts = game.session.starts
        self._lines = lines
        self._said = {"W": (self.won, True), "w": (self.won, False)}
        self._said |= {"L": (self.lost, True), "l": (self.lost, False)}
        self._said |= {"T": (self.turbulent_ones, True), "t": (self.turbulent_ones, False)}

    def to_terms(self, positions: Sequence[int]) -> Sequence[Term]:
        request = Compound("recorded", (PrologList(tuple(positions)),))
        self._same_process()
        return [as_key(term) for term in items(self._session.ask(request))]

    def from_term(self, term: Term) -> int:
        self._same_process()
        for found in items(self._session.ask(Compound("recorded_number", (term,)))):
            return integer(found)
        raise PositionError(f"no position that the search has met: {term_text(term)}")

    def told(self) -> set[int]:
        self._read(self._lines.readlines())
        return super().told()

    def ask(self, fact: Fact, about: Any) -> None:
        """Read more lines until it is there; or else ask SWI-Prolog for this fact alone."""
        known = self.known[fact]
        while lines := list(islice(self._lines, AT_ONCE)):
            self._read(lines)
            if about in known:
                return
        self._same_process()
        what: Term = Atom(fact.value)
        if fact is Fact.PLAUSIBLE:
            about, successor = about
            what = Compound(fact.value, (successor,))
        with tempfile.TemporaryFile() as answer:
            self._session.ask(Compound("record", (what, about)), events=answer)
            answer.seek(0)
            self._read(answer.readlines())

    def _read(self, lines: Sequence[bytes]) -> None:
        with decoding("the lines of a recording"):
            for line in lines:
                first, *facts = line.decode().rstrip("\n").split("\t")
                if facts:
                    at = int(first)
                    for fact in facts:
                        self._take(at, fact[0], fact[1:])

    def _take(self, at: int, kind: str, rest: str) -> None:
        if kind == "s":
            self.nexts[at] = tuple(map(int, rest.split()))
        elif kind in MOVERS:
            self.movers[at] = MOVERS[kind]
            if kind == "o":
                self.nexts[at] = ()
                self.chances[at] = ()
        elif kind == "v":
            self.values[at] = _number(rest)
        elif kind == "p":
            after, flag = rest.split()
            self.plausible_ones[at, int(after)] = flag == "1"
        elif kind == "k":
            self.chances[at] = ()
        elif kind == "c":
            words = rest.split()
            self.chances[at] = [
                (_number(probability), int(after))
                for probability, after in zip(words[::2], words[1::2], strict=True)
            ]
            self.movers[at] = None
        else:
            known, holds = self._said[kind]
            known[at] = holds

    def _same_process(self) -> None:
        """Raises LimitError if the process that knows the numbers has ended."""
        if self._session.starts != self._starts or self._session.pid is None:
            raise LimitError("SWI-Prolog stopped unexpectedly during the search")


@lru_cache(maxsize=4096)
def _number(text: str) -> Number:
    return number(read_term(text))
