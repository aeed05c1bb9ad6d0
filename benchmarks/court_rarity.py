"""Rules that lack one rule that random games seldom need: does the command find that?

    python benchmarks/court_rarity.py [--each 8] [--seconds 20] [GAME …]

Random games in machine code show how seldom each end is, by its ply and its result, and each number of moves.
Those of 1 in 100 to 1 in 100,000 games are left out on the other side, one at a time: such an end is drawn,
or won if it is a draw; of so many moves one is missing.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from random import Random
from typing import Any

import numpy as np

from pydecl.adapters.numpy import Batch
from pydecl.court.sides import CompiledSide, Look, Node
from pydecl.court.trial import held
from pydecl.engines.prolog.game import SessionGame
from pydecl.loading.consulting import consult
from pydecl.model.deadline import Deadline

GAMES = (
    *("connect4", "othello:size=6", "hexapawn:width=5,height=5", "kalah:pits=4,seeds=3", "nine_mens_morris"),
    *("checkers", "dots_and_boxes:width=2,height=2", "domineering:width=5,height=5", "atari_go:size=5"),
    *(
        f"examples/rules/{name}.pl"
        for name in ("breakthrough", "ataxx", "oware", "joust", "mnk", "isolation")
    ),
)

MATCHES = 1024

PLIES = 300

LEAST, MOST = 1e-5, 1e-2

Lacking = tuple[str, int, int]
"""An end at a ply with a result of player 0, or a number of moves of a player."""


def counted(game: SessionGame, seconds: float) -> tuple[Counter[Lacking], int]:
    """How many random games have met each, and how many games there were."""
    met: Counter[Lacking] = Counter()
    played, until = 0, time.monotonic() + seconds
    with Batch(game, MATCHES, plies=PLIES) as batch:
        first = int(batch.movers[0])
        seen = np.zeros((MATCHES, 2, 512), bool)
        while time.monotonic() < until:
            live = batch.counts < 512
            seen[np.arange(MATCHES), (batch.movers != first).astype(int), batch.counts % 512] |= live
            plies = batch.plies + 1
            rewards, ended, cut = batch.step()
            for match in np.flatnonzero(ended | cut):
                for player, count in np.argwhere(seen[match]):
                    met["moves", int(player), int(count)] += 1
                if ended[match]:
                    met["end", int(plies[match]), int(rewards[match]) * first] += 1
                played += 1
            seen[ended | cut] = False
    return met, played


class At(Node):
    """A node that knows its ply."""

    __slots__ = ("ply",)
    ply: int


class Lacks(CompiledSide):
    """The rules without it. A position is a node of its own at each ply."""

    def __init__(self, game: SessionGame, lacking: Lacking) -> None:
        self._lacking = lacking
        super().__init__(game)

    def _begin(self, *about: Any) -> None:
        super()._begin(*about)
        self._root = self._lacked(self._root, 0)

    @property
    def in_prolog(self) -> Lacks:
        return self

    def _lacked(self, node: Node, ply: int) -> Node:
        kind, one, other = self._lacking
        look, count = node.look, len(node.look.moves)
        if kind == "end" and look.is_over and (ply, look.result) == (one, other):
            look = Look(None, (), 0 if other else 1)
        elif kind == "moves" and count > 1 and (look.mover, count) == (one, other):
            look = Look(look.mover, look.moves[:-1], None)
        made = At(node.state, look, node.afters, node.marks, node.keys)
        made.ply = ply
        return made

    def _stepped(self, steps: Sequence[tuple[Node, int]]) -> Sequence[Node]:
        kids = super()._stepped(steps)
        return [
            self._lacked(kid, getattr(node, "ply", 0) + 1) for kid, (node, _) in zip(kids, steps, strict=True)
        ]


def chosen(met: Counter[Lacking], played: int, each: int) -> list[Lacking]:
    """So many of the rare ones, as many of each power of ten as there are."""
    rare = [one for one, times in met.items() if LEAST <= times / played <= MOST and one != ("moves", 0, 1)]
    rare = [one for one in rare if one[0] == "end" or one[2] > 1]
    Random(0).shuffle(rare)
    groups: dict[int, list[Lacking]] = {}
    for one in rare:
        groups.setdefault(int(math.log10(met[one] / played)), []).append(one)
    found: list[Lacking] = []
    while len(found) < each and any(groups.values()):
        found += [group.pop() for group in groups.values() if group]
    return found[:each]


def main() -> None:
    """Count, leave out, compare."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", metavar="GAME")
    options.add_argument("--each", type=int, default=8)
    options.add_argument("--seconds", type=float, default=20.0, help="to count in each game")
    options.add_argument("--time", type=float, default=60.0)
    asked = options.parse_args()
    found = tried = 0
    for name in asked.games or GAMES:
        with consult(name) as game:
            met, played = counted(game, asked.seconds)
            for lacking in chosen(met, played, asked.each):
                began = time.monotonic()
                with closing(Lacks(game, lacking)) as system:
                    verdict = held(game, system, name, until=Deadline.after(asked.time))
                tried += 1
                found += bool(verdict.differences)
                told = "found" if verdict.differences else "NOT FOUND"
                seconds = time.monotonic() - began
                print(f"{name}: {lacking}: {met[lacking]} of {played}: {told}, {seconds:.1f} s", flush=True)
    print(f"{found} of {tried} found")


if __name__ == "__main__":
    main()
