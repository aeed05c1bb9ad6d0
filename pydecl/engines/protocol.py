"""What an engine is, and what it must offer.

An engine executes programs. It is a folder of `pydecl.engines` with a module `engine`, in which `ENGINE` is
an `Engine`; the folder's name is the engine's. Nothing else in pydecl need know that it is there:
`registry.py` finds it. It is asked for:

    Engine.take_up          a `Runner` for a game, from `take_up` in the module `runner` beside; the session
                            of the game, `SessionGame`, is there for both
    Runner.run              the answer of a program on a position, within limits
    Runner.run_all, perft   the same of many questions; how many ways there are to play
    FullRunner.trace, prove what a program does, and a solution tree, if it `runs_everything`
    Solver                  all positions of a game, if it `solves`

A new engine has to define `take_up`; its runner only `rules` and `close`, and runs the programs of
`pydecl/programs` over these rules then. Whoever runs other programs also defines `ask`. What an engine cannot
answer it says by `hindrance`, NotCompiledError or UnfitError: then another engine answers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, PydeclError, UnfitError
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.game import Game, Successor
from pydecl.model.program import OwnProgram, Program
from pydecl.model.result import Answer, Limits, Rules, Status
from pydecl.model.term import Term, as_key

if TYPE_CHECKING:  # what few questions are about
    from pydecl.model.proof import Claim, Proof
    from pydecl.model.solved import Solved
    from pydecl.model.tree import Tree

AnyProgram = Program | OwnProgram
"""A program of pydecl's, or one that the rules file brings itself."""

Question = tuple[AnyProgram, Term, Limits]
"""A program, a position and the limits."""

Reply = Answer[Term] | PydeclError
"""What becomes of a question: an answer, or the error that ended the search."""

Trace = tuple[Reply, Sequence[str], Sequence[Term | None]]
"""A reply, its events as lines (`prolog/support/tracing.pl`), and the positions by their numbers."""


class Teller(Protocol):
    """Whose rules are asked for what a question leaves open: the start, and the usual depth."""

    def initial(self) -> Sequence[Term]:
        """The start positions."""

    def default(self, name: str) -> Term | None:
        """The value of a fact such as default_depth/1 in the rules, or None."""

    def successors(self, position: Term) -> Sequence[Successor[Term]]:
        """The moves and the positions they lead to, in order."""


