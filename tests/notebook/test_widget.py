"""The stepper in a notebook: `%step` makes it, and its module runs in a browser as anywidget calls it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import own_texts
import pytest
from folders import rules_file
from ipython_shells import ipython_shell
from module_fixtures import for_module
from own_styles import STYLES
from site_visits import Server, new_context, new_page

import pydecl
from pydecl.model.term import term_text
from pydecl.tracing.events import Naming
from pydecl.tracing.recording import record
from pydecl.workbench.notebook.extension import MOST_EVENTS
from pydecl.workbench.stepping.marks import marks_of
from pydecl.workbench.stepping.shipped import shipped
from pydecl.workbench.stepping.track import Track

pytest.importorskip("anywidget")
pytest.importorskip("IPython.core.interactiveshell")

from pydecl.workbench.notebook.widget import BOARDS, Stepper, stepper_of

shell = for_module(ipython_shell)

HOST = """<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,">
<style>button { display: none }</style><main id="place"></main>
<script type="module">
import { render } from "./module.js";
const state = await (await fetch("state.json")).json();
const heard = new Map();
globalThis.model = {
  get: (name) => state[name],
  set(name, value) { state[name] = value; },
  save_changes() { globalThis.saved = state.at; },
  on: (name, hear) => heard.set(name, hear),
  off: (name) => heard.delete(name),
  told(name, value) { state[name] = value; heard.get(`change:${name}`)?.(); },
};
globalThis.end = render({ model: globalThis.model, el: document.getElementById("place") });
</script></html>
"""
"""A page that asks the module what a notebook asks of it; its own styles hide every button."""


def hosted(folder: Path, stepper: Stepper) -> Server:
    """A server for that page."""
    folder.joinpath("index.html").write_text(HOST, "utf-8")
    folder.joinpath("module.js").write_text(stepper._esm, "utf-8")
    state = {name: getattr(stepper, name) for name in ("_style", "recordings", "naming", "at")}
    folder.joinpath("state.json").write_text(json.dumps(state), "utf-8")
    return Server(folder)


@pytest.mark.thorough("in Chromium; the stepper is the one of /step")
def test_a_search_is_stepped_through_in_a_notebook(site_browser: Any, tmp_path: Path) -> None:
    with pydecl.consult("lecture19") as game:
        stepper = stepper_of([record(game, "alphabeta", engine="python")], game)
    server = hosted(tmp_path, stepper)
    context = new_context(site_browser)
    try:
        with new_page(context) as page:
            page.goto(server.address)
            page.wait_for_selector(".stepper[data-ready]")
            assert page.inner_text(".caption").startswith("MAX is to move at a")
            assert page.locator(".keys button").first.is_visible()
            page.focus(".stepper")
            page.keyboard.press("c")
            cut = "MAX has 5 at e; MIN can hold MAX to 4 at b: the rest of e (l) cannot matter."
            page.wait_for_selector(f".caption:text-is('{cut}')")
            assert page.evaluate("globalThis.saved") == 19
            page.evaluate("globalThis.model.told('at', 1)")
            page.wait_for_selector(".caption:text('MAX is to move at a')")
            page.evaluate("globalThis.end()")
    finally:
        context.close()
        server.close()


def test_a_program_of_ones_own_comes_with_its_own_text(shell: Any, tmp_path: Path) -> None:
    file = rules_file(tmp_path, own_texts.NIM + STYLES["if-then-else"].text, "mine.pl")
    for tree in ("", " --tree 'a max (b 0  c min (d -1  e 1))'"):
        stepper = shell.run_cell(f"%step {file} --program file:alphabeta{tree}").result
        (told,) = stepper.recordings
        assert {text["file"] for text in told["places"]["texts"]} == {"mine.pl"}
        assert [-1] not in told["places"]["events"]


def test_the_command_makes_a_stepper_of_a_variable_s_game(shell: Any) -> None:
    assert shell.run_cell("import pydecl\ntree = pydecl.consult('lecture19')").success
    stepper = shell.run_cell("%step tree --engine python --beside minimax --naming negamax --at 19").result
    assert isinstance(stepper, Stepper)
    assert repr(stepper) == "<stepper: alphabeta on python, minimax on python>"
    assert (stepper.at, stepper.naming) == (19, "negamax")
    tree = shell.user_ns["tree"]
    tracks = []
    for name in ("alphabeta", "minimax"):
        recording = record(tree, name, engine="python", most=MOST_EVENTS)
        tracks.append(Track(recording, term_text, naming=Naming.NEGAMAX, marks=marks_of(recording)))
    told = [
        {**shipped(track, "python"), "boards": one["boards"]}
        for track, one in zip(tracks, stepper.recordings, strict=True)
    ]
    assert json.loads(json.dumps(told)) == json.loads(json.dumps(stepper.recordings))
    tree.close()


def test_boards_come_along_while_they_are_few() -> None:
    with pydecl.consult("tictactoe") as game:
        few = stepper_of([record(game, "minimax", engine="python", depth=1)], game)
        many = record(game, "minimax", engine="python", depth=3)
        assert len(many.positions) > BOARDS
        assert stepper_of([many], game).recordings[0]["boards"] == {}
    assert len(few.recordings[0]["boards"]) == 10
    assert all("<svg" in board for board in few.recordings[0]["boards"].values())
