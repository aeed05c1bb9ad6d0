"""What `outcome` costs on a large random graph: `python benchmarks/retrograde.py` prints a table.

The seconds of each engine are those that the search itself reports. Quote the ratios, not the seconds.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from operator import truediv
from random import Random

from pydecl.engines.prolog.session import Session
from pydecl.engines.registry import complete
from pydecl.engines.searching import run
from pydecl.loading.supplying import supply
from pydecl.model.game import Game, Outcome, Player, Successor
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, value_text
from pydecl.model.term import Term

SECONDS = 600.0


class RandomGraph(Game[int]):
    """Nodes from 0, which is the start; movers, edges, and how ends end are random."""

    name = "random graph"
    source = "a benchmark"

    def __init__(self, nodes: int, edges: int, seed: int) -> None:
        random = Random(seed)
        self.nexts: list[list[int]] = [[] for _ in range(nodes)]
        for _ in range(edges):
            self.nexts[random.randrange(nodes)].append(random.randrange(nodes))
        self.movers = random.choices(list(Player), k=nodes)
        self.ends = [None if nexts else random.choice(list(Outcome)) for nexts in self.nexts]

    def initial(self) -> Sequence[int]:
        return [0]

    def successors(self, position: int) -> Sequence[Successor[int]]:
        return [(None, after) for after in self.nexts[position]]

    def player(self, position: int) -> Player:
        return self.movers[position]

    def static_value(self, position: int) -> int:
        return {Outcome.WON: 1, Outcome.LOST: -1}.get(self.ends[position] or Outcome.DRAWN, 0)

    def outcome(self, position: int) -> Outcome | None:
        return self.ends[position]

    def to_term(self, position: int) -> Term:
        return position

    def from_term(self, term: Term) -> int:
        assert isinstance(term, int)
        return term


def row(*cells: str) -> None:
    """Print one row of the table."""
    print(f"| {' | '.join(cells)} |", flush=True)


def facts(answer: Answer[Term]) -> tuple[object, ...]:
    """What both engines must say alike."""
    return answer.status, answer.value, answer.best, answer.nodes, answer.leaves


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what outcome costs on a large random graph.")
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--edges", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    row("edges", "nodes met", "answer", "supplied", "of it loaded", "prolog", "python", "prolog / python")
    row(*["---"] * 8)
    graph = RandomGraph(options.nodes, options.edges, options.seed)
    started = time.perf_counter()
    with supply(graph, seconds=SECONDS) as game:
        supplied = time.perf_counter() - started
        seconds: dict[str, list[float]] = {engine: [] for engine in complete()}
        said: dict[tuple[object, ...], Answer[Term]] = {}
        for _ in range(options.rounds):
            for engine in complete():
                answer = run(game, Program.OUTCOME, engine, 0, Limits(seconds=SECONDS))
                seconds[engine].append(answer.seconds)
                said[facts(answer)] = answer
        (request,) = game.session.setup_texts()
    if len(said) != 1:
        raise SystemExit(f"the engines differ: {list(said)}")
    (answer,) = said.values()
    prolog, python = (statistics.median(seconds[engine]) for engine in complete())
    ratio = statistics.median(map(truediv, seconds["prolog"], seconds["python"]))
    row(
        f"{options.edges:,}",
        f"{answer.nodes:,}",
        value_text(answer.value),
        f"{supplied:.1f} s",
        f"{loading(request):.1f} s",
        f"{prolog:.2f} s",
        f"{python:.2f} s",
        f"{ratio:.2f}",
    )


def loading(request: str) -> float:
    """The seconds that the facts take as one text, in a process that has started."""
    with Session(SECONDS) as fresh:
        fresh.ask("version")
        started = time.perf_counter()
        fresh.ask(request)
        return time.perf_counter() - started


if __name__ == "__main__":
    main()
