"""value iteration: the expected outcomes of all positions of a game of chance, between two bounds.

A won end is worth 1, a lost one -1, a drawn one 0, and so is endless play. MAX takes the best of what
follows, MIN the worst, and chance the mean. Each position has a lower and an upper bound of its value, and
sweeps bring them together. Positions that lead to each other are swept as one component, after all that they
lead to; what lies on no cycle needs one sweep, and its bounds are as close as those of what follows.

Where play can stay for ever, sweeps alone do not close the gap: the upper bounds may go on promising MAX what
nobody ever gets. So they are deflated now and then. In a set of positions that chance does not leave and
that MIN need not leave, MAX gets no more than 0, or than what his best way out is worth: MIN stays there. The
least such bound of a position, over all such sets, is what the best way out is worth that MAX can force if
chance is on his side. For the lower bounds, MIN and MAX change places. A gap that remained would be widest on
a set of this kind whose upper bounds are all the same, above 0 and above its ways out: it would be deflated.

All engines add up in the same order: their bounds are the same doubles. They are bounds but for rounding.

Sources: interval iteration, S. Haddad and B. Monmege, 'Interval iteration algorithm for MDPs and IMDPs',
Theoretical Computer Science 735 (2018); deflating, E. Kelmendi, J. Krämer, J. Křetínský and M. Weininger,
'Value iteration for simple stochastic games', CAV 2018; ways out as widest paths, K. Phalakarn, T. Takisaka,
T. Haas and I. Hasuo, 'Widest paths and global propagation in bounded value iteration for stochastic games',
CAV 2020. The twin of `prolog/refined/value_iteration.pl`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from pydecl.model.game import MAX, MIN, Outcome, Player
from pydecl.model.graphs import circles
from pydecl.model.number import INFINITY
from pydecl.programs.interface import Interface, N
from pydecl.programs.outcome import numbered

MOST = 100_000
"""Sweeps of a component; then its gap stays."""

DEFLATING = 8
"""Of so many sweeps one deflates."""

WORTH = {Outcome.WON: 1.0, Outcome.LOST: -1.0, None: 0.0}


@dataclass(frozen=True)
class ChanceGraph(Generic[N]):
    """All positions that can be reached, breadth first, known by their indices; the roots come first."""

    roots: int
    """How many different ones there are."""

    positions: Sequence[N]
    movers: Sequence[Player | None]
    """None is chance."""

    nexts: Sequence[Sequence[int]]
    odds: Sequence[Sequence[float]]
    """The probabilities of what follows; empty where a player is to move."""


@dataclass(frozen=True)
class Bounds:
    """What the positions are worth for MAX at the least and at the most."""

    lowers: Sequence[float]
    uppers: Sequence[float]
    sweeps: int
    """Of the component that took most of them."""


def values(game: Interface[N], roots: Iterable[N], bound: float) -> tuple[ChanceGraph[N], Bounds]:
    """All that can be reached from the roots, and bounds as close as `bound`, or as close as they get."""
    graph = reachable(game, roots)
    ends = [
        0.0 if nexts else _worth(game, position)
        for position, nexts in zip(graph.positions, graph.nexts, strict=True)
    ]
    return graph, value_iteration(graph, ends, bound, game.in_time)


def reachable(game: Interface[N], roots: Iterable[N]) -> ChanceGraph[N]:
    """All that can be reached, each position entered once; an end is not yet counted as a leaf."""
    movers: list[Player | None] = []
    odds: list[Sequence[float]] = []

    def follow(position: N) -> Sequence[N]:
        mover, followers = game.followers(position)
        movers.append(mover)
        odds.append(() if mover else [float(probability) for probability, _ in followers])
        return [successor for _, successor in followers]

    count, positions, nexts = numbered(game, roots, follow)
    return ChanceGraph(count, positions, movers, nexts, odds)


def _worth(game: Interface[N], end: N) -> float:
    game.in_time()
    outcome = game.decided(end)
    if outcome is None:
        game.leaf(end)
    return WORTH[outcome]


def value_iteration(
    graph: ChanceGraph[N], ends: Sequence[float], bound: float, in_time: Callable[[], None] = lambda: None
) -> Bounds:
    """The bounds of all positions; `ends` says what those are worth that nothing follows."""
    lowers, uppers = list(ends), list(ends)
    most = 0
    parts = list(circles(range(len(graph.nexts)), graph.nexts.__getitem__))
    share = bound / max(1, longest_chain(graph.nexts, parts))
    for part in parts:
        in_time()
        if cyclic(graph.nexts, part):
            sweeps = iterate(graph, part, lowers, uppers, share, in_time)
        else:
            sweeps = 1
            (number,) = part
            if graph.nexts[number]:
                lowers[number] = backed_up(graph, number, lowers)
                uppers[number] = backed_up(graph, number, uppers)
        most = max(most, sweeps)
    return Bounds(lowers, uppers, most)


def iterate(
    graph: ChanceGraph[N],
    part: Sequence[int],
    lowers: list[float],
    uppers: list[float],
    share: float,
    in_time: Callable[[], None],
) -> int:
    """Sweep a component until its gaps are at most those of its exits, and `share`; how many times."""
    inside = set(part)
    exits = [after for number in part for after in graph.nexts[number] if after not in inside]
    gap = max([0.0, *(uppers[after] - lowers[after] for after in exits)]) + share
    least = min([0.0, *(lowers[after] for after in exits)])
    most = max([0.0, *(uppers[after] for after in exits)])
    for number in part:
        lowers[number], uppers[number] = least, most
    endless = staying(graph, part)
    sweeps = 0
    while sweeps < MOST and max(uppers[number] - lowers[number] for number in part) > gap:
        in_time()
        moved = False
        for number in part:
            lower = max(lowers[number], backed_up(graph, number, lowers))
            upper = min(uppers[number], backed_up(graph, number, uppers))
            moved = moved or lower > lowers[number] or upper < uppers[number]
            lowers[number], uppers[number] = lower, upper
        if sweeps % DEFLATING == 0 or not moved:
            for number, worth in ways_out(graph, endless, MAX, uppers).items():
                moved = moved or max(0.0, worth) < uppers[number]
                uppers[number] = min(uppers[number], max(0.0, worth))
            for number, worth in ways_out(graph, endless, MIN, lowers).items():
                moved = moved or min(0.0, -worth) > lowers[number]
                lowers[number] = max(lowers[number], min(0.0, -worth))
        sweeps += 1
        if not moved:  # the rounding of numbers lets them come no closer
            break
    return sweeps


def backed_up(graph: ChanceGraph[N], number: int, worth: Sequence[float]) -> float:
    """What a position is worth by what follows."""
    mover, nexts = graph.movers[number], graph.nexts[number]
    if mover is MAX:
        return max(worth[after] for after in nexts)
    if mover is MIN:
        return min(worth[after] for after in nexts)
    total = whole = 0.0
    for odds, after in zip(graph.odds[number], nexts, strict=True):
        total += odds * worth[after]
        whole += odds
    return total / whole  # of equal values the mean is that value


def staying(graph: ChanceGraph[N], part: Sequence[int]) -> Sequence[int]:
    """From where in a component both players together can stay in it for ever, whatever chance does."""
    left = set(part)
    count = len(left) + 1
    while len(left) < count:
        count = len(left)
        for number in part:
            inside = [after in left for after in graph.nexts[number]]
            if number in left and not (any(inside) if graph.movers[number] else all(inside)):
                left.remove(number)
    return [number for number in part if number in left]


def ways_out(
    graph: ChanceGraph[N], endless: Sequence[int], leaver: Player, worth: Sequence[float]
) -> Mapping[int, float]:
    """What the best way out is worth to a player who can force it with chance; -inf where there is none."""
    sign = 1 if leaver is MAX else -1
    best = dict.fromkeys(endless, -INFINITY)
    moved = True
    while moved:
        moved = False
        for number in endless:
            mover, nexts = graph.movers[number], graph.nexts[number]
            outs = [best.get(after, INFINITY) for after in nexts]
            if mover is leaver:
                outs = [min(out, sign * worth[after]) for out, after in zip(outs, nexts, strict=True)]
            found = min(outs) if mover is leaver.opponent else max(outs)
            moved = moved or found > best[number]
            best[number] = found
    return best


def cyclic(nexts: Sequence[Sequence[int]], part: Sequence[int]) -> bool:
    """Whether a component has a cycle."""
    return len(part) > 1 or part[0] in nexts[part[0]]


def longest_chain(nexts: Sequence[Sequence[int]], parts: Iterable[Sequence[int]]) -> int:
    """How many components with cycles lie one after the other at the most: their gaps add up."""
    chains = [0] * len(nexts)
    for part in parts:
        below = max((chains[after] for number in part for after in nexts[number]), default=0)
        for number in part:
            chains[number] = below + cyclic(nexts, part)
    return max(chains, default=0)
