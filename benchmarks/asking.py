"""What the twins take on rules that SWI-Prolog is asked for: `python benchmarks/asking.py` prints a table.

Each bundled rules file is searched by SWI-Prolog and, without the rules in Python, by the twin that is told
what SWI-Prolog's search asked. Quote the ratios, not the seconds: both are measured in turn in this one run.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import question
from pydecl.engines.python.recorded import by_prolog, recorded
from pydecl.engines.python.supplied import run_supplied
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits
from pydecl.model.term import Term

ROUNDS = 3

SEARCHES = {
    "tictactoe": ("minimax", 6),
    "nim:heaps=[3,3,4]": ("minimax", 7),
    "connect4": ("alphabeta", 5),
    "othello": ("alphabeta", 5),
    "hexapawn:width=4,height=4": ("alphabeta", 7),
    "checkers": ("alphabeta", 5),
    "kalah": ("alphabeta", 7),
    "dots_and_boxes": ("alphabeta_tt", 8),
    "domineering": ("alphabeta", 4),
    "nine_mens_morris": ("alphabeta", 4),
    "atari_go": ("alphabeta", 4),
    "go": ("alphabeta", 4),
    "chess": ("alphabeta", 3),
    "krk": ("alphabeta", 4),
    "kqk": ("alphabeta", 4),
    "graph": ("minimax", 14),
    "pig": ("expectiminimax", 10),
    "backgammon": ("expectiminimax", 2),
    "bearoff:home=[0,3,1]": ("expectiminimax", 6),
}
"""Each with a program and a depth that SWI-Prolog searches in a second or so."""


def timed(
    game: SessionGame, program: Program, start: Term, limits: Limits
) -> tuple[float, float, Answer[Term]]:
    """The seconds of both, by the clock; the answers must be the same."""
    first = time.perf_counter()
    theirs = game.run(program, start, limits)
    second = time.perf_counter()
    ours = run_supplied(program, [by_prolog(game, program, start)], limits)
    third = time.perf_counter()
    assert (ours.value, ours.best, ours.nodes) == (theirs.value, theirs.best, theirs.nodes)
    return second - first, third - second, ours


def measure(name: str, program: Program, depth: int) -> None:
    """Print one row."""
    with consult(name, seconds=600) as game:
        start = next(iter(game.initial()))
        limits = Limits(depth, seconds=300)
        rounds = [timed(game, program, start, limits) for _ in range(ROUNDS)]
        with recorded(game, question(program, start, limits), 300) as recording:
            told = len(recording.told())
    nodes = rounds[-1][2].nodes
    prolog, twin = (statistics.median(seconds) for seconds in list(zip(*rounds, strict=True))[:2])
    ratio = statistics.median(one / other for one, other, _ in rounds)
    what = f"{name}, {program.value}, depth {depth}"
    print(f"| {what} | {nodes:,} | {told:,} | {prolog:.3f} s | {twin:.3f} s | {ratio:.2f} |", flush=True)


def main(names: Sequence[str]) -> None:
    """Print the table, of all games or those that are named."""
    print("| search | nodes | positions told | SWI-Prolog | the twin, asking | ratio |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, (program, depth) in SEARCHES.items():
        if not names or name.partition(":")[0] in names:
            measure(name, Program(program), depth)


if __name__ == "__main__":
    main(sys.argv[1:])
