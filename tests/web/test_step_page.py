"""The page that steps through a search in Chromium: keys, the drawn tree, two panes."""

from __future__ import annotations

from typing import Any

import pytest
from web_visits import until

pytestmark = pytest.mark.thorough("further journeys in Chromium")

MOVING = "document.getAnimations().length > 0"

COUNT_GLIDES = """() => {
  const { animate } = Element.prototype;
  window.glides = 0;
  Element.prototype.animate = function (...given) { window.glides += 1; return animate.apply(this, given); };
}"""
"""A glide may be over before it is looked for."""


def test_two_searches_are_stepped_through_to_their_differences(page: Any) -> None:
    page.goto("/step?depth=&beside=minimax")
    page.wait_for_selector("#stepping[data-marked]")
    assert page.locator(".pane").count() == 2
    page.get_by_role("button", name="Next difference").click()
    until(page, lambda: "at=19" in page.url)
    assert "right=15" in page.url
    page.locator(".stepper .scrubber").focus()
    page.keyboard.press("End")
    until(page, lambda: page.input_value(".stepper .number") == "35")
    page.locator(".stack button").first.click()
    until(page, lambda: page.input_value(".stepper .number") == "1")


def drawn(page: Any) -> dict[str, tuple[str, str]]:
    """The nodes of the first picture: position, and the class of the group and the value."""
    script = """groups => groups.map(one => [one.querySelector(".name").textContent,
        one.getAttribute("class"), [...one.querySelectorAll("text")][1].textContent])"""
    found = page.locator(".pane").first.locator(".frame .node").evaluate_all(script)
    return {name: (kind, value) for name, kind, value in found}


def test_the_tree_is_drawn_with_its_shapes_windows_and_cuts(page: Any) -> None:
    page.goto("/step?depth=&at=19")
    page.wait_for_selector(".frame .node.current")
    assert drawn(page) == {
        "a": ("node max path", "?"),
        "b": ("node min path", "≤ 4"),
        "d": ("node max valued", "4"),
        "i": ("node min valued", "1"),
        "j": ("node min valued", "4"),
        "e": ("node max current", "≥ 5"),
        "k": ("node min valued", "5"),
    }
    for kind, corner in (("max", "0"), ("min", "20")):  # told apart without their colours
        shapes = page.locator(f".frame .node.{kind} > .shape")
        assert set(shapes.evaluate_all("all => all.map(one => one.getAttribute('rx'))")) == {corner}
    assert page.locator(".tree .ring").count() == 1
    windows = page.locator(".frame .node.path .window, .frame .node.current .window").all_text_contents()
    assert windows == ["[−∞, ∞]", "[−∞, ∞]", "[−∞, 4]"]
    assert page.locator(".tree .bar").count() == page.locator(".tree .bar.now").count() == 1
    assert page.locator(".tree .stub.cut text").all_text_contents() == ["l", "beta 4", "from b (shallow)"]
    assert page.locator(".tree .stub.unvisited text").all_text_contents() == ["+1"]
    assert page.locator(".tree .edge.searched").count() == 2
    page.keyboard.press("c")
    until(page, lambda: page.locator(".tree .bar").count() == 2)
    assert page.locator(".tree .bar.now").count() == 1
    assert page.locator(".tree .source").count() == page.locator(".tree .setter").count() == 2


def end_of_cause(page: Any, name: str) -> bool:
    """Whether the line from the cut rests with its end at the side of a node."""
    if page.evaluate(MOVING):
        return False
    setter = page.locator(".tree .setter").bounding_box()
    node = page.locator(f".frame .node:has(.name:text-is('{name}')) > .shape").bounding_box()
    if setter is None or node is None:  # the picture is being drawn anew
        return False
    x, y = setter["x"] + setter["width"] / 2, setter["y"] + setter["height"] / 2
    sides = node["x"], node["x"] + node["width"]
    is_level = abs(y - node["y"] - node["height"] / 2) < 3
    return bool(is_level and min(abs(x - side) for side in sides) < 3)


def test_lecture_003s_tree_is_drawn_in_its_words(page: Any) -> None:
    page.goto("/step?game=othello_lecture&program=white_black_alphabeta&naming=lecture003&depth=")
    page.wait_for_selector(".stepper[data-ready]")
    page.keyboard.press("c")
    page.wait_for_selector(".tree .bar.now")
    assert drawn(page)["move2"] == ("node min current", "≤ 0")
    assert drawn(page)["move1"] == ("node min valued", "10")
    assert page.locator(".tree .stub.cut text").all_text_contents() == [
        "d",
        "beta 10",
        "from start (shallow)",
    ]
    until(page, lambda: end_of_cause(page, "start"))
    assert page.locator(".legend .mover").all_inner_texts() == [" black", " white"]
    page.keyboard.press("End")
    until(page, lambda: "e" in drawn(page))
    assert drawn(page)["e"] == ("node max current", "?")


