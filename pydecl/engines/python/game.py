"""A consulted game whose rules are compiled to Python, in a process of its own.

>>> from pydecl.loading.consulting import consult
>>> with consult("hexapawn") as game:
...     rules = confined(game)
...     start, = rules.initial()
...     print([str(move) for move, _ in rules.successors(start)], rules.player(start))
...     print(rules.run(Program.ALPHABETA, start, Limits()).nodes)
['-(a1,a2)', '-(b1,b2)', '-(c1,c2)'] Player.MAX
204
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import BinaryIO, TypeVar

from pydecl.engines.prolog.asked import AskedGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.python.asking import run_asked
from pydecl.engines.python.session import CompiledSession
from pydecl.errors import NotCompiledError, PydeclError, UnfitError
from pydecl.model.game import Player, Successor
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Compound, PrologList, PrologString, Term
from pydecl.paths import current_folder
from pydecl.rules.source import refuse_long
from pydecl.sandbox.replies import integer, string

T = TypeVar("T")

COMPILING = 10.0
"""Seconds that compiling may take."""


def confined(game: SessionGame) -> ConfinedGame:
    """The rules of a game, compiled. Raises NotCompiledError where moves or movers cannot be."""
    if not game.compilable:
        raise NotCompiledError(f"{game.name}: only a rules file can be compiled")
    refuse_long(game.rules_text or "", game.name)
    rules = ConfinedGame(game, CompiledSession(game.session))
    try:
        with game.session.with_half():
            seconds = game.session.most(COMPILING)
            reply = rules.session.set_up(_loading(game), seconds=seconds)
    except PydeclError as error:
        rules.close()
        said = str(error) if isinstance(error, NotCompiledError) else f"{game.name}: {error}"
        raise NotCompiledError(said) from None
    if isinstance(reply, Compound):
        rules.close()
        raise NotCompiledError(string(reply.args[0]))
    return rules


def _loading(game: SessionGame) -> Term:
    """The request, see `answering.py`."""
    defined = PrologList(tuple(map(PrologString, sorted(game.defined))))
    facts = tuple(
        Compound("facts", (PrologString(name), arity, PrologList(tuple(terms))))
        for (name, arity), terms in game.facts.items()
    )
    names = (current_folder(), game.name, game.rules_file)
    texts = (*names, game.rules_text or "", game.loaded, game.convention)
    decided = PrologList(tuple(game.decided))
    return Compound("load", (*map(PrologString, texts), defined, PrologList(facts), decided))


class ConfinedGame(AskedGame):
    """Compiled rules in their process; what they cannot answer SWI-Prolog does, question by question."""

    def __init__(self, game: SessionGame, session: CompiledSession) -> None:
        super().__init__(game.name, game.source, session, defined=game.defined)
        self._prolog = game
        self.gave_up = ""
        """Why SWI-Prolog was asked for successors, the first time it was."""

    # The game, position by position

    def initial(self) -> Sequence[Term]:
        return _either(super().initial, self._prolog.initial)

    def positions(self) -> Sequence[Term] | None:
        return _either(super().positions, self._prolog.positions)

    def default(self, name: str) -> Term | None:
        return _either(super().default, self._prolog.default, name)

    def successors(self, position: Term) -> Sequence[Successor[Term]]:
        try:
            return super().successors(position)
        except UnfitError as why:
            self.gave_up = self.gave_up or str(why)
            return self._prolog.successors(position)

    def player(self, position: Term) -> Player:
        return _either(super().player, self._prolog.player, position)

    def static_value(self, position: Term) -> Number:
        return _either(super().static_value, self._prolog.static_value, position)

    def terminal_won(self, position: Term) -> bool:
        return _either(super().terminal_won, self._prolog.terminal_won, position)

    def terminal_lost(self, position: Term) -> bool:
        return _either(super().terminal_lost, self._prolog.terminal_lost, position)

    def turbulent(self, position: Term) -> bool:
        return _either(super().turbulent, self._prolog.turbulent, position)

    def plausible(self, position: Term, successor: Term) -> bool:
        return _either(super().plausible, self._prolog.plausible, position, successor)

    def chance(self, position: Term) -> Sequence[tuple[Number, Term]]:
        return _either(super().chance, self._prolog.chance, position)

    def from_term(self, term: Term) -> Term:
        return self._prolog.from_term(term)

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
        """Run a program's twin in the process; if the rules give up, here, on SWI-Prolog's answers."""
        started = time.monotonic()
        try:
            return super().run(program, position, limits, record_leaves=record_leaves, events=events)
        except UnfitError:
            pass
        left = None if limits.seconds is None else limits.seconds - (time.monotonic() - started)
        if left is not None and left <= 0:
            return Answer.stopped(Status.TIME, time.monotonic() - started)
        limits = replace(limits, seconds=left)
        answer = run_asked(program, self._prolog, position, limits, record_leaves=record_leaves)
        return replace(answer, seconds=time.monotonic() - started)

    def perft(self, position: Term, plies: int, seconds: float | None) -> int:
        """How many ways there are to play so many plies.

        Raises LimitError, and UnfitError where only SWI-Prolog can tell.
        """
        with self.session.within(seconds):
            return integer(self.session.ask(Compound("perft", (position, plies))))


def _either(ask: Callable[..., T], other: Callable[..., T], *arguments: object) -> T:
    """What compiled rules say, or else what SWI-Prolog does."""
    try:
        return ask(*arguments)
    except UnfitError:
        return other(*arguments)
