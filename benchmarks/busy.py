"""Runs the inner ring on a busy machine: no clock may decide whether a test passes.

    python benchmarks/busy.py [--beside 12] [--rounds 3]

So many processes do nothing but compute beside it. The exit code is 1 if a test has failed in any round.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from pydecl.bootstrap import ROOT, ring

COMPUTING = "while True: pass"


@contextmanager
def computing(number: int) -> Iterator[None]:
    """So many processes compute meanwhile."""
    processes = [subprocess.Popen([sys.executable, "-c", COMPUTING]) for _ in range(number)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def main() -> int:
    """Run the rounds, and print a line for each."""
    parser = argparse.ArgumentParser(description="Run the inner ring on a busy machine.")
    parser.add_argument("--beside", type=int, default=12, help="processes that compute (12)")
    parser.add_argument("--rounds", type=int, default=3, help="how often the ring runs (3)")
    options = parser.parse_args()
    failed = False
    for number in range(1, options.rounds + 1):
        began = time.monotonic()
        with computing(options.beside):
            code = subprocess.run([sys.executable, *ring(thorough=False)], cwd=ROOT, check=False).returncode
        minutes = (time.monotonic() - began) / 60
        told = f"pytest ended with exit code {code}" if code else "no test failed"
        print(f"round {number}, {options.beside} busy processes: {told}, {minutes:.1f} min", flush=True)
        failed = failed or code != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