def test_the_picture_is_worked_by_keyboard_and_mouse_and_keeps_the_focus(page: Any) -> None:
    page.goto("/step?depth=&at=19")
    page.wait_for_selector("#stepping[data-marked]")

    def wide() -> float:
        return float(page.locator(".frame .tree").bounding_box()["width"])

    before = wide()
    page.keyboard.press("+")
    assert wide() > before
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert wide() < before
    page.keyboard.press("0")
    assert page.get_by_role("button", name="Whole picture").get_attribute("aria-pressed") == "true"
    page.locator(".frame .node:has(.name:text-is('d'))").click()
    until(page, lambda: page.input_value(".stepper .number") == "3")
    page.locator(".stack button").first.click()
    until(page, lambda: page.input_value(".stepper .number") == "1")
    page.keyboard.press("n")  # the focus is where the keys act
    until(page, lambda: page.input_value(".stepper .number") == "2")
    page.locator(".as-text summary").press("Enter")
    page.wait_for_selector(".as-text .row-current")
    assert "▶" in page.locator(".as-text .row-current").inner_text()
    page.keyboard.press("n")
    until(page, lambda: "d" in page.locator(".as-text .row-current").inner_text())
    page.keyboard.press("c")
    page.wait_for_selector(".as-text .row-cut:has-text('✂')")
    assert page.locator(".as-text .row-cut").inner_text().split() == ["✂", "l", ",", "cut", "off"]


def test_nodes_glide_unless_less_motion_is_asked_for(page: Any) -> None:
    for motion, is_moving in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=motion)
        page.goto("/step?depth=&at=5")
        page.wait_for_selector("#stepping[data-marked]")
        page.evaluate(COUNT_GLIDES)
        for number in ("6", "7"):
            page.keyboard.press("n")
            until(page, lambda number=number: page.input_value(".stepper .number") == number)  # type: ignore[misc]
        if is_moving:
            until(page, lambda: page.evaluate("glides > 0"))
        else:
            assert page.evaluate("glides === 0")


def test_two_pictures_stand_beside_each_other_or_one_below_the_other(page: Any) -> None:
    for width, is_wide in ((1280, True), (390, False)):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto("/step?game=tictactoe&depth=3&beside=minimax&at=300")
        page.wait_for_selector("#stepping[data-marked]")
        one, other = (page.locator(".frame").nth(side).bounding_box() for side in (0, 1))
        assert (other["x"] > one["x"] + one["width"]) == is_wide
        assert (other["y"] > one["y"] + one["height"]) != is_wide
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for side in (0, 1):
            frame, ring = (page.locator(name).nth(side).bounding_box() for name in (".frame", ".tree .ring"))
            assert frame["x"] <= ring["x"]
            assert ring["x"] + ring["width"] <= frame["x"] + frame["width"]
        path = page.locator(".pane").first.locator(".frame .node.path").count()
        assert path == page.locator(".pane").first.locator(".stack li").count() - 1


def test_a_long_search_says_where_it_was_truncated_and_its_page_stays_small(page: Any) -> None:
    page.goto("/step?game=tictactoe&depth=7")
    page.wait_for_selector(".stepper[data-ready]")
    assert "truncated after 100000: the search went on" in page.inner_text(".stepper .facts")
    total = int(page.get_attribute(".stepper .scrubber", "max"))
    for at in (total, total // 2, total // 3, 7 * total // 9):
        page.locator(".stepper .scrubber").fill(str(at))
        until(page, lambda at=at: page.get_attribute(".stepper", "data-at") == str(at))  # type: ignore[misc]
        assert page.locator(".stepper *").count() < 1500
    before = int(page.input_value(".stepper .number"))
    for _ in range(5):  # faster than they are answered, and none is lost
        page.keyboard.press("n")
    page.locator(".stepper").focus()
    for _ in range(5):
        page.keyboard.press("n")
    until(page, lambda: int(page.input_value(".stepper .number")) == before + 10)


def test_a_long_search_has_a_map_and_its_picture_is_moved_by_the_mouse(page: Any) -> None:
    page.goto("/step?depth=")
    page.wait_for_selector("#stepping[data-marked]")
    assert page.locator(".minimap").count() == 0  # of a short one
    page.goto("/step?game=tictactoe&depth=3")
    page.wait_for_selector("#stepping[data-marked]")
    box = page.locator(".minimap").bounding_box()
    last = int(page.get_attribute(".stepper .scrubber", "max"))
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 2)  # the root
    until(page, lambda: page.input_value(".stepper .scrubber") == "1")
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] - 2)  # as deep as there is
    until(page, lambda: abs(int(page.input_value(".stepper .scrubber")) - last / 2) < last / 50)
    frame = page.locator(".frame")
    for _ in range(4):
        page.keyboard.press("+")
    place = frame.bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    before, event = frame.evaluate("one => one.scrollTop"), page.input_value(".stepper .scrubber")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=3)
    page.mouse.up()
    until(page, lambda: frame.evaluate("one => one.scrollTop") == before - 60)
    assert page.input_value(".stepper .scrubber") == event
    high = page.locator(".frame .tree").bounding_box()["height"]
    page.keyboard.down("Control")
    page.mouse.wheel(0, 100)
    page.keyboard.up("Control")
    until(page, lambda: page.locator(".frame .tree").bounding_box()["height"] < high)
