"""Hold another program's game against rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydecl.api.opening import AnyGame, opened
from pydecl.court.trial import SECONDS
from pydecl.court.trial import against as held_against
from pydecl.court.verdict import CourtVerdict
from pydecl.errors import InputError
from pydecl.loading.rules_files import Reading
from pydecl.sandbox.session import MEMORY


def against(
    game: AnyGame,
    what: str,
    *,
    positions: int | None = None,
    depth: int | None = None,
    seed: int = 0,
    seconds: float | None = SECONDS,
    memory: int = MEMORY,
    names: Path | str | None = None,
    excepted: Sequence[str] = (),
    lines: Sequence[Sequence[str]] = (),
    convention: str | None = None,
    moves_again: bool = False,
) -> CourtVerdict:
    """Hold another program's game against rules, whatever either calls its moves.

    Args:
        game: as `search` takes it; it begins at its first start position.
        what: the system, such as "open_spiel:breakthrough(rows=6,columns=6)", "python:module:Class",
            "rules:FILE.pl" or "command:node game.js": see docs/court.md.
        positions: so many are compared nearest first, and as many in random games by `seed`; 10,000 by
            default.
        depth: so many plies from the start at the most.
        seconds: the time for all of it.
        names: a file with called(Move, Name) in Prolog, or a function called(move) in Python: what the system
            calls moves.
        excepted: what is allowed: "draws_by_repetition", "length > 200", or a file with clauses
            allow(Position, Kind).
        lines: lines of the rules' moves, which are compared in place of what is near the start, and from
            whose ends random games begin.

    The other arguments are those of `search`.

    Returns:
        The verdict: `agree` is True, False, or None where that was left open, and `differences` tells lines
        of both games.

    Raises:
        InputError: there is no such system, or it does not start.

    >>> verdict = against("nim", "rules:nim", positions=50)
    >>> verdict.agree, verdict.positions
    (True, 133)
    """
    reading = Reading(convention, moves_again)
    with opened(game, None, None, seconds, memory, reading) as (found, at):
        if at is not None:
            raise InputError("a system begins where it begins: give the game, and no position of it")
        return held_against(
            found,
            what,
            positions=positions,
            depth=depth,
            seed=seed,
            seconds=seconds,
            names=None if names is None else Path(names),
            excepted=excepted,
            lines=lines,
        )
