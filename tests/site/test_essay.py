"""The essay on cuts: what its text says is so, and its page shows what the programs do."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Mapping
from typing import Any

import pytest

from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.model.number import Number, number_text
from pydecl.rules.tree import read_tree
from pydecl.tracing.events import Event, Kind, Value
from pydecl.tracing.recording import Recording, record
from pydecl.workbench.site.essay import PROGRAMS, told, trees, written
from pydecl.workbench.site.writing import STATIC

EDITS = 100
"""How many random edits each seed has."""

SHOWN = "#why[data-ready]"

Edit = Mapping[str, Any]


def edited(node: dict[str, Any], edit: Edit) -> dict[str, Any]:
    """A node as `edit` has it: `values` by leaves, and in `swapped` the nodes whose moves are swapped."""
    if "value" in node:
        return {**node, "value": edit.get("values", {}).get(node["name"], node["value"])}
    children = [edited(child, edit) for child in node["children"]]
    return {**node, "children": children[::-1] if node["name"] in edit.get("swapped", "") else children}


def searched(game: Any, edit: Edit, program: str | None = None) -> Recording:
    """What a program does after an edit, by default that of the edit."""
    root = edited(trees()[edit.get("tree", "boards")]["root"], edit)
    plant(game, read_tree(written(root), "tree"))
    return record(game, program or edit.get("program", "alphabeta"), depth=None)


def outcome(recording: Recording) -> tuple[Number, str, int]:
    answer: Any = recording.answer
    return answer.value, str(answer.best), answer.leaves


def test_each_button_of_the_text_shows_what_the_text_says() -> None:
    text = (STATIC / "why.html").read_text("utf-8")
    buttons = {
        said: json.loads(html.unescape(edit))
        for edit, said in re.findall(r"data-set='([^']*)'>([^<]*)</button>", text)
    }
    with consult_trees() as game:
        found = {said: outcome(searched(game, edit)) for said, edit in buttons.items()}
        tie = buttons["Show a tie that goes wrong"]
        right = {program: outcome(searched(game, tie, program)) for program in PROGRAMS}
        worth: Any = record(game, "minimax", position="c", depth=None).answer
    assert found == {
        "Let minimax look at all of it": (3, "b", 8),
        "Show this cut": (3, "b", 5),
        "The worst order": (3, "b", 8),
        "The best order": (3, "b", 5),
        "Show a tie that goes wrong": (3, "c", 5),
        "Show the lecture's tree": (4, "b", 5),
    }
    assert {program: one[:2] for program, one in right.items() if one[1] != "b"} == {
        "alphabeta_nonstrict": (3, "c")
    }
    assert worth.value == 1


def test_the_first_figure_is_the_search_with_its_places() -> None:
    first = json.loads(told(is_searched=True))["first"]
    with consult_trees() as game:
        recording = searched(game, {})
    assert first["lines"] == list(recording.lines)
    assert first["best"] == recording.best
    places = first["places"]
    marks = [places["spots"][main][1] for main, *_ in places["events"] if main >= 0]
    assert {"clause 2 of goodenough/7"} <= {mark["within"] for mark in marks}
    assert "first" not in json.loads(told(is_searched=False))


def test_a_leaf_is_changed_by_keys_and_a_cut_is_gone(visited: Any, site_address: str) -> None:
    page = visited
    page.goto(f"{site_address}why/")
    page.wait_for_selector(SHOWN)
    assert page.inner_text("#sum") == "alphabeta looks at 5 of 8 leaves, makes 2 cuts, and plays b: 3."
    page.get_by_role("button", name="Show this cut").click()
    cut = "MAX has 4 at e; MIN can hold MAX to 3 at b: the rest of e (k) cannot matter."
    page.wait_for_selector(f"#stepping .caption:text-is('{cut}')")
    page.wait_for_selector("#clause mark:has-text('Val > Beta')")
    page.get_by_label("The value of j").press("ArrowLeft")
    page.get_by_label("The value of j").press("ArrowLeft")
    page.wait_for_selector("#sum:text-is('alphabeta looks at 6 of 8 leaves, makes 1 cut, and plays b: 3.')")
    page.get_by_role("button", name="Show a tie that goes wrong").click()
    page.wait_for_selector("#wrong:has-text('c is worth 1, as minimax finds, and b is worth 3')")
    page.wait_for_selector("#racers tr:nth-child(4)")
    page.wait_for_url("**/why/?program=alphabeta_nonstrict&values=l3")


def row(event: Event) -> list[Any]:
    """An event as the page has it."""
    return [
        *(event.kind.value, event.ply, event.node, number(event.alpha), number(event.beta)),
        *(number(event.value), event.bound and event.bound.value, event.by),
        list(event.skipped) if event.kind is Kind.CUT else None,
    ]


def number(value: Value | Number | None) -> str | None:
    return None if value is None else number_text(value)  # type: ignore[arg-type]


SET = """async (edits) => {
  const { essay } = await import(document.querySelector("script[type=module]").src);
  const found = [];
  for (const edit of edits) {
    await essay.set(edit);
    const { told, track } = essay.shown;
    const events = track.events.map((one) =>
      [one.event, one.ply, one.node, one.alpha, one.beta, one.value, one.bound, one.by, one.skipped]);
    found.push({ ...told, events, wrong: document.getElementById("wrong").textContent });
  }
  return found;
}"""


def an_edit(rng: random.Random) -> dict[str, Any]:
    tree = rng.choice(list(trees()))
    names = [node for node in "abcdefghijklmnop" if rng.random() < 0.5]
    spread = rng.choice([1, 3, 9])
    return {
        "tree": tree,
        "program": rng.choice(PROGRAMS),
        "swapped": "".join(rng.sample("abcdefg", rng.randint(0, 7))),
        "values": {name: rng.randint(-spread, spread) for name in names},
    }


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.thorough("a thousand edits in Chromium; one journey goes over the page in the inner ring")
def test_random_edits_are_searched_as_here(visited: Any, site_address: str, seed: int) -> None:
    """Values, windows, cuts, counts and the verdict, against SWI-Prolog itself."""
    rng = random.Random(seed)
    edits = [an_edit(rng) for _ in range(EDITS)]
    visited.goto(f"{site_address}why/")
    visited.wait_for_selector(SHOWN)
    found = visited.evaluate(SET, edits)
    with consult_trees() as game:
        for edit, shown in zip(edits, found, strict=True):
            recording = searched(game, edit)
            answer: Any = recording.answer
            assert shown["events"] == [row(event) for event in recording.events()], edit
            counted = {key: shown[key] for key in ("value", "best", "leaves", "nodes")}
            assert counted == {
                "value": number_text(answer.value),
                "best": str(answer.best),
                "leaves": answer.leaves,
                "nodes": answer.nodes,
            }, edit
            assert len(shown["cuts"]) == sum(event.kind is Kind.CUT for event in recording.events()), edit
            assert bool(shown["wrong"]) == is_wrong(game, edit, answer), edit


def is_wrong(game: Any, edit: Edit, answer: Any) -> bool:
    """Whether the move is worth less than minimax's: as minimax finds at the child."""
    full = searched(game, edit, "minimax")
    worth = record(game, "minimax", position=answer.best, depth=None).answer
    return bool(worth.value != full.answer.value)  # type: ignore[union-attr]
