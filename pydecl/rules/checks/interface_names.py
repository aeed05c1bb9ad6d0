"""Predicates of the interface under a wrong name, or with a wrong number of arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.rules.catalogue.names import (
    MISSPELLED_OPTIONAL,
    MISSPELLED_REQUIRED,
    WRONG_ARITY,
    WRONG_ARITY_OPTIONAL,
)
from pydecl.rules.checks.goals import Indicator, place_of
from pydecl.rules.checks.interface import INTERFACE, MOVES, NAMES, required, tells_a_game
from pydecl.rules.checks.predicates import Predicates, shown
from pydecl.rules.checks.spelling import nearest
from pydecl.rules.finding import Code, Finding


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
    yield _at_head(predicates, found, code, message, remedy)


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
    yield _at_head(predicates, found, code, message, f"write {near} in the clauses of {shown(found)}")


def _at_head(predicates: Predicates, indicator: Indicator, code: Code, message: str, remedy: str) -> Finding:
    head = predicates.clauses[indicator][0].head
    assert head is not None
    return predicates.rules.finding(code, place_of(head), message, remedy)
