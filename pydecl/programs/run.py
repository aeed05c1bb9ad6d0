"""Run a program on one position of a game, within limits. The twin of `prolog/support/programs.pl`."""

from __future__ import annotations

import time

from pydecl.errors import LimitError, OutOfMemoryError
from pydecl.model.game import Game, P, Player
from pydecl.model.interpreter import deep_recursion
from pydecl.model.number import INFINITY
from pydecl.model.program import Movers, Program
from pydecl.model.result import UNLIMITED, Answer, Limits, Status, Value
from pydecl.programs.attached import Attached, Node, StopError
from pydecl.programs.registry import DECLARED, OWN_MOVERS, Twin, complete, twin_of


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
    declared = DECLARED[program]
    limits = complete(program, limits)
    started = time.perf_counter()
    attached = Attached(game, limits.seconds, limits.settings, [] if record_leaves else None)
    status = Status.COMPLETE
    value: Value | None = None
    best: Node[P] | None = None
    with deep_recursion():
        try:
            mover = None if program in OWN_MOVERS else game.player(position)
            plies = INFINITY if limits.plies == UNLIMITED else limits.plies
            root: Node[P] = (plies, mover, position)
            if declared.movers is Movers.MAX and mover is Player.MIN:
                raise attached.broken("won_asked_of_min", root)
            window = (limits.alpha, limits.beta) if declared.contract.window else ()
            found = (twin or twin_of(program))(attached, root, *window[:: -1 if declared.beta_first else 1])
            best, value = found if isinstance(found, tuple) else (None, found)
        except StopError as stop:
            status = stop.status
        except (RecursionError, MemoryError, OutOfMemoryError):
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
