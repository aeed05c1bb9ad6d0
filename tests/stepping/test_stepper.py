"""The screen: what each key does, in small and in large terminals."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import own_texts
import pytest

from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import Recording, record
from pydecl.workbench.stepping.track import Track, marks_of

pytest.importorskip("textual")

from textual.content import Content
from textual.widgets import Input

from pydecl.cli.stepper import Goto, Help, Pane, Stepper, Words

SIZES = [(80, 24), (200, 60)]


@pytest.fixture(scope="module")
def recordings() -> dict[str, Recording]:
    with consult("lecture19") as game:
        return {name: record(game, Program(name), engine="python") for name in ("alphabeta", "minimax")}


@pytest.fixture(scope="module")
def sources(recordings: dict[str, Recording]) -> dict[str, Any]:
    return {name: marks_of(one) for name, one in recordings.items()}


@pytest.fixture
def stepper(recordings: dict[str, Recording], sources: dict[str, Any]) -> Callable[..., Stepper]:
    def made(*names: str, naming: Naming = Naming.TEXTBOOK, at: int = 1, marks: bool = True) -> Stepper:
        tracks = [
            Track(recordings[name], str, naming=naming, sources=sources[name] if marks else None)
            for name in names or ("alphabeta",)
        ]
        return Stepper(tracks, [f"lecture19: {name}" for name in names or ("alphabeta",)], at)

    return made


def run(app: Stepper, work: Callable[[Any], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    async def running() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await work(pilot)

    asyncio.run(running())


def shown(app: Stepper, pane: str) -> list[str]:
    """The lines of a pane that are seen."""
    found = app.query_one(f"#{pane}")
    if isinstance(found, Pane):
        return found.render().plain.split("\n")
    assert isinstance(found, Words)
    return [str(found.render())]


KEYS = [
    ("n", 1, 2),
    ("right", 1, 2),
    ("b", 5, 4),
    ("left", 5, 4),
    ("b", 1, 1),
    ("n", 35, 35),
    ("o", 3, 12),
    ("u", 3, 21),
    ("l", 1, 5),
    ("c", 1, 19),
    ("c", 19, 33),
    ("c", 33, 33),
    ("d", 1, 1),
    ("end", 1, 35),
    ("home", 20, 1),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.sampled(1, "keys do not depend on the size; what is shown is looked at in both")
def test_each_key_goes_where_it_says(stepper: Callable[..., Stepper], size: tuple[int, int]) -> None:
    app = stepper()

    async def work(pilot: Any) -> None:
        for key, before, after in KEYS:
            app.go(before)
            await pilot.press(key)
            assert (key, before, app.seq) == (key, before, after)

    run(app, work, size)


def test_go_to_asks_for_a_number(stepper: Callable[..., Stepper]) -> None:
    app = stepper()

    async def work(pilot: Any) -> None:
        await pilot.press("g")
        assert isinstance(app.screen, Goto)
        await pilot.press("1", "9", "enter")
        await pilot.pause()
        assert app.seq == 19
        await pilot.press("g", "9", "9", "9", "enter")
        await pilot.pause()
        assert app.seq == 35
        await pilot.press("g", "escape")
        await pilot.pause()
        assert app.seq == 35
        assert not app.screen.query(Input)

    run(app, work)


def test_run_goes_on_until_it_is_stopped(
    stepper: Callable[..., Stepper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.cli.stepper.SECONDS_A_STEP", 0.01)
    app = stepper(at=30)
    timers: list[SimpleNamespace] = []

    def timer(seconds: float, step: Callable[[], None]) -> SimpleNamespace:
        timers.append(SimpleNamespace(seconds=seconds, step=step, stop=lambda: timers.clear()))
        return timers[0]

    async def work(pilot: Any) -> None:
        await pilot.press("r")
        while app._runner is not None:
            await pilot.pause(0.01)
        assert app.seq == 35
        app.go(30)
        monkeypatch.setattr(app, "set_interval", timer)
        await pilot.press("r")
        assert timers[0].seconds == 0.01
        timers[0].step()
        assert app.seq == 31
        await pilot.press("r")
        assert (app.seq, timers) == (31, [])

    run(app, work)


def test_help_is_opened_and_closed_and_q_ends(stepper: Callable[..., Stepper]) -> None:
    app = stepper()

    async def work(pilot: Any) -> None:
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        await pilot.press("x")
        await pilot.pause()
        assert not isinstance(app.screen, Help)
        await pilot.press("q")
        await pilot.pause()
        assert app.return_code == 0

    run(app, work)


@pytest.mark.parametrize("size", SIZES)
def test_a_cut_is_seen_in_every_pane(stepper: Callable[..., Stepper], size: tuple[int, int]) -> None:
    app = stepper(at=19)

    async def work(pilot: Any) -> None:
        await pilot.pause()
        assert shown(app, "caption0") == [
            "MAX has 5 at e; MIN can hold MAX to 4 at b: the rest of e (l) cannot matter."
        ]
        tree = [line.strip() for line in shown(app, "tree0")]
        assert tree[tree.index("▶▲ e") :][:3] == ["▶▲ e", "▼ k  = 5", "✂  l  cut"]
        assert shown(app, "stack0") == ["▲ a  -inf … inf", "▼ b  -inf … 4", "▲ e  5 … 4"]
        numbers, bar = shown(app, "window0")
        assert numbers == "alpha 5   beta 4   empty: alpha ≥ beta"
        assert bar.index("]") < bar.index("[")
        assert any(line.startswith("▶") and "Val > Beta" in line for line in shown(app, "prolog0"))
        assert any(line.startswith("▶") and "if goodenough(" in line for line in shown(app, "python0"))
        assert shown(app, "board0") == ["e"]
        for pane in app.query(Pane):
            assert pane.size.height > 0
            assert pane.region.bottom <= size[1]

    run(app, work, size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.sampled(1, "keys do not depend on the size; what is shown is looked at in both")
def test_two_searches_side_by_side_stop_at_the_next_difference(
    stepper: Callable[..., Stepper], size: tuple[int, int]
) -> None:
    app = stepper("alphabeta", "minimax")

    async def work(pilot: Any) -> None:
        await pilot.press("d")
        assert (app.seq, app.right) == (19, 15)
        await pilot.pause()
        assert "✂  l  cut" in [line.strip() for line in shown(app, "tree0")] or size[1] < 30
        assert "▶▼ l" in [line.strip() for line in shown(app, "tree1")]
        assert shown(app, "window1")[0].startswith("this program has no window")
        assert app.query_one("#side0").region.width == app.query_one("#side1").region.width
        for _ in range(30):
            await pilot.press("d")
        last = app.comparison.differences[-1] if app.comparison else None
        assert last is not None
        assert (app.seq, app.right) == (last.left, last.right)
        await pilot.press("home")
        assert (app.seq, app.right) == (1, 1)

    run(app, work, size)


def test_the_places_in_the_texts_come_when_they_are_known(stepper: Callable[..., Stepper]) -> None:
    app = stepper(marks=False)

    async def work(pilot: Any) -> None:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert any(line.startswith("▶") for line in shown(app, "prolog0"))
        assert any(line.startswith("▶") for line in shown(app, "python0"))

    run(app, work)


def test_a_program_of_ones_own_shows_its_own_text(tmp_path: Path) -> None:
    """Also a text that would act on the terminal, or be taken for markup, if it were not escaped."""
    path = tmp_path / "[red]own.pl"
    text = "minimax(P, B, V) :-\tmoves(P, [B|_]), !, minimax(B, _, V), true. % [bold]\x07\n"
    path.write_text(own_texts.NIM + text + "minimax(P, _, V) :- staticval(P, V).\n", "utf-8")
    with consult(path) as game:
        recording = record(game, "file:minimax", depth=None)
        track = Track(recording, game.format_position)
        app = Stepper([track], ["own"], 2, look=lambda one: marks_of(one, game))

        async def work(pilot: Any) -> None:
            await app.workers.wait_for_complete()
            await pilot.pause()
            (line,) = (line for line in shown(app, "prolog0") if line.startswith("▶"))
            assert line.startswith("▶ minimax(P, B, V) :-")
            assert "minimax(B, _, V), true. % [bold]\\u0007" in line
            title = Content.from_markup(str(app.query_one("#prolog0").border_title)).plain
            assert title == "Prolog: [red]own.pl:16, clause 1 of minimax/3"
            assert " ".join(shown(app, "python0")) == "a program of the file's own has no twin in Python"

        run(app, work, (200, 60))


def test_lecture_003_s_words_and_signs(stepper: Callable[..., Stepper]) -> None:
    app = stepper(naming=Naming.LECTURE003, at=33)

    async def work(_: Any) -> None:
        assert shown(app, "window0")[0] == "alpha +2   beta +4   empty: beta ≥ alpha"
        assert shown(app, "caption0")[0].startswith("White has alpha = +2 at c; black has beta = +4 at a")

    run(app, work)


def test_what_a_game_writes_does_not_act_on_the_terminal(recordings: dict[str, Recording]) -> None:
    track = Track(recordings["alphabeta"], lambda term: f"\x1b[2J{term}\n")
    app = Stepper([track], ["hostile"], 19)

    async def work(_: Any) -> None:
        for pane in ("board0", "tree0", "stack0", "caption0"):
            assert "\x1b" not in "".join(shown(app, pane))

    run(app, work)
