"""A program that searches nothing: it looks its answers up in the database of a solved game.

>>> known = LookedUp("solved/nim")
>>> known.value, known.like, known.contract.window
('database:solved/nim', Program(value='outcome'), False)
"""

from __future__ import annotations

from dataclasses import dataclass

from pydecl.model.program import Contract, Kind, Program, Tie

DATABASE = "database:"
"""How the name of such a program begins; the folder of the database follows."""


@dataclass(frozen=True)
class LookedUp:
    """The program `outcome`, looked up in the database of this folder."""

    folder: str

    @property
    def value(self) -> str:
        """What the command line calls it."""
        return f"{DATABASE}{self.folder}"

    @property
    def like(self) -> Program:
        """The program whose answers it gives."""
        return Program.OUTCOME

    @property
    def contract(self) -> Contract:
        """What it promises, as that program does."""
        return Contract(Kind.OUTCOME, Tie.FIRST)
