"""How soon the site's /try answers: `python benchmarks/site_first.py` prints a table.

In a headless Chromium: how long it takes until a visitor who has nothing yet has an answer, until SWI-Prolog
alone gives its first one on a bare page, and until a search ends that begins when an endless one was stopped.
"""

from __future__ import annotations

import functools
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from pydecl.bootstrap import BROWSERS
from pydecl.workbench.site.wasm import swipl_wasm
from pydecl.workbench.site.writing import write_site

ROUNDS = 5

BARE = """async (folder) => {
    const worker = new Worker(URL.createObjectURL(new Blob([`
        importScripts("${folder}swipl-web.js");
        SWIPL({ arguments: ["-q"], locateFile: (name) => "${folder}" + name }).then((swipl) => {
            swipl.prolog.query("X is 1 + 1").once();
            self.postMessage("ready");
        });
    `])));
    await new Promise((resolve, reject) => { worker.onmessage = resolve; worker.onerror = reject; });
}"""

PILE = (Path(__file__).parents[1] / "examples" / "pile.pl").read_text("utf-8")
WON = "staticval(pile(min, 0), 1)"
ENDLESS = PILE.replace(f"{WON}.", f"{WON} :- repeat, fail.")


class Handler(SimpleHTTPRequestHandler):
    """It says nothing of what it was asked for."""

    def log_message(self, *_: Any) -> None:
        pass


def searched(page: Any, rules: str, ends: str) -> None:
    """Search other rules, until this can be seen."""
    page.focus("#rules")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(rules)
    page.click("#search")
    page.wait_for_selector(ends)


def times(page: Any, address: str, swipl: str) -> Iterator[tuple[str, float]]:
    """What was measured, and the seconds."""
    begun = time.monotonic()
    page.goto(f"{address}try/")
    page.wait_for_selector("#game optgroup", state="attached")
    page.click("#search")
    page.wait_for_selector("dd.value")
    yield "first answer", time.monotonic() - begun
    searched(page, ENDLESS, "#status:text('is searching')")
    page.keyboard.press("Escape")
    page.wait_for_selector("#search:not([disabled])")
    begun = time.monotonic()
    searched(page, PILE, "dd.value")
    yield "answer after one was stopped", time.monotonic() - begun
    page.goto(f"{swipl}swipl-web.js")
    begun = time.monotonic()
    page.evaluate(BARE, swipl)
    yield "SWI-Prolog alone", time.monotonic() - begun


def main() -> None:
    """Write a site, serve it, visit it, and print the table."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        sys.exit("there is no Chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        site = write_site(Path(folder, "site"), swipl_wasm())
        handler = functools.partial(Handler, directory=site.folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        found: dict[str, list[float]] = {}
        for _ in range(ROUNDS):
            page = browser.new_page()
            for what, seconds in times(page, address, f"{address}assets/{site.version}/swipl/"):
                found.setdefault(what, []).append(1000 * seconds)
            page.context.close()
        browser.close()
        for what, numbers in found.items():
            print(f"{what:30} {statistics.median(numbers):6.0f} ms [{min(numbers):.0f}, {max(numbers):.0f}]")


if __name__ == "__main__":
    main()