class Runner(ABC):
    """An engine that has taken up a game. Positions are terms, as the game has them.

    The programs are those of `pydecl/programs`, over `rules` of whatever kind, if an engine has no others.
    It compiles and starts what it needs when it is first asked, so that every method but `close` may raise
    NotCompiledError if the engine does not cover the rules, NoCompilerError and BuildError.
    """

    game: SessionGame

    # What it asks, and what it covers

    @property
    @abstractmethod
    def rules(self) -> Game[Any]:
        """The rules that the searches ask, position by position."""

    @property
    def kind(self) -> Rules:
        """Where these rules come from; unless they are SHARED, they are worth comparing with the game's."""
        return Rules.COMPILED

    @property
    def asks_session(self) -> bool:
        """Whether a search may ask the game's own session, so that the two cannot work at the same time."""
        return True

    @property
    def pid(self) -> int | None:
        """The process that does the work; None is this one."""
        return None

    @property
    def gave_up(self) -> str:
        """Why SWI-Prolog was asked for successors in place of the `rules`; empty if it never was."""
        return ""

    @property
    def warms_up(self) -> bool:
        """Whether code that computes faster was still being made while it searched."""
        return False

    @property
    def asked_for_moves(self) -> str:
        """What the searches ask for the moves of the game, for people."""
        return "the rules file"

    @property
    def not_compiled(self) -> str:
        """Why a rules file is not compiled here, so that SWI-Prolog is asked; empty if it is, or none is."""
        return ""

    def hindrance(self, program: AnyProgram) -> str | None:
        """Why the program cannot run here on these rules; None if it can."""
        if isinstance(program, OwnProgram):
            return f"{program.value} is in Prolog, and has no twin in Python"
        return None

    @property
    def solver(self) -> Solver | None:
        """What solves all positions of the game; None on an engine that solves none."""
        return None

    def told_by(self, program: AnyProgram | None) -> Teller:  # noqa: ARG002
        """Who tells the start for a program, or for counting: here, the game itself."""
        return self.game

    # One question, and many

    def expect(self, programs: Sequence[Program]) -> None:  # noqa: B027  not all compile anything
        """Be told which programs will be asked for; others, which still may be, can be compiled later."""

    def hurry(self, program: Program) -> None:  # noqa: B027
        """Be told that many questions about a program follow: faster code is built now, beside them."""

    def prepare(self, program: AnyProgram, position: Term, limits: Limits) -> None:  # noqa: B027
        """Compile what a first question needs: it is no part of the time that a search may take."""

    def run(
        self, program: AnyProgram, position: Term, limits: Limits, *, leaves: bool = False
    ) -> Answer[Term]:
        """Run a program; with `leaves`, record them in order. A limit that is reached is no error.

        The time is that of the limits, or what the session has left if that is less. Raises ContractError if
        the game breaks its contract, and UnfitError if another engine must answer.
        """
        seconds = self.game.session.most(limits.seconds)
        if seconds is not None and seconds <= 0:
            return Answer.stopped(Status.TIME, 0.0)
        limits = replace(limits, seconds=seconds)
        if not self.asks_session:
            return self.ask(program, position, limits, leaves=leaves)
        with self.game.session.within(seconds):
            return self.ask(program, position, limits, leaves=leaves)

    def ask(self, program: AnyProgram, position: Term, limits: Limits, *, leaves: bool) -> Answer[Term]:
        """As `run`, which has seen to the time."""
        from pydecl.programs.run import run  # late: most engines run programs of their own

        assert isinstance(program, Program)
        rules = self.rules
        answer = run(program, rules, rules.from_term(position), limits, record_leaves=leaves)
        return answer.map(rules.to_term)

    def run_all(self, questions: Sequence[Question], seconds: float | None) -> Sequence[Reply | None]:
        """The reply to each question, in order; None if another engine must answer it.

        `seconds` is the time for all of them together. Raises KeyboardInterrupt, LimitError if the time is
        over, and what else ends the work.
        """
        until = NEVER.or_after(seconds)
        replies = []
        for program, position, limits in questions:
            replies.append(self._reply(program, position, limits.until(until)))
        return replies

    def _reply(self, program: AnyProgram, position: Term, limits: Limits) -> Reply | None:
        if self.hindrance(program) is not None:
            return None
        try:
            answer = self.run(program, position, limits)
        except UnfitError:
            return None
        except ContractError as error:
            return error
        if answer.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
        return answer

    def perft(self, position: Term, plies: int, seconds: float | None) -> int:
        """How many ways there are to play so many plies.

        Raises LimitError if `seconds` are not enough, and UnfitError if another engine must count.
        """
        from pydecl.programs.perft import perft

        deadline = Deadline.after(seconds)
        rules = self.rules
        with self.game.session.within(deadline.most(None)):
            return perft(rules, rules.from_term(position), plies, deadline.at)

    # Many positions

    def expand(self, positions: Sequence[Term]) -> None:  # noqa: B027  there may be nothing to fetch
        """Fetch at once what `rules` will be asked about these positions, if that saves time."""

    def best_move(self, position: Term, best: Term, program: AnyProgram) -> Term | None:
        """The last move, in order, that leads to the position `best`; None if moves have no names."""
        told_by = self.told_by(program)
        if told_by is self.game:
            self.game.expand([position])  # this one position, and no guesses at others
        moves = [move for move, successor in told_by.successors(position) if successor == best]
        return moves[-1] if moves else None

    @abstractmethod
    def close(self) -> None:
        """End what it has started; a later question starts it again."""


