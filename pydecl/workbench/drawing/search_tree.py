"""The tree that a program searched: each node as often as it was entered, made of the events of a trace.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.model.program import Program
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     recording = record(game, Program.ALPHABETA, engine="python")
>>> (tree,) = search_trees(recording.events(), recording.best)
>>> tree.root.value, len(list(tree.visits())), [len(one.cut.skipped) for one in tree.visits() if one.cut]
(4, 11, [1, 1])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, groupby, islice

from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number, is_number
from pydecl.model.result import Solution
from pydecl.tracing.captions import Name
from pydecl.tracing.events import Bound, Event, Kind, Reach, Turn, Value

SHOWN = 300
"""How many nodes are drawn at the most by default."""

End = Callable[[int], Outcome | None]
"""How the game ended at the position of a number, if it did."""

Window = tuple[Number, Number]
"""alpha, what MAX has, and beta, what MIN has."""


@dataclass(slots=True, eq=False)
class Cut:
    """Why some successors of a node were not entered.

    `value` is that of the `bound` that was met, `by` the ancestor which got it, None if it was given;
    `skipped` are the numbers of positions, and `names` what the moves to them are called, if that is known. A
    program of the file's own may have met no bound: both are None.
    """

    bound: Bound | None
    value: Value | None
    by: Visit | None
    reach: Reach | None
    skipped: tuple[int, ...]
    names: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Visit:
    """One time that a node was entered; values and bounds are MAX's.

    `order` counts from 1, `number` is the position's in the recording. `window` is None for programs without
    one, `static` is None for an inner node, `value` for one that was never left. `best` is, at the root, the
    child that the program answers; further down the one that narrowed the window last, or else the first that
    has the node's value: where values are cut off at the bounds of the window, there may be none. `changes`
    are the bounds that children have improved, with the new value and the child, in order. `hidden`
    counts the nodes below that are not shown; a visit may stand for some `omitted` siblings. `name` is what
    it is called, and `end` how soon it is won or lost, if that is known. `entered` is the number of the event
    at which it was, and `left` those at which it was left, by a value or because it `failed`, as a program of
    the file's own can, which may go back into a node.
    """

    order: int
    number: int
    ply: int
    mover: Turn | None
    window: Window | None
    children: list[Visit] = field(default_factory=list)
    static: Value | None = None
    is_hit: bool = False
    value: Value | None = None
    cut: Cut | None = None
    best: Visit | None = None
    changes: list[tuple[Bound, Number, Visit]] = field(default_factory=list)
    hidden: int = 0
    omitted: int = 0
    name: str | None = None
    end: Solution | None = None
    parent: Visit | None = field(default=None, repr=False)
    entered: int = 0
    left: list[int] = field(default_factory=list)
    failed: bool = False


@dataclass(frozen=True, slots=True)
class SearchTree:
    """One search from a root: an iteration of a program that searches ever deeper, to its `depth`.

    It `is_cut_short` if the search ended before its answer, or its events were not all kept.
    """

    root: Visit
    depth: Number | None = None
    is_cut_short: bool = False

    def visits(self) -> Iterator[Visit]:
        """All that are shown, in the order in which they were entered."""
        todo = [self.root]
        while todo:
            visit = todo.pop()
            yield visit
            todo.extend(reversed(visit.children))

    def variation(self) -> list[Visit]:
        """The root, its best child, that one's best child and so on."""
        line = [self.root]
        while (best := line[-1].best) is not None and best in line[-1].children:
            line.append(best)
        return line


def search_trees(events: Iterable[Event], best: int | None = None) -> list[SearchTree]:
    """The trees of a stream of events, one a root that was entered, in their order.

    `best` is the number of the successor that the last search answered, None if it named none.
    """
    reader = TreeReader()
    for event in events:
        reader.take(event)
    for root, _ in reader.roots[-1:]:
        root.best = next((one for one in reversed(root.children) if one.number == best), root.best)
    return [
        SearchTree(root, plies, not root.left or (not reader.is_complete and root is reader.roots[-1][0]))
        for root, plies in reader.roots
    ]


