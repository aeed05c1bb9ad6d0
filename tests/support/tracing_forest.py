"""Random games for traces: parts of one forest, whose nodes are the positions.

It grows in Python and in one SWI-Prolog alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import graphs
from graphs import Grown, Tree
from hypothesis import strategies as st

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import complete
from pydecl.errors import ContractError
from pydecl.model.game import Player, Successor
from pydecl.model.number import INFINITY, Number, less
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.model.term import Term, term_text
from pydecl.programs.registry import DECLARED
from pydecl.programs.registry import complete as with_settings
from pydecl.tracing.recording import MOST, Recording, record

RULES = """
:- dynamic node/4, lively/1, likely/1, odds/3.  % node(Pos, Mover, Nexts, Val)

moves(Pos, Nexts) :- node(Pos, Mover, Nexts, _), Mover \\== chance.
max_to_move(Pos) :- node(Pos, max, _, _).
min_to_move(Pos) :- node(Pos, min, _, _).
staticval(Pos, Val) :- node(Pos, _, _, Val).
turbulent(Pos) :- lively(Pos).
plausible(_, Next) :- likely(Next).
chance(Pos, Prob, Next) :- odds(Pos, Prob, Next).
"""


class Marked(graphs.Forest):
    """A mark says which positions are turbulent, and which are plausible."""

    def facts(self, since: int) -> Iterator[str]:
        yield from super().facts(since)
        for number, mark in enumerate(self.marks[since:], since):
            yield from [f"lively({number})"] if mark & 1 else []
            yield from [f"likely({number})"] if mark & 2 else []
            yield from (f"odds({number},{term_text(odds)},{child})" for odds, child in self.chance(number))

    def successors(self, position: int) -> Sequence[Successor[int]]:
        return [] if self.nodes[position][0] is None else super().successors(position)

    def player(self, position: int) -> Player:
        if self.nodes[position][0] is None:
            raise ContractError("neither_to_move", str(position))
        return super().player(position)

    def turbulent(self, position: int) -> bool:
        return bool(self.marks[position] & 1)

    def plausible(self, position: int, successor: int) -> bool:  # noqa: ARG002
        return bool(self.marks[successor] & 2)

    def chance(self, position: int) -> Sequence[tuple[Number, int]]:
        turn, children, _ = self.nodes[position]
        return () if turn else [(Fraction(1, len(children)), child) for child in children]


@contextmanager
def growing(folder: Path) -> Iterator[Grown]:
    """An empty forest."""
    with graphs.growing(folder, RULES, Marked()) as grown:
        yield grown


values: st.SearchStrategy[Number] = st.sampled_from(
    [-2, -1, 0, 1, 2, -1.0, -0.5, -0.0, 0.5, 2.0, Fraction(1, 2), Fraction(1, 3), INFINITY, -INFINITY]
)
tiny: st.SearchStrategy[Number] = st.integers(-1, 1)


def trees(of: st.SearchStrategy[Number]) -> st.SearchStrategy[Tree]:
    return graphs.trees(of, st.integers(0, 3))


def windows(of: st.SearchStrategy[Number]) -> st.SearchStrategy[tuple[Number, Number]]:
    infinite = st.just((-INFINITY, INFINITY))
    return infinite | st.tuples(of, of).map(lambda pair: pair[::-1] if less(pair[1], pair[0]) else pair)


def questions(program: Program) -> st.SearchStrategy[Limits]:
    depths = st.none() | st.integers(0, 5)
    window = windows(values) if DECLARED[program].contract.window else st.just((-INFINITY, INFINITY))
    return st.builds(lambda depth, window: with_settings(program, Limits(depth, *window)), depths, window)


def recorded(
    game: SessionGame, program: Program, root: Term | None, limits: Limits, engine: str, most: int = MOST
) -> Recording:
    """A search within these limits."""
    window: Any = {"depth": limits.depth, "alpha": limits.alpha, "beta": limits.beta}
    return record(game, program, engine=engine, position=root, settings=limits.settings, most=most, **window)


def both(game: SessionGame, program: Program, root: Term | None, limits: Limits) -> list[Recording]:
    """From each engine."""
    return [recorded(game, program, root, limits, engine) for engine in complete()]
