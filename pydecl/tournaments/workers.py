"""Games in several processes at a time, each with an arena of its own."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from pydecl.errors import Exit, LimitError, PydeclError
from pydecl.tournaments.arena import Arena, Fixture, GameError, Played, Rules
from pydecl.unforeseen import named

NO_GAME = -1
"""The place that a process names which cannot play at all."""


def played(
    rules: Rules, fixtures: Sequence[Fixture], jobs: int, arena: Arena
) -> Generator[tuple[int, Played | GameError], None, None]:
    """Each game's place among the fixtures, and how it went, or what internal fault ended it alone.

    One job is done here, in `arena`. What runs in other processes is ended when the iterator is closed.
    Raises GameError, LimitError where such a process dies, and KeyboardInterrupt.
    """
    if jobs == 1 or len(fixtures) == 1:
        for place, fixture in enumerate(fixtures):
            yield place, _played(arena, fixture)
        return
    waiting = list(range(len(fixtures)))[::-1]
    busy: dict[Any, _Worker] = {}
    try:
        for _ in range(min(jobs, len(fixtures))):
            worker = _Worker(rules)
            busy[worker.pipe] = worker
            place = waiting.pop()
            worker.pipe.send((place, fixtures[place]))
        while busy:
            for pipe in wait(list(busy)):
                place, game = busy[pipe].answer()
                if waiting:
                    following = waiting.pop()
                    busy[pipe].pipe.send((following, fixtures[following]))
                else:
                    busy.pop(pipe).end()
                yield place, game
    finally:
        for worker in busy.values():
            worker.end()


def _played(arena: Arena, fixture: Fixture) -> Played | GameError:
    try:
        return arena.play(fixture)
    except GameError as error:
        return _alone(error)


def _alone(error: GameError) -> GameError:
    """An error that ends one game alone; raises it if it ends them all."""
    if error.exit_code is not Exit.INTERNAL_FAULT:
        raise error
    return error


class _Worker:
    """One process and its pipe; it plays one game at a time."""

    def __init__(self, rules: Rules) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_work, args=(theirs, rules), daemon=True)
        with _without_interrupts():
            self.process.start()
        theirs.close()

    def answer(self) -> tuple[int, Played | GameError]:
        try:
            place, found = self.pipe.recv()
        except EOFError:
            self.process.join()
            raise LimitError(f"a process that played has died (exit code {self.process.exitcode})") from None
        if isinstance(found, Played):
            return place, found
        code, message = found
        error = GameError(message, Exit(code))
        if place == NO_GAME:
            raise error
        return place, _alone(error)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process that starts meanwhile ignores Ctrl-C: it is the parent's to answer."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Connection, rules: Rules) -> None:
    """Play what is asked until nobody asks any more."""
    try:
        with Arena(rules) as arena:
            while True:
                place, fixture = pipe.recv()
                try:
                    pipe.send((place, arena.play(fixture)))
                except PydeclError as error:
                    pipe.send((place, (int(error.exit_code), str(error))))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return
    except Exception as error:
        told = named(error)
        pipe.send((NO_GAME, (int(told.exit_code), str(told))))
