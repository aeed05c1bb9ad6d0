"""Deep searches: boards of Connect-4 solved from the bundled rules, with a table of a fixed size.

`python benchmarks/deep.py [GAME …]` prints a table for the docs, whose last rows take minutes: the value and
what is known of it, nodes, seconds of the search itself, and the most memory that its process had.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pydecl.engines import registry
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Order, Settings, value_text

KNOWN = {
    "connect4:width=5,height=4": "=",
    "connect4:width=4,height=6": "=",
    "connect4:width=6,height=4": "-",
    "connect4:width=5,height=5": "=",
    "connect4:width=5,height=6": "=",
    "connect4:width=6,height=5": "=",
}
"""As in the table of John Tromp, https://tromp.github.io/c4/c4.html: + is a win for who begins, = a tie."""

TABLE = 60_000_000
MEMORY = 6_000
"""In MiB."""

SETTINGS = Settings(order=Order.STATIC, given=(("table", TABLE),))


def row(name: str) -> str:
    """What machine code finds."""
    with consult(name, memory=MEMORY, seconds=None) as game:
        runner = registry.runner(game, "native")
        runner.hurry(Program.ALPHABETA_TT)
        result = search(
            game, "alphabeta_tt", engine="native", depth=None, seconds=None, settings=SETTINGS, line=False
        )
        memory = most_memory(runner.pid)
    answer = result.answer
    found = f"{value_text(answer.value)}, {result.best_move}"
    counts = f"{answer.nodes:,} | {answer.hits:,} | {answer.seconds:.1f} | {memory}"
    return f"| {name} | {KNOWN.get(name, '')} | {found} | {counts} |"


def most_memory(pid: int | None) -> str:
    """The most that a process has had in memory, where Linux tells."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    sizes = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
    return f"{sizes[0] >> 10:,} MiB" if sizes else ""


def main() -> None:
    """Print the table."""
    print("| game | known | found | nodes | from the table | seconds | memory |\n" + "|---" * 7 + "|")
    for name in sys.argv[1:] or KNOWN:
        print(row(name), flush=True)


if __name__ == "__main__":
    main()
