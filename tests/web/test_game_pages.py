"""A game's page in Chromium, by keyboard and by mouse."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from web_visits import READY, until

pytestmark = pytest.mark.thorough("further journeys in Chromium")


def test_what_else_was_played_stays_as_variations(page: Any) -> None:
    page.goto("/g/nim:heaps=[1,2]?engine=python")
    for move in ("take 1, heap 2", "take 1, heap 1"):
        page.wait_for_selector(READY)
        page.locator("#moves button", has_text=move).click()
        page.wait_for_selector(f".record button[aria-current]:has-text('{move}')")
    page.locator("#undo").click()
    page.wait_for_selector("#forward:not([disabled])")
    page.locator("#moves button", has_text="take 1, heap 2").click()
    page.wait_for_selector(".record .record button[aria-current]:has-text('2 min take 1, heap 2')")
    page.locator(".record button", has_text="2 min take 1, heap 1").click()
    page.wait_for_url(re.compile("line=2.1&tried=2.1_2.2"))
    page.reload()
    assert len(page.locator(".record button").all()) == 3


def test_the_buttons_below_a_board_can_be_seen(page: Any) -> None:
    page.goto("/g/chess?engine=python&depth=1")
    page.wait_for_selector("#picture img")
    button = page.locator("#restart").bounding_box()
    assert button["y"] + button["height"] <= page.viewport_size["height"]


def test_a_tree_has_its_name_once(page: Any) -> None:
    page.goto("/g/deep_cutoff?engine=python&depth=1")
    assert page.inner_text("h1") == "Deep cutoff"


def test_a_record_is_copied_saved_and_loaded(page: Any) -> None:
    page.goto("/g/nim:heaps=[1,2]?engine=python&line=2.1")
    page.locator("#records summary").press("Enter")
    with page.expect_download() as saving:
        page.locator("#download").click()
    text = saving.value.path().read_text()
    assert saving.value.suggested_filename == "nim-heaps--1-2.txt"
    page.locator("#copy").click()
    page.wait_for_selector("#copied:has-text('record')")
    page.goto("/g/tictactoe?engine=python&depth=1")
    page.locator("#records summary").press("Enter")
    page.fill("#record", text.replace("1 max", "1 min"))
    page.get_by_role("button", name="Load").press("Enter")
    page.wait_for_selector("#refused:not([hidden])")
    assert "max is to move here, not min" in page.inner_text("#refused")
    page.fill("#record", text)
    page.get_by_role("button", name="Load").press("Enter")
    page.wait_for_url(re.compile("/g/nim:heaps=%5B1,2%5D?.*line=2.1"))
    page.wait_for_selector("h1:has-text('nim:heaps=[1,2]')")


def test_a_hint_is_shown_in_the_list_and_on_the_board(page: Any) -> None:
    page.goto("/g/nim:heaps=[1,2]?engine=python")
    page.wait_for_selector(READY)
    page.locator("#hint").press("Enter")
    page.wait_for_selector("#moves li.hinted")
    assert "Hint: take 1, heap 2" in page.inner_text("#progress")
    assert page.evaluate("document.activeElement.textContent") == "take 1, heap 2"
    page.wait_for_selector("#picture .hinted", state="attached")


def test_one_looks_on_until_one_pauses(page: Any) -> None:
    page.goto("/g/tictactoe?engine=python&depth=1&as=none")
    page.wait_for_url(re.compile(r"line=\d"))
    page.locator("#pause").press("Enter")
    page.wait_for_selector("#progress:has-text('Paused.')")
    stopped = page.url
    page.wait_for_timeout(1500)  # a move would have come
    assert page.url == stopped


@pytest.mark.parametrize(
    ("game", "high", "move", "player"), [("tictactoe", 0.43, 5, "orange"), ("connect4", 0.1, 4, "yellow")]
)
def test_a_game_is_played_by_the_mouse_and_a_disc_falls_wherever_its_column_is_clicked(
    page: Any, game: str, high: float, move: int, player: str
) -> None:
    page.goto(f"/g/{game}?engine=python&depth=1")
    page.wait_for_selector("#picture.live")
    box = page.locator("#picture").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * high)
    page.wait_for_url(re.compile(f"line={move}"))
    page.wait_for_selector(f"#turn:text-is('MIN to move ({player})')")


def middle_of(page: Any, spot: list[float]) -> tuple[float, float]:
    """Where a place of the board is on the page."""
    box = page.locator("#picture").bounding_box()
    wide, high = page.evaluate(
        "(({width, height}) => [width, height])(document.querySelector('#picture svg').viewBox.baseVal)"
    )
    return box["x"] + spot[0] * box["width"] / wide, box["y"] + spot[1] * box["height"] / high


PLACES = """async (address) => {
  const { placesTold } = await import("/assets/changes.js");
  return placesTold(await (await fetch(address)).json());
}"""


def test_a_man_is_dragged_to_a_place_that_is_shown(page: Any) -> None:
    page.goto("/g/hexapawn?engine=python&depth=2")
    page.wait_for_selector("#picture.men")
    page.wait_for_selector(READY)
    first = page.evaluate(PLACES, "/g/hexapawn/boards")["moves"][0]
    start, end = (middle_of(page, first[name][0]) for name in ("left", "reached"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] + 30)
    page.wait_for_selector("#picture .target", state="attached")
    page.wait_for_selector("#picture .held image", state="attached")
    page.mouse.move(2000, 2000)
    page.mouse.up()  # nowhere: the man goes back
    assert "line=" not in page.url
    assert page.locator("#picture .target").count() == 0
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=3)
    page.mouse.up()
    page.wait_for_url(re.compile("line=1"))


def test_a_won_game_shows_the_winning_line_and_what_each_turn_was_worth(page: Any) -> None:
    page.goto("/g/tictactoe?engine=python&line=1.3.1.3.1")
    page.wait_for_selector("#picture .run", state="attached")
    assert page.inner_text("#evaluation strong") == "MAX has won"
    assert page.locator(".players li").all_inner_texts() == ["▲ MAX, blue, you", "▼ MIN, orange, you"]
    page.get_by_role("button", name="Value every turn").press("Enter")
    until(page, lambda: page.locator("#evaluation circle").count() == 6)
    said = page.get_attribute("#evaluation svg", "aria-label")
    assert "0: draws; 1: draws; 2: MAX wins in" in said
    page.locator("#evaluation .hit").nth(2).click()
    page.wait_for_url(re.compile("line=1.3&"))
    assert "to move" in page.inner_text(".players [aria-current]")


def test_values_appear_and_the_best_is_marked_by_more_than_colour(page: Any) -> None:
    page.goto("/g/nim:heaps=[1,2]?engine=python&program=solve")
    page.wait_for_selector(READY)
    values = page.locator("#moves .worth").all_inner_texts()
    assert sorted(values) == ["MAX wins in 3", "MIN wins in 2", "MIN wins in 2"]
    best = page.locator("#moves li.best")
    assert best.locator(".worth").all_inner_texts() == ["MAX wins in 3"]
    assert "▲3 says that MAX wins in 3" in page.locator("#progress").inner_text()
    assert "★" in best.locator(".worth").evaluate("one => getComputedStyle(one, '::before').content")


def test_values_stand_on_the_board_where_moves_lead_to(page: Any) -> None:
    page.goto("/g/connect4?engine=python&depth=3&line=4")
    page.wait_for_selector(READY)
    until(page, lambda: page.locator("#picture .value").count() == 7)
    listed = page.locator("#moves .worth").all_inner_texts()
    shown = page.locator("#picture .value text").all_text_contents()
    assert [float(one) for one in shown] == pytest.approx([float(one) for one in listed], abs=0.01)
    places = [one.bounding_box()["x"] for one in page.locator("#picture .value").all()]
    assert places == sorted(places)


def test_moves_that_a_click_does_not_tell_apart_are_offered(page: Any) -> None:
    page.goto("/g/chess?engine=python&depth=1")
    page.wait_for_selector("#picture.live")
    page.wait_for_selector(READY)
    at = page.locator("#picture .value").first.bounding_box()  # the column of a
    box = page.locator("#picture").bounding_box()
    page.mouse.click(at["x"] + at["width"] / 2, box["y"] + box["height"] * 0.645)
    page.wait_for_selector("#choices button")
    assert [one.split()[0] for one in page.locator("#choices button").all_inner_texts()] == ["a2a3", "b1a3"]
    page.locator("#choices button").last.press("Enter")
    page.wait_for_selector(".record button[aria-current]:has-text('b1a3')")


def test_a_click_on_a_value_makes_its_move(page: Any) -> None:
    page.goto("/g/nim?engine=python&depth=2")
    page.wait_for_selector(READY)
    until(page, lambda: page.locator("#picture .value").count() == 9)
    at = page.locator("#picture .value").nth(6).bounding_box()
    page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.wait_for_selector(".record button[aria-current]:has-text('take 3, heap 3')")


def test_the_program_answers_by_itself_and_back_does_not_play_again(page: Any) -> None:
    page.goto("/g/nim:heaps=[1,2]?engine=python&as=max")
    page.wait_for_selector(READY)
    page.locator("#moves li > button").nth(1).click()
    page.wait_for_url(re.compile(r"line=2\.\d"))
    assert len(page.locator(".record li").all()) == 2
    page.go_back()
    page.wait_for_selector(READY)
    assert "line=" not in page.url
    page.go_forward()
    page.wait_for_url(re.compile(r"line=2\.\d"))
    page.wait_for_selector(READY)
    page.locator("#undo").click()
    page.wait_for_selector("#undo[disabled]")
    page.wait_for_selector("#forward:not([disabled])")
    page.get_by_label("You play").select_option("min")
    page.wait_for_url(re.compile("as=min.*line=[12]"))
    page.wait_for_selector(".players li:has-text('MAX, the program')")
    page.locator("summary", has_text="Other starts").press("Enter")
    page.get_by_role("button", name="Begin").press("Enter")
    page.wait_for_url(re.compile(r"\?engine=python&as=min&line=[12]$"))


def test_a_value_leads_to_a_search_from_there_step_by_step(page: Any, web: httpx.Client) -> None:
    page.goto("/g/nim?engine=python&depth=2&line=1")
    page.wait_for_selector(READY)
    here = page.get_by_role("link", name="A search from here")
    for way, first in ((here, "0/3/5 min"), (page.locator("#moves .worth a").first, "0/2/5 max")):
        seen = web.get(way.get_attribute("href").replace("/step", "/step/recordings")).json()
        assert seen["recordings"][0]["positions"][0] == first


STARS = """async () => {
  const { Worth } = await import("/assets/worth.js");
  const row = () => {
    const made = document.createElement("li");
    made.append(document.createElement("span"));
    made.firstChild.className = "worth";
    return made;
  };
  const rows = [row(), row()];
  const worth = new Worth(rows, "max", document.createElement("p"), document.createElement("p"), () => {});
  return [[1, 1, 2], [2, 0, 2], [1, 0, 4], [2, 1, 4]].map(([number, best, depth]) => {
    worth.heard({ number, best, depth, value: String(best), label: "", nodes: 1 });
    return rows.findIndex((one) => one.classList.contains("best"));
  });
}"""
"""Two moves get values, at depth 2 and then at depth 4; which one has the star after each."""


def test_a_star_is_shown_only_while_all_moves_are_searched_alike(page: Any) -> None:
    page.goto("/claims")
    assert page.evaluate(STARS) == [-1, 0, -1, 1]
