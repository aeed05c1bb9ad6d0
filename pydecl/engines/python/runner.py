"""Python: the programs of `pydecl/programs`, on rules by hand, or on facts that are supplied."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from copy import copy
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from pydecl.engines.native.game import MachineGame
from pydecl.engines.native.runner import NativeRunner
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import question, stopped_by
from pydecl.engines.protocol import AnyProgram, FullRunner, Question, Reply, Solver, Teller, Trace, Variant
from pydecl.engines.python.facts import FactsGame, recorded
from pydecl.errors import BuildError, LimitError, NoCompilerError, NotCompiledError, PydeclError, UnfitError
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.game import Game
from pydecl.model.program import OwnProgram, Program
from pydecl.model.result import Answer, Limits, Preferred, Rules
from pydecl.model.solved import Column
from pydecl.model.term import Compound, Term
from pydecl.programs.perft import perft
from pydecl.programs.registry import complete
from pydecl.programs.run import run
from pydecl.texts.explaining import asked_of_a_sheet

if TYPE_CHECKING:  # what few questions are about, as is what is imported late
    from pydecl.model.proof import Claim, Proof
    from pydecl.model.solved import Solved

T = TypeVar("T")

Supply = Callable[[Limits], AbstractContextManager[Game[Any]]]
"""The rules for a search within limits, as long as they can be asked."""

MOST = 1 << 16
"""How many positions of rules by hand are remembered, those that were asked about last."""

PERFT = "perft"

RULES = {
    Rules.INDEPENDENT: "rules written by hand in Python",
    Rules.COMPILED: "the rules file, compiled to machine code, which supplies the facts",
    Rules.SHARED: "the rules file, asked of SWI-Prolog",
}


class PythonRunner(FullRunner):
    """The twins, on the rules by hand; or on facts, if there are none, or the rules file is preferred.

    Machine code supplies the facts, or SWI-Prolog if the rules are not compiled.
    """

    def __init__(self, game: SessionGame, preferred: Preferred | None = None) -> None:
        """`preferred` is what the game was consulted with by default."""
        self.game = game
        self._preferred = preferred
        self._machines = NativeRunner(game, lambda only: MachineGame(game, only=only, hastily=True))
        self._remembering: Game[Any] | None = None
        self._many = False
        self._expects = False
        self._why_not = ""

    def _machine(self, program: str | None) -> MachineGame | None:
        """The rules in machine code, with a program; None if they are not compiled."""
        if self._why_not:
            return None
        try:
            with self.game.session.with_half():
                return self._machines.with_program(program)
        except (NotCompiledError, NoCompilerError, BuildError, LimitError) as error:
            self._why_not = str(error)
            return None

    @property
    def rules(self) -> Game[Any]:
        return self._by_hand or self._machine(None if self._expects else PERFT) or self.game

    @property
    def _by_hand(self) -> Game[Any] | None:
        """The rules by hand, if there are some and no others are preferred."""
        preferred = self._preferred or self.game.preferred
        return None if preferred is Preferred.COMPILED else self.game.twin

    @property
    def kind(self) -> Rules:
        if self._by_hand is not None:
            return Rules.INDEPENDENT if self.game.independent else Rules.SHARED
        return Rules.SHARED if self.rules is self.game else Rules.COMPILED

    @property
    def asks_session(self) -> bool:
        return self._by_hand is None

    @property
    def pid(self) -> int | None:
        if self._by_hand is not None:
            return None
        return self.game.session.pid if self._why_not else self._machines.pid

    @property
    def gave_up(self) -> str:
        return self._machines.gave_up

    @property
    def not_compiled(self) -> str:
        return self._why_not if self.game.compilable else ""

    def expect(self, programs: Sequence[Program]) -> None:
        self._expects = True
        self._machines.expect(programs)

    def told_by(self, program: AnyProgram | None) -> Teller:
        if self._by_hand is not None or isinstance(program, OwnProgram):
            return self.game
        return self._machine(PERFT if program is None else program.value) or self.game

    def ask(self, program: AnyProgram, position: Term, limits: Limits, *, leaves: bool) -> Answer[Term]:
        assert isinstance(program, Program)
        started = time.monotonic()

        def searched(rules: Game[Any], root: Any, left: Limits) -> Answer[Term]:
            return _mapped(run(program, rules, root, left, record_leaves=leaves), rules)

        try:
            found = _first(self._suppliers(program, position), position, complete(program, limits), searched)
            return replace(found, seconds=time.monotonic() - started)
        except (LimitError, KeyboardInterrupt) as error:
            return Answer.stopped(stopped_by(error), time.monotonic() - started)

    def _suppliers(self, program: Program | None, position: Term) -> Sequence[Supply]:
        """What tells the rules for a program, or for perft: the first that can tell all is enough."""
        if (by_hand := self._by_hand) is not None:
            if self._many and self.game.independent:
                by_hand = self._remembering = self._remembering or _remembering(by_hand)
            return [_as_they_are(by_hand)]
        last = _as_they_are(self.game)
        if program is not None:
            last = self._recorded(lambda limits: question(program, self.game.encode(position), limits))
        name = PERFT if program is None else program.value
        machine = self._machine(name)
        if machine is None:
            return [last]

        def supply(limits: Limits) -> AbstractContextManager[Game[Any]]:
            if program is not None and (why := machine.hindrance(program)) is not None:
                raise UnfitError(why)
            return nullcontext(machine.supplied(name, position, limits))

        return [supply, last]

    def _recorded(self, asked: Callable[[Limits], Compound]) -> Supply:
        """What SWI-Prolog tells of a search."""
        return lambda limits: recorded(self.game, asked(limits), limits.seconds)

    def run_all(self, questions: Sequence[Question], seconds: float | None) -> Sequence[Reply | None]:
        """As any engine; rules by hand work out once each position to which many of the searches come."""
        self._many = True
        try:
            return super().run_all(questions, seconds)
        finally:
            self._many = False

    def perft(self, position: Term, plies: int, seconds: float | None) -> int:
        deadline = Deadline.after(seconds)
        limits = Limits(plies, seconds=deadline.left())

        def counted(rules: Game[Any], root: Any, _: Limits) -> int:
            return perft(rules, root, plies, deadline.at)

        with self.game.session.within(seconds):
            return _first(self._suppliers(None, position), position, limits, counted)

    def expand(self, positions: Sequence[Term]) -> None:
        if self.rules is self.game:
            self.game.expand(positions)

    def trace(self, program: AnyProgram, position: Term, limits: Limits, most: int) -> Trace:
        from pydecl.programs.tracing import trace

        assert isinstance(program, Program)
        started = time.monotonic()

        def traced(rules: Game[Any], root: Any, left: Limits) -> Trace:
            answer, lines, met = trace(program, rules, root, left, most)
            if isinstance(answer, UnfitError):
                raise answer
            mapped = answer if isinstance(answer, PydeclError) else _mapped(answer, rules)
            return mapped, lines, Column(_terms(met, rules), met)

        try:
            return _first(self._suppliers(program, position), position, complete(program, limits), traced)
        except LimitError as error:
            return Answer.stopped(stopped_by(error), time.monotonic() - started), [], []

    # For proofs, and for all positions, SWI-Prolog is asked if there are no rules by hand.

    @property
    def verifying(self) -> Game[Any]:
        return self.game if self.game.twin is None else self.game.twin

    @property
    def asked_for_moves(self) -> str:
        of_a_sheet = asked_of_a_sheet(self.game) if self.asks_session else None
        return of_a_sheet or RULES[self.kind]

    @property
    def solver(self) -> Solver:
        return PythonSolver(self.game, self.verifying)

    def prove(self, position: Term, claim: Claim, depth: int | None, seconds: float | None) -> Proof[Term]:
        from pydecl.engines.prolog.solver import proof_question
        from pydecl.model.proof import Proof
        from pydecl.programs.solving import prove

        started = time.monotonic()
        supply = _as_they_are(self.verifying)
        if self.verifying is self.game:
            supply = self._recorded(lambda _: proof_question(claim, self.game.encode(position), depth))

        def proved(rules: Game[Any], root: Any, left: Limits) -> Proof[Term]:
            found = prove(rules, root, claim, depth, left.seconds)
            return found.map(_terms([entry.position for entry in found.entries], rules))

        try:
            return _first([supply], position, Limits(depth, seconds=seconds), proved)
        except LimitError as error:
            return Proof(stopped_by(error), None, (), None, time.monotonic() - started)

    def close(self) -> None:
        self._machines.close()


take_up = PythonRunner


# Rules by hand, or facts that are supplied


def _as_they_are(rules: Game[Any]) -> Supply:
    return lambda _: nullcontext(rules)


def _first(
    suppliers: Sequence[Supply], position: Term, limits: Limits, ask: Callable[[Game[Any], Any, Limits], T]
) -> T:
    """What comes of the first rules that tell all that is asked, from a position on, all within the limits.

    Raises UnfitError if none do.
    """
    until = NEVER.or_after(limits.seconds)

    def asked_of(supply: Supply) -> T:
        with supply(limits.until(until)) as rules:
            root = rules.root if isinstance(rules, FactsGame) else rules.from_term(position)
            return ask(rules, root, limits.until(until))

    *others, last = suppliers
    for supply in others:
        with suppress(UnfitError):
            return asked_of(supply)
    return asked_of(last)


def _mapped(answer: Answer[Any], rules: Game[Any]) -> Answer[Term]:
    positions = [*(() if answer.best is None else (answer.best,)), *(answer.evaluated or ())]
    return answer.map(_terms(positions, rules))


def _terms(positions: Sequence[Any], rules: Game[Any]) -> Callable[[Any], Term]:
    """What makes terms of these positions; those of facts come in one round trip."""
    if not isinstance(rules, FactsGame):
        return rules.to_term
    numbers = list(dict.fromkeys(positions))
    return dict(zip(numbers, rules.to_terms(numbers) if numbers else (), strict=True)).__getitem__


# Many positions


class PythonSolver(Solver):
    """The twins of what solves, over some rules; positions are the rules' own."""

    def __init__(self, game: SessionGame, rules: Game[Any]) -> None:
        self._game, self._rules = game, rules

    def solve(self, bound: float | None, seconds: float | None) -> Solved[Any]:
        from pydecl.programs.solving import solve

        with self._game.session.within(seconds):
            return solve(self._rules, self._roots(), bound, seconds)

    def _roots(self) -> Iterator[Any]:
        rules = self._rules
        if self._game.starts_are_chosen:
            yield from map(rules.from_term, self._game.initial())
            return
        enumerated = rules.positions()
        yield from rules.initial() if enumerated is None else enumerated

    def position_of(self, position: Any) -> Term:
        return self._rules.to_term(position)

    def position_for(self, term: Term) -> Any:
        return self._rules.from_term(term)


def _remembering(game: Game[Any]) -> Game[Any]:
    """The same game; what follows a position, and what it is worth, is worked out once.

    Its equal positions must be the same, as 1 and 1.0 are not. What it gives must not be changed.
    """
    quick = copy(game)
    for name in ("afters", "static_value"):
        object.__setattr__(quick, name, lru_cache(MOST)(getattr(game, name)))  # a game may be frozen
    return quick


def variants() -> Sequence[Variant]:
    """Rules by hand, and facts that are supplied."""
    by_hand = partial(_with_rules, Preferred.HAND, Rules.INDEPENDENT)
    compiled = partial(_with_rules, Preferred.COMPILED, Rules.COMPILED)
    return Variant("Python, rules by hand", by_hand, True), Variant("Python, facts supplied", compiled)


def _with_rules(preferred: Preferred, kind: Rules, game: SessionGame) -> PythonRunner:
    """With rules of this kind alone. Raises NotCompiledError if there are none."""
    runner = PythonRunner(game, preferred)
    if runner.kind is not kind:
        raise NotCompiledError(runner.not_compiled or f"there are no {RULES[Rules.INDEPENDENT]}")
    return runner
