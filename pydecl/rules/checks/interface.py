"""The predicates by which a rules file tells a game, and those that have a name or arity close to theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.rules.catalogue.names import (
    MISSPELLED_OPTIONAL,
    MISSPELLED_REQUIRED,
    WRONG_ARITY,
    WRONG_ARITY_OPTIONAL,
)
from pydecl.rules.checks.goals import Indicator
from pydecl.rules.checks.predicates import Predicates, shown
from pydecl.rules.checks.spelling import nearest
from pydecl.rules.conventions import TEXTBOOK, Convention, recognised
from pydecl.rules.finding import Finding

MOVES: tuple[Indicator, ...] = (("moves", 2), ("move", 2), ("move", 3))
"""One of them tells the successors."""

MOVERS: tuple[Indicator, ...] = (("max_to_move", 1), ("min_to_move", 1))

VALUE: Indicator = ("staticval", 2)

ENDS: tuple[Indicator, ...] = (("terminalwon", 1), ("terminallost", 1))

ASKED: tuple[Indicator, ...] = (
    *(*MOVES, *MOVERS, VALUE, *ENDS),
    *(("turbulent", 1), ("plausible", 2), ("chance", 3)),
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


def interface_names(predicates: Predicates) -> Iterator[Finding]:
    """Predicates of the file that look like one of the interface which the file lacks."""
    if not tells_a_game(predicates):
        return
    needed = [indicator for choice in required(predicates) for indicator in choice]
    lacking = [indicator for indicator in sorted(INTERFACE) if _is_lacking(indicator, predicates)]
    for indicator in predicates.clauses:
        if indicator in INTERFACE or predicates.called_from_elsewhere(indicator):
            continue
        yield from _arity(predicates, indicator, needed, lacking)
        yield from _name(predicates, indicator, needed, lacking)


def _is_lacking(indicator: Indicator, predicates: Predicates) -> bool:
    if indicator in MOVES:
        return not any(move in predicates.defined for move in MOVES)
    return indicator not in predicates.defined


def _arity(
    predicates: Predicates, found: Indicator, needed: Sequence[Indicator], lacking: Sequence[Indicator]
) -> Iterator[Finding]:
    meant = [indicator for indicator in lacking if indicator[0] == found[0]]
    if not meant and found[0] not in ("move", "moves"):  # which may be told in several ways
        meant = sorted(indicator for indicator in INTERFACE if indicator[0] == found[0])
    if not meant:
        return
    expected = " or ".join(map(shown, meant))
    message = f"{shown(found)} found, {expected} expected"
    remedy = (
        f"give {found[0]} {' or '.join(str(arity) for _, arity in meant)} argument{'s' * (meant[0][1] > 1)}"
    )
    code = WRONG_ARITY if meant[0] in needed else WRONG_ARITY_OPTIONAL
    yield predicates.at_head(predicates.clauses[found][0], code, message, remedy)


def _name(
    predicates: Predicates, found: Indicator, needed: Sequence[Indicator], lacking: Sequence[Indicator]
) -> Iterator[Finding]:
    name, arity = found
    if name in NAMES:
        return
    near = nearest(name, [other for other, other_arity in lacking if other_arity == arity])
    near = near or nearest(name, [other for other, other_arity in INTERFACE if other_arity == arity])
    if near is None or predicates.is_data(found):
        return
    meant = (near, arity)
    no = f"no {shown(meant)}, and " if meant in lacking else ""
    message = f"{no}nothing calls {shown(found)}; did you mean {near}?"
    code = MISSPELLED_REQUIRED if meant in needed else MISSPELLED_OPTIONAL
    yield predicates.at_head(
        predicates.clauses[found][0], code, message, f"write {near} in the clauses of {shown(found)}"
    )


CHECKS = (interface_names,)
