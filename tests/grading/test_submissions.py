"""What is handed in: files, folders and archives, the bad ones refused with one message."""

from __future__ import annotations

import os
import struct
import zipfile
from concurrent.futures import Future
from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from grades import GOOD
from labelled_homework import GAME, MINIMAX_TEXT

from pydecl.errors import Exit, InputError
from pydecl.grading import submissions as archive
from pydecl.grading.running import Asked, grade
from pydecl.grading.submissions import submissions, unpack
from pydecl.sandbox.cluster import Parcel
from pydecl.sandbox.executing import Here
from pydecl.sandbox.work import Call, Progress, Work

pytestmark = pytest.mark.usefixtures("own_folder")


def zipped(path: Path, entries: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in entries.items():
            made.writestr(name, text)
    return path


def students(*given: Path) -> list[str]:
    with submissions(given) as found:
        return [one.student for one in found]


# Folders


def test_a_folder_for_each_student(tmp_path: Path) -> None:
    for name in ("Ada Lovelace_12_assignsubmission_file_", "bob", "bob/__MACOSX", ".git"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "search.pl").write_text("a.")
    (tmp_path / "eve.pro").write_text("a.")
    (tmp_path / "notes.txt").write_text("a.")
    assert students(tmp_path) == ["Ada Lovelace", "bob", "eve"]


def test_two_students_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "ada.pl").write_text("a.")
    files = [tmp_path / folder / "ada.pl" for folder in ("one", "two")]
    assert students(*files) == ["ada (ada.pl)", "ada (ada.pl) [2]"]


def test_a_file_that_another_one_loads_is_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "main.pl").write_text(":- include(helper).\n")
    (tmp_path / "ada" / "helper.pl").write_text("a.\n")
    with submissions([tmp_path]) as found:
        assert [one.path.name for one in found] == ["main.pl"]


def test_the_name_of_a_file_may_hold_anything(tmp_path: Path) -> None:
    name = "<b>\n'\"&.pl"
    (tmp_path / name).write_text("a.")
    (found,) = students(tmp_path)
    assert "\n" not in found
    assert found.startswith("<b>")


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_nothing_to_grade_is_bad_input(pydecl: Run, tmp_path: Path, kind: str) -> None:
    given = tmp_path / "hw"
    if kind == "folder":
        given.mkdir()
        (given / "notes.txt").write_text("a")
    else:
        given = zipped(tmp_path / "hw.zip", {"notes.txt": "a"})
    done = pydecl("grade", GOOD, given)
    assert done.code == Exit.BAD_INPUT
    assert done.err == f"pydecl: {given}: no Prolog files in it (.pl, .pro, .prolog)\n"


# Archives


def test_an_archive_is_unpacked_as_a_folder_is_read(tmp_path: Path) -> None:
    given = zipped(
        tmp_path / "hw.zip", {"hw3/ada/s.pl": "a.", "hw3/Jürg/s.pl": "b.", "hw3/__MACOSX/s.pl": "c."}
    )
    with submissions([given]) as found:
        assert [(one.student, one.path.read_text()) for one in found] == [("Jürg", "b."), ("ada", "a.")]
        assert found[1].file == f"{given}/hw3/ada/s.pl"
        paths = [one.path for one in found]
    assert not any(path.exists() for path in paths)


def test_an_archive_is_graded_alike_where_only_the_pieces_files_are(tmp_path: Path) -> None:
    class Elsewhere(Here):
        """Another machine: it has a copy of the files, as a cluster's worker unpacks them."""

        def begun(self, call: Call, progress: Progress) -> Future[Any]:
            assert isinstance(call.function, Work)
            parcel = Parcel.of(replace(call, function=replace(call.function, here=None)))
            assert all(not Path(name).is_absolute() for name in parcel.files)
            folder = replace(parcel, folder=Path("/no", *Path.cwd().parts[1:])).unpacked()
            assert folder is not None
            with chdir(folder):
                return super().begun(parcel.call, progress)

    given = zipped(tmp_path / "hw.zip", {"hw/ada.pl": GAME + MINIMAX_TEXT, "hw/eve.pl": "a("})
    asked = Asked(trees=2, positions=9)
    with submissions([given]) as found, Elsewhere() as elsewhere:
        grades = grade(GOOD.absolute(), found, asked, cluster=elsewhere)
        assert grades.to_json() == grade(GOOD.absolute(), found, asked).to_json()
    assert [one.file for one in grades.files] == [f"{given}/hw/ada.pl", f"{given}/hw/eve.pl"]


