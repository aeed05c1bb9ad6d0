"""Smaller programs that still show what a larger one showed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from prolog_text import conjunction, conjuncts, parts, with_part
from random_templates import RandomProgram

from pydecl.model.term import Atom, Compound, PrologList, Term, Variable

TRIES = 1500
"""How many programs are tried."""


def shrunk(
    program: RandomProgram, shows: Callable[[RandomProgram], bool], tries: int = TRIES
) -> RandomProgram:
    """The smallest program found in so many tries that `shows` still holds of."""
    left = tries
    at = 0
    while left > 0:
        first = at
        for number, candidate in enumerate(candidates(program)):
            if number < first:  # not larger parts again, which were needed a moment ago
                continue
            left -= 1
            if shows(candidate):
                program, at = candidate, number
                break
            if left == 0:
                break
        else:
            if first == 0:
                break
            at = 0
    return program


def candidates(program: RandomProgram) -> Iterator[RandomProgram]:
    """Programs that are a step smaller, the greatest steps first."""
    if len(program.goals) > 1:
        for goal in program.goals:
            yield replace(program, goals=(goal,))
    size = len(program.clauses) // 2
    while size > 0:
        for index in range(0, len(program.clauses), size):
            yield replace(program, clauses=program.clauses[:index] + program.clauses[index + size :])
        size //= 2
    for index, clause in enumerate(program.clauses):
        for smaller in smaller_clauses(clause):
            yield replace(program, clauses=(*program.clauses[:index], smaller, *program.clauses[index + 1 :]))
    for index, goal in enumerate(program.goals):
        for at, given in enumerate(goal.arguments):
            for value in () if given is None else smaller_terms(given):
                arguments = (*goal.arguments[:at], value, *goal.arguments[at + 1 :])
                goals = (
                    *program.goals[:index],
                    replace(goal, arguments=arguments),
                    *program.goals[index + 1 :],
                )
                yield replace(program, goals=goals)


def smaller_clauses(clause: Term) -> Iterator[Term]:
    """A clause with less in its body or its head."""
    if not (isinstance(clause, Compound) and clause.name in (":-", "-->")):
        yield from smaller_heads(clause)
        return
    if len(clause.args) == 1:
        return
    head, body = clause.args
    for smaller in smaller_bodies(body):
        yield head if smaller == Atom("true") else Compound(":-", (head, smaller))
    for smaller_head in smaller_heads(head):
        yield Compound(":-", (smaller_head, body))


def smaller_heads(head: Term) -> Iterator[Term]:
    if isinstance(head, Compound):
        yield from _in_one_part(head, smaller_terms)


def _in_one_part(term: Term, smaller: Callable[[Term], Iterator[Term]]) -> Iterator[Term]:
    for index, part in enumerate(parts(term)):
        for one in smaller(part):
            yield with_part(term, index, one)


CONTROL = {
    *(";", "->", "*->", "\\+", "once", "ignore", "forall", "findall"),
    *("aggregate_all", "setof", "bagof", "^"),
}


def smaller_bodies(body: Term) -> Iterator[Term]:
    """Bodies with a goal less, with a branch in the place of a choice, with smaller terms."""
    todo = conjuncts(body)
    for index, goal in enumerate(todo):
        before, after = todo[:index], todo[index + 1 :]
        if goal != Atom("true"):
            yield conjunction([*before, *after])
        for smaller in smaller_goals(goal):
            yield conjunction([*before, *conjuncts(smaller), *after])


def smaller_goals(goal: Term) -> Iterator[Term]:
    if not isinstance(goal, Compound):
        return
    if goal.name in CONTROL:
        for arg in goal.args:
            if isinstance(arg, Compound):
                yield arg
        yield from _in_one_part(
            goal, lambda arg: smaller_bodies(arg) if isinstance(arg, Compound) else smaller_terms(arg)
        )
    else:
        yield from _in_one_part(goal, smaller_terms)


def smaller_terms(term: Term) -> Iterator[Term]:
    """Terms that are simpler; variables stay as they are."""
    if isinstance(term, Variable) or term in (0, Atom("a")):
        return
    if isinstance(term, PrologList):
        yield from _smaller_lists(term)
    elif isinstance(term, Compound):
        yield from term.args
        yield from _in_one_part(term, smaller_terms)
    elif isinstance(term, int) and not isinstance(term, bool):
        yield 0
        if abs(term) > 9:
            yield term // 2
    elif isinstance(term, float):
        yield 0
    elif isinstance(term, Atom) and term.name.isalnum():
        yield Atom("a")


def _smaller_lists(term: PrologList) -> Iterator[Term]:
    for index in range(len(term.items)):
        items = term.items[:index] + term.items[index + 1 :]
        if items or term.tail is None:
            yield PrologList(items, term.tail)
    if term.tail is not None:
        yield PrologList(term.items)
    yield from _in_one_part(term, smaller_terms)
