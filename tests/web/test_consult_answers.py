"""What the server says of typed rules: findings are the commands', and rules stay confined."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import own_texts
import pytest
from folders import rules_file
from own_styles import STYLES

from pydecl.checking.check import check_file
from pydecl.paths import prolog_file
from pydecl.tracing.events import Kind

FAULTY = "initial(a).\nmoves(X, Y) :- foo(X,.\n"


@pytest.mark.parametrize(
    "text",
    ["initial(a).\nmove(a, b).\np(X, Y) :- q(Y).\n", FAULTY, prolog_file("new.pl").read_text("utf-8")],
    ids=["incomplete", "faulty", "right"],
)
@pytest.mark.sampled(1, "each text is checked twice; the first one has findings of most kinds")
def test_findings_are_those_of_the_command(web: httpx.Client, tmp_path: Path, text: str) -> None:
    file = rules_file(tmp_path, text, "rules.pl")
    report = check_file(str(file), 600)
    expected = [(one.line, one.column, one.code.name, one.message) for one in report.findings]
    found = web.post("/consult/check", json={"text": text}).json()["findings"]
    assert [(one["line"], one["column"], one["code"], one["message"]) for one in found] == expected
    first = web.post("/consult/survey", json={"text": text}).json()["findings"]
    assert {one["code"] for one in first} <= {one["code"] for one in found}


def test_typed_rules_are_searched_drawn_played_and_cross_checked(web: httpx.Client) -> None:
    text = prolog_file("new.pl").read_text("utf-8").replace("10", "4")
    fields = {"text": text, "engine": "python", "depth": "4"}
    assert web.post("/consult/result", json=fields).json()["value"].startswith("-1")
    drawn = web.post("/consult/tree", json=fields).json()
    assert ElementTree.fromstring(drawn["svg"].partition("?>")[2]).tag.endswith("svg")
    shown = web.post("/consult/situation", json=fields).json()
    assert [move["said"] for move in shown["moves"]] == ["take 1", "take 2", "take 3"]
    assert web.post("/consult/reply", json=fields).json()["number"] in (1, 2, 3)
    assert web.post("/consult/crosscheck", json=fields).json()["agree"] is True


@pytest.mark.parametrize("name", ["if-then-else", "findall", "bare"])
@pytest.mark.thorough("marks in the text of one's own program: see stepping/test_own_marks")
def test_typed_programs_are_stepped_through_in_their_own_text(web: httpx.Client, name: str) -> None:
    style = STYLES[name]
    fields = {"text": own_texts.NIM + style.text, "program": f"file:{style.program}", "depth": ""}
    ((recording,), ends) = map(web.post("/step/recordings", json=fields).json().get, ("recordings", "ends"))
    assert (recording["title"], recording["program"], ends) == (
        "prolog",
        {"name": f"file:{style.program}"},
        [""],
    )
    while (places := web.post("/step/places", json=fields).json()["places"]) is None:
        time.sleep(0.01)
    (prolog,) = places
    for row, (main, *_) in zip(recording["rows"], prolog["events"], strict=True):
        number, spot = prolog["spots"][main]
        text = prolog["texts"][number]
        there = text["lines"][spot["from"][0] - text["first"]]
        wanted = style.marked.get(Kind(row[0]))
        assert wanted is None or there[spot["from"][1] : spot["to"][1]] in wanted or row[0] == "window"
        assert spot["within"].startswith("clause ")
    assert f"file:{style.program}" in web.get(f"/step?rules=typed&program=file:{style.program}").text
    drawn = web.post("/consult/tree", json={**fields, "engine": "native"}).json()
    assert drawn["nodes"] > 1


@pytest.mark.thorough("a program is asked 900 times; what is found is grade's: see grading")
def test_a_wrong_program_is_shown_on_its_smallest_tree_beside_the_right_one(web: httpx.Client) -> None:
    wrong = own_texts.textbook("minimax", "alphabeta").replace("Val > Beta", "Val >= Beta")
    fields = {"text": own_texts.NIM + wrong, "program": "file:alphabeta"}
    found = web.post("/consult/program", json=fields).json()
    (fault,) = found["findings"]
    assert (fault["law"], fault["size"]) == ("move", 5)
    assert "its value is only a bound" in found["why"]
    own, right = found["steps"]["recordings"]
    assert (own["program"]["name"], right["program"]["name"]) == ("file:alphabeta", "alphabeta")
    assert any("Val >= Beta" in line for text in own["places"]["texts"] for line in text["lines"])
    right_one = {**fields, "text": fields["text"].replace(">=", ">")}
    told = web.post("/consult/program", json=right_one).json()
    assert (told["findings"], "is right in all" in told["said"]) == ([], True)


@pytest.mark.thorough("a typed game is searched, drawn and played inside, a bundled one stepped through")
def test_typed_rules_are_stepped_through_as_a_bundled_game_is(web: httpx.Client) -> None:
    """By all but the words for a position, which a bundled game may have of its own."""
    typed = {"text": prolog_file("games/nim.pl").read_text("utf-8"), "engine": "native", "depth": "2"}
    bundled = "game=nim&engine=python&depth=2"
    (one,) = web.post("/step/recordings", json=typed).json()["recordings"]
    (other,) = web.get(f"/step/recordings?{bundled}").json()["recordings"]
    for what in ("program", "lines", "most", "best"):
        assert one[what] == other[what], what
    assert len(one["positions"]) == len(other["positions"])
    page = web.get("/step?rules=typed&program=alphabeta&engine=native").text
    assert "alphabeta on your rules" in page


@pytest.mark.sampled(2, "each case is a question to a server")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "there is no text"),
        ({"text": 1}, "there is no text"),
        ({"text": "a" * 200_001}, "the text has more than 200,000 characters"),
        ({"text": "initial(a).", "naming": "x"}, "naming=x: expected one of"),
        ({"text": "initial(a).", "naming": 5, "tree": 5}, "naming=5: expected one of"),
        ({"text": "initial(a).", "node": "x"}, "node=x: expected a number"),
    ],
)
def test_typed_rules_that_cannot_be_stepped_through_are_told(
    web: httpx.Client, fields: dict[str, Any], said: str
) -> None:
    found = web.post("/step/board", json=fields)
    assert found.status_code == 400
    assert said in found.json()["wrong"]


@pytest.mark.parametrize("address", ["/step/recordings", "/consult/result"])
@pytest.mark.sampled(1, "both say what the one function says")
def test_a_refusal_names_no_file_of_this_machine(web: httpx.Client, address: str) -> None:
    assert web.post(address, json={"text": FAULTY}).json()["wrong"].startswith("rules.pl:2:19: ")


MOVERS = """
initial(p(max, a)).
max_to_move(p(max, _)).
min_to_move(p(min, _)).
other(max, min).
other(min, max).
staticval(_, 0).
"""


@pytest.mark.parametrize(
    "text",
    [
        "moves(_, _) :- repeat, fail.\n",
        "moves(p(M, X), [p(N, f(X)), p(N, g(X))]) :- other(M, N).\n",
        "moves(P, Q) :- moves([P|P], R), append(R, R, Q).\n",
    ],
    ids=["loops", "never ends", "recurs"],
)
@pytest.mark.sampled(1, "how rules that never end are confined is tested with the sandbox")
def test_rules_that_do_not_end_are_stopped(web: httpx.Client, text: str) -> None:
    text = MOVERS + text
    fields = {"text": text, "engine": "prolog", "program": "minimax", "depth": "", "seconds": "0.5"}
    done = web.post("/consult/result", json=fields)
    assert done.status_code in (200, 400)
    said = json.dumps(done.json())
    assert any(word in said for word in ("stopped", "memory", "0.5 s", "time is up", "stack")), said
    assert web.post("/consult/survey", json={"text": text}).status_code == 200


@pytest.mark.parametrize(
    "text",
    [
        "initial(X) :- open('{folder}/secret.pl', read, S), read(S, initial(X)).\nmoves(_, []).\n",
        ":- include('{folder}/secret.pl').\nmoves(_, []).\n",
        ":- initialization(shell('touch {folder}/made')).\ninitial(a).\n",
    ],
    ids=["open", "include", "shell"],
)
@pytest.mark.sampled(1, "what rules may not do is tested with the sandbox; one shows that it is there")
def test_rules_read_no_file_and_start_nothing(web: httpx.Client, tmp_path: Path, text: str) -> None:
    (tmp_path / "secret.pl").write_text("initial(found_it).\n")
    for what in ("check", "situation"):
        said = web.post(f"/consult/{what}", json={"text": text.format(folder=tmp_path)}).text
        assert "found_it" not in said
    assert not (tmp_path / "made").exists()
