"""SWI-Prolog: a game's own session runs the programs of `prolog/`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydecl.engines.prolog import searching
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import (
    AnyProgram,
    Engine,
    FullRunner,
    Question,
    Reply,
    Runner,
    Solver,
    Trace,
    Variant,
)
from pydecl.errors import ContractError
from pydecl.model.program import OwnProgram
from pydecl.model.result import Answer, Limits, Rules, value_text
from pydecl.model.term import Term, term_text

if TYPE_CHECKING:
    from pydecl.engines.prolog.own import OwnPrograms
    from pydecl.model.proof import Claim, Proof


class PrologRunner(FullRunner):
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
        answer = searching.run(self.game, program, position, limits, record_leaves=leaves)
        if isinstance(program, OwnProgram) and answer.again and answer.value not in (None, answer.again[0]):
            other = "unbound" if answer.again[0] is None else value_text(answer.again[0])
            values = value_text(answer.value), other
            raise ContractError("own_again", str(position), program.name, str(program.arity), *values)
        return answer

    def run_all(self, questions: Sequence[Question], seconds: float | None) -> list[Reply]:
        """All in one round trip."""
        return searching.run_all(self.game, questions, seconds)

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

    def trace(self, program: AnyProgram, position: Term, limits: Limits, most: int) -> Trace:
        return searching.trace(self.game, program, position, limits, most)

    def prove(self, position: Term, claim: Claim, depth: int | None, seconds: float | None) -> Proof[Term]:
        from pydecl.engines.prolog.solver import prove

        self.game.check_reach(position, depth)
        try:
            return prove(self.game, position, claim, depth, seconds)
        except ContractError as error:
            raise self.game.about_positions(error) from None

    @property
    def own(self) -> OwnPrograms:
        """The programs that the rules file brings; one that is not bare runs once it is attached."""
        from pydecl.engines.prolog.own import OwnPrograms

        return OwnPrograms(self.game)

    @property
    def verifying(self) -> SessionGame:
        return self.game

    def close(self) -> None:
        """The session is the game's."""


class PrologEngine(Engine):
    """The reference."""

    title = "SWI-Prolog"
    place = "in Prolog"
    rank = 1
    runs_everything = True
    solves = True
    runs_own_programs = True
    needs_session = True

    def take_up(self, game: SessionGame) -> Runner:
        return PrologRunner(game)

    def variants(self) -> Sequence[Variant]:
        return (Variant("SWI-Prolog, attached", self.take_up),)


ENGINE = PrologEngine()
