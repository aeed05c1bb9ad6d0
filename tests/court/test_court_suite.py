"""Suites show slips in the rules; what they say is what the rules say; other programs are tested on them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from command_line import Run
from folders import rules_file
from module_fixtures import for_module_in

from pydecl.api.court import suite as made_suite
from pydecl.court.examples import examined
from pydecl.court.mutants import Mutant, mutants_of
from pydecl.court.sides import RulesSide
from pydecl.court.suite import Lines, Slips, candidates_of, suite
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import Exit, InputError, LimitError
from pydecl.loading.consulting import consult
from pydecl.paths import prolog_file
from pydecl.testing import against

PILE = """
initial(pile(3, max)).
max_to_move(pile(_, max)).
min_to_move(pile(_, min)).
move(pile(N, P), take(M), pile(K, Q)) :- between(1, 2, M), M =< N, K is N - M, other(P, Q).
other(max, min).
other(min, max).
staticval(pile(0, max), -1) :- !.
staticval(pile(0, min), 1) :- !.
staticval(_, 0).
"""

EXAMPLES = Path("examples", "court")

PEOPLES: list[tuple[str, str, str, str]] = [
    (game, kind, old, new)
    for line in Path(__file__).with_name("slips.tsv").read_text("utf-8").splitlines()
    for game, kind, old, new in [line.encode().decode("unicode_escape").split("\t")]
]
"""Slips that people make: the game, the kind, what the rules say once, and what somebody writes instead."""


pile = for_module_in(lambda folder: consult(rules_file(folder, PILE, "pile.pl")))


def test_slips_are_of_what_a_game_is_asked() -> None:
    slips = [one.slip for one in mutants_of(PILE + "\nposition_text(pile(N, _)) --> [N].\n", "pile.pl")]
    assert "line 5: < for =<" in slips
    assert "line 5: 3 for 2" in slips
    assert "line 5: true for M =< N" in slips
    assert "line 4: max for min" in slips
    assert not [slip for slip in slips if slip.startswith("line 12")]


def test_a_suite_shows_slips_and_says_which(pile: SessionGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pydecl.court.suite.MUTANTS", 12)
    found = suite(pile)
    assert found.looked == len(found.entries) == 7
    assert found.shown > 0
    why = [reason for entry in found.entries for reason in entry["why"] if reason.startswith("shows")]
    assert len(set(why)) == found.shown
    assert examined(RulesSide(pile), found.entries).exit_code == Exit.FINE


def test_moves_of_chance_are_told_apart_and_lead_where_they_say() -> None:
    with consult("kuhn") as game:
        candidates = candidates_of(RulesSide(game), Random(0), (4,))
        deals = [one for one in candidates if one.look.mover is None]
        assert deals
        assert all(len(set(one.look.moves)) == len(one.look.moves) for one in deals)
        assert not Lines(game, candidates).differing(game, 1)


def test_lines_go_on_where_a_player_moves_again(tmp_path: Path) -> None:
    rules = prolog_file("games/dots_and_boxes.pl")
    slip = rules_file(
        tmp_path, rules.read_text().replace("Lead is Lead0 - New.", "Lead is Lead0 + New."), "dots.pl"
    )
    with consult("dots_and_boxes:width=1,height=2") as game, consult(slip, width=1, height=2) as other:
        candidates = candidates_of(RulesSide(game), Random(0), (80,))
        assert any(one.look.result == -1 for one in candidates)
        assert Lines(game, candidates).differing(other, 1)


def test_slips_are_made_in_included_files_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, move, after = PILE.partition("\nmove(")
    (tmp_path / "moves.pl").write_text(move + after)
    main = rules_file(tmp_path, before + "\n:- include(moves).\n", "pile.pl")
    monkeypatch.setattr("pydecl.court.suite.MUTANTS", 8)
    with consult(main) as game:
        found = suite(game)
    assert found.shown + found.hidden > 0
    why = [reason for entry in found.entries for reason in entry["why"] if reason.startswith("shows")]
    assert why


def rules_of(game: str) -> Path:
    return Path(game) if game.endswith(".pl") else prolog_file(f"games/{game}.pl")


@pytest.mark.parametrize(("game", "kind", "old", "new"), PEOPLES)
def test_what_somebody_writes_wrongly_stands_in_the_rules_once(
    game: str, kind: str, old: str, new: str
) -> None:
    assert rules_of(game).read_text().count(old) == 1, kind
    assert old != new


@pytest.mark.thorough("makes suites of a dozen games")
@pytest.mark.parametrize("game", dict.fromkeys(game for game, *_ in PEOPLES))
def test_a_suite_shows_what_people_write_wrongly(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pydecl.court.suite.MUTANTS", 20)
    file, text = rules_of(game), rules_of(game).read_text()
    with consult(game) as rules:
        found = suite(rules)
        assert len(found.entries) <= 1000
        chosen = [place for place, one in enumerate(found.candidates) if one.why]
        with Slips(rules, Lines(rules, found.candidates, chosen)) as slips:
            for _, kind, old, new in (one for one in PEOPLES if one[0] == game):
                assert slips.shown(file, Mutant(text.replace(old, new), kind), 1), (kind, new)


@pytest.mark.parametrize(
    ("example", "kind", "line"),
    [
        ({"line": ["take(1)", "take(3)", "take(1)"]}, "move", ["take(1)", "take(3)"]),
        ({"line": ["take(1)"], "moves": ["take(1)"]}, "moves", ["take(1)"]),
        ({"line": ["take(1)"], "mover": 0}, "mover", ["take(1)"]),
        ({"line": ["take(1)", "take(2)"], "result": 1}, "result", ["take(1)", "take(2)"]),
        ({"line": ["take(1)"], "result": 0}, "result", ["take(1)"]),
    ],
)
def test_an_example_that_is_wrong_is_told(
    pile: SessionGame, example: dict[str, object], kind: str, line: Sequence[str]
) -> None:
    right: dict[str, object] = {"line": ["TAKE(1)", "Take(2)"], "moves": [], "result": -1}
    found = examined(RulesSide(pile), [right, example, {"line": ["take(2)", "take(1)", "take(1)", "x"]}])
    assert found.wrong is not None
    assert (found.wrong.example, found.wrong.kind, found.wrong.line) == (2, kind, line)


def test_no_moves_are_no_verdict(pile: SessionGame) -> None:
    assert examined(RulesSide(pile), [{"line": []}]).exit_code == Exit.LIMIT
    with pytest.raises(InputError, match="example 1 has no line"):
        examined(RulesSide(pile), [{"moves": []}])


@pytest.mark.parametrize(
    ("word", "value", "expected"),
    [
        ("mover", "x", "0 for the player who began, 1 or null"),
        ("moves", 5, "a list of moves"),
        ("moves", "take", "a list of moves"),
        ("result", "won", "a number or null"),
        ("result", True, "a number or null"),
    ],
)
def test_an_example_that_makes_no_sense_is_refused(
    pile: SessionGame, word: str, value: object, expected: str
) -> None:
    with pytest.raises(InputError, match=f'example 1: expected {expected} as "{word}", found {value!r}'):
        examined(RulesSide(pile), [{"line": [], word: value}])


def test_rules_that_hang_take_no_longer_than_the_time(tmp_path: Path) -> None:
    rules = tmp_path / "hangs.pl"
    rules.write_text(
        "initial(0).\nmove(0, on, 1).\nmove(1, on, _) :- repeat, fail.\n"
        "max_to_move(0).\nmin_to_move(1).\nstaticval(_, 0).\n"
    )
    with pytest.raises(LimitError, match="within 2 s"):
        made_suite(rules, seconds=2)


def test_a_tree_has_no_suite() -> None:
    with consult("lecture19") as game, pytest.raises(InputError, match="is no rules file"):
        suite(game)


def test_the_command_verifies(pydecl: Run, tmp_path: Path) -> None:
    file = tmp_path / "examples.jsonl"
    file.write_text(json.dumps({"line": ["take(1,1)"], "result": None}) + "\n")
    run = pydecl("verify", "nim:heaps=[1,2]", "--examples", file, "--json")
    assert run.code == Exit.FINE
    assert (json.loads(run.out)["agree"], json.loads(run.out)["moves"]) == (True, 2)
    assert pydecl("verify", "nim:heaps=[1,2]", "--examples", file).out.startswith("1 example agrees with nim")


def test_a_test_of_a_game_fails_with_the_line() -> None:
    against("nim:heaps=[1,2]", "rules:nim:heaps=[1,2]", positions=20)
    with pytest.raises(AssertionError, match=r"extra move at the start"):
        against("nim:heaps=[1,2]", "rules:nim:heaps=[1,3]")


@pytest.fixture(scope="module")
def tictactoe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of tic-tac-toe."""
    file = tmp_path_factory.mktemp("suite") / "tictactoe.jsonl"
    with pytest.MonkeyPatch.context() as patch, consult("tictactoe") as game:
        patch.setattr("pydecl.court.suite.MUTANTS", 2)
        file.write_text("".join(json.dumps(one) + "\n" for one in suite(game).entries))
    return file


