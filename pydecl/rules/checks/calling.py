"""Calls of predicates that are not defined, and definitions that nothing calls, or that hide another."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pydecl.model.program import WHOLE
from pydecl.rules.catalogue.names import HIDES_LIBRARY, MISSPELLED_CALL, OWN_PROGRAM, UNDEFINED, UNUSED
from pydecl.rules.checks.goals import Call, Indicator
from pydecl.rules.checks.interface import (
    ENDS,
    INTERFACE,
    MOVES,
    NAMES,
    PARTS,
    PROGRAMS,
    roots,
    supplied,
    tells_a_game,
)
from pydecl.rules.checks.predicates import Predicates, shown
from pydecl.rules.checks.spelling import nearest
from pydecl.rules.finding import Finding

BUILT_ELSEWHERE: frozenset[Indicator] = frozenset((*MOVES, *ENDS))
"""What pydecl makes for a program from what a file has."""


HINTS = 100
"""How many names are held against all others: each look goes over all of them."""


def undefined_calls(predicates: Predicates, known: Collection[Indicator] | None) -> Iterator[Finding]:
    """The first call of each predicate that neither the file defines nor SWI-Prolog, which has `known`."""
    if known is None or not predicates.is_all_here:
        return
    for number, (indicator, places) in enumerate(_undefined(predicates, known).items()):
        meant = _meant(predicates, indicator, known) if number < HINTS else ""
        others = len(places) - 1
        more = f", and in {others} more place{'s' * (others > 1)}," if others else ""
        message = f"{shown(indicator)} is called here{more} but is not defined"
        if meant:
            remedy = f"write {meant}"
            message = f"{message}; did you mean {meant}?"
            yield predicates.rules.finding(MISSPELLED_CALL, places[0].place, message, remedy)
        else:
            remedy = f"define {shown(indicator)}"
            if indicator == ("^", 2):
                remedy = "leave the variable and ^ out: only setof/3, bagof/3 and aggregate/3 take them"
            yield predicates.rules.finding(UNDEFINED, places[0].place, message, remedy)


def _undefined(predicates: Predicates, known: Collection[Indicator]) -> dict[Indicator, list[Call]]:
    """The predicates that are called and not defined, and where."""
    asked = predicates.reached(roots(predicates))
    of_game = (
        INTERFACE
        if not tells_a_game(predicates)
        else BUILT_ELSEWHERE
        if not predicates.defined.isdisjoint(MOVES)
        else ()
    )
    words = supplied(predicates)
    found: dict[Indicator, list[Call]] = {}
    for indicator, places in predicates.called.items():
        if indicator in predicates.defined or indicator in known or indicator in words:
            continue
        if indicator in of_game and all(clause.indicator not in asked for clause, _ in places):
            continue
        if _is_interface_misspelled(predicates, indicator):
            continue
        calls = [call for clause, call in places if call.module is None and clause.head is not None]
        if calls:
            found[indicator] = calls
    return found


def _is_interface_misspelled(predicates: Predicates, indicator: Indicator) -> bool:
    """Whether it is told already, at the predicate that should have this name."""
    if indicator not in INTERFACE or not tells_a_game(predicates):
        return False
    others = [name for name, arity in predicates.clauses if arity == indicator[1] and name not in NAMES]
    return nearest(indicator[0], others) is not None


def _meant(predicates: Predicates, indicator: Indicator, known: Collection[Indicator]) -> str:
    """What a call of an undefined predicate is likely to mean, empty where nothing is near."""
    name, arity = indicator
    if arities := sorted(other for own, other in predicates.defined if own == name):
        return " or ".join(shown((name, other)) for other in arities)
    own = [other for other, other_arity in predicates.defined if other_arity == arity]
    others = [other for other, other_arity in known if other_arity == arity and other[:1] == name[:1]]
    if near := nearest(name, own) or nearest(name, others):
        return near
    arities = sorted(other for own_name, other in known if own_name == name)
    return " or ".join(shown((name, other)) for other in arities)


def own_programs(predicates: Predicates) -> Iterator[Finding]:
    """Programs of the textbook that the file brings itself."""
    for indicator, program in PROGRAMS.items():
        if indicator in predicates.clauses and tells_a_game(predicates):
            if indicator == ("won", 1) and not predicates.is_recursive(indicator):
                continue  # a test of a board, as many files have one
            clause = predicates.clauses[indicator][0]
            message = (
                f"the file brings its own {shown(indicator)}: --program {program} runs the textbook's,"
                f" --program file:{program} runs this one"
            )
            remedy = f"'pydecl crosscheck FILE --program file:{program}' compares the two"
            yield predicates.at_head(clause, OWN_PROGRAM, message, remedy)


def hidden_libraries(predicates: Predicates, common: Collection[Indicator]) -> Iterator[Finding]:
    """Predicates of the file that have the name of a well-known one in SWI-Prolog's library."""
    asked = roots(predicates)
    for indicator, clauses in predicates.clauses.items():
        if indicator[1] and indicator in common and indicator not in asked and indicator not in PARTS:
            message = f"{shown(indicator)} is also in SWI-Prolog's library; the one defined here is called"
            yield predicates.at_head(clauses[0], HIDES_LIBRARY, message)


def unused(predicates: Predicates) -> Iterator[Finding]:
    """Predicates that nothing can mean: no call, no data of the same name, no interface."""
    if not predicates.is_all_here or not tells_a_game(predicates):
        return
    tests = {("test", 1), ("test", 2)} if "plunit" in predicates.libraries else set()
    spoken = frozenset(WHOLE).union(tests, *predicates.declared.values())
    called = [name for name, arity in predicates.called if (name, arity) not in predicates.clauses]
    wanted = called[:HINTS]
    for indicator, clauses in predicates.clauses.items():
        name, arity = indicator
        if arity == 0 or name in NAMES or indicator in PARTS or indicator in spoken:
            continue
        is_misspelled = nearest(name, NAMES) or nearest(name, wanted)  # which is told in another place
        if not predicates.is_data(indicator) and not is_misspelled:
            message = f"nothing calls {shown(indicator)}"
            yield predicates.at_head(clauses[0], UNUSED, message)


CHECKS = (own_programs, unused)
