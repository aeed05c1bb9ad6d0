"""The tree around the current node as it is drawn: which nodes are shown, and what stands at each.

The path from the root comes first, with the siblings on its last plies, and then as many levels below the
nodes that were left as there is room for. What is not shown is counted, so that a picture stays small
whatever the search is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.tracing.events import Bound, Kind, Turn, Value
from pydecl.tracing.naming import Naming, named, seen
from pydecl.workbench.stepping.state import Drawn, Origin, Reason, Status
from pydecl.workbench.stepping.visit import Visit, Visited

ROOM = 60
"""How many nodes are drawn, at about the most: the path and what belongs to it is always there."""

ABREAST = 8
"""How many children of a node are drawn that were visited."""

LONG = 12
"""How many plies of the path are drawn: the root, and the last ones."""

NEAR = 4
"""At how many plies above the current node its siblings are drawn; further up they are counted."""

NAMED = 4
"""How many successors that were not entered are named: more are counted."""


@dataclass(frozen=True, slots=True)
class _Branches:
    """What is drawn below a node: visits, how many are left out on either side, and who was not entered."""

    shown: Sequence[int]
    before: int
    after: int
    rest: Sequence[int]
    best: int | None

    @property
    def room(self) -> int:
        return len(self.shown) + (self.before > 0) + (self.after > 0) + (len(self.rest) > 0)


def picture(search: Visited, path: Sequence[int], seq: int) -> tuple[Drawn, ...]:
    """The nodes after event `seq`, each after its parent; `path` are the visits from the root down."""
    return tuple(_Picture(search, path, seq).nodes()) if path else ()


class _Picture:
    """One picture, while it is made."""

    def __init__(self, search: Visited, path: Sequence[int], seq: int) -> None:
        self.search, self.path, self.seq = search, path, seq
        self.on_path = set(path)
        self.drawn: list[Drawn] = []
        self.places: dict[int, int] = {}  # of visits, also of those that are left out of a long path
        self.branches: dict[int, _Branches] = {}
        self.room = ROOM
        self._open_path()
        self._open_others()

    # Which nodes

    def _open_path(self) -> None:
        last = len(self.path) - 1
        for at, visit in enumerate(self.path):
            if 0 < at <= last - LONG:
                continue
            following = self.path[at + 1] if at < last else None
            self._open(visit, self._below(visit, following, ABREAST if last - at <= NEAR else 1))

    def _open_others(self) -> None:
        """Level by level what is below the nodes that were left, those nearest to the current one first."""
        waiting = [
            child
            for visit in reversed(self.path)
            if visit in self.branches
            for child in reversed(self.branches[visit].shown)
            if child not in self.on_path
        ]
        for visit in waiting:
            branches = self._below(visit, None, ABREAST)
            if 0 < branches.room <= self.room:
                self._open(visit, branches)
                waiting.extend(branches.shown)

    def _open(self, visit: int, branches: _Branches) -> None:
        self.branches[visit] = branches
        self.room -= branches.room

    def _below(self, number: int, following: int | None, most: int) -> _Branches:
        visit = self.search.visits[number]
        slots = self.search.slots(visit, self.seq)
        visited = [child for child in visit.children if self._is_there(self.search.visits[child])]
        best = self._best(visit, visited)
        middle = best if following is None else following
        here = visited.index(middle) if middle in visited else 0
        first = max(0, min(here - most // 2, len(visited) - most))
        rest = [position for position, child in slots if child is None]
        if visit.cut is not None and visit.cut <= self.seq:
            rest = list(self.search.events[visit.cut - 1].skipped)
        shown = visited[first : first + most]
        return _Branches(shown, first, len(visited) - first - len(shown), rest, best)

    def _is_there(self, visit: Visit) -> bool:
        """Whether it has begun, and is not gone on with by another visit."""
        return visit.enter <= self.seq and (visit.again is None or visit.again > self.seq)

    def _best(self, visit: Visit, visited: Sequence[int]) -> int | None:
        """The child that the program answers; else what narrowed the window last, or has the value."""
        events, visits = self.search.events, self.search.visits
        if self._left(visit) is not None and (choice := self.search.choice(visit)) is not None:
            chosen = next((one for one in reversed(visited) if visits[one].number == choice), None)
            if chosen is not None:
                return chosen
        known = bisect_right(visit.windows, self.seq)
        if known:
            narrowed = events[visit.windows[known - 1] - 1]
            before = (one for one in reversed(visited) if visits[one].enter < narrowed.seq)
            return next((one for one in before if visits[one].number == narrowed.by), None)
        value = self._left(visit)
        if value is None:
            return None
        return next((one for one in visited if self._left(visits[one]) == value), None)

    def _left(self, visit: Visit) -> Value | None:
        """What a node gave back, as MAX sees it."""
        return self.search.events[visit.leave - 1].value if visit.leave and visit.leave <= self.seq else None

    # What stands at each

    def nodes(self) -> list[Drawn]:
        """All, each after its parent."""
        self._add(self.path[0], None, is_best=False)
        return self.drawn

    def _add(self, number: int, parent: int | None, *, is_best: bool) -> None:
        place = self.places[number] = len(self.drawn)
        branches = self.branches.get(number)
        self.drawn.append(self._node(number, parent, is_best=is_best))
        if branches is None:
            return
        if branches.before:
            self.drawn.append(Drawn(place, Status.MORE, count=branches.before))
        for child in branches.shown:
            if child in self.branches or child not in self.on_path:
                self._add(child, place, is_best=child == branches.best)
            else:
                self._skip_path(place)
        if branches.after:
            self.drawn.append(Drawn(place, Status.MORE, count=branches.after))
        if branches.rest:
            self.drawn.append(self._stub(number, place, branches.rest))

    def _skip_path(self, parent: int) -> None:
        """In place of the plies of a long path that are not drawn, and then the next one that is."""
        hidden = self.path[1 : len(self.path) - LONG]
        self.places.update(dict.fromkeys(hidden, len(self.drawn)))
        self.drawn.append(Drawn(parent, Status.PATH, count=len(hidden)))
        self._add(self.path[len(self.path) - LONG], len(self.drawn) - 1, is_best=False)

    def _node(self, number: int, parent: int | None, *, is_best: bool) -> Drawn:
        visit = self.search.visits[number]
        event = self.search.events[visit.enter - 1]
        alpha, beta = seen(self.search.naming, visit.mover, event.alpha, event.beta)
        value, origin, sign = self._worth(visit)
        on_path = Status.CURRENT if number == self.path[-1] else Status.PATH
        return Drawn(
            parent=parent,
            status=on_path if number in self.on_path else Status.VALUED,
            visit=number,
            position=self.search.position(visit.number),
            mover=visit.mover,
            value=value,
            origin=origin,
            sign=sign,
            alpha=alpha,
            beta=beta,
            is_best=is_best,
            entered=visit.enter,
            count=self._entered_below(number),
        )

    def _worth(self, visit: Visit) -> tuple[Value | None, Origin | None, str | None]:
        """The value, where it is from, and whether it is exact."""
        value = self.search.value(visit, self.seq)
        if value is not None:
            kind = self.search.events[visit.leaf - 1].kind if visit.leaf else None
            origin = {Kind.LEAF: Origin.STATIC, Kind.HIT: Origin.TABLE}.get(kind, Origin.BACKED_UP)  # type: ignore[arg-type]
            was_cut = visit.cut is not None and visit.cut <= self.seq
            return value, origin, self._sign(visit.mover) if was_cut else "="
        own = Bound.ALPHA if visit.mover is Turn.MAX else Bound.BETA
        for at in reversed(visit.windows[: bisect_right(visit.windows, self.seq)]):
            event = self.search.events[at - 1]
            if event.bound is own and event.by is not None:
                return named(event, self.search.naming).value, Origin.SO_FAR, self._sign(visit.mover)
        return None, None, None

    def _sign(self, mover: Turn | None) -> str | None:
        """What is to be said of a bound: MAX has at least that much, MIN gives at most that much."""
        if mover not in (Turn.MAX, Turn.MIN):
            return None
        return ">=" if mover is Turn.MAX or self.search.naming is Naming.NEGAMAX else "<="

    def _entered_below(self, number: int) -> int:
        """How many nodes were entered below one, so far."""
        leave = self.search.visits[number].leave
        last = self.seq if leave is None else min(leave, self.seq)
        return bisect_right(self.search.visits, last, key=lambda one: one.enter) - number - 1

    def _stub(self, number: int, parent: int, rest: Sequence[int]) -> Drawn:
        """What stands for the successors that were not entered."""
        visit = self.search.visits[number]
        names = tuple(map(self.search.position, rest)) if len(rest) <= NAMED else ()
        status = visit.not_entered(self.seq)
        reason = self._reason(number) if status is Status.CUT else None
        return Drawn(parent, status, count=len(rest), names=names, reason=reason)

    def _reason(self, number: int) -> Reason:
        visit = self.search.visits[number]
        assert visit.cut is not None
        cut = self.search.events[visit.cut - 1]
        said = named(cut, self.search.naming)
        at = visit.parent
        while at >= 0 and self.search.visits[at].number != cut.by:
            at = self.search.visits[at].parent
        return Reason(said.bound, said.value, self.places.get(at), said.reach)
