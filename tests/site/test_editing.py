"""The editor of the pages in Chromium: what it offers and marks, and how one leaves it."""

from __future__ import annotations

from typing import Any

import pytest
from editor_visits import write, written
from site_visits import DONE, READY, new_context, new_page
from web_visits import findings

pytestmark = pytest.mark.thorough("in Chromium; how the editor reads a text is tested in Node.js")


OFFERED = ".cm-tooltip-autocomplete .cm-completionLabel"


def offered(page: Any, typed: str, none_are: bool = False) -> list[str]:
    """The words that are offered when one has typed a text at the end; `none_are` says that none are."""
    page.focus("#rules")
    page.keyboard.press("Control+End")
    page.keyboard.type(typed)
    page.keyboard.press("Control+Space")
    if none_are:
        page.wait_for_timeout(400)
    else:
        page.wait_for_selector(OFFERED)
    words = page.locator(OFFERED).all_inner_texts()
    page.keyboard.press("Escape")
    return list(words)


def test_a_word_is_completed_with_its_meaning_or_from_the_text_itself(trying: Any) -> None:
    write(trying, "next_but_one(Counters) :- Counters > 1.\n")
    assert offered(trying, "termi") == ["terminallost(Pos)", "terminalwon(Pos)"]
    assert offered(trying, " :- next_") == ["next_but_one"]
    assert offered(trying, "(Cou", none_are=True) == []  # another clause's variables are none of this one's
    assert offered(trying, "nted, Count") == ["Counted"]
    assert offered(trying, "ed). % next_", none_are=True) == []
    trying.keyboard.type("\nterminalw")
    trying.wait_for_selector(".cm-completionInfo:has-text('The game is over in Pos, and MAX has won.')")
    trying.wait_for_timeout(200)  # what appears as one types is not taken at once
    trying.keyboard.press("Enter")
    assert written(trying).splitlines()[-1] == "terminalwon(Pos)"


def test_tab_indents_and_escape_and_tab_leave_the_editor(trying: Any) -> None:
    write(trying, "")
    assert "press Escape and then Tab" in trying.inner_text("#rules-note")
    assert trying.get_attribute("#rules", "aria-describedby") == "rules-note"
    trying.keyboard.press("Tab")
    assert written(trying) == "    "
    for key in ("Tab", "Shift+Tab"):
        trying.focus("#rules")
        trying.keyboard.press("Escape")
        trying.keyboard.press(key)
        assert trying.evaluate("document.activeElement.id") != "rules"
    assert written(trying) == "    "


def test_what_was_typed_is_there_again_after_a_reload_and_on_the_way_back(trying: Any) -> None:
    trying.select_option("#game", label="nim")
    trying.wait_for_selector("#rules:has-text('heaps')")
    write(trying, "% mine: ∞\n")
    trying.reload()
    trying.wait_for_selector(READY)
    assert written(trying) == "% mine: ∞\n"
    trying.click("header a")
    trying.wait_for_selector(".parts")
    trying.go_back()
    trying.wait_for_selector(READY)
    assert written(trying) == "% mine: ∞\n"
    trying.select_option("#game", label="a new game")
    trying.wait_for_selector("#rules:has-text('pile')")
    trying.click("#search")
    trying.wait_for_selector(DONE)
    assert trying.inner_text("dd.value") == "1"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_findings(site_browser: Any, site_address: str, axe: str, scheme: str) -> None:
    """With a finding marked, words offered, and the search open."""
    context = new_context(site_browser, color_scheme=scheme, bypass_csp=True)
    with new_page(context) as page:
        page.goto(f"{site_address}try/")
        page.wait_for_selector(READY)
        write(page, "initial('a', 1, X) :- \"b\". % c\nmoves(a, [b] :- true.\n")
        page.wait_for_selector(".finding.error")
        assert findings(page, axe) == []
        page.focus("#rules")
        page.keyboard.press("Control+f")
        page.wait_for_selector(".cm-search")
        assert findings(page, axe) == []
        page.keyboard.press("Escape")
        page.focus("#rules")
        page.keyboard.press("Control+End")
        page.keyboard.type("termi")
        page.keyboard.press("Control+Space")
        page.wait_for_selector(".cm-completionInfo")
        assert findings(page, axe) == []
        page.goto(f"{site_address}play/?game=connect4&line=4")
        page.wait_for_selector("#playing[data-ready] #picture .value")
        assert findings(page, axe) == []
    context.close()
