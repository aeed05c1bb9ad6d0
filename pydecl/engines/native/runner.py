"""Machine code: the rules compiled to C, with some programs, and with those of the rules file's own."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from pydecl.engines.native.building import Compiler, Source, Tiers, compilers
from pydecl.engines.native.compiled_rules import (
    FLAGS,
    STOPPED,
    CompiledRules,
    given_parts,
    in_c,
    unfit,
    written,
)
from pydecl.engines.native.game import MachineGame
from pydecl.engines.native.serialisation import Answer as Reply
from pydecl.engines.native.serialisation import End, Reader, request
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import stopped_by
from pydecl.engines.protocol import AnyProgram, Runner, Teller, Variant
from pydecl.errors import LimitError, NoCompilerError, NotCompiledError, UnfitError
from pydecl.model.deadline import NEVER
from pydecl.model.game import Player
from pydecl.model.number import Number
from pydecl.model.program import Gives, Manner, OwnProgram, Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.paths import prolog_file
from pydecl.texts.entries import MODES, TEXTBOOK, Examples
from pydecl.texts.explaining import asked_of_a_sheet, refused
from pydecl.texts.session import texts_of

if TYPE_CHECKING:
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
            return self._own_machine(program, position, limits).run(position, limits)
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

    def _own_machine(self, program: OwnProgram, position: Term, limits: Limits) -> MachineProgram:
        key = program, (type(limits.alpha), type(limits.beta))
        if key not in self._own:
            self._own[key] = MachineProgram(self.game, program, position, limits)
        return self._own[key]

    @property
    def _codes(self) -> Sequence[CompiledRules]:
        solving = None if self._solver is None else self._solver.made
        made = (self._machine, solving, *self._others, *self._own.values())
        return [machine.code for machine in made if machine is not None]

    def close(self) -> None:
        for code in self._codes:
            code.close()


UNBOUND = Atom("pydecl unbound")
"""What stands for a best successor that a program leaves unbound; see pydecl/compiler/attachment.py."""


class MachineProgram:
    """A program of the file's own; it is compiled when it is made. A later question starts a child."""

    def __init__(self, game: SessionGame, program: OwnProgram, position: Term, limits: Limits) -> None:
        """It is compiled for positions as the starts, or else this one, and for numbers as in these limits.

        Raises NotCompiledError where the program or the rules are not covered, NoCompilerError, BuildError.
        """
        self.program, self._game = program, game
        self._is_attached = program.manner is not Manner.BARE
        self._takes_window = program.whole == ("alphabeta", 5)
        mode = MODES[program.whole]
        self._results = mode.count("-")
        starts = game.initial() or [position]
        roots = [self._root(start, mover, 0) for start in starts for mover in Player]
        examples: dict[Any, Sequence[Term]] = {((program.name, mode), 0): roots}
        if self._takes_window:
            for at, bound in enumerate((limits.alpha, limits.beta), 1):
                examples[(program.name, "+++--"), at] = [0 if isinstance(bound, int) else 0.0]
        self.code = CompiledRules(self._built(examples), game.session)

    def run(self, position: Term, limits: Limits) -> Answer[Term]:
        """One search. A limit that is reached is no error: the answer is not complete.

        Raises UnfitError where SWI-Prolog must answer, for what went wrong, too.
        """
        mover = self._game.player(position)
        if self.program.like == Program.WON and mover is Player.MIN:
            raise UnfitError("won is asked where MIN is to move")
        answer = self._run(self._root(position, mover, limits.plies), limits)
        if answer.status is not Status.COMPLETE or (answer.value is None and answer.horizon):
            return answer
        successors = self._game.afters(position)
        if not successors or limits.depth == 0 or self.program.gives is Gives.OUTCOME:
            return replace(answer, best=None)
        if answer.best not in successors:
            raise UnfitError("the program gives no successor")
        return answer

    def _run(self, root: Term, limits: Limits) -> Answer[Term]:
        asked = (root, *((limits.alpha, limits.beta) if self._takes_window else ()))
        started = time.perf_counter()
        try:
            reply, counts = self._asked(1, asked, limits.seconds)
            if reply.end is End.OK and counts[3] and self.program.whole != ("won", 1):
                again, _ = self._asked(2, asked, limits.seconds)
                if again.end is not End.OK or len(set(again.terms(self._results))) > 1:
                    raise UnfitError("the program answers again, on backtracking")
        except (LimitError, KeyboardInterrupt) as error:
            return Answer.stopped(stopped_by(error), time.perf_counter() - started)
        status = STOPPED.get(reply.end, Status.COMPLETE)
        if status is Status.COMPLETE and reply.end not in (End.OK, End.FAILED):  # failed: at the horizon
            raise unfit(reply)
        value, best = self._said(reply, root) if reply.end is End.OK else (None, None)
        nodes, leaves, horizon, _ = counts if self._is_attached else (None, None, 0, 0)
        seconds = time.perf_counter() - started
        return Answer(status, value, best, nodes, leaves, bool(horizon), seconds)

    def _root(self, position: Term, mover: Player, depth: int) -> Term:
        return Compound("at", (depth, Atom(mover.value), position)) if self._is_attached else position

    def _asked(
        self, most: int, arguments: Sequence[Term], seconds: float | None
    ) -> tuple[Reply, tuple[int, ...]]:
        """The reply, and nodes, leaves, whether the horizon was met, whether there may be other answers."""
        data = request(self.code.arena, 0, most, arguments)
        reader = Reader(self.code.answer("pydecl_own", data, seconds))
        counts = reader.numbers(4)
        return Reply(reader.rest()), counts

    def _said(self, reply: Reply, root: Term) -> tuple[Number | bool | None, Term | None]:
        """The value and the best successor of the first answer; an attached program's root is none."""
        if self.program.gives is Gives.OUTCOME:
            return reply.solutions > 0, None
        if not reply.solutions:
            raise UnfitError("the program fails")
        told, *values = reply.terms(self._results)[0]
        best = None if told == UNBOUND or (self._is_attached and told == root) else told
        if self._is_attached and isinstance(best, Compound):
            best = best.args[2]
        if self.program.gives is Gives.MOVE:
            return None, best
        if not isinstance(values[0], int | float):
            raise UnfitError("the program's value is no number")
        return values[0], best

    def _built(self, examples: Examples) -> Tiers:
        from pydecl.engines.prolog.own import OwnPrograms  # late: few programs are a file's own

        program, game = self.program, self._game
        about: dict[str, Any] = {
            "program": [program.name, program.arity],
            "manner": program.manner.value,
            "empty_ends": OwnPrograms(game).ends_are_empty(program),
        }
        textbook = [prolog_file("textbook", f"{name}.pl").read_text(encoding="utf-8") for name in TEXTBOOK]
        parts = ("own", *map(str, about.values()), *textbook, *given_parts(game), *written(examples))
        left = texts_of(game.session).left
        text_in_c = partial(in_c, "own_in_c", game, examples, **about)
        return Source(parts, text_in_c, FLAGS, seconds=left).built_soon()


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
    return NativeRunner(game, lambda _: MachineGame(game, facts=facts, hastily=True))


def _with_quotients(fact: Term) -> Term:
    """A fact of chance_node/2 in which a probability such as 1r3 is 1/3, which is the same to a game."""
    assert isinstance(fact, Compound)
    name, pairs = fact.args
    assert isinstance(pairs, PrologList)
    told = []
    for pair in pairs.items:
        assert isinstance(pair, Compound)
        odds, child = pair.args
        quotient = Compound("/", (odds.numerator, odds.denominator)) if isinstance(odds, Fraction) else odds
        told.append(Compound("-", (quotient, child)))
    return Compound(fact.name, (name, PrologList(tuple(told))))


def variants() -> Sequence[Variant]:
    """One for each compiler that works."""
    try:
        working = list(compilers())
    except NoCompilerError:
        return ()

    def compiled_by(compiler: Compiler, game: SessionGame) -> NativeRunner:
        return NativeRunner(game, lambda only: MachineGame(game, compiler=compiler, only=only))

    return [Variant(f"rules compiled, {one.name}", partial(compiled_by, one)) for one in working]


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
