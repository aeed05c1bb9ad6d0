"""What won/1 makes of ends that are neither won nor lost, in words."""

from __future__ import annotations

from pydecl.engines.prolog.game import DoubtfulEnd, SessionGame
from pydecl.errors import PydeclError


def won_errs(kind: DoubtfulEnd, end: str) -> str:
    """What is wrong with won/1 on a game that has an end such as `end`.

    >>> won_errs(DoubtfulEnd.DRAWN, "pile(max,0)")
    'won/1 knows no draws, and this game has drawn ends: pile(max,0)'
    """
    if kind is DoubtfulEnd.DRAWN:
        return f"won/1 knows no draws, and this game has drawn ends: {end}"
    return (
        "won/1 is wrong on this game: it counts every end where MIN cannot move as won,"
        f" and here one is drawn or lost: {end}"
    )


def where_won_errs(game: SessionGame) -> tuple[str, str] | None:
    """What is wrong with won/1 on a game, and the end that shows it, in the game's notation."""
    try:
        found = game.doubtful_end()
    except PydeclError:  # a probe beside the question that was asked
        return None
    if found is None:
        return None
    kind, end = found
    written = game.format_position(end)
    return won_errs(kind, written), written
