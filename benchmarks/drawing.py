"""How long pictures of large searches take: `python benchmarks/drawing.py` prints a table for the docs."""

from __future__ import annotations

import time

from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.tracing.recording import Recording, record
from pydecl.workbench.drawing.folding import folded
from pydecl.workbench.drawing.search_tree import search_trees
from pydecl.workbench.drawing.tree_svg import tree_svg

SEARCHES = (("tictactoe", 4), ("tictactoe", 5), ("connect4", 6))


def main() -> None:
    """Draw the whole tree of each search, five times, and print the median of processor time."""
    print("| alphabeta | nodes drawn | the tree from its events | the picture | 10,000 nodes |")
    print("| --- | --- | --- | --- | --- |")
    for name, depth in SEARCHES:
        with consult(name) as game:
            recording = record(game, Program.ALPHABETA, engine="python", depth=depth)
            rows = [_row(recording) for _ in range(5)]
        nodes = rows[0][0]
        made, drawn = (sorted(row[at] for row in rows)[2] for at in (1, 2))
        each = (made + drawn) * 10_000 / nodes
        print(f"| {name}, depth {depth} | {nodes:,} | {made:.2f} s | {drawn:.2f} s | {each:.2f} s |")


def _row(recording: Recording) -> tuple[int, float, float]:
    started = time.process_time()
    (tree,) = search_trees(recording.events())
    whole = folded(tree, 1_000_000)
    made = time.process_time()
    tree_svg(whole, lambda number: f"position {number}", "alphabeta")
    return sum(1 for _ in whole.visits()), made - started, time.process_time() - made


if __name__ == "__main__":
    main()
