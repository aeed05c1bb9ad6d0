"""What a program sets up before its first board: facts that its rules look at all the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.rule import substituted
from pydecl.loading.glue.slices import Slice, slices
from pydecl.loading.glue.starts import Start
from pydecl.model.term import Compound, Term, Variable, is_ground

ASSERTS = frozenset({"assert", "asserta", "assertz"})


@dataclass(frozen=True)
class SetUp:
    """Goals that are called when the program is loaded, and the start that comes after them."""

    start: Start | None
    goals: tuple[Term, ...]


NOTHING = SetUp(None, ())


def set_up(program: Program, starts: Sequence[Start]) -> SetUp | None:
    """What a clause sets up before a start, the likeliest start first; None if there is nothing."""
    for start in starts:
        for goals in _before(program, start):
            return SetUp(start, goals)
    return None


def _before(program: Program, start: Start) -> Iterator[tuple[Term, ...]]:
    """Goals that change facts and stand before the start in a clause, as that clause is called."""
    if start.place is None or start.goal is None or start.facts:
        return
    key, out = start.place
    for caller in program.predicates:
        for one in slices(program, caller, whole=True):
            at = next((n for n, goal in enumerate(one.goals) if _is(program, caller, goal, key)), None)
            for values in _called(program, caller, one) if at else ():
                goals = [substituted(goal, values) for goal in one.goals]
                lasting = tuple(goal for goal in goals[:at] if _lasts(program, caller, goal, key))
                if lasting and at is not None and _agree(goals[at], start.goal, out):
                    yield lasting


def _is(program: Program, caller: Key, goal: Term, key: Key) -> bool:
    return program.key_of(caller.module, goal) == key


def _called(program: Program, key: Key, one: Slice) -> Iterator[Mapping[str, Term]]:
    """What the variables of a head are where the predicate is called with constants; nothing, too."""
    for caller, predicate in program.predicates.items():
        for _, body in predicate.clauses:
            for module, goal in program.goals(body, caller.module):
                if one.args and isinstance(goal, Compound) and program.key_of(module, goal) == key:
                    pairs = zip(one.args, goal.args, strict=True)
                    given = {mine.name: arg for mine, arg in pairs if isinstance(mine, Variable)}
                    if all(map(is_ground, given.values())):
                        yield given
    yield {}


def _lasts(program: Program, caller: Key, goal: Term, start: Key) -> bool:
    """Whether a goal adds facts, and needs to be told nothing more."""
    if not is_ground(goal):
        return False
    if isinstance(goal, Compound) and goal.name in ASSERTS:
        return True
    called = program.key_of(caller.module, goal)
    if called is None or called == start:
        return False
    effects = program.effects[called]
    return bool(effects.changes) and effects.callable and not (effects.random or effects.prints)


def _agree(call: Term, goal: Term, out: int) -> bool:
    """Whether two calls have the same arguments, as far as they are told, but for the one asked for."""
    inner = goal.args[1] if isinstance(goal, Compound) and goal.name == ":" else goal
    if not isinstance(call, Compound) or not isinstance(inner, Compound):
        return call == inner
    pairs = enumerate(zip(call.args, inner.args, strict=True))
    given = [(mine, arg) for i, (mine, arg) in pairs if i != out]
    return all(mine == arg for mine, arg in given if is_ground(mine) or is_ground(arg))
