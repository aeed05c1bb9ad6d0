"""Whether canonical/2 folds symmetries: a position and the one that stands for it are worth the same.

That is so if they have the same mover, end and static value, and if the same positions stand for what follows
them: then it holds of these, too, and so on to the ends of the game.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydecl.checking.sampling import LAST, followers
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError
from pydecl.model.term import Term, term_text

SECONDS = 0.25
"""The time after which no further batch is looked at."""


def check_symmetries(game: SessionGame, positions: Sequence[Term]) -> None:
    """Look at some positions of a game that is not folded, and at those that stand for them.

    Raises ContractError for the first that differs from the one that stands for it, or for which there is
    none, and LimitError if the rules take too long.
    """
    deadline = time.monotonic() + SECONDS
    for start in range(0, len(positions), LAST):
        if start and time.monotonic() > deadline:
            return
        batch = positions[start : start + LAST]
        pairs = list(zip(batch, game.canonicals(batch), strict=True))
        game.expand(list(dict.fromkeys(position for pair in pairs for position in pair)))
        after = {after for pair in pairs for position in pair for after in followers(game, position)}
        asked = list(after.union(same for _, same in pairs))
        stands_for = dict(zip(asked, game.canonicals(asked), strict=True))
        for position, same in pairs:
            if (difference := _difference(game, position, same, stands_for)) is not None:
                raise ContractError("asymmetric", term_text(position), term_text(same), difference)


def _difference(game: SessionGame, position: Term, same: Term, stands_for: Mapping[Term, Term]) -> str | None:
    """How a position and the one that stands for it differ; None if they do not."""
    if stands_for[same] != same:
        return f"{term_text(stands_for[same])} for that one"
    if position == same:
        return None
    for what, ask in TOLD.items():
        here, there = _answer(game, ask, position), _answer(game, ask, same)
        if here != there:
            return f"{what} is {here} in the first and {there} in the second"
    first, second = (_following(game, one, stands_for) for one in (position, same))
    for after in first | second:
        if first[after] != second[after]:
            return (
                f"{term_text(after[1])}, up to symmetry, follows {_times(first[after])} from the first and"
                f" {_times(second[after])} from the second"
            )
    return None


def _value(game: SessionGame, position: Term) -> str:
    try:
        return term_text(game.static_value(position))
    except ContractError:
        return "no number"


def _end(game: SessionGame, position: Term) -> str:
    won, lost = game.terminal_won(position), game.terminal_lost(position)
    return (
        "both won and lost" if won and lost else "won" if won else "lost" if lost else "neither won nor lost"
    )


TOLD: Mapping[str, Callable[[SessionGame, Term], str]] = {
    "the player to move": lambda game, at: " and ".join(one.value for one in game.all_movers(at)) or "nobody",
    "the static value": _value,
    "the position": lambda game, at: "turbulent" if game.turbulent(at) else "quiet",
    "the end": _end,
}
"""What is the same in symmetric positions, and what tells it."""


def _answer(game: SessionGame, ask: Callable[[SessionGame, Term], str], position: Term) -> str:
    try:
        return ask(game, position)
    except ContractError:  # told where the position is looked at
        return "unknown"


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _following(
    game: SessionGame, position: Term, stands_for: Mapping[Term, Term]
) -> Counter[tuple[Any, Term]]:
    """How often positions follow that are symmetric to one, with the probability if that is by chance."""
    if chances := game.chance(position):
        return Counter((chance, stands_for[after]) for chance, after in chances)
    return Counter((None, stands_for[after]) for _, after in game.successors(position))
