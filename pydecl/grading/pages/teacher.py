"""For the teacher: the page of the class with all points, causes and files to look at, and a table as CSV."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydecl.errors import InputError, writing
from pydecl.errors.escaping import escaped
from pydecl.grading.causes import TITLES
from pydecl.grading.pages.page import number, page, row, table
from pydecl.grading.pages.student import judged, student_page
from pydecl.grading.part import RULES, UNJUDGED, VERDICTS, Part, State
from pydecl.grading.resemblance import Resemblance
from pydecl.grading.rubric import PRUNING, points_text
from pydecl.grading.running import Grades
from pydecl.model.number import counted
from pydecl.workbench.drawing.svg import Markup, element

UNKNOWN = "no single slip known"


def class_page(found: Grades, pages: Mapping[str, str], alike: Sequence[Resemblance]) -> str:
    """The page; `pages` are the addresses of the students' pages, `alike` the pairs to be looked at."""
    title = found.rubric.title or "Homework"
    count = len(found.files)
    right = sum(grade.agrees for grade in found.files)
    body = [
        element("h1", f"{title}: the class"),
        element(
            "p",
            f"{counted(count, 'file')}, graded against {found.reference}. Right in every part: {right}.",
            class_="who",
        ),
        element("h2", "Points"),
        _points(found, pages),
        element("h2", "Causes"),
        *_causes(found),
        *_noted(found, pages),
        element("h2", "Files that resemble each other"),
        *_alike(alike, pages),
    ]
    return page(f"{title}: the class", element("main", *body))


def _points(found: Grades, pages: Mapping[str, str]) -> Markup:
    rubric = found.rubric
    pruning = ["pruning"] if PRUNING in rubric.points else []
    head = ["student", "points", RULES, *found.programs, *pruning, "causes"]
    rows = []
    for grade in found.files:
        by_name = {part.name: part for part in grade.parts}
        most = rubric.most([part.name for part in grade.parts])
        points = f"{points_text(rubric.sum(grade.parts))} of {points_text(most)}"
        cells = [_part(by_name.get(name)) for name in (RULES, *found.programs)]
        pruned = [number(points_text(rubric.pruned(grade.parts)))] if pruning else []
        causes = "; ".join(dict.fromkeys(_cause(part) for part in grade.parts if _is_wrong(part)))
        name = element("a", grade.student, href=pages[grade.student])
        rows.append(row(element("td", name), number(points), *cells, *pruned, causes))
    return table(head, rows, "The points of the class")


def _part(part: Part | None) -> Markup:
    return element("td", "–") if part is None else judged(VERDICTS[part.state], part.state is State.AGREES)


def _is_wrong(part: Part) -> bool:
    return part.state in (State.DIFFERS, State.PRUNES_NOTHING) and part.name != RULES


def _cause(part: Part) -> str:
    return UNKNOWN if part.cause is None else TITLES[part.cause]