class TreeReader:
    """What the events so far have made: `roots`, each with the depth of its iteration, and all `visits`."""

    def __init__(self) -> None:
        self.roots: list[tuple[Visit, Number | None]] = []
        self.visits: list[Visit] = []
        self.is_complete = True
        self._path: list[Visit] = []
        self._depth: Number | None = None

    def take(self, event: Event) -> Visit | None:
        """The visit that an event is about, if it is about one."""
        path = self._path
        if event.kind is Kind.ITERATION:
            self._depth = event.depth
        elif event.kind is Kind.TRUNCATED:
            self.is_complete = False
        elif event.kind in (Kind.ENTER, Kind.AGAIN):
            del path[event.ply :]
            path.append(self._entered(event) if event.kind is Kind.ENTER else self._gone_back_into(event))
        else:
            _take(event, path)
        return path[event.ply] if event.node is not None and path else None

    def _entered(self, event: Event) -> Visit:
        assert event.node is not None
        window = None if event.alpha is None or event.beta is None else (event.alpha, event.beta)
        visit = Visit(len(self.visits) + 1, event.node, event.ply, event.mover, window, entered=event.seq)
        self.visits.append(visit)
        if self._path:
            visit.parent = self._path[-1]
            visit.parent.children.append(visit)
        else:
            self.roots.append((visit, self._depth))
        return visit

    def _gone_back_into(self, event: Event) -> Visit:
        siblings = self._path[-1].children if self._path else [root for root, _ in self.roots]
        return next(one for one in reversed(siblings) if one.number == event.node)


def _take(event: Event, path: list[Visit]) -> None:
    """What an event says of the node that was entered last and has not been left."""
    visit = path[event.ply]
    if event.kind is Kind.LEAF:
        visit.static = event.value
    elif event.kind is Kind.HIT:
        visit.is_hit = True
    elif event.kind is Kind.WINDOW:
        visit.best = next((one for one in reversed(visit.children) if one.number == event.by), None)
        if visit.best is not None and event.bound is not None and isinstance(event.value, Number):
            visit.changes.append((event.bound, event.value, visit.best))
    elif event.kind is Kind.CUT:
        by = next((one for one in reversed(path[: event.ply]) if one.number == event.by), None)
        visit.cut = Cut(event.bound, event.value, by, event.reach, event.skipped)
    elif event.kind is Kind.FAIL:
        visit.left.append(event.seq)
        visit.failed = True
    elif event.kind is Kind.VALUE:
        visit.left.append(event.seq)
        visit.value = event.value
        if visit.best is None:
            visit.best = next((one for one in visit.children if one.value == event.value), None)


def settle(tree: SearchTree, end: End) -> None:
    """Say of the nodes whose value is a win, or a loss, in how many plies the ends below them are reached.

    A value is a win if no leaf has a greater one, and all that have it are ends that MAX has won.
    """
    visits = list(tree.visits())[::-1]
    leaves = {one: one.static for one in visits if is_number(one.static)}
    for outcome, mover, extreme in ((Outcome.WON, Turn.MAX, max), (Outcome.LOST, Turn.MIN, min)):
        value = extreme(leaves.values(), default=None)
        plies = {leaf: 0 for leaf, static in leaves.items() if static == value}
        if not all(end(leaf.number) is outcome for leaf in plies):
            continue
        for visit in visits:
            below = [plies[child] for child in visit.children if child in plies]
            if below and visit.value == value and visit.mover is mover:
                plies[visit] = 1 + (plies[visit.best] if visit.best in plies else min(below))
            elif below and visit.value == value and not visit.cut and len(below) == len(visit.children):
                plies[visit] = max(below) + 1
        for visit, count in plies.items():
            visit.end = Solution(outcome, count)


