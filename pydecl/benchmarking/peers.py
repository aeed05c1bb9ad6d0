"""Other people's searches on other people's games: easyAI and OpenSpiel.

Each runs its own alpha-beta, whose cuts are not strict, with its own evaluation; what it visits is counted
once and compared with nobody's. Only nodes a second can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from pydecl.benchmarking.contender import Measured, Run, Task

PLAIN = {"tictactoe", "connect4"}
"""The games that they have with the same rules, without options."""


def _missing(package: str, install: str) -> str | None:
    return None if find_spec(package) else f"install it: pip install {install}"


def _is_plain(task: Task) -> bool:
    return task.game in PLAIN and task.program == "alphabeta"


def _counted(module: ModuleType, function: str, search: Callable[[], float]) -> int:
    """How often a search calls a function of a module, which calls itself by that name."""
    whole = getattr(module, function)
    count = 0

    def counting(*arguments: Any, **options: Any) -> Any:
        nonlocal count
        count += 1
        return whole(*arguments, **options)

    setattr(module, function, counting)
    try:
        search()
    finally:
        setattr(module, function, whole)
    return count


def _measured(module: ModuleType, function: str, search: Callable[[], float]) -> Measured:
    nodes = _counted(module, function, search)

    def measured() -> Run:
        started = time.process_time()
        value = search()
        return Run(nodes, time.process_time() - started, value)

    return measured


class EasyAI:
    """easyAI's Negamax on its own games, in Python."""

    name = "easyAI"
    alike = False

    def fits(self, task: Task) -> bool:
        return _is_plain(task)

    def available(self) -> str | None:
        return _missing("easyAI", "easyAI")

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        easy = import_module("easyAI")
        name = {"tictactoe": "TicTacToe", "connect4": "ConnectFour"}[task.game]
        game = getattr(import_module(f"easyAI.games.{name}"), name)(
            [easy.AI_Player(None), easy.AI_Player(None)]
        )
        depth = 9 if task.depth is None else task.depth
        negamax = import_module("easyAI.AI.Negamax")

        def search() -> float:
            return float(
                negamax.negamax(game, depth, depth, lambda state: state.scoring(), -1_000_000, +1_000_000)
            )

        yield _measured(negamax, "negamax", search)


class OpenSpiel:
    """OpenSpiel's alpha-beta in Python, on its games in C++."""

    name = "OpenSpiel"
    alike = False

    def fits(self, task: Task) -> bool:
        return _is_plain(task)

    def available(self) -> str | None:
        return _missing("pyspiel", "open_spiel")

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        name = {"tictactoe": "tic_tac_toe", "connect4": "connect_four"}[task.game]
        game = import_module("pyspiel").load_game(name)
        minimax = import_module("open_spiel.python.algorithms.minimax")
        depth = 9 if task.depth is None else task.depth

        def search() -> float:
            value, _ = minimax.alpha_beta_search(game, value_function=lambda _: 0.0, maximum_depth=depth)
            return float(value)

        yield _measured(minimax, "_alpha_beta", search)
