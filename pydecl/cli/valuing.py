"""pydecl solve, on games of chance: what all positions are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydecl.cli.output import print_fields, print_json, progress_bar
from pydecl.cli.solutions import (
    CHANCE,
    COMPARED,
    compared_json,
    counted,
    found_json,
    mover_text,
    print_verdict,
    run_text,
    show_values,
    solved_by,
    start_of,
    written,
)
from pydecl.crosschecking import Agreement, Verdict
from pydecl.crosschecking.solved import compare_values
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import Exit
from pydecl.model.expectation import Expectation
from pydecl.model.valued import Valued, ValuedRow, Worth, valued_rows
from pydecl.solving.chance import values_of


def value_game(
    game: SessionGame,
    name: str,
    engine: str | None,
    bound: float,
    seconds: float | None,
    jobs: int | None,
    as_json: bool,
) -> Exit:
    """Find the values of a game of chance, and say what there is."""
    limits: dict[str, Any] = {"bound": bound, "seconds": seconds}
    with progress_bar(f"solve {name}"):
        verdict, found = solved_by(
            engine,
            jobs,
            compare=lambda engines: compare_values(game, engines, **limits),
            solve=lambda one, jobs: values_of(game, engine=one, jobs=jobs, **limits),
        )
    report = _Report(game, bound)
    if as_json:
        results = [report.json(one) for one in found]
        print_json(compared_json(game.name, verdict, results) if engine in COMPARED else results[0])
    else:
        report.show(found, verdict)
        print_verdict(name, verdict)
    if verdict is not None and not verdict.agree:
        return verdict.exit_code
    return max(one.exit_code(bound) for one in found)


class _Report:
    """What is said of the positions of a game of chance, in its notation."""

    def __init__(self, game: SessionGame, bound: float) -> None:
        self.game = game
        self.bound = bound

    def json(self, valued: Valued[Any]) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        start = self._start(valued)
        return {
            **found_json(self.game, valued),
            "start": None if start is None else {"position": start[0], **start[1].to_json()},
            "bound": self.bound,
            "gap": valued.values.gap if valued.complete else None,
            "sweeps": valued.sweeps,
            "table": [self._row_json(valued, row) for row in valued_rows(valued)],
            "seconds": valued.seconds,
        }

    def _row_json(self, valued: Valued[Any], row: ValuedRow[Any]) -> dict[str, Any]:
        return {
            "player": _mover(row),
            "added": not row.enumerated,
            "positions": row.positions,
            "won": row.won,
            "lost": row.lost,
            "mean": row.mean,
            "highest": self._extreme_json(valued, row.highest),
            "lowest": self._extreme_json(valued, row.lowest),
        }

    def _extreme_json(self, valued: Valued[Any], worth: Worth[Any] | None) -> Mapping[str, Any] | None:
        if worth is None:
            return None
        return {"position": written(self.game, valued, worth.position), **worth.value.to_json()}

    def show(self, found: Sequence[Valued[Any]], verdict: Verdict | None) -> None:
        """What a person wants to read."""
        first = found[0]
        fields = {"game": self.game.name}
        if first.complete:
            fields["positions"] = counted(self.game, first.roots, len(first.positions), first.leaves)
            start = self._start(first)
            if start is not None:
                fields["start"] = f"{start[0]}: {start[1]}"
            fields["bound"] = reached_text(first.values.gap, first.sweeps, self.bound)
        for one in found:
            fields[one.engine] = run_text(one)
        if isinstance(verdict, Agreement):
            fields["comparison"] = f"the engines agree on all {verdict.positions:,} positions"
        print_fields(fields)
        if not first.complete:
            return
        show_values(
            (
                mover_text(_mover(row)) + ("" if row.enumerated else ", added"),
                (row.positions, row.won, row.lost),
                row.mean,
                [self._extreme_text(first, one) for one in (row.highest, row.lowest)],
            )
            for row in valued_rows(first)
        )

    def _extreme_text(self, valued: Valued[Any], worth: Worth[Any] | None) -> str:
        if worth is None:
            return "-"
        return extreme_text(worth.value.value, written(self.game, valued, worth.position))

    def _start(self, valued: Valued[Any]) -> tuple[str, Expectation] | None:
        """The first initial position and its value, if it is one of the positions."""
        start = start_of(self.game, valued)
        return None if start is None else (start[0], valued.values[start[1]])


def reached_text(gap: float, sweeps: int, bound: float) -> str:
    """How close the bounds of the values came, and whether that is as close as they were wanted."""
    said = f"{sweeps:,} sweeps" if sweeps != 1 else "one sweep"
    more = f": more than the {bound:g} that was asked for" if gap > bound else ""
    return f"{gap:.2g}, after {said}{more}"


def extreme_text(value: float, position: str) -> str:
    """The highest or the lowest of some values."""
    return f"{value:.4f}: {position}"


def _mover(row: ValuedRow[Any]) -> str:
    return row.player.value if row.player else CHANCE
