"""outcome: won, drawn or lost for MAX, and in how many plies, by counting retrograde over all positions that
can be reached. The twin of `prolog/refined/outcome.pl`.

The outcome is the one under best play: the winner hurries, the loser delays. Drawn ends and endless play are
drawn, and no plies are counted to a draw. Each position is asked who is to move there: players need not
alternate. A chance node is refused. Where the depth limit is touched, the whole answer is unknown. Ties: the
first of the nearest wins, of the farthest losses, of the draws.

Source: retrograde analysis, as endgame tables are made by (K. Thompson, 'Retrograde analysis of certain
endgames', ICCA Journal 9:3, 1986).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from pydecl.model.game import Outcome, Player
from pydecl.model.program import Contract, Declaration, Kind, Movers, Tie
from pydecl.model.result import Solution
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "outcome",
    Contract(Kind.OUTCOME, Tie.FIRST),
    summary="solves, cycles too",
    source="retrograde analysis, Thompson 1986",
    values=False,
    ends=True,
    movers=Movers.ANY,
    cyclic=True,
    place=19,
)

DRAWN = Solution(Outcome.DRAWN)

CHOICE = {Player.MAX: Outcome.WON, Player.MIN: Outcome.LOST}
"""What each player wants."""


@dataclass(frozen=True)
class Graph(Generic[N]):
    """All positions that can be reached, breadth first, known by their indices; the roots come first."""

    roots: int
    """How many different ones there are."""

    positions: Sequence[N]
    movers: Sequence[Player]
    nexts: Sequence[Sequence[int]]
    """The successors of each; one that is there twice counts twice."""


def outcome(game: Interface[N], pos: N) -> tuple[N | None, Solution]:
    """The best successor (None where there is none) and the solution, for MAX."""
    graph, solutions = outcomes(game, [pos])
    solution = solutions.get(0, DRAWN)
    kept = solution if solution.plies is None else replace(solution, plies=solution.plies - 1)
    for number in graph.nexts[0]:
        if solutions.get(number, DRAWN) == kept:
            return graph.positions[number], solution
    return None, solution


def outcomes(game: Interface[N], roots: Iterable[N]) -> tuple[Graph[N], dict[int, Solution]]:
    """All that can be reached from the roots, and the solutions of what is not drawn."""
    graph = reachable(game, roots)
    return graph, retrograde(game, graph, decided_ends(game, graph))


def reachable(game: Interface[N], roots: Iterable[N]) -> Graph[N]:
    """All that can be reached, each position entered once; an end is not yet counted as a leaf."""
    movers: list[Player] = []

    def follow(position: N) -> Sequence[N]:
        mover, successors = game.choices(position)
        movers.append(mover)
        return successors

    count, positions, nexts = numbered(game, roots, follow)
    return Graph(count, positions, movers, nexts)


def numbered(
    game: Interface[N], roots: Iterable[N], follow: Callable[[N], Sequence[N]]
) -> tuple[int, Sequence[N], Sequence[Sequence[int]]]:
    """How many different roots there are, all positions, numbered as they are met, and what follows each."""
    numbers: dict[Hashable, int] = {}
    positions: list[N] = []
    for root in roots:
        if numbers.setdefault(game.position(root), len(positions)) == len(positions):
            positions.append(root)
    count = len(positions)
    nexts: list[list[int]] = []
    for position in positions:  # which grows
        after = []
        for successor in follow(position):
            number = numbers.setdefault(game.position(successor), len(positions))
            if number == len(positions):
                positions.append(successor)
            after.append(number)
        nexts.append(after)
    return count, positions, nexts


def decided_ends(game: Interface[N], graph: Graph[N]) -> dict[int, Solution]:
    """The won and the lost ends; every end is counted as a leaf."""
    solutions = {}
    for number, nexts in enumerate(graph.nexts):
        game.in_time()
        if nexts:
            continue
        end = game.decided(graph.positions[number])
        if end is None:
            game.leaf(graph.positions[number])
        else:
            solutions[number] = Solution(end, 0)
    return solutions


def retrograde(game: Interface[N], graph: Graph[N], ends: dict[int, Solution]) -> dict[int, Solution]:
    """The solutions of all positions that are won or lost, nearest first."""
    before = predecessors(game, graph)
    left = [len(nexts) for nexts in graph.nexts]  # successors that are not known to be bad for the mover
    solutions = dict(ends)
    queue = list(ends)
    for number in queue:  # which grows, in order of distance
        game.in_time()
        outcome, plies = solutions[number].outcome, solutions[number].plies
        assert plies is not None
        farther = Solution(outcome, plies + 1)
        for previous in before[number]:
            if previous in solutions:
                continue
            if CHOICE[graph.movers[previous]] is not outcome:
                left[previous] -= 1
                if left[previous]:
                    continue
            solutions[previous] = farther
            queue.append(previous)
    return solutions


def predecessors(game: Interface[N], graph: Graph[N]) -> list[list[int]]:
    """From where each position can be reached in one ply, once for each move."""
    before: list[list[int]] = [[] for _ in graph.positions]
    for number, nexts in enumerate(graph.nexts):
        game.in_time()
        for after in nexts:
            before[after].append(number)
    return before
