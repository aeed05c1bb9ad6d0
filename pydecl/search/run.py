"""Run a program on one position of a game, within limits. The twin of `prolog/support/programs.pl`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from pydecl.errors import LimitError, OutOfMemoryError
from pydecl.model.game import Game, P, Player
from pydecl.model.number import INFINITY
from pydecl.model.program import CONTRACTS, OWN_MOVERS, Program
from pydecl.model.recursion import deep_recursion
from pydecl.model.result import Answer, Limits, Status, Value
from pydecl.search.ab_procedure import ab_procedure
from pydecl.search.alphabeta import alphabeta
from pydecl.search.alphabeta_tt import alphabeta_tt
from pydecl.search.and_or import and_or
from pydecl.search.attached import Attached, Node, StopError
from pydecl.search.deepening import deepening
from pydecl.search.expectiminimax import expectiminimax
from pydecl.search.forward_pruning import forward_pruning
from pydecl.search.minimax import minimax
from pydecl.search.naive import NAIVE
from pydecl.search.negamax_ply import negamax_ply
from pydecl.search.outcome import outcome
from pydecl.search.quiescence import quiescence
from pydecl.search.white_black_alphabeta import white_black_alphabeta
from pydecl.search.white_black_minimax import white_black_minimax
from pydecl.search.win import win
from pydecl.search.won import won

UNLIMITED = 1 << 59
"""A depth, in plies, that is none: as in SWI-Prolog."""

Twin = Callable[..., Any]


def _won(game: Attached[P], node: Node[P]) -> tuple[None, bool]:
    if node[1] is Player.MIN:
        raise game.broken("won_asked_of_min", node)
    return None, won(game, node)


def _white_black_alphabeta(game: Attached[P], node: Node[P], alpha: Any, beta: Any) -> Any:
    return white_black_alphabeta(game, node, beta, alpha)  # its alpha is White's, who is MIN


TWINS: dict[Program, Twin] = {
    Program.WON: _won,
    Program.MINIMAX: minimax,
    Program.ALPHABETA: alphabeta,
    Program.NEGAMAX_PLY: negamax_ply,
    Program.ALPHABETA_TT: alphabeta_tt,
    Program.WHITE_BLACK_MINIMAX: white_black_minimax,
    Program.WHITE_BLACK_ALPHABETA: _white_black_alphabeta,
    Program.AB_PROCEDURE: ab_procedure,
    Program.DEEPENING: deepening,
    Program.QUIESCENCE: quiescence,
    Program.FORWARD_PRUNING: forward_pruning,
    Program.EXPECTIMINIMAX: expectiminimax,
    Program.OUTCOME: outcome,
    Program.WIN: win,
    Program.AND_OR: and_or,
    **NAIVE,
}
"""Each takes the attached game, a node and, by its contract, alpha and beta; it gives best and value."""


def run(
    program: Program,
    game: Game[P],
    position: P,
    limits: Limits,
    *,
    record_leaves: bool = False,
    twin: Twin | None = None,
) -> Answer[P]:
    """Run a program's Python twin, or what is given in place of it, on one position.

    Raises ContractError where the game breaks its contract, or `won` is asked of MIN.
    """
    started = time.perf_counter()
    attached = Attached(game, limits.seconds, limits.settings, [] if record_leaves else None)
    status = Status.COMPLETE
    value: Value | None = None
    best: Node[P] | None = None
    with deep_recursion():
        try:
            mover = None if program in OWN_MOVERS else game.player(position)
            root: Node[P] = (_plies(limits), mover, position)
            window = (limits.alpha, limits.beta) if CONTRACTS[program].window else ()
            best, value = (twin or TWINS[program])(attached, root, *window)
        except StopError as stop:
            status = stop.status
        except (RecursionError, MemoryError):
            status = Status.MEMORY
        except OutOfMemoryError:
            status = Status.MEMORY
        except LimitError:
            status = Status.TIME
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
    if status is not Status.COMPLETE and attached.last is not None:  # an iteration is finished
        _, best, value = attached.last
        attached.horizon = True
        status = Status.INTERRUPTED if status is Status.INTERRUPTED else Status.COMPLETE
    return Answer(
        status=status,
        value=value,
        best=None if best is None else best[2],
        nodes=attached.nodes,
        leaves=attached.leaves,
        horizon=attached.horizon,
        seconds=time.perf_counter() - started,
        evaluated=None if attached.evaluated is None else tuple(attached.evaluated),
        hits=attached.hits,
        reached=None if attached.last is None else attached.last[0],
    )


def _plies(limits: Limits) -> float:
    return INFINITY if limits.depth is None or limits.depth >= UNLIMITED else limits.depth
