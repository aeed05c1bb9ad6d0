"""Solved games in files: what is stored is what was solved, or it is refused."""

from __future__ import annotations

import errno
import json
from array import array
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
from command_line import Run
from folders import rules_file
from kept_games import short_sample as short_sample
from rings import sample_size

from pydecl.errors import InputError, PositionError, PydeclError
from pydecl.kept import digest_of
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.model.game import Outcome
from pydecl.model.keyed import Due, KeyCoding, Unsolved
from pydecl.model.result import Solution
from pydecl.model.solved import Solved
from pydecl.solving import files, verifying
from pydecl.solving.card import CARD, Card, OutcomeCard, Verified
from pydecl.solving.database import Database, opened
from pydecl.solving.files import Tally
from pydecl.solving.keeping import keep
from pydecl.solving.solver import solve
from pydecl.solving.verifying import Wrong, verify

pytestmark = pytest.mark.usefixtures("quick_c")

ROUND = """
position(at(2)). position(at(1)).
initial(at(1)).
move(at(1), at(0)). move(at(2), at(1)). move(at(1), b). move(c, d). move(d, c). move(at(2), c).
max_to_move(at(1)). max_to_move(b). max_to_move(c).
min_to_move(at(2)). min_to_move(at(0)). min_to_move(d).
terminalwon(at(0)). terminallost(b).
"""
"""Positions that the rules tell, and a circle."""

LONG = """
initial(s([])).
max_to_move(s(L)) :- length(L, N), 0 is N mod 2.
min_to_move(s(L)) :- length(L, N), 1 is N mod 2.
move(s(L), s([X|L])) :- length(L, N), N < 4, member(X, [1000000007, -2.5, f(N), "text", 1]).
staticval(s([1,1,1,1]), 1).
staticval(s(L), 0) :- L \\== [1,1,1,1].
"""
"""Keys of several words."""

Stored = tuple[Solved[Any], OutcomeCard]
"""A solved game, and the card of the folder `solved`."""

Store = Callable[[Path, str], Stored]

FILES = {"round.pl": ROUND, "long.pl": LONG}

GAMES = [
    *("tictactoe", "nim", "hexapawn:width=3,height=4", "dots_and_boxes:width=2,height=1"),
    *("kalah:pits=2,seeds=2", "checkers:pieces=1", *FILES),
]


def solved_anew(folder: Path, game: str) -> Stored:
    with consult(rules_file(folder, FILES[game], game) if game in FILES else game) as rules:
        card = keep(rules, folder / "solved", Reading())
        assert isinstance(card, OutcomeCard)
        return solve(rules, engine="native"), card


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """What puts a solved game into a folder, as `solved_anew` does; each game is solved once."""
    found: dict[str, tuple[Path, Stored]] = {}

    def copied(folder: Path, game: str) -> Stored:
        if game not in found:
            made = tmp_path_factory.mktemp("solved")
            found[game] = made, solved_anew(made, game)
        made, answer = found[game]
        copytree(made, folder, dirs_exist_ok=True)
        return answer

    return copied


@pytest.mark.sampled(3, "each case solves a game and keeps it")
@pytest.mark.parametrize("game", GAMES)
def test_what_is_stored_is_what_was_solved(tmp_path: Path, stored: Store, game: str) -> None:
    solved, card = stored(tmp_path, game)
    with opened(tmp_path / "solved") as database:
        ends = dict(zip(solved.positions, solved.solutions, strict=True))
        assert (len(database), card.positions) == (len(ends), len(ends))
        assert dict(database) == ends
        assert database.solutions(list(solved.positions)) == list(solved.solutions)
        assert sum(sum(some.values()) for some in card.counts.values()) == len(ends)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(2, "each case solves a game and keeps it")
def test_best_play_keeps_what_is_promised(tmp_path: Path, stored: Store, game: str) -> None:
    _, card = stored(tmp_path, game)
    with opened(tmp_path / "solved") as database:
        for position in database.some(40):
            solution = database.solution(position)
            assert isinstance(solution, Solution)
            if solution.plies is None:
                assert all(end == Solution(Outcome.DRAWN) for _, _, end in database.best(position))
            else:
                assert len(database.line(position)) == solution.plies
        for one in card.longest:
            assert len(one.line) == one.plies


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(2, "each case solves a game and keeps it")
def test_what_is_stored_verifies(tmp_path: Path, stored: Store, game: str) -> None:
    stored(tmp_path, game)
    with opened(tmp_path / "solved") as database:
        found = verify(database)
        assert isinstance(found, Verified)
        assert found.positions == len(database)
        assert found.searched > 0
        assert Card.read(tmp_path / "solved").verified == found


