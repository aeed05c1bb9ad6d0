"""The same searches by different means: `python benchmarks/engines.py` writes them into the docs.

`pydecl bench` measures the same, but for C by hand, and prints it. With `--only NAME`, once for each
contender that is wanted, what is measured is printed, and the docs stay as they are.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydecl.benchmarking.contenders import TASKS, Task, contenders
from pydecl.benchmarking.measuring import measure
from pydecl.engines.native.building import compilers
from pydecl.engines.prolog.installation import swipl_program

sys.path.append(str(Path(__file__).parent / "hand"))

from hand_written import by_hand
from speed_report import markdown, replaced, svg

DOCS = Path(__file__).parent.parent / "docs"


def versions() -> Iterator[str]:
    """What is compared, and in which version."""
    swipl = subprocess.run([swipl_program(), "--version"], capture_output=True, text=True, check=True).stdout
    yield "SWI-Prolog " + swipl.split()[2]
    for compiler in compilers():
        said = subprocess.run([*compiler.command[:2], "--version"], capture_output=True, text=True)
        first = (said.stdout or said.stderr).splitlines()
        yield f"{compiler.name} is {first[0].split(' (Try')[0]}" if first else compiler.name
    for package in ("easyAI", "open_spiel"):
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"without {package}"


def progress(task: Task, name: str) -> None:
    """Say what is being done."""
    print(f"{task}: {name}", flush=True)


def main() -> None:
    """Measure, and write the docs' section and picture."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--only", action="append", metavar="NAME")
    chosen = options.parse_args()
    every = [*contenders(), *by_hand()]
    found = [one for one in every if chosen.only is None or one.name in chosen.only]
    tables = [measure(task, found, chosen.rounds, progress) for task in TASKS]
    if chosen.only is not None:
        print(markdown(tables, "python benchmarks/engines.py", list(versions())))
        return
    page = DOCS / "benchmarks.md"
    picture = "![nodes a second](engines.svg)\n\n"
    section = markdown(tables, "python benchmarks/engines.py", list(versions()))
    page.write_text(replaced(page.read_text(encoding="utf-8"), picture + section), encoding="utf-8")
    (DOCS / "engines.svg").write_text(svg(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
