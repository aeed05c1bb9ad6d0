"""A database as a program: it answers as `outcome` does, or says why it cannot."""

from __future__ import annotations

import builtins
import shutil
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from kept_games import GAMES, PILE, Kept
from kept_games import short_sample as short_sample
from playing_lines import Play, moves, recorded
from rings import sample_size

import pydecl as public
from pydecl.cli.completing import suggest_who_plays
from pydecl.crosschecking.positions import by_random_walks
from pydecl.engines.searching import run, search
from pydecl.errors import InputError
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.solving.card import CARD
from pydecl.solving.keeping import save
from pydecl.solving.looking_up import database_of, program_of
from pydecl.solving.solver import solve

pytestmark = pytest.mark.usefixtures("quick_c")


def written(folder: Path, text: str = PILE) -> Path:
    """A rules file in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "rules.pl").write_text(text, encoding="utf-8")
    return folder / "rules.pl"


def stored(file: Path, *, moves_again: bool = False) -> Path:
    """Its database, beside it."""
    with consult(file, moves_again=moves_again) as game:
        save(game, solve(game, engine="native"), file.parent / "kept", Reading(None, moves_again))
    return file.parent / "kept"


# It is `outcome`


@pytest.mark.parametrize("name", GAMES)
def test_it_answers_as_outcome_does(kept: Kept, name: str) -> None:
    """The value with its plies, and of the best successors the one of the tie rule."""
    with consult(name) as game:
        program = program_of(game, f"database:{kept(name)}")
        for position in by_random_walks(game, sample_size(8, 25), 3, float("inf")):
            known = run(game, program, "prolog", position, Limits())
            found = run(game, Program.OUTCOME, "python", position, Limits())
            assert (known.value, known.best, known.nodes) == (found.value, found.best, 0)


@pytest.mark.parametrize("name", GAMES)
def test_its_variation_is_best_play(kept: Kept, name: str) -> None:
    with consult(name) as game:
        known = search(game, program_of(game, f"database:{kept(name)}"))
        found = search(game, Program.OUTCOME, engine="python")
    assert (known.best_move, known.variation) == (found.best_move, found.variation)
    assert known.contract == found.contract


def test_other_programs_in_machine_code_change_no_answer(kept: Kept) -> None:
    """The keys of positions were others as soon as another program was compiled with the rules."""
    with consult("tictactoe") as game:
        program = program_of(game, f"database:{kept('tictactoe')}")
        start = game.initial()[0]
        before = run(game, program, "prolog", start, Limits()).value
        run(game, Program.ALPHABETA, "native", start, Limits(2))
        assert run(game, program, "prolog", start, Limits()).value == before
    with consult("tictactoe") as game:
        run(game, Program.ALPHABETA, "native", start, Limits(2))
        program = program_of(game, f"database:{kept('tictactoe')}")
        assert run(game, program, "prolog", start, Limits()).value == before


# Searching


def test_search_tells_value_move_and_best_play(pydecl: Run, kept: Kept) -> None:
    name = f"database:{kept('tictactoe')}"
    told = pydecl("search", "tictactoe", "--program", name, "--position", "xx./oo./...", "--json").json()
    assert (told["value"], told["plies"], told["best"]["move"]) == ("won", 1, "3")
    assert (told["program"], told["complete"], told["nodes"]) == (name, True, 0)
    shown = pydecl("search", "tictactoe", "--program", name, "--position", "xx./oo./...").out
    assert f"search    {name}, looked up\n" in shown.replace("search     ", "search    ")
    assert "won in 1 ply" in shown


def test_python_asks_it_by_the_same_name(kept: Kept) -> None:
    name = f"database:{kept('nim')}"
    result = public.search("nim", name)
    found = public.search("nim", "outcome", engine="python")
    assert (result.value, result.variation) == (found.value, found.variation)
    played = public.play("nim", name, "random", seed=4)
    assert played.outcome == "won"
    assert public.tournament("nim", [name, "random"], games=2).table().totals[0].points > 0


@pytest.mark.usefixtures("own_folder")
def test_a_database_in_many_files_is_asked_alike(pydecl: Run) -> None:
    """Layer by layer, each in a file of its own: each move of Connect-4 raises the number of men."""
    assert pydecl("solve", GAMES[2], "--to", "layered").code == 0
    assert len(list(Path("layered").glob("*.parquet"))) == 10
    told = pydecl("search", GAMES[2], "--program", "database:layered", "--json").json()
    found = public.search(GAMES[2], "outcome", engine="python")
    assert (told["value"], told["plies"]) == (found.value.outcome.value, found.value.plies)  # type: ignore[union-attr]
    assert tuple(told["variation"]) == found.written.variation
    assert repr(public.search(GAMES[2], "database:layered")).startswith(
        f"<{GAMES[2]}: database:layered, value "
    )
    assert pydecl("crosscheck", GAMES[2], "--program", "database:layered").code == 0


# Playing


def test_who_plays_from_it_plays_best(play: Play, kept: Kept) -> None:
    """The winner hurries and the loser delays: so many plies as are promised."""
    promised = public.search("nim", "outcome", engine="python").value
    done = play("nim", "--as", "none", "--program", f"database:{kept('nim')}")
    assert done.code == 0
    assert str(promised) == f"won in {len(moves(done))}"
    assert "MAX has won" in done.out


def test_the_moves_are_told_with_their_values(play: Play, kept: Kept) -> None:
    name = f"database:{kept('tictactoe')}"
    done = play("tictactoe", "--program", name, "--position", "xx./oo./...", lines="moves; hint; quit")
    rows = [line.split() for line in done.out.splitlines() if line.startswith("#")]
    assert rows[0] == ["#1", "3", "xxx/oo./...", "won", "in", "1"]
    assert rows[1] == ["#2", "6", "xx./oox/...", "drawn"]
    assert rows[2][3:] == ["lost", "in", "2"]
    assert f"{name}: 3, value won in 1" in done.out


def test_a_match_with_it_is_recorded_and_goes_on(play: Play, kept: Kept, tmp_path: Path) -> None:
    name, file = f"database:{kept('tictactoe')}", tmp_path / "match.txt"
    assert play("tictactoe", "--program", name, "--record", file, lines="5; quit").code == 0
    assert f"program  {name}\n" in file.read_text()
    assert recorded(file) == ["1 max 5", "2 min 1", f"% {name}: value drawn"]
    done = play("--replay", file, "--continue", "--record", file, lines="2; quit")
    assert done.code == 0
    assert recorded(file)[3:] == ["3 max 2", "4 min 8", f"% {name}: value drawn"]


def test_a_record_is_shown_without_its_database(play: Play, kept: Kept, tmp_path: Path) -> None:
    """Only who plays on needs it, or names another one."""
    folder, file = tmp_path / "a database", tmp_path / "match.txt"
    shutil.copytree(kept("tictactoe"), folder)
    play("tictactoe", "--program", f"database:{folder}", "--record", file, lines="5; quit")
    folder.rename(tmp_path / "moved")
    assert moves(play("--replay", file)) == ["1. MAX 5", "2. MIN 1"]
    done = play("--replay", file, "--continue", lines="2; quit")
    assert (done.code, "a database: no solved game" in done.err) == (2, True)
    found = f"database:{tmp_path / 'moved'}"
    assert play("--replay", file, "--continue", "--program", found, lines="2; quit").code == 0


def test_the_shell_completes_the_databases_of_a_folder(kept: Kept, own_folder: Path) -> None:
    shutil.copytree(kept("nim"), own_folder / "solved_nim")
    (own_folder / "solved_not").mkdir()
    assert [name for name, _ in suggest_who_plays("database:sol")] == ["database:solved_nim"]


# What it is not


def refused(game: str, folder: Path, said: str, **how: Any) -> None:
    with consult(game, **how) as rules, pytest.raises(InputError, match=said):
        program_of(rules, f"database:{folder}")


@pytest.mark.parametrize(
    ("game", "other", "said"),
    [
        ("nim", "tictactoe", "; 'pydecl solve nim --to DIR' solves"),
        ("connect4:width=3,height=4", "connect4:width=3,height=3", ""),
        ("pig", "pig:goal=4", ""),
    ],
)
def test_another_game_s_is_refused_by_name(kept: Kept, game: str, other: str, said: str) -> None:
    refused(game, kept(other), f"is of {other}, not of {game}{said}")


def test_other_trees_are_other_rules(tmp_path: Path) -> None:
    """A tree's rules are one text for all trees: what differs is the facts."""
    for number in (1, 2):
        (tmp_path / f"t{number}.tree").write_text(f"a max ( b {number}  c -1 )")
    with consult(str(tmp_path / "t1.tree")) as game:
        save(game, solve(game, engine="native"), tmp_path / "kept", Reading())
    with consult(str(tmp_path / "t1.tree")) as game:
        assert len(database_of(game, tmp_path / "kept")) == 3
    refused(str(tmp_path / "t2.tree"), tmp_path / "kept", "is of .*t1.tree, not of .*t2.tree")


