"""How soon `/consult` says what is wrong as one types: `python benchmarks/web_typing.py` prints a table.

In a headless Chromium, at the end of a rules file of 200 lines, half a clause is typed, again and again. The
time goes from the last key to the findings of the text in the page, and to those of the whole check, for
which the rules are loaded; the page waits a while after a key before it asks.
"""

from __future__ import annotations

import shutil
import signal
import statistics
import subprocess
import sys
from typing import Any

from playwright.sync_api import sync_playwright

from pydecl.bootstrap import BROWSERS
from pydecl.paths import prolog_file

GAME = "games/domineering.pl"
LINES = 200
ROUNDS = 30
TYPED = "\nodd(X) :- foo(Y, "

HEARD = """() => {
    const editor = document.getElementById("editor");
    window.times = {};
    let pressed = 0;
    addEventListener("keydown", () => { pressed = performance.now(); window.times = {}; }, true);
    new MutationObserver(() => {
        const { checked } = editor.dataset;
        if (!checked) return;
        requestAnimationFrame(() => { window.times[checked] ??= performance.now() - pressed; });
    }).observe(editor, { attributes: true });
}"""


def rules() -> str:
    """A bundled game with clauses of its own behind it, so that it has just so many lines."""
    text = prolog_file(GAME).read_text("utf-8")
    count = text.count("\n")
    return text + "".join(f"own_{number}(X, Y) :- Y is X + {number}.\n" for number in range(LINES - count))


def typing(page: Any, address: str) -> list[dict[str, float]]:
    """The milliseconds of each round, by what was shown then."""
    page.goto(f"{address}consult")
    page.wait_for_selector("#editor[data-checked=yes]")
    page.evaluate(HEARD)
    page.focus("#rules")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(rules())
    page.wait_for_selector("#editor[data-checked=yes]")
    found = []
    for number in range(ROUNDS):
        page.keyboard.type(TYPED if number == 0 else f"x{number}, ", delay=40)
        page.wait_for_selector("#editor[data-checked=yes]")
        page.wait_for_timeout(100)
        found.append(page.evaluate("() => window.times"))
        assert page.locator(".cm-lintRange-error").count() == 1
    return found


def main() -> None:
    """Start a server and a browser, type, and print the table."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        sys.exit("there is no Chromium")
    command = [sys.executable, "-m", "pydecl", "web", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    try:
        with sync_playwright() as started:
            browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            found = typing(browser.new_page(), address)
            browser.close()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(20)
    print("| from the last key to | median | 95 % within |\n| --- | --- | --- |")
    for name, said in (("text", "the findings of the text"), ("yes", "those of the whole check")):
        times = [one[name] for one in found]
        print(
            f"| {said} | {statistics.median(times):.0f} ms | {statistics.quantiles(times, n=20)[-1]:.0f} ms |"
        )


if __name__ == "__main__":
    main()
