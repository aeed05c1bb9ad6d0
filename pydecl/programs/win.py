"""win: the game of win/move in one rule, under well-founded semantics. The twin of `prolog/refined/win.pl`.

    win(X) :- move(X, Y), not win(Y).

The twin computes the rule's well-founded model as it is defined, by the alternating fixpoint. The outcome is
right in a game whose players alternate and in which who cannot move has lost; nobody asks for terminalwon/1.
A position is won for the player to move where win(X) is true, lost where it is false, drawn where it is
undefined; the answer is that for MAX, without plies. A chance node is refused. Where the depth limit is
touched, the whole answer is unknown. It gives no move. Each position that can be reached is one node, each
end one leaf.

Source: A. Van Gelder, K. A. Ross and J. S. Schlipf, 'The well-founded semantics for general logic programs',
Journal of the ACM 38:3, 1991; the fixpoint: A. Van Gelder, 'The alternating fixpoint of logic programs with
negation', Journal of Computer and System Sciences 47:1, 1993.
"""

from __future__ import annotations

from collections.abc import Set

from pydecl.model.game import Outcome, Player
from pydecl.model.program import Contract, Declaration, Ends, Kind, Movers, Tie
from pydecl.model.result import Solution
from pydecl.programs.interface import Interface, N
from pydecl.programs.outcome import Graph, reachable

PROGRAM = Declaration(
    "win",
    Contract(Kind.OUTCOME, Tie.NONE),
    summary="win/move, in one tabled rule",
    source="Van Gelder, Ross, Schlipf 1991",
    values=False,
    movers=Movers.ANY,
    right_for=Ends.STUCK,
    cyclic=True,
    naive_of="outcome",
    cause="tabling: SWI-Prolog's tnot/1 errs on some cyclic graphs",
    remembers=True,
    place=20,
)


def win(game: Interface[N], pos: N) -> tuple[None, Solution]:
    """No move, and the solution for MAX, without plies.

    Raises ContractError where a position has the mover of the one before it.
    """
    graph = reachable(game, [pos])
    check_alternation(game, graph)
    true, possible = well_founded(game, graph)
    if 0 in possible and 0 not in true:
        return None, Solution(Outcome.DRAWN)
    won = (0 in true) is (graph.movers[0] is Player.MAX)
    return None, Solution(Outcome.WON if won else Outcome.LOST)


def check_alternation(game: Interface[N], graph: Graph[N]) -> None:
    """Count the leaves; raises ContractError where a successor has its predecessor's mover."""
    for pos, mover, nexts in zip(graph.positions, graph.movers, graph.nexts, strict=True):
        game.in_time()
        if not nexts:
            game.leaf(pos)
        for number in nexts:
            if graph.movers[number] is mover and game.names_mover(graph.positions[number]):
                raise game.broken("same_mover", graph.positions[number], mover.value)


def well_founded(game: Interface[N], graph: Graph[N]) -> tuple[Set[int], Set[int]]:
    """The positions where win(X) is true, and those where it is true or undefined."""
    true: Set[int] = frozenset()
    while True:
        possible = consequences(game, graph, true)
        more = consequences(game, graph, possible)
        if more == true:
            return true, possible
        true = more


def consequences(game: Interface[N], graph: Graph[N], assumed: Set[int]) -> Set[int]:
    """Where win(X) follows if it holds in the positions `assumed`, and in no other."""
    game.in_time()
    return frozenset(
        number for number, nexts in enumerate(graph.nexts) if any(after not in assumed for after in nexts)
    )
