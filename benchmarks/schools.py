"""Rules of other schools on three engines: `python benchmarks/schools.py [FILE ...]` prints a table.

Each file, by default those of `tests/strangers`, is searched by alpha-beta to the end, in SWI-Prolog, by the
Python twin on supplied facts and in machine code. Nodes and values must be equal; what is compared is nodes a
second of the processor, the engines in turn, round by round, in one run.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from pydecl.benchmarking.contender import Contender, Task
from pydecl.benchmarking.contenders import OfEngine
from pydecl.benchmarking.measuring import measure
from pydecl.engines import registry
from pydecl.loading.consulting import consult

STRANGERS = Path(__file__).parent.parent / "tests" / "strangers"


def contenders() -> list[Contender]:
    """SWI-Prolog first, the Python twin, and machine code by the compiler that optimises."""
    found: list[Contender] = []
    for name in ("prolog", "python", "native"):
        variants = registry.all_engines()[name].variants()
        compiled = [one for one in variants if name != "python" or "compiled" in one.label]
        best = next((one for one in compiled if "-O2" in one.label), compiled[0])
        found.append(OfEngine(best.label, best.take_up))
    return found


def row(path: Path, program: str, depth: int | None, rounds: int) -> str:
    """A file's nodes, its nodes a second in SWI-Prolog, and how many times as many in the others."""
    with consult(path) as game:
        school = game.convention
    table = measure(Task(str(path), program, depth), contenders(), rounds)
    if table.unfit:
        return f"| {path.stem} | {school} | {'; '.join(why for _, why in table.unfit)} | | | |"
    first, *others = table.lines
    ratios = (f"{statistics.median(line.ratios(first)):.1f}" for line in others)
    return f"| {path.stem} | {school} | {first.nodes:,} | {first.rate:,.0f} | {' | '.join(ratios)} |"


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("files", nargs="*", type=Path)
    options.add_argument("--program", default="alphabeta")
    options.add_argument("--depth", type=int)
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    print("| file | school | nodes | SWI-Prolog, nodes/s | Python, times | machine code, times |")
    print("| --- | --- | --- | --- | --- | --- |")
    for path in chosen.files or sorted(STRANGERS.glob("*.pl")):
        print(row(path, chosen.program, chosen.depth, chosen.rounds), flush=True)


if __name__ == "__main__":
    main()
