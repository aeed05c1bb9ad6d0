"""What adapt makes of the programs in a folder: one row each, with what the glue then does.

    python benchmarks/adapting.py FOLDER [--time S]

Each file and each folder directly in FOLDER is one program. `untouched` is glue that runs, asks nothing, and
has moves; `open` is how many questions are in it. Seconds are processor time of this process, and of children
that have ended.
"""

from __future__ import annotations

import argparse
import resource
from pathlib import Path

from pydecl.errors import PydeclError
from pydecl.loading.consulting import consult
from pydecl.loading.glue.adapting import adapt

DEPTH = 2


def spent() -> float:
    """Processor time, in seconds."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    used = [resource.getrusage(kind) for kind in kinds]
    return sum(one.ru_utime + one.ru_stime for one in used)


def counts(glue: Path) -> str:
    """How many ways there are to play one ply, and two; or why not."""
    try:
        with consult(str(glue), seconds=20.0) as game:
            positions = list(game.initial())
            found = []
            for _ in range(DEPTH):
                positions = [after for position in positions for _, after in game.successors(position)]
                found.append(len(positions))
            return " ".join(map(str, found)) if all(found) else "no moves"
    except PydeclError as error:
        return f"fails: {str(error).splitlines()[0][:90]}"


def row(program: Path, seconds: float) -> tuple[str, str, str, str, str]:
    """One program's row."""
    before = spent()
    glue = (program if program.is_dir() else program.parent) / f"{program.stem}_glue_.pl"
    try:
        adapted = adapt(program, glue, seconds)
    except PydeclError as error:
        return program.name, "none", "", f"{spent() - before:.1f}", str(error).splitlines()[0][:110]
    if adapted.text is None:
        return program.name, "none", "", f"{spent() - before:.1f}", adapted.why[:110]
    glue.write_text(adapted.text, encoding="utf-8")
    try:
        told = counts(glue)
    finally:
        glue.unlink()
    runs = told[0].isdigit()
    verdict = "fails" if not runs else "open" if adapted.questions else "untouched"
    asked = str(len(adapted.questions))
    return program.name, verdict, asked, f"{spent() - before:.1f}", told


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--time", type=float, default=30.0)
    given = parser.parse_args()
    print("| program | glue | open | seconds | plays of 1 and 2 plies, or why not |\n|---|---|---|---|---|")
    for program in sorted(given.folder.iterdir()):
        if program.is_dir() or program.suffix == ".pl":
            print("|", " | ".join(row(program, given.time)), "|", flush=True)


if __name__ == "__main__":
    main()
