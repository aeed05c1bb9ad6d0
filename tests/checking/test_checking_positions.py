"""`pydecl check` on positions and on the command line, and `pydecl check --explain`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run
from folders import ROOT, TESTS
from rings import is_thorough

from pydecl.checking import positions as judging
from pydecl.checking import sampling, symmetries
from pydecl.checking.catalogue import page
from pydecl.checking.check import check_file
from pydecl.checking.report import Report
from pydecl.engines.prolog.session import Session
from pydecl.errors import Exit, LimitError
from pydecl.loading.consulting import game_names
from pydecl.rules.catalogue import GAME, changed
from pydecl.rules.catalogue.codes import CATALOGUE, codes_of
from pydecl.rules.finding import Severity

pytestmark = pytest.mark.usefixtures("own_folder")

PAGE = ROOT / "docs" / "checks.md"

LOADED = [*(code.name for code in codes_of("P3")), "P114", "P115", "P411"]
"""The codes that need the file loaded."""


ENOUGH = 600.0
"""Seconds that only a hang takes."""


def checked(text: str, folder: Path, seconds: float = ENOUGH) -> Report:
    """The report on a file, all positions of which are looked at, however slow the machine is."""
    file = folder / "g.pl"
    file.write_text(text)
    with pytest.MonkeyPatch.context() as patched:
        for module in (sampling, symmetries):
            patched.setattr(module, "SECONDS", ENOUGH)
        return check_file(str(file), seconds)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of a file that is checked have little time for each answer, whatever there is in all."""

    def told(session: Session, seconds: float | None) -> None:
        vars(session)["seconds"] = seconds and 0.4

    asked = property(lambda session: vars(session)["seconds"], told)
    monkeypatch.setattr(Session, "seconds", asked, raising=False)


LOOPING = pytest.param("P312", marks=pytest.mark.thorough("a test below has rules that loop"))


