"""pydecl check --watch: one round for each save, however an editor saves, and nothing left behind."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import psutil
import pytest
from command_line import PROGRAM, Run, default_interrupt, end_soon, in_this_process, is_fork_server
from folders import ROOT, rules_file

from pydecl.cli import checking, watching
from pydecl.engines.prolog.session import Session
from pydecl.errors import Exit, LimitError
from pydecl.loading.saves import PATIENCE, POLL, Saves
from pydecl.paths import prolog_file
from pydecl.sandbox.pool import Workers
from pydecl.sandbox.session import Payload

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
"""For commands in other folders."""

GAME = prolog_file("new.pl").read_text("utf-8")
TWELVE = GAME.replace("10", "12")
LARGE = GAME.replace("10", "90")
"""It can be consulted and checked at once, and to search it takes for ever."""


class Watch:
    """A watch that runs in a folder, and what it has printed so far."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self._log = folder / "printed.txt"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*PROGRAM, "check", "--about", "game.pl", "--watch", *options],
                cwd=folder,
                env=ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=default_interrupt,
            )

    @property
    def printed(self) -> str:
        """What has been printed."""
        return self._log.read_text("utf-8")

    @property
    def rounds(self) -> list[str]:
        """What each finished round printed."""
        return [text for text in self.printed.split("\n--- ")[1:] if "\nwatching " in text]

    def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            assert self.process.poll() is None, self.printed
            time.sleep(0.02)

    def round(self, number: int) -> str:
        """What the round of this number, from 1, printed; waits for its end."""
        self.until(lambda: len(self.rounds) >= number)
        return self.rounds[number - 1]

    def save(self, text: str) -> None:
        (self.folder / "game.pl").write_text(text, encoding="utf-8")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()

    def descendants(self) -> list[int]:
        return [one.pid for one in psutil.Process(self.process.pid).children(recursive=True)]

    def when_busy(self) -> list[int]:
        """The processes of the watch once SWI-Prolog searches without an end."""
        self.until(lambda: self.printed.endswith("no findings\n\n") and self.searches())
        return self.descendants()

    def searches(self) -> bool:
        """Whether what does the work has a worker."""
        return len([one for one in self.descendants() if not is_fork_server(one)]) >= 2


