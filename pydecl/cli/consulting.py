"""pydecl games, consult and moves: what there is to play, and what a rules file says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from pydecl.checking.check import text_findings
from pydecl.cli.checking import print_findings
from pydecl.cli.completing import suggest_game
from pydecl.cli.failing import complain, reported
from pydecl.cli.limits import limited
from pydecl.cli.output import (
    ConventionOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    TimeOption,
    consulted,
    output,
    plain_table,
    print_fields,
    print_json,
    say_what_was_printed,
    seconds_of,
    where_won_errs,
)
from pydecl.cli.watching import searches_of, watch
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import the_position
from pydecl.errors import ContractError, Exit, InputError, LimitError, NotCompiledError, PydeclError
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult, game_names
from pydecl.loading.rules_files import Reading
from pydecl.loading.turns import UNFIT, Turns, check_movers, obstacles
from pydecl.model.game import Successor
from pydecl.model.number import number_json
from pydecl.model.term import Atom, Term
from pydecl.paths import bundled_file
from pydecl.rules.finding import Finding, Severity
from pydecl.rules.summary import file_summary
from pydecl.sandbox.session import MEMORY
from pydecl.texts.explaining import refused


@reported
def games(as_json: JsonOption = False) -> Exit | None:
    """List the bundled games: what each is and how it is won, and its options with their defaults."""
    told = []
    table = plain_table("game", "what it is")
    for name in game_names():
        rules, file = BUNDLED.get(name), bundled_file(name)
        options = _options(rules()) if rules else {}
        about = file_summary(file)
        told.append({"game": name, "about": about, "options": options, "source": str(file)})
        table.add_row(name, about)
        if options:
            table.add_row("", "options: " + ",".join(f"{key}={value}" for key, value in options.items()))
    if as_json:
        print_json(told)
        return None
    output().print(table)
    return None


def _options(rules: Any) -> dict[str, Any]:
    if not is_dataclass(rules):
        return {}
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    return {
        key: list(map(_plain, value)) if isinstance(value, tuple) else _plain(value)
        for key, value in values.items()
    }


def _plain(value: Any) -> Any:
    """An option's value for JSON: an atom is a text."""
    return str(value) if isinstance(value, Atom) else value


T = TypeVar("T")