class Solver(ABC):
    """What solves all positions of a game, for an engine that `solves`; a `Keeper` if it `keeps`."""

    def share(self, jobs: int) -> None:  # noqa: B027  most solve on one core
        """Let so many cores solve them, on an engine that `shares`."""

    @abstractmethod
    def solve(self, bound: float | None, seconds: float | None) -> Solved[Any]:
        """Solve all positions that the rules enumerate, and all that they lead to.

        With a `bound`, for a game of chance, it finds what they are worth, by value iteration: the bounds of
        a value are to be no farther apart than that; where they are, the values say so.

        Its positions are the engine's own: see `position_of`. A limit that is reached is no error: nothing
        is solved. Raises InputError where it cannot solve the game, and ContractError where the game breaks
        its contract.
        """

    def position_of(self, position: Any) -> Term:
        """A position that `solve` gave, as the game has it: here, itself."""
        return cast(Term, position)

    def position_for(self, term: Term) -> Any:
        """What `solve` gives for a position of the game."""
        return as_key(term)


class FullRunner(Runner):
    """One that answers every question about every game: it has a twin of whatever Prolog programs do.

    It has a `solver`.
    """

    @abstractmethod
    def trace(self, program: AnyProgram, position: Term, limits: Limits, most: int) -> Trace:
        """Run a program, and tell what it does, event by event, `most` of them."""

    @abstractmethod
    def prove(self, position: Term, claim: Claim, depth: int | None, seconds: float | None) -> Proof[Term]:
        """Search for a solution tree. Raises ContractError if the game breaks its contract."""

    @property
    @abstractmethod
    def verifying(self) -> Game[Any]:
        """The rules by which a proof is checked."""


@dataclass(frozen=True)
class Need:
    """What an engine needs on this machine, for `pydecl doctor`: what was found, or what mends it."""

    what: str
    found: str
    problem: str | None = None
    remedy: str | None = None


@dataclass(frozen=True)
class Variant:
    """A way of having an engine here, for measuring.

    `by_hand` says that it is for rules that somebody has also written by hand. `take_up` raises
    NotCompiledError for a game that the variant does not cover.
    """

    label: str
    take_up: Callable[[SessionGame], Runner]
    by_hand: bool = False


class Engine:
    """A way to execute programs: what is known of it before any of its other modules is imported."""

    title: str
    """What executes them, for messages, such as 'machine code'."""

    place = ""
    """Where they run, such as 'in machine code'."""

    rank: int
    """Engines are named, asked and shown in this order."""

    runs_everything = False
    """Whether every program runs on it, whatever the game: its runners are `FullRunner`s."""

    solves = False
    """Whether it solves all positions of a game: its runners have a `solver`."""

    keeps = False
    """Whether what it solves can be stored: its solver is a `Keeper`."""

    runs_own_programs = False
    """Whether programs run on it that a rules file brings itself."""

    splits = False
    """Whether several cores can search at the same time: `Limits.cores`."""

    shares = False
    """Whether several cores can solve all positions together: `Solver.share`."""

    needs_session = False
    """Whether it works in the game's own session, so that this must start."""

    def take_up(self, game: SessionGame) -> Runner:
        """A runner for this game; it does nothing yet."""
        runner: Runner = self.module.take_up(game)
        return runner

    @property
    def module(self) -> ModuleType:
        """The module `runner` beside the engine's own, imported when it is needed; or else its own."""
        home = type(self).__module__
        beside = f"{home.rpartition('.')[0]}.runner"
        return import_module(beside if find_spec(beside) is not None else home)

    def take_up_trees(self, game: SessionGame, trees: Sequence[Tree]) -> Runner:  # noqa: ARG002
        """As `take_up`, of a game of `consult_trees` that has just been given these; few questions follow."""
        return self.take_up(game)

    def needs(self) -> Sequence[Need]:
        """What it needs on this machine, beside what all of pydecl needs."""
        return ()

    def variants(self) -> Sequence[Variant]:
        """The ways of having it here: those of its module `runner`, if that has some."""
        found: Sequence[Variant] = getattr(self.module, "variants", tuple)()
        return found
