"""Which predicate of the rules does not answer, or raises an exception."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydecl.bridge.game import SessionGame
from pydecl.errors import ContractError, LimitError
from pydecl.model.term import Term, term_text
from pydecl.rules.checks.goals import Indicator
from pydecl.rules.checks.interface import MOVERS, MOVES

SECONDS = 0.5
"""How long a predicate may take to answer for one position before it is the culprit."""


def culprit(game: SessionGame, position: Term, predicates: Sequence[Indicator]) -> Indicator | None:
    """The first of some predicates of the interface that goes wrong when it alone is asked."""
    for indicator in predicates:
        if not _is_asked(game, indicator):
            continue
        goal = f"game:{_goal(indicator, term_text(game.encode(position)))}"
        asked = goal if indicator in MOVERS else f"forall({goal}, true)"
        try:
            game.session.query(asked, solutions=1, seconds=SECONDS)
        except (ContractError, LimitError):
            return indicator
    return None


def _is_asked(game: SessionGame, indicator: Indicator) -> bool:
    """Whether a file defines a predicate; of the move predicates, the one that tells the successors."""
    if indicator in MOVES:
        return indicator == next((move for move in MOVES if f"{move[0]}/{move[1]}" in game.defined), None)
    return f"{indicator[0]}/{indicator[1]}" in game.defined


def _goal(indicator: Indicator, position: str) -> str:
    name, arity = indicator
    return f"{name}({', '.join([position, *('_' * (arity - 1))])})"


def unknown_procedure(message: str) -> Indicator | None:
    """The predicate that an exception says is not defined.

    >>> unknown_procedure("the game's rules raised an exception: unknown procedure foo/2")
    ('foo', 2)
    """
    found = re.search(r"[Uu]nknown procedure:? (.+)/(\d+)", message)
    return (found[1].strip("'"), int(found[2])) if found else None
