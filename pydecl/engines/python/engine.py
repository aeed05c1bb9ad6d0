"""Python: the programs of `pydecl/programs`, on rules by hand, compiled, or asked of SWI-Prolog in bulk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from pydecl.engines.prolog.asked import AskedGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import (
    AnyProgram,
    Engine,
    FullRunner,
    Question,
    Reply,
    Runner,
    Teller,
    Trace,
    TwinRunner,
    Variant,
)
from pydecl.engines.python.asking import prove_asked, run_asked, trace_asked
from pydecl.engines.python.game import ConfinedGame, confined
from pydecl.errors import NotCompiledError, PydeclError, UnfitError
from pydecl.model.deadline import Deadline
from pydecl.model.game import Game
from pydecl.model.lazy import Lazy
from pydecl.model.memo import remembering
from pydecl.model.program import Program
from pydecl.model.proof import Claim, Proof
from pydecl.model.result import Answer, Limits, Preferred, Rules
from pydecl.model.solved import Solved
from pydecl.model.term import Term
from pydecl.model.valued import Valued
from pydecl.programs import proof, solving
from pydecl.programs.tracing import trace
from pydecl.texts.explaining import asked_of_a_sheet

RULES = {
    Rules.INDEPENDENT: "rules written by hand in Python",
    Rules.COMPILED: "the rules file, compiled to Python",
    Rules.SHARED: "the rules file, asked of SWI-Prolog",
}


class PythonRunner(TwinRunner, FullRunner):
    """The twins, on the rules by hand; on compiled ones if there are none, or those are preferred.

    If the file cannot be compiled, they are the session's: SWI-Prolog's answers.
    """

    def __init__(self, game: SessionGame, preferred: Preferred | None = None) -> None:
        """`preferred` is what the game was consulted with by default."""
        self.game = game
        self._preferred = preferred
        self._compiled: AskedGame | None = None
        self._remembering: Game[Any] | None = None
        self._many = False
        self._not_compiled = ""

    @property
    def rules(self) -> Game[Any]:
        if (by_hand := self._by_hand) is not None:
            return by_hand
        if self._compiled is None:
            try:
                self._compiled = confined(self.game)
            except NotCompiledError as error:
                self._compiled = self.game
                self._not_compiled = str(error) if self.game.compilable else ""
        return self._compiled

    @property
    def _by_hand(self) -> Game[Any] | None:
        """The rules by hand, if there are some and no others are preferred."""
        preferred = self._preferred or self.game.preferred
        return None if preferred is Preferred.COMPILED else self.game.twin

    @property
    def kind(self) -> Rules:
        rules = self.rules
        if rules is self.game.twin:
            return Rules.INDEPENDENT if self.game.independent else Rules.SHARED
        return Rules.SHARED if rules is self.game else Rules.COMPILED

    @property
    def asks_session(self) -> bool:
        return self._by_hand is None

    @property
    def pid(self) -> int | None:
        rules = self.rules
        return rules.session.pid if isinstance(rules, AskedGame) else None

    @property
    def gave_up(self) -> str:
        return self._compiled.gave_up if isinstance(self._compiled, ConfinedGame) else ""

    @property
    def not_compiled(self) -> str:
        return self._not_compiled

    def told_by(self, program: AnyProgram | None) -> Teller:  # noqa: ARG002
        rules = self.rules
        return rules if isinstance(rules, ConfinedGame) else self.game

    def ask(self, program: AnyProgram, position: Term, limits: Limits, *, leaves: bool) -> Answer[Term]:
        rules = self.rules
        if isinstance(rules, ConfinedGame) and isinstance(program, Program):
            return rules.run(program, position, limits, record_leaves=leaves)
        if rules is self.game and isinstance(program, Program):
            return run_asked(program, self.game, position, limits, record_leaves=leaves)
        return super().ask(program, position, limits, leaves=leaves)

    def run_all(self, questions: Sequence[Question], seconds: float | None) -> list[Reply | None]:
        """As any engine; rules by hand work out once each position to which many of the searches come."""
        self._many = True
        try:
            return super().run_all(questions, seconds)
        finally:
            self._many = False

    @property
    def searched(self) -> Game[Any]:
        by_hand = self._by_hand
        if not self._many or by_hand is None or not self.game.independent:
            return self.rules
        if self._remembering is None:
            self._remembering = remembering(by_hand)
        return self._remembering

    def perft(self, position: Term, plies: int, seconds: float | None) -> int:
        rules = self.rules
        deadline = Deadline.after(seconds)
        if isinstance(rules, ConfinedGame):
            with suppress(UnfitError):
                return rules.perft(position, plies, seconds)
        return super().perft(position, plies, deadline.most(None))

    def expand(self, positions: Sequence[Term]) -> None:
        rules = self.rules
        if isinstance(rules, AskedGame):
            rules.expand(positions)

    def best_move(self, position: Term, best: Term, program: AnyProgram) -> Term | None:
        told_by = self.told_by(program)
        assert isinstance(told_by, AskedGame)
        if isinstance(told_by, ConfinedGame) and "move/3" not in told_by.defined:
            return None
        told_by.expand([position])  # this one position, and no guesses at others
        return super().best_move(position, best, program)

    def trace(self, program: Program, position: Term, limits: Limits, most: int) -> Trace:
        rules = self.rules
        if rules is self.game:
            return trace_asked(program, self.game, position, limits, most)
        with self.game.session.within(limits.seconds):
            answer, lines, positions = trace(program, rules, rules.from_term(position), limits, most)
        if not isinstance(answer, PydeclError):
            answer = answer.map(rules.to_term)
        return answer, lines, Lazy(positions, rules.to_term)

    # Of all positions, and for proofs, SWI-Prolog is asked if there are no rules by hand.

    @property
    def verifying(self) -> Game[Any]:
        return self.game if self.game.twin is None else self.game.twin

    def prove(self, position: Term, claim: Claim, depth: int | None, seconds: float | None) -> Proof[Term]:
        rules = self.verifying
        if rules is self.game:
            return prove_asked(self.game, position, claim, depth, seconds)
        with self.game.session.within(seconds):
            found = proof.prove(rules, rules.from_term(position), claim, depth, seconds)
        return found.map(rules.to_term)

    def solve(self, seconds: float | None) -> Solved[Any]:
        with self.game.session.within(seconds):
            return solving.solve(self.verifying, self._roots(), seconds)

    def value(self, bound: float, seconds: float | None) -> Valued[Any]:
        with self.game.session.within(seconds):
            return solving.value(self.verifying, self._roots(), bound, seconds)

    def _roots(self) -> Iterator[Any]:
        rules = self.verifying
        if self.game.starts_are_chosen:
            yield from map(rules.from_term, self.game.initial())
            return
        enumerated = rules.positions()
        yield from rules.initial() if enumerated is None else enumerated

    def position_of(self, position: Any) -> Term:
        return self.verifying.to_term(position)

    def position_for(self, term: Term) -> Any:
        return self.verifying.from_term(term)

    def close(self) -> None:
        if isinstance(self._compiled, ConfinedGame):
            self._compiled.close()


class PythonEngine(Engine):
    """CPython."""

    title = "Python"
    place = "in Python"
    rank = 2
    runs_everything = True
    solves = True

    def take_up(self, game: SessionGame) -> PythonRunner:
        return PythonRunner(game)

    def asked_for_moves(self, runner: Runner) -> str:
        of_a_sheet = asked_of_a_sheet(runner.game, "Python") if runner.asks_session else None
        return of_a_sheet or RULES[runner.kind]

    def variants(self) -> Sequence[Variant]:
        by_hand = partial(_with_rules, Preferred.HAND, Rules.INDEPENDENT)
        compiled = partial(_with_rules, Preferred.COMPILED, Rules.COMPILED)
        return Variant("Python, rules by hand", by_hand, True), Variant("Python, rules compiled", compiled)


def _with_rules(preferred: Preferred, kind: Rules, game: SessionGame) -> PythonRunner:
    """With rules of this kind alone. Raises NotCompiledError if there are none."""
    runner = PythonRunner(game, preferred)
    if runner.kind is not kind:
        raise NotCompiledError(runner.not_compiled or f"there are no {RULES[Rules.INDEPENDENT]}")
    return runner


ENGINE = PythonEngine()
