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
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site, written to a folder."""
    for command in ("npm", "node"):
        if shutil.which(command) is None:
            pytest.skip(f"{command} is not there")
    try:
        package = swipl_wasm()
    except PydeclError as error:
        pytest.skip(str(error))
    return write_site(tmp_path_factory.mktemp("site") / "served" / "at-some-place", package)


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
def new_page(context: Any) -> Iterator[Any]:
    """A page. What goes wrong in it fails the test."""
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield page
    page.close()
    assert not wrong, wrong


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


@pytest.fixture
def trying(site_visitor: Any, site_address: str) -> Iterator[Any]:
    """The page on which a game is consulted, when it is ready."""
    with new_page(site_visitor) as page:
        page.goto(f"{site_address}try/")
        page.wait_for_selector(READY)
        yield page


@pytest.fixture(scope="module")
def asking(site_browser: Any, site_address: str) -> Iterator[Asking]:
    """The site's own modules, asked in a page that stays."""
    context = site_browser.new_context()
    page = context.new_page()
    page.goto(f"{site_address}try/")
    page.wait_for_selector(READY)
    root = page.evaluate("new URL('.', document.querySelector('script').src).href")
    task = f"([root, name, asked]) => ({TASKS})(root, name, asked)"
    yield lambda name, asked: page.evaluate(task, [root, name, asked])
    context.close()
