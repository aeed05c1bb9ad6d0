"""What `pydecl solve` says of any game: how many positions there are, and what a comparison found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from pydecl.cli.crosschecking import divergence_text
from pydecl.cli.failing import complain
from pydecl.cli.output import output, plain_table, say
from pydecl.crosschecking import Divergence, Verdict
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.words import STOPPED
from pydecl.errors import InputError, NoCompilerError
from pydecl.model.solved import Solved
from pydecl.model.valued import Valued
from pydecl.solving.solver import jobs_on, position_for, position_of

COMPARED = {"both": registry.complete(), "all": registry.solvers()}
"""Several engines solve, and are compared: those on which every program runs, or all that cover the game."""

Found = TypeVar("Found", Solved[Any], Valued[Any])

CHANCE = "chance"
"""Who is to move where no player is."""


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


def found_json(game: SessionGame, found: Solved[Any] | Valued[Any]) -> dict[str, Any]:
    """The fields that other programs may rely on, whatever was found of the positions."""
    return {
        "game": game.name,
        "engine": found.engine,
        "status": found.status.value,
        "view": "max",
        "positions": len(found.positions) if found.complete else None,
        "added": len(found.positions) - found.roots if found.complete else None,
        "ends": found.leaves,
        "met": found.nodes,
    }


def start_of(game: SessionGame, found: Solved[Any] | Valued[Any]) -> tuple[str, int] | None:
    """The first initial position and its number, if it is one of the positions."""
    for term in game.initial()[:1] if found.complete else ():
        try:
            number = found.positions.index(position_for(game, found.engine, term))
        except ValueError:
            return None
        return game.format_position(term), number
    return None


def written(game: SessionGame, found: Solved[Any] | Valued[Any], position: Any) -> str:
    """One of the positions in the game's notation."""
    return game.format_position(position_of(game, found.engine, position))


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


def counted(game: SessionGame, roots: int, count: int, ends: int | None) -> str:
    """How many positions there are, the roots among them, and how many ends."""
    of_ends = f", {ends:,} of them ends"
    if "position/1" not in game.defined:
        return f"{count:,} can be reached{of_ends}"
    return f"{count:,}: {roots:,} of position/1, and {count - roots:,} reached from them{of_ends}"


def run_text(found: Solved[Any] | Valued[Any]) -> str:
    """How long an engine took, or what stopped it."""
    seconds = f"{found.seconds:.1f} s"
    if found.complete:
        return seconds
    met = "" if found.nodes is None else f", with {found.nodes:,} positions met"
    return f"{STOPPED[found.status]}{met}, {seconds}"


def show_table(headings: Sequence[str], counts: int, rows: Iterable[Sequence[str]], explained: str) -> None:
    """A table of the positions by who is to move, with so many columns of numbers, and what it says."""
    table = plain_table(*headings, rows=rows)
    for column in table.columns[1 : counts + 1]:
        column.justify = "right"
    output().print()
    output().print(table)
    output().print(f"\n{explained}")


def show_outcomes(rows: Iterable[tuple[str, Sequence[int], Sequence[str]]]) -> None:
    """Of outcomes: who is to move; how many positions, won, drawn and lost; the longest win and loss."""
    show_table(
        ("to move", "positions", "won", "drawn", "lost", "longest win", "longest loss"),
        4,
        ([player, *(f"{count:,}" for count in counts), *longest] for player, counts, longest in rows),
        "'won' means won by MAX, whoever is to move."
        " Of the longest win and loss, the plies and a position are shown.",
    )


def show_values(rows: Iterable[tuple[str, Sequence[int], float, Sequence[str]]]) -> None:
    """Of values: who is to move; how many positions, won and lost; their mean, the best and the worst."""
    show_table(
        ("to move", "positions", "won", "lost", "mean", "best but won", "worst but lost"),
        4,
        (
            [player, *(f"{count:,}" for count in counts), f"{mean:.4f}", *extremes]
            for player, counts, mean, extremes in rows
        ),
        "A value is what MAX can expect: 1 is won, -1 lost, and 0 drawn or endless play.",
    )


def mover_text(player: str) -> str:
    """Who is to move, as the tables have it."""
    return player if player == CHANCE else player.upper()


def print_verdict(game: str, verdict: Verdict | None) -> None:
    """Which engines were left out, and where the others differ."""
    for name, why in verdict.left_out.items() if verdict else ():
        complain(f"note: {game}: the engine {name} is left out: {why}")
    if isinstance(verdict, Divergence):
        say(divergence_text(game, verdict))
