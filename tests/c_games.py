"""Games compiled to C, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from c_back_end import ARENA, Library

from pydecl.compiler import ir
from pydecl.compiler.compile import compile_rules
from pydecl.compiler.cprogram import compile_c
from pydecl.compiler.csearch import PROGRAMS
from pydecl.model.number import INFINITY, Number
from pydecl.model.result import Limits
from pydecl.model.term import Term
from pydecl.native.csearching import Found, found, search_request
from pydecl.native.cterms import Answer, request
from pydecl.paths import bundled_file
from pydecl.rules.reader import read_rules


class CGame:
    """A bundled game in C."""

    def __init__(self, name: str) -> None:
        path = bundled_file(name)
        self.program = compile_rules(read_rules(path.read_text(encoding="utf-8"), str(path)))
        self.compiled = compile_c(self.program, game=True)
        self.library = Library(self.compiled.text)

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
    ) -> Found:
        """What a search program says."""
        limits = Limits(depth=depth, alpha=window[0], beta=window[1])
        request = search_request(ARENA, PROGRAMS.index(program), position, limits)
        return found(self.library.call("pydecl_search", request))


@cache
def c_game(name: str) -> CGame:
    """A bundled game, compiled once."""
    return CGame(name)


def successors(game: CGame, position: Term) -> Sequence[Term]:
    """What follows, in order."""
    return [next_ for _, next_ in game.solutions("move", "+--", position)]
