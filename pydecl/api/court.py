"""Hold another program's game against rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydecl.api.opening import AnyGame, opened
from pydecl.court.examples import Examined, examined
from pydecl.court.sharing import shared_out
from pydecl.court.sides import RulesSide
from pydecl.court.suite import POSITIONS, Suite
from pydecl.court.suite import suite as made_suite
from pydecl.court.telling import court_text
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
    jobs: int | None = None,
    convention: str | None = None,
    moves_again: bool = False,
) -> CourtVerdict:
    """Hold another program's game against rules, whatever either calls its moves.

    Args:
        game: as `search` takes it; it begins at its first start position.
        what: the system, such as "open_spiel:breakthrough(rows=6,columns=6)", "python:module:Class",
            "rules:FILE.pl" or "command:node game.js": see docs/court.md.
        positions: so many are compared nearest first, and as many in random games by `seed`; by default
            10,000 and 100,000.
        depth: so many plies from the start at the most.
        seconds: the time for all of it.
        names: a file with called(Move, Name) in Prolog, or a function called(move) in Python: what the system
            calls moves.
        excepted: what is allowed: "draws_by_repetition", "length > 200", or a file with clauses
            allow(Position, Kind).
        lines: lines of the rules' moves, which are compared in place of what is near the start, and from
            whose ends random games begin.
        jobs: so many processes share the work, of a game by name or file. They find the same, whatever their
            number.

    The other arguments are those of `search`.

    Returns:
        The verdict: `agree` is True, False, or None where that was left open, and `differences` tells lines
        of both games.

    Raises:
        InputError: there is no such system, or it does not start.

    >>> verdict = against("nim", "rules:nim", positions=50)
    >>> verdict.agree, verdict.positions > 100
    (True, True)
    """
    reading = Reading(convention, moves_again)
    how: dict[str, Any] = {
        "positions": positions,
        "depth": depth,
        "seed": seed,
        "memory": memory,
        "names": None if names is None else Path(names),
        "excepted": excepted,
        "lines": lines,
    }
    if jobs is not None:
        if not isinstance(game, str | Path):
            raise InputError("processes compare a game by its name or file: give that, or leave out jobs")
        read = {"convention": convention, "moves_again": moves_again, "memory": memory}
        return shared_out(str(game), what, jobs, seconds, read, how)
    with opened(game, None, None, seconds, memory, reading) as (found, at):
        if at is not None:
            raise InputError("a system begins where it begins: give the game, and no position of it")
        return held_against(found, what, seconds=seconds, **how)


def must_agree(game: AnyGame, what: str, **how: Any) -> CourtVerdict:
    """As `against`, in a test: it is `pydecl.testing.against`.

    Raises:
        AssertionError: the two differ, or too little was compared to say; the text tells where.

    >>> must_agree("nim:heaps=[1,2]", "rules:nim:heaps=[1,2]", positions=20).agree
    True
    """
    verdict = against(game, what, **how)
    if verdict.agree is not True:
        raise AssertionError(court_text(verdict))
    return verdict


def suite(
    game: AnyGame, *, positions: int = POSITIONS, seed: int = 0, seconds: float | None = SECONDS
) -> Suite:
    """Positions of a game, with moves, mover and result, that show slips in other programs of it.

    Args:
        game: a rules file, or a bundled game.
        positions: so many at the most, but for those that show a slip of the rules, or are of a kind of
            their own.
        seed: what positions are drawn by.
        seconds: the time for it; what there is no time for is counted.

    Raises:
        InputError: the game is no rules file.
        LimitError: the rules need all of the time for one answer.

    >>> suite("nim:heaps=[1]", positions=4, seconds=1).entries[0]["moves"]
    ['take(1,1)']
    """
    with opened(game, None, None, seconds) as (found, _):
        return made_suite(found, positions=positions, seed=seed, seconds=seconds)


def verify(
    game: AnyGame, examples: Sequence[Mapping[str, Any]], *, seconds: float | None = SECONDS
) -> Examined:
    """Hold lines of play, as `suite` makes them, against rules.

    Raises:
        InputError: an example has no line.

    >>> verify("nim:heaps=[1,2]", [{"line": ["take(1,1)"], "mover": 1, "moves": ["take(2,1)"]}]).wrong
    Wrong(example=1, line=['take(1,1)'], kind='moves', rules=['take(2,1)', 'take(2,2)'], said=['take(2,1)'])
    """
    with opened(game, None, None, seconds) as (found, _):
        return examined(RulesSide(found), examples)
