"""Games in several processes at a time, each with an arena of its own."""

from __future__ import annotations

import os
import pickle
import select
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import suppress

from pydecl.errors import Exit, LimitError
from pydecl.sandbox.frames import ClosedError, read_bytes, write_bytes
from pydecl.sandbox.process import module_folders
from pydecl.tournaments.arena import Arena, Fixture, GameError, Played, Rules
from pydecl.tournaments.worker import NO_GAME


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
    busy: dict[int, _Worker] = {}
    try:
        for _ in range(min(jobs, len(fixtures))):
            worker = _Worker(rules)
            busy[worker.replies] = worker
            place = waiting.pop()
            worker.play(place, fixtures[place])
        while busy:
            for replies in select.select(list(busy), [], [])[0]:
                place, game = busy[replies].answer()
                if waiting:
                    following = waiting.pop()
                    busy[replies].play(following, fixtures[following])
                else:
                    busy.pop(replies).end()
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
    """One process and its pipes; it plays one game at a time. Raises OSError if it cannot be started."""

    def __init__(self, rules: Rules) -> None:
        lifeline, self._lifeline = os.pipe()
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pydecl.tournaments.worker", str(lifeline)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[lifeline],
                start_new_session=True,  # Ctrl-C is the parent's to answer
                env={**os.environ, "PYTHONPATH": os.pathsep.join(module_folders())},
            )
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(lifeline)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._requests, self.replies = self.process.stdin.fileno(), self.process.stdout.fileno()
        self._ask(rules)

    def play(self, place: int, fixture: Fixture) -> None:
        """Ask for a game."""
        self._ask((place, fixture))

    def _ask(self, asked: object) -> None:
        with suppress(BrokenPipeError):  # what it says last says why
            write_bytes(self._requests, pickle.dumps(asked))

    def answer(self) -> tuple[int, Played | GameError]:
        """A game's place, and how it went; waits for that."""
        try:
            place, found = pickle.loads(read_bytes(self.replies))
        except ClosedError:
            code = self.process.wait()
            raise LimitError(f"a process that played has died (exit code {code})") from None
        if isinstance(found, Played):
            return place, found
        code, message = found
        error = GameError(message, Exit(code))
        if place == NO_GAME:
            raise error
        return place, _alone(error)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._lifeline)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
