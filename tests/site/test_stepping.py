"""On /step of the site a search is recorded in the browser, and stepped through with the keyboard."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from editor_visits import write
from folders import ROOT
from web_visits import until

JOURNEY = pytest.mark.thorough("a further journey of the page in Chromium")

SHOWN = "#stepping[data-ready] .stepper[data-ready]"


def asked(page: Any) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


@JOURNEY
def test_the_address_holds_the_search_and_the_event(visited: Any, site_address: str) -> None:
    page = visited
    page.goto(f"{site_address}step/?game=lecture19&program=alphabeta&beside=minimax&naming=negamax&at=19")
    page.wait_for_selector(SHOWN)
    assert page.input_value(".stepper .scrubber") == "19"
    assert page.locator(".pane").count() == 2
    page.wait_for_selector("#stepping[data-marked]")
    assert page.inner_text(".source h3 >> nth=0") == "Prolog: alphabeta.pl, clause 2 of goodenough/7"
    assert page.inner_text(".source mark >> nth=0") == "Val > Beta"
    page.keyboard.press("d")
    until(page, lambda: "right" in asked(page))
    address = page.url
    page.reload()
    page.wait_for_selector(SHOWN)
    assert page.url == address


@JOURNEY
def test_nodes_are_called_by_their_moves(visited: Any, site_address: str) -> None:
    visited.goto(f"{site_address}step/?game=connect4&depth=2&at=4")
    visited.wait_for_selector(SHOWN)
    calls = visited.locator(".calls button").all_inner_texts()
    assert [one.split(" (")[0] for one in calls] == ["▲ connect4", "▼ column 1", "▲ column 1"]


@JOURNEY
def test_another_search_is_asked_for_in_the_form(visited: Any, site_address: str) -> None:
    page = visited
    page.goto(f"{site_address}step/")
    page.wait_for_selector(SHOWN)
    assert page.inner_text(".calls li").startswith("▲ a ")
    page.wait_for_selector(".board img[alt='a']")
    page.click("#choice summary")
    page.select_option("#game", "tictactoe")
    page.select_option("#program", "minimax")
    page.fill("#depth", "1")
    page.click("button[type=submit]")
    page.wait_for_url("**game=tictactoe**")
    page.wait_for_selector(SHOWN)
    assert page.inner_text("#which") == "The search: minimax on tictactoe"
    page.go_back()
    page.wait_for_selector(SHOWN)
    assert page.inner_text("#which") == "The search: alphabeta on lecture19"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("game=nix", "There is no game nix."),
        ("program=nix", "There is no program nix that can be traced."),
        ("depth=many", "The depth is a number of plies, or all, not many"),
        ("game=nim&position=x(", "syntax"),
    ],
)
@JOURNEY
def test_a_wrong_address_says_what_is_wrong(visited: Any, site_address: str, query: str, said: str) -> None:
    visited.goto(f"{site_address}step/?{query}")
    visited.wait_for_selector(".complaint")
    assert said.lower() in visited.inner_text(".complaint").lower()
    assert visited.locator("#choice").get_attribute("open") is not None


@JOURNEY
def test_rules_of_one_s_own_are_brought_from_try(trying: Any) -> None:
    write(trying, (ROOT / "examples" / "pile.pl").read_text("utf-8"))
    trying.fill("#depth", "3")
    trying.click("#step")
    trying.wait_for_selector(SHOWN)
    assert trying.inner_text("#which") == "The search: alphabeta on your rules"
    trying.wait_for_selector(".stepper pre:has-text('pile(max,10)')")
