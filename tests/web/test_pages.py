"""The pages in Chromium: each one's way by keyboard and by mouse, seen by two at once, and by axe."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import own_texts
import pytest
from editor_visits import write, written
from own_styles import STYLES
from site_visits import new_page
from web_visits import serious

PAGES = (
    *(
        "/",
        "/g/nim?engine=python",
        "/g/connect4?engine=python&depth=2&line=4",
        "/g/hexapawn?line=1.1&tried=1.1.1_1.2_2&as=max",
        "/consult",
        "/tree?depth=",
    ),
    *("/step?depth=&beside=minimax&at=19", "/step?game=tictactoe&depth=2&at=40"),
    *("/crosscheck?programs=naive&trees=20&seed=1", "/claims"),
    "/tournament?game=nim&games=2",
    *("/practice?level=deep&seed=3", "/practice?level=ordering&seed=3&game=tictactoe"),
)

READY = "#game[data-ready]"
MOVING = "document.getAnimations().length > 0"
CHECKED = "#editor[data-checked=yes]"


@pytest.fixture
def page(site_browser: Any, web_address: str) -> Iterator[Any]:
    """A page of a visitor; what it asks elsewhere fails the test."""
    with visiting(site_browser, web_address) as one:
        yield one


class visiting:  # noqa: N801  as `contextlib` names such
    """A visitor of the server, with one page."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self._context = browser.new_context(base_url=address, **options)
        self._page = new_page(self._context)
        self._address = address
        self._elsewhere: list[str] = []

    def __enter__(self) -> Any:
        page = self._page.__enter__()
        page.on(
            "request", lambda one: self._elsewhere.append(one.url) if self._is_elsewhere(one.url) else None
        )
        return page

    def _is_elsewhere(self, url: str) -> bool:
        return not url.startswith((self._address, "data:"))

    def __exit__(self, *error: Any) -> None:
        self._page.__exit__(*error)
        self._context.close()
        assert not self._elsewhere


def until(page: Any, is_so: Callable[[], bool]) -> None:
    """Wait for something; Chromium's own waiting is against the policy of the pages."""
    for _ in range(200):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(site_browser: Any, web_address: str, axe: str, scheme: str) -> None:
    with visiting(site_browser, web_address, color_scheme=scheme, bypass_csp=True) as page:
        for address in PAGES:
            page.goto(address)
            page.wait_for_load_state("load")
            if "crosscheck" in address:
                page.wait_for_selector("#broken section")
            if "tournament" in address:
                page.wait_for_selector("#standings[data-ready]")
            if "/step" in address:
                page.wait_for_selector("#stepping[data-marked]")
            if "/practice" in address:
                page.wait_for_selector("#practice[data-ready]")
                page.get_by_role("button", name="Mark", exact=True).click()
                page.wait_for_selector(".reasons li")
            if "/g/" in address:
                page.wait_for_selector(READY)
            if address == "/consult":
                write(page, "initial(a).\nmoves(X, Y) :- foo(X,.\n")
                page.wait_for_selector(".finding")
            assert serious(page, axe) == [], address


def test_a_game_is_played_by_the_keyboard(page: Any) -> None:
    page.goto("/g/nim:heaps=[1,2]?engine=python")
    page.wait_for_selector(READY)
    first = page.locator("#moves a").first
    first.focus()
    assert first.evaluate("one => getComputedStyle(one).outlineStyle") != "none"
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("line=1"))
    assert "MIN to move" in page.inner_text("#turn")
    page.wait_for_selector(READY)
    assert page.evaluate("document.activeElement.id") == "turn"
    page.go_back()
    page.wait_for_selector("#turn:has-text('MAX to move')")
    page.go_forward()
    page.wait_for_selector("#turn:has-text('MIN to move')")
    page.get_by_role("link", name="Undo").press("Enter")
    page.wait_for_selector("#turn:has-text('MAX to move')")
    page.wait_for_selector(READY)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#turn:has-text('MIN to move')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#turn:has-text('MAX to move')")


