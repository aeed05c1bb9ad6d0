"""Games cross-checked for the command line: one here, or several in processes of their own."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from pydecl.cli.failing import complain
from pydecl.cli.limits import limited
from pydecl.cli.output import Bar, progress_bars
from pydecl.crosschecking import Verdict, crosscheck
from pydecl.errors import Exit, PydeclError
from pydecl.errors.unforeseen import named
from pydecl.loading.consulting import game_files
from pydecl.sandbox.executing import Here, executor, finished
from pydecl.sandbox.fork_server import FEW, expect_many
from pydecl.sandbox.work import PieceExecutor, Progress, Task, Work


@dataclass(frozen=True)
class GamesQuestion:
    """What is asked of each game: `seconds` for each, and the other arguments of `crosscheck`.

    `many` says that one process is asked about many games.
    """

    seconds: float | None
    arguments: dict[str, Any]
    many: bool = False


@dataclass(frozen=True)
class Checked:
    """How the cross-check of a game ended: with a verdict, or with an error and its exit code."""

    game: str
    verdict: Verdict | None
    seconds: float = 0.0
    error: str = ""
    exit_code: Exit = Exit.FINE

    def to_json(self) -> dict[str, object]:
        """The fields that other programs may rely on."""
        if self.verdict is None:
            return {"game": self.game, "agree": None, "error": self.error}
        return self.verdict.to_json()


@dataclass
class Round:
    """The cross-checks of games by the places of the games; fewer, if they were interrupted."""

    checked: dict[int, Checked] = field(default_factory=dict)
    interrupted: bool = False

    def add(self, place: int, checked: Checked) -> None:
        """Take what came of a game; an error is said at once."""
        if checked.verdict is None:
            complain(checked.error)
        if checked.exit_code is Exit.INTERRUPTED:
            self.interrupted = True
        self.checked[place] = checked

    @property
    def in_order(self) -> list[Checked]:
        return [self.checked[place] for place in sorted(self.checked)]

    @property
    def exit_code(self) -> Exit:
        codes = [checked.exit_code for checked in self.checked.values()]
        return max([*codes, Exit.INTERRUPTED if self.interrupted else Exit.FINE])


def check_games(
    games: Sequence[str], question: GamesQuestion, jobs: int, cluster: PieceExecutor | None = None
) -> Round:
    """The cross-checks of games, so many at a time. An interruption ends them with what is there."""
    found = Round()
    question = replace(question, many=len(games) > FEW * jobs)
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
                found.add(place, _of(games[place], future))
                all_games.show(len(found.checked), len(games))
                if found.interrupted and isinstance(running, Here):
                    break
        except KeyboardInterrupt:
            if not found.interrupted:
                complain("interrupted")
            found.interrupted = True
    return found


def _of(game: str, future: Future[Checked]) -> Checked:
    error = future.exception()
    if error is None:
        return future.result()
    assert isinstance(error, PydeclError)
    return Checked(game, None, 0.0, str(error), error.exit_code)


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
        told = named(error)
        return Checked(game, None, time.monotonic() - started, str(told), told.exit_code)
    return Checked(game, verdict, time.monotonic() - started, exit_code=verdict.exit_code)
