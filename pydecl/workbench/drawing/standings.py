"""The table of a tournament, or of the prisoner's dilemma: who won how much against whom."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pydecl.tournaments.arena import Ending
from pydecl.tournaments.dilemma import Standings
from pydecl.tournaments.running import Tournament
from pydecl.workbench.drawing.table_svg import Table


def points_text(points: Fraction) -> str:
    """Points as a decimal.

    >>> points_text(Fraction(7, 2)), points_text(Fraction(3))
    ('3.5', '3')
    """
    return str(points) if points.denominator == 1 else f"{float(points):.1f}"


def crosstable(found: Tournament) -> Table:
    """Who won how much against whom, the best first; a cell is the darker, the more was won of it."""
    scores = found.table()
    ranked = scores.ranked()
    rows: list[list[str]] = []
    shares: dict[tuple[int, int], float | None] = {}
    for row, place in enumerate(ranked):
        total = scores.totals[place]
        against = ["-" if o == place else points_text(scores.between[place, o].points) for o in ranked]
        counts = map(str, (total.wins, total.draws, total.losses))
        rows.append([str(row + 1), found.players[place], points_text(total.points), *counts, *against])
        for column, other in enumerate(ranked, 6):
            score = None if other == place else scores.between[place, other]
            shares[row, column] = float(score.points / score.games) if score and score.games else None
    ranks = [str(rank) for rank in range(1, len(ranked) + 1)]
    return Table(
        f"{found.game}: {len(found.played):,} of {len(found.fixtures):,} games",
        ["", "player", "points", "won", "drawn", "lost", *ranks],
        rows,
        frozenset({0, 1}),
        list(_remarks(found)),
        shares,
    )


def _remarks(found: Tournament) -> Iterator[str]:
    by_length, on_time = found.ended(Ending.LENGTH), found.ended(Ending.TIME)
    if by_length:
        yield f"drawn by length, after {found.rules.max_plies} plies: {by_length}"
    if on_time:
        yield f"lost on time: {on_time}"


def standings_table(standings: Standings) -> Table:
    """Who won how many points against whom, the best first; a cell is the darker, the more points it has."""
    ranked = standings.ranked()
    table = standings.table()
    rows: list[list[str]] = []
    shares: dict[tuple[int, int], float | None] = {}
    least, most = min(table.values()), max(table.values())
    for row, (name, points, mean) in enumerate(ranked):
        met = [other != name or standings.against_itself for other, _, _ in ranked]
        against = [
            str(table[name, other]) if is_met else "-"
            for (other, _, _), is_met in zip(ranked, met, strict=True)
        ]
        rows.append([str(row + 1), name, str(points), f"{float(mean):.3f}", *against])
        for column, ((other, _, _), is_met) in enumerate(zip(ranked, met, strict=True), 4):
            share = float((table[name, other] - least) / ((most - least) or 1)) if is_met else None
            shares[row, column] = share
    ranks = [str(rank) for rank in range(1, len(ranked) + 1)]
    columns = ["", "strategy", "points", "per round", *ranks]
    title = f"the prisoner's dilemma: matches of {standings.rounds:,} rounds"
    return Table(title, columns, rows, frozenset({0, 1}), (), shares)
