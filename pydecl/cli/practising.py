"""pydecl practice: exercises in searching by hand, as sheets, with their solutions, and marked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from pydecl.cli.completing import suggest_game
from pydecl.cli.failing import reported
from pydecl.cli.files import format_of, save
from pydecl.cli.output import consulted, print_json
from pydecl.cli.terminal import echo
from pydecl.errors import Exit, InputError
from pydecl.rules.source import read_source
from pydecl.workbench.practice.draws import WORD
from pydecl.workbench.practice.entries import read_sheet
from pydecl.workbench.practice.exercise import Exercise, Level
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.marking import Marks, Verdict, marked
from pydecl.workbench.practice.positions import position_exercise
from pydecl.workbench.practice.reasons import marking_key
from pydecl.workbench.practice.sheets import FORMATS, sheet_file
from pydecl.workbench.practice.solution import solved

SECONDS = 60.0
"""What the making of one exercise of a game may take."""

MOST = 100
"""How many exercises one file holds."""

SIGNS = {Verdict.WRONG: "✗", Verdict.MISSING: "○", Verdict.FOLLOWS: "→"}


@reported
def practice(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            autocompletion=suggest_game,
            help="Take positions from this game; by default, make trees from the seed.",
            show_default=False,
        ),
    ] = None,
    level: Annotated[Level, typer.Option("--level", help="What the exercise is about.")] = Level.MINIMAX,
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            metavar="N",
            min=0,
            max=WORD,
            help="Which exercise of the level; every seed makes another.",
        ),
    ] = 1,
    count: Annotated[
        int,
        typer.Option(
            "--count",
            metavar="N",
            min=1,
            max=MOST,
            help="How many exercises to make, with consecutive seeds.",
        ),
    ] = 1,
    solution: Annotated[bool, typer.Option("--solution", help="Fill in the blanks.")] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help=f"Write the sheet to this file, whose name ends in .{', .'.join(FORMATS)}."
            " By default, text is printed.",
            show_default=False,
        ),
    ] = None,
    mark: Annotated[
        Path | None,
        typer.Option(
            "--mark",
            metavar="FILE",
            help="Mark a text sheet that has been filled in.",
            show_default=False,
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, also for errors.")] = False,
) -> Exit:
    """Make exercises in searching by hand (values, windows, cuts), or mark them, with reasons."""
    if mark is not None:
        if game is not None or output is not None or solution:
            raise InputError("--mark takes only a sheet, which says itself which exercises it has")
        return _mark(mark, json)
    if seed + count - 1 > WORD:
        raise InputError(f"the largest seed is {WORD:,}")
    kind = "txt" if output is None else format_of(output, FORMATS)
    if json:
        kind = "json"
    solutions = [solved(one) for one in _exercises(level, seed, count, game or "")]
    content = sheet_file(solutions, kind, solved=solution)
    if output is None:
        echo(content.decode().removesuffix("\n"))
    else:
        save(output, content)
        titles = [one.exercise.title for one in solutions]
        echo(f"{output}: {titles[0]}" + (f" to {seed + count - 1}" if count > 1 else ""))
    return Exit.FINE


def _exercises(level: Level, seed: int, count: int, game: str) -> list[Exercise]:
    seeds = range(seed, seed + count)
    if not game:
        return [exercise(level, one) for one in seeds]
    with consulted(game, seconds=SECONDS * count) as opened:
        return [position_exercise(opened, level, one) for one in seeds]


def _mark(file: Path, json: bool) -> Exit:
    """Mark each exercise of a sheet; a fault is exit code 1."""
    told = []
    for filled in read_sheet(read_source(file), str(file)):
        (asked,) = _exercises(filled.level, filled.seed, 1, filled.game)
        key = marking_key(solved(asked))
        told.append((asked, marked(asked, key, filled.entries(asked))))
    if json:
        print_json([_json(asked, marks) for asked, marks in told])
    else:
        echo("\n\n".join(_said(asked, marks) for asked, marks in told))
    return Exit.DISAGREEMENT if any(marks.faults for _, marks in told) else Exit.FINE


def _json(asked: Exercise, marks: Marks) -> Mapping[str, Any]:
    return {"level": asked.level.value, "seed": asked.seed, "game": asked.game, **marks.to_json()}


def _said(asked: Exercise, marks: Marks) -> str:
    lines = [f"{asked.title}: {marks.points} of {marks.of} points"]
    for mark in marks.faults:
        text = "" if mark.reason is None else mark.reason.text
        lines.append(f"  {SIGNS[mark.verdict]} {mark.node} {mark.field.value}: {mark.verdict.value}. {text}")
    return "\n".join(lines)
