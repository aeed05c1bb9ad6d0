"""What `pydecl solve` says of all positions of a game: what engines have found, and what folders keep."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from pydecl.cli.failing import complain
from pydecl.cli.limits import limited
from pydecl.cli.options import Loading
from pydecl.cli.output import output, plain_table, print_fields, print_json, progress_bar, say
from pydecl.cli.terminal import echo
from pydecl.crosschecking import Agreement, Divergence, Verdict
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.result_text import STOPPED
from pydecl.engines.searching import the_position
from pydecl.errors import Exit, InputError, NoCompilerError, PositionError
from pydecl.model.result import End, Solution, Status
from pydecl.model.solved import Extreme, Furthest, Solved, Table, ValueTable, rows
from pydecl.model.term import Term
from pydecl.solving.card import AnyCard, OutcomeCard, Verified
from pydecl.solving.database import Database, opened
from pydecl.solving.solver import jobs_on, position_for, position_of
from pydecl.solving.verifying import verify

COMPARED = {"both": registry.complete(), "all": registry.solvers()}
"""Several engines solve, and are compared: those on which every program runs, or all that cover the game."""

Found = TypeVar("Found")

CHANCE = "chance"
"""Who is to move where no player is."""

OUTCOMES = (
    ("to move", "positions", "won", "drawn", "lost", "longest win", "longest loss"),
    "'won' means won by MAX, whoever is to move."
    " Of the longest win and loss, the plies and a position are shown.",
)
VALUES = (
    ("to move", "positions", "won", "lost", "mean", "best but won", "worst but lost"),
    "A value is what MAX can expect: 1 is won, -1 lost, and 0 drawn or endless play.",
)
"""What stands above and below a table of positions by who is to move; the next four columns are numbers."""


def solved_by(
    engine: str | None,
    jobs: int | None,
    compare: Callable[[Sequence[str]], tuple[Verdict | None, Sequence[Found]]],
    solve: Callable[[str, int], Found],
) -> tuple[Verdict | None, Sequence[Found]]:
    """What several engines find, compared, or one: by default machine code, and SWI-Prolog if that cannot."""
    if engine in COMPARED:
        return compare(COMPARED[engine])
    if engine is not None:
        return None, [solve(engine, jobs_on(engine, jobs))]
    fast = registry.keepers()[0]
    try:
        return None, [solve(fast, jobs_on(fast, jobs))]
    except InputError as error:
        found = [solve(registry.REFERENCE, jobs_on(registry.REFERENCE, jobs))]
        if not isinstance(error, NoCompilerError):
            complain(f"note: solved in SWI-Prolog, because machine code cannot: {error}")
        return None, found


# What engines found


def found_json(game: SessionGame, found: Solved[Any], bound: float) -> dict[str, Any]:
    """The fields that other programs may rely on."""
    start, values = _start(game, found), {}
    if game.has_chance:
        gap = found.values.gap if found.has_values else None
        values = {"bound": bound, "gap": gap, "sweeps": found.sweeps}
    return {
        "game": game.name,
        "engine": found.engine,
        "status": found.status.value,
        "view": "max",
        "positions": len(found.positions) if found.complete else None,
        "added": len(found.positions) - found.roots if found.complete else None,
        "ends": found.leaves,
        "met": found.nodes,
        "start": None if start is None else {"position": start[0], **start[1].to_json()},
        **values,
        "table": [
            {"player": row.player, "added": is_added, **asdict(row)} for row, is_added in _rows(game, found)
        ],
        "seconds": found.seconds,
    }


def compared_json(game: str, verdict: Verdict | None, results: list[dict[str, Any]]) -> dict[str, Any]:
    """The fields that other programs may rely on."""
    said = {} if verdict is None else verdict.to_json()
    return {
        "game": game,
        "agree": said.get("agree"),
        **({"left_out": said["left_out"]} if "left_out" in said else {}),
        "divergences": said.get("divergences", []),
        "engines": results,
    }


def show_found(
    game: SessionGame, found: Sequence[Solved[Any]], verdict: Verdict | None, bound: float
) -> None:
    """What a person wants to read."""
    first = found[0]
    fields = {"game": game.name}
    if first.complete:
        fields["positions"] = _counted(game, first)
        if (start := _start(game, first)) is not None:
            fields["start"] = f"{start[0]}: {start[1]}"
        if first.has_values:
            fields["bound"] = _reached(first.values.gap, first.sweeps, bound)
    for one in found:
        met = "" if one.nodes is None else f", with {one.nodes:,} positions met"
        why = "" if one.complete else f"{STOPPED[one.status]}{met}, "
        fields[one.engine] = f"{why}{one.seconds:.1f} s"
    if isinstance(verdict, Agreement):
        fields["comparison"] = f"the engines agree on all {verdict.positions:,} positions"
    print_fields(fields)
    if first.complete:
        _show_rows(_rows(game, first), VALUES if game.has_chance else OUTCOMES)


def print_verdict(game: str, verdict: Verdict | None) -> None:
    """Which engines were left out, and where the others differ."""
    for name, why in verdict.left_out.items() if verdict else ():
        complain(f"note: {game}: the engine {name} is left out: {why}")
    if isinstance(verdict, Divergence):
        say(verdict.text(game))


def written(game: SessionGame, found: Solved[Any], position: Any) -> str:
    """One of the positions in the game's notation."""
    return game.format_position(position_of(game, found.engine, position))