def readers() -> Iterator[list[str]]:
    yield [sys.executable, str(EXAMPLES / "suite.py")]
    if node := shutil.which("node"):
        yield [node, str(EXAMPLES / "suite.js")]


def test_the_readers_in_the_docs_run_a_suite(tictactoe: Path, tmp_path: Path) -> None:
    lines = tictactoe.read_text().splitlines()
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("\n".join([*lines[:7], lines[7].replace('"result": null', '"result": 0'), ""]))
    for words in readers():
        run = subprocess.run([*words, str(tictactoe)], capture_output=True, text=True, check=False)
        assert run.stdout == f"{len(lines)} positions are right\n", run.stderr
        run = subprocess.run([*words, str(wrong)], capture_output=True, text=True, check=False)
        assert run.returncode == 1
        assert "line 8, after " in run.stdout + run.stderr


@pytest.mark.thorough("compiles a program in C++")
@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
def test_the_reader_in_c_runs_a_suite(tictactoe: Path, tmp_path: Path) -> None:
    subprocess.run(["g++", "-std=c++17", EXAMPLES / "suite.cpp", "-o", tmp_path / "suite"], check=True)
    with tictactoe.open() as file:
        run = subprocess.run([tmp_path / "suite"], stdin=file, capture_output=True, text=True, check=True)
    assert run.stdout == f"{len(tictactoe.read_text().splitlines())} positions are right\n"
