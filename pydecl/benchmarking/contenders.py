"""What is compared: contenders, and the tasks that they do, the usual ones or those of games asked for.

Contenders are the engines, bare SWI-Prolog, and two other programs with games of their own; C by hand is in
`benchmarks/hand`. easyAI and OpenSpiel run their own alpha-beta, whose cuts are not strict, with their own
evaluation; what they visit is counted once and compared with nobody's. Only nodes a second can be compared.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol

from pydecl.engines import registry
from pydecl.engines.fitting import depth_within
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.installation import find_swipl, swipl_program
from pydecl.engines.protocol import Runner
from pydecl.engines.searching import Default, the_depth
from pydecl.errors import ContractError, InputError, LimitError, NotCompiledError, UnfitError
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult, game_names
from pydecl.loading.turns import obstacles
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.paths import bundled_file, prolog_file
from pydecl.sandbox.guarding import guarded
from pydecl.sandbox.process import cpu_seconds


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


PLAIN = {"tictactoe", "connect4"}
"""The games that they have with the same rules, without options."""


def _measured(module: ModuleType, function: str, search: Callable[[], float]) -> Measured:
    """The nodes are how often a search calls a function of a module, which calls itself by that name."""
    whole = getattr(module, function)
    nodes = 0

    def counting(*arguments: Any, **options: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return whole(*arguments, **options)

    setattr(module, function, counting)
    try:
        search()
    finally:
        setattr(module, function, whole)

    def measured() -> Run:
        started = time.process_time()
        value = search()
        return Run(nodes, time.process_time() - started, value)

    return measured


@dataclass(frozen=True)
class Peer:
    """Another program, its package, which is installed under another name, and what `_measured` measures."""

    name: str
    package: str
    installed: str
    search: Callable[[str, int], tuple[ModuleType, str, Callable[[], float]]]
    alike: bool = False

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        yield _measured(*self.search(task.game, 9 if task.depth is None else task.depth))

    def fits(self, task: Task) -> bool:
        return task.game in PLAIN and task.program == "alphabeta"

    def available(self) -> str | None:
        return None if find_spec(self.package) else f"install it: pip install {self.installed}"


def _negamax(game: str, depth: int) -> tuple[ModuleType, str, Callable[[], float]]:
    """easyAI's Negamax on its own games, in Python."""
    easy, negamax = import_module("easyAI"), import_module("easyAI.AI.Negamax")
    name = {"tictactoe": "TicTacToe", "connect4": "ConnectFour"}[game]
    players = [easy.AI_Player(None) for _ in range(2)]
    made = getattr(import_module(f"easyAI.games.{name}"), name)(players)
    asked = (made, depth, depth, lambda state: state.scoring(), -1_000_000, +1_000_000)
    return negamax, "negamax", lambda: float(negamax.negamax(*asked))


def _alpha_beta(game: str, depth: int) -> tuple[ModuleType, str, Callable[[], float]]:
    """OpenSpiel's alpha-beta in Python, on its games in C++."""
    name = {"tictactoe": "tic_tac_toe", "connect4": "connect_four"}[game]
    made = import_module("pyspiel").load_game(name)
    minimax = import_module("open_spiel.python.algorithms.minimax")
    how = {"value_function": lambda _: 0.0, "maximum_depth": depth}
    return minimax, "_alpha_beta", lambda: float(minimax.alpha_beta_search(made, **how)[0])


PEERS = (
    Peer("easyAI", "easyAI", "easyAI", _negamax),
    Peer("OpenSpiel", "pyspiel", "open_spiel", _alpha_beta),
)


LEAST_SECONDS = 0.1
"""A search that is over sooner is repeated until it takes this long."""

HAND_PROGRAMS = ("minimax", "alphabeta")


def clock(pid: int | None) -> float:
    """Seconds of processor time of a process, None is this one; where they cannot be told, of wall time.

    A machine that has other work to do gives each its share of time, but no more processor time.
    """
    if pid is None:
        return time.process_time()
    return cpu_seconds(pid) if sys.platform.startswith("linux") else time.perf_counter()


@dataclass(frozen=True)
class OfEngine:
    """A way of having one of the engines, on a bundled game or a file."""

    name: str
    take_up: Callable[[SessionGame], Runner]
    by_hand: bool = False
    alike: bool = True

    def fits(self, task: Task) -> bool:
        return not self.by_hand or task.name in game_names()

    def available(self) -> str | None:
        return None

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        with consult(task.game, seconds=None) as game:
            try:
                runner = self.take_up(game)
            except NotCompiledError as error:
                raise UnfitError(str(error).splitlines()[0]) from None
            root = game.initial()[0]

            def run_once(depth: int | None) -> Answer[Any]:
                return runner.run(Program(task.program), root, Limits(depth, seconds=None))

            def measured() -> Run:
                started = clock(runner.pid)
                seconds, times = 0.0, 0
                while seconds < LEAST_SECONDS:
                    answer = run_once(task.depth)
                    times += 1
                    seconds = clock(runner.pid) - started
                if answer.status is not Status.COMPLETE:
                    raise LimitError(f"the search did not come to its end: {answer.status.value}")
                assert answer.nodes is not None
                assert isinstance(answer.value, int | float | Fraction)
                return Run(answer.nodes, seconds / times, float(answer.value))

            with closing(runner):
                try:
                    with suppress(ContractError, UnfitError):  # a start without a static value
                        run_once(0)  # builds what is wanted, and starts the process
                except NotCompiledError as error:
                    raise UnfitError(str(error).splitlines()[0]) from None
                yield measured


class BareProlog:
    """The textbook programs on plain positions in `swipl -O`: `prolog/support/bare.pl`."""

    name = "SWI-Prolog -O, bare"
    alike = True

    def fits(self, task: Task) -> bool:
        return task.program in HAND_PROGRAMS and task.name in BUNDLED

    def available(self) -> str | None:
        return None if find_swipl() else "there is no program swipl"

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        nodes = self._run(task, "counted").nodes

        def measured() -> Run:
            timed = self._run(task, "timed")
            return Run(nodes, timed.seconds, timed.value)

        yield measured

    def _run(self, task: Task, how: str) -> Run:
        options = task.game.partition(":")[2] or "none"
        depth = str(Limits(task.depth).plies)
        words = [str(bundled_file(task.name)), options, task.program, depth, how]
        start = [swipl_program(), "-O", "-q", "-f", "none", "-g", "main", "-t", "halt"]
        command = [*start, str(prolog_file("support", "bare.pl")), "--", *words]
        with guarded(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            out, err = process.communicate()
        try:
            seconds, count, value = out.split()
        except ValueError:
            raise UnfitError(f"SWI-Prolog said {err.strip()!r}") from None
        return Run(int(count), float(seconds), float(value))


def contenders() -> list[Contender]:
    """All that there are, those that cannot be had here included; the first is the one to compare with."""
    found: list[Contender] = [BareProlog()]
    for engine in registry.all_engines().values():
        found += [OfEngine(variant.label, variant.take_up, variant.by_hand) for variant in engine.variants()]
    return [*found, *PEERS]
