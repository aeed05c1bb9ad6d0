"""pydecl practice: exercises in searching by hand, as sheets, with their solutions, and marked."""

from __future__ import annotations

from pathlib import Path

from pydecl.cli.completing import suggest_game
from pydecl.cli.options import JSON, argument, command, flag, option, output_option
from pydecl.cli.output import consulted, deliver, format_of, print_json
from pydecl.cli.terminal import echo
from pydecl.errors import Exit, InputError
from pydecl.rules.source import read_source
from pydecl.workbench.practice.exercise import WORD, Exercise, Level
from pydecl.workbench.practice.making import exercise, position_exercise
from pydecl.workbench.practice.marking import Marks, Verdict, marked, read_sheet
from pydecl.workbench.practice.reasons import marking_key
from pydecl.workbench.practice.sheets import FORMATS, sheet_file
from pydecl.workbench.practice.solution import solved

SECONDS = 60.0
"""What the making of one exercise of a game may take."""

MOST = 100
"""How many exercises one file holds."""

SIGNS = {Verdict.WRONG: "✗", Verdict.MISSING: "○", Verdict.FOLLOWS: "→"}


@command
def practice(
    game: str | None = argument(
        "GAME", "Take positions from this game; else make trees from the seed.", suggest_game, default=None
    ),
    *,
    level: Level = option("--level", None, "What the exercise is about.", default=Level.MINIMAX),
    seed: int = option(
        "--seed", "N", "Which exercise of the level; every seed makes another.", min=0, max=WORD, default=1
    ),
    count: int = option(
        "--count", "N", "How many exercises, with consecutive seeds.", min=1, max=MOST, default=1
    ),
    solution: bool = flag("--solution", "Fill in the blanks."),
    output: Path | None = output_option(FORMATS, "Write the sheet", "Else text is printed."),
    mark: Path | None = option("--mark", "FILE", "Mark a text sheet that has been filled in."),
    as_json: bool = JSON,
) -> Exit:
    """Make exercises in searching by hand (values, windows, cuts), or mark them, with reasons."""
    if mark is not None:
        if game is not None or output is not None or solution:
            raise InputError("--mark takes only a sheet, which says itself which exercises it has")
        return _mark(mark, as_json)
    if seed + count - 1 > WORD:
        raise InputError(f"the largest seed is {WORD:,}")
    kind = "txt" if output is None else format_of(output, FORMATS)
    if as_json:
        kind = "json"
    solutions = [solved(one) for one in _exercises(level, seed, count, game or "")]
    content = sheet_file(solutions, kind, solved=solution)
    more = f" to {seed + count - 1}" if count > 1 else ""
    deliver(content, output, solutions[0].exercise.title + more)
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
        fields = ({"level": asked.level.value, "seed": asked.seed, "game": asked.game} for asked, _ in told)
        print_json([one | marks.to_json() for one, (_, marks) in zip(fields, told, strict=True)])
    else:
        echo("\n\n".join(_said(asked, marks) for asked, marks in told))
    return Exit.DISAGREEMENT if any(marks.faults for _, marks in told) else Exit.FINE


def _said(asked: Exercise, marks: Marks) -> str:
    lines = [f"{asked.title}: {marks.points} of {marks.of} points"]
    for mark in marks.faults:
        text = "" if mark.reason is None else mark.reason.text
        lines.append(f"  {SIGNS[mark.verdict]} {mark.node} {mark.field.value}: {mark.verdict.value}. {text}")
    return "\n".join(lines)
