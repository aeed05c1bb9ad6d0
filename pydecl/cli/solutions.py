"""What `pydecl solve` says of any game: how many positions there are, and what a comparison found."""

from __future__ import annotations

from typing import Any

from pydecl.cli.crosschecking import divergence_text
from pydecl.cli.failing import complain
from pydecl.cli.output import output
from pydecl.cli.terminal import styled
from pydecl.crosschecking import Divergence, Verdict
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.words import STOPPED
from pydecl.model.solved import Solved
from pydecl.model.valued import Valued
from pydecl.solving.solver import position_for, position_of

COMPARED = {"both": registry.complete(), "all": registry.solvers()}
"""Several engines solve, and are compared: those on which every program runs, or all that cover the game."""


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


def print_verdict(game: str, verdict: Verdict | None) -> None:
    """Which engines were left out, and where the others differ."""
    for name, why in verdict.left_out.items() if verdict else ():
        complain(f"note: {game}: the engine {name} is left out: {why}")
    if isinstance(verdict, Divergence):
        output().print(styled(divergence_text(game, verdict)), soft_wrap=True)
