"""pydecl solve: all positions of a game."""

from __future__ import annotations

import sys
import time as clock
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from pydecl.cli.completing import suggest_game
from pydecl.cli.failing import complain
from pydecl.cli.limits import limited
from pydecl.cli.options import (
    JSON,
    Folding,
    Loading,
    Sharing,
    argument,
    command,
    flag,
    one_of,
    option,
    options,
    output_option,
    refuse,
)
from pydecl.cli.output import (
    format_of,
    output,
    print_fields,
    print_json,
    print_table,
    progress_bar,
    save,
    say,
)
from pydecl.cli.terminal import echo
from pydecl.crosschecking import Agreement, Divergence, Verdict
from pydecl.crosschecking.positions import in_time
from pydecl.crosschecking.solved import compare
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.result_text import STOPPED
from pydecl.engines.searching import the_position
from pydecl.errors import Exit, InputError, NoCompilerError, PositionError
from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY
from pydecl.model.result import End, Solution, Status
from pydecl.model.solved import Extreme, Furthest, Solved, Table, ValueTable, chosen, rows
from pydecl.model.term import Term
from pydecl.sandbox.cores import core_count
from pydecl.solving.card import AnyCard, OutcomeCard, Verified
from pydecl.solving.database import Database, opened
from pydecl.solving.keeping import check_target, keep
from pydecl.solving.solver import BOUND, jobs_on, position_for, position_of, solve
from pydecl.solving.verifying import verify
from pydecl.workbench.drawing.formats import GRAPH_FORMATS, positions_picture
from pydecl.workbench.drawing.positions import solved_graph

COMPARED = {"both": registry.complete(), "all": registry.solvers()}
"""Several engines solve, and are compared: those on which every program runs, or all that cover the game."""

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


def solved_by(game: SessionGame, engine: str | None, jobs: int | None, **asked: Any) -> Solved[Any]:
    """What one engine finds: by default machine code, and SWI-Prolog if that cannot."""
    chosen = registry.keepers()[0] if engine is None else engine
    try:
        return solve(game, engine=chosen, jobs=jobs_on(chosen, jobs), **asked)
    except InputError as error:
        if engine is not None:
            raise
        found = solve(game, engine=REFERENCE, jobs=jobs_on(REFERENCE, jobs), **asked)
        if not isinstance(error, NoCompilerError):
            complain(f"note: solved in SWI-Prolog, because machine code cannot: {error}")
        return found


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
    rows = []
    for row, is_added in found:
        mover = (row.player if row.player == CHANCE else row.player.upper()) + ", added" * is_added
        if isinstance(row, Table):
            counts = f"{row.positions:,}", f"{row.won:,}", f"{row.drawn:,}", f"{row.lost:,}"
            ends = _extreme(row.longest_win), _extreme(row.longest_loss)
        else:
            counts = f"{row.positions:,}", f"{row.won:,}", f"{row.lost:,}", f"{row.mean:.4f}"
            ends = _extreme(row.highest), _extreme(row.lowest)
        rows.append((mover, *counts, *ends))
    output().print()
    print_table(headings, rows, right=headings[1:5])
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
        print_table(("best move", "leads to"), rows)


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


KEPT = "Solved games in folders"
"""The group of the options about them."""

DRAWN = 60
"""How many positions are drawn by default."""


@options
class Keeping:
    """The options about a solved game that is kept in files."""

    to: Path | None = option("--to", "DIR", "Keep what is found in this new folder.", group=KEPT)
    resume: bool = flag("--resume", "With --to: go on with what was interrupted.", group=KEPT)
    verifying: Path | None = option(
        "--verify", "DIR", "Verify such a folder, from successor to successor.", group=KEPT
    )
    store: str | None = option(
        "--store", "URL", "With --cluster: a store of all machines: s3://bucket/prefix.", group=KEPT
    )


