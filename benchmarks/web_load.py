"""Visitors of `pydecl web` who all search at once: how long pages take, and what is left when they have gone.

    python benchmarks/web_load.py --visitors 20 --seconds 60

Each visitor opens a position of a game, listens to the values of its moves, and goes on to another position.
The server is one of its own, on this machine; memory is that of all its processes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import statistics
import subprocess
import sys
import time

import httpx
import psutil

GAMES = ("connect4", "nim", "tictactoe", "hexapawn", "othello")


async def visit(address: str, number: int, until: float, pages: list[float], errors: list[str]) -> None:
    """One visitor, until the time is over."""
    choose = random.Random(number)
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        while time.monotonic() < until:
            game = choose.choice(GAMES)
            line = ".".join(str(choose.randint(1, 3)) for _ in range(choose.randint(0, 3)))
            started = time.monotonic()
            try:
                page = await client.get(f"/g/{game}", params={"line": line, "engine": "python", "depth": "4"})
                pages.append(time.monotonic() - started)
                if page.status_code >= 500 or page.status_code == 429:
                    errors.append(f"{page.status_code}: {page.text[:200]}")
                if page.status_code != 200:
                    continue
                search = {"line": line, "engine": "python", "depth": "4", "seconds": "5"}
                values = await client.get(f"/g/{game}/values", params=search)
                if "event: done" not in values.text and "there is no such move" not in values.text:
                    errors.append(values.text[-200:])
            except httpx.HTTPError as error:
                errors.append(repr(error))


async def load(
    address: str, server: psutil.Process, visitors: int, seconds: float
) -> tuple[list[float], list[str], int]:
    """All visitors; the times of pages, what went wrong, and the most memory of all processes in bytes."""
    pages: list[float] = []
    errors: list[str] = []
    most = 0
    until = time.monotonic() + seconds
    tasks = [asyncio.create_task(visit(address, number, until, pages, errors)) for number in range(visitors)]
    while not all(task.done() for task in tasks):
        await asyncio.sleep(1)
        memory = 0
        for process in [server, *server.children(recursive=True)]:
            try:
                memory += process.memory_full_info().pss
            except psutil.Error:
                continue
        most = max(most, memory)
    await asyncio.gather(*tasks)
    return pages, errors, most


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    command = [sys.executable, "-m", "pydecl", "web", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    watched = psutil.Process(server.pid)
    pages, errors, most = asyncio.run(load(address, watched, asked.visitors, asked.seconds))
    started = watched.children(recursive=True)
    server.send_signal(signal.SIGINT)
    server.wait(20)
    _, left = psutil.wait_procs(started, timeout=5)
    print(f"| visitors | {asked.visitors}, for {asked.seconds:g} s |\n| --- | --- |")
    print(f"| pages | {len(pages):,} |\n| errors | {len(errors)} |")
    print(f"| a page, median | {statistics.median(pages) * 1000:.0f} ms |")
    print(f"| a page, 95 % | {statistics.quantiles(pages, n=20)[-1] * 1000:.0f} ms |")
    print(f"| memory of all processes, at the most | {most / 2**20:.0f} MiB |")
    print(f"| processes left afterwards | {len(left)} |")
    for error in errors[:5]:
        print(error, file=sys.stderr)


if __name__ == "__main__":
    main()
