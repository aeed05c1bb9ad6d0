"""A long search on `/step` in Chromium: until it is there, each step, and the memory of page and worker.

    python benchmarks/stepping.py

The server is one of its own, on this machine. A step is measured in the page, from the key to the new state
in its layout; the keys are drawn at random among next, back, over, out, next leaf, next cut and places of the
scrubber. The first steps come while the places in the programs are still looked for. The others are made
ROUNDS times, and the least time of each counts, which other work on the machine leaves alone. In brackets
stands the processor time, of the server's processes and the page's thread.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

import psutil
from playwright.sync_api import CDPSession, Page, sync_playwright

from pydecl.bootstrap import BROWSERS

SEARCHES = (
    ("alphabeta", "game=tictactoe&depth=7&seconds=60"),
    ("alphabeta beside minimax", "game=tictactoe&depth=7&beside=minimax&seconds=60"),
    ("minimax", "game=tictactoe&program=minimax&depth=9&seconds=60"),
)

ROUNDS = 3

PATIENCE = 120_000
"""Milliseconds until a page must be there."""

STEPS = """
async ([count, seed]) => {
  const stepper = document.querySelector(".stepper"), scrubber = stepper.querySelector(".scrubber");
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const times = [];
  stepper.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 500));
  while (times.length < count) {
    const key = ["n", "n", "b", "b", "o", "u", "l", "c", "scrub"][Math.floor(random() * 9)];
    if (stepper.querySelector(`[title="key ${key}"]`)?.disabled) continue;  // it leads nowhere from here
    const shown = new Promise((resolve) => {
      const observer = new MutationObserver(() => { observer.disconnect(); resolve(); });
      observer.observe(stepper, { attributes: true, attributeFilter: ["data-at"] });
    });
    const began = performance.now();
    if (key === "scrub") {
      scrubber.value = 1 + Math.floor(random() * scrubber.max);
      scrubber.dispatchEvent(new Event("input"));
    } else stepper.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await shown;
    stepper.getBoundingClientRect();
    times.push(performance.now() - began);
  }
  return times;
}
"""


@dataclass
class Clock:
    """Time, and what of it the processors have worked: for the server's processes, and the page's thread."""

    server: psutil.Process
    session: CDPSession

    def __post_init__(self) -> None:
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.start()

    def start(self) -> None:
        """Count from now on."""
        self._since, self._worked = time.monotonic(), self._processors()

    def read(self) -> tuple[float, float]:
        """Seconds since the start, and seconds of work."""
        return time.monotonic() - self._since, self._processors() - self._worked

    def _processors(self) -> float:
        metrics = {
            one["name"]: one["value"] for one in self.session.send("Performance.getMetrics")["metrics"]
        }
        times = [one.cpu_times() for one in (self.server, *self.server.children(recursive=True))]
        return float(sum(one.user + one.system for one in times) + metrics["TaskDuration"])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=500)
    asked = parser.parse_args()
    command = [sys.executable, "-m", "pydecl", "web", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    heads = ("search", "events", "there after", "a step, median", "99 %", "heap of the page", "workers")
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, search in SEARCHES:
            page = browser.new_page(base_url=address)
            cells = _row(page, search, asked.steps, psutil.Process(server.pid))
            print(f"| {name}, `{search}` | {' | '.join(cells)} |", flush=True)
            page.close()
        browser.close()
    server.send_signal(signal.SIGINT)
    server.wait(20)


def _row(page: Page, search: str, count: int, server: psutil.Process) -> list[str]:
    session = page.context.new_cdp_session(page)
    page.goto("/step")
    page.wait_for_selector("#stepping[data-marked]", timeout=PATIENCE)
    clock = Clock(server, session)
    page.goto(f"/step?{search}")
    page.wait_for_selector(".stepper[data-ready]", timeout=PATIENCE)
    there, worked = clock.read()
    first = page.evaluate(STEPS, [20, 1])
    page.wait_for_selector("#stepping[data-marked]", timeout=PATIENCE)
    clock.start()
    rounds = [page.evaluate(STEPS, [count, 7]) for _ in range(ROUNDS)]
    _, stepped = clock.read()
    times = list(map(min, *rounds))
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"] / 2**20
    workers = sum(one.memory_full_info().pss for one in server.children(recursive=True)) / 2**20
    events = int(page.get_attribute(".stepper .scrubber", "max") or 0)
    after = ", truncated" if "truncated after" in page.inner_text(".stepper .facts") else ""
    median, tail = statistics.median(times), statistics.quantiles([*first, *times], n=100)[-1]
    return [
        f"{events:,}{after}",
        f"{there:.1f} s ({worked:.1f} s)",
        f"{median:.0f} ms ({stepped / count / ROUNDS * 1000:.0f} ms)",
        f"{tail:.0f} ms",
        f"{heap:.0f} MiB",
        f"{workers:.0f} MiB",
    ]


def chromium() -> str:
    """Where the browser is; the program ends if there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit(f"no browser: looked for {', '.join(BROWSERS)}")
    return found


if __name__ == "__main__":
    main()
