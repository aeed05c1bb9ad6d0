"""How soon pages are there in Chromium, what they weigh, and the frames while a leaf of the essay is dragged.

    python benchmarks/web_pages.py

The server is one of its own, on this machine, and has answered each page once before. A page is interactive
when what it is for can be used: the board is live, the figure is there.
"""

from __future__ import annotations

import signal
import statistics
import subprocess
import sys

from playwright.sync_api import Browser, sync_playwright
from stepping import PATIENCE, chromium

ROUNDS = 5

SETTLED = 1_000
"""Milliseconds for what a page loads after it can be used."""

PAGES = {"/": "a[href='/why']", "/g/connect4": "#picture.live", "/why": ".stepper[data-ready]"}
"""What can be used when a page is interactive."""

WATCH = """
selector => {
  const look = () => {
    if (window.usable === undefined && document.querySelector(selector)) window.usable = performance.now();
  };
  new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
}
"""

PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

DRAG = """
async (steps) => {
  const frames = [];
  let before = performance.now();
  const frame = () => new Promise((resolve) => requestAnimationFrame((now) => {
    frames.push(now - before);
    before = now;
    resolve();
  }));
  await frame();
  frames.length = 0;
  for (let step = 0; step < steps; step += 1) {
    const leaf = document.querySelectorAll("#leaves input")[2];
    const [low, high] = [Number(leaf.min), Number(leaf.max)];
    leaf.value = low + (step % (high - low + 1));
    leaf.dispatchEvent(new Event("input", {bubbles: true}));
    await frame();
    await frame();
    await frame();
  }
  return frames;
}
"""
"""One leaf goes through its values again and again; between two of them lie three frames."""


def main() -> None:
    """Print the table."""
    command = [sys.executable, "-m", "pydecl", "web", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    heads = ("page", "first contentful paint", "interactive", "sent, compressed")
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for page, usable in PAGES.items():
            _visit(browser, address, page, usable)
            rounds = [_visit(browser, address, page, usable) for _ in range(ROUNDS)]
            paint, there, sent = (statistics.median(one) for one in zip(*rounds, strict=True))
            print(
                f"| `{page}` | {paint / 1000:.2f} s | {there / 1000:.2f} s | {sent / 1000:.0f} kB |",
                flush=True,
            )
        frames = sorted(_dragged(browser, address))
        browser.close()
    print(f"\n{len(frames)} frames: median {statistics.median(frames):.0f} ms", end=", ")
    print(f"longest {frames[-1]:.0f} ms, {sum(one > 50 for one in frames)} over 50 ms")
    server.send_signal(signal.SIGINT)
    server.wait(20)


def _visit(browser: Browser, address: str, path: str, usable: str) -> tuple[float, float, float]:
    """Milliseconds to the first paint and to when the page can be used, and the bytes that were sent."""
    page = browser.new_context(base_url=address, bypass_csp=True).new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sent: list[float] = []
    session.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    page.add_init_script(f"({WATCH})({usable!r})")
    page.goto(path, timeout=PATIENCE)
    page.wait_for_function("window.usable !== undefined", timeout=PATIENCE)
    there = page.evaluate("window.usable")
    painted = page.wait_for_function(PAINTED, timeout=PATIENCE).json_value()
    page.wait_for_timeout(SETTLED)
    page.context.close()
    return painted, there, sum(sent)


def _dragged(browser: Browser, address: str) -> list[float]:
    """How long the frames take while a leaf is dragged, in milliseconds."""
    page = browser.new_context(base_url=address, bypass_csp=True).new_page()
    page.goto("/why", timeout=PATIENCE)
    page.wait_for_selector(PAGES["/why"], timeout=PATIENCE)
    page.wait_for_selector("#racers tr", timeout=PATIENCE)
    found: list[float] = page.evaluate(DRAG, 60)
    return found


if __name__ == "__main__":
    main()
