"""What a program lists or tests of a board: the moves that there are, for what makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from pydecl.loading.glue import names
from pydecl.loading.glue.moves import Moves
from pydecl.loading.glue.program import Key
from pydecl.loading.glue.rule import BOARD, ME, OTHER, Rule, substituted
from pydecl.loading.glue.shapes import leaves, parts
from pydecl.model.term import Compound, PrologList, Term, Variable

MOST_LISTERS = 16

ITEM = 900
"""The number of the first variable for a part of a listed move that is not used."""


@dataclass(frozen=True)
class Lister:
    """A goal with BOARD that gives moves: items of a list in `listed`, or each by a solution in `answers`."""

    key: Key
    goal: Term
    listed: Variable | None
    answers: tuple[Variable, ...]
    first: Term
    """What the first move looks like."""
    count: int


class Listers:
    """Finds them for the first board, and puts them before rules that need to be told the move."""

    def __init__(self, moves: Moves) -> None:
        self._moves = moves
        self.found = list(self._found())

    def _found(self) -> Iterator[Lister]:
        for one, answer in self._moves.answered:
            if not (one.unknown and one.is_plain) or not answer.holds or answer.end == "limit":
                continue
            if len(one.unknown) == 1:
                value = answer.solutions[0][one.args.index(one.unknown[0])]
                if len(answer.solutions) <= 2 and _lists_moves(value):
                    assert isinstance(value, PrologList)
                    yield Lister(one.key, one.goal, one.unknown[0], (), value.items[0], len(value.items))
                    continue
            rows = {tuple(str(row[one.args.index(arg)]) for arg in one.unknown) for row in answer.solutions}
            small = [
                arg
                for arg in one.unknown
                if all(_is_plain(row[one.args.index(arg)]) for row in answer.solutions)
            ]
            if len(rows) > 1 and len(small) == len(one.unknown) <= 4:
                row = answer.solutions[0]
                values = [row[one.args.index(arg)] for arg in one.unknown]
                first = values[0] if len(values) == 1 else Compound("/", tuple(values))
                yield Lister(one.key, one.goal, None, one.unknown, first, len(rows))

    def given(self, rule: Rule) -> Iterator[Rule]:
        """The rule with each lister that fits before it."""
        goal = rule.goals[-1]
        names_of_move = tuple(dict.fromkeys([*(v for v, _ in rule.domains), *self._unknown(goal, rule)]))
        ranked = sorted(self.found, key=lambda one: -names.says(one.key.name, names.MOVE))
        for lister in ranked[:MOST_LISTERS]:
            yield from self._joined(rule, lister, names_of_move)

    def _unknown(self, goal: Term, rule: Rule) -> Iterator[Variable]:
        inner = goal.args[1] if isinstance(goal, Compound) and goal.name == ":" else goal
        for arg in parts(inner):
            if isinstance(arg, Variable) and arg not in (BOARD, ME, OTHER, rule.result.variable):
                yield arg

    def _joined(self, rule: Rule, lister: Lister, unknown: Sequence[Variable]) -> Iterator[Rule]:
        renamed = {v.name: Variable(f"L{v.name}") for v in (*lister.answers, lister.listed) if v is not None}
        goal = substituted(lister.goal, renamed)
        if lister.listed is not None:
            listed = renamed[lister.listed.name]
            for item, chosen in _items(lister.first, unknown):
                member = Compound("member", (item, listed))
                yield replace(rule, goals=(goal, member, *rule.goals), domains=(), moves=chosen)
            return
        count = len(lister.answers)
        if count > len(unknown):
            return
        for chosen in permutations(unknown, count):
            same = {renamed[a.name].name: v for a, v in zip(lister.answers, chosen, strict=True)}
            left = tuple((v, values) for v, values in rule.domains if v not in chosen)
            moves = (*chosen, *(v for v, _ in left))
            yield replace(rule, goals=(substituted(goal, same), *rule.goals), domains=left, moves=moves)


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
    inner = parts(term)
    if not inner:
        return variables.pop(0)
    made = tuple(_pattern(part, variables) for part in inner)
    return Compound(term.name, made) if isinstance(term, Compound) else PrologList(made)


def _is_plain(term: Term) -> bool:
    found = leaves(term)
    return len(found) <= 8 and not any(isinstance(leaf, Variable) for leaf in found)


def _lists_moves(value: Term) -> bool:
    return (
        isinstance(value, PrologList)
        and value.tail is None
        and 1 < len(value.items) <= 400
        and all(map(_is_plain, value.items))
        and len(set(map(str, value.items))) == len(value.items)
    )
