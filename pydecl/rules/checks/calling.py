"""Calls of predicates that are not defined, and definitions that nothing calls, or that hide another."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pydecl.rules.catalogue.names import HIDES_LIBRARY, MISSPELLED_CALL, OWN_PROGRAM, UNDEFINED, UNUSED
from pydecl.rules.checks.goals import Call, Indicator, place_of
from pydecl.rules.checks.interface import ASKED, ENDS, INTERFACE, MOVES, NAMES, PARTS, PROGRAMS, tells_a_game
from pydecl.rules.checks.predicates import Predicates, shown
from pydecl.rules.checks.spelling import nearest
from pydecl.rules.finding import Code, Finding
from pydecl.rules.syntax import Clause, Kind

BUILT_ELSEWHERE: frozenset[Indicator] = frozenset((*MOVES, *ENDS))
"""What pydecl makes for a program from what a file has."""


def undefined_calls(predicates: Predicates, known: Collection[Indicator] | None) -> Iterator[Finding]:
    """Calls of what neither the file nor SWI-Prolog, which defines `known`, defines."""
    if known is None or not predicates.is_all_here:
        return
    asked = predicates.reached(ASKED)
    makes = any(move in predicates.defined for move in MOVES)
    for indicator, places in predicates.called.items():
        if indicator in predicates.defined or indicator in known:
            continue
        if (
            makes
            and indicator in BUILT_ELSEWHERE
            and all(clause.indicator not in asked for clause, _ in places)
        ):
            continue
        if _is_interface_misspelled(predicates, indicator):
            continue
        for clause, call in places:
            if call.module is None and clause.kind not in (Kind.DIRECTIVE, Kind.QUERY):
                yield _undefined(predicates, call, known)


def _is_interface_misspelled(predicates: Predicates, indicator: Indicator) -> bool:
    """Whether it is told already, at the predicate that should have this name."""
    others = [name for name, arity in predicates.clauses if arity == indicator[1] and name not in NAMES]
    return indicator in INTERFACE and tells_a_game(predicates) and nearest(indicator[0], others) is not None


def _undefined(predicates: Predicates, call: Call, known: Collection[Indicator]) -> Finding:
    name, arity = call.indicator
    here = f"{shown(call.indicator)} is called here and defined nowhere"
    arities = sorted(other for own, other in predicates.defined if own == name)
    if arities:
        others = " and ".join(shown((name, other)) for other in arities)
        message = f"{here}; there is {others}"
        return predicates.rules.finding(MISSPELLED_CALL, call.place, message, f"call {others}")
    own = [other for other, other_arity in predicates.defined if other_arity == arity]
    near = nearest(name, own) or nearest(name, [n for n, a in known if a == arity and n[:1] == name[:1]])
    if near is not None:
        message = f"{here}; did you mean {near}?"
        return predicates.rules.finding(MISSPELLED_CALL, call.place, message, f"write {near}")
    arities = sorted(other for own_name, other in known if own_name == name)
    if arities:
        others = " and ".join(shown((name, other)) for other in arities)
        return predicates.rules.finding(
            MISSPELLED_CALL, call.place, f"{here}; there is {others}", f"call {others}"
        )
    return predicates.rules.finding(UNDEFINED, call.place, here, f"define {shown(call.indicator)}")


def own_programs(predicates: Predicates) -> Iterator[Finding]:
    """Programs of the textbook that the file brings itself."""
    for indicator, program in PROGRAMS.items():
        if indicator in predicates.clauses and tells_a_game(predicates):
            clause = predicates.clauses[indicator][0]
            message = f"the file defines {shown(indicator)}: pydecl runs its own"
            yield _at(predicates, clause, OWN_PROGRAM, message, f"--program file:{program} runs this one")


def hidden_libraries(predicates: Predicates, library: Collection[Indicator]) -> Iterator[Finding]:
    """Predicates of the file that have the name of one of SWI-Prolog's libraries."""
    for indicator, clauses in predicates.clauses.items():
        if indicator[1] and indicator in library and indicator not in INTERFACE and indicator not in PARTS:
            message = f"{shown(indicator)} is defined here and in SWI-Prolog's library; this one is called"
            yield _at(predicates, clauses[0], HIDES_LIBRARY, message)


def unused(predicates: Predicates) -> Iterator[Finding]:
    """Predicates that nothing can mean: no call, no data of the same name, no interface."""
    if not predicates.is_all_here or not tells_a_game(predicates):
        return
    spoken = frozenset().union(*predicates.declared.values())
    wanted = [name for name, arity in predicates.called if (name, arity) not in predicates.clauses]
    for indicator, clauses in predicates.clauses.items():
        name, arity = indicator
        if arity == 0 or name in NAMES or indicator in PARTS or indicator in spoken:
            continue
        own = sum(call.indicator[0] == name for clause in clauses for call in predicates.calls_of(clause))
        is_misspelled = nearest(name, NAMES) or nearest(name, wanted)  # which is told in another place
        if predicates.atoms.get(name, 0) <= own and not is_misspelled:
            message = f"nothing calls {shown(indicator)}"
            yield _at(predicates, clauses[0], UNUSED, message)


def _at(predicates: Predicates, clause: Clause, code: Code, message: str, remedy: str = "") -> Finding:
    assert clause.head is not None
    return predicates.rules.finding(code, place_of(clause.head), message, remedy)
