"""Searches that fit into a time: deepening, and advice on the depth that would have fitted, as measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import Askable, Default, run, search, the_position
from pydecl.errors import LimitError, PydeclError
from pydecl.model.deadline import Deadline
from pydecl.model.program import LookedUp, Manner, OwnProgram, Program
from pydecl.model.result import Limits, Result, Status
from pydecl.model.term import Term
from pydecl.programs.perft import EndlessError, tree_nodes
from pydecl.programs.registry import DECLARED

KEPT, MOST_KEPT = 0.1, 1.0
"""The part of the time that is kept for measuring, and the most of that, in seconds."""

LOOK = 0.2
"""The most seconds for a look at whether positions repeat."""


WHOLE = 0.25
"""The part of the time for the whole search, if no depth is given: deepening has the rest."""


def search_in_time(
    game: SessionGame, program: Askable, *, seconds: float | None, depth: int | Default | None, **options: Any
) -> tuple[Result, bool]:
    """A search, see `search`, and whether it deepened, as it does if there is no time for all of it.

    It deepens only if no depth is given. Then the result is that of the deepest search that came to its end
    in time, or of the first one, if none did.
    """
    may_deepen = isinstance(program, Program) and _has_horizon(program)
    if seconds is None or depth is not Default.DEPTH or not may_deepen:
        return search(game, program, seconds=seconds, depth=depth, **options), False
    found = search(game, program, seconds=seconds * WHOLE, depth=depth, **options)
    if found.answer.status is not Status.TIME:
        return found, False
    for plies in count(1) if found.limits.depth is None else range(1, found.limits.depth):
        left = game.session.most(seconds)
        if left is not None and left <= 0:
            break
        deeper = search(game, found.program, seconds=left, depth=plies, **options)
        if deeper.answer.status is Status.INTERRUPTED:
            return deeper, True
        if not deeper.answer.complete:
            break
        found = deeper
        if not found.answer.horizon:
            break
    return found, True


def searching_until(until: Deadline, now: float) -> Deadline:
    """When searching must end, so that there is time to measure."""
    return replace(until, at=until.at - min(KEPT * (until.at - now), MOST_KEPT))


def advice(game: SessionGame, result: Result, until: Deadline) -> Iterator[str]:
    """What helps a search for which time or memory was not enough, one clause after the other."""
    program, limits, until = result.program, result.limits, until.or_after(MOST_KEPT)
    if isinstance(program, LookedUp):
        return
    if _repeats(game, result.position, until):
        endless = "" if limits.depth is not None else ", and a search without a depth limit never ends"
        yield f"positions repeat in this game{endless}: 'pydecl solve {game.name}' looks at each one once"
    if _has_horizon(program):
        fits = None
        if result.answer.status is Status.TIME:
            half = Deadline.after((until.most(None) or 0.0) / 2)
            seconds = result.answer.seconds
            fits = fitting_depth(game, program, result.position, limits, seconds, half, result.engine)
        yield depth_advice(fits)
    if program == Program.MINIMAX:
        yield f"--program {Program.ALPHABETA.value} visits fewer positions"
    for name in registry.partial():
        if name != result.engine and (how := _is_faster(game, name, program, until)):
            yield f"--engine {name} {how} faster"


def depth_advice(fits: int | None) -> str:
    """What is said of the depth that fits; None if it is not known.

    >>> depth_advice(3), depth_advice(None)
    ('--depth 3 should fit', 'a smaller --depth needs less')
    """
    return "a smaller --depth needs less" if fits is None else f"--depth {fits} should fit"


def _repeats(game: SessionGame, position: Term, until: Deadline) -> bool:
    """Whether play can come back to a position, if a short look shows it."""
    before = until.or_after(LOOK)
    try:
        with game.session.before(before):
            tree_nodes(game, position, None, before.at)
    except EndlessError:
        return True
    except (PydeclError, RecursionError):
        pass
    return False


def _has_horizon(program: AnyProgram) -> bool:
    """Whether the program can be told a depth, and has something to say at it."""
    if isinstance(program, OwnProgram):
        return program.manner is not Manner.BARE
    return DECLARED[program].values


def _is_faster(game: SessionGame, engine: str, program: AnyProgram, until: Deadline) -> str:
    """Whether an engine is faster: that it is, that it may be if there is no time to see, or nothing."""
    try:
        with game.session.before(until):
            return "" if registry.runner(game, engine).hindrance(program) else "is"
    except LimitError:
        return "may be"
    except PydeclError:
        return ""


def fitting_depth(
    game: SessionGame,
    program: AnyProgram,
    position: Term,
    limits: Limits,
    seconds: float,
    until: Deadline,
    engine: str = REFERENCE,
) -> int | None:
    """The greatest depth, below that of `limits`, at which an engine should need so many seconds at most.

    The position is searched ever deeper until time is up. What lies beyond is worked out: the time
    grows from depth to depth as the nodes did last. None if no depth fits, or none could be measured.
    """
    found: list[tuple[int, float]] = []
    with game.session.before(until):
        for depth in count(1):
            left = until.most(None)
            if depth == limits.depth or (left is not None and left <= 0):
                break
            try:
                answer = run(game, program, engine, position, replace(limits, depth=depth, seconds=left))
            except PydeclError:  # deeper positions may break the contract: no depth from here on fits
                break
            if not answer.complete or answer.nodes is None:
                break
            found.append((answer.nodes, answer.seconds))
            if not answer.horizon or answer.seconds > seconds:
                break
    return deepest(found, seconds, limits.depth)


def depth_within(game: SessionGame, program: Program, seconds: float) -> int | None:
    """The greatest depth from the start for which SWI-Prolog should need so many seconds; None is no limit.

    It takes up to twice as long to see. Raises InputError if the game has no start.
    """
    start = the_position(game, None)
    if run(game, program, REFERENCE, start, Limits(None, seconds=seconds)).complete:
        return None
    return fitting_depth(game, program, start, Limits(), seconds, Deadline.after(seconds)) or 1


def deepest(found: list[tuple[int, float]], seconds: float, below: int | None) -> int | None:
    """The greatest depth that fits; `found` has the nodes and seconds of the depths from 1 on.

    >>> deepest([(3, 0.001), (12, 0.004), (48, 0.016)], 1.1, below=9)
    6
    >>> deepest([(3, 0.001), (12, 0.004)], 1.1, below=3), deepest([(3, 2.0)], 1.1, below=9)
    (2, None)
    """
    depth = len(found)
    while found and found[-1][1] > seconds:
        depth -= 1
        found = found[:-1]
    if depth < 2 or depth + 1 == below:
        return depth or None
    growth = found[-1][0] / found[-2][0]
    predicted = found[-1][1] * growth
    while growth > 1 and predicted <= seconds and depth + 1 != below:
        depth += 1
        predicted *= growth
    return depth