Start = Callable[..., Watch]
Rounds = Callable[..., list[str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """What starts a watch of game.pl, which holds this text; all watches end with the test."""
    watches = []

    def run(text: str, *options: str) -> Watch:
        (tmp_path / "game.pl").write_text(text, encoding="utf-8")
        watches.append(Watch(tmp_path, *options))
        return watches[-1]

    yield run
    for watch in watches:
        watch.end()


# What a round shows


@pytest.fixture
def rounds(own_folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Rounds:
    """What a watch prints in this process, at its start and for each text that is saved; None is no file."""
    path = own_folder / "game.pl"

    printed: list[str] = []

    def perform(_: Workers, __: Saves, work: watching.Work) -> watching.Done:
        printed.extend(capfd.readouterr()[::-1])
        code = watching.exit_code(work)
        return watching.Done(code, *capfd.readouterr())

    def run(first: str, *options: str, saved: Sequence[str | None] = (), file: str = "game.pl") -> list[str]:
        texts = list(saved)
        printed.clear()

        def noticed(_: Saves) -> bool:
            if not texts:
                raise KeyboardInterrupt
            text = texts.pop(0)
            path.unlink(missing_ok=True)
            if text is not None:
                path.write_text(text)
            return True

        path.write_text(first)
        monkeypatch.setattr(Saves, "noticed", noticed)
        monkeypatch.setattr(watching, "perform", perform)
        done = in_this_process(capfd)("check", "--about", file, "--watch", *options)
        assert (done.code, done.err.splitlines()[-1]) == (Exit.INTERRUPTED, "pydecl: interrupted")
        return "".join((*printed, done.err, done.out)).split("\n--- ")[1:]

    return run


def test_a_round_shows_the_consult_the_check_and_the_searches(rounds: Rounds, pydecl: Run) -> None:
    (shown,) = rounds(GAME, "--search", "", "--search", "--program alphabeta --depth 4")
    assert pydecl("check", "--about", "game.pl").out in shown
    assert "\ngame.pl: no findings\n" in shown
    assert "\n  alphabeta                      value 1, best take(2), nodes " in shown
    assert "\n  --program alphabeta --depth 4  value 0 (an estimate), best take(2), nodes 116\n" in shown
    assert shown.endswith("\nwatching game.pl: save the file to check it again, press Ctrl-C to stop\n")
    assert "\x1b" not in shown


def test_what_changed_in_the_answers_is_marked(rounds: Rounds) -> None:
    _, second, third = rounds(GAME, "--search", "", saved=[TWELVE, TWELVE + "% a comment\n"])
    assert "\n* alphabeta " in second
    assert "value -1 (was 1), best take(3) (was take(2)), nodes 1,927 (was 568)\n" in second
    assert "(was" not in third


def test_an_error_is_shown_with_its_place_and_the_watch_goes_on(rounds: Rounds) -> None:
    faulty = GAME.replace("10)", ")")
    _, second, third, fourth = rounds(GAME, "--search", "", saved=[faulty, None, TWELVE])
    assert "game.pl:5:19: error P010" in second
    assert second.count("error P010") == 1
    assert "best" not in second
    assert "game.pl: no such file" in third
    assert "value -1 (was 1)" in fourth


def test_findings_are_shown_below_the_consult(rounds: Rounds) -> None:
    faulty = GAME.replace("staticval(pile(min, 0), 1).", "staticval(pile(min, 0), one).")
    (shown,) = rounds(faulty, "--search", "")
    assert shown.index("can run") < shown.index("error P3") < shown.index("no answer, exit code 3\n")
    assert "\npydecl: the static value of pile(min,0) is one, which is not a number" in shown


def test_a_limit_ends_a_search_and_the_watch_goes_on(rounds: Rounds, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Session._reply

    def reply(session: Session, request: Payload, *more: Any) -> str:
        text = b"".join(request).decode()
        if text.startswith("search(") and "(max,90)" in text:
            raise LimitError("time is up")
        return ask(session, request, *more)

    monkeypatch.setattr(Session, "_reply", reply)
    first, second = rounds(LARGE, "--search", "", saved=[GAME])
    assert "value unknown, a limit was reached, best none" in first
    assert "value 1 (was unknown, a limit was reached)" in second


@pytest.mark.sampled(1, "each case is a round of a watch")
@pytest.mark.parametrize(("given", "told"), [("3", 3.0), ("60", 10.0), ("0", 10.0)])
def test_the_check_is_told_what_a_question_may_take(
    rounds: Rounds, monkeypatch: pytest.MonkeyPatch, given: str, told: float
) -> None:
    check = Mock(return_value=None)
    monkeypatch.setattr(checking, "print_findings", check)
    rounds(GAME, "--time", given)
    assert check.call_args.args[-1] == told


# When a round begins


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    path = rules_file(tmp_path, GAME)
    return Saves(path)


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets things happen while it is waited until a file has been written: one thing in each wait."""

    def happens(*things: Callable[[], object], seconds: float = POLL) -> None:
        clock = iter(range(1000))
        left = list(things)
        faked = SimpleNamespace(
            sleep=lambda _: left.pop(0)() if left else None, monotonic=lambda: seconds * next(clock)
        )
        monkeypatch.setattr("pydecl.loading.saves.time", faked)

    return happens


def test_a_save_in_pieces_is_one_save(saves: Saves, meanwhile: Callable[..., None]) -> None:
    path = saves.path
    path.write_text(TWELVE[:100])
    meanwhile(lambda: path.write_text(TWELVE[:300]), lambda: path.write_text(TWELVE))
    assert saves.noticed()
    assert path.read_text() == TWELVE
    assert not saves.noticed()


def test_a_file_that_is_gone_for_a_moment_was_saved_once(
    saves: Saves, meanwhile: Callable[..., None]
) -> None:
    path = saves.path
    path.rename(path.with_name("game.pl~"))
    other = path.with_name("4913")
    other.write_text(TWELVE)
    meanwhile(lambda: None, lambda: other.rename(path))
    assert saves.noticed()
    assert path.read_text() == TWELVE
    assert not saves.noticed()


def test_a_file_that_stays_away_is_missed(saves: Saves, meanwhile: Callable[..., None]) -> None:
    saves.path.unlink()
    meanwhile(seconds=PATIENCE / 3)
    assert saves.noticed()
    assert saves.files == []
    assert not saves.noticed()


def test_a_save_or_an_interruption_ends_a_search_that_would_not_end(start: Start) -> None:
    watch = start(LARGE, "--search", "--time 0")
    busy = watch.when_busy()
    watch.save(GAME)
    assert "value 1, best take(2)" in watch.round(1)
    assert "\nsaved again meanwhile: starting over\n" in watch.printed
    assert end_soon(busy)
    watch.save(LARGE)
    busy = watch.when_busy()
    watch.process.send_signal(signal.SIGINT)
    assert watch.process.wait() == 130
    assert watch.printed.endswith("\npydecl: interrupted\n")
    assert end_soon(busy)


LINES = GAME.splitlines(keepends=True)
VALUES = "".join(line for line in LINES if line.startswith("staticval("))
REST = ":- include(values).\n" + "".join(line for line in LINES if not line.startswith("staticval("))


def test_the_files_that_a_game_includes_are_watched_and_no_others(
    saves: Saves, meanwhile: Callable[..., None]
) -> None:
    meanwhile()
    path, values = saves.path, saves.path.with_name("values.pl")
    path.write_text(REST)
    assert saves.noticed()
    assert saves.files == [path]
    values.write_text(VALUES)
    assert saves.noticed()
    assert saves.files == [path, values]
    path.with_name("other.pl").write_text(GAME)
    assert not saves.noticed()
    values.write_text(VALUES.replace("-1", "-7"))
    assert saves.noticed()


def test_a_bundled_game_can_be_watched_with_its_options(rounds: Rounds) -> None:
    (shown,) = rounds(GAME, "--search", "--program won --position '1/0 max'", file="nim:heaps=[1,1]")
    assert "\n  --program won --position '1/0 max'  value won, best none, nodes " in shown
    assert "prolog/games/nim.pl: save the file to check it again" in shown


def test_searches_follow_the_convention_of_the_watch(rounds: Rounds) -> None:
    other = "tomove(_, max).\nterminal(pile(_, 0), 0).\nmoves(Pos, Player, [Pos]) :- tomove(Pos, Player).\n"
    options = ("--convention", "textbook", "--search", "", "--search", "--convention and-or")
    (shown,) = rounds(GAME + other, *options)
    assert "\n  alphabeta            value 1, best take(2)" in shown
    assert "\n  --convention and-or  no answer, exit code 3\n" in shown


def test_an_unknown_convention_is_told(rounds: Rounds) -> None:
    (shown,) = rounds(GAME, "--convention", "nosuch", "--search", "")
    assert "game.pl: no convention is called 'nosuch'; the conventions are textbook, " in shown
    assert "best" not in shown


def test_nothing_is_noticed_where_nothing_was_saved(saves: Saves) -> None:
    path = saves.path
    assert not saves.noticed()
    path.rename(path.with_name("away.pl"))
    path.with_name("away.pl").rename(path)
    assert not saves.noticed()
    path.write_text(TWELVE)
    assert saves.noticed()
    assert not saves.noticed()


# The end


def test_whatever_kills_the_watch_ends_what_it_runs(start: Start) -> None:
    watch = start(LARGE, "--search", "--time 0")
    busy = watch.when_busy()
    watch.process.kill()
    assert end_soon(busy)


def test_it_ends_where_prolog_cannot_be_used(
    pydecl: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = watching.Done(Exit.NO_PROLOG, "", "pydecl: SWI-Prolog does not start\n")
    monkeypatch.setattr(watching, "perform", lambda *_: broken)
    done = pydecl("check", own_folder / "game.pl", "--watch")
    assert done.code == 5
    assert "SWI-Prolog does not start" in done.err


def test_a_terminal_is_cleared_for_each_round(tmp_path: Path) -> None:
    (tmp_path / "game.pl").write_text(GAME)
    ours, theirs = pty.openpty()
    command = [*PROGRAM, "check", "--about", "game.pl", "--watch"]
    with subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        try:
            seen = b""
            while b"Ctrl-C to stop" not in seen:
                seen += os.read(ours, 4096)
        finally:
            process.kill()
            os.close(ours)
    assert seen.index(b"\x1b[2J") < seen.index(b"--- ") < seen.index(b"can run")


# What is refused before anything runs


@pytest.fixture
def pydecl(pydecl: Run, own_folder: Path) -> Run:
    """The command line, in a folder with a game."""
    (own_folder / "game.pl").write_text(GAME)
    return pydecl


@pytest.mark.parametrize(
    "options",
    ["--depht 3", "--depth", "--depth x", "--alpha y", "--program nosuch", "--engine c", "--time -1", "nim"],
)
def test_a_wrong_option_of_a_search_is_said_at_once_as_the_search_says_it(pydecl: Run, options: str) -> None:
    watched = pydecl("check", "--about", "game.pl", "--watch", "--search", options)
    searched = pydecl("search", "game.pl", *options.split())
    assert (watched.code, watched.out) == (searched.code, searched.out) == (2, "")
    assert watched.err.splitlines()[-1] == searched.err.splitlines()[-1]
    assert watched.err.splitlines()[-1].startswith("Error: ")
