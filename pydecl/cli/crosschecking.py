"""pydecl crosscheck: do the engines agree, and keep the programs their contracts?"""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.limits import limited
from pydecl.cli.matrices import check_matrix
from pydecl.cli.output import (
    ConventionOption,
    DepthOption,
    JsonOption,
    MemoryOption,
    PositionOption,
    RulesOption,
    complain,
    depth_of,
    number_of,
    output,
    plain_table,
    print_json,
    progress_bar,
    reported,
    seconds_of,
)
from pydecl.cli.owning import OwnQuestion, check_own_programs
from pydecl.cli.questions import (
    EXTENSION,
    MAX_PLY,
    WIN,
    AlphaOption,
    BetaOption,
    ExtensionOption,
    MaxPlyOption,
    OrderOption,
    SeedOption,
    WinOption,
    program_name,
)
from pydecl.cli.terminal import styled
from pydecl.crosschecking import Agreement, Divergence, Unfinished, Verdict, crosscheck
from pydecl.engines.prolog.session import MEMORY
from pydecl.errors import Exit, InputError
from pydecl.errors.unforeseen import INTERNAL_FAULT, named
from pydecl.loading.consulting import game_names
from pydecl.model.number import INFINITY
from pydecl.model.own import PREFIX
from pydecl.model.program import NAIVE, PROGRAMS, Program
from pydecl.model.result import Order, Preferred, Settings

COLUMNS = ("game", "verdict", "positions", "comparisons", "rules", "seconds")


@reported
def crosscheck_games(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME…", show_default=False)] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All bundled games; with --trees, all programs.")
    ] = False,
    program: Annotated[
        list[str] | None,
        typer.Option(
            "--program",
            metavar="PROGRAM",
            parser=program_name,
            help="What searches, may be given several times; file:NAME is a program of the file's own.",
        ),
    ] = None,
    trees: Annotated[
        int | None,
        typer.Option("--trees", metavar="N", min=1, help="N random games, all laws.", show_default=False),
    ] = None,
    naive: Annotated[
        bool, typer.Option("--naive", help="With --trees: the naive variants, to see them caught.")
    ] = False,
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
    seed: SeedOption = 0,
    depth: DepthOption = None,
    alpha: AlphaOption = None,
    beta: BetaOption = None,
    order: OrderOption = Order.GAME,
    win: WinOption = WIN,
    max_ply: MaxPlyOption = MAX_PLY,
    extension: ExtensionOption = EXTENSION,
    convention: ConventionOption = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="With --trees: where results are kept; by default in your cache folder.",
            show_default=False,
        ),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="With --trees: search all again.")] = False,
    folder: Annotated[
        Path,
        typer.Option("--output", metavar="DIR", help="With --trees: where counterexamples are written."),
    ] = Path(),
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            metavar="S",
            min=0,
            help="Seconds for each game (60), or with --trees for all of it (no limit); 0 is no limit.",
            show_default=False,
        ),
    ] = None,
    memory: MemoryOption = MEMORY,
    rules: RulesOption = Preferred.HAND,
    as_json: JsonOption = False,
) -> Exit | None:
    """Search the same positions on all engines, and compare."""
    if every and games:
        raise InputError("name games, or say --all, not both")
    names = game_names() if every else games
    own = [name for name in program or () if name.startswith(PREFIX)]
    if own and names:
        if naive or fresh or store is not None or order is not Order.GAME:
            raise InputError(f"{own[0]}: without --naive, --fresh, --store and --order")
        _one_of_these(plies, positions, position)
        window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
        seconds = seconds_of(60.0 if time is None else time)
        asked = OwnQuestion(plies, positions, position, seed, depth_of(depth), *window, trees, seconds)
        return check_own_programs(names, program or (), asked, as_json)
    if own:
        raise InputError(f"{own[0]}: name the file whose program it is")
    programs = [Program(name) for name in program or ()]
    if trees is not None:
        if games or not (every or programs or naive):
            raise InputError("--trees makes its own games: say --all, --naive or --program, and no game")
        chosen = programs or [*(PROGRAMS if every else ()), *(NAIVE if naive else ())]
        said = (plies, positions, position, depth, alpha, beta, convention)
        if any(choice is not None for choice in said) or Settings(order, seed, win, max_ply, extension) != (
            Settings(seed=seed)
        ):
            raise InputError("--trees asks in windows, orders and depths of its own: give no others")
        return check_matrix(trees, seed, chosen, store, fresh, folder, seconds_of(time or 0), as_json)
    if naive or fresh or store is not None:
        raise InputError("--naive, --store and --fresh go with --trees")
    if not names:
        raise InputError("name one or more games, or say --all")
    _one_of_these(plies, positions, position)
    plies_deep = depth_of(depth)
    window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
    settings = Settings(order, seed, win, max_ply, extension)
    seconds = seconds_of(60.0 if time is None else time)
    rows: list[tuple[str, Verdict | None, float]] = []
    codes: list[Exit] = []
    found: list[dict[str, object]] = []
    for name in names:
        started = clock.monotonic()
        try:
            with progress_bar(f"crosscheck {name}") as show, limited(seconds) as until:
                verdict = crosscheck(
                    name,
                    programs=programs or None,
                    plies=plies,
                    positions=positions,
                    position=position,
                    seed=seed,
                    depth=plies_deep,
                    alpha=window[0],
                    beta=window[1],
                    seconds=until.most(None),
                    memory=memory,
                    settings=settings,
                    convention=convention,
                    rules=rules,
                    progress=show,
                )
        except Exception as error:
            told = named(error)
            complain(str(told))
            if told.exit_code is Exit.INTERNAL_FAULT:
                rows.append((name, None, clock.monotonic() - started))
            codes.append(told.exit_code)
            found.append({"game": name, "agree": None, "error": str(told)})
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
        print_json(found[0] if len(names) == 1 and found else found)
    else:
        _print(rows)
    return max(codes)


