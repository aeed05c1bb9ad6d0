"""The editor of the pages: what it takes the pieces of a text for, what it offers, and how one leaves it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from editor_visits import write, written
from folders import ROOT
from random_texts import random_text
from site_visits import DONE, READY, Asking, new_page
from thoroughness import sample_size
from web_visits import serious

from pydecl.rules.checks.interface import INTERFACE
from pydecl.rules.tokens import scan

KINDS = {
    "VARIABLE": "variable",
    "NAME": "name",
    "QUOTED": "quoted",
    "END": "end",
    **dict.fromkeys(("NUMBER", "BASED", "CHARACTER"), "number"),
    **dict.fromkeys(("STRING", "CODES"), "string"),
    "UNCLOSED_COMMENT": "comment",
}
"""Our reader's kinds of tokens; all others are signs."""

PIECES = {
    **dict.fromkeys(("atom", "word", "directive", "head"), "name"),
    "variableName": "variable",
    **{kind: kind for kind in ("number", "string", "quoted", "end", "comment")},
}
"""The editor's kinds of pieces; all others are signs."""


def read(text: str) -> list[str]:
    """For each character what our reader takes it for."""
    kinds = ["comment"] * len(text)
    for kind, start, end in scan(text):
        if kind.startswith("UNCLOSED"):
            end = len(text)
        if kind == "UNCLOSED_QUOTE":
            kind = "QUOTED" if text[start] == "'" else "STRING"
        kinds[start:end] = [KINDS.get(kind, "sign")] * (end - start)
    return kinds


def shown(text: str, pieces: list[dict[str, Any]]) -> list[str]:
    """For each character what the editor takes it for; each is one unit of the editor's here."""
    kinds = ["sign"] * len(text)
    for piece in pieces:
        start, end = piece["from"], piece["to"]
        kind = PIECES.get(piece["name"], "sign")
        is_quoted = kind == "name" and text[start] == "'"
        kinds[start:end] = ["quoted" if is_quoted else kind] * (end - start)
    return kinds


def differences(text: str, pieces: list[dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    for at, (one, other) in enumerate(zip(read(text), shown(text, pieces), strict=True)):
        if one != other and not text[at].isspace():
            yield text[max(0, at - 20) : at + 20], one, other


ACROSS = re.compile(r"\d_\s*(?:\n|/\*|%)")
"""Digits of one number in several lines, or with a comment between: the editor goes line by line."""


def test_the_colours_are_those_of_our_readers_tokens(asking: Asking) -> None:
    """In all Prolog of the repository, and in random terms within sixteen bits."""
    files = [
        path.read_text("utf-8") for folder in ("prolog", "examples") for path in (ROOT / folder).rglob("*.pl")
    ]
    texts = [*files, *(random_text(number).text for number in range(2, 2 + 3 * sample_size(30, 200), 3))]
    texts = [text for text in texts if max(text, default="") < "\U00010000" and not ACROSS.search(text)]
    assert len(texts) > 100
    for text, pieces in zip(texts, asking("pieces", texts), strict=True):
        assert list(differences(text, pieces)) == []


WORD = re.compile(r"(\w+)(?:\((.*)\))?( -->)?")


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


def test_the_words_of_the_game_interface_are_offered_all_of_them(trying: Any) -> None:
    write(trying, "")
    found = set()
    for word in offered(trying, ""):
        match = WORD.fullmatch(word)
        assert match is not None
        name, arguments, arrow = match.groups()
        arity = len(arguments.split(",")) if arguments else 0
        found.add((name, arity + 2 if arrow else arity))
    assert found == INTERFACE


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


def test_what_is_wrong_is_marked_at_its_place_and_told_where_the_cursor_is(trying: Any) -> None:
    write(trying, "initial(a).\nmoves(a, [b] :- true.\n")
    trying.click("#consult")
    trying.wait_for_selector("#complaints .complaint")
    assert trying.locator(".cm-lintRange-error").count() == 1
    trying.click("#complaints button")
    said = trying.inner_text("#here")
    assert said.startswith("error: Syntax error")
    trying.keyboard.type(" ")  # another text
    assert (trying.locator(".cm-lintRange").count(), trying.inner_text("#here")) == (0, "")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.sampled(1)
def test_axe_finds_nothing_serious(site_browser: Any, site_address: str, axe: str, scheme: str) -> None:
    """With a finding marked, words offered, and the search open."""
    context = site_browser.new_context(color_scheme=scheme, bypass_csp=True)
    with new_page(context) as page:
        page.goto(f"{site_address}try/")
        page.wait_for_selector(READY)
        write(page, "initial('a', 1, X) :- \"b\". % c\nmoves(a, [b] :- true.\n")
        page.click("#consult")
        page.wait_for_selector("#complaints .complaint")
        assert serious(page, axe) == []
        page.focus("#rules")
        page.keyboard.press("Control+f")
        page.wait_for_selector(".cm-search")
        assert serious(page, axe) == []
        page.keyboard.press("Escape")
        page.focus("#rules")
        page.keyboard.press("Control+End")
        page.keyboard.type("termi")
        page.keyboard.press("Control+Space")
        page.wait_for_selector(".cm-completionInfo")
        assert serious(page, axe) == []
    context.close()
