"""What the tests of the site are given: a site, a server for it, and pages in Chromium.

Chromium ends with each file of tests: as long as it runs, nothing else in the process can have an event loop.
"""

from __future__ import annotations

import functools
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from once_for_all import once_for_all

from pydecl.bootstrap import BROWSERS
from pydecl.errors import PydeclError
from pydecl.workbench.site.fetching import swipl_wasm
from pydecl.workbench.site.writing import Site, write_site

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

TASKS = (Path(__file__).parent / "site_asking.js").read_text("utf-8")

Asking = Callable[[str, Any], Any]
"""The name of a task of `site_asking.js`, and what is asked of it."""

WINDOW = {"width": 1280, "height": 720}
"""A page's usual size."""

PLAIN = ""
"""The page that loads least."""

PHONE = {"width": 360, "height": 740}

READY = "#status:text-is('Loaded.')"
DONE = "#search:not([disabled])"


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
    """A site, written to a folder: once for all workers of a run."""
    for command in ("npm", "node"):
        if shutil.which(command) is None:
            pytest.skip(f"{command} is not there")
    try:
        package = swipl_wasm()
    except PydeclError as error:
        pytest.skip(str(error))
    return once_for_all("site", lambda folder: write_site(folder / "served" / "at-some-place", package))


@pytest.fixture(scope="module")
def site_server(site: Site) -> Iterator[Server]:
    """What serves the site's parent folder: it works wherever it is."""
    server = Server(site.folder.parent)
    yield server
    server.close()


@pytest.fixture(scope="module")
def site_address(site: Site, site_server: Server) -> str:
    """The site's own address."""
    return f"{site_server.address}{site.folder.name}/"


@pytest.fixture(scope="module")
def site_browser() -> Iterator[Any]:
    """Chromium."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def watched(page: Any) -> Iterator[None]:
    """What goes wrong in a page meanwhile fails the test."""
    wrong: list[str] = []

    def raised(error: Any) -> None:
        wrong.append(str(error))

    def said(message: Any) -> None:
        if message.type == "error":
            wrong.append(message.text)

    page.on("pageerror", raised)
    page.on("console", said)
    try:
        yield
    finally:
        page.remove_listener("pageerror", raised)
        page.remove_listener("console", said)
    assert not wrong, wrong


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
    context = site_browser.new_context()
    with new_page(context) as page:
        yield page
    context.close()


@pytest.fixture(scope="module")
def site_visitor(site_browser: Any, site: Site) -> Iterator[Any]:  # noqa: ARG001
    """A visitor who comes again and again."""
    context = site_browser.new_context()
    yield context
    context.close()


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
