"""The events, made from what an engine tells.

>>> lines = ["e 0 inf max -inf inf", "s 1 2", "e 1 inf min -inf inf", "l 3", "v 3"]
>>> for event in Stream(Program.ALPHABETA, 1000).events(lines):
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
from pydecl.model.number import INFINITY, Number, equal, is_number, less
from pydecl.model.program import Manner, Movers, OwnProgram, Program, Side
from pydecl.model.reader import read_term
from pydecl.programs.registry import DECLARED
from pydecl.tracing.events import Bound, Event, Kind, Reach, Turn, Value, negated

Window = tuple[Number, Number]

Change = tuple[Bound, Number, int | None]
"""A bound of a window, its new value, and the child by which it has changed."""


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
    """The path from the root to the node that was entered last, and the events made of each line.

    The lines are those that an engine tells: see `prolog/support/tracing.pl`. It keeps at most so many.
    """

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
        for line in lines:
            yield from self.told(line.split())
        yield from self.pending()

    def told(self, words: Sequence[str]) -> Iterator[Event]:
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
        elif (change := _improved(parent, value, node.number)) is not None:
            yield self._narrow(parent, change)

    def _closed(self, value: Value) -> Iterator[Event]:
        yield self._event(Kind.VALUE, value=value)
        self._path.pop()

    def _narrow(self, node: Node, change: Change) -> Event:
        bound, value, child = change
        assert node.window is not None
        old = node.window[bound is Bound.BETA]
        by_alpha, by_beta = node.setters
        ply = len(self._path) - 1
        node.window = _narrower(node.window, change)
        node.setters = (ply, by_beta) if bound is Bound.ALPHA else (by_alpha, ply)
        node.tie = equal(*node.window)
        return self._event(Kind.WINDOW, value=value, bound=bound, old=old, by=child)

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


# The events of a program that a rules file brings itself: it may be wrong, and what is told is what it does.
# Its windows are those that it passes on, not those that the textbook's program would have.


@dataclass(slots=True)
class _OwnNode(Node):
    """A node, with what is not yet known of it.

    `last` is the value of the child that was left last. If it is better than the bound of the player who
    moves, the window is `due` to be narrower; whether it is, the next child shows. It `keeps` to that if it
    was so whenever it was seen. A node of MIN's is refuted if won/1 has just found a reply that MAX does not
    win.
    """

    last: Value | None = None
    due: Change | None = None
    keeps: bool = True
    is_evaluated: bool = False
    is_refuted: bool = False
    outer: tuple[Window | None, tuple[int | None, int | None]] | None = None


class OwnStream(Stream):
    """As `Stream`, of the lines that `prolog/support/own_tracing.pl` tells.

    Nodes that may be gone back into are kept by their number in the order of entering.

    >>> alphabeta = OwnProgram("alphabeta", 5, Manner.ATTACHED)
    >>> lines = ["e 0 inf max -inf inf", "s 1 2 3", "e 1 inf min -inf inf", "l 3", "v 3"]
    >>> lines += ["e 2 inf min -inf 3", "l 2", "v 2", "v 3"]
    >>> for event in OwnStream(alphabeta, 1000).events(lines):
    ...     window = event.alpha, event.beta
    ...     print(event.kind.value, event.node, *window, event.value, event.bound, event.skipped)
    enter 0 -inf inf None None ()
    enter 1 -inf inf None None ()
    leaf 1 None None 3 None ()
    value 1 None None 3 None ()
    window 0 -inf 3 3 Bound.BETA ()
    enter 2 -inf 3 None None ()
    leaf 2 None None 2 None ()
    value 2 None None 2 None ()
    cut 0 -inf 3 None None (3,)
    value 0 None None 3 None ()
    """

    def __init__(self, program: OwnProgram, most: int) -> None:
        super().__init__(program.like, most)
        self._node = _OwnNode
        self._is_won = program.like == Program.WON and program.manner is not Manner.BARE
        self._max_only = False
        self._left: dict[int, tuple[int, _OwnNode]] = {}
        self._open_plies: int | None = None
        self._asked_again = 0

    @property
    def _top(self) -> _OwnNode:
        node = self._path[-1]
        assert isinstance(node, _OwnNode)
        return node

    def told(self, words: Sequence[str]) -> Iterator[Event]:
        kind, *rest = words
        if kind == "m":
            yield from super().told(words)
            return
        yield from self.pending()
        yield from self._unfinished(words)
        if kind == "f" and self._asked_again:
            self._asked_again -= 1  # nothing was found there: nobody need know
            self._path.pop()
            return
        if kind == "a":
            self._go_back(int(rest[0]))
            return
        yield from self._found_again()
        if kind == "u":
            yield from self._abandoned(int(rest[0]))
        elif kind == "e":
            yield from self._passed(rest[3:])
            self._enter(rest)
        elif kind == "l":
            self._top.is_evaluated = True
            yield self._event(Kind.LEAF, value=_value(rest[0]))
        elif kind == "v":
            yield from self._leave(_value(rest[0]))
        elif kind == "w":
            self._left[int(rest[0])] = len(self._path) - 1, self._top
            yield from self._leave(_value(rest[1]))
        elif kind == "f":
            yield from self._seen_by_nobody()
            yield self._event(Kind.FAIL)
            self._path.pop()
        else:
            yield from super().told(words)

    # What the program passes on

    def _passed(self, words: Sequence[str]) -> Iterator[Event]:
        """The window of the node that asks for a child, as the child's own window shows it."""
        if not self._path:
            return
        node = self._top
        node.is_refuted = False
        due, node.due = node.due, None
        if node.window is None or not words:
            return
        alpha, beta = map(number_of, words)
        if due is not None and _same(_narrower(node.window, due), (alpha, beta)):
            yield self._narrow(node, due)
            return
        node.keeps = node.keeps and due is None
        child = node.entered[-1] if node.entered else None
        for bound, new in ((Bound.ALPHA, alpha), (Bound.BETA, beta)):
            if not equal(node.window[bound is Bound.BETA], new):
                yield self._narrow(node, (bound, new, child))

    # Leaving

    def _leave(self, value: Value | None) -> Iterator[Event]:
        node = self._top
        yield from self._seen_by_nobody()
        skipped = without(node.successors, node.entered)
        if skipped and not self._is_won and (node.entered or not node.is_evaluated):
            if self._met(node):
                yield self._cut(node)
            else:
                yield self._event(Kind.CUT, skipped=skipped)
        yield self._event(Kind.VALUE, value=value)
        self._path.pop()
        if not self._path:
            return
        parent = self._top
        node.outer = parent.window, parent.setters
        parent.last = value
        parent.is_refuted = value is False
        parent.due = _improved(parent, value, node.number)

    def _seen_by_nobody(self) -> Iterator[Event]:
        """The window of a node that is left, narrower by its last child, as far as is known."""
        node = self._top
        if node.due is not None and node.keeps and node.window is not None:
            yield self._narrow(node, node.due)
        node.due = None

    @staticmethod
    def _met(node: _OwnNode) -> bool:
        """Whether the last child met the bound of the player who does not move, or was equal to it."""
        value = node.last
        if node.window is None or not node.entered or not is_number(value):
            return False
        alpha, beta = node.window
        return not less(value, beta) if node.mover is Turn.MAX else not less(alpha, value)

    def _abandoned(self, plies: int) -> Iterator[Event]:
        """Only so many nodes are open; how one of MIN's was left by won/1, the next line says."""
        self._open_plies = plies
        if not self._is_won or (len(self._path) > plies and self._top.is_refuted):
            yield from self._unfinished(("u",))

    def _unfinished(self, words: Sequence[str]) -> Iterator[Event]:
        """The end of the nodes that were left without a word."""
        plies, self._open_plies = self._open_plies, None
        if plies is None:
            return
        while len(self._path) > plies:
            node = self._top
            if self._is_won and node.mover is Turn.MIN and node.is_refuted:
                yield self._event(Kind.VALUE, value=False)  # MAX does not win against this reply
            elif self._is_won and node.mover is Turn.MIN and words[0] in "vw" and words[-1] == "true":
                yield self._event(Kind.VALUE, value=True)  # no reply refuted MAX's move
            self._path.pop()

    # Going back

    def _go_back(self, number: int) -> None:
        if number not in self._left:
            return
        ply, node = self._left[number]
        self._asked_again = max(0, self._asked_again - max(0, len(self._path) - ply))
        del self._path[ply:]
        if self._path and node.outer is not None:
            parent = self._top
            parent.window, parent.setters = node.outer
            parent.due = None
        self._path.append(node)
        self._asked_again += 1

    def _found_again(self) -> Iterator[Event]:
        """The nodes that were gone back into, the last ones of the path, now that something comes of it."""
        count, self._asked_again = self._asked_again, 0
        below: list[Node] = []
        for _ in range(count):
            below.append(self._path.pop())
        for node in reversed(below):
            self._path.append(node)
            yield self._event(Kind.AGAIN)


def _improved(node: Node, value: Value | None, child: int) -> Change | None:
    """How a child's value narrows the window, if it is better than the bound of the player who moves."""
    if node.window is None or not is_number(value):
        return None
    if node.mover is Turn.MAX and less(node.window[0], value):
        return Bound.ALPHA, value, child
    return (Bound.BETA, value, child) if node.mover is Turn.MIN and less(value, node.window[1]) else None


def _narrower(window: Window, change: Change) -> Window:
    bound, value, _ = change
    return (value, window[1]) if bound is Bound.ALPHA else (window[0], value)


def _same(one: Window, other: Window) -> bool:
    return equal(one[0], other[0]) and equal(one[1], other[1])


def _value(word: str) -> Value | None:
    return None if word == "?" else value_of(word)
