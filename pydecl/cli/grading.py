"""pydecl grade: homework against a reference, rules and programs."""

from __future__ import annotations

from pathlib import Path

from pydecl.api.grading import grade
from pydecl.cli.failing import complain
from pydecl.cli.helping import LIMITS
from pydecl.cli.options import JSON, STORE, Sharing, argument, command, flag, option, options, time_option
from pydecl.cli.output import print_json, print_table, progress_bar, say, store_file
from pydecl.crosschecking.own_checking import TREES
from pydecl.errors import Exit
from pydecl.grading.part import RULES, State, has_no_program, marks, part_text
from pydecl.grading.rubric import points_text
from pydecl.grading.running import POSITIONS, Grades, answers
from pydecl.model.number import LEAST_MEMORY
from pydecl.sandbox.session import MEMORY


@options
class Grading:
    """What is asked for, and what is written, as `grade` takes it."""

    require: str | None = option(
        "--require", "NAME/ARITY,…", "The programs that each file must bring; else any."
    )
    rubric: Path | None = option("--rubric", "FILE.toml", "What each part is worth; by default a point each.")
    csv: Path | None = option("--csv", "FILE", "Write the points as CSV.")
    html: Path | None = option("--html", "FOLDER", "Write a page for each student, and index.html for you.")
    solutions: bool = flag("--solutions", "Say on the students' pages what would be right.")
    seconds: float | None = time_option("Seconds for each file (60); 0 is no limit.")
    positions: int | None = option(
        "--positions", "N", f"On how many positions the rules are compared ({POSITIONS}).", min=1
    )
    trees: int | None = option(
        "--trees", "N", f"On how many random trees a program is tried ({TREES}).", min=0
    )
    seed: int | None = option("--seed", "N", "What the random trees follow from (0).")
    memory: int | None = option(
        "--memory", "MIB", f"The memory of the rules ({MEMORY} MiB).", group=LIMITS, min=LEAST_MEMORY
    )
    resume: bool = flag("--resume", "Go on where an earlier run stopped.")


@command
def grade_files(
    reference: str = argument("REFERENCE", "The rules file that is right."),
    files: list[Path] = argument("FILE…", "What to grade: files, folders, and ZIP archives of them."),
    *,
    sharing: Sharing,
    asked: Grading,
    store: Path | None = STORE,
    as_json: bool = JSON,
) -> Exit | None:
    """Grade homework: its rules against a reference's, and its programs against the textbook's."""
    with (
        sharing.running() as running,
        answers(store_file(store)) as kept,
        progress_bar("grade") as show,
    ):
        run = {"jobs": sharing.jobs or 1, "cluster": running, "store": kept, "progress": show}
        found = grade(reference, files, **vars(asked) | run)
    if as_json:
        print_json(found.to_json())
    else:
        _print(found)
        if asked.html is not None:
            say(f"\n{asked.html / 'index.html'}: {len(found.files)} pages")
    if found.interrupted:
        complain("interrupted: --resume goes on from here")
    return found.exit_code


def _print(found: Grades) -> None:
    names = list(dict.fromkeys(part.name for one in found.files for part in one.parts))
    programs = sorted(name for name in names if name != RULES)
    rubric = found.rubric
    has_points = bool(rubric.deductions) or any(worth != 1 for worth in rubric.points.values())
    rows = []
    for one in found.files:
        by_name = {part.name: part for part in one.parts}
        cells = [by_name[name].state.value if name in by_name else "-" for name in (RULES, *programs)]
        right, of = marks(one.parts)
        most = rubric.most([part.name for part in one.parts])
        points = f"{points_text(rubric.sum(one.parts))}/{points_text(most)}"
        rows.append((one.file, *cells, *([f"{right}/{of}"] if has_points else []), points))
    if rows:
        print_table(("file", RULES, *programs, "marks", *(["points"] if has_points else [])), rows)
    for one in found.files:
        if has_no_program(one.parts):
            say(f"\n{one.file}: none of the programs that are required: no points")
        for part in one.parts:
            if part.state is not State.AGREES or part.notes:
                say(part_text(one.file, part))
