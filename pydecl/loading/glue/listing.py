"""What a program lists or tests of a board: the moves that there are, for what makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from pydecl.loading.glue import names
from pydecl.loading.glue.moves import Moves, is_small
from pydecl.loading.glue.rule import BOARD, ME, OTHER, Rule, inner, substituted
from pydecl.loading.glue.shapes import leaves, parts, with_parts
from pydecl.model.term import Compound, PrologList, Term, Variable

MOST_LISTERS = 16

ITEM = 900
"""The number of the first variable for a part of a listed move that is not used."""

LIST = Variable("Listed")


def listed(rule: Rule, found: Sequence[tuple[Term, Term]]) -> Iterator[Rule]:
    """A rule that must be told the move with each of the `listers` that fits before it."""
    told = (arg for arg in parts(inner(rule.goals[-1])) if isinstance(arg, Variable))
    unknown = [arg for arg in told if arg not in (BOARD, ME, OTHER, rule.result.variable)]
    unknown = [*dict.fromkeys([*(v for v, _ in rule.domains), *unknown])]
    for goal, first in found:
        for item, chosen in _items(first, unknown):
            member = Compound("member", (item, LIST))
            yield replace(rule, goals=(goal, member, *rule.goals), domains=(), moves=chosen)


def listers(moves: Moves) -> list[tuple[Term, Term]]:
    """The goals that list moves, in which the list is LIST, each with the first move; the likeliest first."""
    found: list[tuple[bool, Term, Term]] = []
    for one, answer in moves.answered:
        alone = len(one.unknown) == 1 and one.unknown[0] in one.args
        if not alone or not answer.holds or answer.end == "limit":
            continue
        value = answer.solutions[0][one.args.index(one.unknown[0])]
        if len(set(answer.solutions)) <= 2 and isinstance(value, PrologList) and _lists_moves(value):
            goal = substituted(one.goal, {one.unknown[0].name: LIST})
            if len(answer.solutions) > 1:
                goal = Compound("once", (goal,))
            found.append((not names.says(one.key.name, names.MOVE), goal, value.items[0]))
    return [(goal, first) for _, goal, first in sorted(found, key=lambda one: one[0])[:MOST_LISTERS]]


def _items(first: Term, unknown: Sequence[Variable]) -> Iterator[tuple[Term, tuple[Variable, ...]]]:
    """Patterns for the items of a list, with the variables that they bind."""
    for variable in unknown[:3]:
        yield variable, (variable,)
    size = len(leaves(first))
    if 2 <= size <= min(4, len(unknown)):
        for chosen in list(permutations(unknown, size))[:8]:
            yield _pattern(first, list(chosen)), chosen
    if 2 <= size <= 4 and size > len(unknown) == 1:
        for at in range(size):  # the others say what the move is worth, or what it does
            others = [unknown[0] if i == at else Variable(f"A{ITEM + i}") for i in range(size)]
            yield _pattern(first, others), tuple(unknown)


def _pattern(term: Term, variables: list[Variable]) -> Term:
    if not parts(term):
        return variables.pop(0)
    return with_parts(term, [_pattern(part, variables) for part in parts(term)])


def _lists_moves(value: PrologList) -> bool:
    moves = set(map(str, value.items))
    plain = value.tail is None and all(map(is_small, value.items))
    return plain and 1 < len(moves) == len(value.items) <= 400
