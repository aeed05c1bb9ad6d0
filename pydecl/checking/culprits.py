"""Which predicate of the rules does not answer, or raises an exception; which clause gives a wrong answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, LimitError, Place
from pydecl.model.term import Atom, Compound, Term, term_text
from pydecl.rules.checks.goals import Indicator
from pydecl.rules.checks.interface import MOVERS, MOVES
from pydecl.sandbox.replies import items, string

SECONDS = 0.5
"""How long a predicate may take to answer for one position before it is the culprit."""


def culprit(game: SessionGame, position: Term, predicates: Sequence[Indicator]) -> Indicator | None:
    """The first of some predicates of the interface that goes wrong when it alone is asked.

    A predicate that does not answer is the culprit only if it had SECONDS for it.
    """
    for indicator in predicates:
        if not _is_asked(game, indicator):
            continue
        goal = f"game:{_goal(indicator, term_text(game.encode(position)))}"
        asked = goal if indicator in MOVERS else f"forall({goal}, true)"
        in_time = has_time(game)
        try:
            game.session.query(asked, solutions=1, seconds=SECONDS)
        except ContractError:
            return indicator
        except LimitError:
            return indicator if in_time else None
    return None


def has_time(game: SessionGame) -> bool:
    """Whether enough is left of the command's time to say of a predicate that it does not answer."""
    return game.session.most(SECONDS) == SECONDS


class Which(Enum):
    """Which of the answers to a question is wrong."""

    FIRST = "first"
    SECOND = "second"
    """The first one that differs from the first of all."""


def clause_giving(game: SessionGame, position: Term, predicate: Indicator, which: Which) -> Place | None:
    """The place of the clause of a file that gives an answer.

    It is None if no clause is known to: see `prolog/support/giving.pl`.
    """
    indicator = Compound("/", (Atom(predicate[0]), predicate[1]))
    request = Compound("giving", (indicator, game.encode(position), Atom(which.value)))
    try:
        places = items(game.session.ask(request, seconds=SECONDS))
    except (ContractError, LimitError):  # the finding is told without the clause
        return None
    return Place.read(next(map(string, places), ""))


def _is_asked(game: SessionGame, indicator: Indicator) -> bool:
    """Whether a file defines a predicate; of the move predicates, the one that tells the successors."""
    if indicator in MOVES:
        return indicator == next((move for move in MOVES if f"{move[0]}/{move[1]}" in game.defined), None)
    return f"{indicator[0]}/{indicator[1]}" in game.defined


def _goal(indicator: Indicator, position: str) -> str:
    name, arity = indicator
    return f"{name}({', '.join([position, *('_' * (arity - 1))])})"


def unknown(message: str) -> Indicator | None:
    """The predicate, or the function, that an exception says is not defined.

    >>> unknown("the game's rules raised an exception: unknown procedure foo/2")
    ('foo', 2)
    >>> unknown("is/2: Arithmetic: `k/0' is not a function")
    ('k', 0)
    """
    found = re.search(r"(?:[Uu]nknown procedure|Arithmetic: (?:evaluable)?):? *`?(.+?)/(\d+)", message)
    return (found[1].strip("'"), int(found[2])) if found else None
