"""Reads `known_results/*.tsv`: what is known of the bundled games and trees, each number with its source.

The columns are

    game      its name for `consult`
    position  in the game's notation; empty for the initial one
    program   a search program, on both engines; `perft`, plays of so many plies, or `reachable`
    depth     in plies; empty for unlimited
    what      value, best, nodes, leaves; `evaluated`, the leaves in order; `fault`, what a search that
              stops says is wrong, and where; `positions`, how many perft or reachable finds
    value     as pydecl prints it
    source    where it is published; 'computed' where it is not
"""

from __future__ import annotations

import csv
from typing import NamedTuple

from folders import TESTS

FOLDER = TESTS / "known_results"


class Question(NamedTuple):
    """What the rows of one answer share."""

    game: str
    position: str
    program: str
    depth: str

    def __str__(self) -> str:
        return " ".join(filter(None, self))

    @property
    def plies(self) -> int | None:
        return int(self.depth) if self.depth else None


def known_results() -> dict[Question, dict[str, str]]:
    """Each question with all that is known of its answer."""
    known: dict[Question, dict[str, str]] = {}
    for path in sorted(FOLDER.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True):
                place = f"{path.name}: {row}"
                assert row["source"], f"no source in {place}"
                question = Question(row["game"], row["position"], row["program"], row["depth"])
                facts = known.setdefault(question, {})
                assert row["what"] not in facts, f"said twice in {place}"
                facts[row["what"]] = row["value"]
    return known
