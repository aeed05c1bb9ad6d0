"""What a notebook shows of a value: HTML and SVG that are well-formed, and a short text."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from dataclasses import replace

import pytest
from grades import ENOUGH, GOOD, HOMEWORK

import pydecl
from pydecl.checking.check import check_file
from pydecl.crosschecking.verdict import Divergence
from pydecl.engines.searching import search
from pydecl.games.nim import Nim
from pydecl.grading import running
from pydecl.grading.running import Asked, grade
from pydecl.model.program import Program
from pydecl.model.proof import Claim, Goal
from pydecl.model.result import Rules
from pydecl.model.shown import Shown
from pydecl.proving.prover import prove
from pydecl.tournaments.running import tournament
from pydecl.tracing.recording import record
from pydecl.workbench.drawing.position import position_picture
from pydecl.workbench.notebook import displays


def words(markup: str | None) -> str:
    """The text of well-formed markup."""
    assert markup is not None
    return " ".join(ElementTree.fromstring(f"<div>{markup.partition('?>')[2] or markup}</div>").itertext())


def short(value: Shown) -> str:
    text = value._repr_mimebundle_()["text/plain"]
    assert len(text) < 200
    return text


def test_a_game_a_result_and_a_trace_are_shown() -> None:
    with pydecl.consult("lecture19") as game:
        assert short(game) == "<game lecture19>"
        assert "lecture19" in words(game._repr_html_())
        result = search(game, "alphabeta", engine="python")
        assert short(result) == "<alphabeta on a: 4, best b>"
        assert "11, leaves 5" in words(result._repr_html_())
        assert result._repr_svg_() is None
        trace = record(game, Program.ALPHABETA, engine="python")
        assert short(trace) == "<trace of alphabeta: 35 events>"
        drawn = words(trace._repr_svg_())
        assert all(node in drawn for node in "abdijekcmn")


def test_a_game_is_shown_with_its_board() -> None:
    with pydecl.consult("tictactoe") as game:
        image = ElementTree.fromstring(f"<div>{game._repr_html_()}</div>").find("img")
    assert image is not None
    kind, _, data = image.attrib["src"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert ElementTree.fromstring(b64decode(data)).tag.endswith("svg")
    assert image.attrib["alt"]


def test_grades_are_shown_with_their_counterexamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "diagnose", lambda *_, **__: None)  # the cause takes long to be found
    asked = Asked(seconds=ENOUGH, trees=3, required=("alphabeta/5",))
    one = grade(GOOD, [HOMEWORK / "goodenough_missing.pl"], asked)
    found = replace(one, files=[*one.files, *one.files])
    assert short(found) == "<grades of 2 files: 2 of 4 parts agree>"
    said = words(found._repr_html_())
    assert "alphabeta/5: prunes nothing on a tree of 5" in said
    assert "replay   pydecl trace " in said


def test_verdicts_are_shown() -> None:
    agreed = pydecl.crosscheck("lecture19")
    assert short(agreed) == "<lecture19: the engines agree>"
    assert "7 positions" in words(agreed._repr_html_())
    differ = Divergence(
        "g",
        3,
        9,
        Rules.SHARED,
        "value of a<b",
        "p&q",
        {"prolog": "1", "python": "2"},
        "pydecl search g",
        engines=["x"],
    )
    assert short(differ) == "<g: the engines differ: value of a<b>"
    shown = words(differ._repr_html_())
    assert all(part in shown for part in ("a<b", "p&q", "prolog", "2", "pydecl search g"))


def test_a_tournament_is_shown_as_its_table() -> None:
    with_random = ("alphabeta,depth=unlimited,engine=python,name=all", "random")
    found = tournament("nim:heaps=[1,2,3]", with_random, games=2, opening_plies=0)
    assert short(found) == "<tournament nim:heaps=[1,2,3]: 2 of 2 games>"
    said = words(found._repr_html_())
    assert all(word in said for word in ("player", "points", "all", "random"))


@pytest.mark.parametrize("text", ["initial(a.", "initial(<b>). max_to_move(X)."])
def test_a_report_is_shown(tmp_path: object, text: str) -> None:
    from pathlib import Path

    file = Path(str(tmp_path), "g.pl")
    file.write_text(text)
    report = check_file(str(file), 20)
    assert report.findings
    shown = words(report._repr_html_())
    assert all(finding.message in shown for finding in report.findings)
    assert "g.pl" in report._repr_mimebundle_()["text/plain"]


def test_a_solved_game_is_shown() -> None:
    told = words(pydecl.solve("nim", engine="python")._repr_html_())
    assert told == "game nim positions 88 for MAX 44 won, 44 lost, 0 drawn engine python"


def test_what_has_no_picture_says_so() -> None:
    assert displays.html(3) is None
    assert displays.svg(3) is None
    assert displays.text(3) == "3"


def test_a_position_shows_its_board_and_one_of_a_game_in_python_its_text() -> None:
    with pydecl.consult("tictactoe") as game:
        position = game.start.play("5")
        assert position._repr_svg_() == position_picture(game, position.state).svg
        assert position._repr_mimebundle_() == {"text/plain": "<tictactoe: .../.x./...>"}
    by_hand = Nim((1, 2)).start
    assert by_hand._repr_svg_() is None
    assert by_hand._repr_mimebundle_() == {"text/plain": "<nim:heaps=[1,2]: 1/2 max>"}


def test_a_proof_is_shown() -> None:
    with pydecl.consult("lecture19") as game:
        certificate = prove(game, Claim(Goal.AT_LEAST, 4), engine="python")
    assert short(certificate).startswith("<proof: lecture19: a is worth at least 4 (no depth limit), ")
    drawn = words(certificate._repr_svg_())
    assert all(str(entry.position) in drawn for entry in certificate.entries)
