"""pydecl check --watch: a game again at each save, with its check and the searches asked for.

Whatever runs, runs in a second process, which a new save ends if it has not finished. If it has, it waits for
the next round: its workers then start in milliseconds.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shlex
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from typing import IO, Any, Self

import typer

from pydecl.cli.options import Question
from pydecl.cli.output import output
from pydecl.cli.searching import search_game
from pydecl.cli.terminal import echo
from pydecl.errors import Exit, InputError
from pydecl.loading.rules_files import AS_IT_SAYS, Reading
from pydecl.loading.saving import POLL, Saves, game_file
from pydecl.sandbox.fork_server import expect_many

CHECK_SECONDS = 10.0
"""What a question of the check may take at the most."""

Work = Callable[[], object]
"""A command with its arguments: it prints, and raises typer.Exit where its exit code is not 0."""

Answer = dict[str, str]
"""What is compared of a search's answer: its value, best move and nodes, as they are shown."""


@dataclass(frozen=True)
class Search:
    """One search that is asked for: its options as they were given, and what runs it."""

    options: str
    work: Work


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


class _SavedError(Exception):
    """The files were saved while something was running."""


def searches_of(file: str, texts: Sequence[str], reading: Reading = AS_IT_SAYS) -> list[Search]:
    """The searches of a file that texts of options ask for; read so, if they say nothing else.

    Whatever is wrong with one of them is said as `pydecl search` would say it.

    >>> [search.options for search in searches_of("pile.pl", ["", "--program alphabeta  --depth 4"])]
    ['alphabeta', '--program alphabeta  --depth 4']
    """
    return [_search(file, text, reading) for text in texts]


def _search(file: str, text: str, reading: Reading) -> Search:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InputError(f"--search {text!r}: {str(error).lower()}") from None
    parser = typer.Typer(add_completion=False, rich_markup_mode=None)
    parser.command()(search_game)
    command = typer.main.get_command(parser)
    context = command.make_context("pydecl search", [file, *words])
    asked = context.params
    _ = Question(**{one.name: asked[one.name] for one in fields(Question)}).asked  # which checks them
    if asked["as_json"] or asked["leaves"]:
        raise InputError(f"--search {text!r}: --json and --leaves cannot be used here")
    asked |= {"as_json": True, "convention": asked["convention"] or reading.convention}
    asked["moves_again"] = asked["moves_again"] or reading.moves_again
    return Search(text.strip() or asked["program"], lambda: command.invoke(context))


def watch(
    file: str,
    consulted: Work,
    checked: Callable[[float], object],
    seconds: float | None,
    searches: Sequence[Search],
) -> Exit:
    """Consult a file, check it and search it, and again whenever it is saved; until an interruption.

    The check is told what a question of it may take: `seconds`, but no more than CHECK_SECONDS. The watch
    ends by itself only where SWI-Prolog cannot be used.
    """
    saves = Saves(game_file(file))
    check = partial(checked, min(seconds or CHECK_SECONDS, CHECK_SECONDS))
    shown: dict[int, Answer] = {}
    with _Performer([consulted, check, *(search.work for search in searches)]) as performer:
        while True:
            _head(saves)
            try:
                code = _round(saves, performer, searches, shown)
            except _SavedError:
                performer.close()
                _say("saved again meanwhile: starting over")
                continue
            if code == Exit.NO_PROLOG:
                return Exit.NO_PROLOG
            files = ", ".join(map(str, saves.files)) or file
            _say(f"\nwatching {files}: save the file to check it again, press Ctrl-C to stop")
            while not saves.noticed():
                time.sleep(POLL)


def _head(saves: Saves) -> None:
    console = output()
    if console.is_terminal:
        console.clear()
    else:
        _say()
    _say(f"--- {time.strftime('%H:%M:%S')} {saves.path}")


def _say(text: str = "") -> None:
    echo(text)
    sys.stdout.flush()


def _round(saves: Saves, performer: _Performer, searches: Sequence[Search], shown: dict[int, Answer]) -> int:
    """Consult, check and search once; the exit code of the consult. Raises _SavedError at a new save."""
    loaded = performer.perform(CONSULTED, saves)
    is_refused = loaded.code == Exit.BAD_INPUT  # and the check says more about it
    if not is_refused:
        _print(loaded)
    findings = performer.perform(CHECKED, saves)
    if is_refused and not findings.code:
        _print(loaded)
    _print(findings)
    if loaded.code == Exit.FINE and searches:
        _say()
        _search_all(saves, performer, searches, shown)
    return loaded.code


