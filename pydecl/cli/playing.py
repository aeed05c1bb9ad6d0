"""pydecl play: a match against the program, between two people, or of the program with itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydecl.cli.completing import suggest_game, suggest_who_plays
from pydecl.cli.helping import LIMITS, SEARCH
from pydecl.cli.options import (
    PROGRAM_NAMES,
    DepthOption,
    Loading,
    PositionOption,
    SetOption,
    argument,
    command,
    depth_of,
    one_of,
    option,
    playing_program,
    program_option,
    settings_of,
    time_option,
)
from pydecl.cli.table import Table
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import Default, the_position
from pydecl.errors import InputError, SourceError
from pydecl.errors.escaping import unescaped
from pydecl.loading.consulting import consult
from pydecl.model.program import LookedUp, Program
from pydecl.model.result import Order
from pydecl.playing.match import Match, People
from pydecl.playing.programs import check_movers, check_plays, default_program, playing_depth
from pydecl.playing.record import Agreement, Record, RecordFile, read_record_file, replayed
from pydecl.playing.situation import Situation, look, written
from pydecl.solving.looking_up import program_of

RECORDS = "Records"
"""The group of the options about recorded matches."""

MOVES = 1000
"""How many turns a match may have."""


@dataclass(frozen=True)
class PlayLoading(Loading):
    """How the rules are read, and the time for each move."""

    time: Annotated[
        float | None, time_option("Seconds for each move of the program (60); 0 is no limit.")
    ] = None

    @property
    def loading(self) -> float | None:
        """The seconds that the game may take to load."""
        return (60.0 if self.time is None else self.time) or None

    def consulted(self, name: str) -> SessionGame:
        """A game by its name, or its file."""
        return consult(name, seconds=self.loading, memory=self.memory, **vars(self.reading))


@dataclass(frozen=True)
class _Asked:
    """What the command line says of a match; None where it says nothing."""

    people: People | None
    program: Program | LookedUp | None
    engine: str | None
    depth: int | Default | None
    time: float | None
    order: Order | None
    numbers: Mapping[str, int | None]

    def agreement(self, game: SessionGame, record: Record | None, start: Situation) -> Agreement:
        """What is agreed: what was asked, else what the record says, else what is usual."""
        said = Agreement(game.name) if record is None else record.agreement()
        fields = {} if record is None else record.fields
        thinking = said.thinking
        if self.program is not None or "program" not in fields:
            thinking = replace(thinking, program=self.program or default_program(game, start))
        if self.engine is not None:
            thinking = replace(thinking, engine=self.engine)
        if self.depth is not Default.DEPTH or "depth" not in fields:
            thinking = replace(thinking, depth=playing_depth(game, thinking.program, self.depth))
        if self.time is not None:
            thinking = replace(thinking, seconds=self.time or None)
        numbers = {key: value for key, value in self.numbers.items() if value is not None}
        settings = thinking.settings.having(numbers)
        if self.order is not None:
            settings = replace(settings, order=self.order)
        thinking = replace(thinking, settings=settings)
        return Agreement(game.name, self.people or said.people, thinking)


@command
def play_game(
    game: Annotated[
        str | None,
        argument("GAME", "A bundled game, such as nim or nim:heaps=[1,2], or a file.", suggest_game),
    ] = None,
    *,
    people: Annotated[
        People | None, option("--as", None, "Which sides people play; by default, max.")
    ] = None,
    program: Annotated[
        Any,  # a Program, or what looks its answers up: typer takes one type
        program_option(
            f"The program that plays; by default, alphabeta: {PROGRAM_NAMES}; or database:DIR, the best "
            "moves that 'solve --to' has kept there.",
            suggest_who_plays,
            playing_program,
        ),
    ] = None,
    engine: Annotated[
        str | None,
        one_of("--engine", registry.names, f"The engine that runs the program; by default, {REFERENCE}."),
    ] = None,
    position: PositionOption = None,
    depth: DepthOption = None,
    order: Annotated[Order | None, option("--order", None, "The order of moves.", group=SEARCH)] = None,
    seed: Annotated[
        int | None, option("--seed", "S", "The seed for everything random.", group=SEARCH)
    ] = None,
    settings: SetOption = None,
    limit: Annotated[
        int, option("--limit", "N", "End the match after at most N moves.", group=LIMITS, min=1)
    ] = MOVES,
    record: Annotated[
        Path | None, option("--record", "FILE", "Write the match to this file, move by move.", group=RECORDS)
    ] = None,
    replay: Annotated[
        Path | None, option("--replay", "FILE", "Show a recorded match and check its moves.", group=RECORDS)
    ] = None,
    go_on: Annotated[
        bool, option("--continue", None, "With --replay: play on from where it ends.", group=RECORDS)
    ] = False,
    how: PlayLoading,
) -> None:
    """Play a game against a program or another person, or let the program play itself.

    Programs play each other in 'pydecl tournament'.
    """
    numbers = {"seed": seed, **settings_of(settings)}
    asked = _Asked(people, program, engine, depth_of(depth), how.time, order, numbers)
    if replay is not None:
        if position is not None:
            raise InputError("--replay starts from the record's position: leave out --position")
        if record is not None and not go_on:
            raise InputError("--record can be combined with --replay only if --continue is given, too")
    elif go_on:
        raise InputError("--continue needs --replay FILE")
    elif game is None:
        raise InputError("expected a GAME, or --replay FILE")
    told = None if replay is None else read_record_file(replay)
    if told is not None:
        told.agreement()  # whatever is wrong in it is said before anything is shown
    goes_on = told is None or go_on
    with _consulted(game, told, how) as opened:
        table: Table | None = None
        for match, seen in _moments(opened, told, position):
            if table is None:
                table = Table(opened, asked.agreement(opened, told, seen), match, seen)
                if goes_on:
                    _check(table)
            else:
                table.move_to(match, seen)
                table.tell_turn()
            table.show()
        assert table is not None
        if goes_on:
            if record is not None:
                same = replay is not None and record.exists() and record.samefile(replay)
                table.keep(RecordFile(record, may_replace=same))
            table.play(limit)


def _moments(
    game: SessionGame, record: Record | None, position: str | None
) -> Iterable[tuple[Match, Situation]]:
    """The moments of a recorded match, or the start of a new one."""
    if record is not None:
        return replayed(game, record)
    at = the_position(game, position)
    seen = look(game, at)
    return [(Match(at, written(game, at)), seen)]


def _consulted(name: str | None, record: Record | None, how: PlayLoading) -> SessionGame:
    """The game of this name, else the one that the record names."""
    if name is not None:
        return how.consulted(name)
    assert record is not None
    word = record.fields["game"]
    try:
        return how.consulted(unescaped(word.text))
    except SourceError:
        raise
    except InputError as error:
        message = f"{error}; if the game has moved, say where it is: pydecl play GAME --replay FILE"
        raise SourceError([record.fault(word, message)]) from None


def _check(table: Table) -> None:
    """Raises InputError where the program is to play and cannot, or is no database of this game."""
    program = program_of(table.game, table.agreed.thinking.program)
    table.agreed = replace(table.agreed, thinking=replace(table.agreed.thinking, program=program))
    if table.agreed.people is not People.BOTH:
        check_plays(table.game, table.agreed.thinking)
        check_movers(table.game, table.seen, table.agreed.thinking)
