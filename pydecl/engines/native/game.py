"""A consulted game whose rules are machine code.

>>> from pydecl.loading.consulting import consult
>>> with consult("nim") as game, MachineGame(game) as rules:
...     start, = rules.initial()
...     answer = rules.run(Program.ALPHABETA, start, Limits())
>>> answer.value, str(answer.best)
(1, 'nim(min,[1,3,2])')
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial, wraps
from itertools import chain
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from pydecl.engines.native.building import Compiler, Tiers
from pydecl.engines.native.compiled_rules import MOST, CompiledRules, compiled
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, InputError, LimitError, NumberTooLargeError, UnfitError, UntoldError
from pydecl.model.closing import Closeable
from pydecl.model.game import MOVES_AGAIN, Game, Player, Successor, checked_value
from pydecl.model.number import Number, exact
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits
from pydecl.model.term import Compound, PrologList, Term, as_key, term_text
from pydecl.programs.registry import DECLARED, PROGRAMS
from pydecl.rules.conventions import asked_as
from pydecl.texts.entries import MOVES, POSITION, Examples, Facts, Predicate, with_starts

if TYPE_CHECKING:
    from pydecl.engines.native.supplied_facts import MachineFacts

T = TypeVar("T")
P = ParamSpec("P")

VALUES = ("staticval/2",)
ENDS = ("terminalwon/1", "terminallost/1")
"""What must be compiled, if the rules define it, for a program to run, besides what it alone needs."""


def _or_there(told: Callable[Concatenate[MachineGame, P], T]) -> Callable[Concatenate[MachineGame, P], T]:
    """A method of a game; what machine code cannot tell is asked of the game itself."""

    @wraps(told)
    def found(here: MachineGame, /, *about: P.args, **options: P.kwargs) -> T:
        try:
            return told(here, *about, **options)
        except (UnfitError, NumberTooLargeError) as why:
            if told.__name__ == "successors":
                here.gave_up = here.gave_up or str(why)
            there: T = getattr(here._prolog, told.__name__)(*about, **options)
            return there

    return found


class MachineGame(Game[Term], Closeable):
    """The rules of a game in machine code; positions are terms. A context manager that ends the child.

    What a position holds that the rules do not tell, numbers of more than 64 bits and exceptions are asked
    of the game itself.
    """

    def __init__(
        self,
        game: SessionGame,
        *,
        facts: Facts | None = None,
        compiler: Compiler | None = None,
        only: Collection[str] | None = None,
        hastily: bool = False,
    ) -> None:
        """`game` is what `consult` gives; `facts` are in the place of those that it has.

        `compiler` is the first that works where none is given. Unless there are `facts`, the rules are
        compiled again, once, where a position holds what they do not tell. `only` names the programs that
        will be asked for, or perft: with them alone the first answer comes sooner, and another program has
        all of them compiled.
        `hastily` is for what is asked little: no object that computes fast takes over.
        Raises NotCompiledError where the rules are not covered, NoCompilerError and BuildError.
        """
        self.name = game.name
        self.source = game.source
        self._asked_as = asked_as(game.decided)
        self._prolog = game
        self._defined = game.defined
        self._compile = partial(compiled, game, compiler=compiler, hastily=hastily, facts=facts)
        self._widened = facts is not None
        self._moves = next((key for key in MOVES if f"{key[0]}/{len(key[1])}" in game.defined), MOVES[0])
        self._only = only
        self._examples: Examples = {}
        self.gave_up = ""
        """Why SWI-Prolog was asked for successors, the first time it was."""
        self._jobs = 1
        self.code = self._compiled()
        """The code that answers; it is replaced where the rules are compiled again."""

    def _compiled(self) -> CompiledRules:
        def with_examples(starts: Examples) -> Tiers:
            self._examples = starts or self._examples
            return self._compile(self._examples, only=self._only)

        built = with_starts(self._prolog, with_examples)
        code = CompiledRules(built, self._prolog.session)
        code.share(self._jobs - 1)
        return code

    def _compile_again(self) -> None:
        self.code.close()
        self.code = self._compiled()

    def _want(self, program: str) -> None:
        """See that a program is there."""
        if self._only is not None and program not in self._only:
            self._only = None
            self._compile_again()

    def close(self) -> None:
        self.code.close()

    def share(self, jobs: int) -> None:
        """Let so many cores solve all positions, if there is memory for them."""
        self._jobs = jobs
        self.code.share(jobs - 1)

    # Whole searches

    def hurry(self, program: Program) -> None:
        """Have the object that computes fast built now, with this program."""
        self._want(program.value)
        self.code.hurry()

    def hindrance(self, program: Program) -> str | None:
        """Why the program does not run in machine code, or not on these rules; None if it does."""
        refused = self.code.about.refused
        programs = {*self.code.about.programs, *self.code.about.without}
        if program.value not in programs:
            known = ", ".join(one.value for one in PROGRAMS if one.value in programs)
            return f"{program.value} does not run in machine code: these do: {known}"
        wanted = (*ENDS, *VALUES, *(DECLARED[program].needs or ("chance/3",)))
        return next((refused[name] for name in wanted if name in refused), None)

    def run(
        self, program: Program, position: Term, limits: Limits, *, record_leaves: bool = False
    ) -> Answer[Term]:
        """As `CompiledRules.search`. Raises InputError if there is a `hindrance`."""
        if (why := self.hindrance(program)) is not None:
            raise InputError(why)
        self._want(program.value)
        return self.ask(
            position, lambda code: code.search(program, position, limits, record_leaves=record_leaves)
        )

    def supplied(self, program: str, position: Term, limits: Limits) -> MachineFacts:
        """The rules as facts about the positions that a program meets, for its twin.

        They are told until another search begins. Raises UnfitError where others must tell them.
        """
        from pydecl.engines.native.supplied_facts import MachineFacts  # late: few searches are supplied

        self._want(program)
        half = None if limits.seconds is None else limits.seconds / 2
        ahead = replace(limits, seconds=half)
        self.ask(position, lambda code: code.run_ahead(program, position, ahead))
        code, search = self.code, self.code.searches

        def current() -> CompiledRules:
            if self.code is not code or code.searches != search:
                raise LimitError("another search has begun in machine code")
            return code

        return MachineFacts(self.name, self.source, self._defined, current)

    def perft(self, position: Term, plies: int, seconds: float | None = 60.0) -> int:
        """As `CompiledRules.perft`."""
        self._want("perft")
        return self.ask(position, lambda code: code.perft(position, plies, seconds))

    def ask(self, position: Term | None, question: Callable[[CompiledRules], T]) -> T:
        """The answer; once, the rules are compiled again with a place for what this position holds.

        Raises ContractError in the words of the game's school.
        """
        try:
            try:
                return question(self.code)
            except UntoldError:
                if self._widened or position is None:
                    raise
            self._widened = True
            self._examples = {POSITION: [*self._examples.get(POSITION, ()), position]}
            self._compile_again()
            return question(self.code)
        except ContractError as error:
            raise error.in_words_of(self._asked_as) from None

    # The game, position by position

    @_or_there
    def initial(self) -> Sequence[Term]:
        found = self._told("initial")
        if MOVES_AGAIN in self._defined:
            from pydecl.model.passing import check_no_passes  # late: few games have passes

            check_no_passes(found)
        return found

    @_or_there
    def positions(self) -> Sequence[Term] | None:
        return self._told("position") if "position/1" in self._defined else None

    @_or_there
    def default(self, name: str) -> Term | None:
        return next(iter(self._told(name)), None)

    def _told(self, name: str) -> list[Term]:
        """What the rules enumerate."""
        if f"{name}/1" not in self._defined:
            return []
        return [as_key(position) for (position,) in self.code.solutions((name, "-"))]

    @_or_there
    def successors(self, position: Term) -> Sequence[Successor[Term]]:
        found = self._solutions(self._moves, position)
        if self._moves == MOVES[0]:
            lists = [one.items for (one,) in found[:1] if isinstance(one, PrologList)]
            afters = [as_key(after) for after in chain(*lists)]
        else:
            afters = [as_key(solution[-1]) for solution in found]
        named = found if self._moves == MOVES[2] else self._named(position)
        if [after for _, after in named] == afters:
            return [(move, as_key(after)) for move, after in named]
        return [(None, after) for after in afters]

    def _named(self, position: Term) -> Sequence[tuple[Term, ...]]:
        if "move/3" in self._defined:
            with suppress(UnfitError, NumberTooLargeError):
                return self._solutions(MOVES[2], position)
        return []

    @_or_there
    def player(self, position: Term) -> Player:
        highest, lowest = (
            self._solutions((name, "+"), position, 1) for name in ("max_to_move", "min_to_move")
        )
        if highest and lowest:
            raise ContractError("both_to_move", term_text(position))
        if not highest and not lowest:
            raise ContractError("neither_to_move", term_text(position))
        return Player.MAX if highest else Player.MIN

    @_or_there
    def static_value(self, position: Term) -> Number:
        values = {value for (value,) in self._solutions(("staticval", "+-"), position)}
        if not values:
            raise ContractError("no_value", term_text(position)).in_words_of(self._asked_as)
        value = values.pop()
        if values or not isinstance(value, int | float):
            raise UnfitError("several values, or none that is a number")
        return checked_value(term_text(position), value)

    @_or_there
    def terminal_won(self, position: Term) -> bool:
        if "terminalwon/1" not in self._defined:
            return super().terminal_won(position)
        return bool(self._solutions(("terminalwon", "+"), position, 1))

    @_or_there
    def terminal_lost(self, position: Term) -> bool:
        if "terminallost/1" not in self._defined:
            return super().terminal_lost(position)
        return bool(self._solutions(("terminallost", "+"), position, 1))

    @_or_there
    def chance(self, position: Term) -> Sequence[tuple[Number, Term]]:
        if "chance/3" not in self._defined:
            return ()
        found = self._solutions(("chance", "+--"), position)
        return [(_probability(value), as_key(after)) for value, after in found]

    def _solutions(self, predicate: Predicate, position: Term, most: int = MOST) -> list[tuple[Term, ...]]:
        return self.ask(position, lambda code: code.solutions(predicate, (position,), most=most))

    def to_term(self, position: Term) -> Term:
        return position

    def from_term(self, term: Term) -> Term:
        return as_key(term)


def _probability(term: Term) -> Number:
    """An exact number above 0, or a quotient of integers. Raises UnfitError if it is neither."""
    if isinstance(term, Compound) and term.name == "/" and len(term.args) == 2:
        top, bottom = term.args
        if isinstance(top, int) and isinstance(bottom, int) and bottom != 0:
            term = exact(Fraction(top, bottom))
    if not isinstance(term, int | Fraction) or term <= 0:
        raise UnfitError("no probability")
    return term
