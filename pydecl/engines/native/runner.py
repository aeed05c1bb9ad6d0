"""Machine code: the rules compiled to C, with some programs, and with those of the rules file's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from pydecl.engines.native.building import Compiler, compilers
from pydecl.engines.native.compiled_rules import CompiledRules
from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram, Runner, Teller, Variant
from pydecl.errors import NoCompilerError, NotCompiledError, UnfitError
from pydecl.model.deadline import NEVER
from pydecl.model.game import Player
from pydecl.model.number import Number
from pydecl.model.program import Gives, OwnProgram, Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.texts.explaining import asked_of_a_sheet, refused

if TYPE_CHECKING:
    from pydecl.engines.native.own_program import MachineProgram
    from pydecl.engines.native.solver import MachineSolver
    from pydecl.model.tree import Tree

RATIONAL = re.compile(r"\b(?:rdiv|rationalize)\b|\b\d+r\d+\b")
"""The functions that make rationals of other numbers, and constants; rational/1 is a test, too."""

Kinds = tuple[type[Number], type[Number]]
"""Of which kinds of number a window's bounds are: a program of the file's own is compiled for them."""


class NativeRunner(Runner):
    """The rules in one object, what solves them in another, and so each of the file's own programs."""

    def __init__(
        self, game: SessionGame, make: Callable[[Collection[str] | None], MachineGame] | None = None
    ) -> None:
        """`make` compiles the rules, with all programs or with those of these names alone."""
        self.game = game
        self._make = make or (lambda only: MachineGame(game, only=only))
        self._machine: MachineGame | None = None
        self._solver: MachineSolver | None = None
        self._expected: Collection[str] | None = None
        self._others: list[MachineGame] = []
        """Those that search beside the first one."""
        self._own: dict[tuple[OwnProgram, Kinds], MachineProgram] = {}

    def expect(self, programs: Sequence[Program]) -> None:
        self._expected = [program.value for program in programs]

    def with_program(self, program: str | None) -> MachineGame:
        """The rules in machine code; with this program alone, if it is the first that is asked for.

        If others are expected, too, they are there as well.
        """
        if self._machine is None:
            wanted = self._expected
            if program is not None and (wanted is None or program not in wanted):
                wanted = [program]
            self._machine = self._make(wanted)
        return self._machine

    @property
    def rules(self) -> MachineGame:
        return self.with_program(None)

    @property
    def pid(self) -> int | None:
        return None if self._machine is None else self._machine.code.pid

    @property
    def warms_up(self) -> bool:
        return any(code.warms_up for code in self._codes)

    @property
    def gave_up(self) -> str:
        return "" if self._machine is None else self._machine.gave_up

    def hindrance(self, program: AnyProgram) -> str | None:
        if isinstance(program, OwnProgram):
            return None
        return self.with_program(program.value).hindrance(program)

    def told_by(self, program: AnyProgram | None) -> Teller:
        if isinstance(program, OwnProgram):
            return self.game
        return self.with_program("perft" if program is None else program.value)

    def hurry(self, program: Program) -> None:
        self.with_program(program.value).hurry(program)

    def prepare(self, program: AnyProgram, position: Term, limits: Limits) -> None:
        if isinstance(program, OwnProgram):
            self._own_machine(program, position, limits)

    def ask(self, program: AnyProgram, position: Term, limits: Limits, *, leaves: bool) -> Answer[Term]:
        if isinstance(program, OwnProgram):
            return self._ask_own(program, position, limits)
        if limits.cores > 1:
            from pydecl.engines.native.splitting import split

            until = NEVER.or_after(limits.seconds)
            machines = partial(self._machines, program)
            if (answer := split(machines, program, position, limits)) is not None:
                return answer
            left = until.most(limits.seconds)
            if left is not None and left <= 0:
                return Answer.stopped(Status.TIME, limits.seconds or 0.0)
            limits = replace(limits, seconds=left)
        return self.with_program(program.value).run(program, position, limits, record_leaves=leaves)

    def _machines(self, program: Program, count: int) -> Sequence[MachineGame]:
        """As many, each with a process of its own."""
        first = self.with_program(program.value)
        while len(self._others) < count - 1:
            self._others.append(self._make([program.value]))
        return [first, *self._others[: count - 1]]

    def perft(self, position: Term, plies: int, seconds: float | None) -> int:
        return self.with_program("perft").perft(position, plies, seconds)

    @property
    def solver(self) -> MachineSolver:
        from pydecl.engines.native.solver import MachineSolver  # late, as all that few searches need

        if self._solver is None:
            self._solver = MachineSolver(self.game, lambda: self._make([Program.OUTCOME.value]))
        return self._solver

    @property
    def asked_for_moves(self) -> str:
        game = self.game
        if (of_a_sheet := asked_of_a_sheet(game)) is not None:
            return of_a_sheet
        try:
            left_out = refused(game)
        except NotCompiledError as error:
            return f"nothing: {error}"
        if left_out:
            return f"what is compiled to C; not {', '.join(left_out)}: pydecl compile {game.name} says why"
        if makes_rationals(game.rules_text or ""):
            return "the rules file, compiled to C; searches that meet a rational run in Python, more slowly"
        return "the rules file, compiled to C"

    def _ask_own(self, program: OwnProgram, position: Term, limits: Limits) -> Answer[Term]:
        """The answer, if it is one: the best successor is a successor."""
        machine = self._own_machine(program, position, limits)
        mover = self.game.player(position)
        if program.like == Program.WON and mover is Player.MIN:
            raise UnfitError("won is asked where MIN is to move")
        answer = machine.run(position, Atom(mover.value), limits)
        successors = [after for _, after in self.game.successors(position)]
        if answer.status is not Status.COMPLETE or (answer.value is None and answer.horizon):
            return answer
        if not successors or limits.depth == 0 or program.gives is Gives.OUTCOME:
            return replace(answer, best=None)
        if answer.best not in successors:
            raise UnfitError("the program gives no successor")
        return answer

    def _own_machine(self, program: OwnProgram, position: Term, limits: Limits) -> MachineProgram:
        from pydecl.engines.native.own_program import MachineProgram
        from pydecl.engines.prolog.own import OwnPrograms

        key = program, (type(limits.alpha), type(limits.beta))
        if key not in self._own:
            self._own[key] = MachineProgram(
                self.game,
                program,
                self.game.initial() or [position],
                empty_ends=OwnPrograms(self.game).ends_are_empty(program),
                window=(limits.alpha, limits.beta),
            )
        return self._own[key]

    @property
    def _codes(self) -> Sequence[CompiledRules]:
        """All that is compiled so far."""
        solving = None if self._solver is None else self._solver.made
        made = (self._machine, solving, *self._others, *self._own.values())
        return [machine.code for machine in made if machine is not None]

    def close(self) -> None:
        for code in self._codes:
            code.close()


