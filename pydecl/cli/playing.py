"""pydecl play: a match against the program, between two people, or of the program with itself."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Any

from pydecl.cli.completing import suggest_game, suggest_who_plays
from pydecl.cli.helping import LIMITS, SEARCH
from pydecl.cli.options import (
    DEPTH,
    POSITION,
    SET,
    Loading,
    argument,
    command,
    depth_of,
    flag,
    one_of,
    option,
    options,
    playing_program,
    program_option,
    settings_of,
    time_option,
)
from pydecl.cli.output import print_table, progress_bar, say
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import Default, the_position
from pydecl.errors import InputError, LimitError, PydeclError, SourceError
from pydecl.errors.escaping import unescaped
from pydecl.loading.consulting import consult
from pydecl.model.number import number_text
from pydecl.model.player import Player
from pydecl.model.position import MoveError
from pydecl.model.result import Order
from pydecl.playing.choosing import chosen
from pydecl.playing.match import Match, People
from pydecl.playing.programs import (
    NUMBERED,
    Thinking,
    advice,
    check_movers,
    check_plays,
    default_program,
    known_ends,
    playing_depth,
    reply,
)
from pydecl.playing.record import Agreement, Record, RecordFile, read_record, record_text, replayed
from pydecl.playing.situation import Choice, Situation, drawn, end_text, look, written
from pydecl.programs.registry import PROGRAMS, names
from pydecl.rules.source import read_source
from pydecl.solving.looking_up import program_of


class Table:
    """A match that goes on, on the terminal; `match` and `seen` are values, and belong together."""

    def __init__(self, game: SessionGame, agreed: Agreement, match: Match, seen: Situation) -> None:
        self.game = game
        self.agreed = agreed
        self.match = match
        self.seen = seen
        self._record: RecordFile | None = None
        self._saved: dict[Path, RecordFile] = {}

    def keep(self, record: RecordFile) -> None:
        """Write the record to this file, now and after each move."""
        self._record = record
        self._write()

    def play(self, limit: int) -> None:
        """Play until the game or the input ends, or somebody quits; at most `limit` moves.

        Raises LimitError after so many, and where the program finds no move in time; ContractError where
        the game breaks its contract; KeyboardInterrupt.
        """
        try:
            last = len(self.match.turns) + limit
            while self.seen.outcome is None:
                if len(self.match.turns) == last:
                    raise LimitError(f"stopped after {limit} moves: --limit allows more")
                choice, comment = self._choice()
                if choice is None:
                    return
                self._make(choice, comment)
            self._end()
        except (PydeclError, KeyboardInterrupt):
            self._tell_what_is_kept()
            raise

    # What is shown

    def show(self) -> None:
        """The picture, and who is to move, or how the game ended."""
        picture = self.game.picture(self.seen.position)
        say("\n" + (picture or written(self.game, self.seen.position)) + "\n")
        if self.seen.outcome is not None:
            say(end_text(self.game, self.seen.position, self.seen.outcome))
        else:
            mover = self.seen.mover
            plays = mover is not None and not self.agreed.people.play(mover) and not self.seen.is_pass
            say(f"{_who(mover)} to move" + (f" ({self.agreed.thinking.program.value})" if plays else ""))

    def tell_turn(self) -> None:
        turn = self.match.turns[-1]
        say(f"\n{len(self.match.turns)}. {_who(turn.mover)} {turn.move}")
        for comment in turn.comments:
            say(f"   % {comment}")

    def _tell_what_is_kept(self) -> None:
        if self._record is not None:
            say(f"\nthe record so far: {self._record.path}")
        elif self.match.turns:
            moves = "; ".join(turn.move for turn in self.match.turns)
            say(f"\nthe moves so far, from {self.match.written}: {moves}")

    # Whose turn it is

    def _choice(self) -> tuple[Choice | None, str | None]:
        """The next move, and what the program says of it; None where a person ends the match."""
        mover, thinking = self.seen.mover, self.agreed.thinking
        if mover is None:
            found = drawn(self.seen.choices, thinking.settings.seed, self.match.draws)
            return (
                found,
                None if found.probability is None else f"probability {number_text(found.probability)}",
            )
        if self.seen.is_pass:
            return self.seen.choices[0], None
        if self.agreed.people.play(mover):
            return self._asked(), None
        with progress_bar(f"{thinking.program.value} on {self.agreed.game}"):
            advised = reply(self.game, self.seen, thinking)
        return advised.choice, f"{thinking.program.value}: {advised.why}"

    def _asked(self) -> Choice | None:
        """What a person plays, after all else that they want; None where they end the match."""
        while True:
            line = read_line(f"{_who(self.seen.mover)}> ")
            if line is None:
                say("the input has ended: the match stops here")
                return None
            command, text = understood(line)
            if command is Command.QUIT:
                return None
            try:
                if command is not None:
                    self._obey(command, text)
                elif text:
                    return chosen(self.seen, text)
            except MoveError as error:
                say(f"{error}{near_command(text)}")
            except (InputError, LimitError) as error:
                say(str(error))

    def _obey(self, command: Command, text: str) -> None:
        if command is Command.MOVES:
            self._list_moves()
        elif command is Command.HINT:
            with progress_bar("hint"):
                advised = advice(self.game, self.seen, self.agreed.thinking)
            say(f"{self.agreed.thinking.program.value}: {advised}")
            if len(advised.line) > 1:
                say(f"best play: {', '.join(advised.line)}")
        elif command is Command.UNDO:
            self._undo()
        elif command is Command.POSITION:
            say(written(self.game, self.seen.position))
        elif command is Command.SAVE:
            self._save(text)
        elif command is Command.COMMENT:
            self.match = self.match.commented(text)
            self._write()
        else:
            say(HELP)

    def _list_moves(self) -> None:
        named = any(choice.name for choice in self.seen.choices)
        ends = known_ends(self.game, self.seen, self.agreed.thinking.program)
        rows = []
        for choice in self.seen.choices:
            name = [choice.name or "-"] if named else []
            end = [str(ends[choice.number - 1] or "-")] if ends else []
            rows.append((f"#{choice.number}", *name, choice.written, *end))
        print_table(("number", *["move"] * named, "position", *["value"] * bool(ends)), rows)

    def _undo(self) -> None:
        before = self.match.undone(self.agreed.people)
        while before is not None and look(self.game, before.position).is_pass:
            before = before.undone(self.agreed.people)
        if before is None:
            say("there is nothing to undo")
            return
        self.match, self.seen = before, look(self.game, before.position)
        self._write()
        self.show()

    def _save(self, name: str) -> None:
        if not name:
            raise InputError("expected a file: save FILE")
        path = Path(name)
        file = self._saved.get(path) or RecordFile(path)
        file.write(record_text(self.agreed, self.match))
        self._saved[path] = file
        say(f"written: {path}")

    # What is done and kept

    def _make(self, choice: Choice, comment: str | None) -> None:
        match = self.match.played(self.seen.turn(choice))
        self.match = match if comment is None else match.commented(comment)
        self._write()
        self.tell_turn()
        self.seen = look(self.game, self.match.position, self.seen.due)
        self.show()

    def _end(self) -> None:
        assert self.seen.outcome is not None
        said = end_text(self.game, self.seen.position, self.seen.outcome)
        comments = self.match.turns[-1].comments if self.match.turns else self.match.comments
        if said not in comments:
            self.match = self.match.commented(said)
            self._write()

    def _write(self) -> None:
        if self._record is not None:
            self._record.write(record_text(self.agreed, self.match))


# What a person may say when it is their turn


class Command(Enum):
    """What is no move. A move of the same name is chosen by its number."""

    MOVES = "moves"
    HINT = "hint"
    UNDO = "undo"
    POSITION = "position"
    SAVE = "save"
    COMMENT = "%"
    QUIT = "quit"
    HELP = "help"


HELP = """\
a move      its name, an unambiguous beginning of it, or its number in the list of moves, as #3;
            3 will do if no move has a number for a name; or the position that it leads to