def test_what_else_was_played_stays_as_variations(page: Any) -> None:
    page.goto("/g/nim:heaps=[1,2]?engine=python")
    for move in ("take(2,1)", "take(1,1)"):
        page.wait_for_selector(READY)
        page.locator("#moves a", has_text=move).click()
        page.wait_for_selector(f".record a[aria-current]:has-text('{move}')")
    page.locator("#undo").click()
    page.wait_for_selector("#forward")
    page.locator("#moves a", has_text="take(2,1)").click()
    page.wait_for_selector(".record .record a[aria-current]:has-text('2 min take(2,1)')")
    page.locator(".record a", has_text="2 min take(1,1)").click()
    page.wait_for_url(re.compile("line=2.1&tried=2.1_2.2"))
    page.reload()
    assert len(page.locator(".record a").all()) == 3


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
    assert "Hint: take(2,1)" in page.inner_text("#progress")
    assert page.evaluate("document.activeElement.textContent") == "take(2,1)"
    page.wait_for_selector("#picture .hinted", state="attached")


def test_one_looks_on_until_one_pauses(page: Any) -> None:
    page.goto("/g/tictactoe?engine=python&depth=1&as=none")
    page.wait_for_url(re.compile(r"line=\d"))
    page.locator("#pause").press("Enter")
    page.wait_for_selector("#progress:has-text('Paused.')")
    stopped = page.url
    page.wait_for_timeout(1500)
    assert page.url == stopped


def test_a_game_is_played_by_the_mouse_on_the_board(page: Any) -> None:
    page.goto("/g/tictactoe?engine=python&depth=2")
    page.wait_for_selector("#picture.live")
    box = page.locator("#picture").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.43)
    page.wait_for_url(re.compile("line=5"))
    assert "MIN to move" in page.inner_text("#turn")


def test_values_appear_and_the_best_is_marked_by_more_than_colour(page: Any) -> None:
    page.goto("/g/nim:heaps=[1,2]?engine=python&program=solve")
    page.wait_for_selector(READY)
    values = page.locator("#moves .worth").all_inner_texts()
    assert sorted(values) == ["MAX wins in 3", "MIN wins in 2", "MIN wins in 2"]
    best = page.locator("#moves li.best")
    assert best.locator(".worth").all_inner_texts() == ["MAX wins in 3"]
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
    page.wait_for_selector("#choices a")
    assert [one.split()[0] for one in page.locator("#choices a").all_inner_texts()] == ["a2a3", "b1a3"]
    page.locator("#choices a").last.press("Enter")
    page.wait_for_selector(".record a[aria-current]:has-text('b1a3')")


def test_a_click_on_a_value_makes_its_move(page: Any) -> None:
    page.goto("/g/nim?engine=python&depth=2")
    page.wait_for_selector(READY)
    until(page, lambda: page.locator("#picture .value").count() == 9)
    at = page.locator("#picture .value").nth(6).bounding_box()
    page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.wait_for_selector(".record a[aria-current]:has-text('take(3,3)')")


def test_the_program_answers_by_itself_and_back_does_not_play_again(page: Any) -> None:
    page.goto("/g/nim:heaps=[1,2]?engine=python&as=max")
    page.wait_for_selector(READY)
    page.locator("#moves a").nth(1).click()
    page.wait_for_url(re.compile(r"line=2\.\d"))
    assert len(page.locator(".record li").all()) == 2
    page.go_back()
    page.wait_for_selector(READY)
    assert "line=" not in page.url


def test_rules_are_checked_as_one_types_and_then_searched(page: Any) -> None:
    page.goto("/consult")
    page.wait_for_selector(CHECKED)
    assert page.inner_text("#state") == "No findings."
    good = written(page)
    write(page, good + "\noops(X :- foo.\n")
    page.wait_for_selector(".finding.error")
    page.locator(".finding button").first.click()
    assert page.evaluate("document.activeElement.id") == "rules"
    write(page, good)
    page.wait_for_selector(CHECKED)
    page.select_option("[name=engine]", "python")
    page.get_by_role("button", name="Search").click()
    page.wait_for_selector("#answer dl")
    assert "alphabeta on python" in page.inner_text("#answer")
    page.get_by_role("button", name="Draw").click()
    page.wait_for_selector("#answer img")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="take(2)").click()
    page.wait_for_selector("#playing .record li")
    assert "max take(2)" in page.inner_text("#playing .record")


