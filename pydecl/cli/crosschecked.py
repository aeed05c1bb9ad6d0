"""Games cross-checked for the command line: one here, or several in processes of their own."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pydecl.cli.failing import complain
from pydecl.cli.limits import limited
from pydecl.cli.output import Bar, progress_bars
from pydecl.crosschecking import Verdict, crosscheck
from pydecl.crosschecking.own_checking import OwnReport
from pydecl.errors import Exit, PydeclError
from pydecl.errors.unforeseen import named
from pydecl.loading.consulting import game_files
from pydecl.sandbox.executing import Here, executor, finished
from pydecl.sandbox.fork_server import FEW, expect_many
from pydecl.sandbox.work import PieceExecutor, Progress, Task, Work


@dataclass(frozen=True)
class Checked:
    """How a cross-check ended: with what was found, or with an error, and with an exit code."""

    game: str
    found: Verdict | OwnReport | None
    seconds: float = 0.0
    error: str = ""
    exit_code: Exit = Exit.FINE

    @classmethod
    def failed(cls, game: str, error: Exception, seconds: float = 0.0) -> Checked:
        """Foreseen or not."""
        told = named(error)
        return cls(game, None, seconds, str(told), told.exit_code)

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        if self.found is None:
            return {"game": self.game, "agree": None, "error": self.error}
        return {"game": self.game} | self.found.to_json()


@dataclass(frozen=True)
class GamesQuestion:
    """What is asked of each game: `seconds` for each, and the other arguments of `crosscheck`.

    `many` says that one process is asked about many games.
    """

    seconds: float | None
    arguments: dict[str, Any]
    many: bool = False


def check_games(
    games: Sequence[str],
    seconds: float | None,
    arguments: dict[str, Any],
    jobs: int,
    cluster: PieceExecutor | None = None,
) -> tuple[list[Checked], bool]:
    """The cross-checks of games, so many at a time, and whether an interruption has ended them.

    Then those that are there are given. An error is said at once.
    """
    found: dict[int, Checked] = {}
    interrupted = False
    question = GamesQuestion(seconds, arguments, many=len(games) > FEW * jobs)
    work = Work("pydecl.cli.crosschecked:checking", question, files=game_files)
    with progress_bars() as bar, executor(jobs, len(games), cluster) as running:
        all_games = bar("crosscheck") if len(games) > 1 else Bar()
        all_games.show(0, len(games))
        shown: dict[int, Bar] = {}

        def tell(place: int, done: int, total: int) -> None:
            if place not in shown:
                shown[place] = bar(f"  {games[place]}")
            shown[place].show(done, total)

        try:
            for place, future in finished(running, work, games, tell):
                shown.pop(place, Bar()).end()
                one = found[place] = _of(games[place], future)
                if one.found is None:
                    complain(one.error)
                interrupted = interrupted or one.exit_code is Exit.INTERRUPTED
                all_games.show(len(found), len(games))
                if interrupted and isinstance(running, Here):
                    break
        except KeyboardInterrupt:
            if not interrupted:
                complain("interrupted")
            interrupted = True
    return [found[place] for place in sorted(found)], interrupted


def _of(game: str, future: Future[Checked]) -> Checked:
    error = future.exception()
    if error is None:
        return future.result()
    assert isinstance(error, PydeclError)
    return Checked.failed(game, error)


@contextmanager
def checking(question: GamesQuestion) -> Iterator[Task]:
    """What a process checks games with: see `pydecl/sandbox/work.py`."""
    if question.many:
        expect_many()
    yield lambda game, progress: _checked(game, question, progress)


def _checked(game: str, question: GamesQuestion, progress: Progress) -> Checked:
    started = time.monotonic()
    try:
        with limited(question.seconds) as until:
            verdict = crosscheck(game, seconds=None, until=until, progress=progress, **question.arguments)
    except Exception as error:
        return Checked.failed(game, error, time.monotonic() - started)
    return Checked(game, verdict, time.monotonic() - started, exit_code=verdict.exit_code)
