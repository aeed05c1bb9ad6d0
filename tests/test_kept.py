"""What is kept between runs. Files are tested with the objects that a compiler makes, rows with long work."""

from __future__ import annotations

from pathlib import Path

import pytest

from pydecl.kept import Answers, write_whole


def test_an_answer_depends_on_its_question_and_on_all_else_that_is_told(tmp_path: Path) -> None:
    file = tmp_path / "new" / "answers"
    with Answers(file, "sums", "1") as sums:
        sums.keep(["a", 1], {"sum": 3})
        assert sums.known(["a", 1], dict) == {"sum": 3}
        assert sums.known(["a", 2], dict) is None
    for depends, fresh, found in (
        (("sums", "1"), False, 3),
        (("sums", "2"), False, None),
        (("sums", "1"), True, None),
    ):
        with Answers(file, *depends, fresh=fresh) as again:
            assert again.known(["a", 1], lambda told: told["sum"]) == found


def test_the_oldest_answers_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Answers, "MOST", 3)
    with Answers(tmp_path / "answers") as answers:
        for number in (0, 1, 2, 0, 3):
            answers.keep(number, number)
        assert [answers.known(number, int) for number in range(4)] == [0, None, 2, 3]


def test_a_file_that_cannot_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    write_whole(file, b"first")
    file.chmod(0o640)
    write_whole(file, b"second")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        write_whole(file, b"third")
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"second", 0o640)
    assert list(tmp_path.iterdir()) == [file]