def test_a_typed_program_is_stepped_through_in_its_own_text(page: Any) -> None:
    page.goto("/consult")
    page.wait_for_selector(CHECKED)
    write(page, own_texts.NIM + STYLES["if-then-else"].text)
    page.select_option("[name=program]", "file:alphabeta")
    page.fill("[name=depth]", "")
    page.get_by_role("button", name="Step").click()
    page.wait_for_selector("#stepping[data-marked]")
    page.keyboard.press("c")
    until(page, lambda: page.locator(".source mark").all_inner_texts() == ["A >= W"])
    assert "clause 2 of minimise/6" in page.inner_text(".source h3")
    page.keyboard.press("l")
    until(page, lambda: page.input_value(".stepper .number") != "1")
    assert page.input_value("[name=program]") == "file:alphabeta"
    page.go_back()
    page.wait_for_selector("[data-own]", state="attached")
    write(page, own_texts.NIM)
    assert page.locator("[data-own]").count() == 0


def test_findings_are_marked_in_the_text_and_explained_beside_it(page: Any) -> None:
    page.goto("/consult")
    page.wait_for_selector(CHECKED)
    write(page, written(page) + "\np(X, Y) :- q(Y).\n")
    page.wait_for_selector(CHECKED)
    found = page.locator(".finding > p").all_inner_texts()
    marked = page.locator(".cm-lintRange").all_inner_texts()
    assert len(found) == len(marked) == 3
    assert set(marked) == {"p", "X", "q"}
    assert page.locator(".cm-gutter-lint .cm-lint-marker").count() == 1
    page.locator(".finding summary").first.click()
    why = page.locator(".finding details[open] p").all_inner_texts()
    assert len(why) == 2
    page.locator("#rules").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("% the same still holds\n")
    assert page.locator(".cm-lintRange").count() == 0  # of another text nothing is known
    page.wait_for_selector(CHECKED)
    assert page.locator(".finding details[open] p").all_inner_texts() == why
    page.keyboard.press("F8")
    page.keyboard.press("Shift+F8")
    assert "warning P" in page.inner_text("#here")


