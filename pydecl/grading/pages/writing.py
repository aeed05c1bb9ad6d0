"""Write the folder of pages: `index.html` for the teacher, and a page for each student."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from pydecl.errors import InputError, unwritable
from pydecl.grading.pages.student import student_page
from pydecl.grading.pages.teacher import class_page
from pydecl.grading.resemblance import Resemblance
from pydecl.grading.running import Grades

MARK = "pydecl-grades.json"
"""The file by which a folder is known to hold such pages, which can be written anew: it lists them."""

LONGEST = 60
"""How much of a student's name a file's name has, in characters."""


def check_folder(folder: Path) -> None:
    """Raises InputError if pages cannot be written there: before all is graded."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file, and the pages need a folder")
    try:
        is_strange = folder.is_dir() and not (folder / MARK).is_file() and any(folder.iterdir())
        if not is_strange:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None
    if is_strange:
        raise InputError(f"{folder}: is not empty, and holds no pages of pydecl's: give another folder")


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
    try:
        _clear(folder)
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise unwritable(folder, error) from None
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
