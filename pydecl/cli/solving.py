"""pydecl solve: all positions of a game."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydecl.cli.completing import suggest_game, suggesting
from pydecl.cli.files import format_of, save
from pydecl.cli.keeping import keep_game, verify_folder
from pydecl.cli.options import (
    Folding,
    JsonOption,
    Sharing,
    among,
    argument,
    choice,
    command,
    option,
    output_option,
    refuse,
)
from pydecl.cli.output import output, print_fields, print_json, progress_bar
from pydecl.cli.probing import probe
from pydecl.cli.solutions import (
    COMPARED,
    compared_json,
    counted,
    found_json,
    print_verdict,
    run_text,
    show_outcomes,
    solved_by,
    start_of,
    written,
)
from pydecl.cli.terminal import echo
from pydecl.cli.valuing import value_game
from pydecl.crosschecking import Agreement, Verdict
from pydecl.crosschecking.positions import in_time
from pydecl.crosschecking.solved import compare
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.errors import Exit, InputError
from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY
from pydecl.model.result import Solution
from pydecl.model.solved import Longest, Row, Solved, chosen, rows
from pydecl.sandbox.cores import core_count
from pydecl.solving.chance import BOUND
from pydecl.solving.keeping import check_target
from pydecl.solving.solver import jobs_on, position_for, position_of, solve
from pydecl.workbench.drawing.formats import GRAPH_FORMATS, positions_picture
from pydecl.workbench.drawing.positions import Place, SolvedGraph

KEPT = "Solved games in folders"
"""The group of the options about them."""

DRAWN = 60
"""How many positions are drawn by default."""

SOLVERS = (*registry.solvers(), *COMPARED)


def solving_engine(text: str) -> str:
    """Who solves; raises typer.BadParameter."""
    return among(text, SOLVERS)


@dataclass(frozen=True)
class Keeping:
    """The options about a solved game that is kept in files."""

    to: Annotated[
        Path | None, option("--to", "DIR", "Keep what is found in this new folder.", group=KEPT)
    ] = None
    resume: Annotated[
        bool, option("--resume", None, "With --to: go on with what was interrupted.", group=KEPT)
    ] = False
    verifying: Annotated[
        Path | None,
        option("--verify", "DIR", "Verify such a folder, from successor to successor.", group=KEPT),
    ] = None
    store: Annotated[
        str | None,
        option("--store", "URL", "With --cluster: a store of all machines: s3://bucket/prefix.", group=KEPT),
    ] = None


@command
def solve_game(
    game: Annotated[
        str | None,
        argument("[GAME|DIR]", "A bundled game, a file, or a folder that --to has written.", suggest_game),
    ] = None,
    positions: Annotated[
        list[str] | None,
        argument(
            "[POSITION]...", "With DIR: positions to look up, else the start; '-' reads them, one a line."
        ),
    ] = None,
    *,
    engine: Annotated[
        str | None,
        option(
            "--engine",
            choice(SOLVERS),
            f"The engine that solves; by default {registry.keepers()[0]}, or {REFERENCE} if that cannot; "
            "'both' compares the first two, 'all' all that cover the game.",
            complete=suggesting(lambda: SOLVERS),
            parser=solving_engine,
        ),
    ] = None,
    listed: Annotated[Outcome | None, option("--list", None, "List the positions with this outcome.")] = None,
    plies: Annotated[
        int | None, option("--plies", "N", "With --list: only those N plies from the end.", min=0)
    ] = None,
    picture: Annotated[Path | None, output_option(GRAPH_FORMATS, "Also draw the positions")] = None,
    nodes: Annotated[int, option("--nodes", "N", "How many positions to draw at most.", min=1)] = DRAWN,
    bound: Annotated[
        float | None,
        option("--bound", "B", f"Of a game of chance: how closely its values are wanted ({BOUND:g})."),
    ] = None,
    kept: Keeping,
    sharing: Sharing,
    how: Folding,
    as_json: JsonOption = False,
) -> Exit | None:
    """Solve all positions of a game by retrograde analysis: won, drawn or lost, and in how many plies.

    Of a game of chance, what they are worth, by value iteration.

    The positions are those that the rules enumerate by position/1, or else the initial ones, and all that can
    be reached from them. In a solved game that is kept in a folder, positions are looked up.
    """
    drawn = {"--list": listed, "--output": picture}
    if kept.verifying is not None:
        if game is not None or kept.to is not None or listed is not None or picture is not None:
            raise InputError("--verify solves nothing: give it alone, as in 'pydecl solve --verify DIR'")
        return verify_folder(kept.verifying, how.seconds, how.memory, as_json)
    if game is None:
        raise InputError("give a game to solve, or --verify and the folder of one that is solved")
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
        if not kept.resume:
            check_target(kept.to)
        if kept.store is not None and sharing.cluster is None:
            raise InputError("--store is for the machines of a cluster: give --cluster, too")
        with sharing.running() as running:
            return keep_game(
                game,
                kept.to,
                how,
                bound,
                resume=kept.resume,
                jobs=sharing.jobs or core_count(),
                cluster=running,
                store=kept.store,
                as_json=as_json,
            )
    if kept.resume or sharing.cluster is not None or kept.store is not None:
        raise InputError("--resume, --cluster and --store go with --to and the folder")
    if engine in COMPARED and sharing.jobs is not None:
        raise InputError("engines that are compared solve in one process each: leave out --jobs")
    if engine is not None and engine not in COMPARED:
        jobs_on(engine, sharing.jobs)  # raises what is wrong before the game is loaded
    kind = None if picture is None else format_of(picture, GRAPH_FORMATS)
    deadline = clock.monotonic() + (how.seconds or INFINITY)
    with how.opened(game) as opened:
        if opened.has_chance:
            refuse(drawn, f"does not go with {game}: a game of chance has values, not outcomes")
            asked = BOUND if bound is None else bound
            return value_game(opened, game, engine, asked, how.seconds, sharing.jobs, as_json)
        if bound is not None:
            raise InputError(f"{game}: this is no game of chance: leave out --bound")
        with progress_bar(f"solve {game}"):
            verdict, found = solved_by(
                engine,
                sharing.jobs,
                compare=lambda engines: compare(opened, engines, seconds=how.seconds),
                solve=lambda one, jobs: solve(opened, engine=one, seconds=how.seconds, jobs=jobs),
            )
        report = _Report(opened, deadline)
        if as_json:
            lists = {} if listed is None else {"list": list(report.listed(found[0], listed, plies))}
            results = [report.json(one) for one in found]
            compared = engine in COMPARED
            print_json((compared_json(opened.name, verdict, results) if compared else results[0]) | lists)
        elif listed is not None and found[0].complete:
            for one in report.listed(found[0], listed, plies):
                echo(one["position"] if one["plies"] is None else f"{one['plies']}\t{one['position']}")
        else:
            report.show(found, verdict)
        if not as_json:
            print_verdict(game, verdict)
        if picture is not None and kind is not None and found[0].complete:
            graph = report.graph(found[0], nodes)
            save(picture, positions_picture(graph, kind))
            if not as_json:
                output().print()
                echo(f"{picture}: {graph.title}, {len(graph.places):,} of {graph.total:,} positions")
    return verdict.exit_code if verdict else max(one.exit_code for one in found)


class _Report:
    """What is said of a game's positions, in its notation."""

    def __init__(self, game: SessionGame, deadline: float) -> None:
        self.game = game
        self.deadline = deadline

    def listed(self, solved: Solved[Any], outcome: Outcome, plies: int | None) -> Iterator[dict[str, Any]]:
        for position, player, solution in chosen(solved, outcome, plies):
            in_time(self.deadline)
            yield {
                "position": written(self.game, solved, position),
                "player": player.value,
                "plies": solution.plies,
            }

    def json(self, solved: Solved[Any]) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        start = self._start(solved)
        return {
            **found_json(self.game, solved),
            "start": None if start is None else {"position": start[0], **start[1].to_json()},
            "table": [self._row_json(solved, row) for row in rows(solved)],
            "seconds": solved.seconds,
        }

    def _row_json(self, solved: Solved[Any], row: Row[Any]) -> dict[str, Any]:
        return {
            "player": row.player.value,
            "added": not row.enumerated,
            "positions": row.positions,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
            "longest_win": self._longest_json(solved, row.longest_win),
            "longest_loss": self._longest_json(solved, row.longest_loss),
        }

    def _longest_json(self, solved: Solved[Any], longest: Longest[Any] | None) -> dict[str, Any] | None:
        if longest is None:
            return None
        return {"plies": longest.plies, "position": written(self.game, solved, longest.position)}

    def graph(self, solved: Solved[Any], most: int) -> SolvedGraph:
        """The positions nearest to the start, so many at the most, and the moves between them."""
        numbers = {position: number for number, position in enumerate(solved.positions)}
        starts = [position_for(self.game, solved.engine, term) for term in self.game.initial()]
        row = list(dict.fromkeys(one for one in starts if one in numbers))[:most] or [solved.positions[0]]
        places: dict[Any, Place] = {}
        legal: dict[Any, list[tuple[Any, Any]]] = {}
        distance = 0
        while row:
            terms = [position_of(self.game, solved.engine, position) for position in row]
            self.game.expand(terms)
            for position, term in zip(row, terms, strict=True):
                in_time(self.deadline)
                number = numbers[position]
                written = self.game.format_position(term)
                places[position] = Place(written, solved.players[number], solved.solutions[number], distance)
                legal[position] = [
                    (move, position_for(self.game, solved.engine, successor))
                    for move, successor in self.game.successors(term)
                ]
            found = dict.fromkeys(other for position in row for _, other in legal[position])
            row = [one for one in found if one not in places][: most - len(places)]
            distance += 1
        for position, place in places.items():
            for move, other in legal[position]:
                if other in places:
                    written = places[other].name if move is None else self.game.write(move)
                    place.moves.append((written, places[other]))
                else:
                    place.elsewhere += 1
        return SolvedGraph(f"{self.game.name}, solved", list(places.values()), len(solved.positions))

    def show(self, found: Sequence[Solved[Any]], verdict: Verdict | None) -> None:
        """What a person wants to read."""
        first = found[0]
        fields = {"game": self.game.name}
        if first.complete:
            fields["positions"] = counted(self.game, first.roots, len(first.positions), first.leaves)
            start = self._start(first)
            if start is not None:
                fields["start"] = f"{start[0]}: {start[1]}"
        for one in found:
            fields[one.engine] = run_text(one)
        if isinstance(verdict, Agreement):
            fields["comparison"] = f"the engines agree on all {verdict.positions:,} positions"
        print_fields(fields)
        if not first.complete:
            return
        show_outcomes(
            (
                row.player.value.upper() + ("" if row.enumerated else ", added"),
                (row.positions, row.won, row.drawn, row.lost),
                [self._longest_text(first, one) for one in (row.longest_win, row.longest_loss)],
            )
            for row in rows(first)
        )

    def _longest_text(self, solved: Solved[Any], longest: Longest[Any] | None) -> str:
        if longest is None:
            return "-"
        return f"{longest.plies}: {written(self.game, solved, longest.position)}"

    def _start(self, solved: Solved[Any]) -> tuple[str, Solution] | None:
        """The first initial position and its solution, if it is one of the positions."""
        start = start_of(self.game, solved)
        return None if start is None else (start[0], solved.solutions[start[1]])
