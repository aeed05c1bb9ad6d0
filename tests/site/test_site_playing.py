"""Games that are played on the site: boards and values by SWI-Prolog in the browser are the server's."""

from __future__ import annotations

from typing import Any

import pytest
from board_changes import change, is_taking, place_of
from web_visits import until

from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.playing.situation import look
from pydecl.workbench.drawing.position import UNIT, bare_picture, framed

GAMES = ("tictactoe", "connect4", "nim", "kalah", "checkers", "dots_and_boxes", "lecture19")


@pytest.mark.parametrize("name", GAMES)
def test_boards_and_what_moves_change_are_the_pictures_own(asking: Any, name: str) -> None:
    line = [1, 2, 1]
    found = asking("boards", {"game": name, "line": line})
    with consult(name) as game:
        seen = look(game, game.initial()[0])
        for number in line:
            seen = look(game, seen.choices[number - 1].position, seen.due)
        here = bare_picture(game, seen.position).parts
        frame = framed(here, "")
        changes = [change(here, bare_picture(game, one.position).parts) for one in seen.choices]

    def rounded(places: Any) -> list[Any]:
        return sorted((round(x, 2), round(y, 2)) for x, y in places)

    def shown(places: Any) -> list[Any]:
        return rounded((frame.left + x * UNIT, frame.top + y * UNIT) for x, y in places)

    assert [found["width"], found["height"]] == pytest.approx([frame.width, frame.height])
    assert rounded(found["taken"]) == shown(map(place_of, filter(is_taking, here)))
    for there, expected in zip(found["moves"], changes, strict=True):
        for kind in ("places", "reached", "left"):
            assert rounded(there[kind]) == shown(getattr(expected, kind)), kind
        assert there["colours"] == list(expected.colours)


@pytest.mark.parametrize(
    ("game", "line", "colours"),
    [
        ("connect4", [], ["red", ""]),
        ("connect4", [4], ["yellow", "red"]),
        ("tictactoe", [], ["blue", ""]),
        ("hexapawn", [], ["white", "black"]),
        ("nim", [], ["", ""]),
    ],
)
def test_a_player_has_the_colour_of_the_pieces_that_he_moves(
    asking: Any, game: str, line: list[int], colours: list[str]
) -> None:
    assert asking("boards", {"game": game, "line": line})["colours"] == colours


@pytest.mark.parametrize(
    ("game", "line", "cells"),
    [
        ("tictactoe", [1, 3, 1, 3, 1], [2]),
        ("connect4", [1, 2, 1, 2, 1, 2, 1], [3]),
        ("connect4", [1, 1, 2, 2, 3, 3, 4], [3]),
        ("connect4", [1, 1], []),
        ("othello", [1, 1], []),
        ("dots_and_boxes", [1], []),
    ],
)
def test_a_run_through_the_piece_that_came_last_is_found(
    asking: Any, game: str, line: list[int], cells: list[int]
) -> None:
    runs = asking("boards", {"game": game, "line": line})["run"]
    assert [max(abs(a - b) for a, b in zip(*ends, strict=True)) / UNIT for ends in runs] == cells


def test_values_are_those_of_the_program(visited: Any, site_address: str) -> None:
    visited.goto(f"{site_address}play/?game=tictactoe&line=5.1")
    until(visited, lambda: "certain" in visited.inner_text("#playing [role=status].note"))
    shown = visited.locator("#moves .worth").all_inner_texts()
    said = {"0": "draws", "1": "MAX wins in", "-1": "MIN wins in"}
    with consult("tictactoe") as game:
        seen = look(game, game.initial()[0])
        for number in (5, 1):
            seen = look(game, seen.choices[number - 1].position, seen.due)
        for choice, told in zip(seen.choices, shown, strict=True):
            value = search(game, "minimax", engine="python", position=choice.position).value
            assert told.startswith(said[str(value)])
    assert visited.locator("#picture .value").count() == len(shown)


def test_a_whole_game_is_played_by_the_keyboard(visited: Any, site_address: str) -> None:
    visited.goto(f"{site_address}play/?game=nim")
    visited.wait_for_selector("#playing[data-ready] #moves button")
    visited.get_by_label("You play").select_option("max")
    turns = 0
    while "has won" not in visited.inner_text("#turn"):
        visited.locator("#moves button").first.press("Enter")
        turns += 1
        until(
            visited,
            lambda turns=turns: (
                visited.locator(".record li").count() >= 2 * turns  # type: ignore[misc]
                or "has won" in visited.inner_text("#turn")
            ),
        )
    assert "has won" in visited.inner_text("#turn")
    assert visited.locator("#moves li").count() == 0
    visited.get_by_role("button", name="Undo").press("Enter")
    until(visited, lambda: visited.locator("#moves li").count() > 0)
