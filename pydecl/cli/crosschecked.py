"""Games cross-checked for the command line: one here, or several in processes of their own."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from pydecl.cli.failing import complain
from pydecl.cli.limits import limited
from pydecl.cli.output import Bar, progress_bar, progress_bars
from pydecl.crosschecking import Verdict, crosscheck
from pydecl.errors import Exit
from pydecl.errors.unforeseen import named
from pydecl.sandbox.fork_server import FEW, expect_many
from pydecl.sandbox.pool import Begun, Done, Failed, Pool, Progress, Task, Told, Work


@dataclass(frozen=True)
class Question:
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
        if checked.verdict is not None or not self.interrupted:
            self.checked[place] = checked

    @property
    def in_order(self) -> list[Checked]:
        return [self.checked[place] for place in sorted(self.checked)]

    @property
    def exit_code(self) -> Exit:
        codes = [checked.exit_code for checked in self.checked.values()]
        return max([*codes, Exit.INTERRUPTED if self.interrupted else Exit.FINE])


def check_games(games: Sequence[str], question: Question, jobs: int) -> Round:
    """The cross-checks of games, so many at a time. An interruption ends them with what is there."""
    found = Round()
    question = replace(question, many=len(games) > FEW * jobs)
    if jobs > 1 and len(games) > 1:
        _check_several_at_a_time(games, question, jobs, found)
        return found
    for place, game in enumerate(games):
        with progress_bar(f"crosscheck {game}") as show:
            found.add(place, _checked(game, question, show))
        if found.interrupted:
            break
    return found


def _checked(game: str, question: Question, progress: Progress) -> Checked:
    started = time.monotonic()
    try:
        with limited(question.seconds) as until:
            verdict = crosscheck(game, seconds=None, until=until, progress=progress, **question.arguments)
    except KeyboardInterrupt:
        return Checked(game, None, time.monotonic() - started, "interrupted", Exit.INTERRUPTED)
    except Exception as error:
        told = named(error)
        return Checked(game, None, time.monotonic() - started, str(told), told.exit_code)
    return Checked(game, verdict, time.monotonic() - started, exit_code=verdict.exit_code)


@contextmanager
def checking(question: Question) -> Iterator[Task]:
    """What a process of a pool does: see `pydecl/sandbox/pool.py`."""
    if question.many:
        expect_many()
    yield lambda game, progress: _checked(game, question, progress)


def _check_several_at_a_time(games: Sequence[str], question: Question, jobs: int, found: Round) -> None:
    pool = Pool(Work("pydecl.cli.crosschecked:checking", question), jobs)
    with pool, progress_bars() as bars:
        all_games = bars.add("crosscheck")
        all_games.show(0, len(games))
        shown: dict[int, Bar] = {}
        try:
            for said in pool.run(games):
                match said:
                    case Begun(place):
                        shown[place] = bars.add(f"  {games[place]}")
                    case Told(place, done, total):
                        shown[place].show(done, total)
                    case Failed(place, message, exit_code) if place is not None:
                        shown.pop(place).end()
                        found.add(place, Checked(games[place], None, 0.0, message, exit_code))
                    case Done(place, checked):
                        shown.pop(place).end()
                        found.add(place, checked)
                all_games.show(len(found.checked), len(games))
        except KeyboardInterrupt:
            for last in pool.interrupted():
                if last.result.verdict is not None:
                    found.add(last.place, last.result)
            if not found.interrupted:
                complain("interrupted")
            found.interrupted = True
