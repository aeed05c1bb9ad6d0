"""pydecl tournament and pydecl dilemma: programs against each other, and strategies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydecl.cli.completing import either, suggest_game, suggest_who_plays, suggesting
from pydecl.cli.failing import complain
from pydecl.cli.helping import LIMITS
from pydecl.cli.options import (
    COMPLETE_ENGINE,
    JSON,
    STORE,
    Sharing,
    argument,
    command,
    flag,
    option,
    options,
    output_option,
    refuse,
    time_option,
)
from pydecl.cli.output import format_of, output, progress_bar, save, show_rows, store_file
from pydecl.cli.screen import styled
from pydecl.engines import registry
from pydecl.engines.registry import REFERENCE
from pydecl.errors import Exit, InputError
from pydecl.tournaments.dilemma import (
    AXELROD,
    LECTURE,
    Match,
    Payoffs,
    Player,
    Standings,
    every_history,
    first_difference,
    induction,
    play,
    round_robin,
)
from pydecl.tournaments.players import RANDOM
from pydecl.tournaments.prisoners import Prisoners
from pydecl.tournaments.running import MAX_PLIES, OPENING_PLIES, tournament
from pydecl.tournaments.strategies import STRATEGIES
from pydecl.workbench.drawing.formats import PLAIN_FORMATS, table_picture
from pydecl.workbench.drawing.standings import crosstable, standings_table
from pydecl.workbench.drawing.table_svg import Table

GAMES = 2

PLAYER = (
    "A player, two or more times: PROGRAM,KEY=VALUE,…,GAME:OPTION=VALUE,… or 'random', or database:DIR, which"
    " 'solve --to' has kept. Keys: depth, engine, time, order, seed, win, max_ply, extension, name."
)


suggest_player = either(suggesting(lambda: {RANDOM: "plays any move"}), suggest_who_plays)


@options
class Matches:
    """Who plays, and how, as `tournament` takes it."""

    players: list[str] | None = option("--player", "P", PLAYER, complete=suggest_player)
    games: int = option("--games", "N", "How many games each pair plays.", min=1, default=GAMES)
    opening_plies: int = option(
        "--opening",
        "N",
        "How many random plies begin a game, for both colours.",
        min=0,
        default=OPENING_PLIES,
    )
    max_plies: int = option(
        "--max-plies", "N", "Call a game drawn after N plies.", group=LIMITS, min=1, default=MAX_PLIES
    )
    seconds: float | None = time_option("Seconds for a move; else no limit.")
    store: Path | None = STORE
    fresh: bool = flag("--fresh", "Play all games again.")
    only: int | None = option("--show", "N", "Show only game N.")
    seed: int = option("--seed", "S", "The seed for everything random.", min=0, default=1)


@command
def run(
    game: str = argument("GAME", "A game, options included, or a file.", suggest_game),
    *,
    asked: Matches,
    sharing: Sharing,
    picture: Path | None = output_option(PLAIN_FORMATS, "Also draw the table"),
    as_json: bool = JSON,
) -> Exit | None:
    """Let players meet in a round robin, and print the crosstable."""
    if picture is not None:
        format_of(picture, PLAIN_FORMATS)
    if asked.only is not None:
        refuse({"--output": picture}, "draws the table: leave out --show")
    with sharing.running() as running, progress_bar(f"tournament {game}") as bar:
        own = {
            "players": asked.players or [],
            "seconds": asked.seconds or None,
            "store": store_file(asked.store),
        }
        run = {"jobs": sharing.jobs or 1, "cluster": running, "progress": bar}
        found = tournament(game, **vars(asked) | own | run)
    if asked.only is not None:
        if found.reason is not None:
            raise found.reason
        output().print(styled(found.record(asked.only)), end="", soft_wrap=True)
        return None
    if found.resumed:
        complain(
            f"{found.resumed} of {len(found.fixtures)} games were played before; --fresh plays all again"
        )
    data = found.to_json() if as_json else None
    _show(crosstable(found), data, picture, as_json=as_json)
    if found.rules.timed:
        complain("moves were limited by time: another run may end differently")
    if found.reason is not None:
        complain(f"{len(found.played)} of {len(found.fixtures)} games were played: {found.reason}")
    return found.exit_code


def _show(table: Table, data: Any, picture: Path | None, *, as_json: bool) -> None:
    """Show a table so, with its notes, and as a picture, if a file for it is given."""
    show_rows(table.columns, table.rows, data, as_json=as_json)
    for note in () if as_json else table.notes:
        output().print(note)
    if picture is not None:
        save(picture, table_picture(table, format_of(picture, PLAIN_FORMATS)))


DILEMMA = "dilemma"

COLUMNS = ("rounds left", "next", "points to the end", "gain if silent", "gain if told", "subgames solved")

EVERY_HISTORY = 5
"""Up to so many rounds, the subgame after each history is solved by itself."""


@command
def dilemma(
    rounds: int | None = option("--rounds", "N", "How many rounds a match has (200).", min=1),
    seed: int = option("--seed", "S", "The seed for everything random.", min=0, default=1),
    noise: str | None = option("--noise", "P", "The probability that a choice is reversed (0)."),
    payoffs: str | None = option("--payoffs", "T,R,P,S", "The points; by default, 5,3,1,0."),
    years: bool = flag("--years", "Count the lecture's years in prison, as minus points."),
    strategies: Path | None = option("--strategies", "FILE", "Add the strategies in this Prolog file."),
    self_play: bool = flag("--self-play", "Let each strategy also meet itself."),
    engine: str = COMPLETE_ENGINE,
    check: bool = flag("--check", "Play on both engines, and compare each round."),
    backward: int | None = option(
        "--backward", "N", "Solve up to N rounds by backward induction.", min=1, max=1000
    ),
    picture: Path | None = output_option(PLAIN_FORMATS, "Also draw the table"),
    as_json: bool = JSON,
) -> Exit | None:
    """Let strategies meet in the Prisoner's Dilemma, or solve it by backward induction."""
    if picture is not None:
        format_of(picture, PLAIN_FORMATS)
    if backward is not None:
        matched = {"--rounds": rounds, "--noise": noise, "--strategies": strategies}
        matched |= {"--self-play": self_play, "--check": check, "--output": picture}
        refuse(matched, "is for matches, not for --backward")
    points = _payoffs(payoffs, years)
    probability = _probability(noise or "0")
    if backward is not None:
        _solve(backward, points, engine, as_json)
        return None
    rounds = rounds or 200
    second = registry.second_opinion()
    if strategies is not None and (check or engine != REFERENCE):
        raise InputError(
            f"strategies from a file run only in Prolog: leave out --check and --engine {engine}"
        )
    found: dict[str, Sequence[Match]] = {}
    names = list(STRATEGIES)
    if engine == REFERENCE or check:
        with Prisoners(strategies) as prisoners:
            names = prisoners.strategies()
            found[REFERENCE] = _matches(names, rounds, probability, seed, prisoners.play)
    if engine != REFERENCE or check:
        found[second] = _matches(names, rounds, probability, seed, play)
    standings = Standings(names, found[engine], points, rounds, self_play)
    data = standings.to_json() | {"engine": engine, "noise": float(probability), "seed": seed}
    _show(standings_table(standings), data, picture, as_json=as_json)
    if check:
        difference = first_difference(found[REFERENCE], found[second])
        if difference is not None:
            complain(f"the engines differ: {difference}")
            return Exit.DISAGREEMENT
        complain(f"both engines made the same choices in all {len(found[engine])} matches")
    return None


