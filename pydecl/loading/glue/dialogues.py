"""Rules of play out of the dialogues of a program: what a turn calls after what it reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pydecl.loading.glue.moves import MOST_CHOICES, Moves
from pydecl.loading.glue.players import Pair
from pydecl.loading.glue.program import Key
from pydecl.loading.glue.rule import BOARD, ME, Gives, Position, Result, Rule, substituted
from pydecl.loading.glue.slices import Slice, replaced_constant, slices, variables
from pydecl.model.term import Compound, Term, Variable

MOST_SLICES = 60

MOST_GOALS = 12


def rules_of_dialogues(moves: Moves) -> list[Rule]:
    """The rules that clauses with a dialogue show: what they call from the board to the next one.

    What is read says the move, so it must lead to one board.
    """
    found: list[Rule] = []
    start = Position(moves.board, 0)
    tried = 0
    for key in moves.program.predicates:
        effects = moves.program.effects[key]
        if not (effects.reads or effects.prints) or moves.sampler.late:
            continue
        for one in slices(moves.program, key):
            tried += 1
            if tried > MOST_SLICES:
                return found
            for rule in _rules(moves, one):
                nexts = rule.nexts(start, moves.sampler.one(rule.sample(start)))
                if nexts and (not rule.moves or len({str(move) for move, _ in nexts}) == len(nexts)):
                    found.append(rule)
                    break
    return found


def _rules(moves: Moves, one: Slice) -> Iterator[Rule]:
    """The rules that a slice may be, those that try fewer values first."""
    places = moves.places
    if places is None:
        return
    heads = [i for i in range(one.key.arity) if (one.key, i) in places]
    if not heads:
        return
    given = one.args[heads[0]]
    goals, pair = _with_player(moves, one)
    for variable in _results(moves, one, goals):
        last = next(n for n, goal in enumerate(goals) if variable in variables(goal))
        kept = list(goals[: last + 1])
        if len(kept) > MOST_GOALS:
            continue
        if isinstance(given, Variable):
            named: dict[str, Term] = {given.name: BOARD}
        else:
            named = {}
            kept.insert(0, Compound("=", (BOARD, given)))
        values = _renamed(kept, named)
        made = tuple(substituted(goal, values) for goal in kept)
        result = values[variable]
        if not isinstance(result, Variable) or result == BOARD:
            continue
        asked = [name for name in dict.fromkeys(_order(kept)) if name in _unknown(one, kept)]
        asked = [name for name in asked if values[name] not in (BOARD, ME, result)]
        maker = moves.program.key_of(one.key.module, goals[last]) or one.key
        rule = Rule(made, maker, Result(Gives.ONE, result), pair)
        free = tuple(v for name in asked if isinstance(v := values[name], Variable))
        yield replace(rule, moves=free)
        domains = _domains(moves, one, kept, asked, values)
        size = 1
        for _, choices in domains:
            size *= len(choices)
        if domains and 0 < size <= MOST_CHOICES:
            yield replace(rule, domains=tuple(domains), moves=tuple(v for v, _ in domains))


def _with_player(moves: Moves, one: Slice) -> tuple[tuple[Term, ...], Pair | None]:
    """The goals with ME for the player, and who plays."""
    goals = one.goals
    for i, arg in enumerate(one.args):
        pair = moves.pair_at((one.key, i))
        if pair is None:
            continue
        if not isinstance(arg, Variable):
            if arg not in pair.both:
                return goals, None
            return tuple(replaced_constant(goal, arg, ME) for goal in goals), pair
        tests = [Compound("=", (arg, player)) for player in pair.both]
        goals = tuple(goal for goal in goals if goal not in tests)
        return tuple(substituted(goal, {arg.name: ME}) for goal in goals), pair
    for goal in goals:
        called = moves.program.key_of(one.key.module, goal)
        for i, arg in enumerate(goal.args if isinstance(goal, Compound) and called is not None else ()):
            assert called is not None
            pair = moves.pair_at((called, i))
            if pair is not None and arg in pair.both:
                return tuple(replaced_constant(goal, arg, ME) for goal in goals), pair
    return goals, None


def _results(moves: Moves, one: Slice, goals: Sequence[Term]) -> list[str]:
    """The variables that may hold the next board, the latest first."""
    assert moves.places is not None
    first = next(i for i in range(one.key.arity) if (one.key, i) in moves.places)
    given = variables(one.args[first])
    found: dict[str, None] = {}
    for goal in goals:
        called = moves.program.key_of(one.key.module, goal)
        for i, arg in enumerate(goal.args if isinstance(goal, Compound) and called is not None else ()):
            if isinstance(arg, Variable) and (called, i) in moves.places and arg.name not in given:
                found[arg.name] = None
    for i, arg in enumerate(one.args):
        held = isinstance(arg, Variable) and (one.key, i) in moves.places and arg.name not in given
        if held and isinstance(arg, Variable) and any(arg.name in variables(goal) for goal in goals):
            found[arg.name] = None
    return list(reversed(found))


def _unknown(one: Slice, kept: Sequence[Term]) -> frozenset[str]:
    """The variables that the goals need to be told: those of the dialogue, and of the head."""
    head = frozenset[str]().union(*map(variables, one.args)) if one.args else frozenset()
    return (one.asked | head) & frozenset[str]().union(*map(variables, kept))


def _order(goals: Sequence[Term]) -> Iterator[str]:
    for goal in goals:
        todo: list[Term] = [goal]
        while todo:
            term = todo.pop()
            if isinstance(term, Variable):
                yield term.name
            elif isinstance(term, Compound):
                todo += reversed(term.args)
            else:
                todo += reversed(getattr(term, "items", ()))


def _renamed(goals: Sequence[Term], named: Mapping[str, Term]) -> dict[str, Term]:
    """Names for the variables of a clause that are no names of a rule's own."""
    found = dict(named)
    for name in dict.fromkeys(_order(goals)):
        if name in (ME.name, BOARD.name) and Variable(name) in (ME, BOARD) and name not in found:
            found[name] = Variable(name)
        found.setdefault(name, Variable(f"A{100 + len(found)}"))
    return found


def _domains(
    moves: Moves, one: Slice, kept: Sequence[Term], asked: Sequence[str], values: Mapping[str, Term]
) -> list[tuple[Variable, tuple[Term, ...]]]:
    found: list[tuple[Variable, tuple[Term, ...]]] = []
    for name in asked:
        place: tuple[Key, int] | None = None
        for goal in kept:
            called = moves.program.key_of(one.key.module, goal)
            if called is None or not isinstance(goal, Compound):
                continue
            stands = (i for i, arg in enumerate(goal.args) if arg == Variable(name))
            place = place or next(((called, i) for i in stands), None)
        variable = values[name]
        if isinstance(variable, Variable):
            found.append((variable, moves.domain(place)))
    return found
