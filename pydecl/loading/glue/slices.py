"""What a clause with a dialogue says of the game: its goals without those that print, read or choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from pydecl.loading.glue import names
from pydecl.loading.glue.program import PRINTS, READS, Key, Program, indicator
from pydecl.model.term import Compound, PrologList, Term, Variable

MOST_WAYS = 8
"""How many ways through the disjunctions of a clause are followed."""

IDLE = frozenset({"!/0", "true/0", "repeat/0", "otherwise/0", "garbage_collect/0"})


@dataclass(frozen=True)
class Slice:
    """One way through a clause: the head's arguments, and goals that compute.

    `asked` are variables that the dialogue, or a choice by the machine, gives a value.
    """

    key: Key
    args: tuple[Term, ...]
    goals: tuple[Term, ...]
    asked: frozenset[str]


def slices(program: Program, key: Key, whole: bool = False) -> Iterator[Slice]:
    """The slices of all clauses of a predicate; with `whole` all goals, those of the dialogue included."""
    for args, body in program.predicates[key].clauses:
        for way in _ways(body, denied=whole)[:MOST_WAYS]:
            found = Slice(key, args, way, frozenset()) if whole else _slice(program, key, args, way)
            if found is not None:
                yield found


def variables(term: Term) -> frozenset[str]:
    """The names of the variables in a term."""
    if isinstance(term, Variable):
        return frozenset({term.name})
    inner: tuple[Term, ...] = ()
    if isinstance(term, Compound):
        inner = term.args
    elif isinstance(term, PrologList):
        inner = term.items if term.tail is None else (*term.items, term.tail)
    return frozenset().union(*map(variables, inner)) if inner else frozenset()


def _ways(body: Term, denied: bool = False) -> list[tuple[Term, ...]]:
    """The conjunctions that a body may become, one for each choice at a disjunction.

    With `denied` the condition of an if-then-else stands denied before what is called otherwise.
    """
    if isinstance(body, Compound) and len(body.args) == 2:
        one, other = body.args
        if body.name in (",", "->", "*->"):
            pairs = product(_ways(one, denied)[:MOST_WAYS], _ways(other, denied)[:MOST_WAYS])
            return [first + second for first, second in pairs]
        if body.name == ";":
            otherwise = _ways(other, denied)
            if denied and isinstance(one, Compound) and one.name == "->":
                otherwise = [(Compound("\\+", one.args[:1]), *way) for way in otherwise]
            return _ways(one, denied) + otherwise
    return [(body,)]


def _slice(program: Program, key: Key, args: tuple[Term, ...], way: Sequence[Term]) -> Slice | None:
    kept: list[Term] = []
    asked: set[str] = set()
    known = set[str]().union(*map(variables, args)) if args else set()
    for goal in way:
        told = "{}/{}".format(*indicator(goal))
        called = program.key_of(key.module, goal)
        effects = program.effects[called] if called is not None else None
        prints = told in PRINTS if effects is None else effects.prints and not effects.changes
        reads = told in READS if effects is None else not effects.callable or effects.random
        chooses = (
            called is not None
            and names.says(called.name, names.CHOOSER)
            and not program.predicates[called].is_dynamic
        )
        if told in IDLE:
            continue
        turns = called is not None and key in program.reached(called)
        if turns and effects is not None and (effects.reads or effects.prints):
            break  # the next turn
        if reads or chooses or (prints and (called is None or variables(goal) <= known)):
            asked |= variables(goal) - known
        else:
            kept.append(goal)
        known |= variables(goal)
    return Slice(key, args, tuple(kept), frozenset(asked)) if kept else None


def replaced_constant(term: Term, constant: Term, new: Term) -> Term:
    """The term with another one for each occurrence of a constant."""
    if term == constant:
        return new
    if isinstance(term, Compound):
        return Compound(term.name, tuple(replaced_constant(arg, constant, new) for arg in term.args))
    if isinstance(term, PrologList):
        tail = None if term.tail is None else replaced_constant(term.tail, constant, new)
        return PrologList(tuple(replaced_constant(item, constant, new) for item in term.items), tail)
    return term


def is_quiet(program: Program, module: str, goal: Term) -> bool:
    """Whether a goal may be called for what it answers: a predicate of the program that says nothing."""
    called = program.key_of(module, goal)
    if called is None:
        return "{}/{}".format(*indicator(goal)) in ("=/2", "is/2", "length/2")
    effects = program.effects[called]
    return effects.callable and not (effects.prints or effects.random or effects.changes)


def conjunction(goals: Sequence[Term]) -> Term:
    """All goals in one, in order."""
    *first, last = goals
    for goal in reversed(first):
        last = Compound(",", (goal, last))
    return last
