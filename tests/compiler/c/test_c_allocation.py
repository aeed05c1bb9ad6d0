"""Functions that take memory are known by the beginnings of their names: `allocation.TAKING`."""

from __future__ import annotations

import re

import pytest
from command_line import Run
from folders import ROOT

from pydecl.compiler.c import tree as c
from pydecl.compiler.c.allocation import TAKING, without_marks

HEADERS = [ROOT / "pydecl" / place / "headers" for place in ("compiler/c", "engines/native")]
FUNCTION = re.compile(r"\b(?!(?:if|for|while|switch)\b)(\w+)\s*\(((?:[^;{}()]|\([^()]*\))*)\)\s*\{")
WORD = re.compile(r"\b[A-Za-z_]\w*")
PROCEDURE = re.compile(r"p\d+_")


def bodies(text: str) -> dict[str, str]:
    """What stands in each function, and in each macro that makes functions of its name."""
    found: dict[str, str] = {}
    for head in FUNCTION.finditer(text):
        at, depth = head.end(), 1
        while depth and at < len(text):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        found[head[1]] = found.get(head[1], "") + text[head.end() : at]
    return found


@pytest.mark.parametrize("game", ["connect4", "kalah", "backgammon", "examples/rules/havannah.pl"])
def test_what_takes_memory_in_a_procedure_is_known_by_its_name(pydecl: Run, game: str) -> None:
    name = str(ROOT / game) if game.endswith(".pl") else game
    made = pydecl("compile", name, "--c").out
    headers = "".join(one.read_text("utf-8") for place in HEADERS for one in sorted(place.glob("*.h")))
    text = (headers + made).replace("##", "").replace("\\\n", "\n")
    mentioned = {name: set(WORD.findall(body)) for name, body in bodies(text).items()}
    procedures = {name for name in mentioned if PROCEDURE.match(name)}
    assert procedures
    taking: set[str] = set()
    more = {"alloc"}
    while more:
        taking |= more
        more = {name for name, words in mentioned.items() if words & taking} - taking - procedures
    unknown = {name for name in taking if not name.startswith(TAKING)}
    assert "room_L" in taking
    assert not {name: mentioned[name] & unknown for name in procedures if mentioned[name] & unknown}


def test_nothing_in_the_back_end_reads_text_by_regular_expressions() -> None:
    files = list((ROOT / "pydecl" / "compiler" / "c").glob("*.py"))
    assert [file.name for file in files if "import re\n" in file.read_text("utf-8")] == []
    assert len(files) > 10


@pytest.mark.parametrize(("called", "kept"), [("equal_L", False), ("cons_L", True), ("other", True)])
def test_memory_is_given_back_where_it_may_have_been_taken_on_a_way_that_leads_there(
    called: str, kept: bool
) -> None:
    given_back = c.Do(c.call("release", c.Name("m1")))
    body = (
        *(c.assign(c.Name("m1"), c.Name("hp")), c.Label("again"), c.If(c.call("equal_L"), (c.Goto("end"),))),
        *(given_back, c.Do(c.call(called)), c.Goto("again"), c.Label("end"), c.Return(c.FALSE)),
    )
    made = without_marks(body, {"other"}, takes=True)
    assert (given_back in made) is kept
    assert (body[0] in made) is kept


def test_who_has_taken_nothing_jumps_behind_what_gives_back() -> None:
    given_back = c.Do(c.call("release", c.Name("m1")))
    early, late = c.If(c.call("equal_L"), (c.Goto("next"),)), c.If(c.call("equal_I"), (c.Goto("next"),))
    body = (c.assign(c.Name("m1"), c.Name("hp")), early, c.Do(c.call("cons_L")), late)
    made = without_marks(
        (*body, c.Goto("next"), c.Label("next"), given_back, c.Return(c.FALSE)), (), takes=True
    )
    behind = made[-2]
    assert isinstance(behind, c.Label)
    assert made[1:4] == (c.If(c.call("equal_L"), (c.Goto(behind.name),)), *body[2:])
    assert made[-4:-2] == (c.Label("next"), given_back)
