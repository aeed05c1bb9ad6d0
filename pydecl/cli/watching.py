"""pydecl check --watch: a game again at each save, with its check and the searches asked for.

Whatever runs, runs in a second process, which a new save ends if it has not finished. If it has, it waits for
the next round: its workers then start in milliseconds.
"""

from __future__ import annotations

import io
import json
import shlex
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from typing import Any

import typer

from pydecl.cli.failing import reported
from pydecl.cli.options import parsed
from pydecl.cli.output import output
from pydecl.cli.searching import search_game
from pydecl.cli.terminal import echo
from pydecl.errors import Exit, InputError, LimitError, StoppedError
from pydecl.loading.rules_files import AS_IT_SAYS, Reading
from pydecl.loading.saves import POLL, Saves, game_file
from pydecl.sandbox.fork_server import expect_many
from pydecl.sandbox.pool import Workers
from pydecl.sandbox.work import Call, nobody

CHECK_SECONDS = 10.0
"""What a question of the check may take at the most."""

Work = Callable[[], Exit | None]
"""A command with its arguments, ready to be told to another process."""

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


def search_of(file: str, text: str, reading: Reading = AS_IT_SAYS) -> Search:
    """The search of a file that a text of options asks for; the file is read so, if that says nothing else.

    Whatever is wrong with it is said as `pydecl search` would say it.

    >>> search_of("pile.pl", "").options, search_of("pile.pl", "--program alphabeta  --depth 4").options
    ('alphabeta', '--program alphabeta  --depth 4')
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InputError(f"--search {text!r}: {str(error).lower()}") from None
    asked = parsed(search_game, "pydecl search", [file, *words])
    if not asked:
        raise typer.Exit
    _ = search_game.grouped(asked)["asked"].asked  # type: ignore[attr-defined]  # which checks it
    if asked["as_json"] or asked["leaves"]:
        raise InputError(f"--search {text!r}: --json and --leaves cannot be used here")
    asked |= {"as_json": True, "convention": asked["convention"] or reading.convention}
    asked["moves_again"] = asked["moves_again"] or reading.moves_again
    return Search(text.strip() or asked["program"], partial(search_game, **asked))


def watch(
    file: str,
    consulted: Work,
    checked: Callable[[float], Exit | None],
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
    workers = Workers()
    try:
        while True:
            _head(saves)
            try:
                code = _round(partial(perform, workers, saves), consulted, check, searches, shown)
            except StoppedError:
                echo("saved again meanwhile: starting over")
                continue
            if code == Exit.NO_PROLOG:
                return Exit.NO_PROLOG
            files = ", ".join(map(str, saves.files)) or file
            echo(f"\nwatching {files}: save the file to check it again, press Ctrl-C to stop")
            while not saves.noticed():
                time.sleep(POLL)
    finally:
        workers.end()


def _head(saves: Saves) -> None:
    console = output()
    if console.is_terminal:
        console.clear()
    else:
        echo()
    echo(f"--- {time.strftime('%H:%M:%S')} {saves.path}")


def _round(
    do: Callable[[Work], Done],
    consulted: Work,
    check: Work,
    searches: Sequence[Search],
    shown: dict[int, Answer],
) -> int:
    """Consult, check and search once; the exit code of the consult. Raises StoppedError at a new save."""
    loaded = do(consulted)
    is_refused = loaded.code == Exit.BAD_INPUT  # and the check says more about it
    if not is_refused:
        _print(loaded)
    findings = do(check)
    if is_refused and not findings.code:
        _print(loaded)
    _print(findings)
    if loaded.code == Exit.FINE and searches:
        echo()
        _search_all(do, searches, shown)
    return loaded.code


def _print(done: Done) -> None:
    echo(done.err, end="", stderr=True)
    echo(done.out, end="")


# The searches


def _search_all(do: Callable[[Work], Done], searches: Sequence[Search], shown: dict[int, Answer]) -> None:
    """Search, and show each answer with what has changed since it was `shown` last."""
    width = max(len(search.options) for search in searches)
    for number, search in enumerate(searches):
        done = do(search.work)
        answer = _answer(done)
        if answer is None:
            echo(f"  {search.options:<{width}}  no answer, exit code {done.code}")
        else:
            before = shown.get(number, answer)
            mark = " " if answer == before else "*"
            echo(f"{mark} {search.options:<{width}}  {compared(answer, before)}")
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
    """An answer, with what it was before where it has changed."""
    parts = []
    for name, now in answer.items():
        was = "" if before[name] == now else f" (was {before[name]})"
        parts.append(f"{name} {now}{was}")
    return ", ".join(parts)


# The process that does the work


def perform(workers: Workers, saves: Saves, work: Work) -> Done:
    """What a command printed in another process, and how it ended. Raises StoppedError at a save."""
    is_saved = False

    def is_wanted() -> bool:
        nonlocal is_saved
        is_saved = is_saved or saves.noticed()
        return not is_saved

    try:
        done: Done = workers.do(Call(performed, (work,)), nobody, is_wanted=is_wanted)
    except LimitError as error:  # it died
        return Done(error.exit_code, "", f"pydecl: {error}\n")
    return done


def performed(work: Work) -> Done:
    """The same in this process."""
    expect_many()
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = exit_code(work)
    return Done(code, out.getvalue(), err.getvalue())


def exit_code(work: Work) -> int:
    """How a command ends; what is wrong is printed."""
    try:
        reported(work)()
    except typer.Exit as ended:
        return ended.exit_code
    return 0
