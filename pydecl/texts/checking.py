"""What a rules file's text shows to be wrong, and where things stand in it; the last text is kept."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from pydecl.rules.checks import Known, calls_findings, text_findings
from pydecl.rules.checks.goals import arguments, functor, place_of
from pydecl.rules.checks.interface import ASKED
from pydecl.rules.checks.predicates import Predicates
from pydecl.rules.finding import Finding
from pydecl.rules.syntax import Named, RulesText, Span, walk
from pydecl.texts.reading import MOST, finding_fields, rules_of

LONGEST = 100_000
"""The longest text of a position that is told, in characters."""


@lru_cache(maxsize=1)
def _predicates(text: str, file: str) -> Predicates:
    return Predicates(rules_of(text, file))


def survey(text: str, file: str) -> dict[str, Any]:
    """The findings, all but those on calls, and the libraries that the text names."""
    predicates = _predicates(text, file)
    return {**_told(text_findings(predicates)), "libraries": list(predicates.libraries)[:MOST]}


def calls(text: str, file: str, known: Mapping[str, Sequence[tuple[str, int]]]) -> dict[str, Any]:
    """The findings on calls, where it is `known` what SWI-Prolog defines."""
    sets = {name: {(predicate, arity) for predicate, arity in told} for name, told in known.items()}
    return _told(calls_findings(_predicates(text, file), Known(**sets)))


def _told(findings: Sequence[Finding]) -> dict[str, Any]:
    """The first findings, and how many there are."""
    return {"findings": list(map(finding_fields, findings[:MOST])), "number": len(findings)}


def clauses(text: str, file: str, lines: Sequence[int]) -> list[int]:
    """The number of the clause to which each of some lines belongs."""
    rules = rules_of(text, file)
    starts = [rules.place(clause.span.start)[0] for clause in rules.clauses]
    return [bisect_right(starts, line) for line in lines]


def place(text: str, file: str, about: Sequence[tuple[str, int]], line: int) -> list[Any]:
    """Line, column, length and source line of the first of some predicates or functions.

    With a `line`, of a call in the clause there, or else of that line; without one, of the predicate that the
    text defines, or else calls. Nothing where there is none.
    """
    predicates = _predicates(text, file)
    rules = predicates.rules
    if line:
        (last,) = clauses(text, file, [line])
        for clause in rules.clauses[:last][-1:]:
            wanted = {(name, arity) for name, arity in about} - {clause.indicator}
            for node in walk(clause.body) if clause.body is not None else ():
                if functor(node) in wanted:
                    return _shown(rules, place_of(node))
        shown = rules.line(line)
        return [line, len(shown) - len(shown.lstrip()) + 1, len(shown.strip()), shown[:LONGEST]]
    for name, arity in about:
        if found := predicates.clauses.get((name, arity)):
            head = found[0].head
            assert head is not None
            span = place_of(head)
        elif places := predicates.called.get((name, arity)):
            span = places[0][1].place
        else:
            continue
        return _shown(rules, span)
    return []


def _shown(rules: RulesText, span: Span) -> list[Any]:
    at, column = rules.place(span.start)
    return [at, column, max(1, span.end - span.start), rules.source_line(at, column)]


def positions(text: str, file: str, number: int) -> list[str]:
    """The texts of the first `number` positions that the facts of a game's interface are about."""
    predicates = _predicates(text, file)
    found: dict[str, None] = {}
    for clause in chain.from_iterable(predicates.clauses.get(asked, ()) for asked in ASKED):
        position = arguments(clause.head)[0]
        if position.span.end - position.span.start > LONGEST:
            continue
        if not any(isinstance(node, Named) for node in walk(position)):
            found[text[position.span.start : position.span.end]] = None
            if len(found) == number:
                break
    return list(found)
