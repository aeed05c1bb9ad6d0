"""The record of a match: written, read, played again, and kept in a file."""

from __future__ import annotations

import stat
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from module_fixtures import for_module_in
from playing_games import games_of_every_kind

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import Exit, InputError, SourceError
from pydecl.model.program import Program
from pydecl.model.result import Order, Settings
from pydecl.model.term import Atom, Compound
from pydecl.playing.match import Match, People
from pydecl.playing.programs import Thinking
from pydecl.playing.record import Agreement, IllegalMoveError, RecordFile, read_record, record_text, replayed
from pydecl.playing.situation import look, written

games = for_module_in(games_of_every_kind)


def random_match(game: SessionGame, seed: int, most: int = 12) -> Match:
    """Random play, with comments here and there."""
    random = Random(seed)
    start = game.initial()[0]
    match = Match(start, written(game, start)).commented("100 % random")
    seen = look(game, match.position)
    while seen.choices and len(match.turns) < most:
        match = match.played(seen.turn(random.choice(seen.choices)))
        if random.random() < 0.3:
            match = match.commented(f"move {len(match.turns)}", "% so")
        seen = look(game, match.position)
    return match


@pytest.mark.covering(1, "each game and each agreement once")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "name", ["nim", "tictactoe", "othello", "graph", "nameless", "named", "dice", "twice"]
)
def test_a_record_is_read_as_it_was_written(games: dict[str, SessionGame], name: str, seed: int) -> None:
    game = games[name]
    match = random_match(game, seed)
    thinking = Thinking(
        Program.DEEPENING, "python", seed or None, seed or None, Settings(Order.BEST, 3, 500, 7)
    )
    agreed = Agreement(game.name, list(People)[seed], thinking)
    text = record_text(agreed, match)
    record = read_record(text, "match.txt")
    assert record.agreement() == agreed
    *_, (again, seen) = replayed(game, record)
    assert again == match
    assert seen == look(game, match.position)
    assert record_text(agreed, again) == text


def test_a_replay_gives_every_moment(games: dict[str, SessionGame]) -> None:
    game = games["nim"]
    record = read_record(
        "game nim\nstart 1/2 max\n1 max take(2,1)\n2 min to 0/1 max\n3. max take( 2,1 )", "m.txt"
    )
    shown = [written(game, match.position) for match, _ in replayed(game, record)]
    assert shown == ["1/2 max", "1/1 min", "0/1 max", "0/0 min"]


def test_what_a_record_does_not_say_is_as_ever() -> None:
    agreed = read_record("start 1/2 max\ngame nim\n", "m.txt").agreement()
    assert agreed == Agreement("nim", People.MAX, Thinking())
    assert read_record("game nim\nstart a\ntime 0", "m").agreement().thinking.seconds is None


def place_of(error: SourceError) -> tuple[int, int]:
    (found,) = error.diagnostics
    assert str(error).startswith(f"m.txt:{found.line}:{found.column}: " if found.line else "m.txt: ")
    return found.line, found.column


@pytest.mark.parametrize(
    ("name", "start", "moves", "place", "message"),
    [
        ("nim", "1/2 max", "1 max take(3,1)", (3, 7), "no move 'take(3,1)': did you mean"),
        ("nim", "1/2 max", "1 max take(1", (3, 7), "no move 'take(1': did you mean"),
        ("nim", "1/2 max", "1 max 1", (3, 7), "no move '1'"),
        ("nim", "1/2 max", "1 min take(1,1)", (3, 3), "max is to move here, not min"),
        ("nim", "1/0 max", "1 max take(1,1)\n2 min take(1,1)", (4, 7), "the game is over here"),
        ("named", "a", "1 max two", (3, 7), "'two' is the name of several moves"),
        ("dice", "die", "1 max to b", (3, 3), "chance is to move here, not max"),
        ("dice", "die", "1 chance to h", (3, 10), "no move 'to h'"),
    ],
)
def test_a_recorded_move_against_the_rules_is_refused_with_the_place(
    games: dict[str, SessionGame], name: str, start: str, moves: str, place: tuple[int, int], message: str
) -> None:
    record = read_record(f"game {name}\nstart {start}\n{moves}\n", "m.txt")
    with pytest.raises(IllegalMoveError) as raised:
        list(replayed(games[name], record))
    assert message in str(raised.value)
    assert place_of(raised.value) == place
    assert raised.value.exit_code == Exit.DISAGREEMENT


def test_a_start_that_is_no_position_is_refused_with_the_place(games: dict[str, SessionGame]) -> None:
    with pytest.raises(SourceError) as raised:
        list(replayed(games["nim"], read_record("game nim\nstart  1/2\n", "m.txt")))
    assert place_of(raised.value) == (2, 8)
    assert raised.value.exit_code == Exit.BAD_INPUT


# The file


def test_a_record_replaces_no_file_but_its_own(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    file = RecordFile(path)
    file.write("one")
    file.write("two")
    assert (path.read_text(), [one.name for one in tmp_path.iterdir()]) == ("two", ["match.txt"])
    with pytest.raises(InputError, match="already exists"):
        RecordFile(path).write("three")
    RecordFile(path, may_replace=True).write("four")
    assert path.read_text() == "four"
    for bad in (tmp_path / "no" / "match.txt", tmp_path):
        with pytest.raises(InputError, match=r"cannot be written|already exists"):
            RecordFile(bad).write("five")


def test_a_record_keeps_the_files_link_and_its_permissions(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    RecordFile(link, may_replace=True).write("new")
    assert (link.is_symlink(), target.read_text()) == (True, "new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_record_that_cannot_be_replaced_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = RecordFile(tmp_path / "match.txt")
    file.write("whole")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(InputError, match="cannot be written: no space left"):
        file.write("half")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("match.txt", "whole")]


def test_a_position_of_several_lines_is_written_on_one(games: dict[str, SessionGame]) -> None:
    game = games["nameless"]
    assert "\n" not in written(game, Atom("100 % sure\n"))
    assert written(game, Compound("q", (Fraction(1, 3),))) == "q(1r3)"