def _matches(names: Sequence[str], rounds: int, noise: Fraction, seed: int, player: Player) -> list[Match]:
    total = len(names) * (len(names) + 1) // 2
    found = []
    with progress_bar("dilemma") as show:
        for match in round_robin(names, rounds, noise, seed, player):
            found.append(match)
            show(len(found), total)
    return found


def _payoffs(text: str | None, years: bool) -> Payoffs:
    if text is None:
        return LECTURE if years else AXELROD
    if years:
        raise InputError("choose one of --years and --payoffs")
    try:
        points = [int(part) for part in text.split(",")]
    except ValueError:
        points = []
    if len(points) != 4:
        raise InputError(f"--payoffs: expected four whole numbers T,R,P,S, found {text!r}")
    found = Payoffs(*points)
    if found.taking_turns_pays:
        complain("warning: T + S is not less than 2R, so taking turns to tell pays as much as silence")
    return found


def _probability(text: str) -> Fraction:
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found <= 1:
        raise InputError(f"--noise: expected a probability from 0 to 1, found {text!r}")
    return found


def _solve(rounds: int, payoffs: Payoffs, engine: str, as_json: bool) -> None:
    """Backward induction: by rounds left, and up to a few rounds for each history by itself."""
    counts: dict[int, int | None] = {}
    deep = range(1, min(rounds, EVERY_HISTORY) + 1)
    if engine == REFERENCE:
        with Prisoners() as prisoners:
            steps = prisoners.induction(payoffs, rounds)
            counts = {left: prisoners.subgames(payoffs, left) for left in deep}
    else:
        steps = induction(payoffs, rounds)
        for left in deep:
            found = every_history(payoffs, left)
            counts[left] = found.subgames if len(found.outcomes) == 1 and not found.exceptions else None
    told = [one.to_json() | {"subgames": counts.get(one.left)} for one in steps]
    data = {"game": DILEMMA, "engine": engine, "steps": told}
    rows = [
        (
            str(step.left),
            "-".join(choice.value for choice in step.choices),
            ", ".join(map(str, step.points)),
            *map(str, step.gains),
            str(counts.get(step.left) or ""),
        )
        for step in steps
    ]
    show_rows(COLUMNS, rows, data, as_json=as_json)
