"""A game as one search in SWI-Prolog asked it: what a twin that runs on the same position is told.

A twin asks what the same program asks in SWI-Prolog. So that runs first, once, and what it asks and is told
comes in one round trip; the twin then finds it here, and no position was looked at that the search does not
visit. What is not there is asked by itself: the twin may go another way, or SWI-Prolog not come to its end.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from typing import BinaryIO, TypeVar

from pydecl.engines.prolog.asked import AskedGame
from pydecl.engines.prolog.searching import UNLIMITED
from pydecl.errors import ContractError, LimitError, PositionError
from pydecl.model.game import Game, Player, Successor
from pydecl.model.number import Number
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, PrologList, Term, as_key, term_text
from pydecl.sandbox.replies import decoding, integer, items, number

K = TypeVar("K")
V = TypeVar("V")

MOST = 2_000_000
"""How many positions a recording may meet."""

SHARE = 0.5
"""Of the time for a search, what the recording may take."""

AT_ONCE = 200
"""How many lines are read at once, when one is needed that has not been read."""

MOVERS = {"x": Player.MAX, "n": Player.MIN, "o": None}
YES_OR_NO = {"W": ("won", True), "w": ("won", False), "L": ("lost", True), "l": ("lost", False)}
YES_OR_NO |= {"T": ("turbulent", True), "t": ("turbulent", False)}


@contextmanager
def recorded(game: AskedGame, search: Compound, seconds: float | None) -> Iterator[RecordedGame]:
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


class RecordedGame(Game[int]):
    """The rules, asked in the order of a recording; positions are its numbers, the root is `ROOT`.

    `prolog/support/recording.pl` says what is in its lines.
    """

    name = "recorded"
    source = "a session"
    ROOT = 1

    def __init__(self, game: AskedGame, lines: BinaryIO) -> None:
        self._session = game.session
        self._starts = game.session.starts
        self._has_chance = "chance/3" in game.defined
        self._has_turbulent = "turbulent/1" in game.defined
        self._has_plausible = "plausible/2" in game.defined
        self._lines = lines
        self._movers: dict[int, Player | None] = {}
        self._afters: dict[int, Sequence[int]] = {}
        self._values: dict[int, Number] = {}
        self._facts: dict[str, dict[int, bool]] = {"won": {}, "lost": {}, "turbulent": {}}
        self._plausible: dict[tuple[int, int], bool] = {}
        self._chance: dict[int, Sequence[tuple[Number, int]]] = {}

    def initial(self) -> Sequence[int]:
        return [self.ROOT]

    def successors(self, position: int) -> Sequence[Successor[int]]:
        return [(None, after) for after in self.afters(position)]

    def afters(self, position: int) -> Sequence[int]:
        try:
            return self._afters[position]
        except KeyError:
            return self._found(self._afters, position, Atom("nexts"), position)

    def player(self, position: int) -> Player:
        mover = self._mover(position)
        if mover is None:
            raise ContractError("neither_to_move", self.text(position))
        return mover

    @property
    def player_if_any(self) -> Callable[[int], Player | None]:
        return self._mover  # an error would tell the position's text, which SWI-Prolog has

    def player_or(self, position: int, due: Player | None) -> Player:
        try:
            mover = self._mover(position)
        except ContractError:
            return super().player_or(position, due)
        if mover is not None:
            return mover
        if due is None or self.following(position):
            raise ContractError("neither_to_move", self.text(position))
        return due

    def all_movers(self, position: int) -> Sequence[Player]:
        try:
            mover = self._mover(position)
        except ContractError:
            return super().all_movers(position)
        return () if mover is None else (mover,)

    def _mover(self, position: int) -> Player | None:
        """Who is to move; None if that is chance, or nobody at an end."""
        try:
            return self._movers[position]
        except KeyError:
            return self._found(self._movers, position, Atom("mover"), position)

    def static_value(self, position: int) -> Number:
        try:
            return self._values[position]
        except KeyError:
            return self._found(self._values, position, Atom("value"), position)

    def terminal_won(self, position: int) -> bool:
        return self._said("won", position)

    def terminal_lost(self, position: int) -> bool:
        return self._said("lost", position)

    def turbulent(self, position: int) -> bool:
        return self._has_turbulent and self._said("turbulent", position)

    def plausible(self, position: int, successor: int) -> bool:
        if not self._has_plausible:
            return False
        pair = position, successor
        known = self._plausible.get(pair)
        if known is None:
            return self._found(self._plausible, pair, Compound("plausible", (successor,)), position)
        return known

    def chance(self, position: int) -> Sequence[tuple[Number, int]]:
        if not self._has_chance:
            return ()
        known = self._chance.get(position)
        return self._found(self._chance, position, Atom("chance"), position) if known is None else known

    def to_term(self, position: int) -> Term:
        return self.to_terms([position])[0]

    def to_terms(self, positions: Sequence[int]) -> Sequence[Term]:
        """The positions with these numbers."""
        request = Compound("recorded", (PrologList(tuple(positions)),))
        self._same_process()
        return [as_key(term) for term in items(self._session.ask(request))]

    def from_term(self, term: Term) -> int:
        self._same_process()
        for found in items(self._session.ask(Compound("recorded_number", (term,)))):
            return integer(found)
        raise PositionError(f"no position that the search has met: {term_text(term)}")

    def text(self, position: int) -> str:
        return term_text(self.to_term(position))

    def told(self) -> set[int]:
        """The positions about which SWI-Prolog has told something so far."""
        self._read(self._lines.readlines())
        known: tuple[Iterable[int], ...] = (
            self._movers,
            self._afters,
            self._values,
            self._chance,
            *self._facts.values(),
        )
        return {at for at, _ in self._plausible}.union(*known)

    # Reading what was told

    def _said(self, what: str, position: int) -> bool:
        known = self._facts[what]
        try:
            return known[position]
        except KeyError:
            return self._found(known, position, Atom(what), position)

    def _found(self, known: dict[K, V], key: K, what: Term, position: int) -> V:
        """What is known of `key` when more lines have been read; or else SWI-Prolog is asked `what`."""
        while lines := list(islice(self._lines, AT_ONCE)):
            self._read(lines)
            if key in known:
                return known[key]
        self._same_process()
        with tempfile.TemporaryFile() as answer:
            self._session.ask(Compound("record", (what, position)), events=answer)
            answer.seek(0)
            self._read(answer.readlines())
        with decoding("what there is to say of a position"):
            return known[key]

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
            self._afters[at] = tuple(map(int, rest.split()))
        elif kind in MOVERS:
            self._movers[at] = MOVERS[kind]
            if kind == "o":
                self._afters[at] = ()
                self._chance[at] = ()
        elif kind == "v":
            self._values[at] = _number(rest)
        elif kind == "p":
            after, flag = rest.split()
            self._plausible[at, int(after)] = flag == "1"
        elif kind == "k":
            self._chance[at] = ()
        elif kind == "c":
            words = rest.split()
            self._chance[at] = [
                (_number(probability), int(after))
                for probability, after in zip(words[::2], words[1::2], strict=True)
            ]
            self._movers[at] = None
        else:
            what, known = YES_OR_NO[kind]
            self._facts[what][at] = known

    def _same_process(self) -> None:
        """Raises LimitError if the process that knows the numbers has ended."""
        if self._session.starts != self._starts or self._session.pid is None:
            raise LimitError("SWI-Prolog stopped unexpectedly during the search")


@lru_cache(maxsize=4096)
def _number(text: str) -> Number:
    return number(read_term(text))
