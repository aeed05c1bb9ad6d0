"""pydecl tournament: programs against each other on a game."""

from __future__ import annotations

from pathlib import Path

from pydecl.cli.completing import either, suggest_game, suggest_who_plays, suggesting
from pydecl.cli.failing import complain
from pydecl.cli.helping import LIMITS
from pydecl.cli.options import (
    JSON,
    STORE,
    Sharing,
    argument,
    command,
    flag,
    option,
    output_option,
    refuse,
    time_option,
)
from pydecl.cli.output import format_of, output, progress_bar, show_table, store_file
from pydecl.cli.terminal import styled
from pydecl.errors import Exit
from pydecl.tournaments.players import RANDOM
from pydecl.tournaments.running import MAX_PLIES, OPENING_PLIES, tournament
from pydecl.workbench.drawing.formats import PLAIN_FORMATS
from pydecl.workbench.drawing.standings import crosstable

GAMES = 2

PLAYER = (
    "A player, two or more times: PROGRAM,KEY=VALUE,…,GAME:OPTION=VALUE,… or 'random', or database:DIR, which"
    " 'solve --to' has kept. Keys: depth, engine, time, order, seed, win, max_ply, extension, name."
)


suggest_player = either(suggesting(lambda: {RANDOM: "plays any move"}), suggest_who_plays)


@command
def run(
    game: str = argument("GAME", "A game, options included, or a file.", suggest_game),
    *,
    players: list[str] | None = option("--player", "P", PLAYER, complete=suggest_player),
    games: int = option("--games", "N", "How many games each pair plays.", min=1, default=GAMES),
    opening: int = option(
        "--opening",
        "N",
        "How many random plies begin a game, for both colours.",
        min=0,
        default=OPENING_PLIES,
    ),
    max_plies: int = option(
        "--max-plies", "N", "Call a game drawn after N plies.", group=LIMITS, min=1, default=MAX_PLIES
    ),
    time: float | None = time_option("Seconds for a move; else no limit."),
    sharing: Sharing,
    store: Path | None = STORE,
    fresh: bool = flag("--fresh", "Play all games again."),
    show: int | None = option("--show", "N", "Show only game N."),
    seed: int = option("--seed", "S", "The seed for everything random.", min=0, default=1),
    picture: Path | None = output_option(PLAIN_FORMATS, "Also draw the table"),
    as_json: bool = JSON,
) -> Exit | None:
    """Let players meet in a round robin, and print the crosstable."""
    if picture is not None:
        format_of(picture, PLAIN_FORMATS)
    if show is not None:
        refuse({"--output": picture}, "draws the table: leave out --show")
    with sharing.running() as running, progress_bar(f"tournament {game}") as bar:
        found = tournament(
            game,
            players or [],
            games=games,
            seed=seed,
            opening_plies=opening,
            max_plies=max_plies,
            seconds=time or None,
            jobs=sharing.jobs or 1,
            cluster=running,
            store=store_file(store),
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
    data = found.to_json() if as_json else None
    show_table(crosstable(found), data, as_json=as_json, picture=picture, formats=PLAIN_FORMATS)
    if found.rules.timed:
        complain("moves were limited by time: another run may end differently")
    if found.reason is not None:
        complain(f"{len(found.played)} of {len(found.fixtures)} games were played: {found.reason}")
    return found.exit_code
