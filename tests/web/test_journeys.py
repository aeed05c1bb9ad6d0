"""One journey of each page in Chromium; other files have further ones, and what holds of all pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from editor_visits import write, written
from web_visits import CHECKED, READY, until


def test_a_game_is_played_by_the_keyboard(page: Any) -> None:
    page.goto("/g/nim:heaps=[1,2]?engine=python")
    page.wait_for_selector(READY)
    first = page.locator("#moves button").first
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
    page.get_by_role("button", name="Undo").press("Enter")
    page.wait_for_selector("#turn:has-text('MAX to move')")
    page.wait_for_selector(READY)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#turn:has-text('MIN to move')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#turn:has-text('MAX to move')")


def test_rules_are_checked_as_one_types_and_then_searched(page: Any) -> None:
    page.goto("/consult")
    until(page, lambda: page.locator("#rules[contenteditable=true]").count() == 1)
    good = written(page).replace("10", "3")
    write(page, good + "\noops(X :- foo.\n")
    page.wait_for_selector(".finding.error")
    page.locator(".finding button").first.click()
    assert page.evaluate("document.activeElement.id") == "rules"
    write(page, good)
    page.wait_for_selector(CHECKED)
    assert page.inner_text("#state") == "No findings."
    page.select_option("[name=engine]", "python")
    page.fill("[name=seconds]", "600")
    page.get_by_role("button", name="Search").click()
    page.wait_for_selector("#answer dl")
    assert "alphabeta on python" in page.inner_text("#answer")


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


def test_a_broken_law_is_seen(page: Any) -> None:
    page.goto("/crosscheck")
    page.select_option("[name=programs]", "naive")
    page.fill("[name=trees]", "1")
    page.fill("[name=seed]", "3")
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
    page.fill("[name=move]", "10")
    page.fill("[name=players]", "alphabeta,depth=2,engine=python,name=all\nrandom")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#standings[data-ready]")
    assert "2 of 2 games: all are played." in page.inner_text("#progress")
    assert page.locator("#standings tbody th").all_inner_texts()[0] in ("all", "random")
    page.locator("#games summary").first.press("Enter")
    assert "% game 1 of 2" in page.inner_text("#games details pre")


def test_a_student_fills_in_by_the_keyboard_and_is_marked(page: Any) -> None:
    page.goto("/practice?level=shallow&seed=3")
    page.wait_for_selector("#practice[data-ready]")
    page.get_by_label("value at a,").focus()
    page.keyboard.type("7")
    page.get_by_role("button", name="Hint for this blank").click()
    page.wait_for_selector(".points:text('This blank is right.')")
    assert page.locator("[data-verdict]").count() == 1
    page.get_by_label("value at a,").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.type") == "checkbox"
    page.get_by_label("value at b,").fill("4")
    page.get_by_label("the branch to h,").press("Space")
    page.keyboard.press("Enter")
    page.wait_for_selector(".points:text('2 of 17 points.')")
    assert page.locator('[data-verdict="wrong"]').count() == 1
    assert page.locator(".reasons details[open]").count() == 0
    assert page.locator(".reasons details").count() == page.locator('[data-verdict="missing"]').count()
    assert "MIN takes the least of 4 (c), 7 (d) and 0 (i): 0." in page.inner_text(".reasons")
    page.reload()
    page.wait_for_selector("#practice[data-ready]")
    assert page.get_by_label("value at a,").input_value() == "7"
    page.get_by_role("button", name="Show the solution").click()
    page.wait_for_selector(".points:text('This is the solution.')")
    page.get_by_role("button", name="Mark", exact=True).click()
    page.wait_for_selector(".points:text('17 of 17 points. All is right.')")


@pytest.mark.thorough("the claims of a lecture take long; the verdicts are those of the command")
def test_claims_get_their_verdicts(page: Any) -> None:
    page.goto("/claims?lecture=lecture20")
    page.wait_for_selector("#progress:has-text('are judged')")
    said = page.locator(".verdict").all_inner_texts()
    assert said
    assert all(one[:1] in "✓✗?" for one in said)