def _causes(found: Grades) -> list[str]:
    """Each cause with the number of files that have it."""
    counts: Counter[str] = Counter()
    for grade in found.files:
        counts.update({_cause(part) for part in grade.parts if _is_wrong(part)})
    if not counts:
        return [element("p", "No program is wrong.")]
    most = max(counts.values())
    rows = [
        row(cause, number(str(count)), element("td", element("meter", max=most, value=count)))
        for cause, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
    return [table(["cause", "files", ""], rows, "Causes: how many files have each")]


def _noted(found: Grades, pages: Mapping[str, str]) -> list[str]:
    """What a verdict does not say: why there is none, what it rests on, and what a file tries besides."""
    rows = [
        row(element("td", element("a", grade.student, href=pages[grade.student])), part.name, note)
        for grade in found.files
        for part in grade.parts
        for note in ((*part.message.splitlines()[:1],) if part.state in UNJUDGED else part.notes)
    ]
    if not rows:
        return []
    return [element("h2", "Notes"), table(["student", "part", "note"], rows, "Notes on the files")]


def _alike(alike: Sequence[Resemblance], pages: Mapping[str, str]) -> list[str]:
    said = (
        "These files share clauses of the same shape, whatever the names in them; what the reference, "
        "the textbook or many of the files have does not count. There are few ways to write a short program: "
        "this is a reason to look, and proves nothing."
    )
    if not alike:
        return [element("p", "None are conspicuous.")]
    rows = [
        row(
            "look",
            element("td", element("a", pair.one, href=pages[pair.one])),
            element("td", element("a", pair.other, href=pages[pair.other])),
            number(f"{pair.share:.0%}"),
            number(str(pair.clauses)),
        )
        for pair in alike
    ]
    return [
        element("p", said),
        table(["", "student", "student", "shared", "clauses"], rows, "Files to look at"),
    ]


MARK = "pydecl-grades.json"
"""The file by which a folder is known to hold such pages, which can be written anew: it lists them."""

LONGEST = 60
"""How much of a student's name a file's name has, in characters."""


def check_folder(folder: Path) -> None:
    """Raises InputError if pages cannot be written there: before all is graded."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file, and the pages need a folder")
    with writing(folder):
        if folder.is_dir() and not (folder / MARK).is_file() and any(folder.iterdir()):
            raise InputError(f"{folder}: is not empty, and holds no pages of pydecl's: give another folder")
        folder.mkdir(parents=True, exist_ok=True)


def write_pages(
    found: Grades, folder: Path, alike: Sequence[Resemblance], *, solutions: bool = False
) -> list[Path]:
    """Write all pages; those that are there are replaced. Raises InputError."""
    check_folder(folder)
    addresses = {
        grade.student: page_name(number, grade.student) for number, grade in enumerate(found.files, 1)
    }
    files = {"index.html": class_page(found, addresses, alike)}
    for grade in found.files:
        files[addresses[grade.student]] = student_page(grade, found.rubric, solutions=solutions)
    files[MARK] = json.dumps(sorted(files), indent=1) + "\n"
    with writing(folder):
        _clear(folder)
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8", newline="\n")
    return [folder / name for name in files if name != MARK]


def page_name(number: int, student: str) -> str:
    """The name of a student's page: a number, and what of the name every file system takes.

    >>> page_name(3, "Åsa <b>/../x"), page_name(12, "日本")
    ('003-asa-b-x.html', '012.html')
    """
    plain = unicodedata.normalize("NFKD", student).encode("ascii", "ignore").decode().lower()
    words = re.sub("[^a-z0-9]+", "-", plain)[:LONGEST].strip("-")
    return f"{number:03}{'-' if words else ''}{words}.html"


def _clear(folder: Path) -> None:
    """Remove the pages of an earlier run."""
    mark = folder / MARK
    if not mark.is_file():
        return
    try:
        listed = json.loads(mark.read_text("utf-8"))
    except ValueError:
        listed = []
    for name in listed if isinstance(listed, list) else []:
        if isinstance(name, str) and re.fullmatch(r"[a-z0-9-]+\.html", name):
            (folder / name).unlink(missing_ok=True)


FORMULAS = ("=", "+", "-", "@")
"""How a cell begins that a spreadsheet would compute: a file's name may."""


def check_file(path: Path) -> None:
    """Raises InputError if the table cannot be written there: before all is graded."""
    with writing(path), path.open("ab"):
        pass


def write_csv(path: Path, found: Grades) -> None:
    """Write the table, whose columns of parts have their points, in place of what is there.

    Raises InputError.
    """
    rubric = found.rubric
    programs = found.programs
    pruning = [PRUNING] if PRUNING in rubric.points else []
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(
        ["student", "file", "points", "of", RULES, *programs, *pruning, "missing", "causes", "notes"]
    )
    for grade in found.files:
        by_name = {part.name: part for part in grade.parts}
        parts = [
            points_text(rubric.got(by_name[name])) if name in by_name else "" for name in (RULES, *programs)
        ]
        wrong = [part for part in grade.parts if part.state is not State.AGREES]
        causes = dict.fromkeys(
            f"{part.name}: {part.state.value}{'' if part.cause is None else f' ({part.cause.value})'}"
            for part in wrong
        )
        writer.writerow(
            [
                _plain(grade.student),
                _plain(grade.file),
                points_text(rubric.sum(grade.parts)),
                points_text(rubric.most([part.name for part in grade.parts])),
                *parts,
                *([points_text(rubric.pruned(grade.parts))] if pruning else []),
                " ".join(grade.missing),
                "; ".join(causes),
                _plain("; ".join(note for part in grade.parts for note in part.notes)),
            ]
        )
    with writing(path):
        path.write_text(written.getvalue(), "utf-8", newline="\n")


def _plain(cell: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> _plain("=1+1"), _plain("ada")
    ("'=1+1", 'ada')
    """
    cell = escaped(cell)
    return f"'{cell}" if cell.startswith(FORMULAS) else cell
