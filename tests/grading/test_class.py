"""A class at once: several files at a time, the same bytes each time, one endless file at its own cost."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from command_line import PROGRAM, Run
from grades import ENOUGH, GOOD
from html_pages import Attributes, Tags
from labelled_homework import GAME, MINIMAX_TEXT
from labelled_homework import GOOD as TEXT

from pydecl.errors import Exit
from pydecl.grading.pages.page import page
from pydecl.grading.pages.teacher import MARK, class_page
from pydecl.grading.part import RULES, Part, State
from pydecl.grading.running import Asked, Grade, Grades, grade

pytestmark = pytest.mark.usefixtures("own_folder")

WRONG = TEXT.replace("Val > Beta, !", "Val < Beta, !")
ENDLESS = TEXT.replace("    Nexts = [_|_].", "    moves(Pos, Nexts).")

RUBRIC = """title = "Homework <3>"
[points]
rules = 1
"minimax/3" = 2
"alphabeta/5" = 3
pruning = 1
"""


def school(folder: Path) -> list[Path]:
    """Four files: right, wrong, named alike, and without a program."""
    texts = {
        "ada": TEXT,
        "bob": WRONG,
        "eve": TEXT.replace("alphabeta(", "alfabeta("),
        "<i>zoe": GAME,
    }
    for name, text in texts.items():
        (folder / f"{name}.pl").write_text(text)
    return [folder / f"{name}.pl" for name in texts]


def words(folder: Path, files: Sequence[Path], number: object, jobs: int) -> list[str]:
    (folder / "rubric.toml").write_text(RUBRIC)
    return [
        *("grade", str(GOOD), *map(str, files), "--rubric", str(folder / "rubric.toml"), "--jobs", str(jobs)),
        *("--trees", "10", "--time", str(ENOUGH), "--csv", str(folder / f"{number}.csv")),
        *("--html", str(folder / f"pages{number}"), "--store", str(folder / f"{number}.sqlite"), "--json"),
    ]


def pages(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def plain(text: str) -> object:
    """What was printed, without what was taken from the store."""
    found = json.loads(text)
    for file in found["files"]:
        del file["resumed"]
    return found


@dataclass(frozen=True)
class Class:
    """A class that has been graded, one file after the other."""

    folder: Path
    files: Sequence[Path]
    printed: str

    def others(self, number: object) -> list[str]:
        """The words that grade it again, two files at a time, into other files."""
        return words(self.folder, self.files, number, jobs=2)

    def is_the_same(self, number: object) -> bool:
        """Whether other files hold the same bytes."""
        csv = [self.folder / f"{one}.csv" for one in (1, number)]
        html = [self.folder / f"pages{one}" for one in (1, number)]
        return csv[0].read_bytes() == csv[1].read_bytes() and pages(html[0]) == pages(html[1])


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Class:
    folder = tmp_path_factory.mktemp("class")
    files = school(folder)
    asked = [*PROGRAM, *words(folder, files, 1, jobs=1)]
    done = subprocess.run(asked, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == Exit.DISAGREEMENT
    return Class(folder, files, done.stdout)


@pytest.mark.thorough("grades a class again, in which there is more that might come otherwise")
def test_the_same_bytes_of_mistakes_with_one_job_and_with_two(pydecl: Run, graded: Class) -> None:
    two = pydecl(*graded.others(2))
    assert (two.code, two.out) == (Exit.DISAGREEMENT, graded.printed)
    assert graded.is_the_same(2)


def test_points_and_causes_of_a_class(graded: Class) -> None:
    found = json.loads(graded.printed)
    assert [file["points"] for file in found["files"]] == [{"got": got, "of": 7} for got in (7, 3, 7, 0)]
    assert [file["missing"] for file in found["files"]] == [[], [], [], ["minimax/3", "alphabeta/5"]]
    rows = (graded.folder / "1.csv").read_text().splitlines()
    assert rows[0] == "student,file,points,of,rules,minimax/3,alphabeta/5,pruning,missing,causes,notes"
    assert rows[2].startswith("bob,")
    assert rows[2].endswith(",3,7,1,2,0,0,,alphabeta/5: differs (direction),")


@pytest.mark.thorough("it waits until its time is over")
def test_an_endless_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    (tmp_path / "endless.pl").write_text(ENDLESS)
    (tmp_path / "good.pl").write_text(GAME + MINIMAX_TEXT)
    names = ("endless", "good")
    files = [tmp_path / f"{name}.pl" for name in names]

    def stop(*_: int) -> None:
        raise KeyboardInterrupt

    found = grade(GOOD, files, Asked(ENOUGH, trees=5), jobs=2, progress=stop)
    assert found.interrupted
    assert [(one.student, one.agrees) for one in found.files] == [("good", True)]


# Pages


class Reader(Tags):
    """A page each of whose elements is closed."""

    def __init__(self, page: Path) -> None:
        self.open: list[str] = []
        super().__init__(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        super().handle_starttag(tag, attrs)
        assert not any(name.startswith("on") or name == "style" for name, _ in attrs)
        assert tag != "img" or dict(attrs).get("alt")
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("meta", "img"):
            assert self.open.pop() == tag


@pytest.fixture
def written(graded: Class) -> Path:
    return graded.folder / "pages1"


def test_pages_stand_alone_and_their_text_is_text(written: Path) -> None:
    names = sorted(path.name for path in written.glob("*.html"))
    assert names == ["001-ada.html", "002-bob.html", "003-eve.html", "004-i-zoe.html", "index.html"]
    for name in names:
        reader = Reader(written / name)
        assert not {"script", "i", "iframe", "object"} & {tag for tag, _ in reader.tags}
        links = {*reader.values("href"), *reader.values("src")}
        inside = {link for link in links if not link.startswith("data:image/svg+xml;base64,")}
        assert inside == (set(names) - {"index.html"} if name == "index.html" else set())
    assert "<i>zoe" in " ".join(Reader(written / "index.html").texts)
    assert "Homework <3>" in " ".join(Reader(written / "002-bob.html").texts)


def test_nothing_of_one_student_is_on_another_one_s_page(written: Path) -> None:
    for path in written.glob("0*.html"):
        others = {"ada", "bob", "eve", "zoe"} - {path.stem.rpartition("-")[2]}
        text = " ".join(Reader(path).texts)
        assert not [name for name in others if name in text], path
        assert str(written.parent) not in path.read_text()


def test_a_page_says_what_goes_wrong_why_and_a_hint_and_no_solution(written: Path) -> None:
    text = " ".join(Reader(written / "002-bob.html").texts)
    assert "3 of 7 points" in text
    assert "minimax/3 gives the right answers" in text
    assert "stops at" in text
    assert "A hint: comparison the wrong way round" in text
    assert "clause 2 of goodenough/7, line 7" in text
    assert "Step by step, beside the right program" in text
    assert "Val < Beta" in text
    assert "Val > Beta" not in text
    assert "What would be right" not in text


def test_the_class_page_has_all_points_and_causes(written: Path) -> None:
    text = " ".join(Reader(written / "index.html").texts)
    assert "4 files, graded against" in text
    assert "comparison the wrong way round" in text
    assert "guilty" not in text


def test_the_class_page_tells_what_a_verdict_rests_on_and_why_there_is_none() -> None:
    refused = Part(RULES, State.REFUSED, "g.pl:3:1: a directive calls shell/1\n  :- shell(ls).")
    alone = Part("minimax/3", State.AGREES, "bare; 3 questions", notes=("judged on its own game alone",))
    grades = Grades("ref.pl", [Grade("g.pl", [refused, alone], resumed=False, student="ada")])
    text = class_page(grades, {"ada": "ada.html"}, [])
    assert "<td>rules</td><td>g.pl:3:1: a directive calls shell/1</td>" in text
    assert "<td>minimax/3</td><td>judged on its own game alone</td>" in text


@pytest.mark.thorough("one more class is graded")
def test_solutions_are_told_if_asked(pydecl: Run, graded: Class) -> None:
    shutil.copy(graded.folder / "1.sqlite", graded.folder / "solved.sqlite")
    told = pydecl(*graded.others("solved"), "--resume", "--solutions").json()
    assert all(file["resumed"] for file in told["files"][:3])
    text = " ".join(Reader(graded.folder / "pagessolved" / "002-bob.html").texts)
    assert "What would be right" in text
    assert "Val > Beta" in text


def test_a_folder_with_other_things_is_not_written_over(pydecl: Run, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "thesis.tex").write_text("")
    done = pydecl("grade", GOOD, GOOD, "--html", tmp_path / "pages")
    assert done.code == Exit.BAD_INPUT
    assert "is not empty, and holds no pages of pydecl's" in done.err
    (tmp_path / "pages" / "thesis.tex").unlink()
    (tmp_path / "pages" / "old.html").write_text("")
    (tmp_path / "pages" / MARK).write_text('["old.html", "../escape.html"]')
    (tmp_path / "escape.html").write_text("")
    assert pydecl("grade", GOOD, GOOD, "--trees", "1", "--html", tmp_path / "pages").code == Exit.FINE
    assert not (tmp_path / "pages" / "old.html").exists()
    assert (tmp_path / "escape.html").exists()


def test_a_page_s_policy_allows_its_own_style_and_nothing_else() -> None:
    text = page("title", "text")
    assert "default-src 'none'; img-src data:; style-src 'sha256-".replace("'", "&#x27;") in text
