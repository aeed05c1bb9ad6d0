"""Other programs' games: `pydecl crosscheck RULES --against WHAT` holds one against rules.

`pydecl suite` writes positions to test such programs on, `pydecl verify` holds rules against lines of play.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from pydecl.api.court import suite, verify
from pydecl.cli.completing import suggest_game
from pydecl.cli.options import JSON, SEED, TIME, argument, command, flag, option, options
from pydecl.cli.output import print_json, refuse_unwritable, save, say
from pydecl.cli.terminal import echo
from pydecl.court.suite import POSITIONS
from pydecl.court.telling import cited, court_text, issue, title
from pydecl.court.verdict import CourtVerdict, Difference
from pydecl.errors import Exit, InputError
from pydecl.grading.pages.page import page
from pydecl.model.number import counted
from pydecl.workbench.drawing.svg import Markup, element

T = TypeVar("T")

COURT = "Another program's game, with --against"
"""The group of the options about other programs' games."""


@options
class Court:
    """The options about another program's game."""

    what: str | None = option(
        "--against",
        "SYSTEM",
        "Hold another program's game against the rules: open_spiel:NAME, python:MODULE:CLASS, "
        "pettingzoo:NAME, rules:FILE, command:WORDS.",
        group=COURT,
    )
    names: Path | None = option(
        "--names",
        "FILE",
        "What the system calls moves: called(Move, Name) in Prolog, or called(move) in Python.",
        group=COURT,
    )
    excepted: list[str] | None = option(
        "--except",
        "WHAT",
        "Allow differences: draws_by_repetition, 'length > 200', or a FILE.pl with clauses "
        "allow(Position, Kind); can be repeated.",
        group=COURT,
    )
    lines: Path | None = option(
        "--lines",
        "FILE",
        "Compare these lines of the rules' moves, and play on from their ends.",
        group=COURT,
    )
    as_issue: bool = flag("--issue", "Write a difference as a maintainer needs it.", group=COURT)


def show_verdict(verdict: CourtVerdict, court: Court, file: Path | None, *, as_json: bool) -> Exit:
    """Print what was found, and write it to a page, if a `file` for it is given."""
    if file is not None:
        save(file, court_page(verdict))
    if as_json:
        print_json(verdict.to_json())
    elif court.as_issue and verdict.told:
        echo(issue(verdict))
    else:
        say(court_text(verdict))
    return verdict.exit_code


def lines_of(file: Path) -> list[list[str]]:
    """The lines of play of a file: the rules' moves with blanks between them, or a list of JSON."""
    return _read(file, _line, "a line of moves")


def _line(text: str) -> list[str]:
    moves: list[str] = json.loads(text) if text[0] == "[" else text.split()
    if not all(isinstance(move, str) for move in moves):
        raise ValueError(f"no list of texts: {text[:100]}")
    return moves


def _read(file: Path, line: Callable[[str], T], expected: str) -> list[T]:
    """What each line of a file says. Raises InputError if it cannot be read."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise InputError(f"{file}: it is no text in UTF-8: {error}") from None
    found = []
    for number, text in enumerate(lines, 1):
        try:
            found += [line(text.strip())] if text.strip() else []
        except ValueError as error:
            raise InputError(f"{file}:{number}: expected {expected}: {error}") from None
    return found


def court_page(verdict: CourtVerdict) -> str:
    """All that was found, with both boards side by side where they differ."""
    said = [element("p", line) for line in court_text(verdict).split("\n\n")[0].splitlines()]
    found = [part for one in verdict.told for part in _shown(one, verdict)]
    return page(verdict.system, element("h1", verdict.system), *said, *found)


def _shown(found: Difference, verdict: CourtVerdict) -> Iterator[Markup]:
    yield element("h2", title(found))
    names = " ".join(name if rules in (name, None) else f"{rules}={name}" for rules, name in found.line)
    if names:
        yield element("p", element("code", names))
    sides = (
        ("The rules", found.expected, found.boards[0]),
        (verdict.system, found.found, found.boards[1]),
    )
    yield element(
        "div",
        *(
            element(
                "section",
                element("h3", whose),
                element("p", said),
                element("pre", board) if board else "",
            )
            for whose, said, board in sides
        ),
        class_="pictures",
    )
    if found.script:
        yield element("h3", "Without pydecl")
        yield element("pre", "\n".join(found.script))
        yield element("p", "It prints:")
        yield element("pre", found.output)
    comment, clauses = cited(verdict.rules, found.kind)
    if all(rules is not None for rules, _ in found.line):
        yield element("h3", "What the rules say")
        yield element("pre", f"{comment}\n\n{clauses}".strip())


RULES_FILE = argument("RULES", "A rules file, or a bundled game.", suggest_game)


@command
def write_suite(
    rules: str = RULES_FILE,
    to: Path | None = option("-o/--output", "FILE", "Write to this file."),
    positions: int = option("--positions", "N", "So many positions.", min=1, default=POSITIONS),
    seed: int = SEED,
    time: float | None = TIME,
) -> None:
    """Write positions of a game, with moves, mover and result, that show slips in programs of it.

    One object of JSON a line: the line of play that leads there, who moves (0 began), the moves, the first
    player's result once it is over, and why the position is there. Slips are made in the rules, one at a
    time; of those that change what can be seen, each is shown by two positions, if there are two.
    """
    if to is not None:
        refuse_unwritable(to)
    found = suite(rules, positions=positions, seed=seed, seconds=time or None)
    text = "".join(json.dumps(entry) + "\n" for entry in found.entries)
    if to is None:
        echo(text, end="")
        return
    save(to, text.encode())
    left = f"; there was no time for {counted(found.left, 'slip')}" if found.left else ""
    echo(
        f"{to}: {counted(len(found.entries), 'position')} of {found.looked:,}, which show"
        f" {counted(found.shown, 'slip')} in the rules; {found.hidden:,} change nothing there{left}"
    )


@command
def verify_rules(
    rules: str = RULES_FILE,
    examples: Path = option("--examples", "FILE", "Lines of play, one object of JSON a line.", default=...),
    time: float | None = TIME,
    as_json: bool = JSON,
) -> Exit:
    """Hold rules against lines of play that are known to be right, with moves, movers and results.

    FILE is as 'pydecl suite' writes it; of "mover", "moves" and "result" any may be left out. What is wrong
    is told on the shortest line.

    The exit code is 0 if the rules and the examples agree, 1 if not, and 4 if nothing was compared.
    """
    told = _read(examples, json.loads, "an object of JSON")
    found = verify(rules, told, seconds=time or None)
    if as_json:
        print_json(found.to_json())
        return found.exit_code
    wrong = found.wrong
    if wrong is not None:
        echo(f"example {wrong.example} is not as the rules: {wrong.kind}")
        echo(f"  line:      {' '.join(wrong.line) or 'none'}")
        echo(f"  the rules: {_said(wrong.rules)}")
        echo(f"  example:   {_said(wrong.said)}")
    elif found.moves:
        agree = "agrees" if found.examples == 1 else "agree"
        echo(
            f"{counted(found.examples, 'example')} {agree} with {rules}: {counted(found.moves, 'comparison')}"
        )
    else:
        echo("unfinished: nothing was compared, for there are no moves in the examples")
    return found.exit_code


def _said(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