def named(tree: SearchTree, names: Name) -> SearchTree:
    """The same tree, with the names of its nodes and of what was skipped; those of siblings differ."""
    tree.root.name = names(tree.root.number, None)
    for visit in tree.visits():
        met: Counter[str | None] = Counter()
        for child in visit.children:
            if not child.omitted:
                name = names(child.number, visit.number)
                met[name] += 1
                child.name = name if met[name] == 1 else f"{name} ({met[name]})"
        if visit.cut is not None:
            visit.cut.names = tuple(names(one, visit.number) or "?" for one in visit.cut.skipped)
    return tree


FOLDS = (
    *((2, INFINITY, INFINITY), (1, INFINITY, INFINITY), (1, INFINITY, 3), (1, INFINITY, 1)),
    *((0, INFINITY, 0), (0, 8, 0), (0, 6, 0), (0, 4, 0), (0, 3, 0), (0, 1, 0)),
)
"""From much to little: how many plies beside the best variation, children of its nodes, and of others."""

LONG = 7
"""How many plies a page has."""


def pruned(tree: SearchTree, shown: Callable[[Visit], Collection[Visit]]) -> SearchTree:
    """The tree with those children of each node that are `shown`; the others are counted.

    The given tree stays as it is.
    """
    visits = list(tree.visits())
    sizes: dict[Visit, int] = {}
    for visit in reversed(visits):
        sizes[visit] = 1 + sum(map(sizes.__getitem__, visit.children))
    copies = {tree.root: replace(tree.root, children=[])}
    for visit in visits:
        copy = copies.get(visit)
        if copy is None or not visit.children:
            continue
        kept = shown(visit)
        if not kept:
            copy.hidden = sizes[visit] - 1
        for is_kept, run in groupby(visit.children if kept else (), kept.__contains__):
            some = list(run)
            if not is_kept and len(some) > 1:
                first, hidden = some[0], sum(map(sizes.__getitem__, some))
                rest = Visit(first.order, first.number, first.ply, None, None, name=f"{len(some):,} more")
                rest.omitted, rest.hidden = len(some), hidden - len(some)
                copy.children.append(rest)
                continue
            copies |= {one: replace(one, children=[]) for one in some}
            copy.children += [copies[one] for one in some]
        copy.best = visit.best and copies.get(visit.best)
        if copy.cut is not None:
            copy.cut = replace(copy.cut, by=copy.cut.by and copies[copy.cut.by])
    return SearchTree(copies[tree.root], tree.depth, tree.is_cut_short)


def folded(tree: SearchTree, most: int) -> SearchTree:
    """The tree down to the last ply at which no more than `most` nodes are shown."""
    sizes = sorted(Counter(visit.ply for visit in tree.visits()).items())
    totals = zip((ply for ply, _ in sizes), accumulate(size for _, size in sizes), strict=True)
    last = [ply for ply, total in totals if total <= most or ply == tree.root.ply][-1]
    return pruned(tree, lambda visit: visit.children if visit.ply < last else ())


def fitted(tree: SearchTree, fits: Callable[[SearchTree], bool]) -> SearchTree:
    """The tree, or the least fold of it around the best variation that fits."""
    if fits(tree):
        return tree
    found = tree
    for fold in FOLDS:
        found = pruned(
            tree, partial(_around, dict.fromkeys(tree.variation(), 0), tree.root.ply + LONG, *fold)
        )
        if fits(found):
            break
    return found


def _around(
    away: dict[Visit, int], last: int, plies: float, on_line: float, beside: float, visit: Visit
) -> Collection[Visit]:
    """What a fold shows of a node's children, the first and the best; `away` counts from the variation."""
    if away[visit] > plies or visit.ply >= last:
        return ()
    for child in visit.children:
        away.setdefault(child, away[visit] + 1)
    most = beside if away[visit] else on_line
    if len(visit.children) <= most:
        return visit.children
    best = [visit.best] if visit.best in visit.children else []
    return {*islice(visit.children, int(most) - len(best)), *best}
