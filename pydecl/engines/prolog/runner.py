"""SWI-Prolog: a game's own session runs the programs of `prolog/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydecl.engines.prolog import own, own_marking, proof, solving
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import (
    AnyProgram,
    OwnQuestion,
    Question,
    ReferenceRunner,
    Reply,
    Solver,
    Trace,
)
from pydecl.errors import ContractError, PydeclError
from pydecl.model.own import OwnProgram
from pydecl.model.program import Program
from pydecl.model.proof import Claim, Proof
from pydecl.model.reader import read_term
from pydecl.model.replay import Replay, Told
from pydecl.model.result import Answer, Limits, OwnAnswer, Rules
from pydecl.model.solved import Solved
from pydecl.model.term import PrologString, Term, term_text
from pydecl.model.valued import Valued


class PrologRunner(ReferenceRunner):
    """The game's session does it all; it ends with the game."""

    kind = Rules.SHARED

    def __init__(self, game: SessionGame) -> None:
        self.game = game

    @property
    def rules(self) -> SessionGame:
        return self.game

    @property
    def pid(self) -> int | None:
        return self.game.session.pid

    def hindrance(self, program: AnyProgram) -> str | None:  # noqa: ARG002
        return None

    def ask(self, program: AnyProgram, position: Term, limits: Limits, *, leaves: bool) -> Answer[Term]:
        if not isinstance(program, OwnProgram):
            return self.game.run(program, position, limits, record_leaves=leaves)
        found = own.run_one(self.game, program, position, limits)
        if twice := own.answered_twice(program, position, found):
            raise twice
        return found.answer

    def run_all(self, questions: Sequence[Question], seconds: float | None) -> list[Reply | None]:
        """All in one round trip."""
        searches = [
            (program, position, limits)
            for program, position, limits in questions
            if isinstance(program, Program)
        ]
        if len(searches) < len(questions):
            return super().run_all(questions, seconds)
        return list(self.game.run_all(searches, seconds))

    def perft(self, position: Term, plies: int, seconds: float | None) -> int:
        self.game.check_reach(position, plies)
        steps = [f"moves(P{ply}, L{ply}), member(P{ply + 1}, L{ply})" for ply in range(plies)]
        goal = ", ".join([f"P0 = {term_text(self.game.encode(position))}", *steps])
        (answer,) = self.game.session.query(f"aggregate_all(count, ( {goal} ), N)", seconds=seconds)
        count = answer["N"]
        assert isinstance(count, int)
        return count

    @property
    def solver(self) -> Solver:
        return PrologSolver(self.game)

    def expand(self, positions: Sequence[Term]) -> None:
        self.game.expand(positions)

    def best_move(self, position: Term, best: Term, program: AnyProgram) -> Term | None:
        self.game.expand([position])  # this one position, and no guesses at others
        return super().best_move(position, best, program)

    def trace(self, program: Program, position: Term, limits: Limits, most: int) -> Trace:
        return self.game.trace(program, position, limits, most)

    def prove(self, position: Term, claim: Claim, depth: int | None, seconds: float | None) -> Proof[Term]:
        self.game.check_reach(position, depth)
        try:
            return proof.prove(self.game, position, claim, depth, seconds)
        except ContractError as error:
            raise self.game.about_positions(error) from None

    def own_programs(self) -> Sequence[OwnProgram]:
        return own.own_programs(self.game)

    def own_clauses(self, program: OwnProgram) -> str:
        return own.own_clauses(self.game, program)

    def attach(self, program: OwnProgram, clauses: str) -> None:
        own.attach(self.game.session, program, clauses)

    def run_own(
        self, questions: Sequence[OwnQuestion], seconds: float | None
    ) -> Sequence[OwnAnswer | PydeclError]:
        return own.run_own(self.game, questions, seconds)

    def varied_clauses(self, program: OwnProgram) -> str:
        return own.varied_clauses(self.game, program)

    def run_variants(
        self,
        clauses: str,
        variants: Sequence[str],
        questions: Sequence[OwnQuestion],
        inferences: int,
        seconds: float,
    ) -> Sequence[Sequence[OwnAnswer | PydeclError]]:
        return own.run_variants(self.game, clauses, variants, questions, inferences, seconds)

    def trace_own(self, program: OwnProgram, position: Term, limits: Limits, most: int) -> Trace:
        return own.trace(self.game, program, position, limits, most)

    def replay_own(self, home: SessionGame, texts: Mapping[str, str], search: Told) -> Replay:
        return own_marking.replay(self.game, home, texts, search)

    @property
    def verifying(self) -> SessionGame:
        return self.game

    def close(self) -> None:
        """The session is the game's."""


class PrologSolver(Solver):
    """The game's session; a position is the canonical text of the term that stands for it there."""

    def __init__(self, game: SessionGame) -> None:
        self._game = game

    def solve(self, seconds: float | None) -> Solved[str]:
        try:
            return solving.solve(self._game, seconds)
        except ContractError as error:
            raise self._game.about_positions(error) from None

    def value(self, bound: float, seconds: float | None) -> Valued[str]:
        try:
            return solving.value(self._game, bound, seconds)
        except ContractError as error:
            raise self._game.about_positions(error) from None

    def position_of(self, position: str) -> Term:
        return self._game.decode(read_term(position))

    def position_for(self, term: Term) -> str:
        text = term_text(self._game.encode(term))
        if text.isascii():
            return text
        goal = f"with_output_to(string(Text), pydecl_terms:write_canonical_term({text}))"
        (written,) = self._game.session.query(goal)  # which letters need quotes, each SWI-Prolog says itself
        found = written["Text"]
        assert isinstance(found, PrologString)
        return found.value
