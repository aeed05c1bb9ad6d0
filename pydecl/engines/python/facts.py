"""A game as facts about positions that are numbers: what a twin runs on if nobody wrote its rules in Python.

Whoever has the rules supplies the facts, ahead of the search: SWI-Prolog (`recorded`), or machine code
(`engines/native/supplied_facts.py`). A fact that is not there is asked for.
"""

from __future__ import annotations

import tempfile
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache
from itertools import islice
from typing import Any, BinaryIO, TypeVar

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, LimitError, PositionError
from pydecl.model.game import Game, Player, Successor
from pydecl.model.number import Number
from pydecl.model.reader import read_term
from pydecl.model.result import UNLIMITED
from pydecl.model.term import Atom, Compound, PrologList, Term, as_key, term_text
from pydecl.sandbox.replies import decoding, integer, items, number

K = TypeVar("K")
V = TypeVar("V")


class Fact(Enum):
    """What may be known of a position."""

    MOVER = "mover"
    NEXTS = "nexts"
    VALUE = "value"
    WON = "won"
    LOST = "lost"
    TURBULENT = "turbulent"
    PLAUSIBLE = "plausible"
    CHANCE = "chance"


class Known(dict[K, V]):
    """Facts of one kind, by positions, or by these and successors; one that is missing is asked for."""

    def __init__(self, ask: Callable[[Fact, Any], None], fact: Fact) -> None:
        super().__init__()
        self._ask = ask
        self._fact = fact

    def __missing__(self, key: K) -> V:
        self._ask(self._fact, key)
        if key not in self:  # whoever has the rules did not answer what it always answers
            raise ContractError("tampered")
        return self[key]


class FactsGame(Game[int]):
    """Rules as facts that are supplied."""

    root: int
    """The position on which the search begins."""

    def __init__(self, name: str, source: str, defined: frozenset[str]) -> None:
        """`defined` holds the predicates of the interface that the rules define, as `name/arity`."""
        self.name = name
        self.source = source
        self._defined = defined
        self.movers: Known[int, Player | None] = Known(self.ask, Fact.MOVER)
        """Who is to move; None if that is chance, or nobody at an end."""
        self.nexts: Known[int, Sequence[int]] = Known(self.ask, Fact.NEXTS)
        self.values: Known[int, Number] = Known(self.ask, Fact.VALUE)
        self.won: Known[int, bool] = Known(self.ask, Fact.WON)
        self.lost: Known[int, bool] = Known(self.ask, Fact.LOST)
        self.turbulent_ones: Known[int, bool] = Known(self.ask, Fact.TURBULENT)
        self.plausible_ones: Known[tuple[int, int], bool] = Known(self.ask, Fact.PLAUSIBLE)
        self.chances: Known[int, Sequence[tuple[Number, int]]] = Known(self.ask, Fact.CHANCE)
        # What a search asks at each node is looked up without a call between:
        for asked, known in (("afters", self.nexts), ("static_value", self.values)):
            setattr(self, asked, known.__getitem__)

    @abstractmethod
    def ask(self, fact: Fact, about: Any) -> None:
        """Learn a fact about a position, or about it and its successor, and maybe other facts."""

    @abstractmethod
    def to_terms(self, positions: Sequence[int]) -> Sequence[Term]:
        """The positions with these numbers."""

    @property
    def known(self) -> Mapping[Fact, Known[Any, Any]]:
        every = (self.movers, self.nexts, self.values, self.won, self.lost, self.turbulent_ones)
        return dict(zip(Fact, (*every, self.plausible_ones, self.chances), strict=True))

    # The game

    def initial(self) -> Sequence[int]:
        return [self.root]

    def successors(self, position: int) -> Sequence[Successor[int]]:
        after = self.nexts[position]
        return list(zip(self.names(position), after, strict=True))

    def names(self, position: int) -> Sequence[Term | None]:
        """The names of the moves, None where they have none."""
        return [None] * len(self.nexts[position])

    def afters(self, position: int) -> Sequence[int]:
        return self.nexts[position]

    def player(self, position: int) -> Player:
        mover = self.movers[position]
        if mover is None:
            raise ContractError("neither_to_move", self.text(position))
        return mover

    @property
    def player_if_any(self) -> Callable[[int], Player | None]:
        return self.movers.__getitem__  # an error would tell the position's text, which another process has

    def player_or(self, position: int, due: Player | None) -> Player:
        try:
            mover = self.movers[position]
        except ContractError:
            return super().player_or(position, due)
        if mover is not None:
            return mover
        if due is None or self.following(position):
            raise ContractError("neither_to_move", self.text(position))
        return due

    def all_movers(self, position: int) -> Sequence[Player]:
        try:
            mover = self.movers[position]
        except ContractError:
            return super().all_movers(position)
        return () if mover is None else (mover,)

    def static_value(self, position: int) -> Number:
        return self.values[position]

    def terminal_won(self, position: int) -> bool:
        return self.won[position]

    def terminal_lost(self, position: int) -> bool:
        return self.lost[position]

    def turbulent(self, position: int) -> bool:
        return "turbulent/1" in self._defined and self.turbulent_ones[position]

    def plausible(self, position: int, successor: int) -> bool:
        return "plausible/2" in self._defined and self.plausible_ones[position, successor]

    def chance(self, position: int) -> Sequence[tuple[Number, int]]:
        return self.chances[position] if "chance/3" in self._defined else ()

    def to_term(self, position: int) -> Term:
        return self.to_terms([position])[0]