def _one_of_these(plies: int | None, positions: int | None, position: str | None) -> None:
    if sum(choice is not None for choice in (plies, positions, position)) > 1:
        raise InputError("choose one of --plies, --positions and --position")


def _print(rows: Sequence[tuple[str, Verdict | None, float]]) -> None:
    table = plain_table(*COLUMNS)
    for name, verdict, seconds in rows:
        if verdict is None:
            table.add_row(name, INTERNAL_FAULT, "-", "-", "-", f"{seconds:.1f}")
            continue
        numbers = (str(verdict.positions), str(verdict.comparisons))
        table.add_row(name, _said(verdict), *numbers, verdict.rules.value, f"{seconds:.1f}")
    if rows:
        output().print(table)
    for name, verdict, _ in rows:
        if verdict is None:
            continue
        if verdict.left_out:
            complain(f"note: {name}: without the engine native: {verdict.left_out}")
        if isinstance(verdict, Divergence):
            output().print(styled(divergence_text(name, verdict)), soft_wrap=True)
        elif isinstance(verdict, Unfinished):
            complain(f"{name}: {verdict.reason}")


def divergence_text(name: str, found: Divergence) -> str:
    """Where the engines differ, and how to see it again."""
    how = "differs" if found.expected is None else "is wrong"
    lines = [f"\n{name}: {found.subject} {how} at {found.position}"]
    if found.expected is not None:
        lines.append(f"  promised {found.expected}")
    if found.cause:
        lines.append(f"  cause   {found.cause}")
    lines += [f"  {engine.value.capitalize():<7} {answer}" for engine, answer in found.answers.items()]
    lines.append(f"  again   {found.command}")
    return "\n".join(lines)


def _said(verdict: Verdict) -> str:
    if isinstance(verdict, Agreement):
        return "agrees"
    return "differs" if isinstance(verdict, Divergence) else "unfinished"
