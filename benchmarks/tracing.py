"""What a trace costs: `python benchmarks/tracing.py` prints the table of the docs.

Every row compares processor times measured in turn in this one run; quote the ratios, not the seconds.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

from pydecl.engines.prolog import searching
from pydecl.engines.prolog.game import SessionGame
from pydecl.games import bundled
from pydecl.loading.consulting import consult
from pydecl.model.game import Game
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits
from pydecl.programs.run import run
from pydecl.programs.tracing import trace
from pydecl.tracing.deriving import Stream

ROUNDS = 5
ALL = 10_000_000


def compared(first: Callable[[], float], second: Callable[[], float]) -> tuple[float, float, float, float]:
    """The medians of two measurements, taken in turn, of their ratios and of their differences."""
    pairs = [(first(), second()) for _ in range(ROUNDS)]
    ones, others = zip(*pairs, strict=True)
    ratios, differences = [a / b for a, b in pairs], [a - b for a, b in pairs]
    return (
        statistics.median(ones),
        statistics.median(others),
        statistics.median(ratios),
        statistics.median(differences),
    )


def row(what: str, one: str, other: str, ratio: str) -> None:
    """Print one row of the table."""
    print(f"| {what} | {one} | {other} | {ratio} |", flush=True)


def cpu(game: SessionGame) -> float:
    """The processor time of the game's SWI-Prolog so far."""
    (answer,) = game.session.query("statistics(cputime, T)")
    seconds = answer["T"]
    assert isinstance(seconds, float)
    return seconds


def in_prolog(game: SessionGame, program: Program, depth: int) -> None:
    """The rows about SWI-Prolog: what a trace costs, and that it leaves nothing behind."""
    (root,) = game.initial()
    limits = Limits(depth, seconds=None)

    def plain(session: SessionGame = game) -> float:
        before = cpu(session)
        searching.run(session, program, root, limits)
        return cpu(session) - before

    def traced() -> float:
        before = cpu(game)
        with tempfile.TemporaryFile() as file:
            searching.run(game, program, root, limits, events=(file, ALL))
        return cpu(game) - before

    with consult(game.name, seconds=600) as untouched:
        traced()
        plain(untouched)
        answer, lines, positions = searching.trace(game, program, root, limits, ALL)
        assert isinstance(answer, Answer)
        assert answer.nodes is not None
        what = f"{program.value}, {game.name}, depth {depth}, SWI-Prolog"
        report(what, compared(traced, plain), len(lines), len(positions))
        after, never, ratio, _ = compared(plain, lambda: plain(untouched))
        rates = [f"{answer.nodes / seconds / 1e3:,.0f} k nodes/s" for seconds in (after, never)]
        row("the same: switched off / never on", rates[0], rates[1], f"{1 / ratio:.2f}")


def in_python(game: Game[Any], program: Program, depth: int) -> None:
    """The same about Python, where a trace never touches the functions that a search runs."""
    root = game.initial()[0]
    limits = Limits(depth, seconds=None)

    def plain() -> float:
        before = time.process_time()
        run(program, game, root, limits)
        return time.process_time() - before

    def traced() -> float:
        before = time.process_time()
        trace(program, game, root, limits, ALL)
        return time.process_time() - before

    _, lines, positions = trace(program, game, root, limits, ALL)
    what = f"{program.value}, {game.name}, depth {depth}, Python"
    report(what, compared(traced, plain), len(lines), len(positions))
    started = time.process_time()
    events = sum(1 for _ in Stream(program, ALL).events(lines))
    seconds = time.process_time() - started
    row("the stream made of it", f"{events:,} events", f"{seconds / events * 1e6:.1f} µs each", "")


def report(what: str, measured: tuple[float, float, float, float], events: int, positions: int) -> None:
    """A row about a search with and without its trace, and one about the events."""
    on, without, ratio, difference = measured
    row(f"{what}: traced / not", f"{on:.2f} s", f"{without:.2f} s", f"{ratio:.2f}")
    beyond = difference / events
    told = f"{events:,} events, {positions:,} positions: beyond the search"
    row(told, f"{beyond * 1e6:.1f} µs each", f"{1 / beyond:,.0f} a second", "")


def main() -> None:
    """Measure and print."""
    row("what", "A", "B", "A / B")
    row("---", "---", "---", "---")
    with consult("tictactoe", seconds=600) as game:
        in_prolog(game, Program.MINIMAX, 6)
        in_prolog(game, Program.ALPHABETA, 6)
        in_prolog(game, Program.ALPHABETA_TT, 9)
    with consult("connect4", seconds=600) as game:
        in_prolog(game, Program.MINIMAX, 4)
    in_python(bundled("tictactoe"), Program.MINIMAX, 6)


if __name__ == "__main__":
    main()
