"""The pages in Chromium: what holds of all of them, two visitors at once, phones, axe."""

from __future__ import annotations

import gzip
from typing import Any

import httpx
import pytest
from editor_visits import write
from site_visits import PHONE, WINDOW, heard
from web_visits import READY, findings, visiting

pytestmark = pytest.mark.thorough("all pages in Chromium; they change with templates and styles alone")

PAGES = (
    *(
        "/",
        "/g/nim?engine=python",
        "/g/connect4?engine=python&depth=2&line=4",
        "/g/hexapawn?line=1.1&tried=1.1.1_1.2_2&as=max",
        "/consult",
    ),
    *("/step?depth=&beside=minimax&at=19", "/step?game=tictactoe&depth=2&at=40"),
    *("/why", "/design"),
    *("/crosscheck?programs=naive&trees=6&seed=1", "/claims"),
    "/tournament?game=nim&games=2",
    *("/practice?level=deep&seed=3", "/practice?level=ordering&seed=3&game=tictactoe"),
)


@pytest.mark.parametrize(("scheme", "size"), [("light", PHONE), ("dark", WINDOW)])
def test_axe_finds_nothing(
    site_browser: Any, web_address: str, axe: str, scheme: str, size: dict[str, int]
) -> None:
    with visiting(site_browser, web_address, color_scheme=scheme, viewport=size, bypass_csp=True) as page:
        for address in PAGES:
            page.goto(address)
            page.wait_for_load_state("load")
            if "crosscheck" in address:
                page.wait_for_selector("#broken section")
            if "tournament" in address:
                page.wait_for_selector("#standings[data-ready]")
            if "/step" in address:
                page.wait_for_selector("#stepping[data-marked]")
            if address == "/why":
                page.wait_for_selector("#racers tr")
            if "/practice" in address:
                page.wait_for_selector("#practice[data-ready]")
                page.get_by_role("button", name="Mark", exact=True).click()
                page.wait_for_selector(".reasons li")
            if "/g/" in address:
                page.wait_for_selector(READY)
            if address == "/consult":
                write(page, "initial(a).\nmoves(X, Y) :- foo(X,.\n")
                page.wait_for_selector(".finding")
            assert findings(page, axe) == [], address


def test_two_visitors_play_at_once(page: Any, site_browser: Any, web_address: str) -> None:
    with visiting(site_browser, web_address) as other:
        for tab, line in ((page, "1"), (other, "2")):
            tab.goto(f"/g/nim:heaps=[1,2]?engine=python&line={line}")
        for tab, said in ((page, "max take 1, heap 1"), (other, "max take 1, heap 2")):
            tab.wait_for_selector(READY)
            assert said in tab.inner_text(".record")


def test_a_phone_has_everything_on_one_column(page: Any) -> None:
    page.set_viewport_size(PHONE)
    for address in ("/", "/g/chess?engine=python&depth=1", "/consult"):
        page.goto(address)
        page.wait_for_load_state("load")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


ASKING = ("fetch", "eventsource")
"""The kinds of requests by which a page asks for answers."""


def loaded_only(route: Any) -> None:
    """Let a page load what it is made of; what it asks then gets no answer, so that nobody works one out."""
    if route.request.resource_type not in ASKING:
        route.continue_()


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_light(page: Any, web: httpx.Client, address: str) -> None:
    """At most 300 kB of all that is loaded before anything is asked, compressed."""
    page.route("**/*", loaded_only)
    with heard(page, "request") as asked:
        page.goto(address)
        page.wait_for_load_state("load")
    urls = {one.url for one in asked if one.resource_type not in ASKING}
    sizes = {url: len(gzip.compress(web.get(url).content, 6)) for url in urls if url.startswith("http")}
    assert sum(sizes.values()) <= 300_000, sizes
    assert any("codemirror" in url for url in sizes) == (address == "/consult")
    page.unroute("**/*", loaded_only)
