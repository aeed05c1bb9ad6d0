"""pydecl play --record, --replay and --continue."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing_lines import Play, moves, recorded, scripted


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """pydecl play, in this process."""
    return scripted(capsys, monkeypatch)


def test_a_record_says_all_that_was_agreed_and_done(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    options = ("--as", "min", "--program", "deepening", "--engine", "python", "--depth", "3", "--time", "600")
    play("nim:heaps=[1,2]", *options, "--seed", "4", "--record", path, lines="% hello; #2; % bye")
    fields = dict(line.split(maxsplit=1) for line in path.read_text().split("\n\n")[0].splitlines())
    assert fields == {
        "game": "nim:heaps=[1,2]",
        "start": "1/2 max",
        "as": "min",
        "program": "deepening",
        "engine": "python",
        "depth": "3",
        "time": "600",
        "seed": "4",
    }
    assert recorded(path) == [
        "1 max take(2,1)",
        "% deepening: value 1 to depth 3",
        "% hello",
        "2 min take(2,1)",
        "3 max take(1,1)",
        "% deepening: value 1 to depth 1",
        "% MAX has won, MIN has lost (value 1)",
    ]


def test_save_writes_the_record_and_does_not_replace_another_file(play: Play, tmp_path: Path) -> None:
    path, other = tmp_path / "a match.txt", tmp_path / "other.txt"
    other.write_text("mine")
    done = play("nim", "--as", "both", lines=f"save {path}; 1; save {path}; save {other}")
    assert done.out.count(f"written: {path}") == 2
    assert f"{other} already exists" in done.out
    assert (other.read_text(), recorded(path)) == ("mine", ["1 max take(1,1)"])
    refused = play("nim", "--record", other)
    assert (refused.code, other.read_text()) == (2, "mine")


@pytest.fixture
def record(play: Play, tmp_path: Path) -> Path:
    """A match that was left after two moves."""
    path = tmp_path / "match.txt"
    play("nim:heaps=[1,2]", "--record", path, lines="take(2,1)")
    assert recorded(path) == ["1 max take(2,1)", "2 min take(2,1)", "% alphabeta: value 1"]
    return path


def test_a_replay_shows_each_move_and_changes_nothing(play: Play, record: Path) -> None:
    before = record.read_text()
    done = play("--replay", record, lines="1")
    assert (done.code, done.err) == (0, "")
    assert moves(done) == ["1. MAX take(2,1)", "2. MIN take(2,1)"]
    assert "   % alphabeta: value 1\n" in done.out
    assert done.out.endswith("max to move\n\nMAX to move\n")
    assert record.read_text() == before


def test_a_replay_goes_on_into_the_same_record(play: Play, record: Path, tmp_path: Path) -> None:
    lead = record.read_text()
    done = play("--replay", record, "--continue", "--record", record, lines="1")
    assert (done.code, moves(done)[2:]) == (0, ["3. MAX take(1,1)"])
    ended = lead + "3 max take(1,1)\n% MAX has won, MIN has lost (value 1)\n"
    assert record.read_text() == ended
    again = play("--replay", record, "--continue", "--record", record)
    assert (again.code, record.read_text()) == (0, ended)
    other = tmp_path / "other.txt"
    other.write_text("mine")
    assert play("--replay", record, "--continue", "--record", other).code == 2


def test_undo_goes_back_into_a_replay(play: Play, record: Path) -> None:
    done = play("--replay", record, "--continue", "--record", record, lines="undo; take(2,2)")
    assert moves(done)[2:] == ["1. MAX take(2,2)", "2. MIN take(1,1)"]
    assert recorded(record)[0] == "1 max take(2,2)"
    assert "MIN has won, MAX has lost" in done.out


def test_what_is_asked_wins_over_what_the_record_says(play: Play, record: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    options = ("--as", "none", "--program", "minimax", "--depth", "1")
    done = play("--replay", record, "--continue", *options, "--record", path)
    assert (done.code, moves(done)[2:]) == (0, ["3. MAX take(1,1)"])
    text = path.read_text()
    for line in ("as       none", "program  minimax", "engine   prolog", "depth    1"):
        assert f"\n{line}\n" in text


def test_a_short_record_takes_the_games_own_depth(play: Play, tmp_path: Path) -> None:
    path, other = tmp_path / "match.txt", tmp_path / "other.txt"
    path.write_text("game graph\nstart at(max,1)\n")
    play("--replay", path, "--continue", "--record", other)
    assert "\ndepth    6\n" in other.read_text()


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("game nim:heaps=[1,2]\nstart 1/2 max\n1 min take(2,1)", 1, ":3:3: max is to move here, not min"),
        ("game nosuch\nstart 1/2\n", 2, ":1:6: nosuch: no bundled game and no file"),
        ("", 2, ": not a record of a match"),
    ],
)
def test_a_wrong_record_is_refused_with_the_place(
    play: Play, tmp_path: Path, text: str, code: int, message: str
) -> None:
    path = tmp_path / "match.txt"
    path.write_text(text)
    done = play("--replay", path)
    assert done.code == code
    assert done.err.startswith(f"pydecl: {path}{message}")


def test_a_record_whose_game_has_moved_is_given_its_game(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text("game gone.pl\nstart 1/2 max\n1 max take(2,1)\n")
    refused = play("--replay", path)
    assert "gone.pl: no such file; if the game has moved, say where it is" in refused.err
    done = play("nim:heaps=[1,2]", "--replay", path)
    assert (done.code, moves(done)) == (0, ["1. MAX take(2,1)"])
