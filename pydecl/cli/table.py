"""Where a match is played: what is shown, what is asked, and what is kept."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from pydecl.cli.output import output, plain_table, progress_bar, say
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError, LimitError, PydeclError
from pydecl.model.number import number_text
from pydecl.model.position import MoveError
from pydecl.playing.choosing import chosen
from pydecl.playing.dialogue import HELP, Command, near_command, understood
from pydecl.playing.match import Match
from pydecl.playing.programs import advice, known_ends, reply
from pydecl.playing.record import Agreement, RecordFile, record_text
from pydecl.playing.situation import Choice, Situation, drawn, end_text, look, written


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

    def move_to(self, match: Match, seen: Situation) -> None:
        """Go to another moment of the match."""
        self.match = match
        self.seen = seen

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
            say(f"{_who(self.seen)} to move" + (f" ({self.agreed.thinking.program.value})" if plays else ""))

    def tell_turn(self) -> None:
        """The last turn and its comments."""
        turn = self.match.turns[-1]
        who = "chance" if turn.mover is None else turn.mover.value.upper()
        say(f"\n{len(self.match.turns)}. {who} {turn.move}")
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
            line = read_line(f"{_who(self.seen)}> ")
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
        table = plain_table("number", *(["move"] if named else []), "position", *(["value"] if ends else []))
        for choice in self.seen.choices:
            name = [choice.name or "-"] if named else []
            end = [str(ends[choice.number - 1] or "-")] if ends else []
            table.add_row(f"#{choice.number}", *name, choice.written, *end)
        output().print(table)

    def _undo(self) -> None:
        before = self.match.undone(self.agreed.people)
        while before is not None and look(self.game, before.position).is_pass:
            before = before.undone(self.agreed.people)
        if before is None:
            say("there is nothing to undo")
            return
        self.move_to(before, look(self.game, before.position))
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


def _who(seen: Situation) -> str:
    return "chance" if seen.mover is None else seen.mover.value.upper()