moves       list the moves
hint        what the program would play, its value, and the best play that follows
undo        go back to your own last turn
position    the position in the game's notation
save FILE   write the record of the match
% TEXT      a comment for the record
quit        stop; so does the end of the input
help or ?   show this help"""


def understood(line: str) -> tuple[Command | None, str]:
    """The command and what follows it; None and the whole text for a move.

    >>> understood(" save match.txt "), understood("% a good move"), understood("take(1,1)")
    ((<Command.SAVE: 'save'>, 'match.txt'), (<Command.COMMENT: '%'>, 'a good move'), (None, 'take(1,1)'))
    """
    text = line.strip()
    if text.startswith(Command.COMMENT.value):
        return Command.COMMENT, text[1:].strip()
    if text == "?":
        return Command.HELP, ""
    word, _, rest = text.partition(" ")
    if word == Command.SAVE.value:
        return Command.SAVE, rest.strip()
    return (Command(text), "") if text in _WORDS else (None, text)


def near_command(text: str) -> str:
    """What to add to a message about a text that is no move: the command that it may be, or how to get help.

    >>> near_command("hnit"), near_command("e4")
    ("; or the command 'hint'", "; 'help' lists what can be said")
    """
    near = get_close_matches(text.lower(), _WORDS, n=1, cutoff=0.7)
    return f"; or the command {near[0]!r}" if near else "; 'help' lists what can be said"


_WORDS = [command.value for command in Command]


def read_line(prompt: str) -> str | None:
    """A line of standard input, asked for with a prompt on a terminal; None at its end."""
    if sys.stdin is None or sys.stdin.closed:
        return None
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  lines can be edited, and called back
            return input(prompt)
        line = sys.stdin.readline()
    except EOFError:
        say("")
        return None
    except UnicodeDecodeError as error:
        raise InputError(f"the input is not UTF-8 text (byte {error.start + 1})") from None
    except OSError as error:
        raise InputError(f"the input cannot be read: {error.strerror}") from None
    return line or None


def _who(mover: Player | None) -> str:
    return "chance" if mover is None else mover.value.upper()


RECORDS = "Records"
"""The group of the options about recorded matches."""

MOVES = 1000
"""How many turns a match may have."""


@options
class PlayLoading(Loading):
    """How the rules are read, and the time for each move."""

    time: float | None = time_option("Seconds for each move of the program (60); 0 is no limit.")

    def consulted(self, name: str) -> SessionGame:
        return consult(name, seconds=self.at_most(60.0), memory=self.memory, **vars(self.reading))


def _agreement(
    game: SessionGame,
    record: Record | None,
    start: Situation,
    people: People | None,
    asked: Mapping[str, Any],
) -> Agreement:
    """What is agreed: what was asked, else what the record says, else what is usual."""
    said = Agreement(game.name) if record is None else record.agreement()
    fields = {} if record is None else record.fields
    thinking = said.thinking
    settings = thinking.settings.having({key: asked[key] for key in asked if key in NUMBERED})
    program = asked.get("program")
    if program is None:
        program = thinking.program if "program" in fields else default_program(game, start)
    depth = thinking.depth
    if "depth" in asked or "depth" not in fields:
        depth = playing_depth(game, program, asked.get("depth", Default.DEPTH))
    thinking = Thinking(
        program,
        asked.get("engine", thinking.engine),
        depth,
        asked["time"] or None if "time" in asked else thinking.seconds,
        replace(settings, order=asked.get("order", settings.order)),
    )
    return Agreement(game.name, people or said.people, thinking)


@command
def play_game(
    game: str | None = argument(
        "GAME", "A bundled game, such as nim or nim:heaps=[1,2], or a file.", suggest_game, default=None
    ),
    *,
    people: People | None = option("--as", None, "Which sides people play; by default, max."),
    program: Any = program_option(  # a Program, or what looks its answers up: typer takes one type
        f"The program that plays; by default, alphabeta: {names(PROGRAMS)}, or a naive variant; or "
        "database:DIR, the best moves that 'solve --to' has kept there.",
        suggest_who_plays,
        playing_program,
    ),
    engine: str | None = one_of(
        "--engine", registry.names, f"The engine that runs the program; by default, {REFERENCE}."
    ),
    position: str | None = POSITION,
    depth: str | None = DEPTH,
    order: Order | None = option("--order", None, "The order of moves.", group=SEARCH),
    seed: int | None = option("--seed", "S", "The seed for everything random.", group=SEARCH),
    settings: list[str] | None = SET,
    limit: int = option(
        "--limit", "N", "End the match after at most N moves.", group=LIMITS, min=1, default=MOVES
    ),
    record: Path | None = option(
        "--record", "FILE", "Write the match to this file, move by move.", group=RECORDS
    ),
    replay: Path | None = option(
        "--replay", "FILE", "Show a recorded match and check its moves.", group=RECORDS
    ),
    go_on: bool = flag("--continue", "With --replay: play on from where it ends.", group=RECORDS),
    how: PlayLoading,
) -> None:
    """Play a game against a program or another person, or let the program play itself.

    Programs play each other in 'pydecl tournament'.
    """
    ahead = depth_of(depth)
    given = {"program": program, "engine": engine, "time": how.time, "order": order, "seed": seed}
    asked = {key: value for key, value in given.items() if value is not None} | settings_of(settings)
    asked |= {} if ahead is Default.DEPTH else {"depth": ahead}
    if replay is not None:
        if position is not None:
            raise InputError("--replay starts from the record's position: leave out --position")
        if record is not None and not go_on:
            raise InputError("--record can be combined with --replay only if --continue is given, too")
    elif go_on:
        raise InputError("--continue needs --replay FILE")
    elif game is None:
        raise InputError("expected a GAME, or --replay FILE")
    told = None if replay is None else read_record(read_source(replay), str(replay))
    if told is not None:
        told.agreement()  # whatever is wrong in it is said before anything is shown
    goes_on = told is None or go_on
    with _consulted(game, told, how) as opened:
        table: Table | None = None
        if told is not None:
            moments = replayed(opened, told)
        else:
            at = the_position(opened, position)
            moments = iter([(Match(at, written(opened, at)), look(opened, at))])
        for match, seen in moments:
            if table is None:
                table = Table(opened, _agreement(opened, told, seen, people, asked), match, seen)
                if goes_on:
                    _check(table)
                if record is not None and replay is None:
                    table.keep(RecordFile(record))  # before anything is shown
            else:
                table.match, table.seen = match, seen
                table.tell_turn()
            table.show()
        assert table is not None
        if goes_on:
            if record is not None and replay is not None:
                same = record.exists() and record.samefile(replay)
                table.keep(RecordFile(record, may_replace=same))
            table.play(limit)


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
