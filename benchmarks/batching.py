"""Moves a second of many matches at once, with numpy's arrays in and out, beside OpenSpiel's through Python.

    python benchmarks/batching.py [RULES …] [--matches 1024] [--rounds 5] [--seconds 1] [--one]

RULES are bundled games and files; by default a few of them. All play at random: `given` has actions that
numpy draws, `own` those of the batch's seeds. Seconds are processor time, of this process and of the one that
has the rules; `in all` counts them as the clock does, which other work on the machine slows. The contenders
of a game run in turn; each number is the median of the rounds, and the ratio that of the medians.

With --one it is one match after another: steps of `pydecl.stepper` and of the adapters for Gymnasium, where
a step is the agent's move and the opponent's, PettingZoo and OpenSpiel; by the clock, as two processes wait
for each other.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import psutil

import pydecl
from pydecl.adapters import gymnasium, open_spiel, pettingzoo
from pydecl.adapters.numpy import Batch
from pydecl.errors import PydeclError

THEIRS = {"tictactoe": "tic_tac_toe", "connect4": "connect_four", "othello": "othello"}
"""What OpenSpiel calls the same game."""

RULES = (
    *THEIRS,
    *("hexapawn", "kalah", "dots_and_boxes", "nine_mens_morris", "checkers", "domineering", "chess"),
    *("examples/rules/hex.pl", "examples/rules/breakthrough.pl", "examples/rules/lines_of_action.pl"),
)

MOST_MET = 100_000
"""After so many positions a stepper forgets them."""

STEPS = 10
"""How many there are between two looks at the clock."""


def worked() -> float:
    """The processor time of this process and its children, in seconds."""
    here = psutil.Process()
    times = [one.cpu_times() for one in (here, *here.children(recursive=True))]
    return sum(one.user + one.system for one in times)


def rates(moves: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Moves a second of processor time, and by the clock."""
    began, used, made = time.perf_counter(), worked(), 0
    while time.perf_counter() - began < seconds:
        made += moves()
    return made / (worked() - used), made / (time.perf_counter() - began)


def batched(batch: Batch, *, given: bool) -> Callable[[], int]:
    """What makes some steps, and says how many moves they were."""
    random = np.random.default_rng(1)

    def moves() -> int:
        for _ in range(STEPS):
            batch.step((random.random(len(batch)) * batch.counts).astype(np.int64) if given else None)
        return STEPS * len(batch)

    return moves


def theirs(name: str) -> Callable[[], int] | None:
    """The same with a match of OpenSpiel's, from its start to its end; None if it is not installed."""
    try:
        game: Any = importlib.import_module("pyspiel").load_game(name)
    except ModuleNotFoundError:
        return None
    return spiel(game)


def spiel(game: Any) -> Callable[[], int]:
    """What plays a match of a game of OpenSpiel's."""
    random = Random(1)

    def moves() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            made += 1
        return made

    return moves


def gym(env: Any) -> Callable[[], int]:
    """What plays a match of an environment of Gymnasium's."""
    random = Random(1)

    def moves() -> int:
        (_, told), made, over = env.reset(), 0, False
        while not over:
            legal = told["action_mask"].nonzero()[0]
            _, _, terminated, truncated, told = env.step(int(legal[int(random.random() * len(legal))]))
            made, over = made + 1, terminated or truncated
        return made

    return moves


def zoo(env: Any) -> Callable[[], int]:
    """What plays a match of an environment of PettingZoo's."""
    random = Random(1)

    def moves() -> int:
        env.reset()
        made = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            legal = seen["action_mask"].nonzero()[0]
            over = terminated or truncated
            env.step(None if over else int(legal[int(random.random() * len(legal))]))
            made += not over
        return made

    return moves


def walked(game: Any) -> Callable[[], int]:
    """What plays a match with a stepper, which forgets now and then."""
    random = Random(1)

    def moves() -> int:
        position, made = game.start, 0
        while following := game.after(position) or [after for _, after in game.chances(position)]:
            position = following[int(random.random() * len(following))]
            made += 1
        if position > MOST_MET:
            game.forget()
        return made

    return moves


def one_by_one(rules: str, rounds: int, seconds: float) -> Iterator[str]:
    """A game's row of `--one`, but for its name."""
    makers: tuple[Any, ...] = (pydecl.stepper, gymnasium.env, pettingzoo.env, open_spiel.to_open_spiel)
    for make, kind in zip(makers, (walked, gym, zoo, spiel), strict=True):
        opened = make(rules)
        moves = kind(opened)
        moves()
        yield f"{statistics.median(rates(moves, seconds)[1] for _ in range(rounds)):,.0f}"
        getattr(opened, "close", lambda: None)()


def cells(rules: str, matches: int, rounds: int, seconds: float) -> Iterator[str]:
    """A game's row, but for its name."""
    other = theirs(THEIRS[rules]) if rules in THEIRS else None
    with Batch(rules, matches) as batch:
        contenders = [batched(batch, given=True), batched(batch, given=False), *([other] if other else [])]
        for one in contenders:
            one()
        found = [[rates(one, seconds) for one in contenders] for _ in range(rounds)]
    medians = [
        [statistics.median(one) for one in zip(*each, strict=True)] for each in zip(*found, strict=True)
    ]
    (given, by_clock), (own, _) = medians[:2]
    yield from (f"{number:,.0f}" for number in (given, by_clock, own))
    yield from (f"{medians[2][0]:,.0f}", f"{given / medians[2][0]:.2g}") if other else ("", "")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rules", nargs="*", default=RULES)
    parser.add_argument("--matches", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--one", action="store_true")
    asked = parser.parse_args()
    at_once = ("moves a second, given", "given, in all", "own", "OpenSpiel", "times OpenSpiel")
    heads = ("rules", *(("stepper", "Gymnasium", "PettingZoo", "OpenSpiel") if asked.one else at_once))
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    for rules in asked.rules:
        try:
            if asked.one:
                row = list(one_by_one(rules, asked.rounds, asked.seconds))
            else:
                row = list(cells(rules, asked.matches, asked.rounds, asked.seconds))
        except PydeclError as error:
            row = [str(error).splitlines()[0]]
        print(f"| {' | '.join((rules, *row))} |", flush=True)


if __name__ == "__main__":
    main()