def _start(game: SessionGame, found: Solved[Any]) -> tuple[str, End] | None:
    """The first initial position and how it ends or what it is worth, if it is one of the positions."""
    for term in game.initial()[:1] if found.complete else ():
        try:
            number = found.positions.index(position_for(game, found.engine, term))
        except ValueError:
            return None
        return game.format_position(term), found.solutions[number]
    return None


def _counted(game: SessionGame, found: Solved[Any]) -> str:
    """How many positions there are, the roots among them, and how many ends."""
    count, of_ends = len(found.positions), f", {found.leaves:,} of them ends"
    if "position/1" not in game.defined:
        return f"{count:,} can be reached{of_ends}"
    added = f"{count - found.roots:,} reached from them"
    return f"{count:,}: {found.roots:,} of position/1, and {added}{of_ends}"


def _rows(game: SessionGame, found: Solved[Any]) -> Iterator[tuple[Table | ValueTable, bool]]:
    """The positions by who is to move, and whether they are added to those that the rules enumerate."""
    return rows(found, partial(written, game, found))


# What is kept


def card_json(card: AnyCard, folder: Path) -> dict[str, Any]:
    """The fields that other programs may rely on, as of what was found now."""
    start = None if card.start is None else {key: told for key, told in card.start.items() if key != "said"}
    values = {}
    if not isinstance(card, OutcomeCard):
        values = {"bound": card.bound, "gap": card.gap, "sweeps": card.sweeps}
    return {
        "game": card.game,
        "engine": registry.keepers()[0],
        "status": Status.COMPLETE.value,
        "view": "max",
        "positions": card.positions,
        "ends": card.ends,
        "start": start,
        **values,
        "table": [asdict(row) for row in card.table],
        "seconds": card.seconds,
        "stored": {"folder": str(folder), "bytes": card.bytes, "layers": len(card.files)},
    }


def show_card(card: AnyCard, folder: Path) -> None:
    """What a person wants to read."""
    fields = {"game": card.game}
    fields["positions"] = f"{card.positions:,} can be reached, {card.ends:,} of them ends"
    if card.start is not None:
        fields["start"] = f"{card.start['position']}: {card.start['said']}"
    if not isinstance(card, OutcomeCard):
        fields["bound"] = _reached(card.gap, card.sweeps, card.bound)
    layers = "" if len(card.files) == 1 else f", {len(card.files)} layers"
    fields[registry.keepers()[0]] = f"{card.seconds:.2f} s{layers}"
    print_fields(fields)
    _show_rows(((row, False) for row in card.table), OUTCOMES if isinstance(card, OutcomeCard) else VALUES)
    each = card.bytes / max(1, card.positions)
    echo(f"\n{folder}: {card.bytes:,} bytes, {each:.2f} a position; 'pydecl solve {folder}' reads it")


# Both


def _show_rows(found: Iterable[tuple[Table | ValueTable, bool]], said: tuple[Sequence[str], str]) -> None:
    """A table of the positions by who is to move, and what it says."""
    headings, explained = said
    table = plain_table(*headings)
    for column in table.columns[1:5]:
        column.justify = "right"
    for row, is_added in found:
        mover = (row.player if row.player == CHANCE else row.player.upper()) + ", added" * is_added
        if isinstance(row, Table):
            counts = f"{row.positions:,}", f"{row.won:,}", f"{row.drawn:,}", f"{row.lost:,}"
            ends = _extreme(row.longest_win), _extreme(row.longest_loss)
        else:
            counts = f"{row.positions:,}", f"{row.won:,}", f"{row.lost:,}", f"{row.mean:.4f}"
            ends = _extreme(row.highest), _extreme(row.lowest)
        table.add_row(mover, *counts, *ends)
    output().print()
    output().print(table)
    output().print(f"\n{explained}")


def _extreme(one: Furthest | Extreme | None) -> str:
    if one is None:
        return "-"
    return f"{one.plies if isinstance(one, Furthest) else f'{one.value:.4f}'}: {one.position}"


def _reached(gap: float, sweeps: int, bound: float) -> str:
    """How close the bounds of the values came, and whether that is as close as they were wanted."""
    said = f"{sweeps:,} sweeps" if sweeps != 1 else "one sweep"
    more = f": more than the {bound:g} that was asked for" if gap > bound else ""
    return f"{gap:.2g}, after {said}{more}"


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