take_up = NativeRunner


def for_trees(game: SessionGame, trees: Sequence[Tree]) -> NativeRunner:
    """The trees alone in machine code, but for those with values that are no integers and no floats.

    Their nodes must have different names. `game` is one of `consult_trees`.
    """
    from pydecl.model.tree import Chance, Tree, by_predicate, tree_facts  # late, as what few searches are of

    def can_be_told(tree: Tree) -> bool:
        values = [node.value for node in tree.nodes if not isinstance(node, Chance)]
        return not any(isinstance(value, Fraction) for value in values)

    told = [node for tree in trees if can_be_told(tree) for node in tree.nodes]
    facts = by_predicate(tree_facts(Tree(tuple(told) or trees[0].nodes)))
    chances = "chance_node", 2
    facts = {**facts, chances: [_with_quotients(fact) for fact in facts[chances]]}
    return NativeRunner(game, lambda _: MachineGame(game, facts=facts, widens=False, hastily=True))


def _with_quotients(fact: Term) -> Term:
    """A fact of chance_node/2 in which a probability such as 1r3 is 1/3, which is the same to a game."""
    assert isinstance(fact, Compound)
    name, pairs = fact.args
    assert isinstance(pairs, PrologList)
    return Compound(fact.name, (name, PrologList(tuple(map(_with_quotient, pairs.items)))))


def _with_quotient(pair: Term) -> Term:
    assert isinstance(pair, Compound)
    probability, child = pair.args
    if isinstance(probability, Fraction):
        probability = Compound("/", (probability.numerator, probability.denominator))
    return Compound("-", (probability, child))


def variants() -> Sequence[Variant]:
    """One for each compiler that works."""
    try:
        working = list(compilers())
    except NoCompilerError:
        return ()
    return [Variant(f"rules compiled, {one.name}", partial(_compiled_by, one)) for one in working]


def _compiled_by(compiler: Compiler, game: SessionGame) -> NativeRunner:
    return NativeRunner(game, lambda only: MachineGame(game, compiler=compiler, only=only))


def makes_rationals(text: str) -> bool:
    """Whether rules write or make rationals, apart from probabilities: machine code holds none.

    It looks at the words of the text alone, and may be wrong about one in quotes: it is for a note.

    >>> makes_rationals("staticval(X, V) :- V is X rdiv 2."), makes_rationals("chance(a, 1r3, b).")
    (True, False)
    """
    chance = False
    for line in text.splitlines():
        code = line.partition("%")[0]
        chance = chance or code.startswith("chance(")
        if not chance and RATIONAL.search(code):
            return True
        chance = chance and not code.rstrip().endswith(".")
    return False
