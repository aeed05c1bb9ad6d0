"""A folder of KIF sheets played by chance: `python benchmarks/sheets.py FOLDER` prints a row for each sheet.

pydecl's game and the second interpreter of the tests (`tests/support/gdl_interpreter.py`) are compared state
by state: what holds, the moves, whether the game is over, the value. A sheet for another number of players,
or for moves at once, must be refused. What takes longer than its time, in seconds of the processor for the
second interpreter, or six times as many by the clock for pydecl, is too slow.

    python benchmarks/sheets.py FOLDER --seconds 10 --steps 60 --only chess,othello
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

from gdl_interpreter import Interpreter
from gdl_playouts import AtOnceError, DifferError, Playout, play

from pydecl.errors import ContractError, LimitError, PydeclError
from pydecl.loading.consulting import consult


class Row(NamedTuple):
    """A sheet, what came out, and how many states agree."""

    sheet: str
    verdict: str
    states: int
    seconds: float
    remark: str


class OutOfTimeError(Exception):
    """The second interpreter has used its time."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises OutOfTimeError after so many seconds of this process."""

    def end(*_: Any) -> None:
        raise OutOfTimeError

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def judged(path: Path, seconds: float, steps: int) -> Row:
    """One sheet played."""
    begun = time.process_time()
    done = Playout()

    def row(verdict: str, remark: str = "") -> Row:
        return Row(path.stem, verdict, len(done.states), time.process_time() - begun, remark[:200])

    try:
        with consult(path, seconds=6 * seconds) as game, at_most(seconds):
            try:
                game.initial()
            except ContractError as refused:
                return row("not for two", str(refused))
            other = Interpreter(path.read_text("utf-8", errors="replace"))
            play(game, other, steps, random.Random(1), done)
    except AtOnceError as refused:
        return row("at once", str(refused))
    except DifferError as different:
        return row("differs", str(different))
    except (OutOfTimeError, LimitError) as late:
        return row("too slow", "pydecl" if isinstance(late, LimitError) else "the other")
    except PydeclError as error:
        return row("refused", str(error).replace("\n", " "))
    return row("agrees", "to its end" if done.is_over else "")


def main(arguments: Sequence[str]) -> int:
    """Print the rows, and how often each verdict came out."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--only", default="")
    told = parser.parse_args(arguments)
    wanted = set(filter(None, told.only.split(",")))
    counts: Counter[str] = Counter()
    for path in sorted(told.folder.rglob("*.kif"), key=lambda path: path.stem.lower()):
        if wanted and path.stem not in wanted:
            continue
        row = judged(path, told.seconds, told.steps)
        counts[row.verdict] += 1
        print(
            f"{row.sheet:<40} {row.verdict:<11} {row.states:>3} {row.seconds:6.1f} {row.remark}", flush=True
        )
    print(", ".join(f"{verdict}: {count}" for verdict, count in counts.most_common()))
    return 1 if counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
