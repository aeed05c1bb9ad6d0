"""What was found of a game, as the glue tells it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from pydecl.loading.glue.choosing import Chosen
from pydecl.loading.glue.ends import Ending
from pydecl.loading.glue.program import Program
from pydecl.loading.glue.rule import Gives, Rule, named
from pydecl.loading.glue.shapes import around, parts, with_parts
from pydecl.model.term import Compound, PrologList, Term, Variable


class Blocked(Enum):
    """What becomes of a player who cannot move, if the program does not say that somebody has won."""

    DRAWN = "the game is drawn"
    LOSES = "the player has lost"
    PASSES = "the player passes"


@dataclass(frozen=True, kw_only=True)
class Found(Chosen):
    """All of it. `example` is what the rule's result looked like: an item of the list, or the term."""

    program: Program
    range: str
    beginner: str
    example: Term | None
    repeats: bool
    same: bool
    winner: Ending | None
    overs: Sequence[Ending]
    blocked: Blocked
    questions: Sequence[str]
    heads: Sequence[Term] = ()
    candidates: Sequence[str] = ()
    """Calls that may say who has won, if `winner` is to be filled in."""

    def pattern(self, board: Term) -> Term:
        """What the result is, or an item of the list, with this in the place of the board."""
        path = self.rule.result.path
        if not path or self.example is None:
            return board
        some = enumerate(parts(self.example))
        made = [around(one, path[1:], board) if i == path[0] else Variable(f"M{i}") for i, one in some]
        return with_parts(self.example, made)

    def move_pattern(self, renamed: Mapping[str, Term]) -> Term | None:
        """What names a move; None if nothing does."""
        rule = self.rule
        own = [renamed.get(v.name, v) for v in rule.moves]
        if rule.result.path and self.example is not None:
            others = [Variable(f"M{i}") for i in range(len(parts(self.example))) if i != rule.result.path[0]]
            return named([*own, *others])
        return None if rule.result.gives is Gives.MANY else named(own)


def example_of(rule: Rule, value: Term) -> Term | None:
    """The term in which a next board lies."""
    if rule.result.gives is Gives.MANY:
        return value.items[0] if isinstance(value, PrologList) and value.items else None
    return value if isinstance(value, Compound | PrologList) else None
