"""pydecl crosscheck RULES --against WHAT: is another program's game that of the rules?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydecl.api.court import against
from pydecl.cli.court_report import court_page, issue
from pydecl.cli.output import print_json, say
from pydecl.cli.terminal import echo
from pydecl.court.telling import court_text
from pydecl.errors import Exit, InputError
from pydecl.loading.rules_files import Reading


@dataclass(frozen=True)
class CourtQuestion:
    """What was said of a comparison with another program's game."""

    what: str
    positions: int | None
    depth: int | None
    seed: int
    seconds: float | None
    memory: int
    reading: Reading
    names: Path | None
    excepted: Sequence[str]
    lines: Path | None


def check_in_court(
    games: Sequence[str] | None, asked: CourtQuestion, page: Path | None, *, as_json: bool, as_issue: bool
) -> Exit:
    """Compare, and print what was found; `page` is a file for it, too."""
    if page is not None and page.suffix != ".html":
        raise InputError(f"{page}: the report of --against is a page: name a file that ends with .html")
    if not games or len(games) != 1:
        raise InputError("--against holds a system against one game: give its name or its rules file")
    verdict = against(
        games[0],
        asked.what,
        positions=asked.positions,
        depth=asked.depth,
        seed=asked.seed,
        seconds=asked.seconds,
        memory=asked.memory,
        names=asked.names,
        excepted=asked.excepted,
        lines=() if asked.lines is None else lines_of(asked.lines),
        convention=asked.reading.convention,
        moves_again=asked.reading.moves_again,
    )
    if page is not None:
        page.write_text(court_page(verdict, court_text(verdict)), "utf-8")
    if as_json:
        print_json(verdict.to_json())
    elif as_issue and verdict.differences:
        echo(issue(verdict))
    else:
        say(court_text(verdict))
    return verdict.exit_code


def lines_of(file: Path) -> list[list[str]]:
    """The lines of play of a file: the rules' moves with blanks between them, or a list of JSON.

    Raises InputError if it cannot be read.
    """
    try:
        texts = [text.strip() for text in file.read_text("utf-8").splitlines()]
        return [json.loads(text) if text[0] == "[" else text.split() for text in texts if text]
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: expected a line of moves on each line: {error}") from None
