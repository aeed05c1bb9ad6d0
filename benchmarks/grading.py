"""A class's homework graded, and every verdict held against its label.

    python benchmarks/grading.py [--jobs N] [--time S] [--only NAME,…] [--slips N]

The files and their labels are those of `tests/support/labelled_homework.py`. What is wrong by its label must
be said to be wrong, for a cause that the label names; what is right must not be accused of anything.

With `--slips N` there are N other files, each a right program with one slip (`tests/support/slips.py`), and
right programs written oddly (`tests/support/right_searches.py`); plain SWI-Prolog says beforehand which are
right. No slip may agree, no right one be accused. The exit code is 1 if a verdict is wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

SUPPORT = Path(__file__).parent.parent / "tests" / "support"
sys.path.insert(0, str(SUPPORT))

from labelled_homework import Labelled, labelled, made, written  # noqa: E402
from right_searches import odd  # noqa: E402
from slips import judged, slips  # noqa: E402

from pydecl.grading.part import Part, State  # noqa: E402
from pydecl.grading.running import Asked, Grade, grade  # noqa: E402

REFERENCE = SUPPORT.parent / "homework" / "good.pl"


def _said(part: Part) -> str:
    return part.state.value + ("" if part.cause is None else f" ({part.cause.value})")


def _misjudged(file: Labelled, part: Part) -> bool:
    """Whether a verdict is not the label's."""
    label = file.label(part.name)
    return part.state is not label.state or bool(label.causes and part.cause not in label.causes)


def _accused(file: Labelled, part: Part) -> bool:
    """Whether a part that is right is called wrong."""
    return file.label(part.name).state is State.AGREES and part.state is not State.AGREES


def _graded(files: Sequence[Labelled], jobs: int, seconds: float) -> list[Grade]:
    found: dict[str, Grade] = {}
    with TemporaryDirectory() as folder:
        for required in dict.fromkeys(file.required for file in files):
            paths = written([file for file in files if file.required == required], Path(folder))
            done = grade(REFERENCE, paths, Asked(seconds=seconds, required=required), jobs=jobs)
            found.update({one.student: one for one in done.files})
    return [found[file.name] for file in files]


def _tried(number: int, jobs: int, seconds: float) -> int:
    """Grade so many slips, and right programs that are written oddly; print a table; the exit code."""
    wrong, right = slips(number), odd()
    assert set(judged(right)) == {"right"}
    started = time.monotonic()
    grades = _graded(made([*wrong, *right]), jobs, seconds)
    taken = time.monotonic() - started
    parts = [one.parts[-1] for one in grades]  # the program; the rules, if the file was refused
    table: dict[str, list[Part]] = {}
    for slip, part in zip(wrong, parts, strict=False):
        table.setdefault(slip.kind, []).append(part)
        if part.state is State.AGREES:
            print(f"MISSED {slip.name}\n{slip.text}")
    accused = [
        (one, part)
        for one, part in zip(right, parts[len(wrong) :], strict=True)
        if part.state is not State.AGREES
    ]
    for one, part in accused:
        print(f"ACCUSED {one.name}: {_said(part)}: {part.message}\n{one.text}")
    print("| slip | files | said to be wrong | with a cause |\n|---|---|---|---|")
    for kind, told in table.items():
        found = [part for part in told if part.state is not State.AGREES]
        print(f"| {kind} | {len(told)} | {len(found)} | {sum(part.cause is not None for part in found)} |")
    missed = sum(part.state is State.AGREES for told in table.values() for part in told)
    print(
        f"{len(wrong)} slips, {missed} missed; {len(right)} right, {len(accused)} accused;"
        f" {jobs} jobs: {taken:.0f} s"
    )
    return 1 if missed or accused else 0


def main() -> int:
    """Grade the files and print a line for each; the exit code."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--time", type=float, default=20.0)
    options.add_argument("--only", default="")
    options.add_argument("--slips", type=int, default=0)
    chosen = options.parse_args()
    if chosen.slips:
        return _tried(chosen.slips, chosen.jobs, chosen.time)
    names = [name for name in chosen.only.split(",") if name]
    files = [file for file in labelled() if not names or file.name in names]
    started = time.monotonic()
    grades = _graded(files, chosen.jobs, chosen.time)
    seconds = time.monotonic() - started
    wrong = false = 0
    for file, found in zip(files, grades, strict=True):
        bad = [part for part in found.parts if _misjudged(file, part)]
        reads = {cause for part in found.parts for cause in part.readings}
        wrong += bool(bad) or reads != file.reads
        false += any(_accused(file, part) for part in found.parts)
        verdict = ", ".join(
            f"{part.name} {_said(part)}" for part in found.parts if part.state is not State.AGREES
        )
        mark = "WRONG" if bad or reads != file.reads else "ok"
        print(f"{mark:5} {file.name:28} {verdict or 'right'}")
    verdicts = f"{wrong} verdicts wrong, {false} false accusations"
    print(f"{len(files)} files, {chosen.jobs} jobs: {seconds:.0f} s, {verdicts}")
    return 1 if wrong or false else 0


if __name__ == "__main__":
    sys.exit(main())