class NumberedGame(FactsGame):
    """Any rules as facts about positions, which get numbers as they are met.

    The facts come from `rules`, one position at a time; the root is 0.

    >>> from pydecl.games.nim import Nim
    >>> nim = NumberedGame(Nim((1, 2)))
    >>> [after for _, after in nim.successors(0)], nim.format_position(1)
    ([1, 2, 3], '0/2 min')
    """

    root = 0
    compiled = False

    def __init__(self, rules: Game[Any], start: Hashable | None = None) -> None:
        """It begins at `start`, by default at the first start of the rules."""
        super().__init__(rules.name, rules.source, frozenset(("chance/3", "turbulent/1", "plausible/2")))
        self.rules = rules
        self.moves_again = rules.moves_again
        self._names: dict[int, Sequence[Term | None]] = {}
        self._start = rules.start.state if start is None else start
        self.forget()

    def forget(self) -> None:
        """Let all positions go but the root; numbers from before mean nothing."""
        for known in (*self.known.values(), self._names):
            known.clear()
        self.states = [self._start]
        """The positions of the rules, by their numbers."""
        self._numbers = {self._start: self.root}

    def number(self, state: Any) -> int:
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def ask(self, fact: Fact, about: Any) -> None:
        rules, state = self.rules, self.states[about[0] if fact is Fact.PLAUSIBLE else about]
        if fact is Fact.VALUE:
            self.values[about] = rules.static_value(state)
        elif fact in (Fact.WON, Fact.LOST):
            self.won[about], self.lost[about] = rules.terminal_won(state), rules.terminal_lost(state)
        elif fact is Fact.TURBULENT:
            self.turbulent_ones[about] = rules.turbulent(state)
        elif fact is Fact.PLAUSIBLE:
            self.plausible_ones[about] = rules.plausible(state, self.states[about[1]])
        else:
            self._follow(about, state)

    def _follow(self, about: int, state: Any) -> None:
        rules = self.rules
        chances = rules.chance(state)
        successors = () if chances else rules.successors(state)
        self.chances[about] = [(odds, self.number(after)) for odds, after in chances]
        self.nexts[about] = [self.number(after) for _, after in successors]
        self._names[about] = [name for name, _ in successors]
        self.movers[about] = None if chances else self._mover(state, bool(successors))

    def _mover(self, state: Any, goes_on: bool) -> Player | None:
        """Nobody need be named at an end. Raises ContractError where that is wrong."""
        if goes_on:
            return self.rules.player(state)
        movers = self.rules.all_movers(state)
        return movers[0] if len(movers) == 1 else None

    def names(self, position: int) -> Sequence[Term | None]:
        return self._names[position] if self.nexts[position] else ()

    def to_terms(self, positions: Sequence[int]) -> Sequence[Term]:
        return [self.rules.to_term(self.states[position]) for position in positions]

    def from_term(self, term: Term) -> int:
        return self.number(self.rules.from_term(term))

    def format_position(self, position: int) -> str:
        return self.rules.format_position(self.states[position])

    def close(self) -> None:
        """The rules are closed by those who opened them."""


# A game as one search in SWI-Prolog asked it: what a twin that runs on the same position is told
#
# A twin asks what the same program asks in SWI-Prolog. So that runs first, once, and what it asks and is told
# comes in one round trip; the twin then finds it here, and no position was looked at that the search does not
# visit. What is not there is asked by itself: the twin may go another way, or SWI-Prolog not come to its end.

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
