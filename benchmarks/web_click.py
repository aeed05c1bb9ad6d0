"""A click on the page of a game of `pydecl web`: how long until all its moves have their values.

    python benchmarks/web_click.py --game connect4 --depth 8 --positions 10 --seed 1

A random game is played; at each position the page is fetched, as a click does, and then the values are
listened to until each move has its own to the depth. The values of the start are asked for before, until the
server has compiled the game. The server is one of its own, on this machine.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field

import httpx

WARM = 20.0
"""Seconds in which the start is asked for again and again."""


@dataclass
class Click:
    """What one took, in milliseconds, and the nodes that were searched."""

    page: float
    first: float = 0.0
    values: float = 0.0
    moves: int = 0
    nodes: int = 0
    deepest: dict[int, int] = field(default_factory=dict)


def click(client: httpx.Client, game: str, line: str, depth: int) -> Click:
    """A click that leads to a line's end. Times are counted from the click."""
    started = time.perf_counter()

    def passed() -> float:
        return (time.perf_counter() - started) * 1000

    page = client.get(f"/g/{game}/situation", params={"line": line, "depth": depth})
    page.raise_for_status()
    found = Click(passed(), moves=len(page.json()["moves"]))
    if not found.moves:
        return found
    with client.stream("GET", f"/g/{game}/values", params={"line": line, "depth": depth}) as reply:
        for text in reply.iter_lines():
            if not text.startswith("data: {"):
                continue
            part = json.loads(text.removeprefix("data: "))
            if "number" in part:
                found.first = found.first or passed()
                found.nodes += part["nodes"] or 0
                found.deepest[part["number"]] = depth if part.get("final") else part["depth"]
            if part.get("settled"):
                found.values = passed()
    assert set(found.deepest.values()) == {depth}, found.deepest
    return found


def measured(client: httpx.Client, game: str, depth: int, positions: int, seed: int) -> list[Click]:
    """The clicks of a random game."""
    until = time.monotonic() + WARM
    while time.monotonic() < until:
        click(client, game, "", depth)
    choose = random.Random(seed)
    line: list[int] = []
    found: list[Click] = []
    while len(found) < positions:
        one = click(client, game, ".".join(map(str, line)), depth)
        if not one.moves:
            break
        found.append(one)
        line.append(choose.randint(1, one.moves))
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="connect4")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    command = [sys.executable, "-m", "pydecl", "web", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        with httpx.Client(base_url=server.stdout.readline().strip(), timeout=120) as client:
            found = measured(client, asked.game, asked.depth, asked.positions, asked.seed)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(20)
    print(
        f"| {asked.game}, depth {asked.depth}, {len(found)} positions | median | worst |\n| --- | --- | --- |"
    )
    for name, times in (
        ("the page", [one.page for one in found]),
        ("the first value", [one.first for one in found]),
        ("all values", [one.values for one in found]),
    ):
        print(f"| {name} | {statistics.median(times):.0f} ms | {max(times):.0f} ms |")
    nodes = [one.nodes for one in found]
    print(f"| nodes | {statistics.median(nodes):,.0f} | {max(nodes):,} |")


if __name__ == "__main__":
    main()
