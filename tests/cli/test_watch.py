"""pydecl consult --watch: one round for each save, however an editor saves, and nothing left behind."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest
from command_line import PROGRAM, Run, default_interrupt, end_soon, in_this_process, is_fork_server
from folders import ROOT

from pydecl.cli import limits, watching
from pydecl.cli.saving import PATIENCE, POLL, Saves
from pydecl.errors import Exit
from pydecl.paths import prolog_file

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
"""For commands in other folders."""

GAME = prolog_file("new.pl").read_text("utf-8")
TWELVE = GAME.replace("10", "12")
LARGE = GAME.replace("10", "300")
"""It can be consulted and checked at once, and to search it takes for ever."""

ENDLESS = GAME.replace("Left is Counters - Count,", "repeat, Left is Counters - Count, Left > Counters,")
"""No move is ever found."""


class Watch:
    """A watch that runs in a folder, and what it has printed so far."""

    def __init__(self, folder: Path, *options: str, file: str = "game.pl", **environment: str) -> None:
        self.folder = folder
        self._log = folder / "printed.txt"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*PROGRAM, "consult", file, "--watch", *options],
                cwd=folder,
                env={**ENVIRONMENT, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=default_interrupt,
            )

        self._before = 0

    @property
    def printed(self) -> str:
        """What has been printed since the test began."""
        return self._log.read_text("utf-8")[self._before :]

    def begin(self) -> None:
        """Let a test find the first round of GAME done, whatever others have saved."""
        if self.rounds:
            self._before = len(self.printed) + self._before
            self.save(f"{GAME}% {self._before}\n")
        self.round(1)

    @property
    def started(self) -> int:
        """How many rounds have begun."""
        return self.printed.count("\n--- ")

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

    def save(self, text: str, name: str = "game.pl") -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

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

    def run(text: str, *options: str, **more: str) -> Watch:
        (tmp_path / "game.pl").write_text(text, encoding="utf-8")
        watches.append(Watch(tmp_path, *options, **more))
        return watches[-1]

    yield run
    for watch in watches:
        watch.end()


@pytest.fixture(scope="module")
def kept_watch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watch]:
    folder = tmp_path_factory.mktemp("watched")
    (folder / "game.pl").write_text(GAME)
    watch = Watch(folder, "--search", "", "--search", "--program won --position pile(max,3)")
    yield watch
    watch.end()


@pytest.fixture
def watch(kept_watch: Watch) -> Watch:
    """A watch that several tests use; its first round is done."""
    kept_watch.begin()
    return kept_watch


# What a round shows


@pytest.fixture
def rounds(own_folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Rounds:
    """What a watch prints in this process, round by round: at its start, and for each text that is saved."""
    path = own_folder / "game.pl"

    printed: list[str] = []

    def perform(performer: Any, place: int, _: Saves) -> watching.Done:
        printed.extend(capfd.readouterr()[::-1])
        code = watching._exit_code(performer._works[place])
        return watching.Done(code, *capfd.readouterr())

    def run(first: str, *options: str, saved: Sequence[str] = (), file: str = "game.pl") -> list[str]:
        texts = iter(saved)

        def noticed(_: Saves) -> bool:
            text = next(texts, None)
            if text is None:
                raise KeyboardInterrupt
            path.write_text(text)
            return True

        path.write_text(first)
        monkeypatch.setattr(Saves, "noticed", noticed)
        monkeypatch.setattr(watching._Performer, "perform", perform)
        done = in_this_process(capfd)("consult", file, "--watch", *options)
        assert (done.code, done.err.splitlines()[-1]) == (Exit.INTERRUPTED, "pydecl: interrupted")
        return "".join((*printed, done.err, done.out)).split("\n--- ")[1:]

    return run


def test_a_round_shows_the_consult_the_check_and_the_searches(rounds: Rounds, pydecl: Run) -> None:
    (shown,) = rounds(GAME, "--search", "", "--search", "--program alphabeta --depth 4")
    assert pydecl("consult", "game.pl").out in shown
    assert "\ngame.pl: no findings\n" in shown
    assert "\n  minimax                        value 1, best take(2), nodes 600\n" in shown
    assert "\n  --program alphabeta --depth 4  value 0 (an estimate), best take(2), nodes 116\n" in shown
    assert shown.endswith("\nwatching game.pl: save the file to check it again, press Ctrl-C to stop\n")
    assert "\x1b" not in shown


def test_what_changed_in_the_answers_is_marked(rounds: Rounds) -> None:
    searches = ("--search", "", "--search", "--program won --position pile(max,3)")
    _, second, third = rounds(GAME, *searches, saved=[TWELVE, TWELVE + "% a comment\n"])
    assert "\n* minimax " in second
    assert "value -1 (was 1), best take(3) (was take(2)), nodes 2,031 (was 600)\n" in second
    assert "\n  --program won --position pile(max,3)  value won, best none, nodes " in second
    assert "(was" not in third


def test_an_error_is_shown_with_its_place_and_the_watch_goes_on(rounds: Rounds) -> None:
    _, second, third = rounds(GAME, "--search", "", saved=[GAME.replace("10)", ")"), TWELVE])
    assert "game.pl:5:19: error P010" in second
    assert second.count("error P010") == 1
    assert "best" not in second
    assert "value -1 (was 1)" in third


def test_findings_are_shown_below_the_consult(rounds: Rounds) -> None:
    faulty = GAME.replace("staticval(pile(min, 0), 1).", "staticval(pile(min, 0), one).")
    (shown,) = rounds(faulty, "--search", "")
    assert shown.index("can run") < shown.index("error P3") < shown.index("no answer, exit code 3\n")
    assert "\npydecl: the static value of pile(min,0) is one, which is not a number" in shown


def test_a_limit_ends_a_search_and_the_watch_goes_on(rounds: Rounds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LEAST", 600.0)  # loading has all the time
    first, second = rounds(LARGE, "--search", "--time 0.1", saved=[GAME])
    assert "value unknown, a limit was reached, best none" in first
    assert "value 1 (was unknown, a limit was reached)" in second


def test_a_limit_ends_rules_that_do_not_end_and_the_watch_goes_on(
    rounds: Rounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "CHECK_SECONDS", 1.0)
    first, second = rounds(ENDLESS, "--time", "1.5", "--search", "", saved=[GAME])
    # Time may be up before SWI-Prolog runs.
    assert re.search(r"^pydecl: (no answer from SWI-Prolog within 1.5 s|time (is|was) up.*)$", first, re.M), (
        first
    )
    assert "best" not in first
    assert "value 1, best take(2)" in second


# When a round begins


@pytest.mark.thorough("a file that is gone for a moment is inside")
def test_a_save_in_pieces_is_one_save(watch: Watch) -> None:
    with (watch.folder / "game.pl").open("w", encoding="utf-8") as file:
        for piece in (TWELVE[:100], TWELVE[100:300], TWELVE[300:]):
            file.write(piece)
            file.flush()
            time.sleep(POLL / 4)
    assert "value -1 (was 1)" in watch.round(2)
    assert watch.started == 2


def test_a_file_that_is_gone_for_a_moment_was_saved_once(watch: Watch) -> None:
    path = watch.folder / "game.pl"
    path.rename(watch.folder / "game.pl~")
    time.sleep(PATIENCE / 4)
    (watch.folder / "4913").write_text(TWELVE)
    (watch.folder / "4913").rename(path)
    assert "value -1 (was 1)" in watch.round(2)
    assert watch.started == 2


def test_a_file_that_stays_away_is_missed_and_waited_for(watch: Watch) -> None:
    (watch.folder / "game.pl").unlink()
    assert "game.pl: no such file" in watch.round(2)
    watch.save(TWELVE)
    assert "value -1 (was 1)" in watch.round(3)


@pytest.mark.thorough("a limit and Ctrl-C end a search inside")
def test_a_save_interrupts_a_search_that_would_not_end(start: Start) -> None:
    watch = start(LARGE, "--search", "--time 0")
    busy = watch.when_busy()
    watch.save(GAME)
    assert "value 1, best take(2)" in watch.round(1)
    assert "\nsaved again meanwhile: starting over\n" in watch.printed
    assert end_soon(busy)


def test_the_files_that_a_game_includes_are_watched_and_no_others(start: Start) -> None:
    lines = GAME.splitlines(keepends=True)
    values = "".join(line for line in lines if line.startswith("staticval("))
    rest = "".join(line for line in lines if not line.startswith("staticval("))
    start_text = ":- include(values).\n" + rest
    watch = start(start_text, "--search", "")
    assert "source_sink `values' does not exist" in watch.round(1)
    watch.save(values, "values.pl")
    shown = watch.round(2)
    assert "value 1, best take(2)" in shown
    assert "values.pl: save the file to check it again" in shown
    watch.save(GAME, "other.pl")
    time.sleep(5 * POLL)
    assert watch.started == 2
    watch.save(values.replace("-1", "-7").replace("1)", "7)"), "values.pl")
    assert "value 7 (was 1)" in watch.round(3)


@pytest.mark.thorough("a file is watched inside")
def test_a_bundled_game_can_be_watched_with_its_options(rounds: Rounds) -> None:
    (shown,) = rounds(GAME, "--search", "", file="nim:heaps=[1,1]")
    assert "value -1" in shown
    assert "prolog/games/nim.pl: save the file to check it again" in shown


def test_searches_follow_the_convention_of_the_watch(rounds: Rounds) -> None:
    other = "tomove(_, max).\nterminal(pile(_, 0), 0).\nmoves(Pos, Player, [Pos]) :- tomove(Pos, Player).\n"
    options = ("--convention", "textbook", "--search", "", "--search", "--convention and-or")
    (shown,) = rounds(GAME + other, *options)
    assert "\n  minimax              value 1, best take(2)" in shown
    assert "\n  --convention and-or  no answer, exit code 3\n" in shown


def test_an_unknown_convention_is_told(rounds: Rounds) -> None:
    (shown,) = rounds(GAME, "--convention", "nosuch", "--search", "")
    assert "game.pl: no convention is called 'nosuch'; the conventions are textbook, " in shown
    assert "best" not in shown


def test_nothing_is_noticed_where_nothing_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.pl"
    path.write_text(GAME)
    saves = Saves(path)
    assert not saves.noticed()
    path.rename(tmp_path / "away.pl")
    (tmp_path / "away.pl").rename(path)
    assert not saves.noticed()
    path.write_text(TWELVE)
    assert saves.noticed()
    assert not saves.noticed()


# The end


def test_an_interruption_ends_it_with_exit_code_130_and_leaves_no_process(start: Start) -> None:
    watch = start(LARGE, "--search", "--time 0")
    busy = watch.when_busy()
    watch.process.send_signal(signal.SIGINT)
    assert watch.process.wait() == 130
    assert watch.printed.endswith("\npydecl: interrupted\n")
    assert end_soon(busy)


@pytest.mark.thorough("the interruption of a search is inside")
def test_an_interruption_while_it_waits_is_one_too(start: Start) -> None:
    watch = start(GAME)
    watch.round(1)
    left = watch.descendants()
    assert len([one for one in left if not is_fork_server(one)]) == 1  # what would do the next round
    watch.process.send_signal(signal.SIGINT)
    assert watch.process.wait() == 130
    assert "Traceback" not in watch.printed
    assert end_soon(left)


@pytest.mark.thorough("the interruption of a search is inside")
def test_whatever_kills_the_watch_ends_what_it_runs(start: Start) -> None:
    watch = start(LARGE, "--search", "--time 0")
    busy = watch.when_busy()
    watch.process.kill()
    assert end_soon(busy)


def test_it_ends_where_prolog_cannot_be_used(start: Start) -> None:
    watch = start(GAME, SWI_HOME_DIR="/nonexistent")
    assert watch.process.wait() == 5
    assert "SWI-Prolog does not start" in watch.printed


def test_a_terminal_is_cleared_for_each_round(tmp_path: Path) -> None:
    (tmp_path / "game.pl").write_text(GAME)
    ours, theirs = pty.openpty()
    command = [*PROGRAM, "consult", "game.pl", "--watch"]
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
    watched = pydecl("consult", "game.pl", "--watch", "--search", options)
    searched = pydecl("search", "game.pl", *options.split())
    assert (watched.code, watched.out) == (searched.code, searched.out) == (2, "")
    assert watched.err.splitlines()[-1] == searched.err.splitlines()[-1]
    assert watched.err.splitlines()[-1].startswith("Error: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["game.pl", "--watch", "--search", "--position 'a"],
            """--search "--position 'a": no closing quotation""",
        ),
        (
            ["game.pl", "--watch", "--search", "--json"],
            "--search '--json': --json and --leaves cannot be used here",
        ),
        (
            ["game.pl", "--watch", "--search", "--leaves"],
            "--search '--leaves': --json and --leaves cannot be used",
        ),
        (["game.pl", "--watch", "--json"], "--json cannot be combined with --watch"),
        (["game.pl", "--search", ""], "--search needs --watch"),
        (["nosuch.pl", "--watch"], "nosuch.pl: no such file"),
        ([".", "--watch"], ".: a folder, not a file"),
    ],
)
def test_what_cannot_be_watched_is_refused(pydecl: Run, arguments: list[str], message: str) -> None:
    done = pydecl("consult", *arguments)
    assert done.code == 2
    assert "--json" in arguments or not done.out
    assert done.err.startswith(f"pydecl: {message}")
