"""What a person may say when it is their turn: a command, a comment, or a move.

>>> understood(" save match.txt "), understood("% a good move"), understood("take(1,1)")
((<Command.SAVE: 'save'>, 'match.txt'), (<Command.COMMENT: '%'>, 'a good move'), (None, 'take(1,1)'))
"""

from __future__ import annotations

from difflib import get_close_matches
from enum import Enum


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
    """The command and what follows it; None and the whole text for a move."""
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
