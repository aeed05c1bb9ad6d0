"""What claims are worked out with: games that stay open, the engine, and the time that is left.

>>> with Workshop() as shop:
...     shop.value("lecture19", "alphabeta"), shop.visited("lecture19", "alphabeta")
(4, ['a', 'b', 'd', 'i', 'j', 'e', 'k', 'c', 'f', 'm', 'n'])
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self, TypeVar

from pydecl.claims.trees import Nest, planted
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import Reply
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import Default, run, the_depth, the_position
from pydecl.errors import ContractError, LimitError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.model.game import Game, P, Player
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Atom, Term
from pydecl.model.tree import Tree
from pydecl.paths import told_file
from pydecl.rules.tree import read_tree
from pydecl.tracing.events import Event, Kind
from pydecl.tracing.recording import record

Result = TypeVar("Result")

MOST_OPEN = 3
"""So many games stay open at a time; each has a SWI-Prolog of its own."""

DEFAULT = Default.DEPTH


class Workshop:
    """Asks one engine; a context manager that closes the games.

    `seconds` is the time for all that is asked: what comes too late raises LimitError.
    """

    def __init__(self, engine: str = REFERENCE, seconds: float | None = None) -> None:
        self.engine = engine
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._open: dict[str, SessionGame] = {}
        self._known: dict[str, Any] = {}
        self._answers: dict[Hashable, Sequence[Reply | None]] = {}
        self._planted: _Planted | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the games; a later question opens them again."""
        for game in self._open.values():
            game.close()
        self._open = {}

    def left(self) -> float | None:
        """The seconds that are left, None for no limit; raises LimitError where there are none."""
        if self._deadline is None:
            return None
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise LimitError("time is up")
        return left

    def game(self, name: str) -> SessionGame:
        """The game of this name, as `consult` takes it."""
        if name not in self._open:
            while len(self._open) >= MOST_OPEN:
                self._open.pop(next(iter(self._open))).close()
            self._open[name] = consult(name, seconds=self.left())
        return self._open[name]

    def rules(self, name: str) -> Game[Any]:
        """The hand-written rules of a bundled game."""
        twin = self.game(name).twin
        assert twin is not None
        return twin

    def once(self, what: str, compute: Callable[[], Result]) -> Result:
        """What is worked out for several claims, once."""
        if what not in self._known:
            self._known[what] = compute()
        found: Result = self._known[what]
        return found

    # One position of one game

    def ask(
        self,
        game: str,
        program: str,
        position: str | Term | None = None,
        depth: int | Default | None = DEFAULT,
        *,
        leaves: bool = False,
        limits: Limits | None = None,
    ) -> Answer[Term]:
        """What a program answers; `limits` but for depth and time. Raises LimitError where it is stopped."""
        opened = self.game(game)
        root = the_position(opened, position)
        whole = replace(limits or Limits(), depth=the_depth(opened, depth), seconds=self.left())
        return _finished(run(opened, Program(program), self.engine, root, whole, record_leaves=leaves))

    def stopped(self, game: str, program: str, seconds: float) -> Answer[Term]:
        """What a program answers without a depth limit after so many seconds, complete or not."""
        opened = self.game(game)
        limits = Limits(seconds=min(seconds, self.left() or seconds))
        answer = run(opened, Program(program), self.engine, the_position(opened, None), limits)
        if answer.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
        return answer

    def value(
        self,
        game: str,
        program: str,
        position: str | Term | None = None,
        depth: int | Default | None = DEFAULT,
        limits: Limits | None = None,
    ) -> Any:
        """The value alone."""
        return self.ask(game, program, position, depth, limits=limits).value

    def best(
        self, game: str, program: str, position: str | None = None, depth: int | Default | None = DEFAULT
    ) -> str:
        """The best move by its name, `none` where there is none; the position where moves have no names."""
        answer = self.ask(game, program, position, depth)
        if answer.best is None:
            return "none"
        opened = self.game(game)
        runner = registry.runner(opened, REFERENCE)
        move = runner.best_move(the_position(opened, position), answer.best, Program(program))
        if move is None:
            return opened.format_position(answer.best)
        return move.name if isinstance(move, Atom) else str(move)

    def events(
        self,
        game: str,
        program: str,
        position: str | None = None,
        depth: int | Default | None = DEFAULT,
        limits: Limits | None = None,
    ) -> tuple[list[Event], list[str]]:
        """What a program does, and the positions by their numbers; a fault of the game may end it."""
        opened, given = self.game(game), limits or Limits()
        recording = record(
            opened,
            Program(program),
            engine=self.engine,
            position=position,
            depth=depth,
            alpha=given.alpha,
            beta=given.beta,
            seconds=self.left(),
            settings=given.settings,
        )
        if isinstance(recording.answer, Answer):
            _finished(recording.answer)
        elif not isinstance(recording.answer, ContractError):
            raise recording.answer
        names = ["" if known is None else opened.format_position(known) for known in recording.positions]
        return list(recording.events()), names

    def visited(
        self, game: str, program: str, position: str | None = None, depth: int | Default | None = DEFAULT
    ) -> list[str]:
        """The nodes in the order in which the program enters them."""
        events, names = self.events(game, program, position, depth)
        return [names[event.node] for event in events if event.kind is Kind.ENTER and event.node is not None]

    # Many small trees

    def tree(self, name: str) -> Tree:
        """The bundled tree of this name."""
        path = told_file(name, ".tree")
        assert path is not None
        return read_tree(Path(path).read_text("utf-8"), path.name)

    def trees(
        self,
        nests: Sequence[Nest],
        program: str,
        root: Player = Player.MAX,
        limits: Limits | None = None,
    ) -> Iterator[tuple[Nest, Answer[Term]]]:
        """Each tree with what a program answers about its root, where `root` is to move."""
        answers = self.trees_within(nests, program, root, [limits or Limits()])
        return ((nest, answer) for _, nest, answer in answers)

    def trees_within(
        self, nests: Sequence[Nest], program: str, root: Player, windows: Sequence[Limits]
    ) -> Iterator[tuple[Limits, Nest, Answer[Term]]]:
        """The same within several limits, all trees within the first limits first.

        What has been asked before is known.
        """
        asked = [(limits, nest) for limits in windows for nest in nests]
        key = program, root, tuple(windows), repr(nests)  # 1 and 1.0 are equal, and not the same
        if key not in self._answers:
            self._answers[key] = self._about_trees(nests, program, root, windows)
        for (limits, nest), answer in zip(asked, self._answers[key], strict=True):
            assert answer is not None  # every program runs on it
            if isinstance(answer, PydeclError):
                raise answer
            yield limits, nest, _finished(answer)

    def _about_trees(
        self, nests: Sequence[Nest], program: str, root: Player, windows: Sequence[Limits]
    ) -> Sequence[Reply | None]:
        forest = self._forest()
        roots = self._planted_in(forest, nests, root)
        left = self.left()
        questions = [
            (Program(program), Atom(name), replace(limits, seconds=left))
            for limits in windows
            for name in roots
        ]
        return registry.full_runner(forest, self.engine).run_all(questions, left)

    def _planted_in(self, forest: SessionGame, nests: Sequence[Nest], root: Player) -> Sequence[str]:
        """The roots of the trees, which are planted if they are not there from the question before."""
        what = root, repr(nests)
        if self._planted is None or self._planted.where != (what, forest, forest.edition):
            tree, roots = planted(nests, root)
            plant(forest, tree)
            self._planted = _Planted((what, forest, forest.edition), roots)
        return self._planted.roots

    def values(
        self, nests: Sequence[Nest], program: str, root: Player = Player.MAX, limits: Limits | None = None
    ) -> Iterator[tuple[Nest, Number]]:
        """The values alone."""
        for nest, answer in self.trees(nests, program, root, limits):
            assert isinstance(answer.value, int | float)
            yield nest, answer.value

    def tree_value(self, tree: Tree, program: str) -> Any:
        """What a program finds for the root of a tree."""
        plant(self._forest(), tree)
        return self.value("", program)

    def tree_events(
        self, nest: Nest, program: str, root: Player = Player.MAX, limits: Limits | None = None
    ) -> tuple[list[Event], list[str]]:
        """What a program does on one tree; the names are the ways to the nodes, as `planted` names them."""
        tree, _ = planted([nest], root)
        forest = self._forest()
        plant(forest, tree)
        return self.events("", program, limits=limits)

    def _forest(self) -> SessionGame:
        if "" not in self._open:
            self._open[""] = consult_trees(seconds=self.left())
        return self._open[""]


@dataclass(frozen=True)
class _Planted:
    """What was planted last: whose turn it is at the roots and the trees, in which game, and its edition."""

    where: tuple[tuple[Player, str], SessionGame, int]
    roots: Sequence[str]


def _finished(answer: Answer[P]) -> Answer[P]:
    """A complete answer; raises LimitError or KeyboardInterrupt for any other."""
    if answer.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    if not answer.complete:
        raise LimitError("time is up" if answer.status is Status.TIME else "the memory is used up")
    return answer
