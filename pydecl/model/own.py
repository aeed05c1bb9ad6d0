"""A program that a rules file brings itself, and what it promises.

>>> own = OwnProgram("alphabeta", 5, Manner.ATTACHED)
>>> own.value, own.like, own.contract.window
('file:alphabeta', Program(value='alphabeta'), True)
>>> OwnProgram("alphabeta", 3, Manner.BARE).value
'file:alphabeta/3'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from pydecl.model.program import Contract, Kind, Program, Tie

PREFIX = "file:"
"""How the name of a file's own program begins."""


class Manner(Enum):
    """How a file's own program is run."""

    ATTACHED = "attached"
    """It only asks the game about positions: it is counted, limited and checked, and runs on any game."""

    PART = "part"
    """The textbook's alphabeta with one predicate of the file's in place of its own, attached."""

    BARE = "bare"
    """It looks into positions: it runs as it stands, on the file's own game only."""


class Gives(Enum):
    """What a program's answer is."""

    OUTCOME = "whether MAX wins"
    VALUE_AND_MOVE = "a value and a move"
    MOVE = "a move"


WHOLE: Mapping[tuple[str, int], tuple[Program, Gives]] = {
    ("won", 1): (Program.WON, Gives.OUTCOME),
    ("minimax", 3): (Program.MINIMAX, Gives.VALUE_AND_MOVE),
    ("alphabeta", 5): (Program.ALPHABETA, Gives.VALUE_AND_MOVE),
    ("alphabeta", 3): (Program.ALPHABETA, Gives.VALUE_AND_MOVE),
    ("bestmove", 2): (Program.MINIMAX, Gives.MOVE),
    ("best_move", 2): (Program.MINIMAX, Gives.MOVE),
}
"""The programs that a file can bring whole, by name and arity."""

_PART = (Program.ALPHABETA, Gives.VALUE_AND_MOVE)

FORMS = {
    Program.WON: Contract(Kind.WON, Tie.NONE),
    Program.MINIMAX: Contract(Kind.EXACT, Tie.ANY),
    Program.ALPHABETA: Contract(Kind.EXACT, Tie.ANY),
}


@dataclass(frozen=True)
class OwnProgram:
    """A file's own program, by its name and arity; `like` is the textbook program that it imitates."""

    name: str
    arity: int
    manner: Manner

    @property
    def value(self) -> str:
        """What the command line calls it."""
        plain = (self.name, self.arity) != ("alphabeta", 3)
        return f"{PREFIX}{self.indicator.split('/')[0] if plain else self.indicator}"

    @property
    def indicator(self) -> str:
        return f"{self.name}/{self.arity}"

    @property
    def whole(self) -> tuple[str, int]:
        """The predicate that is called: for a part, the textbook's alphabeta with it."""
        return ("alphabeta", 5) if self.manner is Manner.PART else (self.name, self.arity)

    @property
    def like(self) -> Program:
        return WHOLE.get((self.name, self.arity), _PART)[0]

    @property
    def gives(self) -> Gives:
        return WHOLE.get((self.name, self.arity), _PART)[1]

    @property
    def contract(self) -> Contract:
        """What it must promise: the textbook's, but any of several best moves will do."""
        if self.manner is Manner.PART or self.arity == 5:
            return Contract(Kind.GOOD_ENOUGH, Tie.ANY, window=True)
        return FORMS[self.like]
