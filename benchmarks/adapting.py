"""What adapt makes of the programs in a folder: one row each, with what the glue then does.

    python benchmarks/adapting.py FOLDER [--time S] [--filled FILLS] [--write GLUES]

Each file and each folder directly in FOLDER is one program. `untouched` is glue that runs, asks nothing, and
has moves; `open` is glue that runs and asks something. FILLS has a file NAME.pl for some programs, of five
lines at the most, each a clause: they take the place of the clauses of the same predicates in the glue, above
all of those with `fill_in`, and come after the others if there are none; `3 lines` is glue that runs with
them. GLUES is a folder for the glue, as it was consulted.

A comment `% game: SPEC` in such a file names the bundled game that the program means to play: the ways to
play are counted in both, ply by ply, with those that end in a win or a loss. The faults are where the numbers
differ first, and what `check` finds in a sample of positions. Seconds are processor time of this process, and
of children that have ended. A comment `% wrong: WHY` says that the glue runs untouched, but is not the game.

What came out for public programs is in `strangers.tsv`.
"""

from __future__ import annotations

import argparse
import re
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydecl.checking.check import check_file
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import LimitError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.loading.glue.adapting import adapt
from pydecl.loading.glue.frame import MARK
from pydecl.model.deadline import Deadline

DEPTH = 2


def spent() -> float:
    """Processor time, in seconds."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    used = [resource.getrusage(kind) for kind in kinds]
    return sum(one.ru_utime + one.ru_stime for one in used)


def counts(glue: Path) -> str:
    """How many ways there are to play one ply, and two; or why not. What takes too long is left out."""
    found: list[int] = []
    until = Deadline.after(40.0)
    try:
        with consult(str(glue), until=until) as game:
            positions = list(game.initial())
            for _ in range(DEPTH):
                positions = [after for position in positions for _, after in game.successors(position)]
                found.append(len(positions))
    except LimitError as error:
        return f"{found[0]} …" if found else f"fails: {str(error).splitlines()[0][:90]}"
    except PydeclError as error:
        return f"fails: {str(error).splitlines()[0][:90]}"
    told = " ".join(map(str, found))
    return told if found and all(found) else "no moves"


@dataclass(frozen=True)
class Ply:
    """The ways to play so many plies, and how many of them end there, won and lost."""

    ways: int
    won: int
    lost: int


def plies(game: SessionGame, most: int, until: Deadline) -> Iterator[Ply]:
    """Ply by ply, from all starts; positions that are reached in several ways are looked at once."""
    here: dict[Any, int] = dict.fromkeys(game.initial(), 1)
    for _ in range(most):
        after: dict[Any, int] = {}
        won = lost = 0
        for position, ways in here.items():
            until.left()
            for _, successor in game.successors(position):
                after[successor] = after.get(successor, 0) + ways
        for position, ways in after.items():
            if not game.successors(position):
                value = game.static_value(position)
                won += ways * (value > 0)
                lost += ways * (value < 0)
        yield Ply(sum(after.values()), won, lost)
        here = after


def compared(glue: Path, spec: str, seconds: float) -> str:
    """Where the glue and a bundled game differ first."""
    number = 0
    try:
        with consult(str(glue)) as mine, consult(spec) as bundled:
            ours = plies(mine, MOST_PLIES, Deadline.after(seconds))
            for number, (one, other) in enumerate(
                zip(ours, plies(bundled, MOST_PLIES, Deadline.after(seconds)), strict=True), 1
            ):
                if one.ways != other.ways:
                    return f"{one.ways} ways to play {number} plies, {other.ways} in {spec}"
                if (one.won, one.lost) != (other.won, other.lost):
                    ends = f"{one.won} won and {one.lost} lost ends"
                    return f"{ends} after {number} plies, {other.won} and {other.lost} in {spec}"
                if not one.ways:
                    return f"as {spec}, to the end"
    except LimitError:
        pass
    except PydeclError as error:
        return str(error).splitlines()[0][:90]
    return f"as {spec}, for {number} plies" if number else "too slow to compare"


def findings(glue: Path) -> list[str]:
    """What `check` finds in a sample of positions."""
    report = check_file(str(glue), COMPARING)
    return [
        f"{one.code.name}: {one.code.title}"
        for one in {one.code.name: one for one in report.findings if one.code.name.startswith("P3")}.values()
    ]


MOST_LINES = 5
"""How many lines a person may fill in."""

LONGEST = 120
"""How long each may be, in characters."""

COMPARING = 20.0
"""Seconds for the comparison with a bundled game, and for the check."""

MOST_PLIES = 12

_GAME = re.compile(r"^% game: (\S+)", re.MULTILINE)

_WRONG = re.compile(r"^% wrong: ", re.MULTILINE)

_NAME = re.compile(r":-|[a-z]\w*")


def file_for(program: Path, fills: Path | None) -> Path | None:
    """The file with what is filled in for a program."""
    file = fills / f"{program.name.removesuffix('.pl')}.pl" if fills is not None else None
    return file if file is not None and file.exists() else None


def lines_of(file: Path) -> list[str]:
    """The lines that are filled in."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if _NAME.match(line)]
    if len(lines) > MOST_LINES:
        raise SystemExit(f"{file}: {len(lines)} lines, and {MOST_LINES} are allowed")
    if any(len(line) > LONGEST for line in lines):
        raise SystemExit(f"{file}: a line is longer than {LONGEST} characters")
    return lines


