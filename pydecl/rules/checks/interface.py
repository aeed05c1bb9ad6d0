"""The predicates by which a rules file tells a game, and those of the textbook's programs."""

from __future__ import annotations

from pydecl.rules.checks.goals import Indicator
from pydecl.rules.checks.predicates import Predicates, shown
from pydecl.rules.conventions import TEXTBOOK, Convention, recognised

MOVES: tuple[Indicator, ...] = (("moves", 2), ("move", 2), ("move", 3))
"""One of them tells the successors."""

MOVERS: tuple[Indicator, ...] = (("max_to_move", 1), ("min_to_move", 1))

VALUE: Indicator = ("staticval", 2)

ENDS: tuple[Indicator, ...] = (("terminalwon", 1), ("terminallost", 1))

ASKED: tuple[Indicator, ...] = (
    *MOVES,
    *MOVERS,
    VALUE,
    *ENDS,
    ("turbulent", 1),
    ("plausible", 2),
    ("chance", 3),
)
"""What a search asks of a position."""

OTHERS: tuple[Indicator, ...] = (
    *(("initial", 1), ("position", 1), ("default_depth", 1), ("default_plies", 1)),
    *(("layer", 2), ("canonical", 2), ("moves_again", 0)),
    *(("move_text", 3), ("position_text", 3), ("position_picture", 3)),
)

INTERFACE: frozenset[Indicator] = frozenset((*ASKED, *OTHERS))

NAMES: frozenset[str] = frozenset(name for name, _ in INTERFACE)

TELLING: frozenset[str] = frozenset(name for name, _ in (*MOVERS, VALUE, *ENDS))
"""Names that no other convention has."""

PROGRAMS: dict[Indicator, str] = {("won", 1): "won", ("minimax", 3): "minimax", ("alphabeta", 5): "alphabeta"}
"""The textbook's programs, as their predicates are called."""

PARTS: tuple[Indicator, ...] = (
    *PROGRAMS,
    *(("best", 3), ("betterof", 6), ("boundedbest", 5), ("goodenough", 7), ("newbounds", 6)),
)
"""All predicates of the textbook's programs."""


def tells_a_game(predicates: Predicates) -> bool:
    """Whether the file speaks of a game in the textbook's words, if not in all of them."""
    return any(name in TELLING for name, _ in predicates.clauses) and not others(predicates)


def others(predicates: Predicates) -> list[Convention]:
    """The conventions but the textbook's that the file follows."""
    return [found for found in recognised(set(map(shown, predicates.defined))) if found != TEXTBOOK]


def roots(predicates: Predicates) -> frozenset[Indicator]:
    """What may be asked of the file from outside: its convention's predicates and the whole interface."""
    choices = [choice for convention in others(predicates) for choice in convention.needs]
    return INTERFACE.union(_indicator(name) for choice in choices for name in choice)


SUPPLIED: dict[str, frozenset[Indicator]] = {
    "gdl": frozenset((("true", 1), ("does", 2), ("distinct", 2), *(("or", arity) for arity in range(2, 10)))),
}
"""The words of a convention that its adapter defines for the file."""


def supplied(predicates: Predicates) -> frozenset[Indicator]:
    """What the file can call because of its convention."""
    return frozenset().union(*(SUPPLIED.get(found.name, frozenset()) for found in others(predicates)))


def _indicator(text: str) -> Indicator:
    name, _, arity = text.rpartition("/")
    return name, int(arity)


def required(predicates: Predicates) -> list[tuple[Indicator, ...]]:
    """What no program can do without and the file lacks; one of each tuple is enough."""
    defined = predicates.defined
    lacking: list[tuple[Indicator, ...]] = []
    if not any(move in defined for move in MOVES):
        lacking.append(MOVES)
    lacking += [(mover,) for mover in MOVERS if mover not in defined]
    if VALUE not in defined and not all(end in defined for end in ENDS):
        lacking.append((VALUE,))
    return lacking
