"""The lecture's programs compiled from their texts, against the same searches written by hand in C.

The texts stand in a copy of each game's file, and are asked for as `file:won`, `file:minimax` and
`file:alphabeta`; the searches by hand run on the rules of the same file. Both are built with the same
compiler and flags. What is compared is the processor's time of the child, the least of several runs; answers
and node counts must be equal. `python benchmarks/own_programs.py [GAME…]` prints the ratios.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydecl.engines.native.compilers import candidates
from pydecl.engines.native.game import MachineGame
from pydecl.engines.native.own import MachineProgram
from pydecl.engines.own import own_program
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.own import ends_are_empty
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits
from pydecl.model.term import Atom, Term
from pydecl.paths import bundled_file, prolog_file

PROGRAMS = Program.WON, Program.MINIMAX, Program.ALPHABETA

GLUE = "moves(P, L) :- findall(Q, move(P, _, Q), L), L = [_|_].\nmove(P, Q) :- move(P, _, Q).\n"
"""What the texts ask for besides move/3."""

ENOUGH, RUNS = 1.0, 30
"""A search is run again until it has taken so many seconds, or so often."""


@dataclass(frozen=True)
class Case:
    """A bundled game; facts that are replaced; the plies of minimax and of alphabeta, None for all of it.

    `won` is asked if the whole game is searched.
    """

    game: str
    minimax: int | None = None
    alphabeta: int | None = None
    facts: Mapping[str, str] = field(default_factory=dict)


CASES = (
    Case("nim", facts={"heaps([1,3,5])": "heaps([2,4,5])"}),
    Case("tictactoe"),
    Case("connect4", 6, 8),
    Case("connect4", facts={"width(7)": "width(3)", "height(6)": "height(4)", "run(4)": "run(3)"}),
    Case("othello", 8, 10, {"size(8)": "size(4)"}),
    Case("othello", 4, 6),
    Case("hexapawn", facts={"width(3)": "width(4)", "height(3)": "height(4)"}),
    Case("checkers", 6, 8),
    Case("atari_go", 4, 5),
    Case("krk", 4, 6),
    Case("kqk", 4, 6),
    Case("graph", 17, 24),
)


def joined(case: Case, folder: Path) -> Path:
    """The game and the programs in one file."""
    text = bundled_file(case.game).read_text(encoding="utf-8")
    for old, new in case.facts.items():
        text = text.replace(old, new)
    programs = [prolog_file("textbook", f"{one.value}.pl").read_text(encoding="utf-8") for one in PROGRAMS]
    file = folder / f"{case.game}.pl"
    file.write_text("\n".join((text, GLUE, *programs)), encoding="utf-8")
    return file


def processor_seconds(pid: int | None) -> float:
    """What all threads of a process have used."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def least(run: Callable[[], Answer[Term]], pid: Callable[[], int | None]) -> tuple[float, Answer[Term]]:
    """The seconds of the quickest of several runs, and the answer."""
    answer = run()  # the child is started
    best, all_ = math.inf, 0.0
    for _ in range(RUNS):
        before = processor_seconds(pid())
        answer = run()
        taken = processor_seconds(pid()) - before
        best, all_ = min(best, taken), all_ + taken
        if all_ > ENOUGH:
            break
    return best, answer


def facts_of(program: Program, answer: Answer[Term]) -> tuple[object, ...]:
    """What must be equal."""
    best = None if program == Program.WON else answer.best
    return answer.value, best, answer.nodes, answer.leaves, answer.horizon


def compared(game: SessionGame, program: Program, limits: Limits) -> tuple[float, float, int | None]:
    """The seconds by the text and by hand, and the nodes."""
    start = game.initial()[0]
    mover = Atom(game.player(start).value)
    own = own_program(game, f"file:{program.value}")
    window = limits.alpha, limits.beta
    text = MachineProgram(
        game, own, [start], empty_ends=ends_are_empty(game, own), window=window, memory=game.session.memory
    )
    try:
        by_text, answer = least(lambda: text.run(start, mover, limits), lambda: text.pid)
    finally:
        text.close()
    with MachineGame(game, compiler=next(iter(candidates())), only=program.value) as machine:
        by_hand, expected = least(lambda: machine.run(program, start, limits), lambda: machine.pid)
    if facts_of(program, answer) != facts_of(program, expected):
        raise SystemExit(f"{game.name}, {program.value}: {answer} is not {expected}")
    return by_text, by_hand, answer.nodes


def measured(games: set[str]) -> Iterator[tuple[Program, float]]:
    """The ratio of each search, which is printed, too."""
    for case in CASES:
        if games and case.game not in games:
            continue
        with tempfile.TemporaryDirectory() as folder, consult(joined(case, Path(folder))) as game:
            for program in PROGRAMS:
                depth = case.alphabeta if program == Program.ALPHABETA else case.minimax
                if program == Program.WON and depth is not None:
                    continue
                by_text, by_hand, nodes = compared(game, program, Limits(depth, seconds=None))
                ratio = by_text / by_hand
                told = f"{by_text * 1e3:9.2f} ms {by_hand * 1e3:9.2f} ms {ratio:6.2f}"
                print(f"{case.game:10} {program.value:10} {nodes:10} nodes {told}", flush=True)
                yield program, ratio


def main() -> None:
    """Measure, and print the geometric means."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*")
    ratios = list(measured(set(options.parse_args().games)))
    for program in PROGRAMS:
        logs = [math.log(ratio) for one, ratio in ratios if one == program]
        if logs:
            print(f"{program.value}: {math.exp(sum(logs) / len(logs)):.2f}")


if __name__ == "__main__":
    main()
