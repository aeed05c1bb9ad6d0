"""What a visitor does on /try: consults, searches, stops, makes mistakes, loses the network."""

from __future__ import annotations

import gzip
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from editor_visits import write
from folders import ROOT
from rings import sample
from site_visits import DONE, READY, Server, heard

from pydecl.workbench.site.writing import Site

JOURNEY = pytest.mark.thorough("a further journey of the page in Chromium")

PILE = (ROOT / "examples" / "pile.pl").read_text("utf-8")
WON = "staticval(pile(min, 0), 1)."
ENDLESS = PILE.replace(WON, f"{WON[:-1]} :- repeat, fail.")

MOST = 2_550_000
"""What the first load may weigh, compressed, in bytes."""


def fields(page: Any) -> dict[str, str]:
    names = page.locator("#fields dt").all_inner_texts()
    return dict(zip(names, page.locator("#fields dd").all_inner_texts(), strict=True))


def consulted(page: Any, rules: str) -> str:
    """What is complained of when rules are consulted."""
    write(page, rules)
    page.wait_for_selector(READY)
    return str(page.inner_text("#findings"))


def search_begins(page: Any) -> None:
    """Begin a search, and wait until it goes on."""
    page.click("#search")
    page.wait_for_selector("#answer:has-text('Searching')")


def searched(page: Any) -> dict[str, str]:
    page.click("#search")
    page.wait_for_selector(DONE)
    return fields(page)


def test_a_visitor_searches_with_the_keyboard_alone(trying: Any) -> None:
    trying.focus("#rules")
    trying.keyboard.press("Control+Enter")
    trying.wait_for_selector("dd.value")
    found = fields(trying)
    assert {key: found[key] for key in ("position", "search", "value", "best", "nodes")} == {
        "position": "pile(max,10)",
        "search": "alphabeta, no depth limit",
        "value": "1",
        "best": "take 2, to pile(min,8)",
        "nodes": "568, leaves 258",
    }
    assert trying.inner_text("#board") == "10 on the pile, max to move"
    trying.keyboard.press("Tab")
    assert trying.evaluate("document.activeElement.id") == "rules"
    trying.keyboard.press("Escape")
    trying.keyboard.press("Tab")  # leaves the editor
    assert trying.evaluate("document.activeElement.id") != "rules"


@JOURNEY
def test_a_bundled_game_is_searched_with_the_mouse(trying: Any) -> None:
    trying.select_option("#game", label="lecture19")
    found = searched(trying)
    assert (found["value"], found["best"]) == ("4", "b")
    assert trying.get_attribute("#rules", "aria-readonly") == "true"


@JOURNEY
def test_the_text_of_the_program_is_shown(trying: Any) -> None:
    trying.click("#source summary")
    trying.wait_for_selector("#source pre:has-text('boundedbest')")
    trying.select_option("#program", "minimax")
    trying.wait_for_selector("#source pre:has-text('minimax(Pos, BestSucc, Val)')")


@JOURNEY
def test_depth_window_and_position_are_asked_for(trying: Any) -> None:
    trying.select_option("#game", label="tictactoe")
    trying.fill("#depth", "2")
    trying.fill("#position", "tictactoe(o,[x,x,e,o,e,e,e,e,e])")
    assert searched(trying)["value"].endswith("(an estimate at the horizon)")
    trying.fill("#depth", "all")
    trying.fill("#beta", "0")
    assert searched(trying)["value"] == "1 or more"  # o takes the third place, then x the fifth
    trying.fill("#seconds", "1e9")
    searched(trying)
    assert trying.inner_text("#answer") == "seconds are a number up to 3600, not 1e9"
    trying.fill("#seconds", "9")
    trying.fill("#beta", "nought")
    searched(trying)
    assert trying.inner_text("#answer") == "beta is a number, inf or -inf, not nought"
    trying.fill("#beta", "")
    trying.fill("#position", "tictactoe(")
    searched(trying)
    assert "yntax" in trying.inner_text("#answer") or "nd of file" in trying.inner_text("#answer")


FAULTY = [
    (PILE.replace("-1).", "-1)"), "9:29 error: Syntax error: Operator expected"),
    (PILE.replace("max_to_move", "maxtomove"), "not defined: max_to_move/1"),
    (PILE + ":- shell(ls).\n", "11:1 error: a directive calls shell/1, which the rules of a game may not"),
    (PILE + "p(X).\n", "11:1 warning: Singleton variables: [X]"),
    ("% nothing\n", "no program can run on these rules"),
]


@pytest.mark.thorough("one more visit of the page; what is told is tested without a browser")
def test_what_is_wrong_with_rules_is_told_with_its_place(trying: Any) -> None:
    for rules, said in sample(FAULTY, 3):
        assert said in consulted(trying, rules)


FAILING = [
    ("X is a, X > 0", "line 10: the game's rules raised an exception: is/2: Arithmetic"),
    ("halt", "SWI-Prolog stopped unexpectedly: the rules ended it"),
    ("throw(odd)", "the game's rules raised an exception"),
    ("fail", "staticval/2 gives no value for pile(min,0)"),
]


@JOURNEY
def test_what_goes_wrong_in_a_search_is_told_and_the_next_one_works(trying: Any) -> None:
    for goal, said in FAILING:
        assert consulted(trying, PILE.replace(WON, f"{WON[:-1]} :- {goal}.")) == ""
        assert "value" not in searched(trying)
        assert said in trying.inner_text("#answer")
        write(trying, PILE)
        assert searched(trying)["value"] == "1"