def filled(glue: str, lines: list[str]) -> str:
    """The glue with lines in the places of the clauses of the same predicates, or at the end.

    A line with `fill_in` goes if nothing calls its predicate any more.
    """
    by_name: dict[str, list[str]] = {}
    inside = False
    for line in lines:
        by_name.setdefault(line[: _NAME.match(line).end()], []).append(line)  # type: ignore[union-attr]
    made: list[str] = []
    for line in glue.splitlines():
        name = found.group() if (found := _NAME.match(line)) else ""
        if name != ":-" and name in by_name:
            made += by_name[name]
            by_name[name] = []
            inside = not line.endswith(".")
        elif inside:
            inside = not line.endswith(".")
        else:
            made.append(line)
    made += [line for rest in by_name.values() for line in rest]
    unfilled = {line: line.split("(")[0].split(" ")[0] for line in made if line.endswith(f":- {MARK}.")}
    used = "\n".join(line for line in made if line not in unfilled and not line.startswith("%"))
    kept = [line for line in made if re.search(rf"\b{unfilled.get(line, '')}\b", used)]
    return "\n".join([*kept, ""])


@dataclass
class Row:
    """One program's row."""

    name: str
    verdict: str
    asked: str
    seconds: float
    told: str
    faults: str = ""

    def __str__(self) -> str:
        cells = (self.name, self.verdict, self.asked, f"{self.seconds:.1f}", self.told, self.faults)
        return f"| {' | '.join(cells)} |"


def row(program: Path, seconds: float, fills: Path | None, glues: Path | None) -> Row:
    """One program's row."""
    before = spent()
    glue = (program if program.is_dir() else program.parent) / f"{program.stem}_glue_.pl"
    try:
        adapted = adapt(program, glue, seconds)
    except PydeclError as error:
        return Row(program.name, "none", "", spent() - before, str(error).splitlines()[0][:110])
    if adapted.text is None:
        return Row(program.name, "none", "", spent() - before, adapted.why[:110])
    own = file_for(program, fills)
    lines = lines_of(own) if own is not None else []
    asked = f"{adapted.slots} to fill in" if adapted.slots else str(len(adapted.questions))
    verdict, told, faults = "fails", "", ""
    text = adapted.text
    try:
        wrong = own is not None and _WRONG.search(own.read_text(encoding="utf-8")) is not None
        if not (adapted.slots or wrong or (adapted.questions and lines)):
            told = tried(glue, text)
            verdict = "open" if adapted.questions else "untouched"
        if lines and not told[:1].isdigit():
            text = filled(adapted.text, lines)
            told = tried(glue, text)
            verdict = f"{len(lines)} line{'s' * (len(lines) > 1)}"
        if told[:1].isdigit():
            spec = _GAME.search(own.read_text(encoding="utf-8")) if own is not None else None
            first = [compared(glue, spec[1], COMPARING)] if spec else []
            faults = "; ".join([*first, *findings(glue)])
        else:
            verdict = "unfilled" if adapted.slots and not lines else "fails"
        if glues is not None:
            (glues / f"{program.name.removesuffix('.pl')}.pl").write_text(text, encoding="utf-8")
    finally:
        glue.unlink(missing_ok=True)
    return Row(program.name, verdict, asked, spent() - before, told.replace(f"{program}/", ""), faults)


def tried(glue: Path, text: str) -> str:
    """What there is to play by the glue of this text."""
    glue.write_text(text, encoding="utf-8")
    return f"{MARK} is left" if f":- {MARK}." in text else counts(glue)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--time", type=float, default=30.0)
    parser.add_argument("--filled", type=Path)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    print("| program | glue | open | seconds | plays of 1 and 2 plies, or why not | faults |")
    print("|---|---|---|---|---|---|")
    rows = []
    for program in sorted(given.folder.iterdir()):
        if program.is_dir() or program.suffix == ".pl":
            rows.append(row(program, given.time, given.filled, given.write))
            print(rows[-1], flush=True)
    untouched = sum(one.verdict in ("untouched", "open") for one in rows)
    by_lines = sum("line" in one.verdict for one in rows)
    print(f"\n{len(rows)} programs: {untouched} run untouched, {by_lines} with lines filled in")


if __name__ == "__main__":
    main()
