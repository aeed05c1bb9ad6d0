"""What the boundary with SWI-Prolog costs: `python benchmarks/boundary.py` prints the table of the docs.

Every row compares things measured in turn in this one run; quote the ratios, not the seconds.
"""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence

from pydecl.engines.prolog.installation import swipl_program
from pydecl.engines.prolog.session import Session
from pydecl.games import bundled
from pydecl.loading.consulting import consult
from pydecl.loading.supplying import supply
from pydecl.model.game import Game, Player, Successor
from pydecl.model.term import Term
from pydecl.paths import prolog_file

ROUNDS = 5

SEARCH = (
    "initial(P), statistics(cputime, T0),"
    " pydecl_programs:search(minimax, P, 1000000, -inf, inf, settings(game, 0, 1000, 100, 8), 1.0e12, A),"
    " statistics(cputime, T1), arg(4, A, Nodes), Seconds is T1 - T0"
)
BARE = "initial(P), statistics(cputime, T0), minimax(P, _, V), statistics(cputime, T1), Seconds is T1 - T0"


class Wide(Game[int]):
    """A tree of 33,334 positions, so that its facts are about 100,000: moves, movers, values, outcomes."""

    name = "wide"
    source = "a benchmark"
    size = 33_334

    def initial(self) -> Sequence[int]:
        return [0]

    def successors(self, position: int) -> Sequence[Successor[int]]:
        first = 10 * position + 1
        return [(None, child) for child in range(first, min(first + 10, self.size))]

    def player(self, position: int) -> Player:
        depth = 0
        while position:
            position = (position - 1) // 10
            depth += 1
        return Player.MIN if depth % 2 else Player.MAX

    def static_value(self, position: int) -> int:
        return position % 7 - 3

    def to_term(self, position: int) -> Term:
        return position

    def from_term(self, term: Term) -> int:
        assert isinstance(term, int)
        return term


def seconds_of(session: Session, goal: str) -> float:
    """The CPU seconds that a goal of this file reports."""
    (answer,) = session.query(goal, seconds=600)
    seconds = answer["Seconds"]
    assert isinstance(seconds, float)
    return seconds


def plain_swipl(session: Session, goal: str) -> float:
    """The same program, loaded the same way, under plain `swipl`."""
    with tempfile.NamedTemporaryFile("w", suffix=".pl") as file:
        file.writelines(f"{request}.\n" for request in session.setup_texts())
        file.flush()
        script = (
            f"consult('{prolog_file('support', 'worker.pl')}'),"
            f" open('{file.name}', read, S), repeat, read_term(S, R, []),"
            " ( R == end_of_file -> ! ; pydecl_worker:answer(R, _, _), fail ),"
            f' pydecl_queries:solutions("{goal}", 1, [Bindings]),'
            " memberchk('Seconds'=Seconds, Bindings), print(Seconds), nl, halt"
        )
        run = subprocess.run(
            [swipl_program(), "-q", "-f", "none", "-g", script], capture_output=True, text=True
        )
        return float(run.stdout)


def compared(first: Callable[[], float], second: Callable[[], float]) -> tuple[float, float, float]:
    """The medians of two measurements, taken in turn, and of their ratios first / second."""
    pairs = [(first(), second()) for _ in range(ROUNDS)]
    ones, others = zip(*pairs, strict=True)
    ratios = [one / other for one, other in pairs]
    return statistics.median(ones), statistics.median(others), statistics.median(ratios)


def row(what: str, one: str, other: str, ratio: str) -> None:
    """Print one row of the table."""
    print(f"| {what} | {one} | {other} | {ratio} |", flush=True)


def main() -> None:
    """Measure and print."""
    row("what", "A", "B", "A / B")
    row("---", "---", "---", "---")
    with consult("tictactoe", seconds=600) as rules, supply(bundled("tictactoe"), seconds=600) as facts:
        session = rules.session
        rules.initial()
        a, b, ratio = compared(lambda: seconds_of(session, SEARCH), lambda: plain_swipl(session, SEARCH))
        row(
            "minimax, attached, tic-tac-toe, CPU: session / plain swipl",
            f"{a:.2f} s",
            f"{b:.2f} s",
            f"{ratio:.2f}",
        )
        a, b, ratio = compared(lambda: seconds_of(session, SEARCH), lambda: seconds_of(session, BARE))
        row("the same, CPU: attached / bare program", f"{a:.2f} s", f"{b:.2f} s", f"{ratio:.2f}")
        supplied = facts.session
        a, b, ratio = compared(lambda: seconds_of(session, SEARCH), lambda: seconds_of(supplied, SEARCH))
        row("the same, CPU: Prolog rules / facts from Python", f"{a:.2f} s", f"{b:.2f} s", f"{ratio:.2f}")
        started = time.perf_counter()
        for _ in range(2000):
            session.ask("version")
        row("round trip", f"{(time.perf_counter() - started) / 2000 * 1e6:.0f} µs", "", "")
    whole, load, count = [], [], 0
    for _ in range(ROUNDS):
        started = time.perf_counter()
        with supply(Wide()) as game:
            whole.append(time.perf_counter() - started)
            (request,) = game.session.setup_texts()
            count = request.count("),") + 1
        with Session() as fresh:
            fresh.ask("version")
            started = time.perf_counter()
            fresh.ask(request)
            load.append(time.perf_counter() - started)
    row(
        f"{count:,} facts: loaded / enumerated, loaded and a process started",
        f"{statistics.median(load):.2f} s",
        f"{statistics.median(whole):.2f} s",
        "",
    )


if __name__ == "__main__":
    main()
