"""What the server says of typed rules: findings are the commands', and rules stay confined."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import own_texts
import pytest
from folders import rules_file

from pydecl.checking.check import check_file
from pydecl.paths import prolog_file

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


def test_a_program_that_cannot_play_says_why(web: httpx.Client) -> None:
    fields = {"text": prolog_file("new.pl").read_text("utf-8"), "program": "forward_pruning"}
    assert "plausible/2" in web.post("/consult/reply", json=fields).json()["wrong"]


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


LOOPS = """
initial(p(max, a)).
max_to_move(p(max, _)).
min_to_move(p(min, _)).
moves(_, _) :- repeat, fail.
staticval(_, 0).
"""


def test_rules_that_do_not_end_are_stopped(web: httpx.Client) -> None:
    fields = {"text": LOOPS, "engine": "prolog", "program": "minimax", "depth": "", "seconds": "0.5"}
    done = web.post("/consult/result", json=fields)
    assert done.status_code in (200, 400)
    said = json.dumps(done.json())
    assert any(word in said for word in ("stopped", "memory", "0.5 s", "time is up", "stack")), said
    assert web.post("/consult/survey", json={"text": LOOPS}).status_code == 200


@pytest.mark.parametrize(
    "text",
    [
        "initial(X) :- open('{folder}/secret.pl', read, S), read(S, initial(X)).\nmoves(_, []).\n",
        ":- initialization(shell('touch {folder}/made')).\ninitial(a).\n",
    ],
    ids=["open", "shell"],
)
@pytest.mark.sampled(1, "what rules may not do is tested with the sandbox; one shows that it is there")
def test_rules_read_no_file_and_start_nothing(web: httpx.Client, tmp_path: Path, text: str) -> None:
    (tmp_path / "secret.pl").write_text("initial(found_it).\n")
    for what in ("check", "situation"):
        said = web.post(f"/consult/{what}", json={"text": text.format(folder=tmp_path)}).text
        assert "found_it" not in said
    assert not (tmp_path / "made").exists()
