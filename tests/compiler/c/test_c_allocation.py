"""Functions that take memory are known by the beginnings of their names: `allocation.TAKING`."""

from __future__ import annotations

import re

import pytest
from command_line import Run
from folders import ROOT

from pydecl.compiler.c.allocation import TAKING

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
