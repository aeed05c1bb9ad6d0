"""A database in the cross-check: one opinion more, whose wrong rows are found, the nearest first."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import Run
from folders import rules_file
from kept_games import GAMES, PILE, Kept, Row, spoilt
from native_code import working

import pydecl as public
from pydecl.crosschecking import Agreement, Divergence, Unfinished, crosscheck
from pydecl.crosschecking.databases import compare_all
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import names
from pydecl.errors import Exit, InputError, LimitError
from pydecl.loading.consulting import consult
from pydecl.model.program import LookedUp, Program
from pydecl.solving.card import CARD
from pydecl.solving.looking_up import database_of, program_of

pytestmark = [
    pytest.mark.usefixtures("quick_c"),
    pytest.mark.skipif(working() == [None], reason="there is no C compiler"),
]


def copied(folder: Path, to: Path, change: Callable[[list[Row]], None]) -> Path:
    """A database, spoilt."""
    shutil.copytree(folder, to / "spoilt")
    spoilt(to / "spoilt", change)
    return to / "spoilt"


def numbered(game: str, folder: Path, position: str) -> int:
    """Which row of a database has a position."""
    with consult(game) as rules:
        wanted = rules.parse_position(position)
        return [term for term, _ in database_of(rules, folder)].index(wanted)


# All of it


@pytest.mark.sampled(1, "each case cross-checks a whole database")
@pytest.mark.parametrize("game", GAMES)
def test_every_engine_agrees_with_all_that_is_stored(kept: Kept, game: str) -> None:
    verdict = crosscheck(game, programs=[LookedUp(str(kept(game)))])
    with consult(game) as rules:
        count = len(database_of(rules, kept(game)))
    assert isinstance(verdict, Agreement)
    assert (verdict.positions, verdict.comparisons) == (count, len(names()) * count)
    assert set(verdict.engines) == set(names())


def test_a_wrong_row_is_found_wherever_it_is(kept: Kept, tmp_path: Path) -> None:
    random = Random(8)
    with consult("tictactoe") as game:
        positions = [game.format_position(term) for term, _ in database_of(game, kept("tictactoe"))]
    for number in range(3):
        at = random.randrange(len(positions))

        def change(rows: list[Row], at: int = at) -> None:
            rows[at].update(value=rows[at]["value"] % 3 - 1, plies=3)

        folder = copied(kept("tictactoe"), tmp_path / str(number), change)
        found = public.crosscheck("tictactoe", f"database:{folder}")
        assert isinstance(found, Divergence)
        assert found.position == positions[at]
        assert found.subject == f"database:{folder}: value"
        assert len({found.answers[engine] for engine in ("prolog", "python", "native")}) == 1
        assert found.answers["database"] != found.answers["prolog"]


def test_of_many_wrong_rows_the_nearest_to_an_end_is_shown(kept: Kept, tmp_path: Path) -> None:
    near = numbered("tictactoe", kept("tictactoe"), "xx./oo./...")

    def change(rows: list[Row]) -> None:
        rows[near]["plies"] = 3
        for row in rows:
            if row["value"] and row["plies"] > 3:
                row["plies"] += 2

    found = public.crosscheck("tictactoe", f"database:{copied(kept('tictactoe'), tmp_path, change)}")
    assert isinstance(found, Divergence)
    assert found.position == "xx./oo./..."
    assert found.answers == {
        "prolog": "won in 1",
        "python": "won in 1",
        "native": "won in 1",
        "database": "won in 3",
    }


def test_a_position_that_is_missing_is_found(kept: Kept, tmp_path: Path) -> None:
    at = numbered("tictactoe", kept("tictactoe"), "xx./oo./...")
    folder = copied(kept("tictactoe"), tmp_path, lambda rows: rows.remove(rows[at]))
    found = public.crosscheck("tictactoe", f"database:{folder}")
    assert isinstance(found, Divergence)
    assert (found.position, found.answers["database"]) == ("xx./oo./...", "no such position")


@pytest.mark.sampled(1, "each case cross-checks a database")
@pytest.mark.parametrize("plies", [6, 2])
def test_a_position_that_no_play_reaches_is_found(tmp_path: Path, plies: int) -> None:
    """Right as a solution or not: there is no such row where the game is solved."""
    file = rules_file(tmp_path, PILE, "rules.pl")
    public.solve(file, engine="native", to=tmp_path / "kept")
    with consult(file) as game:
        database = database_of(game, tmp_path / "kept")
        (found,) = database.runner.keys(database.card.coding, [game.parse_position("at(6)")])
        shift = database.card.files[0].shift
    key = int.from_bytes(found[1] if found else b"", sys.byteorder)

    def change(rows: list[Row]) -> None:
        for row in rows:
            row["key"] <<= shift
        rows.append({"key": key, "value": 1, "plies": plies})
        rows.sort(key=lambda row: int(row["key"]))

    folder = copied(tmp_path / "kept", tmp_path, change)
    (folder / CARD).write_text((folder / CARD).read_text().replace(f'"shift": {shift}', '"shift": 0'))
    verdict = public.crosscheck(file, f"database:{folder}")
    assert isinstance(verdict, Divergence)
    assert verdict.position == "at(6)"
    stored = verdict.answers["database"]
    assert (stored, {*verdict.answers.values()}) == (f"won in {plies}", {stored, "no such position"})


def test_a_position_that_is_there_twice_is_damage(kept: Kept, tmp_path: Path) -> None:
    folder = copied(kept("nim"), tmp_path, lambda rows: rows.insert(4, rows[4]))
    with pytest.raises(InputError, match="is damaged: it has a position twice"):
        public.crosscheck("nim", f"database:{folder}")


# Some of it


@pytest.mark.thorough("a wrong row is found inside, wherever it is")
def test_below_a_position_that_differs_the_wrong_row_is_found(kept: Kept, tmp_path: Path) -> None:
    """Its best move is another one, since what that leads to is stored wrong; and there are more below."""
    line = public.search("tictactoe", "outcome", position="x../.../..o").written.variation
    wrong = [numbered("tictactoe", kept("tictactoe"), line[ply]) for ply in (0, 2)]

    def change(rows: list[Row]) -> None:
        for at in wrong:
            rows[at].update(value=-1, plies=9)

    name = f"database:{copied(kept('tictactoe'), tmp_path, change)}"
    found = public.crosscheck("tictactoe", name, position="x../.../..o")
    assert isinstance(found, Divergence)
    assert (found.subject, found.position) == (f"{name}: value", line[2])


@pytest.mark.sampled(1, "each case cross-checks a database")
@pytest.mark.parametrize(
    ("program", "change", "told"),
    [
        (Program.NEGAMAX_PLY, {"plies": 3}, {"negamax_ply": "999", "database": "won in 3"}),
        (Program.OUTCOME, {"plies": 5}, {"outcome": "won in 1", "database": "won in 5"}),
    ],
    ids=lambda one: getattr(one, "value", None),
)
def test_the_values_of_programs_mean_what_is_stored(
    kept: Kept, tmp_path: Path, program: Program, change: Row, told: dict[str, str]
) -> None:
    """From MAX's point of view: by their sign, and where a program counts plies, by these."""
    at = numbered("tictactoe", kept("tictactoe"), "xx./oo./...")
    name = str(copied(kept("tictactoe"), tmp_path, lambda rows: rows[at].update(change)))
    found = crosscheck("tictactoe", programs=[program, LookedUp(name)], position="xx./oo./...")
    assert isinstance(found, Divergence)
    assert found.answers == told