@pytest.mark.parametrize("name", [LOOPING if name == "P312" else name for name in LOADED])
def test_the_wrong_example_shows_the_code_at_its_predicate_and_the_right_one_nothing(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    code = CATALOGUE[name]
    if name == "P312":  # rules that loop
        request.getfixturevalue("hasty")
    wrong = checked(code.wrong, tmp_path)
    assert {finding.code.name for finding in wrong.findings} == {name}
    assert (wrong.findings[0].line, wrong.findings[0].column) == code.at
    expected = {"P312": Exit.LIMIT, "P115": Exit.BAD_INPUT}.get(name, Exit.BROKEN_CONTRACT)
    assert wrong.exit(strict=False) == (expected if code.severity is Severity.ERROR else Exit.FINE)
    if is_thorough() or name == "P302":  # in the inner ring good games show that nothing is found in them
        right = checked(code.right, tmp_path)
        assert [finding.head() for finding in right.findings] == []
        assert right.game is not None


STRANGERS = sorted((TESTS / "strangers").glob("*.pl"))


@pytest.mark.parametrize("name", [*game_names(), *map(str, STRANGERS)])
@pytest.mark.sampled(3, "each case checks many positions")
def test_nothing_is_found_in_a_good_game_of_any_convention(name: str) -> None:
    report = check_file(name, ENOUGH)
    assert ([finding.head() for finding in report.findings], report.refused) == ([], None)
    assert report.game is not None
    assert report.game.looked_at > 0 or not report.game.starts


def test_a_finding_names_the_position_and_how_to_see_it(tmp_path: Path) -> None:
    (finding,) = checked(CATALOGUE["P302"].wrong, tmp_path).findings
    assert finding.message == "no player is to move in pile(min,2)"
    assert finding.remedy.endswith(f"; see pydecl board {tmp_path / 'g.pl'} --position 'pile(min,2)'")


RECORD = """\
:- use_module(library(record)).
:- record pile(left:integer=1).
initial(P) :- default_pile(P).
max_to_move(P) :- is_pile(P).
min_to_move(_) :- fail.
move(_, _, _) :- fail.
staticval(_, 1).
"""

WRONG = """\
initial(a).
moves(a, [b, c, d, e, f]).
moves(g, []).
moves(f, [b | _]) :-
    !.
max_to_move(a).
min_to_move(X) :- X \\== a.
staticval(c, 1).
staticval(Pos, Val) :- member(Pos, [b, d]), odd(Val), !, fail.
staticval(b, draw).
staticval(d, 1).
staticval(d, Val) :- Val is 1.
staticval(d, Val) :- member(Val, [1, 2]).
staticval(d, 3).
staticval(e, Val) :- value_of(e, Val).
staticval(f, 5).
odd(_) :- fail.
value_of(e, _).
"""

RAISED = changed("staticval(pile(max, 0), -1)", "staticval(pile(max, N), Val) :- half(N, Val)")
CUT = changed("staticval(pile(max, 0), -1)", "staticval(pile(max, 0), -1) :- !")
ASSERTED = changed(
    *("initial(pile(max, 2))", ":- dynamic staticval/2"),
    *("staticval(pile(min, 0), 1)", ":- assertz(staticval(pile(min, 0), won))"),
)

FOUND = {
    "what a library makes of a directive, once where the directive stands": (RECORD, "P411:2 P320:6"),
    "an exception, at the clause that raised it": (
        RAISED + "half(N, Half) :-\n    Half is foo / N.\n",
        "P311:10",
    ),
    "wrong answers, at the clauses that give them": (WRONG, "P202:3 P310:4 P306:10 P305:13 P306:15"),
    "nothing, for a clause cut off gives no answer": (CUT + "staticval(pile(max, 0), lost).\n", ""),
    "a wrong answer of an asserted clause, at its predicate": (ASSERTED, "P306:7"),
    "a file without starts, from its facts": (
        "moves(a, [b, c]).\nmax_to_move(a).\nmin_to_move(b).\nmin_to_move(c).\nstaticval(b, 1).\n",
        "P304:5",
    ),
}


@pytest.mark.parametrize(("text", "told"), FOUND.values(), ids=FOUND)
def test_what_is_told_has_its_place(tmp_path: Path, text: str, told: str) -> None:
    found = checked(text, tmp_path).findings
    assert " ".join(f"{one.code.name}:{one.line}" for one in found) == told


def test_a_call_of_nothing_is_told_from_the_text_and_from_the_sample(tmp_path: Path) -> None:
    report = checked(CATALOGUE["P106"].wrong, tmp_path)
    assert {finding.code.name for finding in report.findings} == {"P106", "P311"}
    assert {(finding.line, finding.column) for finding in report.findings} <= {(6, 40), (6, 1)}


def test_a_start_that_is_no_position_is_told_at_its_clause(tmp_path: Path) -> None:
    report = checked(changed("initial(pile(max, 3))", "initial(pile(max, _))"), tmp_path)
    assert [(found.code.name, found.line) for found in report.findings] == [("P307", 1)]
    assert (report.refused, report.exit(strict=False)) == (None, Exit.BROKEN_CONTRACT)


@pytest.mark.usefixtures("hasty")
def test_rules_that_loop_are_named(tmp_path: Path) -> None:
    report = checked(changed("pile(min, Left)) :- N > 0", "pile(min, Left)) :- N > 1, repeat"), tmp_path)
    (finding,) = report.findings
    assert finding.code.name == "P312"
    assert finding.message == "move/2 does not end in pile(max,3)"
    assert report.exit(strict=False) == Exit.LIMIT


def test_rules_are_not_said_to_loop_by_a_command_whose_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "SECONDS", 100.0)
    report = checked(changed("pile(min, Left)) :- N > 0", "pile(min, Left)) :- N > 1, repeat"), tmp_path, 0.5)
    assert [finding.code.name for finding in report.findings] == []
    assert isinstance(report.refused, LimitError)
    assert report.exit(strict=False) == Exit.LIMIT


# The command


def test_what_a_file_without_findings_is(pydecl: Run) -> None:
    Path("g.pl").write_text(GAME)
    done = pydecl("check", "g.pl")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "  game       g.pl"
    assert lines[1] == "  read as    the textbook's"
    assert lines[2:6] == [
        "  start      pile(max,3), pile(max,2)",
        "  to move    MAX",
        "  branching  1 to 1, 1.0 on average",
        "  positions  7 to depth 3; 7 sampled",
    ]
    assert lines[6].startswith("  can run    won, minimax, alphabeta")
    assert lines[-2:] == ["  not        forward_pruning: without plausible/2", "g.pl: no findings"]


