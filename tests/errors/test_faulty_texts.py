"""What is wrong with a text is said with its place, and what rules do wrong is said alike on both engines.

`faulty_texts.tsv` has what a text is to be, the text in JSON, and what is said; `broken_contracts.tsv` the
options of a search, the rules in JSON, and the message; … stands for anything.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from command_line import Run
from grades import RUBRIC_TEXT

from pydecl.engines.registry import complete
from pydecl.errors import Exit, InputError, SourceError
from pydecl.grading.rubric import read_rubric
from pydecl.model.reader import read_term
from pydecl.playing.record import read_record
from pydecl.rules.gdl.kif import read_kif
from pydecl.rules.graph import read_graph
from pydecl.rules.tree import read_tree
from pydecl.tournaments.players import read_player
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.marking import read_sheet

READERS: Mapping[str, Callable[[str], object]] = {
    "tree": lambda text: read_tree(text, "f"),
    "graph": lambda text: read_graph(text, "f"),
    "sheet in KIF": lambda text: read_kif(text, "f"),
    "record": lambda text: read_record(text, "f").agreement(),
    "exercise": lambda text: [one.entries(exercise(one.level, one.seed)) for one in read_sheet(text, "s")],
    "term": read_term,
    "rubric": lambda text: read_rubric(text, "f"),
    "player": lambda text: read_player(text, "nim"),
}


def rows(name: str) -> list[list[str]]:
    with Path(__file__).with_name(name).open(encoding="utf-8", newline="") as file:
        return [*csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]


@pytest.mark.parametrize(("what", "text", "said"), rows("faulty_texts.tsv"))
def test_a_fault_is_said_with_its_place(what: str, text: str, said: str) -> None:
    text = json.loads(text)
    if what == "rubric":  # a change of a right one
        old, new = text.split(" -> ")
        assert old in RUBRIC_TEXT
        text = RUBRIC_TEXT.replace(old, new)
    with pytest.raises(InputError) as caught:
        READERS[what](text)
    head, *shown = str(caught.value).replace("\t", " ").split("\n")
    assert re.fullmatch(".*".join(map(re.escape, said.split("…"))), head)
    assert caught.value.exit_code is Exit.BAD_INPUT
    if (place := re.match(r"(?:f:|s:|)(?:(\d+):|column )(\d+): ", head)) is not None:
        line = text.split("\n")[int(place[1] or 1) - 1].replace("\t", " ")
        assert shown == [f"  {line}", f"{'^':>{int(place[2]) + 2}}"] or not line or what == "rubric"
    if isinstance(caught.value, SourceError):
        assert len(caught.value.diagnostics) == 1


@pytest.mark.sampled(14, "each case searches on two engines")
@pytest.mark.parametrize(("options", "rules", "said"), rows("broken_contracts.tsv"))
def test_a_broken_contract_is_the_same_on_both_engines(
    pydecl: Run, own_folder: Path, options: str, rules: str, said: str
) -> None:
    (own_folder / "game.pl").write_text(json.loads(rules))
    asked = ("search", "game.pl", *options.split(), "--time", "600")
    first, second = (pydecl(*asked, "--engine", engine) for engine in complete())
    assert first == second
    assert (first.code, first.out) == (Exit.BROKEN_CONTRACT, "")
    *warnings, message = re.split("^pydecl: ", first.err, flags=re.MULTILINE)[1:]
    assert all(": warning: " in warning for warning in warnings)
    pattern = ".*".join(map(re.escape, said.split("…")))
    assert re.fullmatch(pattern, message.rstrip().replace("\n", " "))