def test_a_value_means_the_end_of_its_sign_if_the_rules_say_so(tmp_path: Path) -> None:
    """Rules that have staticval/2 alone; with terminalwon/1 a value need not say who has won."""
    for told, there in ((PILE, True), (PILE + "terminalwon(at(0)).\n", False)):
        file = rules_file(tmp_path, told, f"rules{int(there)}.pl")
        folder = file.with_suffix("")
        public.solve(file, engine="native", to=folder / "kept")
        at = numbered(str(file), folder / "kept", "at(3)")
        name = copied(folder / "kept", folder, lambda rows: rows[at].update(value=0, plies=0))  # noqa: B023
        programs: list[Program | LookedUp] = [Program.ALPHABETA, LookedUp(str(name))]
        found = crosscheck(file, programs=programs, position="at(3)")
        assert isinstance(found, Divergence)
        assert ("alphabeta" in found.answers) is there
        assert found.answers["database"] == "drawn"


def test_the_command_that_is_told_shows_it_again(pydecl: Run, kept: Kept, tmp_path: Path) -> None:
    at = numbered("tictactoe", kept("tictactoe"), "xx./oo./...")
    folder = copied(kept("tictactoe"), tmp_path, lambda rows: rows[at].update(value=0, plies=0))
    done = pydecl("crosscheck", "tictactoe", "--program", f"database:{folder}")
    assert done.code == Exit.DISAGREEMENT
    assert f"tictactoe: database:{folder}: value differs at xx./oo./..." in done.out
    assert "\n  Prolog   won in 1\n  Python   won in 1\n  Native   won in 1\n  Database drawn\n" in done.out
    (again,) = [line.split("again", 1)[1] for line in done.out.splitlines() if "  again " in line]
    words = shlex.split(again)
    assert words[0] == "pydecl"
    shown = pydecl(*words[1:])
    assert shown.code == Exit.DISAGREEMENT
    assert "  Database drawn" in shown.out


def test_time_that_is_too_short_says_that_nothing_is_known(kept: Kept) -> None:
    program = LookedUp(str(kept("tictactoe")))
    with consult("tictactoe") as game:
        program_of(game, program)  # opening it takes longer
        verdict = crosscheck(game, programs=[program], seconds=0.02)
    assert isinstance(verdict, Unfinished)
    assert verdict.exit_code is Exit.LIMIT


def test_an_engine_that_is_too_slow_is_left_out(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(game: SessionGame, program: LookedUp, engine: str, *rest: Any) -> Any:
        if engine == "prolog":
            raise LimitError("time is up")
        return compare_all(game, program, engine, *rest)

    monkeypatch.setattr("pydecl.crosschecking.check.compare_all", slow)
    verdict = crosscheck("nim", programs=[LookedUp(str(kept("nim")))])
    assert verdict.agree is True
    assert (verdict.engines, verdict.left_out) == (("python", "native"), {"prolog": "time is up"})


def test_what_it_cannot_be_compared_with_is_told(kept: Kept) -> None:
    with pytest.raises(InputError, match="is of nim, not of tictactoe"):
        public.crosscheck("tictactoe", f"database:{kept('nim')}")