@command
def solve_game(
    game: str | None = argument(
        "[GAME|DIR]", "A bundled game, a file, or a folder that --to has written.", suggest_game, default=None
    ),
    positions: list[str] | None = argument(
        "[POSITION]...",
        "With DIR: positions to look up, else the start; '-' reads them, one a line.",
        default=None,
    ),
    *,
    engine: str | None = one_of(
        "--engine",
        lambda: (*registry.solvers(), *COMPARED),
        f"The engine that solves; by default {registry.keepers()[0]}, or {REFERENCE} if that cannot; "
        "'both' compares the first two, 'all' all that cover the game.",
    ),
    listed: Outcome | None = option("--list", None, "List the positions with this outcome."),
    plies: int | None = option("--plies", "N", "With --list: only those N plies from the end.", min=0),
    picture: Path | None = output_option(GRAPH_FORMATS, "Also draw the positions"),
    nodes: int = option("--nodes", "N", "How many positions to draw at most.", min=1, default=DRAWN),
    bound: float | None = option(
        "--bound", "B", f"Of a game of chance: how closely its values are wanted ({BOUND:g})."
    ),
    kept: Keeping,
    sharing: Sharing,
    how: Folding,
    as_json: bool = JSON,
) -> Exit | None:
    """Solve all positions of a game by retrograde analysis: won, drawn or lost, and in how many plies.

    Of a game of chance, what they are worth, by value iteration.

    The positions are those that the rules enumerate by position/1, or else the initial ones, and all that can
    be reached from them. In a solved game that is kept in a folder, positions are looked up.
    """
    if kept.verifying is not None:
        if game is not None or kept.to is not None or listed is not None or picture is not None:
            raise InputError("--verify solves nothing: give it alone, as in 'pydecl solve --verify DIR'")
        return verify_folder(kept.verifying, how, as_json)
    if game is None:
        raise InputError("give a game to solve, or --verify and the folder of one that is solved")
    drawn = {"--list": listed, "--output": picture}
    if positions or Path(game).is_dir():
        refuse({**drawn, "--to": kept.to}, f"is for a game that is solved now, and {game} is solved")
        return probe(Path(game), positions or (), how, as_json)
    if plies is not None and listed in (None, Outcome.DRAWN):
        raise InputError("--plies needs --list won or --list lost")
    if kept.to is not None:
        if engine not in (None, *registry.keepers()):
            raise InputError(f"--to needs an engine whose work can be kept: {', '.join(registry.keepers())}")
        if listed is not None or picture is not None:
            raise InputError("--list and --output do not go with --to: 'pydecl solve DIR' shows what is kept")
        return _keep(game, kept.to, kept, sharing, how, bound, as_json)
    if kept.resume or sharing.cluster is not None or kept.store is not None:
        raise InputError("--resume, --cluster and --store go with --to and the folder")
    if engine in COMPARED and sharing.jobs is not None:
        raise InputError("engines that are compared solve in one process each: leave out --jobs")
    if engine is not None and engine not in COMPARED:
        jobs_on(engine, sharing.jobs)  # raises what is wrong before the game is loaded
    kind = None if picture is None else format_of(picture, GRAPH_FORMATS)
    in_its_time = partial(in_time, clock.monotonic() + (how.seconds or INFINITY))
    with how.opened(game) as opened:
        close = BOUND if bound is None else bound
        asked: dict[str, Any] = {"seconds": how.seconds}
        if opened.has_chance:
            refuse(drawn, f"does not go with {game}: a game of chance has values, not outcomes")
            asked["bound"] = close
        elif bound is not None:
            raise InputError(f"{game}: this is no game of chance: leave out --bound")
        with progress_bar(f"solve {game}"):
            if engine in COMPARED:
                verdict, found = compare(opened, COMPARED[engine], **asked)
            else:
                verdict, found = None, [solved_by(opened, engine, sharing.jobs, **asked)]
        first = found[0]

        def shown() -> Iterator[dict[str, Any]]:
            for position, player, solution in chosen(first, listed, plies) if listed else ():
                in_its_time()
                text = written(opened, first, position)
                yield {"position": text, "player": player.value, "plies": solution.plies}

        if as_json:
            results = [found_json(opened, one, close) for one in found]
            told = results[0]
            if engine in COMPARED:
                said = {"agree": None, "divergences": []} if verdict is None else verdict.to_json()
                fields = ("agree", "left_out", "divergences")
                told = {"game": opened.name, **{key: said[key] for key in fields if key in said}}
                told["engines"] = results
            print_json(told | ({} if listed is None else {"list": list(shown())}))
        elif listed is not None and first.complete:
            for one in shown():
                echo(one["position"] if one["plies"] is None else f"{one['plies']}\t{one['position']}")
        else:
            show_found(opened, found, verdict, close)
        for name, why in verdict.left_out.items() if verdict and not as_json else ():
            complain(f"note: {game}: the engine {name} is left out: {why}")
        if isinstance(verdict, Divergence) and not as_json:
            say(verdict.text(game))
        if picture is not None and kind is not None and first.complete:
            graph = solved_graph(opened, first, nodes, in_its_time)
            save(picture, positions_picture(graph, kind))
            if not as_json:
                output().print()
                echo(f"{picture}: {graph.title}, {len(graph.places):,} of {graph.total:,} positions")
    if verdict is not None and not verdict.agree:
        return verdict.exit_code
    return max(one.exit_code(close) for one in found)


def _keep(
    game: str,
    folder: Path,
    kept: Keeping,
    sharing: Sharing,
    how: Folding,
    bound: float | None,
    as_json: bool,
) -> Exit:
    """Solve a game, keep it, and say what there is."""
    if not kept.resume:
        check_target(folder)
    if kept.store is not None and sharing.cluster is None:
        raise InputError("--store is for the machines of a cluster: give --cluster, too")
    with (
        sharing.running() as running,
        how.opened(game) as found,
        progress_bar(f"solve {game}") as tell,
    ):
        card = keep(
            found,
            folder,
            how.reading,
            bound=bound,
            seconds=how.seconds,
            resume=kept.resume,
            jobs=sharing.jobs or core_count(),
            cluster=running,
            store=kept.store,
            tell=tell,
        )
    if as_json:
        print_json(card_json(card, folder))
    else:
        show_card(card, folder)
    return Exit.FINE if isinstance(card, OutcomeCard) or card.gap <= card.bound else Exit.LIMIT
