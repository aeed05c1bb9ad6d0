"""Grade homework, a file or a whole class's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from pydecl.crosschecking.own_checking import TREES
from pydecl.grading.pages.teacher import check_file, check_folder, write_csv, write_pages
from pydecl.grading.part import RULES
from pydecl.grading.resemblance import alike
from pydecl.grading.rubric import PLAIN, read_rubric, required
from pydecl.grading.running import POSITIONS, Asked, Grades
from pydecl.grading.running import grade as grade_files
from pydecl.grading.submissions import submissions
from pydecl.kept import Answers
from pydecl.model.number import limits, whole
from pydecl.rules.source import read_source
from pydecl.sandbox.session import MEMORY
from pydecl.sandbox.work import PieceExecutor

USUAL: dict[str, float] = {"time": 60.0, "positions": POSITIONS, "trees": TREES, "seed": 0, "memory": MEMORY}
"""How files are graded if neither the question nor the rubric says so."""


def grade(
    reference: str | Path,
    files: str | Path | Sequence[str | Path],
    *,
    require: str | Sequence[str] | None = None,
    rubric: str | Path | None = None,
    jobs: int = 1,
    cluster: str | PieceExecutor | None = None,
    csv: str | Path | None = None,
    html: str | Path | None = None,
    solutions: bool = False,
    seconds: float | None = None,
    positions: int | None = None,
    trees: int | None = None,
    seed: int | None = None,
    memory: int | None = None,
    store: Answers | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Grades:
    """Grade homework: its rules against a reference's, and its programs against the textbook's.

    Args:
        reference: the rules file that is right.
        files: files, folders, and ZIP archives of them.
        require: the programs that each file must bring, such as "minimax/3"; by default none, and what a file
            brings is graded.
        rubric: a TOML file that says what each part is worth; by default a point each.
        jobs: how many files are graded at a time.
        cluster: the Dask cluster that grades them instead, such as "tcp://HOST:PORT" or "local:2".
        csv: where to write the points.
        html: the folder where to write a page for each student, and `index.html` for the teacher.
        solutions: whether the students' pages say what would be right.
        seconds: the time for each file; 0 is no limit.
        positions: on how many positions the rules are compared.
        trees: on how many random trees each program is tried.
        seed: what the trees follow from.
        memory: what the rules may use, in MiB.
        store: where what is finished is kept.
        resume: whether what is in the store is not graded again.
        progress: is told how many files are done, and of how many.

    What is not said of `seconds`, `positions`, `trees`, `seed` and `memory` is as the rubric has it, or else
    as `USUAL` has it.

    Returns:
        The grades in the order of the files; `agree` is whether all of it is right.

    Raises:
        InputError: the reference, the rubric or what is to be graded cannot be used.

    >>> from pydecl.paths import prolog_file
    >>> grades = grade(prolog_file("games", "nim.pl"), prolog_file("games", "nim.pl"))
    >>> grades.agree, [part.name for part in grades.files[0].parts]
    (True, ['rules'])
    """
    whole(1, jobs=jobs, positions=positions)
    whole(0, trees=trees)
    limits(seconds or None, memory)
    chosen = PLAIN if rubric is None else read_rubric(read_source(Path(rubric)), str(rubric))
    words = require if require is None or isinstance(require, str) else ",".join(require)
    needed = required(words, chosen, str(rubric))
    if needed and not chosen.points:
        chosen = replace(chosen, points=dict.fromkeys((RULES, *needed), 1))
    said = {"time": seconds, "positions": positions, "trees": trees, "seed": seed, "memory": memory}
    bounds = {**USUAL, **chosen.limits, **{name: value for name, value in said.items() if value is not None}}
    numbers = {name: int(bounds[name]) for name in ("positions", "trees", "seed", "memory")}
    asked = Asked(bounds["time"] or None, **numbers, required=needed)
    if html is not None:
        check_folder(Path(html))
    if csv is not None:
        check_file(Path(csv))
    listed = [files] if isinstance(files, str | Path) else list(files)
    with submissions([Path(one) for one in listed]) as given:
        found = grade_files(
            reference,
            given,
            asked,
            store=store,
            resume=resume,
            jobs=jobs,
            cluster=cluster,
            rubric=chosen,
            progress=progress,
        )
        if csv is not None:
            write_csv(Path(csv), found)
        if html is not None:
            write_pages(found, Path(html), alike(reference, given, found.students), solutions=solutions)
    return found