@reported
def consult_file(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            autocompletion=suggest_game,
            help="A rules file, a .tree or .graph file, or a bundled game.",
        ),
    ],
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    watched: Annotated[
        bool, typer.Option("--watch", help="Load and check the file again each time it is saved.")
    ] = False,
    searches: Annotated[
        list[str] | None,
        typer.Option(
            "--search",
            metavar="OPTIONS",
            help="With --watch: also search, with these options of 'pydecl search'; can be repeated.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> Exit | None:
    """Load a rules file strictly, and say what it is and which programs can run on it."""
    if watched:
        if as_json:
            raise InputError("--json cannot be combined with --watch")
        reading = Reading(convention, moves_again)
        loaded = partial(consult_file, file, convention, moves_again, time, memory)
        checked = partial(print_findings, file, reading, memory)
        return watch(file, loaded, checked, seconds_of(time), searches_of(file, searches or (), reading))
    if searches:
        raise InputError("--search needs --watch")
    with (
        limited(seconds_of(time)) as until,
        consult(
            file, seconds=None, until=until, convention=convention, moves_again=moves_again, memory=memory
        ) as game,
    ):
        for warning in game.warnings:
            complain(str(warning))
        said = _Consulted(game, file)
        if as_json:
            print_json(said.json())
        else:
            print_fields(said.fields())
        say_what_was_printed(game)
        if said.late is not None:
            complain(f"{file} was not fully examined: {said.late}")
            return said.late.exit_code
    return None


class _Consulted:
    """What is said of a game that was loaded; what takes most of the time comes last."""

    def __init__(self, game: SessionGame, file: str) -> None:
        self.game = game
        self.file = file
        self.late: LimitError | None = None
        """Why not all is known."""
        self.about = file_summary(Path(game.source))
        self.initial = game.initial()
        self.obstacles = {program.value: why for program, why in obstacles(game).items()}
        if UNFIT[Turns.TWICE] in self.obstacles.values():
            complain(
                "warning: a player moves twice in a row; if that is intended, add the line 'moves_again.' to"
                " the rules, so that the other programs can run, too"
            )
        self.nobodys = _note_nobodys_end(game)
        self.doubtful = where_won_errs(game) if self.obstacles["won"] is None else None
        self.starts = [game.format_position(position) for position in self.initial]
        self.moves = str(len(game.following(self.initial[0]))) if self.initial else ""
        self.protections = game.session.protections
        with game.session.with_half():
            findings: list[Finding] = self._unless_late(lambda: text_findings(game), [])
        self.counted = Counter(finding.severity for finding in findings)
        self.engines = {
            name: self._unless_late(partial(_asked_for_moves, game, name), "unknown: time is up")
            for name in registry.names()
        }
        self.not_compiled: list[str] = self._unless_late(lambda: not_compiled(game), [])

    def _unless_late(self, ask: Callable[[], T], otherwise: T) -> T:
        try:
            return ask()
        except LimitError as error:
            self.late = self.late or error
            return otherwise

    def json(self) -> dict[str, Any]:
        game = self.game
        return {
            "game": game.name,
            "source": game.source,
            "about": self.about,
            "convention": game.convention,
            "protections": list(self.protections),
            "defines": sorted(game.defined),
            "initial": self.starts,
            "programs": {name: why is None for name, why in self.obstacles.items()},
            "missing": {name: why.removeprefix("without ") for name, why in self.obstacles.items() if why},
            "doubtful_end": None if self.doubtful is None else self.doubtful[1],
            "nobodys_end": self.nobodys,
            "not_compiled": self.not_compiled,
            "engines": self.engines,
            "warnings": [str(warning) for warning in game.warnings],
            "findings": {severity.value: self.counted[severity] for severity in Severity},
        }

    def fields(self) -> dict[str, str]:
        game = self.game
        shown = {"game": game.name}
        if self.about:
            shown["about"] = self.about
        shown |= {"source": game.source, "read as": game.read_as}
        shown["defines"] = " ".join(sorted(game.defined))
        shown["can run"] = ", ".join(name for name, why in self.obstacles.items() if why is None)
        for reason in dict.fromkeys(why for why in self.obstacles.values() if why):
            names = ", ".join(name for name, why in self.obstacles.items() if why == reason)
            shown[reason.partition(":")[0].partition(", which")[0]] = f"cannot run: {names}"
        if self.doubtful is not None:
            shown["but"] = self.doubtful[0]
        shown |= {f"on {engine}": what for engine, what in self.engines.items()}
        if self.not_compiled:
            names = ", ".join(self.not_compiled)
            shown["not compiled"] = f"{names}: see 'pydecl compile {game.name} --explain'"
        shown["initial"] = ", ".join(self.starts) or "none: give a position to search"
        if self.initial:
            shown["moves"] = self.moves if int(self.moves) else "none: the game is over at the start"
        if self.counted:
            counts = (
                f"{number} {severity.value}{'s' * (number > 1)}" for severity, number in self.counted.items()
            )
            shown["findings"] = f"{', '.join(counts)}: 'pydecl check {self.file}' shows them"
        shown["confined"] = ", ".join(self.protections)
        return shown


def _note_nobodys_end(game: SessionGame) -> str | None:
    """Say so if an end names no player; the end, in the game's notation."""
    try:
        end = game.met_nobodys_end()
    except PydeclError:  # a probe beside the question that was asked
        return None
    if end is None:
        return None
    written = game.format_position(end)
    complain(
        f"note: neither player is to move in {written}, where the game is over:"
        " a search assumes that it is the turn of whoever would be next"
    )
    return written


@reported
def moves(
    game: GameArgument,
    position: PositionOption = None,
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    as_json: JsonOption = False,
) -> Exit | None:
    """List the moves in a position, in the order in which the searches try them."""
    with consulted(
        game, seconds=seconds_of(time), convention=convention, moves_again=moves_again, memory=memory
    ) as opened:
        at = the_position(opened, position)
        check_movers(opened, at)
        chances = [(chance, after) for chance, after in opened.chance(at)]
        successors: Sequence[Successor[Term]] = chances or opened.successors(at)
        player = "chance" if chances else opened.player(at).value
        value = _value(opened, at)
        rows = [(None if m is None else opened.write(m), opened.format_position(s)) for m, s in successors]
        if as_json:
            print_json(
                {
                    "game": opened.name,
                    "position": opened.format_position(at),
                    "player": player,
                    "static_value": value,
                    "moves": [{"move": move, "position": written} for move, written in rows],
                }
            )
            return None
        picture = opened.picture(at)
        if picture:
            output().print(picture + "\n")
        static = "none" if value is None else str(value)
        print_fields(
            {
                "position": opened.format_position(at),
                "player": player if chances else player.upper(),
                "static value": static,
            }
        )
        if not rows:
            output().print("no moves: the game is over")
            return None
        table = plain_table("probability" if chances else "move", "position")
        for move, written in rows:
            table.add_row(move or "-", written)
        output().print(table)
    return None


def not_compiled(game: SessionGame) -> list[str]:
    """The predicates that a search asks and that cannot be compiled."""
    if not game.compilable:
        return []
    try:
        return list(refused(game))
    except NotCompiledError:
        return []


def _asked_for_moves(game: SessionGame, engine: str) -> str:
    """What an engine's searches ask for the moves."""
    return registry.runner(game, engine).asked_for_moves


def _value(game: SessionGame, position: Term) -> int | float | str | None:
    """The static value for JSON, None where the rules give none."""
    try:
        return number_json(game.static_value(position))
    except ContractError:
        return None
