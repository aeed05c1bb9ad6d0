"""What is compared: contenders, and the tasks that they do, the usual ones or those of games asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from pydecl.engines.fitting import depth_within
from pydecl.engines.searching import Default, the_depth
from pydecl.errors import InputError
from pydecl.loading.consulting import consult
from pydecl.loading.turns import obstacles
from pydecl.model.program import Program


@dataclass(frozen=True)
class Task:
    """A search from a game's start; `depth` is in plies, None is unlimited.

    >>> str(Task("nim:heaps=[3,4,5]", "minimax", None))
    'nim:heaps=[3,4,5], minimax'
    """

    game: str
    program: str
    depth: int | None

    @property
    def name(self) -> str:
        """The game's name without its options."""
        return self.game.partition(":")[0]

    def __str__(self) -> str:
        return f"{self.game}, {self.program}" + ("" if self.depth is None else f", depth {self.depth}")


@dataclass(frozen=True)
class Run:
    """What one search took and found."""

    nodes: int
    seconds: float
    value: float


Measured = Callable[[], Run]
"""Does the task once more."""


class Contender(Protocol):
    """One way to search."""

    @property
    def name(self) -> str:
        """As it stands in tables."""

    @property
    def alike(self) -> bool:
        """Whether it visits the nodes that the textbook's programs visit; another program counts its own."""

    def fits(self, task: Task) -> bool:
        """Whether it was made for such a task; otherwise nobody expects it."""

    def available(self) -> str | None:
        """Why it cannot be had here, and what would bring it; None where it can."""

    def ready(self, task: Task) -> AbstractContextManager[Measured]:
        """All that is done once: loading, building, starting.

        This and the search raise UnfitError if it cannot do a task that it was made for.
        """


TASKS = (
    Task("tictactoe", "minimax", None),
    Task("tictactoe", "alphabeta", None),
    Task("connect4", "alphabeta", 6),
    Task("othello", "alphabeta", 7),
    Task("nim:heaps=[3,3,4]", "minimax", None),
    Task("hexapawn:width=4,height=4", "alphabeta", 8),
    Task("kqk", "alphabeta", 5),
    Task("krk", "alphabeta", 6),
    Task("checkers", "alphabeta", 6),
    Task("atari_go", "alphabeta", 5),
    Task("chess", "alphabeta", 4),
    Task("graph", "minimax", 22),
    Task("pig", "expectiminimax", 13),
    Task("bearoff:home=[0,3,1]", "expectiminimax", None),
)
"""What is measured by default: a second or so each in SWI-Prolog."""

COMPARED = (Program.ALPHABETA, Program.MINIMAX, Program.EXPECTIMINIMAX)

SECOND = 1.0
"""How long SWI-Prolog may take for a search, where nobody says how deep it is."""


def chosen(games: Sequence[str], program: Program | None, depth: int | None) -> list[Task]:
    """The tasks meant: those that are always measured, or one for each game.

    A game's program is the first that can run on it; its depth is that of its usual task, or what its rules
    declare, or what SWI-Prolog searches in a SECOND. Raises InputError if the program cannot run.
    """
    tasks: list[Task] = []
    for game in games or list(dict.fromkeys(task.game for task in TASKS)):
        usual = [task for task in TASKS if task.game == game]
        if program is not None or not usual:
            usual = [_task(game, program, usual[-1].depth if usual else depth or Default.DEPTH)]
        tasks += [task if depth is None else Task(game, task.program, depth) for task in usual]
    return list(dict.fromkeys(tasks))


def _task(game: str, program: Program | None, depth: int | Default | None) -> Task:
    with consult(game) as rules:
        why = obstacles(rules)
        asked = program or next((one for one in COMPARED if why[one] is None), COMPARED[0])
        if (obstacle := why[asked]) is not None:
            raise InputError(f"{game}: {asked.value} cannot search it: {obstacle}")
        plies = the_depth(rules, depth)
        if plies is None and depth is Default.DEPTH:
            plies = depth_within(rules, asked, SECOND)
        return Task(game, asked.value, plies)
