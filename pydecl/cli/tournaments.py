"""pydecl tournament: programs against each other on a game, and strategies in the Prisoner's Dilemma."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.completing import suggest_full_engine, suggest_game, suggest_who_plays, suggesting
from pydecl.cli.dilemmas import DILEMMA, play_dilemma
from pydecl.cli.executing import ClusterOption, cluster_of, jobs_option
from pydecl.cli.failing import complain, reported
from pydecl.cli.files import format_of, save
from pydecl.cli.helping import LIMITS
from pydecl.cli.output import JsonOption, output, plain_table, print_json, progress_bar
from pydecl.cli.questions import COMPLETE, SEED_HELP, complete_engine
from pydecl.cli.stores import store_file
from pydecl.cli.terminal import styled
from pydecl.engines.registry import REFERENCE
from pydecl.errors import Exit, InputError
from pydecl.tournaments.games_store import default_store
from pydecl.tournaments.players import RANDOM
from pydecl.tournaments.running import MAX_PLIES, OPENING_PLIES, Tournament, tournament
from pydecl.workbench.drawing.formats import PLAIN_FORMATS, table_picture
from pydecl.workbench.drawing.standings import crosstable

GAMES = 2

STRATEGIES = "The Prisoner's Dilemma"
"""The group of the options about it."""


def suggest_match(incomplete: str) -> list[tuple[str, str]]:
    """What a tournament may be about: a game, or the dilemma."""
    return suggesting(lambda: {DILEMMA: "strategies in the Prisoner's Dilemma"})(incomplete) + suggest_game(
        incomplete
    )


def suggest_player(incomplete: str) -> list[tuple[str, str]]:
    """Who may play: a program, or the player who moves at random."""
    return suggesting(lambda: {RANDOM: "plays any move"})(incomplete) + suggest_who_plays(incomplete)


@reported
def run(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            autocompletion=suggest_match,
            help="A game, options included, a file, or 'dilemma'.",
            show_default=False,
        ),
    ],
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="P",
            autocompletion=suggest_player,
            help="A player, two or more times: PROGRAM,KEY=VALUE,…,GAME:OPTION=VALUE,… or 'random',"
            " or database:DIR, which 'solve --to' has kept."
            " Keys: depth, engine, time, order, seed, win, max_ply, extension, name.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            help="How many games each pair plays; by default, 2.",
            show_default=False,
        ),
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option(
            "--opening",
            metavar="N",
            min=0,
            help="How many random plies begin a game, the same for both colours; by default, 2.",
            show_default=False,
        ),
    ] = None,
    max_plies: Annotated[
        int | None,
        typer.Option(
            "--max-plies",
            rich_help_panel=LIMITS,
            metavar="N",
            min=1,
            help="Call a game drawn after N plies; by default, 300.",
            show_default=False,
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            rich_help_panel=LIMITS,
            metavar="S",
            min=0,
            help="Seconds for a move; by default, no limit. With a limit, results may vary.",
            show_default=False,
        ),
    ] = None,
    jobs: Annotated[int | None, jobs_option("games to play")] = None,
    cluster: ClusterOption = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="Where to keep games; by default, in your cache folder.",
            show_default=False,
        ),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Play all games again.")] = False,
    show: Annotated[
        int | None, typer.Option("--show", metavar="N", help="Show only game N.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, help=SEED_HELP)] = 1,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            rich_help_panel=STRATEGIES,
            metavar="N",
            min=1,
            help="How many rounds a match has; by default, 200.",
            show_default=False,
        ),
    ] = None,
    noise: Annotated[
        str | None,
        typer.Option(
            "--noise",
            rich_help_panel=STRATEGIES,
            metavar="P",
            help="The probability that a choice is reversed; by default, 0.",
            show_default=False,
        ),
    ] = None,
    payoffs: Annotated[
        str | None,
        typer.Option(
            "--payoffs",
            rich_help_panel=STRATEGIES,
            metavar="T,R,P,S",
            help="The points; by default, 5,3,1,0.",
            show_default=False,
        ),
    ] = None,
    years: Annotated[
        bool,
        typer.Option(
            "--years",
            rich_help_panel=STRATEGIES,
            help="Count the lecture's years in prison, as minus points.",
        ),
    ] = False,
    strategies: Annotated[
        Path | None,
        typer.Option(
            "--strategies",
            rich_help_panel=STRATEGIES,
            metavar="FILE",
            help="Add the strategies in this Prolog file.",
            show_default=False,
        ),
    ] = None,
    self_play: Annotated[
        bool,
        typer.Option("--self-play", rich_help_panel=STRATEGIES, help="Let each strategy also meet itself."),
    ] = False,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            rich_help_panel=STRATEGIES,
            parser=complete_engine,
            metavar=COMPLETE,
            autocompletion=suggest_full_engine,
            help="The engine that plays; by default, prolog.",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            rich_help_panel=STRATEGIES,
            help="Play on both engines, and compare each round.",
        ),
    ] = False,
    backward: Annotated[
        int | None,
        typer.Option(
            "--backward",
            rich_help_panel=STRATEGIES,
            metavar="N",
            min=1,
            max=1000,
            help="Solve up to N rounds by backward induction.",
            show_default=False,
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help=f"Also draw the table to this file, whose name ends in .{', .'.join(PLAIN_FORMATS)}.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> Exit | None:
    """Let players meet in a round robin, and print the crosstable."""
    kind = "" if picture is None else format_of(picture, PLAIN_FORMATS)
    of_games = {
        "--player": players,
        "--games": games,
        "--opening": opening,
        "--max-plies": max_plies,
        "--time": time,
        "--jobs": jobs,
        "--cluster": cluster,
        "--store": store,
        "--fresh": fresh or None,
        "--show": show,
    }
    of_dilemma = {
        "--rounds": rounds,
        "--noise": noise,
        "--strategies": strategies,
        "--self-play": self_play or None,
        "--check": check or None,
        "--payoffs": payoffs,
        "--years": years or None,
        "--engine": engine,
        "--backward": backward,
    }
    if game == DILEMMA:
        _refuse(of_games, "is for games, not for dilemma")
        if backward is not None:
            matches = ("--rounds", "--noise", "--strategies", "--self-play", "--check")
            matched = {name: of_dilemma[name] for name in matches} | {"--output": picture}
            _refuse(matched, "is for matches, not for --backward")
        return play_dilemma(
            200 if rounds is None else rounds,
            seed,
            "0" if noise is None else noise,
            payoffs,
            years,
            strategies,
            self_play,
            engine or REFERENCE,
            check,
            backward,
            as_json,
            picture,
            kind,
        )
    _refuse(of_dilemma, "is only for dilemma")
    if show is not None:
        _refuse({"--output": picture}, "draws the table: leave out --show")
    with cluster_of(cluster, jobs) as running, progress_bar(f"tournament {game}") as bar:
        found = tournament(
            game,
            players or [],
            games=GAMES if games is None else games,
            seed=seed,
            opening_plies=OPENING_PLIES if opening is None else opening,
            max_plies=MAX_PLIES if max_plies is None else max_plies,
            seconds=time or None,
            jobs=jobs or 1,
            cluster=running,
            store=store_file(store, default_store()),
            fresh=fresh,
            only=show,
            progress=bar,
        )
    if show is not None:
        if found.reason is not None:
            raise found.reason
        output().print(styled(found.record(show)), end="", soft_wrap=True)
        return None
    if found.resumed:
        complain(
            f"{found.resumed} of {len(found.fixtures)} games were played before; --fresh plays all again"
        )
    if as_json:
        print_json(found.to_json())
    else:
        _print(found)
    if picture is not None:
        save(picture, table_picture(crosstable(found), kind))
    if found.rules.timed:
        complain("moves were limited by time: another run may end differently")
    if found.reason is not None:
        complain(f"{len(found.played)} of {len(found.fixtures)} games were played: {found.reason}")
    return found.exit_code


def _refuse(options: Mapping[str, object], why: str) -> None:
    given = [name for name, value in options.items() if value is not None]
    if given:
        raise InputError(f"{given[0]} {why}")


def _print(found: Tournament) -> None:
    told = crosstable(found)
    table = plain_table(*told.columns)
    for row in told.rows:
        table.add_row(*row)
    output().print(table)
    for remark in told.notes:
        output().print(remark)
