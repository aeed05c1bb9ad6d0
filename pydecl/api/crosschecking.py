"""Hold engines, rules files and homework against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pydecl.api.opening import AnyGame, AnyPosition, Program, opened
from pydecl.api.searching import settings_of
from pydecl.checking.check import check_file
from pydecl.checking.report import Report
from pydecl.crosschecking import Verdict
from pydecl.crosschecking import crosscheck as crosscheck_game
from pydecl.engines.searching import Default
from pydecl.loading.rules_files import Reading
from pydecl.model.number import INFINITY, Number, limits
from pydecl.model.program import LookedUp
from pydecl.model.program import Program as SearchProgram
from pydecl.model.result import Order, Preferred
from pydecl.sandbox.session import MEMORY
from pydecl.solving.looking_up import named_program


def crosscheck(
    game: AnyGame,
    programs: Program | str | Sequence[Program | str] | None = None,
    *,
    plies: int | None = None,
    positions: int | None = None,
    position: AnyPosition | None = None,
    seed: int = 0,
    depth: int | Default | None = Default.DEPTH,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
    seconds: float | None = 60.0,
    order: Order | str = "game",
    convention: str | None = None,
    moves_again: bool = False,
    fold: bool = False,
    memory: int = MEMORY,
    rules: Preferred = Preferred.HAND,
    progress: Callable[[int, int], None] | None = None,
    **settings: int,
) -> Verdict:
    """Run programs on all engines, on the same positions of a game, and compare the answers.

    Args:
        game: as `search` takes it.
        programs: which programs; by default all that can run on the rules. What "database:DIR" has stored
            is compared with what the engines find: all of it, if it stands alone and no positions are chosen.
        plies: all positions within so many plies of the start; by default what the rules say, or 1.
        positions: so many positions of random play, by `seed`, instead.
        position: this one position instead.
        seconds: the time for all of it.
        progress: is told how many positions are done, and of how many.

    The other arguments are those of `search`.

    Returns:
        The verdict: `agree` is True, False, or None where a limit or a broken contract left it open. A
        `Divergence` names the first position that differs, and the command that shows it again.

    Raises:
        InputError: the question makes no sense.

    >>> verdict = crosscheck("hexapawn", plies=1)
    >>> verdict.agree, verdict.positions
    (True, 4)
    """
    reach = depth + (plies or 0) if isinstance(depth, int) and positions is None else None
    reading = Reading(convention, moves_again, fold)
    with opened(game, position, reach, seconds, memory, reading, rules=rules) as (found, at):
        return crosscheck_game(
            found,
            programs=_programs(programs),
            plies=plies,
            positions=positions,
            position=at,
            seed=seed,
            depth=depth,
            alpha=alpha,
            beta=beta,
            seconds=seconds,
            settings=settings_of(order, settings),
            progress=progress,
        )


def _programs(
    programs: Program | str | Sequence[Program | str] | None,
) -> list[SearchProgram | LookedUp] | None:
    if programs is None:
        return None
    return [named_program(str(name)) for name in ((programs,) if isinstance(programs, str) else programs)]


def check(
    file: str | Path,
    *,
    seconds: float | None = 10.0,
    convention: str | None = None,
    moves_again: bool = False,
    memory: int = MEMORY,
) -> Report:
    """Say all that is wrong with a rules file: from its text first, then from a sample of its positions.

    The arguments are those of `search`. What goes wrong is in the report. Raises InputError for limits
    that make no sense.

    >>> check("nim").ok
    True
    """
    limits(seconds, memory)
    return check_file(str(file), seconds, Reading(convention, moves_again), memory)
