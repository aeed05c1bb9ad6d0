"""Solved games in folders: `pydecl solve --verify DIR`, and `pydecl solve DIR`, which looks positions up."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from pydecl.cli.failing import complain
from pydecl.cli.limits import limited
from pydecl.cli.options import Loading
from pydecl.cli.output import output, plain_table, print_fields, print_json, progress_bar
from pydecl.cli.terminal import echo
from pydecl.engines.searching import the_position
from pydecl.errors import Exit, InputError, PositionError
from pydecl.model.result import End, Solution
from pydecl.model.term import Term
from pydecl.solving.card import OutcomeCard, Verified
from pydecl.solving.database import Database, opened
from pydecl.solving.verifying import verify

AT_ONCE = 4096
"""How many lines are read before they are answered."""


def verify_folder(folder: Path, how: Loading, as_json: bool) -> Exit:
    """Say whether all solutions that are stored are right."""
    with (
        limited(how.seconds),
        opened(folder, memory=how.memory, seconds=how.seconds) as database,
        progress_bar(f"verify {folder}"),
    ):
        what = "solutions" if isinstance(database.card, OutcomeCard) else "values"
        found = verify(database, how.seconds)
    if as_json:
        print_json({"folder": str(folder), "right": isinstance(found, Verified), **found.to_json()})
    elif isinstance(found, Verified):
        echo(
            f"{folder}: all {found.positions:,} {what} follow from those of their successors; "
            f"SWI-Prolog gave the successors of {found.expanded:,}, "
            f"and another engine searched {found.searched:,}"
        )
    else:
        echo(f"{folder}: {found}")
    return Exit.FINE if isinstance(found, Verified) else Exit.DISAGREEMENT


def probe(folder: Path, asked: Sequence[str], how: Loading, as_json: bool) -> Exit | None:
    """Look positions up in a solved game: won, drawn or lost, in how many plies, and the best moves.

    Of a game of chance, what they are worth.
    """
    if "-" in asked and len(asked) > 1:
        raise InputError("'-' reads all positions from standard input: give no others")
    with limited(how.seconds), opened(folder, memory=how.memory, seconds=how.seconds) as database:
        if list(asked) == ["-"]:
            return _answer_lines(database, as_json)
        game = database.game
        terms = [the_position(game, one) for one in asked] or [the_position(game, None)]
        ends = [database.solution(term) for term in terms]
        found = [_told(database, term, end) for term, end in zip(terms, ends, strict=True)]
    if as_json:
        print_json(found if asked else found[0])
        return None
    for number, (one, end) in enumerate(zip(found, ends, strict=True)):
        if number:
            echo("")
        _show(one, end)
    return None


def _told(database: Database, position: Term, end: End) -> dict[str, Any]:
    game = database.game
    best = [
        {"move": None if move is None else game.write(move), "position": game.format_position(successor)}
        for move, successor, _ in database.best(position)
    ]
    return {"position": game.format_position(position), **end.to_json(), "best": best}


def _show(told: dict[str, Any], end: End) -> None:
    print_fields(
        {"position": told["position"], "outcome" if isinstance(end, Solution) else "value": str(end)}
    )
    if told["best"]:
        output().print()
        rows = [(one["move"] or "", one["position"]) for one in told["best"]]
        output().print(plain_table("best move", "leads to", rows=rows))


def _answer_lines(database: Database, as_json: bool) -> Exit | None:
    """A line for each: the position, its outcome and the plies, or the bounds of its value.

    What is no position is told on standard error, and the exit code says so in the end.
    """
    code = None
    for lines in _batches(sys.stdin):
        read: list[tuple[str, Term]] = []
        for number, line in lines:
            try:
                read.append((line, the_position(database.game, line)))
            except PositionError as error:
                complain(f"standard input, line {number}: {error}")
                code = error.exit_code
        solutions = database.solutions([term for _, term in read])
        for (line, _), solution in zip(read, solutions, strict=True):
            if as_json:
                print_json({"position": line, **({} if solution is None else solution.to_json())})
            elif solution is None:
                echo(f"{line}\tnot stored\t")
            elif isinstance(solution, Solution):
                echo(f"{line}\t{solution.outcome.value}\t{'' if solution.plies is None else solution.plies}")
            else:
                echo(f"{line}\t{solution.lower!r}\t{solution.upper!r}")
    return code


def _batches(lines: Iterable[str]) -> Iterator[Sequence[tuple[int, str]]]:
    """The lines with their numbers, some at a time, without those that are empty."""
    told = ((number, line.strip()) for number, line in enumerate(lines, 1) if line.strip())
    while batch := list(islice(told, AT_ONCE)):
        yield batch
