"""The page that `pydecl step` opens: what its server tells, to whom, and how it looks in a browser."""

from __future__ import annotations

import http.client
import json
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import own_texts
import pytest
from command_line import Run
from folders import rules_file
from own_styles import STYLES
from site_visits import new_context, new_page
from site_visits import site_browser as site_browser
from stepper_modules import Modules
from stepper_modules import modules as modules

from pydecl.cli import stepping
from pydecl.cli.stepping import show_steps
from pydecl.loading.consulting import consult
from pydecl.tracing.recording import record
from pydecl.workbench.drawing.position import board_or_text
from pydecl.workbench.site.stepper_server import Server
from pydecl.workbench.stepping.shipped import Steps

CUT = "MAX has 5 at e; MIN can hold MAX to 4 at b: the rest of e (l) cannot matter."


@contextmanager
def stepped(game: str, *programs: str, depth: int | None = None) -> Iterator[Steps]:
    with consult(game) as opened:
        recordings = [record(opened, program, engine="python", depth=depth) for program in programs]
        steps = Steps(recordings, ["python"] * len(programs), opened, board_or_text)
        steps.find_places(steps.tracks)
        yield steps


@contextmanager
def serving(steps: Steps, title: str = "a test", at: int = 1) -> Iterator[str]:
    """The address of a page's server, which runs beside the test."""
    with Server(steps, title, at) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.address
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def lecture() -> Iterator[tuple[Steps, str]]:
    with stepped("lecture19", "alphabeta", "minimax") as steps, serving(steps, "<a> test", at=19) as address:
        yield steps, address


def got(address: str, path: str) -> tuple[int, str, str]:
    """The status, the kind and the text of an answer to a path as it is."""
    where = urlsplit(address)
    connection = http.client.HTTPConnection(where.netloc)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.status, answer.headers.get_content_type(), answer.read().decode()
    connection.close()
    return found


def test_the_server_tells_what_the_stepper_asks_for(lecture: tuple[Steps, str]) -> None:
    steps, address = lecture
    root = urlsplit(address).path
    status, kind, page = got(address, root)
    assert (status, kind) == (200, "text/html")
    assert "<h1>&lt;a&gt; test</h1>" in page
    assert 'data-at="19"' in page
    for name, told in (("recordings", steps.told()), ("places", {"places": steps.places()})):
        assert json.loads(got(address, f"{root}{name}?")[2]) == json.loads(json.dumps(told))
    board = json.loads(got(address, f"{root}board?side=1&node=0")[2])["board"]
    assert board.startswith("<?xml")
    assert board.count('<circle class="piece ') == 15
    assert json.loads(got(address, f"{root}board?side=2&node=999")[2]) == {"board": ""}
    assert got(address, f"{root}assets/stepper.js")[:2] == (200, "text/javascript")
    assert got(address, f"{root}assets/style.css")[:2] == (200, "text/css")


def test_it_tells_nothing_without_the_word_and_no_other_files(lecture: tuple[Steps, str]) -> None:
    _, address = lecture
    root = urlsplit(address).path
    assert len(root) > 20
    for path in ("/", "/recordings", "/assets/stepper.js", f"{root[:-2]}/recordings"):
        assert got(address, path)[0] == 404
    for path in ("../writing.py", "assets/../../writing.py", "%2e%2e/writing.py", "/etc/passwd"):
        assert got(address, root + path)[0] == 404


def test_a_board_is_drawn_when_the_page_asks_for_it() -> None:
    with stepped("tictactoe", "alphabeta", depth=1) as steps:
        assert steps.told()["recordings"][0]["boards"] == {}
        assert steps.board(0, 0).startswith("<?xml")


def test_a_server_is_asked_one_question_at_a_time_and_once_for_a_board(modules: Modules) -> None:
    """A worker of `pydecl web` that is busy has another one record the search anew."""
    with stepped("lecture19", "alphabeta") as steps:
        places = steps.places()
        told = steps.told()["recordings"]
    found = modules.ask("served", recordings=[one | {"places": None} for one in told], places=places)
    assert found["most"] == 1
    assert [name for name, _ in found["questions"]].count("board") == 1
    assert found["boards"] == [None, None, "board 0"], (
        "another state was shown before the first two were asked for"
    )
    assert found["source"]["file"] == "prolog/textbook/alphabeta.pl"


@pytest.mark.parametrize("name", ["firefox", "lynx", None])
def test_a_browser_is_opened_or_the_address_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str | None
) -> None:
    asked: list[str] = []

    def browser() -> Any:
        if name is None:
            raise webbrowser.Error("could not locate runnable browser")
        return SimpleNamespace(name=name, open=lambda address: not asked.append(address))  # type: ignore[func-returns-value]

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(webbrowser, "get", browser)
    monkeypatch.setattr(Server, "serve_forever", interrupted)
    with stepped("lecture19", "alphabeta") as steps:
        show_steps(steps, "lecture19", 1)
    address, *said = capsys.readouterr().out.splitlines()
    assert asked == ([address] if name == "firefox" else [])
    lacking = ["No browser could be opened here: open this address in one, or use --plain."]
    assert said == [*([] if asked else lacking), "Press Ctrl-C to stop."]


def test_the_command_shows_rules_of_ones_own_with_a_second_search(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[Any] = []

    def show(steps: Steps, title: str, at: int) -> None:
        shown.append((steps.told(), title, at, steps.board(0, 0)))

    monkeypatch.setattr(stepping, "show_steps", show)
    monkeypatch.setattr("pydecl.cli.stepping.is_terminal", lambda: True)
    path = rules_file(tmp_path, own_texts.NIM + STYLES["if-then-else"].text, "own.pl")
    arguments = ("--program", "file:alphabeta", "--beside", "alphabeta", "--at", "3", "--naming", "negamax")
    done = pydecl("step", path, *arguments)
    assert (done.code, done.out, done.err) == (0, "", "")
    ((told, title, at, board),) = shown
    assert (title, at, told["naming"], told["ends"]) == (str(path), 3, "negamax", ["", ""])
    assert [one["program"]["name"] for one in told["recordings"]] == ["file:alphabeta", "alphabeta"]
    for one in told["recordings"]:
        assert [-1] not in one["places"]["events"]
    assert board


def test_a_search_that_fails_is_shown_and_then_told(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[Any] = []
    monkeypatch.setattr(stepping, "show_steps", lambda steps, *_: shown.append(steps.told()["ends"]))
    monkeypatch.setattr("pydecl.cli.stepping.is_terminal", lambda: True)
    path = rules_file(tmp_path, own_texts.NIM + own_texts.FAILS, "own.pl")
    done = pydecl("step", path, "--program", "file:minimax")
    ((end,),) = shown
    assert (done.code, done.out, done.err) == (3, "", f"pydecl: {end}\n")


@pytest.mark.thorough("in Chromium; the stepper is the one of /step")
def test_a_search_is_stepped_through_in_a_browser(site_browser: Any, lecture: tuple[Steps, str]) -> None:
    _, address = lecture
    context = new_context(site_browser)
    try:
        with new_page(context) as page:
            page.goto(address)
            page.wait_for_selector("#stepping[data-marked]")
            assert page.inner_text(".caption") == CUT
            assert page.locator(".pane").count() == 2
            assert page.locator(".source mark").all_inner_texts()[0] == "Val > Beta"
            page.wait_for_selector("section.board img")
            page.keyboard.press("c")
            page.wait_for_selector(".stepper[data-at='33']")
    finally:
        context.close()