def test_two_entries_of_one_name_are_two_files(tmp_path: Path) -> None:
    path = tmp_path / "hw.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("ada.pl", "one.")
        with pytest.warns(UserWarning, match="Duplicate"):
            made.writestr("ada.pl", "two.")
    with submissions([path]) as found:
        assert [one.path.read_text() for one in found] == ["one.", "two."]
        assert len({one.student for one in found}) == 2


@pytest.mark.parametrize("name", ["../x.pl", "/x.pl", "a/../../x.pl", "C:/x.pl", "..\\x.pl"])
def test_no_entry_leads_out(tmp_path: Path, name: str) -> None:
    given = zipped(tmp_path / "hw.zip", {name: "a."})
    (tmp_path / "in").mkdir()
    with pytest.raises(InputError, match="leads out of the archive"):
        unpack(given, tmp_path / "in")
    assert not (tmp_path / "x.pl").exists()


def test_a_link_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "hw.zip"
    with zipfile.ZipFile(path, "w") as made:
        entry = zipfile.ZipInfo("ada.pl")
        entry.external_attr = 0o120777 << 16
        made.writestr(entry, "/etc/passwd")
        made.writestr("bob.pl", "a.")
    assert students(path) == ["bob"]


def test_a_bomb_is_refused_by_what_it_holds_and_not_by_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = zipped(tmp_path / "hw.zip", {"a.pl": bytes(3 << 20), "b.pl": bytes(3 << 20)})
    (tmp_path / "in").mkdir()
    monkeypatch.setattr(archive, "WHOLE", 4 << 20)
    with pytest.raises(InputError, match="more than 4 MiB when unpacked"):
        unpack(given, tmp_path / "in")
    monkeypatch.setattr(archive, "LARGEST", 1 << 20)
    monkeypatch.setattr(archive, "WHOLE", 400 << 20)
    with pytest.raises(InputError, match=r"'a\.pl' is longer than 1 MiB"):
        unpack(given, tmp_path / "in")


def test_too_many_entries_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_FILES", 2)
    given = zipped(tmp_path / "hw.zip", {f"{at}.pl": "a." for at in range(3)})
    with pytest.raises(InputError, match="3 files in it; at most 2 are taken"):
        unpack(given, tmp_path)


def _encrypted(data: bytes) -> bytes:
    """The archive with the flag of encryption set on its one entry."""
    central = data.index(b"PK\x01\x02")
    flagged = bytearray(data)
    for at in (6, central + 8):
        flagged[at : at + 2] = struct.pack("<H", 1)
    return bytes(flagged)


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (lambda data: data[:0], "not a ZIP archive"),
        (lambda data: data[:40], "not a ZIP archive"),
        (lambda data: data.replace(b"staticval", b"statixval", 1), "or a damaged one"),
        (_encrypted, "is encrypted"),
    ],
)
def test_a_damaged_archive_is_bad_input(pydecl: Run, tmp_path: Path, spoilt, said: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "hw.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("ada.pl", GOOD.read_text())
    path.write_bytes(spoilt(path.read_bytes()))
    done = pydecl("grade", GOOD, path)
    assert done.code == Exit.BAD_INPUT
    assert said in done.err
    assert done.err.count("\n") == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_cannot_be_read_is_bad_input(pydecl: Run, tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir(mode=0)
    done = pydecl("grade", GOOD, tmp_path)
    assert done.code == Exit.BAD_INPUT
    assert "permission denied" in done.err
