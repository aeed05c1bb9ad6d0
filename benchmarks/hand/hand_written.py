"""Searches by hand in C: the same rules, order of moves and static values as the bundled games' rules files.

>>> from pydecl.games import bundled
>>> hand_written(bundled("connect4", width=4))
HandWritten(file='connect4.c', flags=('-DWIDTH=4', '-DHEIGHT=6'))
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydecl.benchmarking.contenders import HAND_PROGRAMS, LEAST_SECONDS, Measured, Run, Task, clock
from pydecl.engines.native.building import Compiler, build, compilers
from pydecl.engines.native.client import NativeCode
from pydecl.games import BUNDLED, bundled
from pydecl.games.connect4 import Connect4
from pydecl.games.hexapawn import Hexapawn
from pydecl.games.kqk import Kqk
from pydecl.games.nim import Nim
from pydecl.games.othello import Othello
from pydecl.games.tictactoe import TicTacToe
from pydecl.loading.consulting import split_options
from pydecl.model.game import Game
from pydecl.model.result import Limits

BOUND = 1_000_000
"""All static values lie between this and its negative."""


@dataclass(frozen=True)
class HandWritten:
    """A file of this folder, and the flags that tell it the game's options."""

    file: str
    flags: tuple[str, ...] = ()

    def built(self, compiler: Compiler | None = None, flags: tuple[str, ...] = ()) -> NativeCode:
        """The searches, to be asked by `searched`; raises what `build` raises."""
        source = Path(__file__).with_name(self.file)
        text = source.read_text(encoding="utf-8")
        built = build(text, compiler=compiler, flags=(*self.flags, *flags), folders=[source.parent])
        return NativeCode(built)


@dataclass(frozen=True)
class Searched:
    """What one search found."""

    value: float
    nodes: int
    leaves: int


def searched(
    code: NativeCode, program: str, depth: int | None, *, times: int = 1, seconds: float | None = 60.0
) -> Searched:
    """Run minimax or alphabeta from the game's start, so many times; `depth` is in plies, None is unlimited.

    Raises what `NativeCode.call` raises.
    """
    request = struct.pack("=3q", Limits(depth).plies, times, BOUND)
    reply = code.call(program, request, seconds=seconds)
    return Searched(*struct.unpack("=d2q", reply))


def hand_written(game: Game[Any]) -> HandWritten | None:
    """The searches of a bundled game; None where they are not written, or not with these options."""
    found = _FILES.get(type(game))
    return None if found is None else found(game)


def in_bits(game: Game[Any]) -> HandWritten | None:
    """The same where there is a second one, which holds the board in bits."""
    found = hand_written(game)
    if found is None or not isinstance(game, Connect4) or (game.height + 1) * game.width > 64:
        return None
    return HandWritten("connect4_bits.c", found.flags)


def _tictactoe(game: TicTacToe) -> HandWritten | None:
    return HandWritten("tictactoe.c") if game.evaluation == "outcome" else None


def _connect4(game: Connect4) -> HandWritten | None:
    if game.run != 4 or game.evaluation != "signed":
        return None
    return HandWritten("connect4.c", (f"-DWIDTH={game.width}", f"-DHEIGHT={game.height}"))


def _hexapawn(game: Hexapawn) -> HandWritten:
    return HandWritten("hexapawn.c", (f"-DWIDTH={game.width}", f"-DHEIGHT={game.height}"))


def _nim(game: Nim) -> HandWritten:
    return HandWritten("nim.c", (f"-DHEAPS={','.join(map(str, game.heaps))}",))


def _othello(game: Othello) -> HandWritten | None:
    plain = (game.material, game.corners, game.squares) == (1, 0, 0)
    width, height = game.columns_and_rows
    return HandWritten("othello.c", (f"-DWIDTH={width}", f"-DHEIGHT={height}")) if plain else None


def _kqk(game: Kqk) -> HandWritten | None:
    return HandWritten("kqk.c") if game.name == "kqk" else None


_FILES: dict[type[Game[Any]], Callable[[Any], HandWritten | None]] = {
    TicTacToe: _tictactoe,
    Connect4: _connect4,
    Hexapawn: _hexapawn,
    Nim: _nim,
    Othello: _othello,
    Kqk: _kqk,
}


@dataclass(frozen=True)
class ByHand:
    """C by hand, with one compiler."""

    name: str
    compiler: Compiler
    source: Callable[[Game[Any]], HandWritten | None]
    alike: bool = True

    def fits(self, task: Task) -> bool:
        return task.program in HAND_PROGRAMS and self._written(task) is not None

    def _written(self, task: Task) -> HandWritten | None:
        name, options = split_options(task.game)
        return self.source(bundled(name, **options)) if name in BUNDLED else None

    def available(self) -> str | None:
        return None

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        written = self._written(task)
        assert written is not None
        with written.built(self.compiler) as code:

            def measured(times: int = 1) -> Run:
                started = clock(code.pid)
                found = searched(code, task.program, task.depth, times=times, seconds=None)
                return Run(found.nodes, (clock(code.pid) - started) / times, found.value)

            searched(code, task.program, 0)  # starts the process
            times = max(1, round(LEAST_SECONDS / measured().seconds))
            yield lambda: measured(times)


def by_hand() -> list[ByHand]:
    """The contenders, with each compiler that works; in bits with the first."""
    working = list(compilers())
    found = [ByHand(f"C by hand, {compiler.name}", compiler, hand_written) for compiler in working]
    return [*found, *(ByHand(f"C by hand in bits, {one.name}", one, in_bits) for one in working[:1])]
