"""What the tests of the site are given: a site, a server for it, and pages in Chromium.

One Chromium serves all files of a worker. As long as a file uses it, nothing else in the process can have an
event loop.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from once_for_all import once_for_all

from pydecl.bootstrap import BROWSERS
from pydecl.errors import PydeclError
from pydecl.workbench.site.wasm import swipl_wasm
from pydecl.workbench.site.writing import Site, write_site

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

TASKS = (Path(__file__).parent / "site_asking.js").read_text("utf-8")

Asking = Callable[[str, Any], Any]
"""The name of a task of `site_asking.js`, and what is asked of it."""

PATIENCE = 120.0
"""Seconds after which a page will not get where a test waits for it, however busy the machine is."""

WINDOW = {"width": 1280, "height": 720}
"""A page's usual size."""

PLAIN = ""
"""The page that loads least."""

PHONE = {"width": 360, "height": 740}

READY = "#editor[data-checked=yes]"
DONE = "#stop[disabled]"


@dataclass
class Server:
    """A web server for a folder; `asked` are the paths that it was asked for."""

    folder: Path
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        asked = self.asked

        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                asked.append(self.path)

            def copyfile(self, *files: Any) -> None:
                with suppress(ConnectionError):  # who asked has gone
                    super().copyfile(*files)

        handler = functools.partial(Handler, directory=str(self.folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture(scope="session")
def site() -> Site:
    """A site, written to a folder: once for all workers, and again only if what it is made of has changed."""
    for command in ("npm", "node"):
        if shutil.which(command) is None:
            pytest.skip(f"{command} is not there")
    try:
        package = swipl_wasm()
    except PydeclError as error:
        pytest.skip(str(error))
    return once_for_all(
        "written",
        digest_of_sources(),
        lambda folder: write_site(folder / "served" / "at-some-place", package),
    )


def digest_of_sources() -> str:
    """A digest of all that a site is made of, and of what makes it."""
    digest = hashlib.sha256()
    for path in sorted(path for name in ("pydecl", "prolog") for path in (ROOT / name).rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@pytest.fixture(scope="session")
def site_server(site: Site) -> Iterator[Server]:
    """What serves the site's parent folder: it works wherever it is."""
    server = Server(site.folder.parent)
    yield server
    server.close()


@pytest.fixture(scope="session")
def site_address(site: Site, site_server: Server) -> str:
    """The site's own address."""
    return f"{site_server.address}{site.folder.name}/"


@pytest.fixture(scope="module")
def site_browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Chromium, which stays from file to file; what is left of a file is its own to close."""
    pytest.importorskip("playwright")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    browser, loop = chromium(request.config)
    asyncio._set_running_loop(loop)  # Playwright's, which runs inside of each call
    yield browser
    asyncio._set_running_loop(None)


@functools.cache
def chromium(config: pytest.Config) -> tuple[Any, Any]:
    """Chromium, which ends with the tests, and the event loop of Playwright."""
    from playwright.sync_api import sync_playwright

    playwright = sync_playwright().start()
    loop = asyncio.get_running_loop()
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))

    def end() -> None:
        asyncio._set_running_loop(loop)
        browser.close()
        playwright.stop()

    config.add_cleanup(end)
    return browser, loop


def new_context(browser: Any, **options: Any) -> Any:
    """A visitor whose browser is set up in some way."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE * 1000)
    return context


@contextmanager
def watched(page: Any) -> Iterator[None]:
    """What goes wrong in a page meanwhile fails the test."""
    with heard(page, "pageerror") as errors, heard(page, "console") as messages:
        yield
    wrong = [*map(str, errors), *(message.text for message in messages if message.type == "error")]
    assert not wrong, wrong


@contextmanager
def heard(page: Any, event: str) -> Iterator[list[Any]]:
    """What is told of an event of a page meanwhile."""
    told: list[Any] = []

    def hear(one: Any) -> None:
        told.append(one)

    page.on(event, hear)
    try:
        yield told
    finally:
        page.remove_listener(event, hear)


@contextmanager
def new_page(context: Any) -> Iterator[Any]:
    """A page. What goes wrong in it fails the test."""
    page = context.new_page()
    with watched(page):
        yield page
        page.close()


@contextmanager
def new_tab(context: Any, plain: str) -> Iterator[Any]:
    """A page that stays from test to test; `plain` is the address of a page at its place that loads little.

    Chromium neither starts a process nor compiles a program anew for the next test, see `visit`.
    """
    page = context.new_page()
    page.goto(plain)
    yield page
    page.close()


@contextmanager
def visit(tab: Any, plain: str) -> Iterator[Any]:
    """A visit with a page that stays: it is as wide as a new one, and keeps nothing for the next."""
    tab.set_viewport_size(WINDOW)
    tab.emulate_media(reduced_motion="no-preference")
    with watched(tab):
        yield tab
    tab.goto(plain)  # what the page still asks for fails then, which is no fault of it
    tab.evaluate("sessionStorage.clear()")


@pytest.fixture
def site_page(site_browser: Any, site: Site) -> Iterator[Any]:  # noqa: ARG001  without a site, no page
    """A page of a visitor who has not been here before."""
    context = new_context(site_browser)
    with new_page(context) as page:
        yield page
    context.close()


@pytest.fixture(scope="module")
def site_visitor(site_browser: Any, site: Site) -> Any:  # noqa: ARG001
    """A visitor who comes again and again, in all files: what is loaded and compiled once is kept."""
    return visitor(site_browser)


visitor = functools.cache(new_context)


@pytest.fixture(scope="module")
def site_tab(site_visitor: Any, site_address: str) -> Iterator[Any]:
    """The page of the visitor who comes again and again."""
    with new_tab(site_visitor, site_address + PLAIN) as page:
        yield page


@pytest.fixture
def visited(site_tab: Any, site_address: str) -> Iterator[Any]:
    """The same, as a test finds it."""
    with visit(site_tab, site_address + PLAIN) as page:
        yield page


@pytest.fixture
def trying(visited: Any, site_address: str) -> Any:
    """The page on which a game is consulted, when it is ready."""
    visited.goto(f"{site_address}try/")
    visited.wait_for_selector(READY)
    visited.fill("#seconds", "600")
    return visited


@pytest.fixture(scope="module")
def asking(site_visitor: Any, site_address: str) -> Iterator[Asking]:
    """The site's own modules, asked in a page that stays."""
    page = site_visitor.new_page()
    page.goto(f"{site_address}try/")
    page.wait_for_selector(READY)
    root = page.evaluate("new URL('.', document.querySelector('script').src).href")
    task = f"([root, name, asked]) => ({TASKS})(root, name, asked)"
    yield lambda name, asked: page.evaluate(task, [root, name, asked])
    page.close()