def test_a_finding_shows_place_line_caret_why_once_and_remedy(pydecl: Run) -> None:
    Path("g.pl").write_text(
        GAME.replace("pile(max, _)", "pile(max, N)").replace("pile(min, _)", "pile(min, N)")
    )
    done = pydecl("check", "g.pl")
    why = CATALOGUE["P107"].why
    assert done.out.startswith(
        "g.pl:3:23: warning P107: N occurs only here in its clause\n"
        "  max_to_move(pile(max, N)).\n"
        "                        ^\n"
        f"  why: {why}\n"
        "  remedy: write _N\n\n"
        "g.pl:4:23: warning P107: N occurs only here in its clause\n"
        "  min_to_move(pile(min, N)).\n"
        "                        ^\n"
        "  remedy: write _N\n\n"
        "  game       g.pl\n"
    )
    assert done.out.endswith("g.pl: 2 warnings\n")
    assert done.code == 0
    assert pydecl("check", "--strict", "g.pl").code == 1


def test_one_bad_file_never_stops_the_rest_and_the_worst_decides(pydecl: Run) -> None:
    Path("bad.pl").write_text("moves(a, [b])\n")
    Path("broken.pl").write_text(CATALOGUE["P302"].wrong)
    Path("good.pl").write_text(GAME)
    done = pydecl("check", "bad.pl", "none.pl", "broken.pl", "good.pl")
    assert done.code == 2
    assert "none.pl: no such file\n\nnone.pl: not checked\n" in done.out
    summaries = [line for line in done.out.splitlines() if line.split(":")[0].endswith(".pl")]
    assert [line.split(": ")[-1] for line in summaries if line.count(":") == 1][-2:] == [
        "1 error",
        "no findings",
    ]
    assert pydecl("check", "good.pl", "broken.pl").code == 3


def test_the_findings_of_the_text_come_even_where_the_file_cannot_be_loaded(pydecl: Run) -> None:
    Path("g.pl").write_text(GAME.replace("pile(max, _)", "pile(max, N)") + "max_to_move(.\n")
    done = pydecl("check", "g.pl", "--json")
    (report,) = done.json()
    assert done.code == report["exit"] == 2
    assert [(found["code"][:2], found["line"]) for found in report["findings"]] == [("P1", 3), ("P0", 9)]
    assert (report["refused"], report["game"]) == (None, None)


def test_json_is_one_list_of_files(pydecl: Run) -> None:
    Path("g.pl").write_text(CATALOGUE["P206"].wrong)
    Path("h.pl").write_text(GAME)
    first, second = json.loads(pydecl("check", "--json", "g.pl", "h.pl").out)
    (finding,) = first["findings"]
    assert (finding["code"], finding["severity"], finding["line"], finding["column"]) == (
        "P206",
        "note",
        5,
        40,
    )
    assert finding["why"] == CATALOGUE["P206"].why
    assert second["game"]["positions_to_depth_3"] == 7
    assert second["game"]["branching"] == {"least": 1, "mean": 1.0, "most": 1}
    assert second["game"]["programs"]["minimax"]


def test_what_is_no_rules_file_is_checked_too(pydecl: Run) -> None:
    Path("t.tree").write_text("a max (b 1  c 2)\n")
    assert pydecl("check", "t.tree").out.endswith("t.tree: no findings\n")
    Path("t.tree").write_text("a max (b 1  c 2\n")
    assert pydecl("check", "t.tree").code == 2


def test_explain_shows_the_long_form(pydecl: Run) -> None:
    out = pydecl("check", "--explain", "p203").out
    code = CATALOGUE["P203"]
    assert out.startswith("P203 (warning): a position with a value but without a player to move\n\nWhy: ")
    assert "\n\nWrong, at 8:11:\n\n" in out
    assert all(f"    {line}\n" in out for line in [*code.wrong.splitlines(), *code.right.splitlines()])


def test_explain_lists_all_codes(pydecl: Run) -> None:
    assert [line.split()[0] for line in pydecl("check", "--explain").out.splitlines()[1:]] == list(CATALOGUE)


def test_the_page_of_the_codes_is_up_to_date(pydecl: Run) -> None:
    assert PAGE.read_text("utf-8") == page()
    assert pydecl("check", "--explain", "--write", "page.md").code == 0
    assert Path("page.md").read_text("utf-8") == page()


def test_every_code_is_explained_by_an_example() -> None:
    assert [code.name for code in CATALOGUE.values() if not (code.title and code.why and code.remedy)] == []
    assert sorted(CATALOGUE) == list(CATALOGUE)
