"""Many queries through one session: how the memory of both processes grows.

python benchmarks/endurance.py 500000
"""

from __future__ import annotations

import sys
import time

import psutil

from pydecl.errors import PydeclError
from pydecl.loading.consulting import consult

WARM_UP = 2_000
"""Queries before the first look: what is loaded, cached and compiled once is no growth."""


def grown(queries: int) -> tuple[float, float]:
    """How much the host and the child have grown over so many queries, in MiB.

    One query in ten has an error in it, one a large answer, and one raises an exception.
    """
    with consult("nim") as game:
        session = game.session
        sizes = []
        for number in range(WARM_UP + queries):
            if number in (WARM_UP, WARM_UP + queries - 1):
                assert session.pid is not None
                sizes.append([psutil.Process(pid).memory_info().rss / 2**20 for pid in (None, session.pid)])
            ask(session.query, number)
        assert session.starts == 1
    (host0, child0), (host1, child1) = sizes
    return host1 - host0, child1 - child0


def ask(query: object, number: int) -> None:
    """One query of a mixture."""
    assert callable(query)
    goals = {
        0: f"minimax(nim(max,[1,2]), Best, Val), N = {number}",
        1: f"atom_concat(atom_, {number}, A), atom_length(A, L)",
        2: "numlist(1, 1000, L)",
        3: "X is foo + 1",
        4: "foo(",
    }
    try:
        assert query(goals.get(number % 10, "member(X, [a, b, c])"))
    except PydeclError:
        assert number % 10 in (3, 4)


def main() -> None:
    """Print what one run shows."""
    queries = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
    started = time.monotonic()
    host, child = grown(queries)
    seconds = time.monotonic() - started
    print(
        f"{queries:,} queries in {seconds:.0f} s:"
        f" the host grew by {host:.1f} MiB, the child by {child:.1f} MiB"
    )


if __name__ == "__main__":
    main()
