"""What a worker answers about programs and lectures: the matrix of laws, claims, tournaments.

These questions need no game that a worker holds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from pydecl.claims.catalogue import chosen
from pydecl.claims.claim import Lecture
from pydecl.claims.running import run
from pydecl.crosschecking.cases import asked_of
from pydecl.crosschecking.counterexamples import Counterexample, smallest
from pydecl.crosschecking.laws import MATRIX
from pydecl.crosschecking.matrix import Batch, Tally, batches, check_batch
from pydecl.loading.trees_and_graphs import consult_trees
from pydecl.model.program import Program
from pydecl.programs.registry import DECLARED, NAIVE, PROGRAMS
from pydecl.tournaments.running import REASONS, RESULTS, Tournament, tournament_as_played
from pydecl.workbench.drawing.standings import crosstable
from pydecl.workbench.web.answering import Answer, Desk, Question

AT_ONCE = 20
"""How many games are searched between two parts of an answer."""

CHOICES = {"all": PROGRAMS, "naive": NAIVE}


def matrix(_: Desk, question: Question) -> Answer:
    """How often each program keeps each law on random games, and at the end what breaks one.

    Each part has the numbers so far of the programs that were searched.
    """
    programs = CHOICES[question["programs"]]
    until = time.monotonic() + question["seconds"]
    tally, done = Tally(), 0
    with consult_trees(seconds=question["seconds"]) as game:
        for batch in _small(question["trees"], question["seed"]):
            left = until - time.monotonic()
            if left <= 0:
                break
            if set(asked_of(batch.shape)) & set(programs):
                tally.merge(check_batch(game, batch, programs, left))
            done += batch.count
            yield "part", {"games": done, "rows": _rows(tally, programs)}
        broken: list[dict[str, Any]] = []
        for one in tally.faults:
            found = _told(smallest(game, one.case, one.program, one.limits, one.fault))
            if found not in broken:  # faults of several laws may have the same smallest case
                broken.append(found)
    yield "done", {"games": done, "of": question["trees"], "broken": broken}


def _told(found: Counterexample) -> dict[str, Any]:
    right = DECLARED[found.program].naive_of or ""
    return found.to_json() | {"said": str(found.fault), "depth": found.limits.depth, "right": right}


def _small(count: int, seed: int) -> Iterator[Batch]:
    """The batches of the matrix in small pieces, of all shapes in turn."""
    pieces = [
        Batch(batch.shape, batch.seed, first, min(AT_ONCE, batch.first + batch.count - first))
        for batch in batches(count, seed)
        for first in range(batch.first, batch.first + batch.count, AT_ONCE)
    ]
    return iter(sorted(pieces, key=lambda piece: piece.first))


def _rows(tally: Tally, programs: tuple[Program, ...]) -> dict[str, dict[str, Any]]:
    broken = {(found.program, found.fault.law) for found in tally.faults}
    rows: dict[str, dict[str, Any]] = {}
    for program in programs:
        cells: dict[str, Any] = {}
        for law in MATRIX:
            if (program, law) in broken:
                cells[law.value] = "broken"
            elif count := tally.counts[program, law]:
                cells[law.value] = count
        if cells:
            rows[program.value] = cells
    return rows


def claims(_: Desk, question: Question) -> Answer:
    """The verdict of each claim of a lecture, with its witness."""
    lecture = Lecture(question["lecture"]) if question["lecture"] else None
    for report in run(chosen(lecture), question["engine"], question["seconds"]):
        yield "part", report.to_json()
    yield "done", {}


def tournament(_: Desk, question: Question) -> Answer:
    """The table of a tournament after each game, with the games that have ended since; then why it ended."""
    until = time.monotonic() + question["seconds"]
    stages = tournament_as_played(
        question["game"],
        question["players"],
        games=question["games"],
        seed=question["seed"],
        opening_plies=question["opening"],
        seconds=question["move"],
    )
    said: set[int] = set()
    with closing(stages):
        for found in stages:
            told = crosstable(found)
            fresh = [number for number in found.played if number not in said]
            said.update(fresh)
            yield (
                "part",
                {
                    "title": told.title,
                    "columns": told.columns,
                    "rows": told.rows,
                    "notes": told.notes,
                    "games": [_game(found, number) for number in fresh],
                },
            )
            if time.monotonic() > until:
                break
    all_played = len(found.played) == len(found.fixtures)
    reason = found.reason or ("" if all_played else "time is up")
    yield "done", {"reason": str(reason), "timed": found.rules.timed}


def _game(found: Tournament, number: int) -> dict[str, Any]:
    fixture, played = found.fixtures[number - 1], found.played[number]
    return {
        "number": number,
        "max": found.players[fixture.max_player],
        "min": found.players[fixture.min_player],
        "said": RESULTS[played.outcome] + REASONS[played.ending],
        "plies": len(played.turns),
        "record": found.record(number),
    }