def test_the_editor_is_left_by_the_keyboard_and_ctrl_enter_searches(page: Any) -> None:
    page.goto("/consult")
    page.wait_for_selector(CHECKED)
    assert "press Escape and then Tab" in page.inner_text("#rules-note")
    page.select_option("[name=engine]", "python")
    page.focus("#rules")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#answer dl")
    before = written(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "share"
    assert written(page) == before


def test_rules_are_shared_as_a_link(page: Any) -> None:
    page.goto("/consult")
    page.wait_for_selector(CHECKED)
    write(page, "% mine: ∞\ninitial(a).\n")
    page.get_by_role("button", name="Share").click()
    until(page, lambda: "#" in page.url)
    shared = page.url
    page.goto("/")
    page.goto(shared)
    until(page, lambda: "mine: ∞" in written(page))
    page.get_by_role("button", name="The example").click()
    assert "mine" not in written(page)
    assert "#" not in page.url
    page.evaluate("address => { location.href = address; }", shared)
    until(page, lambda: "mine: ∞" in written(page))


def test_what_was_typed_is_there_again_after_a_reload_and_on_the_way_back(page: Any) -> None:
    page.goto("/consult")
    page.wait_for_selector(CHECKED)
    write(page, "% mine\ninitial(a).\n")
    page.keyboard.press("Tab")
    page.locator(".skip").evaluate("one => one.click()")  # its #main carries no rules
    assert "% mine" in written(page)
    page.reload()
    until(page, lambda: "% mine" in written(page))
    page.get_by_role("link", name="pydecl").click()
    page.go_back()
    until(page, lambda: "% mine" in written(page))
    page.goto("/")
    page.goto("/consult#no-rules")
    until(page, lambda: "incomplete" in page.inner_text("#shared"))


def test_ones_own_rules_are_drawn_and_stepped_through_whatever_the_engine(page: Any) -> None:
    page.goto("/consult")
    page.wait_for_selector(CHECKED)
    write(page, written(page).replace("pile", "heap").replace("10", "3"))
    assert page.input_value("[name=engine]") == "native"
    page.get_by_role("button", name="Draw").click()
    page.wait_for_selector("#answer img")
    page.get_by_role("button", name="Step").click()
    page.wait_for_selector("#stepping[data-marked]")
    assert "alphabeta on your rules" in page.inner_text(".choice")
    assert page.inner_text(".stepper .caption").startswith("MAX is to move at heap(max,3)")
    page.keyboard.press("n")
    until(page, lambda: "at=2" in page.url)
    page.reload()
    page.wait_for_selector("#stepping[data-marked]")
    assert page.input_value(".stepper .number") == "2"
    page.locator(".choice summary").click()
    page.fill("[name=beside]", "minimax")
    page.get_by_role("button", name="Record").click()
    page.wait_for_selector("#stepping[data-marked]")
    assert page.locator(".pane").count() == 2
    assert "heap(max,3)" in page.inner_text(".stepper .caption")
    page.go_back()
    page.go_back()
    until(page, lambda: "heap(max, 3)" in written(page))


def test_hostile_rules_are_stopped_and_the_page_lives(page: Any) -> None:
    page.goto("/consult")
    write(
        page,
        "initial(a).\nmax_to_move(a).\nmin_to_move(b).\nmoves(_, _) :- repeat, fail.\nstaticval(_, 0).\n",
    )
    page.select_option("[name=engine]", "prolog")
    page.fill("[name=seconds]", "1")
    page.get_by_role("button", name="Search").click()
    page.wait_for_selector("#answer .complaint")
    assert "within 1 s" in page.inner_text("#answer")
    page.fill("[name=seconds]", "30")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("text=Stopped.")


def test_a_search_is_stepped_through_by_keys_alone(page: Any) -> None:
    page.goto("/step?depth=")
    page.wait_for_selector("#stepping[data-marked]")
    said = {"Home": 1, "n": 2, "b": 1, "l": 5, "c": 19, "u": 21, "End": 35, "ArrowLeft": 34}
    for key, event in said.items():
        page.keyboard.press(key)
        until(page, lambda event=event: page.input_value(".stepper .number") == str(event))  # type: ignore[misc]
    page.keyboard.press("g")
    page.keyboard.type("19")
    page.keyboard.press("Enter")
    until(page, lambda: "at=19" in page.url)
    cut = "MAX has 5 at e; MIN can hold MAX to 4 at b: the rest of e (l) cannot matter."
    until(page, lambda: page.inner_text(".stepper .caption") == cut)
    assert page.locator(".source mark").all_inner_texts()[0] == "Val > Beta"
    page.reload()
    page.wait_for_selector(".stepper[data-ready]")
    assert page.inner_text(".stepper .caption") == cut


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
    """Whether the line from the cut ends at the side of a node."""
    until(page, lambda: not page.evaluate(MOVING))
    setter = page.locator(".tree .setter").bounding_box()
    node = page.locator(f".frame .node:has(.name:text-is('{name}')) > .shape").bounding_box()
    x, y = setter["x"] + setter["width"] / 2, setter["y"] + setter["height"] / 2
    sides = node["x"], node["x"] + node["width"]
    is_level = abs(y - node["y"] - node["height"] / 2) < 3
    return bool(is_level and min(abs(x - side) for side in sides) < 3)


def test_a_deep_cut_is_led_to_the_root(page: Any) -> None:
    page.goto("/step?game=deep_cutoff_g3&depth=")
    page.wait_for_selector(".stepper[data-ready]")
    page.keyboard.press("c")
    page.wait_for_selector(".tree .bar.now")
    assert page.locator(".tree .stub.cut text").all_text_contents() == ["x", "alpha 10", "from root (deep)"]
    assert end_of_cause(page, "root")


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
    assert end_of_cause(page, "start")
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


def test_nodes_glide_unless_less_motion_is_asked_for(site_browser: Any, web_address: str) -> None:
    for motion, is_moving in (("no-preference", True), ("reduce", False)):
        with visiting(site_browser, web_address, reduced_motion=motion) as page:
            page.goto("/step?depth=&at=5")
            page.wait_for_selector("#stepping[data-marked]")
            page.keyboard.press("n")
            until(page, lambda page=page: page.input_value(".stepper .number") == "6")  # type: ignore[misc]
            page.keyboard.press("n")
            if is_moving:
                until(page, lambda page=page: page.evaluate(MOVING))  # type: ignore[misc]
            else:
                assert not page.evaluate(MOVING)


def test_two_pictures_stand_beside_each_other_or_one_below_the_other(
    site_browser: Any, web_address: str
) -> None:
    for width, is_wide in ((1280, True), (390, False)):
        with visiting(site_browser, web_address, viewport={"width": width, "height": 844}) as page:
            page.goto("/step?game=tictactoe&depth=3&beside=minimax&at=300")
            page.wait_for_selector("#stepping[data-marked]")
            one, other = (page.locator(".frame").nth(side).bounding_box() for side in (0, 1))
            assert (other["x"] > one["x"] + one["width"]) == is_wide
            assert (other["y"] > one["y"] + one["height"]) != is_wide
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            for side in (0, 1):
                frame, ring = (
                    page.locator(name).nth(side).bounding_box() for name in (".frame", ".tree .ring")
                )
                assert frame["x"] <= ring["x"]
                assert ring["x"] + ring["width"] <= frame["x"] + frame["width"]
            path = page.locator(".pane").first.locator(".frame .node.path").count()
            assert path == page.locator(".pane").first.locator(".stack li").count() - 1


def test_a_long_search_says_where_it_was_truncated_and_its_page_stays_small(page: Any) -> None:
    page.goto("/step?game=tictactoe&depth=7")
    page.wait_for_selector(".stepper[data-ready]", timeout=60_000)
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


def test_a_broken_law_is_seen_on_its_smallest_tree(page: Any) -> None:
    page.goto("/crosscheck")
    page.select_option("[name=programs]", "naive")
    page.fill("[name=trees]", "20")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#broken section")
    assert "✗ broken" in page.inner_text("#matrix")
    page.locator("#broken a").first.click()
    page.wait_for_selector(".stepper[data-ready]")
    assert page.locator(".pane").count() == 2
    assert "difference" in page.inner_text(".stepper .facts")
    page.go_back()
    page.wait_for_selector("#broken section")


def test_a_tournament_fills_its_table(page: Any) -> None:
    page.goto("/tournament")
    page.select_option("[name=game]", "nim")
    page.fill("[name=games]", "2")
    page.fill("[name=players]", "alphabeta,depth=unlimited,engine=python,name=all\nrandom")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#standings[data-ready]")
    assert "2 of 2 games: all are played." in page.inner_text("#progress")
    assert page.locator("#standings tbody th").all_inner_texts()[0] in ("all", "random")
    page.locator("#games summary").first.press("Enter")
    assert "% game 1 of 2" in page.inner_text("#games details pre")


def test_claims_get_their_verdicts(page: Any) -> None:
    page.goto("/claims?lecture=lecture20")
    page.wait_for_selector("#progress:has-text('are judged')")
    said = page.locator(".verdict").all_inner_texts()
    assert said
    assert all(one[:1] in "✓✗?" for one in said)


def test_two_visitors_play_at_once(site_browser: Any, web_address: str) -> None:
    with visiting(site_browser, web_address) as one, visiting(site_browser, web_address) as other:
        for page, line in ((one, "1"), (other, "2")):
            page.goto(f"/g/nim:heaps=[1,2]?engine=python&line={line}")
        for page, said in ((one, "max take(1,1)"), (other, "max take(2,1)")):
            page.wait_for_selector(READY)
            assert said in page.inner_text(".record")


def test_a_phone_has_everything_on_one_column(site_browser: Any, web_address: str) -> None:
    with visiting(site_browser, web_address, viewport={"width": 360, "height": 700}) as page:
        for address in ("/", "/g/chess?engine=python&depth=1", "/consult"):
            page.goto(address)
            page.wait_for_load_state("load")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def test_a_page_is_light(page: Any, web: httpx.Client) -> None:
    """At most 300 kB of all that is loaded before anything is asked, compressed."""
    for address in PAGES:
        asked: list[Any] = []

        def heard(one: Any, asked: list[Any] = asked) -> None:
            asked.append(one)

        page.on("request", heard)
        page.goto(address)
        page.wait_for_load_state("load")
        page.remove_listener("request", heard)
        urls = {one.url for one in asked if one.resource_type not in ("fetch", "eventsource")}
        sizes = {url: len(gzip.compress(web.get(url).content, 6)) for url in urls if url.startswith("http")}
        assert sum(sizes.values()) <= 300_000, sizes
        if address == "/consult":
            assert any("codemirror" in url for url in sizes)
