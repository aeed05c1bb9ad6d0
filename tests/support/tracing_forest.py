"""Random games for traces: parts of one forest, whose nodes are the positions.

It grows in Python and in one SWI-Prolog alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from graphs import Nodes
from hypothesis import strategies as st

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import complete
from pydecl.errors import ContractError
from pydecl.loading.consulting import consult
from pydecl.model.game import Player, Successor
from pydecl.model.number import INFINITY, Number, less
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.model.term import Term, term_text
from pydecl.programs.registry import CONTRACTS
from pydecl.programs.registry import complete as with_settings
from pydecl.tracing.recording import Recording, record

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


@dataclass(frozen=True)
class Tree:
    """A tree yet to be planted: a static value at each node, and a number that says what is special there."""

    value: Number
    mark: int
    children: tuple[Tree, ...] = ()


@dataclass
class Forest(Nodes[tuple[Player | None, tuple[int, ...], Number, int]]):
    """Nodes as a mover (None for chance), children, a static value and a mark."""

    numbers: dict[str, int] = field(default_factory=dict, repr=False)
    name = "forest"
    source = "test_tracing"

    def plant(self, tree: Tree, mover: Player, chances: bool) -> int:
        children = tuple(self.plant(child, mover.opponent, chances) for child in tree.children)
        turn = None if chances and children and tree.mark == 3 else mover
        key = f"{turn} {children} {term_text(tree.value)} {tree.mark}"
        if key not in self.numbers:
            self.numbers[key] = len(self.nodes)
            self.nodes.append((turn, children, tree.value, tree.mark))
        return self.numbers[key]

    def facts(self, since: int) -> Iterator[str]:
        for number, (turn, children, value, mark) in enumerate(self.nodes[since:], since):
            mover = "chance" if turn is None else turn.value
            yield f"node({number},{mover},{list(children)},{term_text(value)})"
            yield from ([f"lively({number})"] if mark & 1 else []) + (
                [f"likely({number})"] if mark & 2 else []
            )
            yield from (f"odds({number},{term_text(odds)},{child})" for odds, child in self.chance(number))

    def successors(self, position: int) -> Sequence[Successor[int]]:
        turn, children, _, _ = self.nodes[position]
        return [] if turn is None else [(None, child) for child in children]

    def player(self, position: int) -> Player:
        turn = self.nodes[position][0]
        if turn is None:
            raise ContractError("neither_to_move", str(position))
        return turn

    def static_value(self, position: int) -> Number:
        return self.nodes[position][2]

    def turbulent(self, position: int) -> bool:
        return bool(self.nodes[position][3] & 1)

    def plausible(self, position: int, successor: int) -> bool:  # noqa: ARG002
        return bool(self.nodes[successor][3] & 2)

    def chance(self, position: int) -> Sequence[tuple[Number, int]]:
        turn, children, _, _ = self.nodes[position]
        return () if turn else [(Fraction(1, len(children)), child) for child in children]


@dataclass(frozen=True)
class Grown:
    """The forest and the same forest in SWI-Prolog, whose twin it is."""

    forest: Forest = field(repr=False)
    game: SessionGame

    def plant(self, tree: Tree, mover: Player = Player.MAX, chances: bool = False) -> int:
        before = len(self.forest.nodes)
        root = self.forest.plant(tree, mover, chances)
        if before < len(self.forest.nodes):
            self.game.session.ask(f"add([{','.join(self.forest.facts(before))}])")
        return root


@contextmanager
def growing(folder: Path) -> Iterator[Grown]:
    """An empty forest."""
    path = folder / "forest.pl"
    path.write_text(RULES, "utf-8")
    with consult(path) as game:
        forest = game.twin = Forest()
        yield Grown(forest, game)


values: st.SearchStrategy[Number] = st.sampled_from(
    [-2, -1, 0, 1, 2, -1.0, -0.5, -0.0, 0.5, 2.0, Fraction(1, 2), Fraction(1, 3), INFINITY, -INFINITY]
)
tiny: st.SearchStrategy[Number] = st.integers(-1, 1)


def trees(of: st.SearchStrategy[Number]) -> st.SearchStrategy[Tree]:
    marks = st.integers(0, 3)

    def inner(children: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        return st.builds(Tree, of, marks, st.lists(children, min_size=1, max_size=4).map(tuple))

    return st.recursive(st.builds(Tree, of, marks), inner, max_leaves=24)


def windows(of: st.SearchStrategy[Number]) -> st.SearchStrategy[tuple[Number, Number]]:
    infinite = st.just((-INFINITY, INFINITY))
    return infinite | st.tuples(of, of).map(lambda pair: pair[::-1] if less(pair[1], pair[0]) else pair)


def questions(program: Program) -> st.SearchStrategy[Limits]:
    depths = st.none() | st.integers(0, 5)
    window = windows(values) if CONTRACTS[program].window else st.just((-INFINITY, INFINITY))
    return st.builds(lambda depth, window: with_settings(program, Limits(depth, *window)), depths, window)


def both(game: SessionGame, program: Program, root: Term | None, limits: Limits) -> list[Recording]:
    """From each engine."""
    return [
        record(
            game,
            program,
            engine=engine,
            position=root,
            depth=limits.depth,
            alpha=limits.alpha,
            beta=limits.beta,
            settings=limits.settings,
        )
        for engine in complete()
    ]
