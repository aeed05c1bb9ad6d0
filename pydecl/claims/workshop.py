"""What claims are worked out with: games that stay open, the engine, and the time that is left.

>>> with Workshop() as shop:
...     shop.value("lecture19", "alphabeta"), shop.visited("lecture19", "alphabeta")
(4, ['a', 'b', 'd', 'i', 'j', 'e', 'k', 'c', 'f', 'm', 'n'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from pydecl.claims.trees import Nest, planted
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import Default, search
from pydecl.errors import ContractError, LimitError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.model.closing import Closeable
from pydecl.model.deadline import Deadline
from pydecl.model.game import Player
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Result, Status
from pydecl.model.term import Atom, Term
from pydecl.model.tree import Tree
from pydecl.paths import told_file
from pydecl.rules.tree import read_tree
from pydecl.tracing.events import Event, Kind
from pydecl.tracing.recording import record

T = TypeVar("T")

MOST_OPEN = 3
"""So many games stay open at a time; each has a SWI-Prolog of its own."""

WHOLE = Limits()


class Workshop(Closeable):
    """Asks one engine; a context manager that closes the games.

    `seconds` is the time for all that is asked: what comes too late raises LimitError.
    """

    def __init__(self, engine: str = REFERENCE, seconds: float | None = None) -> None:
        self.engine = engine
        self._until = Deadline.after(seconds)
        self._open: dict[str, SessionGame] = {}
        self._known: dict[Any, Any] = {}
        self._planted: tuple[Any, Sequence[str]] = None, ()

    def close(self) -> None:
        """Close the games; a later question opens them again."""
        for game in self._open.values():
            game.close()
        self._open = {}

    def left(self) -> float | None:
        """The seconds that are left, None for no limit; raises LimitError where there are none."""
        return self._until.left()

    def game(self, name: str) -> SessionGame:
        """The game of this name, as `consult` takes it; "" is that of trees that are planted."""
        if name not in self._open:
            while len(self._open) >= MOST_OPEN:
                self._open.pop(next(iter(self._open))).close()
            seconds = self.left()
            self._open[name] = consult(name, seconds=seconds) if name else consult_trees(seconds=seconds)
        return self._open[name]

    def once(self, what: Any, compute: Callable[[], T]) -> T:
        """What is worked out for several claims, once."""
        if what not in self._known:
            self._known[what] = compute()
        found: T = self._known[what]
        return found

    # One position of one game

    def ask(
        self,
        game: str,
        program: str,
        position: str | Term | None = None,
        depth: int | Default | None = Default.DEPTH,
        *,
        seconds: float | None = None,
        **more: Any,
    ) -> Result:
        """What a program finds, see `search`. Raises LimitError where it is stopped, but for `seconds`."""
        left = self.left()
        found = search(
            self.game(game),
            program,
            engine=self.engine,
            position=position,
            depth=depth,
            seconds=left if seconds is None else min(seconds, left or seconds),
            line=False,
            **more,
        )
        if seconds is None or found.answer.status is not Status.TIME:
            _check_finished(found.answer)
        return found

    def value(self, *asked: Any, **more: Any) -> Any:
        return self.ask(*asked, **more).value

    def best(self, *asked: Any, **more: Any) -> str:
        """The best move by its name, `none` where there is none; the position where moves have no names."""
        written = self.ask(*asked, **more).written
        return (written.move or written.best or "none").strip("'")

    def events(
        self,
        game: str,
        program: str,
        position: str | None = None,
        depth: int | Default | None = Default.DEPTH,
    ) -> tuple[list[Event], list[str]]:
        """What a program does, and the positions by their numbers; a fault of the game may end it."""
        opened = self.game(game)
        recording = record(
            opened, program, engine=self.engine, position=position, depth=depth, seconds=self.left()
        )
        if isinstance(recording.answer, Answer):
            _check_finished(recording.answer)
        elif not isinstance(recording.answer, ContractError):
            raise recording.answer
        names = ["" if known is None else opened.format_position(known) for known in recording.positions]
        return list(recording.events()), names

    def visited(self, game: str, program: str) -> list[str]:
        """The nodes in the order in which the program enters them."""
        events, names = self.events(game, program)
        return [names[event.node] for event in events if event.kind is Kind.ENTER and event.node is not None]

    def tree(self, name: str) -> Tree:
        path = told_file(name, ".tree")
        assert path is not None
        return read_tree(path.read_text("utf-8"), path.name)

    # Many small trees

    def trees(
        self, nests: Sequence[Nest], program: str, root: Player = Player.MAX, limits: Limits = WHOLE
    ) -> Sequence[tuple[Nest, Answer[Term]]]:
        """Each tree with what a program answers about its root, where `root` is to move.

        What has been asked before is known.
        """
        key = program, root, limits, repr(nests)  # 1 and 1.0 are equal, and not the same

        def answers() -> Sequence[tuple[Nest, Answer[Term]]]:
            roots = self.plant(nests, root)
            left = self.left()
            asked = [(Program(program), Atom(name), replace(limits, seconds=left)) for name in roots]
            replies = registry.full_runner(self.game(""), self.engine).run_all(asked, left)
            return list(zip(nests, map(_answer, replies), strict=True))

        return self.once(key, answers)

    def both(self, nests: Sequence[Nest], program: str) -> Iterator[tuple[Nest, Player, Answer[Term]]]:
        """The same whoever is to move at the roots."""
        for root in Player:
            for nest, answer in self.trees(nests, program, root):
                yield nest, root, answer

    def plant(self, nests: Sequence[Nest], root: Player) -> Sequence[str]:
        """The roots of trees in the game "", which is about these trees, and no others, from now on."""
        forest, what = self.game(""), (root, repr(nests))
        if self._planted[0] != (what, forest, forest.edition):
            tree, roots = planted(nests, root)
            plant(forest, tree)
            self._planted = (what, forest, forest.edition), roots
        return self._planted[1]

    def tree_value(self, tree: Tree) -> Any:
        """What minimax finds for the root of a tree."""
        plant(self.game(""), tree)
        return self.value("", "minimax")

    def tree_events(self, nest: Nest, program: str) -> tuple[list[Event], list[str]]:
        """What a program does on one tree; the names are the ways to the nodes, as `planted` names them."""
        self.plant([nest], Player.MAX)
        return self.events("", program)


def _answer(reply: Answer[Term] | PydeclError | None) -> Answer[Term]:
    if isinstance(reply, PydeclError):
        raise reply
    assert reply is not None  # every program runs on it
    _check_finished(reply)
    return reply


def _check_finished(answer: Answer[Term]) -> None:
    """Raises LimitError or KeyboardInterrupt for an answer that is not complete."""
    if answer.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    if not answer.complete:
        raise LimitError("time is up" if answer.status is Status.TIME else "the memory is used up")