def test_rules_that_have_changed_are_refused(tmp_path: Path) -> None:
    file = written(tmp_path)
    folder = stored(file)
    written(tmp_path, PILE.replace("N - 1", "N - 2"))
    refused(str(file), folder, r"rules\.pl has other rules than when it was solved: solve it again")


def test_rules_that_are_read_otherwise_are_refused(tmp_path: Path) -> None:
    file = written(tmp_path)
    refused(str(file), stored(file), "has other rules than when it was solved", moves_again=True)


def test_both_may_move_to_other_folders(tmp_path: Path) -> None:
    file = written(tmp_path / "one")
    stored(file).rename(tmp_path / "elsewhere")
    file.parent.rename(tmp_path / "two")
    result = public.search(tmp_path / "two" / "rules.pl", f"database:{tmp_path / 'elsewhere'}")
    assert str(result.value) == "won in 4"


def test_the_missing_package_is_named(kept: Kept, pydecl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    name, there = f"database:{kept('nim')}", builtins.__import__

    def without(module: str, *arguments: Any, **keywords: Any) -> Any:
        if module.startswith("pyarrow"):
            raise ImportError(module)
        return there(module, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", without)
    done = pydecl("search", "nim", "--program", name)
    assert (done.code, done.out) == (2, "")
    assert "needs the package pyarrow: pip install 'pydecl[solved]'" in done.err


def test_its_card_is_read_and_never_run(kept: Kept, tmp_path: Path) -> None:
    """A database says of which rules it is; it is asked with those that are given."""
    folder = tmp_path / "moved"
    shutil.copytree(kept("nim"), folder)
    card = folder / CARD
    card.write_text(card.read_text().replace('"source": "nim"', '"source": "/no/such/rules.pl"'))
    assert str(public.search("nim", f"database:{folder}").value).startswith("won in")
