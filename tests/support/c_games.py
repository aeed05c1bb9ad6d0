"""Games compiled to C, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from bundled_files import bundled_rules, rules_asked
from c_back_end import ARENA, Library
from native_code import quick

from pydecl.compiler import ir
from pydecl.compiler.c.primitives import PRIMITIVES
from pydecl.compiler.c.program import CText, compile_c
from pydecl.compiler.compile import ENTRIES, compile_normal
from pydecl.compiler.frontend.predicates import Normal
from pydecl.compiler.search_programs import attached_programs, compiled_programs, computes_with_infinity
from pydecl.engines.native.serialisation import Answer, Searched, request, search_request
from pydecl.model.number import INFINITY, Number
from pydecl.model.result import DEFAULTS, Limits, Settings
from pydecl.model.term import Compound, Term
from pydecl.rules.reader import read_rules


def in_c_with_programs(rules: Normal, programs: Sequence[str] = ()) -> CText:
    """Rules in C with the search programs, or with those of these names."""
    wanted = [name for name in compiled_programs() if not programs or name in programs]
    searches = attached_programs(rules, wanted)
    only = programs[0] if len(programs) == 1 else None
    program = compile_normal(rules, (*ENTRIES, *searches.values()))
    apart = [key for name, key in searches.items() if computes_with_infinity(name)]
    return compile_c(program, game=True, only=only, searches=searches, apart=apart, counted=PRIMITIVES)


OPTIMISED = frozenset({"kqk"})
"""What is searched far: the first compiler, which optimises, builds it, and tcc the others: in a hundredth
of the time, which most searches do not win back.
"""


class CGame:
    """Rules in C: a bundled game, with the values of some options, or a text."""

    def __init__(
        self,
        name: str = "",
        options: Mapping[str, Term] | None = None,
        text: str = "",
        programs: Sequence[str] = (),
    ) -> None:
        """`programs` are those that will be asked for, by default all: few are compiled sooner."""
        self.name, self.text = name, text
        self.facts = {(option, 1): [Compound(option, (value,))] for option, value in (options or {}).items()}
        self.compiled = in_c_with_programs(self.rules, programs)
        self._compiler = None if name in OPTIMISED else quick()

    @property
    def rules(self) -> Normal:
        """The predicates of the rules, made anew."""
        if self.name:
            return bundled_rules(self.name, self.facts)
        return rules_asked(read_rules(self.text, ".pl"), self.facts)

    @cached_property
    def program(self) -> ir.Program:
        """The rules alone."""
        return compile_normal(self.rules, ENTRIES)

    @cached_property
    def library(self) -> Library:
        return Library(self.compiled.text, self._compiler)

    def solutions(self, name: str, mode: str, *arguments: Term) -> list[tuple[Term, ...]]:
        """All solutions of an entry."""
        key = ir.Key(name, mode)
        data = request(ARENA, self.compiled.entries[key], 10_000, arguments)
        answer = Answer(self.library.call("pydecl_solve", data))
        assert answer.end == 0, answer.reason
        return answer.terms(mode.count("-"))

    def initial(self) -> Term:
        return self.solutions("initial", "-")[0][0]

    def search(
        self,
        program: str,
        position: Term,
        depth: int | None = None,
        window: tuple[Number, Number] = (-INFINITY, INFINITY),
        *,
        settings: Settings = DEFAULTS,
        stop: bool = False,
    ) -> Searched:
        """What a search program says; with `stop` its time is over when it first looks."""
        limits = Limits(depth=depth, alpha=window[0], beta=window[1], settings=settings)
        data = search_request(ARENA, self.compiled.programs.index(program), position, limits)
        return Searched(self.library.call("pydecl_search", data, stop=stop))


@cache
def c_game(name: str, *programs: str, **options: int) -> CGame:
    """A bundled game with these programs, or with all, compiled once."""
    return CGame(name, options, programs=programs)
