"""A program that searches nothing: it looks its answers up in the database of a solved game.

>>> known = LookedUp("solved/nim")
>>> known.value, known.like, known.contract.window
('database:solved/nim', Program(value='outcome'), False)
>>> known == LookedUp("solved/nim", Program.EXPECTIMINIMAX)
True
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pydecl.model.program import Contract, Kind, Program, Tie

DATABASE = "database:"
"""How the name of such a program begins; the folder of the database follows."""


@dataclass(frozen=True)
class LookedUp:
    """A program, looked up in the database of this folder, which alone tells databases apart.

    It is `like` the program whose answers it gives: `outcome`, or `expectiminimax` in a game of chance.
    """

    folder: str
    like: Program = field(default=Program.OUTCOME, compare=False)

    @property
    def value(self) -> str:
        """What the command line calls it."""
        return f"{DATABASE}{self.folder}"

    @property
    def contract(self) -> Contract:
        """What it promises, as that program does."""
        kind = Kind.EXPECTATION if self.like == Program.EXPECTIMINIMAX else Kind.OUTCOME
        return Contract(kind, Tie.FIRST)
