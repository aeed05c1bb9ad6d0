"""The idioms of `tests/idioms/` on SWI-Prolog and in machine code.

    python tests/support/idiom_runs.py [C COMPILER ...]

prints, for each compiler, how much of each file it takes, what it refuses and why, and what it gets wrong;
exit code 1 where anything differs.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from differential import Verdict, compare_file, expected_outcomes, idiom_files, report
from random_runs import by_compilers
from swi_solutions import SwiSolver


def main(arguments: Sequence[str]) -> int:
    """Compare the idioms as built by the compilers that are named, or by all."""
    chosen = [one for one in by_compilers() if not arguments or one.name in arguments]
    files = idiom_files()
    with SwiSolver() as solver:
        expected = {file.theme: expected_outcomes(solver, file) for file in files}
    differs = False
    for back_end in chosen:
        found = {file.theme: compare_file(file, back_end, expected[file.theme]) for file in files}
        sys.stdout.write(report(back_end.name, found) + "\n")
        differs |= any(item.verdict is Verdict.DIFFERENT for items in found.values() for item in items)
    return int(differs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
