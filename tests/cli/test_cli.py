"""The command line: what each command prints, its fields in JSON, its exit codes, and how it is stopped."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from command_line import Run, in_a_process
from folders import rules_file

from pydecl import __version__
from pydecl.cli import limits
from pydecl.crosschecking import check
from pydecl.engines.native.building import candidates
from pydecl.engines.prolog.installation import swipl_program, variables
from pydecl.errors import LimitError
from pydecl.programs.registry import DECLARED, PROGRAMS

pytestmark = pytest.mark.usefixtures("quick_c")

ENDLESS = ("--depth", "unlimited", "--time", "0.1")

MOVES = "moves(a, [b,c]). max_to_move(a). min_to_move(b). min_to_move(c).\n"


# games, consult, moves


def test_games_lists_the_bundled_games_with_their_options(pydecl: Run) -> None:
    done = pydecl("games", "--json")
    games = {row["game"]: row for row in done.json()}
    assert done.code == 0
    assert all(row.keys() == {"game", "about", "options", "source"} for row in games.values())
    assert {"tictactoe", "nim", "connect4", "othello", "hexapawn", "lecture19"} <= games.keys()
    assert games["nim"]["options"] == {"heaps": [1, 3, 5]}
    assert games["connect4"]["options"] == {"width": 7, "height": 6, "run": 4, "evaluation": "signed"}
    assert all(Path(row["source"]).is_file() for row in games.values())
    table = pydecl("games")
    assert table.code == 0
    assert "heaps=[1, 3, 5]" in table.out


def test_in_a_pipe_no_line_is_broken_unless_columns_says_so(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    longest = max((game["about"] for game in pydecl("games", "--json").json()), key=len)
    assert longest in pydecl("games").out
    monkeypatch.setenv("COLUMNS", "72")
    assert max(map(len, pydecl("games").out.splitlines())) <= 72


def test_the_version_is_told(pydecl: Run) -> None:
    done = pydecl("--version")
    assert (done.code, done.out, done.err) == (0, f"pydecl {__version__}\n", "")


def test_consult_says_what_a_game_is(pydecl: Run) -> None:
    done = pydecl("check", "--about", "nim", "--json")
    found = done.json()
    assert (done.code, done.err) == (0, "")
    assert found["game"] == "nim"
    assert found["initial"] == ["1/3/5 max"]
    assert {name for name, runs in found["programs"].items() if not runs} == {"quiescence", "forward_pruning"}
    assert found["missing"] == {"quiescence": "turbulent/1", "forward_pruning": "plausible/2"}
    assert found["warnings"] == []
    assert {"initial/1", "move/3", "staticval/2"} <= set(found["defines"])
    text = pydecl("check", "--about", "nim").out
    assert re.search(r"^can run +won, minimax, alphabeta, ", text, re.MULTILINE)
    assert re.search(r"^without turbulent/1 +cannot run: quiescence$", text, re.MULTILINE)


def test_consult_says_what_is_missing_and_what_it_rules_out(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, MOVES + "terminalwon(b). terminallost(c).\n", "half.pl")
    done = pydecl("check", "--about", path, "--json")
    assert done.code == 0
    assert {name for name, runs in done.json()["programs"].items() if runs} == {
        program.value for program in PROGRAMS if not DECLARED[program].values
    }
    assert {done.json()["missing"][name] for name in ("minimax", "alphabeta", "deepening")} == {"staticval/2"}
    assert done.json()["initial"] == []
    text = pydecl("check", "--about", path)
    assert re.search(r"^without staticval/2 +cannot run: minimax, alphabeta, ", text.out, re.MULTILINE)
    assert "none: give a position" in text.out


def test_consult_warns_with_the_place(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, MOVES + "staticval(_, 1).\nhelper(X, Y) :- X = 1.\n", "singleton.pl")
    done = pydecl("check", "--about", path, "--json")
    assert done.code == 0
    assert f"{path}:3:1: warning: Singleton variables: [Y]" in done.err
    assert len(done.json()["warnings"]) == 1


def test_moves_lists_them_in_order(pydecl: Run) -> None:
    done = pydecl("board", "nim", "--position", "1/0/2 min", "--json")
    assert done.code == 0
    assert done.json() == {
        "game": "nim",
        "position": "1/0/2 min",
        "player": "min",
        "static_value": 0,
        "moves": [
            {"move": "take(1,1)", "position": "0/0/2 max"},
            {"move": "take(3,1)", "position": "1/0/1 max"},
            {"move": "take(3,2)", "position": "1/0/0 max"},
        ],
    }
    text = pydecl("board", "nim", "--position", "1/0/2 min")
    assert "take(3,1)  1/0/1 max" in text.out
    assert "MIN" in text.out


def test_moves_says_that_a_game_is_over(pydecl: Run) -> None:
    done = pydecl("board", "nim", "--position", "0/0 max")
    assert done.code == 0
    assert "no moves: the game is over" in done.out


def test_moves_shows_no_value_where_there_is_none(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, MOVES + "staticval(b, 1). staticval(c, 1r3).\n", "leaves.pl")
    assert pydecl("board", path, "--position", "a", "--json").json()["static_value"] is None
    assert pydecl("board", path, "--position", "c", "--json").json()["static_value"] == "1r3"


# search


@pytest.mark.parametrize("engine", ["prolog", "python"])
def test_a_search_in_json_has_the_promised_fields(pydecl: Run, engine: str) -> None:
    done = pydecl("search", "nim:heaps=[1,2]", "--program", "minimax", "--engine", engine, "--json")
    found = done.json()
    seconds = found.pop("seconds")
    assert (done.code, done.err) == (0, "")
    assert isinstance(seconds, float)
    # By hand: who leaves two equal heaps wins, so MAX takes 1 of 2; of the tree's 12 nodes 5 are leaves.
    assert found == {
        "game": "nim:heaps=[1,2]",
        "program": "minimax",
        "engine": engine,
        "position": "1/2 max",
        "depth": None,
        "value": 1,
        "bound": "exact",
        "complete": True,
        "horizon": False,
        "best": {"move": "take(2,1)", "position": "1/1 min"},
        "variation": ["1/1 min", "1/0 max", "0/0 min"],
        "nodes": 12,
        "leaves": 5,
    }


@pytest.mark.parametrize("engine", ["prolog", "python"])
@pytest.mark.parametrize(
    ("options", "value"),
    [(["nim:heaps=[1,2]"], True), (["nim:heaps=[2,2]"], False), (["nim:heaps=[2,2]", "--depth", "1"], None)],
)
def test_won_is_true_false_or_null(pydecl: Run, engine: str, options: list[str], value: bool | None) -> None:
    done = pydecl("search", *options, "--program", "won", "--engine", engine, "--json")
    found = done.json()
    assert done.code == 0
    assert found["value"] is value
    assert (found["complete"], found["horizon"]) == (True, value is None)
    assert found["bound"] == (None if value is None else "exact")
    assert found["best"] is None


@pytest.mark.parametrize("engine", ["prolog", "python"])
@pytest.mark.parametrize(
    ("window", "bound"),
    [(("-5", "5"), "exact"), (("-5", "0"), "lower"), (("2", "5"), "upper"), (("1", "1"), "exact")],
)
def test_a_window_makes_the_value_a_bound(
    pydecl: Run, engine: str, window: tuple[str, str], bound: str
) -> None:
    alpha, beta = window
    options = ("--program", "alphabeta", "--alpha", alpha, "--beta", beta, "--engine", engine, "--json")
    assert pydecl("search", "nim:heaps=[1,2]", *options).json()["bound"] == bound


def test_a_search_where_the_root_is_evaluated_has_no_best_move(pydecl: Run) -> None:
    for option, value, horizon in (("--position", "0/0 min", False), ("--depth", "0", True)):
        found = pydecl("search", "nim", option, value, "--json").json()
        assert (found["best"], found["variation"], found["nodes"], found["leaves"]) == (None, [], 1, 1)
        assert found["horizon"] is horizon


def test_a_value_that_json_does_not_have_is_a_text(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, MOVES + "staticval(b, 1r3). staticval(c, -inf).\n", "values.pl")
    for engine in ("prolog", "python"):
        for position, value in (("a", "1r3"), ("c", "-inf")):
            found = pydecl("search", path, "--position", position, "--engine", engine, "--json").json()
            assert found["value"] == value


def test_moves_without_names_are_null(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, MOVES + "staticval(b, 1). staticval(c, 2).\n", "names.pl")
    found = pydecl("search", path, "--position", "a", "--json").json()
    assert found["best"] == {"move": None, "position": "c"}


def test_the_leaves_are_listed_in_order(pydecl: Run) -> None:
    # Lecture 19's tree: alpha-beta evaluates i, j, k, m, n.
    for engine in ("prolog", "python"):
        options = ("--program", "alphabeta", "--leaves", "--engine", engine, "--json")
        assert pydecl("search", "lecture19", *options).json()["evaluated"] == ["i", "j", "k", "m", "n"]


def test_a_search_for_people_says_the_same(pydecl: Run) -> None:
    done = pydecl("search", "nim:heaps=[1,2]", "--depth", "1", "--program", "alphabeta")
    assert done.code == 0
    for text in ("1: |   1", "alphabeta on prolog, depth 1", "0 (an estimate at the horizon)", "nodes"):
        assert text in done.out
    won = pydecl("search", "nim:heaps=[2,2]", "--program", "won")
    assert (won.code, "not won" in won.out) == (0, True)
    unknown = pydecl("search", "nim:heaps=[2,2]", "--program", "won", "--depth", "1")
    assert (unknown.code, "unknown: the depth limit was reached" in unknown.out) == (0, True)


@pytest.mark.sampled(1, "each case computes until its time is over")
@pytest.mark.parametrize("engine", ["prolog", "python"])
def test_the_time_is_a_limit(pydecl: Run, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LEAST", 600.0)  # loading has all the time
    done = pydecl("search", "connect4", *ENDLESS, "--engine", engine, "--json")
    found = done.json()
    assert (done.code, found["complete"]) == (4, False)
    assert (found["value"], found["bound"], found["best"], found["variation"]) == (None, None, None, [])
    assert found["seconds"] > 0
    said = pydecl("search", "connect4", *ENDLESS, "--engine", engine)
    assert (said.code, "stopped: time is up" in said.out) == (4, True)


# crosscheck


def test_a_crosscheck_in_json_has_the_promised_fields(pydecl: Run) -> None:
    done = pydecl("crosscheck", "nim:heaps=[1,2]", "--json")
    found = done.json()
    assert done.code == 0
    fields = {"game", "positions", "comparisons", "agree", "rules", "engines", "divergences"}
    assert found.keys() - {"left_out", "skipped"} == fields
    assert (found["game"], found["agree"], found["rules"]) == ("nim:heaps=[1,2]", True, "independent")
    assert found["divergences"] == []
    # 1/2; then 0/2, 1/1 and 1/0; then 0/0, 0/1 and 1/0, MAX to move.
    assert found["positions"] == 7
    assert found["comparisons"] > 7


def test_rules_that_are_written_once_are_compiled_or_shared(pydecl: Run, tmp_path: Path) -> None:
    text = "initial(a).\n" + MOVES + "staticval(b, 1). staticval(c, 2).\n"
    covered, not_covered = tmp_path / "covered.pl", tmp_path / "not_covered.pl"
    covered.write_text(text)
    not_covered.write_text(text + "min_to_move(_) :- flag(x, N, N), fail.\n")
    for path, rules in ((covered, "compiled"), (not_covered, "shared")):
        done = pydecl("crosscheck", path, "--program", "minimax", "--json")
        assert (done.code, done.json()["rules"], done.json()["agree"]) == (0, rules, True)


def test_several_games_are_a_list_and_the_worst_code_counts(pydecl: Run) -> None:
    games = ("lecture19", "nosuch", "nim:heaps=[1]")
    done = pydecl("crosscheck", *games, "--program", "minimax", "--jobs", "1", "--json")
    assert [(one["game"], one["agree"]) for one in done.json()] == list(
        zip(games, (True, None, True), strict=True)
    )
    assert done.code == 2
    assert done.err.count("nosuch: no bundled game and no file") == 1


@pytest.mark.parametrize(
    ("fits", "advice"), [(3, "--depth 3 should fit"), (None, "a smaller --depth needs less")]
)
def test_a_crosscheck_that_runs_out_of_time_knows_nothing(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, fits: int | None, advice: str
) -> None:
    compare = check._Check._compare

    def late(checked: Any, position: Any) -> None:
        compare(checked, position)
        raise LimitError("time is up")

    monkeypatch.setattr(check._Check, "_compare", late)
    monkeypatch.setattr(check, "fitting_depth", lambda *_: fits)
    command = ("crosscheck", "nim:heaps=[1]", "--program", "minimax")
    done = pydecl(*command, "--json")
    assert (done.code, done.json()["agree"]) == (4, None)
    assert re.fullmatch(
        rf"time is up; minimax took \d+\.\d s with no depth limit: {advice}", done.json()["error"]
    )
    assert "unfinished" in pydecl(*command).out


def test_a_divergence_is_an_exit_code_and_shows_how_to_see_it_again(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.games.nim.Nim.static_value", lambda *_: 7)
    done = pydecl("crosscheck", "nim:heaps=[1,2]", "--json")
    (divergence,) = done.json()["divergences"]
    assert (done.code, done.json()["agree"]) == (1, False)
    assert divergence.keys() == {"subject", "position", "prolog", "python", "expected", "cause", "command"}
    assert (divergence["subject"], divergence["prolog"], divergence["python"]) == ("static value", "0", "7")
    assert divergence["command"].startswith("pydecl crosscheck 'nim:heaps=[1,2]' --position '1/2 max'")
    assert "differs" in pydecl("crosscheck", "nim:heaps=[1,2]").out


# top, doctor


def test_top_answers_goals_with_the_textbook_programs() -> None:
    done = in_a_process("top", "nim:heaps=[2,2]", stdin="initial(P), minimax(P, _, V).\n")
    assert (done.code, done.err) == (0, "")
    said = (
        "nim:heaps=[2,2], won/1, minimax/3 and alphabeta/5 are loaded: try initial(P), minimax(P, Best, Val)."
    )
    assert done.out.startswith(f"{said}\n")
    # 2 xor 2 is 0, so the player who starts loses (Bouton 1901).
    assert "P = nim(max, [2, 2])" in done.out
    assert "V = -1." in done.out


def test_doctor_finds_nothing_wrong_here(pydecl: Run) -> None:
    if next(candidates(), None) is None:
        pytest.skip("there is no C compiler")
    done = pydecl("doctor", "--json")
    found = {row["what"]: row for row in done.json()}
    assert done.code == 0
    assert {"Python", "SWI-Prolog", "pyswip", "a query"} <= found.keys()
    assert all(row.keys() == {"what", "found", "problem", "remedy"} for row in found.values())
    assert all(row["problem"] is None for row in found.values())
    assert "X is 2**100 gives 1267650600228229401496703205376" in pydecl("doctor").out


def test_doctor_names_the_remedy(pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SWI_HOME_DIR", str(tmp_path))
    done = pydecl("doctor")
    assert done.code == 5
    assert "fix it with: unset SWI_HOME_DIR" in done.out


def test_doctor_without_swi_prolog_says_how_to_install_it(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("pydecl.cli.doctoring.find_swipl", lambda: None)
    done = pydecl("doctor", "--json")
    found = {row["what"]: row for row in done.json()}
    assert done.code == 5
    assert found["SWI-Prolog"]["problem"] == "swipl is not on the PATH"
    assert found["SWI-Prolog"]["remedy"].startswith("sudo apt-get install swi-prolog-nox")


@pytest.mark.parametrize(("of_wheel", "origin"), [(True, "the package pydecl-swipl"), (False, "the PATH")])
def test_doctor_says_which_swi_prolog_is_used(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, of_wheel: bool, origin: str
) -> None:
    monkeypatch.setattr("pydecl.cli.doctoring.comes_from_wheel", lambda: of_wheel)
    (row,) = [row for row in pydecl("doctor", "--json").json() if row["what"] == "SWI-Prolog"]
    assert f", from {origin} ({swipl_program()})" in row["found"]


@pytest.mark.parametrize("there", [True, False])
def test_doctor_looks_at_the_library_that_is_named(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, there: bool
) -> None:
    library = variables()["LIBSWIPL_PATH"] if there else str(tmp_path / "libswipl.so")
    monkeypatch.setenv("LIBSWIPL_PATH", library)
    found = {row["what"]: row for row in pydecl("doctor", "--json").json()}
    problem, remedy = (None, None) if there else ("there is no such library", "unset LIBSWIPL_PATH")
    assert found["LIBSWIPL_PATH"] == {
        "what": "LIBSWIPL_PATH",
        "found": library,
        "problem": problem,
        "remedy": remedy,
    }
