"""What a program does, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydecl.api.opening import AnyGame, AnyPosition, Engine, Program, opened
from pydecl.api.picture import Picture
from pydecl.api.searching import settings_of
from pydecl.engines.searching import Default
from pydecl.errors import PydeclError
from pydecl.loading.rules_files import Reading
from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number
from pydecl.model.result import Order, Value
from pydecl.sandbox.session import MEMORY
from pydecl.tracing.captions import Captions
from pydecl.tracing.events import Event, Naming, to_json
from pydecl.tracing.names import Names
from pydecl.tracing.recording import MOST, record
from pydecl.workbench.drawing.formats import shown_tree, tree_picture
from pydecl.workbench.drawing.search_tree import search_trees, settle
from pydecl.workbench.drawing.words import Words


@dataclass(frozen=True, repr=False)
class Trace:
    """What one search did.

    Its length is the number of events; iterating gives them, and `lines` says each in words. Events tell
    positions by number: `positions` has them in the game's notation, None for one that is not ground. `value`
    is what the search found, None where it found none: `stopped` then says why, if a limit or an error
    ended it. `best` is the number of the successor that it chose, None if it chose none. `names` has what
    nodes are called, by the numbers of a position and of its parent's, and `ends` how the game ended.

    >>> told = trace("lecture19", "alphabeta")
    >>> [told.positions[event.node] for event in told if event.kind.value == "cut"]
    ['e', 'c']
    """

    game: str
    program: str
    engine: str
    value: Value | None
    events: tuple[Event, ...]
    lines: tuple[str, ...]
    positions: tuple[str | None, ...]
    best: int | None = None
    stopped: str = ""
    names: Mapping[tuple[int, int | None], str | None] = field(default_factory=dict, repr=False)
    ends: Mapping[int, Outcome | None] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"<{self.game}: {self.program} on {self.engine}, {len(self)} events>"

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def to_json(self) -> list[dict[str, Any]]:
        """The events, each with the fields that other programs may rely on."""
        return [to_json(event, self.positions.__getitem__) for event in self.events]

    def picture(
        self, kind: str = "svg", *, nodes: int | None = None, animated: bool = False
    ) -> Picture | None:
        """The tree that was searched, a page or so many nodes of it; None where no node was entered."""
        trees = search_trees(self.events, self.best)
        if not trees:
            return None
        title = f"{self.program} on {self.game}"
        words = Words(self.positions.__getitem__)
        tree = shown_tree(trees[-1], lambda *node: self.names.get(node), self.ends.get, words, nodes)
        drawn = tree_picture(tree, words, title, kind, animated=animated)
        return Picture(drawn, kind, title)

    def _repr_svg_(self) -> str | None:
        picture = self.picture()
        return None if picture is None else str(picture)


def trace(
    game: AnyGame,
    program: Program | str = "alphabeta",
    *,
    engine: Engine | str = "prolog",
    position: AnyPosition | None = None,
    depth: int | Default | None = Default.DEPTH,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
    seconds: float | None = 60.0,
    order: Order | str = "game",
    most: int = MOST,
    convention: str | None = None,
    moves_again: bool = False,
    memory: int = MEMORY,
    **settings: int,
) -> Trace:
    """Run a program and record what it does: nodes, windows, leaves, cuts and values.

    `most` is how many events are kept; the other arguments are those of `search`. Raises InputError for a
    question that makes no sense, and for the programs that search no tree depth first.

    >>> told = trace("lecture19", "alphabeta")
    >>> len(told), told.value
    (35, 4)
    >>> print("\\n".join(told.lines[:3]))
    enter  a  MAX to move, alpha -inf, beta inf
      enter  b  MIN to move, alpha -inf, beta inf
        enter  d  MAX to move, alpha -inf, beta inf
    """
    reading = Reading(convention, moves_again)
    with opened(game, position, depth, seconds, memory, reading) as (found, at):
        recording = record(
            found,
            str(program),
            engine=str(engine),
            position=at,
            depth=depth,
            alpha=alpha,
            beta=beta,
            seconds=seconds,
            settings=settings_of(order, settings),
            most=most,
        )
        answer = recording.answer
        if isinstance(answer, PydeclError) and not recording.lines:
            raise answer
        positions = tuple(None if one is None else found.format_position(one) for one in recording.positions)
        events = tuple(recording.events())
        names = Names(recording, found)
        lines = tuple(map(Captions(Naming.TEXTBOOK, names).line, events))
        for tree in search_trees(events)[-1:]:
            settle(tree, names.end)
    if isinstance(answer, PydeclError):
        value, stopped = None, str(answer)
    else:
        value, stopped = answer.value, "" if answer.complete else answer.status.value
    return Trace(
        game=found.name,
        program=recording.program.value,
        engine=str(engine),
        value=value,
        events=events,
        lines=lines,
        positions=positions,
        best=recording.best,
        stopped=stopped,
        names=names.known,
        ends=names.ends,
    )
