"""SWI-Prolog: a game's own session runs the programs of `prolog/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pydecl.engines.prolog import own
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
from pydecl.model.result import Answer, Limits, OwnAnswer, Rules
from pydecl.model.term import Term, term_text

if TYPE_CHECKING:
    from pydecl.model.proof import Claim, Proof
    from pydecl.model.replay import Replay, Told


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
        from pydecl.engines.prolog.solver import PrologSolver  # late, as what few questions are about

        return PrologSolver(self.game)

    def expand(self, positions: Sequence[Term]) -> None:
        self.game.expand(positions)

    def best_move(self, position: Term, best: Term, program: AnyProgram) -> Term | None:
        self.game.expand([position])  # this one position, and no guesses at others
        return super().best_move(position, best, program)

    def trace(self, program: Program, position: Term, limits: Limits, most: int) -> Trace:
        return self.game.trace(program, position, limits, most)

    def prove(self, position: Term, claim: Claim, depth: int | None, seconds: float | None) -> Proof[Term]:
        from pydecl.engines.prolog import proof

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
        from pydecl.engines.prolog import own_marking

        return own_marking.replay(self.game, home, texts, search)

    @property
    def verifying(self) -> SessionGame:
        return self.game

    def close(self) -> None:
        """The session is the game's."""