@pytest.mark.parametrize("game", ["round.pl", "kalah:pits=2,seeds=2", "checkers:pieces=1"])
@pytest.mark.sampled(2, "the same law on another game")
def test_it_need_not_be_in_memory_as_a_whole(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_at_once(monkeypatch)
    solved_anew(tmp_path, game)
    with opened(tmp_path / "solved") as database:
        asked = patched_calls(monkeypatch, database)
        found = verify(database)
        assert isinstance(found, Verified)
        assert max(asked) <= 40
        assert len(asked) > len(database) // 10


def some_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only a few positions be verified, and be known, at a time."""
    monkeypatch.setattr(files, "GROUP", 10)
    monkeypatch.setattr(verifying, "most_known", lambda _: 160)


def patched_calls(monkeypatch: pytest.MonkeyPatch, database: Database) -> list[int]:
    """How many positions each call is told as known."""
    asked = []

    def due(coding: KeyCoding, unsolved: Unsolved) -> Due:
        asked.append(sum(map(len, unsolved.known)))
        return original(coding, unsolved)

    original = database.runner.due
    monkeypatch.setattr(database.runner, "due", due)
    return asked


def test_what_is_no_position_of_it_is_told(tmp_path: Path, stored: Store) -> None:
    stored(tmp_path, "round.pl")
    with opened(tmp_path / "solved") as database:
        read = database.game.parse_position
        assert database.solutions([read("at(7)"), read("nothing(1)"), read("b")])[:2] == [None, None]
        with pytest.raises(PydeclError, match=r"at\(7\) is none of the positions"):
            database.solution(read("at(7)"))


# Wrong solutions

Rows = list[dict[str, Any]]


def other_plies(rows: Rows, at: int) -> None:
    rows[at]["plies"] += 2 if rows[at]["value"] else 0


def other_value(rows: Rows, at: int) -> None:
    rows[at]["value"] = -rows[at]["value"] or 1
    rows[at]["plies"] = rows[at]["plies"] or 1


def missing(rows: Rows, at: int) -> None:
    del rows[at]


def rewritten(folder: Path, change: Callable[[Rows, int], None], at: int) -> bool:
    """Change a row of all, and say so nowhere; whether that is a change."""
    counts: dict[str, dict[str, int]] = {name: {} for name in ("won", "drawn", "lost")}
    card, files, changed = Card.read(folder), [], False
    assert isinstance(card, OutcomeCard)
    for file in card.files:
        table = pyarrow.parquet.read_table(folder / file.name)
        rows = table.to_pylist()
        if 0 <= at < file.positions and file.positions > 1:
            change(rows, at)
            changed = rows != table.to_pylist()
            pyarrow.parquet.write_table(pa.Table.from_pylist(rows, table.schema), folder / file.name)
        at -= file.positions
        for row in rows:
            some = counts[{1: "won", 0: "drawn", -1: "lost"}[row["value"]]]
            plies = str(row["plies"]) if row["value"] else ""
            some[plies] = some.get(plies, 0) + 1
        files.append(replace(file, positions=len(rows), sha256=digest_of(folder / file.name)))
    positions = sum(file.positions for file in files)
    replace(card, files=files, positions=positions, counts=counts).write(folder)
    return changed


@pytest.mark.sampled(2, "each case solves a game and keeps it")
@pytest.mark.parametrize(
    ("change", "at_once"),
    [(other_plies, "all"), (other_value, "all"), (missing, "all"), (other_plies, "some")],
)
@pytest.mark.parametrize("game", ["round.pl", "long.pl", "hexapawn:width=3,height=4"])
@pytest.mark.covering(1, "each change is found on each game; once shows it")
def test_a_wrong_solution_is_found(
    tmp_path: Path,
    stored: Store,
    game: str,
    change: Callable[[Rows, int], None],
    at_once: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Wherever it is: a wrong one contradicts its successors, or that of a predecessor."""
    if at_once == "some":
        some_at_once(monkeypatch)
    random = Random(5)
    solved, _ = (solved_anew if at_once == "some" else stored)(tmp_path, game)
    before = tmp_path / "before"
    copytree(tmp_path / "solved", before)
    for _ in range(6):
        if rewritten(tmp_path / "solved", change, random.randrange(len(solved.positions))):
            with opened(tmp_path / "solved") as database:
                try:
                    assert isinstance(verify(database), Wrong)
                except PositionError:  # a start, or one that position/1 tells
                    assert change is missing
        copytree(before, tmp_path / "solved", dirs_exist_ok=True)


# Damage


def test_a_damaged_file_is_never_half_believed(tmp_path: Path, stored: Store) -> None:
    random = Random(11)
    solved, _ = stored(tmp_path, "hexapawn:width=3,height=4")
    path = max((tmp_path / "solved").glob("*.parquet"), key=lambda file: file.stat().st_size)
    whole, refused = path.read_bytes(), 0
    count = sample_size(12, 60)
    for number in range(count):
        damaged = bytearray(whole)
        if number % 3:
            damaged[random.randrange(len(whole))] ^= 1 << random.randrange(8)
        else:
            del damaged[random.randrange(len(whole)) :]
        path.write_bytes(damaged)
        try:
            with opened(tmp_path / "solved") as database:
                assert database.solutions(list(solved.positions)) == list(solved.solutions)
        except InputError:
            refused += 1
    assert refused > 2 * count // 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda card: card.update(format=9), "expected a card of format 1"),
        (lambda card: card.pop("words"), "the card is damaged"),
        (lambda card: card.update(words="one"), "the card is damaged"),
        (lambda card: card.update(codes="zz"), "the card is damaged"),
        (lambda card: card.update(files=[{"name": "../x", "positions": 1, "sha256": ""}]), "damaged"),
        (lambda card: card.update(files=[]), "damaged"),
        (lambda card: card.update(positions=3), "the card is damaged: how many positions there are"),
        (
            lambda card: (card.update(positions=89), card["files"][0].update(positions=2)),
            "it is not what the card says",
        ),
        (lambda card: card.update(rules="0"), "has changed since it was solved"),
        (lambda card: card.update(fold=True), "has changed since it was solved"),
        (lambda card: card.update(codes="00" * 8), "another version of pydecl"),
    ],
)
def test_a_card_that_is_not_right_is_told(
    tmp_path: Path, stored: Store, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    solved, _ = stored(tmp_path, "nim")
    path = tmp_path / "solved" / CARD
    card = json.loads(path.read_text())
    change(card)
    path.write_text(json.dumps(card))
    with pytest.raises(InputError, match=said), opened(tmp_path / "solved") as database:
        database.solutions(list(solved.positions))


def test_a_full_disk_leaves_what_was_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patches, consult("nim") as game:
        patches.setattr("pydecl.solving.files.digest_of", full)
        said = r"cannot be written: no space left on device; .* --resume goes on"
        with pytest.raises(InputError, match=said):
            keep(game, tmp_path / "solved", Reading())
    assert [path.name for path in tmp_path.iterdir()] == ["solved.solving"]
    with consult("nim") as game:
        with pytest.raises(InputError, match="a game is being solved there"):
            keep(game, tmp_path / "solved", Reading())
        keep(game, tmp_path / "solved", Reading(), resume=True)
    assert [path.name for path in tmp_path.iterdir()] == ["solved"]


@pytest.mark.thorough("a board whose positions take more than its head takes long to solve")
def test_a_board_takes_little(tmp_path: Path, stored: Store) -> None:
    """Connect-4 on four columns of four: J. Tromp counts 161,029 positions."""
    _, card = stored(tmp_path, "connect4:width=4,height=4")
    assert card.positions == 161_029
    assert card.bytes < 1.2 * card.positions


# The commands


def test_solve_keeps_probe_reads_and_verify_says_whether_it_is_right(
    pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = pydecl("solve", "tictactoe", "--to", "kept", "--json").json()
    assert done["stored"]["folder"] == "kept"
    told = pydecl("solve", "kept", "xx./oo./...", "--json").json()
    assert told == [
        {
            "position": "xx./oo./...",
            "outcome": "won",
            "plies": 1,
            "best": [{"move": "3", "position": "xxx/oo./..."}],
        }
    ]
    shown = pydecl("solve", "kept").out
    assert ".../.../..." in shown
    assert "drawn" in shown
    assert pydecl("solve", "--verify", "kept").code == 0
    page = (tmp_path / "kept" / "README.md").read_text()
    assert "5,478 positions" in page
    assert "Verified on" in page
    assert rewritten(tmp_path / "kept", other_value, 7)
    wrong = pydecl("solve", "--verify", "kept")
    assert wrong.code == 1
    assert "is stored as" in wrong.out
    assert pydecl("solve", "--verify", "kept", "--json").json()["right"] is False


def test_positions_are_read_from_standard_input(
    pydecl: Run, tmp_path: Path, stored: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(tmp_path, "tictactoe")
    lines = iter(["xx./oo./...\n", "\n", ".../.../...\n"])
    monkeypatch.setattr("sys.stdin", lines)
    done = pydecl("solve", tmp_path / "solved", "-")
    assert done.code == 0
    assert done.out.splitlines()[0] == "xx./oo./...\twon\t1"
    assert done.out.splitlines()[-1] == ".../.../...\tdrawn\t"
    good = "xx./oo./...\n"
    monkeypatch.setattr("sys.stdin", iter([good, "\n", "xx./oo\n", good]))
    done = pydecl("solve", tmp_path / "solved", "-")
    assert (done.code, done.out) == (2, 2 * "xx./oo./...\twon\t1\n")
    assert "standard input, line 3: no position of tictactoe" in done.err


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("most", [1, 7, 64, 100])
def test_parts_are_counted_as_the_whole(monkeypatch: pytest.MonkeyPatch, words: int, most: int) -> None:
    random = Random(most)
    count = 100
    columns = [
        array("Q", range(count * words)).tobytes(),
        bytes(random.randrange(2) for _ in range(count)),
        bytes(random.randrange(3) for _ in range(count)),
        array("I", [random.randrange(9) for _ in range(count)]).tobytes(),
    ]
    coding = KeyCoding(words, (), b"", 0)
    whole, parts = Tally(), Tally()
    whole.add(coding, *columns)
    monkeypatch.setattr(files, "AT_ONCE", most)
    parts.add(coding, *columns)
    assert parts.to_json() == whole.to_json()
    assert sum(sum(some.values()) for some in parts.counts.values()) == count
