"""The page of one's own rules in Chromium: the editor, what is found, what is done with them."""

from __future__ import annotations

from typing import Any

import own_texts
import pytest
from editor_visits import EDITOR, write, written
from own_styles import STYLES
from web_visits import CHECKED, until

pytestmark = pytest.mark.thorough("further journeys in Chromium")


def test_rules_are_refused_or_drawn_and_played(page: Any) -> None:
    page.goto("/consult")
    page.wait_for_selector(CHECKED)
    good = written(page)
    write(page, good + "\noops(X :- foo.\n")
    page.wait_for_selector(".finding.error")
    page.click("#search")
    page.wait_for_selector("#answer .complaint:text('The rules are refused: see what is found.')")
    write(page, good)
    page.wait_for_selector(CHECKED)
    page.fill("[name=seconds]", "600")
    page.get_by_role("button", name="Draw").click()
    page.wait_for_selector("#answer img")
    until(page, lambda: page.evaluate("document.querySelector('#answer .scroll').scrollLeft > 0"))
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="take 2").click()
    page.wait_for_selector("#playing .record li")
    assert "max take 2" in page.inner_text("#playing .record")


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


def test_text_typed_over_all_of_the_rules_is_plain_and_undone_at_once(page: Any) -> None:
    page.goto("/consult")
    page.wait_for_selector(CHECKED)
    before = written(page)
    page.focus(EDITOR)
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(
        "initial(a).\n"
    )  # a style would be a complaint in the console, which fails the test
    assert written(page) == "initial(a).\n"
    page.keyboard.press("Control+z")
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
    page.locator(".skip").evaluate("one => one.click()")  # its #main carries no rules
    assert "mine: ∞" in written(page)
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
    assert page.inner_text(".stepper .caption").startswith("MAX is to move at rules")
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
    until(page, lambda: "heap(max,3)" in page.content())  # the position, where it is drawn
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
    page.fill("[name=seconds]", "3")
    page.click("#search")
    page.wait_for_selector("#answer .complaint")
    assert " 3 s" in page.inner_text("#answer")
    page.fill("[name=seconds]", "600")
    page.click("#search")
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("text=Stopped.")
