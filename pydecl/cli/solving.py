"""pydecl solve: all positions of a game."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pydecl.cli.completing import suggest_game
from pydecl.cli.options import (
    JSON,
    Folding,
    Sharing,
    argument,
    command,
    flag,
    one_of,
    option,
    options,
    output_option,
    refuse,
)
from pydecl.cli.output import format_of, output, print_json, progress_bar, save
from pydecl.cli.solutions import (
    COMPARED,
    card_json,
    compared_json,
    found_json,
    print_verdict,
    probe,
    show_card,
    show_found,
    solved_by,
    verify_folder,
    written,
)
from pydecl.cli.terminal import echo
from pydecl.crosschecking.positions import in_time
from pydecl.crosschecking.solved import compare
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.errors import Exit, InputError
from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY
from pydecl.model.solved import Solved, chosen
from pydecl.sandbox.cores import core_count
from pydecl.solving.card import OutcomeCard
from pydecl.solving.keeping import check_target, keep
from pydecl.solving.solver import BOUND, jobs_on, solve
from pydecl.workbench.drawing.formats import GRAPH_FORMATS, positions_picture
from pydecl.workbench.drawing.positions import solved_graph

KEPT = "Solved games in folders"
"""The group of the options about them."""

DRAWN = 60
"""How many positions are drawn by default."""


@options
class Keeping:
    """The options about a solved game that is kept in files."""

    to: Path | None = option("--to", "DIR", "Keep what is found in this new folder.", group=KEPT)
    resume: bool = flag("--resume", "With --to: go on with what was interrupted.", group=KEPT)
    verifying: Path | None = option(
        "--verify", "DIR", "Verify such a folder, from successor to successor.", group=KEPT
    )
    store: str | None = option(
        "--store", "URL", "With --cluster: a store of all machines: s3://bucket/prefix.", group=KEPT
    )


@command
def solve_game(
    game: str | None = argument(
        "[GAME|DIR]", "A bundled game, a file, or a folder that --to has written.", suggest_game, default=None
    ),
    positions: list[str] | None = argument(
        "[POSITION]...",
        "With DIR: positions to look up, else the start; '-' reads them, one a line.",
        default=None,
    ),
    *,
    engine: str | None = one_of(
        "--engine",
        lambda: (*registry.solvers(), *COMPARED),
        f"The engine that solves; by default {registry.keepers()[0]}, or {REFERENCE} if that cannot; "
        "'both' compares the first two, 'all' all that cover the game.",
    ),
    listed: Outcome | None = option("--list", None, "List the positions with this outcome."),
    plies: int | None = option("--plies", "N", "With --list: only those N plies from the end.", min=0),
    picture: Path | None = output_option(GRAPH_FORMATS, "Also draw the positions"),
    nodes: int = option("--nodes", "N", "How many positions to draw at most.", min=1, default=DRAWN),
    bound: float | None = option(
        "--bound", "B", f"Of a game of chance: how closely its values are wanted ({BOUND:g})."
    ),
    kept: Keeping,
    sharing: Sharing,
    how: Folding,
    as_json: bool = JSON,
) -> Exit | None:
    """Solve all positions of a game by retrograde analysis: won, drawn or lost, and in how many plies.

    Of a game of chance, what they are worth, by value iteration.

    The positions are those that the rules enumerate by position/1, or else the initial ones, and all that can
    be reached from them. In a solved game that is kept in a folder, positions are looked up.
    """
    if kept.verifying is not None:
        if game is not None or kept.to is not None or listed is not None or picture is not None:
            raise InputError("--verify solves nothing: give it alone, as in 'pydecl solve --verify DIR'")
        return verify_folder(kept.verifying, how, as_json)
    if game is None:
        raise InputError("give a game to solve, or --verify and the folder of one that is solved")
    drawn = {"--list": listed, "--output": picture}
    if positions or Path(game).is_dir():
        refuse({**drawn, "--to": kept.to}, f"is for a game that is solved now, and {game} is solved")
        return probe(Path(game), positions or (), how, as_json)
    if plies is not None and listed in (None, Outcome.DRAWN):
        raise InputError("--plies needs --list won or --list lost")
    if kept.to is not None:
        if engine not in (None, *registry.keepers()):
            raise InputError(f"--to needs an engine whose work can be kept: {', '.join(registry.keepers())}")
        if listed is not None or picture is not None:
            raise InputError("--list and --output do not go with --to: 'pydecl solve DIR' shows what is kept")
        return _keep(game, kept.to, kept, sharing, how, bound, as_json)
    if kept.resume or sharing.cluster is not None or kept.store is not None:
        raise InputError("--resume, --cluster and --store go with --to and the folder")
    if engine in COMPARED and sharing.jobs is not None:
        raise InputError("engines that are compared solve in one process each: leave out --jobs")
    if engine is not None and engine not in COMPARED:
        jobs_on(engine, sharing.jobs)  # raises what is wrong before the game is loaded
    kind = None if picture is None else format_of(picture, GRAPH_FORMATS)
    in_its_time = partial(in_time, clock.monotonic() + (how.seconds or INFINITY))
    with how.opened(game) as opened:
        close = BOUND if bound is None else bound
        asked: dict[str, Any] = {"seconds": how.seconds}
        if opened.has_chance:
            refuse(drawn, f"does not go with {game}: a game of chance has values, not outcomes")
            asked["bound"] = close
        elif bound is not None:
            raise InputError(f"{game}: this is no game of chance: leave out --bound")
        with progress_bar(f"solve {game}"):
            verdict, found = solved_by(
                engine,
                sharing.jobs,
                compare=lambda engines: compare(opened, engines, **asked),
                solve=lambda one, jobs: solve(opened, engine=one, jobs=jobs, **asked),
            )
        first = found[0]
        shown = _listed(opened, first, listed, plies, in_its_time) if listed else iter(())
        if as_json:
            results = [found_json(opened, one, close) for one in found]
            told = compared_json(opened.name, verdict, results) if engine in COMPARED else results[0]
            print_json(told | ({} if listed is None else {"list": list(shown)}))
        elif listed is not None and first.complete:
            for one in shown:
                echo(one["position"] if one["plies"] is None else f"{one['plies']}\t{one['position']}")
        else:
            show_found(opened, found, verdict, close)
        if not as_json:
            print_verdict(game, verdict)
        if picture is not None and kind is not None and first.complete:
            graph = solved_graph(opened, first, nodes, in_its_time)
            save(picture, positions_picture(graph, kind))
            if not as_json:
                output().print()
                echo(f"{picture}: {graph.title}, {len(graph.places):,} of {graph.total:,} positions")
    if verdict is not None and not verdict.agree:
        return verdict.exit_code
    return max(one.exit_code(close) for one in found)


def _keep(
    game: str,
    folder: Path,
    kept: Keeping,
    sharing: Sharing,
    how: Folding,
    bound: float | None,
    as_json: bool,
) -> Exit:
    """Solve a game, keep it, and say what there is."""
    if not kept.resume:
        check_target(folder)
    if kept.store is not None and sharing.cluster is None:
        raise InputError("--store is for the machines of a cluster: give --cluster, too")
    with (
        sharing.running() as running,
        how.opened(game) as found,
        progress_bar(f"solve {game}") as tell,
    ):
        card = keep(
            found,
            folder,
            how.reading,
            bound=bound,
            seconds=how.seconds,
            resume=kept.resume,
            jobs=sharing.jobs or core_count(),
            cluster=running,
            store=kept.store,
            tell=tell,
        )
    if as_json:
        print_json(card_json(card, folder))
    else:
        show_card(card, folder)
    return Exit.FINE if isinstance(card, OutcomeCard) or card.gap <= card.bound else Exit.LIMIT


def _listed(
    game: SessionGame,
    solved: Solved[Any],
    outcome: Outcome,
    plies: int | None,
    in_its_time: Callable[[], None],
) -> Iterator[dict[str, Any]]:
    """The positions of an outcome, in the game's notation."""
    for position, player, solution in chosen(solved, outcome, plies):
        in_its_time()
        text = written(game, solved, position)
        yield {"position": text, "player": player.value, "plies": solution.plies}
