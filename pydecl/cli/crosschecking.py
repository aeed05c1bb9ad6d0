"""pydecl crosscheck: do the engines agree?"""

from __future__ import annotations

import time as clock
from typing import Annotated

import typer
from rich.text import Text

from pydecl.cli.output import (
    DepthOption,
    JsonOption,
    PositionOption,
    TimeOption,
    complain,
    depth_of,
    output,
    plain_table,
    print_json,
    progress_bar,
    reported,
    seconds_of,
)
from pydecl.consulting import game_names
from pydecl.crosschecking import Agreement, Divergence, Unfinished, Verdict, crosscheck
from pydecl.errors import Exit, InputError, PydeclError

COLUMNS = ("game", "verdict", "positions", "comparisons", "rules", "seconds")


@reported
def crosscheck_games(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME…", show_default=False)] = None,
    every: Annotated[bool, typer.Option("--all", help="All bundled games.")] = False,
    plies: Annotated[
        int | None,
        typer.Option("--plies", metavar="D", min=0, help="All positions up to D plies.", show_default=False),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(
            "--positions", metavar="N", min=1, help="N positions of random play", show_default=False
        ),
    ] = None,
    position: PositionOption = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="For --positions.")] = 0,
    depth: DepthOption = None,
    time: TimeOption = 60.0,
    as_json: JsonOption = False,
) -> Exit | None:
    """Search the same positions on both engines, and compare (--time is for each game)."""
    if every and games:
        raise InputError("name games, or say --all, not both")
    chosen = game_names() if every else games
    if not chosen:
        raise InputError("name one or more games, or say --all")
    if sum(choice is not None for choice in (plies, positions, position)) > 1:
        raise InputError("choose one of --plies, --positions and --position")
    plies_deep = depth_of(depth)
    rows: list[tuple[str, Verdict, float]] = []
    codes: list[Exit] = []
    found: list[dict[str, object]] = []
    for name in chosen:
        started = clock.monotonic()
        try:
            with progress_bar(f"crosscheck {name}") as show:
                verdict = crosscheck(
                    name,
                    plies=plies,
                    positions=positions,
                    position=position,
                    seed=seed,
                    depth=plies_deep,
                    seconds=seconds_of(time),
                    progress=show,
                )
        except PydeclError as error:
            complain(str(error))
            codes.append(error.exit_code)
            found.append({"game": name, "agree": None, "error": str(error)})
            continue
        except KeyboardInterrupt:
            complain("interrupted")
            codes.append(Exit.INTERRUPTED)
            break
        found.append(verdict.to_json())
        rows.append((name, verdict, clock.monotonic() - started))
        codes.append(verdict.exit_code)
        if verdict.exit_code is Exit.INTERRUPTED:
            break
    if as_json:
        print_json(found[0] if len(chosen) == 1 and found else found)
    else:
        _print(rows)
    return max(codes)


def _print(rows: list[tuple[str, Verdict, float]]) -> None:
    table = plain_table(*COLUMNS)
    for name, verdict, seconds in rows:
        rules = "independent" if verdict.independent else "shared"
        numbers = (str(verdict.positions), str(verdict.comparisons))
        table.add_row(name, _said(verdict), *numbers, rules, f"{seconds:.1f}")
    if rows:
        output().print(table)
    for name, verdict, _ in rows:
        if isinstance(verdict, Divergence):
            lines = (
                f"\n{name}: {verdict.subject} differs at {verdict.position}",
                f"  Prolog  {verdict.prolog}",
                f"  Python  {verdict.python}",
                f"  again   {verdict.command}",
            )
            output().print(Text("\n".join(lines)), soft_wrap=True)
        elif isinstance(verdict, Unfinished):
            complain(f"{name}: {verdict.reason}")


def _said(verdict: Verdict) -> str:
    if isinstance(verdict, Agreement):
        return "agrees"
    return "differs" if isinstance(verdict, Divergence) else "unfinished"
