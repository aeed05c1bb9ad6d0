"""Whole rules at work: what machine code makes of rules files, to known results and equal counts.

`python benchmarks/whole_rules.py` prints tables for the docs: known results with their seconds, and what
the classical means save. Seconds are the clock's, of the search itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydecl.engines.counting import perft
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.model.result import value_text

SECONDS = 600.0


@dataclass(frozen=True)
class Work:
    """A question, and what is known of its answer: see tests/known_results."""

    game: str
    program: str
    depth: int | None
    known: str

    def __str__(self) -> str:
        return f"{self.game}, {self.program}" + ("" if self.depth is None else f" {self.depth}")


WORK = (
    Work("tictactoe", "minimax", None, "549,946 nodes"),
    Work("connect4:width=4,height=4", "alphabeta", None, "50,672,014 nodes"),
    Work("connect4:width=5,height=4", "alphabeta_tt", None, "drawn"),
    Work("connect4:width=4,height=5", "alphabeta_tt", None, "drawn"),
    Work("kqk", "outcome", None, "won"),
    Work("krk", "outcome", None, "won"),
    Work("othello", "perft", 9, "3,005,288 ways"),
    Work("chess", "perft", 4, "197,281 ways"),
    Work("chess", "perft", 5, "4,865,609 ways"),
)

MEANS = (
    (
        "connect4:width=4,height=4",
        None,
        ("alphabeta", "ab_procedure", "negamax_ply", "alphabeta_tt", "deepening"),
    ),
    ("connect4", 9, ("alphabeta", "ab_procedure", "negamax_ply", "alphabeta_tt", "deepening")),
    ("othello", 7, ("alphabeta", "ab_procedure", "negamax_ply", "alphabeta_tt", "deepening")),
    ("checkers", 8, ("alphabeta", "ab_procedure", "negamax_ply", "alphabeta_tt", "deepening")),
)
"""Games, depths, and programs that differ in one of the means each."""


def answered(work: Work) -> tuple[str, float]:
    """What machine code answers, and its seconds."""
    with consult(work.game, seconds=None, late=True) as game:
        if work.program == "perft":
            assert work.depth is not None
            perft(game, 1, engine="native")  # builds the object, and starts the process
            found = perft(game, work.depth, engine="native", seconds=SECONDS)
            return f"{found.positions:,} ways", found.seconds
        search(game, work.program, engine="native", depth=1)
        result = search(game, work.program, engine="native", depth=work.depth, seconds=SECONDS)
        answer = result.answer
        return f"{value_text(answer.value)}, {answer.nodes:,} nodes", answer.seconds


def row_of_means(game_name: str, depth: int | None, program: str) -> str:
    """Value, nodes and seconds of a program."""
    with consult(game_name, seconds=None, late=True) as game:
        search(game, program, engine="native", depth=1)
        answer = search(game, program, engine="native", depth=depth, seconds=SECONDS).answer
    return f"| {program} | {value_text(answer.value)} | {answer.nodes:,} | {answer.seconds:.3f} s |"


def main() -> None:
    """Print the tables."""
    print("| rules, program | known | found | seconds |\n| --- | --- | --- | --- |")
    for work in WORK:
        found, seconds = answered(work)
        print(f"| {work} | {work.known} | {found} | {seconds:.2f} |", flush=True)
    for game, depth, programs in MEANS:
        print(f"\n{game}, {'to the end' if depth is None else f'depth {depth}'}:\n")
        print("| program | value | nodes | seconds |\n| --- | --- | --- | --- |")
        for program in programs:
            print(row_of_means(game, depth, program), flush=True)


if __name__ == "__main__":
    main()