def _print(done: Done) -> None:
    for text, is_error in ((done.err, True), (done.out, False)):
        if text:
            echo(text, end="", stderr=is_error)
            (sys.stderr if is_error else sys.stdout).flush()


# The searches


def _search_all(
    saves: Saves, performer: _Performer, searches: Sequence[Search], shown: dict[int, Answer]
) -> None:
    """Search, and show each answer with what has changed since it was `shown` last."""
    width = max(len(search.options) for search in searches)
    for number, search in enumerate(searches):
        done = performer.perform(SEARCHED + number, saves)
        answer = _answer(done)
        if answer is None:
            _say(f"  {search.options:<{width}}  no answer, exit code {done.code}")
        else:
            before = shown.get(number, answer)
            mark = " " if answer == before else "*"
            _say(f"{mark} {search.options:<{width}}  {compared(answer, before)}")
            shown[number] = answer
        _print(Done(done.code, "", done.err))


def _answer(done: Done) -> Answer | None:
    """What a search answered, or None where it ended without an answer."""
    if not done.out:
        return None
    told: dict[str, Any] = json.loads(done.out)
    best = told["best"] or {}
    return {
        "value": _value(told),
        "best": str(best.get("move") or best.get("position", "none")),
        "nodes": "unknown" if told["nodes"] is None else f"{told['nodes']:,}",
    }


def _value(told: dict[str, Any]) -> str:
    value = told["value"]
    if value is None:
        return "unknown" if told["complete"] else "unknown, a limit was reached"
    if isinstance(value, bool):
        return "won" if value else "not won"
    more = {"lower": " or more", "upper": " or less"}.get(told["bound"] or "", "")
    return f"{value}{more}{' (an estimate)' if told['horizon'] else ''}"


def compared(answer: Answer, before: Answer) -> str:
    """An answer, with what it was before where it has changed.

    >>> compared({"value": "1", "nodes": "60"}, {"value": "1", "nodes": "42"})
    'value 1, nodes 60 (was 42)'
    """
    parts = []
    for name, now in answer.items():
        was = "" if before[name] == now else f" (was {before[name]})"
        parts.append(f"{name} {now}{was}")
    return ", ".join(parts)


# The process that does the work

CONSULTED, CHECKED, SEARCHED = range(3)
"""The places of the pieces of work; those from SEARCHED on are searches."""


class _Performer:
    """A process that does pieces of work, one after the other; it ends with this one. A context manager.

    It starts when it is first asked for one, and again after its end.
    """

    def __init__(self, works: Sequence[Work]) -> None:
        self._works = works
        self._process: ForkProcess | None = None
        self._ends = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = None
        self._ends.close()

    def perform(self, place: int, saves: Saves) -> Done:
        """Do the work in this place; raises _SavedError at a save."""
        if self._process is None or not self._process.is_alive():
            self.close()
            self._start()
        assert self._process is not None
        self._orders.send(place)
        while not self._orders.poll(POLL):
            if saves.noticed():
                raise _SavedError
        try:
            code = self._orders.recv()
        except EOFError:
            self._process.join()
            code = self._process.exitcode
        return Done(code, *map(_taken, self._printed))

    def _start(self) -> None:
        self._printed = [self._ends.enter_context(tempfile.TemporaryFile()) for _ in range(2)]  # noqa: SIM115
        fork = multiprocessing.get_context("fork")
        orders, replies = fork.Pipe()
        self._orders = self._ends.enter_context(orders)
        with replies:
            outputs = [file.fileno() for file in self._printed]
            process = fork.Process(target=_perform, args=(self._works, replies, outputs))
            process.start()
        self._process = process


def _taken(file: IO[bytes]) -> str:
    """What was printed into a file, which is empty then."""
    file.seek(0)
    text = file.read().decode(errors="replace")
    file.seek(0)  # the performer writes on from here
    file.truncate()
    return text


def _perform(works: Sequence[Work], orders: Connection, outputs: Sequence[int]) -> None:
    threading.Thread(target=_die_with_parent, daemon=True).start()
    for number, file in enumerate(outputs, 1):
        os.dup2(file, number)
    expect_many()
    while True:
        code = _exit_code(works[orders.recv()])
        sys.stdout.flush()
        sys.stderr.flush()
        orders.send(code)


def _exit_code(work: Work) -> int:
    try:
        work()
    except typer.Exit as ended:
        return ended.exit_code
    return 0


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
