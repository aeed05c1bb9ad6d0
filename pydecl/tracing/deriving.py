"""The events, made from what an engine tells.

>>> lines = ["e 0 inf max -inf inf", "s 1 2", "e 1 inf min -inf inf", "l 3", "v 3"]
>>> for event in derived(Program.ALPHABETA, lines, 1000):
...     print(event.seq, event.kind.value, event.node, event.alpha, event.value, event.by)
1 enter 0 -inf None None
2 enter 1 -inf None None
3 leaf 1 None 3 None
4 value 1 None 3 None
5 window 0 3 3 1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number, equal, less
from pydecl.model.program import Movers, Program, Side
from pydecl.model.reader import read_term
from pydecl.programs.registry import DECLARED
from pydecl.tracing.events import Bound, Event, Kind, Reach, Turn, Value, negated

Window = tuple[Number, Number]


def derived(program: Program, lines: Iterable[str], most: int) -> Iterator[Event]:
    """The events, from the lines that an engine tells (see `prolog/support/tracing.pl`), at most `most`."""
    return Stream(program, most).events(lines)


@dataclass(slots=True)
class Node:
    """A node that has not been left. `setters` are the plies at which alpha and beta got their values.

    There is a `tie` if a child has just made them equal.
    """

    number: int
    mover: Turn | None
    depth: Number
    window: Window | None
    setters: tuple[int | None, int | None] = (None, None)
    tie: bool = False
    successors: list[int] = field(default_factory=list)
    entered: list[int] = field(default_factory=list)


class Stream:
    """The path from the root to the node that was entered last, and the events made of each line."""

    def __init__(self, program: Program, most: int) -> None:
        self._most = most
        declared = DECLARED[program]
        self._side = declared.traced[0].side
        self._max_only = declared.movers is Movers.MAX
        """Whether one call looks at a position of MAX and at the replies."""
        self._node: type[Node] = Node
        self._path: list[Node] = []
        self._seq = 0
        self._new: Node | None = None  # entered, but perhaps its mover is still to be told

    def events(self, lines: Iterable[str]) -> Iterator[Event]:
        """All events that the lines of an engine make."""
        for line in lines:
            yield from self.told(line.split())
        yield from self.pending()

    def told(self, words: Sequence[str]) -> Iterator[Event]:
        """The events that a line, in words, makes."""
        kind, *rest = words
        if kind == "m":
            assert self._new is not None
            self._new.mover = Turn(rest[0])
            return
        yield from self.pending()
        if kind == "e":
            self._enter(rest)
        elif kind == "s":
            self._path[-1].successors = [int(word) for word in rest]
        elif kind == "l":
            yield self._event(Kind.LEAF, value=value_of(rest[0]))
        elif kind == "h":
            yield self._event(Kind.HIT)
        elif kind == "v":
            yield from self._leave(value_of(rest[0]))
        elif kind == "i":
            yield self._event(Kind.ITERATION, depth=number_of(rest[0]))
        else:
            yield self._event(Kind.TRUNCATED, value=self._most)

    def pending(self) -> Iterator[Event]:
        """The event of a node that is entered, once its mover is known."""
        if self._new is None:
            return
        node, self._new = self._new, None
        tie = False
        if self._path:
            parent = self._path[-1]
            tie, parent.tie = parent.tie, False  # it is said once
            parent.entered.append(node.number)
        self._path.append(node)
        yield self._event(Kind.ENTER, depth=node.depth, tie=tie)

    def _enter(self, words: Sequence[str]) -> None:
        number, depth, turn, *bounds = words
        mover = None if turn == "any" else Turn(turn)
        node = self._node(int(number), mover, number_of(depth), None)
        if bounds:
            alpha, beta = map(number_of, bounds)
            if self._side is Side.WHITE:
                alpha, beta = beta, alpha
            elif self._side is Side.MOVER and mover is Turn.MIN:
                alpha, beta = -beta, -alpha
            node.window = alpha, beta
            node.setters = self._setters(node.window)
        self._new = node

    def _setters(self, window: Window) -> tuple[int | None, int | None]:
        """A child's bounds are its parent's, and come from where these came from."""
        if not self._path:
            return None, None
        parent = self._path[-1]
        ply = len(self._path) - 1
        if parent.window is None:
            return ply, ply
        return tuple(  # type: ignore[return-value]
            setter if equal(own, given) else ply
            for own, given, setter in zip(window, parent.window, parent.setters, strict=True)
        )

    def _leave(self, value: Value) -> Iterator[Event]:
        node = self._path[-1]
        if self._max_only and node.mover is Turn.MIN:  # no reply refuted MAX's move
            yield from self._closed(True)
            node = self._path[-1]
        if node.window is not None and len(node.entered) < len(node.successors):
            yield self._cut(node)
        if self._side is Side.MOVER and node.mover is Turn.MIN:
            value = negated(value)
        yield from self._closed(value)
        if not self._path:
            return
        parent = self._path[-1]
        if self._max_only and value is False:  # this reply refutes MAX's move
            yield from self._closed(False)
        elif parent.window is not None:
            yield from self._narrowed(parent, node.number, value)  # type: ignore[arg-type]

    def _closed(self, value: Value) -> Iterator[Event]:
        yield self._event(Kind.VALUE, value=value)
        self._path.pop()

    def _narrowed(self, node: Node, child: int, value: Number) -> Iterator[Event]:
        assert node.window is not None
        alpha, beta = node.window
        by_alpha, by_beta = node.setters
        ply = len(self._path) - 1
        if node.mover is Turn.MAX and less(alpha, value):
            node.window, node.setters = (value, beta), (ply, by_beta)
            yield self._event(Kind.WINDOW, value=value, bound=Bound.ALPHA, old=alpha, by=child)
        elif node.mover is Turn.MIN and less(value, beta):
            node.window, node.setters = (alpha, value), (by_alpha, ply)
            yield self._event(Kind.WINDOW, value=value, bound=Bound.BETA, old=beta, by=child)
        else:
            return
        node.tie = equal(*node.window)

    def _cut(self, node: Node) -> Event:
        """The cut at a node, which was made because the bound of the player who does not move was met."""
        assert node.window is not None
        side = 1 if node.mover is Turn.MAX else 0
        setter = node.setters[side]
        parent = len(self._path) - 2
        return self._event(
            Kind.CUT,
            value=node.window[side],
            bound=Bound.BETA if side else Bound.ALPHA,
            by=None if setter is None else self._path[setter].number,
            reach=None if setter is None else Reach.SHALLOW if setter == parent else Reach.DEEP,
            skipped=without(node.successors, node.entered),
        )

    def _event(self, kind: Kind, **about: Any) -> Event:
        """An event at the node that was entered last; `about` are fields that belong to its kind."""
        self._seq += 1
        node = self._path[-1] if self._path and kind is not Kind.TRUNCATED else None
        windowed = kind in (Kind.ENTER, Kind.WINDOW, Kind.CUT)
        alpha, beta = node.window if node and node.window and windowed else (None, None)
        return Event(
            seq=self._seq,
            kind=kind,
            ply=max(0, len(self._path) - 1),
            node=node.number if node else None,
            mover=node.mover if node else None,
            alpha=alpha,
            beta=beta,
            **about,
        )


def without(successors: Sequence[int], entered: Iterable[int]) -> tuple[int, ...]:
    """The successors, each as often as it was not entered.

    >>> without([1, 2, 1, 3], [1, 2])
    (1, 3)
    """
    left = Counter(successors)
    left.subtract(entered)
    skipped = []
    for number in reversed(successors):  # the later of equal ones were skipped
        if left[number] > 0:
            left[number] -= 1
            skipped.append(number)
    return tuple(reversed(skipped))


_WORDS: Mapping[str, Value] = {
    "true": True,
    "false": False,
    **{outcome.value: outcome for outcome in Outcome},
}


def value_of(word: str) -> Value:
    """The value that a line tells."""
    return _WORDS[word] if word in _WORDS else number_of(word)


def number_of(word: str) -> Number:
    """The number that a line tells."""
    try:
        return int(word)
    except ValueError:
        if word in ("inf", "-inf"):
            return INFINITY if word == "inf" else -INFINITY
        return read_term(word)  # type: ignore[return-value]