@JOURNEY
def test_memory_that_is_used_up_ends_the_search_only(trying: Any) -> None:
    consulted(trying, PILE.replace(WON, f"{WON[:-1]} :- grow(s).\ngrow(X) :- grow(s(X)), true."))
    searched(trying)
    assert fields(trying)["value"] == "Stopped: the memory is used up."
    write(trying, PILE)
    assert searched(trying)["value"] == "1"


@JOURNEY
def test_a_search_without_end_is_stopped_and_the_next_one_comes_to_its_end(trying: Any) -> None:
    write(trying, ENDLESS)
    search_begins(trying)
    trying.keyboard.press("Escape")
    trying.wait_for_selector(DONE)
    assert trying.inner_text("#answer") == "Stopped."
    write(trying, PILE)
    assert searched(trying)["value"] == "1"


@JOURNEY
def test_a_search_without_end_ends_when_its_time_is_over(trying: Any) -> None:
    trying.fill("#seconds", "0.5")
    consulted(trying, ENDLESS)
    searched(trying)
    assert trying.inner_text("#answer") == "Stopped: time is up."


@JOURNEY
def test_who_types_while_a_search_goes_on_ends_it(trying: Any) -> None:
    write(trying, ENDLESS)
    search_begins(trying)
    write(trying, PILE)
    trying.wait_for_selector(DONE)
    assert trying.inner_text("#answer") == "Stopped."
    assert searched(trying)["value"] == "1"


@JOURNEY
def test_another_game_may_be_chosen_while_a_search_goes_on(trying: Any) -> None:
    write(trying, ENDLESS)
    search_begins(trying)
    trying.select_option("#game", label="lecture19")
    trying.wait_for_selector(DONE)
    assert searched(trying)["value"] == "4"


@JOURNEY
def test_rules_that_load_without_end_are_stopped(trying: Any) -> None:
    write(trying, f"{PILE}p :- repeat, fail.\n:- assertz(q), p.\n")
    search_begins(trying)
    trying.click("#stop:enabled")
    trying.wait_for_selector(DONE)
    assert trying.inner_text("#answer") == "Stopped."


@JOURNEY
def test_what_rules_print_is_shown(trying: Any) -> None:
    consulted(trying, PILE.replace(WON, f"{WON[:-1]} :- write('<b>here</b>'), nl."))
    searched(trying)
    trying.click("#printed summary")
    assert trying.inner_text("#printed pre").startswith("<b>here</b>\n<b>here</b>\n")


# Alone with its files


@JOURNEY
def test_the_first_load_is_light_and_all_that_is_needed_without_a_network(
    site_page: Any, site: Site, site_server: Server, site_address: str
) -> None:
    page = site_page
    before = len(site_server.asked)
    page.goto(f"{site_address}try/")
    page.wait_for_selector(READY)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    asked = [urlsplit(path).path.removeprefix(f"/{site.folder.name}/") for path in site_server.asked[before:]]
    heavy = [path for path in asked if "/swipl/" in path or path.endswith(".qlf")]
    assert len(heavy) == len(set(heavy))
    files = {
        site.folder / (path + "index.html" if path.endswith("/") or not path else path) for path in asked
    }
    assert sum(len(gzip.compress(file.read_bytes(), 6)) for file in files) <= MOST
    assert len(files) >= site.files - 3  # all that a reader needs, so that it works without a network
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(READY)
    page.select_option("#game", label="chess")
    page.fill("#depth", "1")
    assert searched(page)["nodes"] == "21, leaves 20"
    page.select_option("#game", label="kalah")  # a player moves twice: more files are needed
    assert "value" in searched(page)
    page.click("header a")
    page.wait_for_selector(".parts")
    page.context.set_offline(False)


REACHING = """
:- use_module(library(wasm)).

staticval(pile(min, 0), 1) :- nb_current(asked, true), !.
staticval(pile(min, 0), 1) :-
    nb_setval(asked, true),
    forall(clause(js(What), _),
           (   catch(js(What), _, fail)
           ->  writeln(What-done)
           ;   writeln(What-refused)
           )).

:- dynamic js/1.
js(name) :- Name := prolog.constructor.name, atom_string('Prolog', Name).
js(fetch) :- _ := prolog.fetch("ELSEWHERE", _{}, text).
js(eval) :- _ := 'self.fetch("ELSEWHERE")'.
js(function) :- _ := prolog.constructor.constructor("return self.fetch('ELSEWHERE')").
js(url) :- _ := prolog.url_properties("ELSEWHERE").
"""


@JOURNEY
def test_nothing_asks_anybody_else(visited: Any, site_address: str, tmp_path: Path) -> None:
    """Not the page, and not rules that call JavaScript: they are refused it."""
    page = visited
    with closing(Server(tmp_path)) as elsewhere, heard(page.context, "request") as requests:
        page.goto(f"{site_address}try/")
        page.wait_for_selector(READY)
        consulted(page, PILE.replace(WON, REACHING.replace("ELSEWHERE", f"{elsewhere.address}here")))
        assert (searched(page).get("value"), page.inner_text("#findings")) == ("1", "")
        page.click("#printed summary")
        printed = page.inner_text("#printed pre").splitlines()
        assert printed == [f"{what}-refused" for what in ("name", "fetch", "eval", "function", "url")]
        for path in ("", "try/"):
            page.goto(site_address + path)
        page.wait_for_timeout(300)  # what is asked late is heard, too
        assert elsewhere.asked == []
    urls = [one.url for one in requests if not one.url.startswith(("blob:", "data:"))]
    assert {urlsplit(url).netloc for url in urls} == {urlsplit(site_address).netloc}
