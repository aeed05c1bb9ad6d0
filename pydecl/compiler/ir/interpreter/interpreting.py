"""What a program of the intermediate language means: each goal as a generator over an environment.

Slow and simple, and written apart from all back ends, which are tested against it. A value is an integer, a
fraction, an Atom, a PrologString, a Real (a float, so that 1 and
1.0 differ) or a tuple of a name and arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cmp_to_key

from pydecl.compiler import ir
from pydecl.compiler.ir.interpreter.errors import PrologError
from pydecl.compiler.ir.interpreter.library import LIBRARY
from pydecl.compiler.ir.interpreter.numbers import compare_numbers, evaluated, number_order
from pydecl.compiler.ir.interpreter.order import order
from pydecl.compiler.ir.interpreter.predicates import unsure
from pydecl.compiler.ir.interpreter.tabling import Tables
from pydecl.compiler.ir.interpreter.values import CELL, EMPTY, Real, Value, list_of, of_term, to_term
from pydecl.model.term import Atom, Compound, is_ground

Environment = dict[str, Value]


class _CutError(Exception):
    """A clause is left for good: a cut was reached before."""


class Interpreter:
    """Runs the procedures of a program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.tables = Tables(self._set_of)

    def _set_of(self, key: ir.Key, inputs: Sequence[Value]) -> tuple[Value, ...]:
        (results,) = self.untabled(self.program.procedures[key], inputs)
        return results

    def solutions(self, key: ir.Key, inputs: Sequence[Value]) -> Iterator[tuple[Value, ...]]:
        """The results of a procedure, solution by solution."""
        procedure = self.program.procedures[key]
        if procedure.tabled:
            yield self.tables.answers(key, inputs)
            return
        yield from self.untabled(procedure, inputs)

    def untabled(self, procedure: ir.Procedure, inputs: Sequence[Value]) -> Iterator[tuple[Value, ...]]:
        """The results of its clauses."""
        for clause in procedure.clauses:
            environment = dict(zip(procedure.parameters, inputs, strict=True))
            try:
                for _ in self._all(clause.goals, environment):
                    yield tuple(value_of(result, environment) for result in clause.results)
            except _CutError:
                return

    def _all(self, goals: Sequence[ir.Goal], env: Environment) -> Iterator[None]:
        if not goals:
            yield
            return
        for _ in self._goal(goals[0], env):
            yield from self._all(goals[1:], env)

    def _goal(self, goal: ir.Goal, env: Environment) -> Iterator[None]:
        match goal:
            case ir.Match(value, pattern):
                if fits(pattern, value_of(value, env), env):
                    yield
            case ir.Compute(value, pattern):
                if fits(pattern, number_of(value, env), env):
                    yield
            case ir.Compare(op, left, right):
                if compare_numbers(op, number_of(left, env), number_of(right, env)):
                    yield
            case ir.Order(op, left, right):
                if ORDERS[op](order(value_of(left, env), value_of(right, env))):
                    yield
            case ir.Call(key, arguments, results):
                for values in self.solutions(key, [value_of(arg, env) for arg in arguments]):
                    if all(fits(p, v, env) for p, v in zip(results, values, strict=True)):
                        yield
            case ir.Library(ir.Key("$complete")):
                self.tables.check_complete()
                yield
            case ir.Library(key, arguments, results):
                for values in LIBRARY[key](*[value_of(arg, env) for arg in arguments]):
                    if all(fits(p, v, env) for p, v in zip(results, values, strict=True)):
                        yield
            case ir.IfThenElse(condition, then, otherwise, _, soft):
                held = False
                for _ in self._all(condition, env):
                    held = True
                    yield from self._all(then, env)
                    if not soft:
                        break
                if not held:
                    yield from self._all(otherwise, env)
            case ir.Or(branches):
                for branch in branches:
                    yield from self._all(branch, env)
            case ir.Not(goals):
                if not any(True for _ in self._all(goals, dict(env))):
                    yield
            case ir.Once(goals, _, optional):
                if any(True for _ in self._all(goals, env)) or optional:
                    yield
            case ir.Commit():
                yield
                raise _CutError
            case ir.Fail():
                pass
            case ir.Raise(ball):
                raise PrologError(to_term(value_of(ball, env)))
            case ir.Catch(goals, pattern, recovery):
                try:
                    yield from self._all(goals, env)
                    return
                except PrologError as error:
                    if not caught(pattern, error, env):
                        raise
                yield from self._all(recovery, env)
            case ir.Collect(kind, template, goals, result):
                inner = dict(env)
                found = [value_of(template, inner) for _ in self._all(goals, inner)]
                collected = collect(kind, found)
                if collected is not None and fits(result, collected, env):
                    yield


def caught(pattern: ir.Pattern, error: PrologError, env: Environment) -> bool:
    """Whether what was thrown fits a pattern. The context of an error is anything."""
    ball = error.ball
    if isinstance(ball, Compound) and (ball.name, len(ball.args)) == ("error", 2):
        if isinstance(pattern, ir.Bind) or (
            isinstance(pattern, ir.Equal) and isinstance(pattern.value, ir.Var)
        ):
            raise unsure("an error's context")
        ball = Compound("error", (ball.args[0], Atom("_")))
    if not is_ground(ball):
        raise unsure("an error with a variable")
    return fits(pattern, of_term(ball), env)


def value_of(expr: ir.Expr, env: Environment) -> Value:
    """The value of an expression."""
    match expr:
        case ir.Var(name):
            return env[name]
        case ir.Const(value):
            return Real(value) if isinstance(value, float) else value
        case ir.Make(name, args):
            return (name, *[value_of(arg, env) for arg in args])
        case ir.MakeList(items, tail):
            return list_of(
                [value_of(item, env) for item in items], EMPTY if tail is None else value_of(tail, env)
            )
    raise AssertionError(expr)


def number_of(expr: ir.Expr, env: Environment) -> Value:
    """The number that an expression is; a variable holds what is to be evaluated."""
    return evaluated(_expression(expr, env))


def _expression(expr: ir.Expr, env: Environment) -> Value:
    """The term that is to be evaluated."""
    if isinstance(expr, ir.Arith):
        return expr.name, *[_expression(arg, env) for arg in expr.args]
    return value_of(expr, env)


def fits(pattern: ir.Pattern, value: Value, env: Environment) -> bool:
    """Fit a value to a pattern, which assigns its variables; whether it fits."""
    match pattern:
        case ir.Bind(name):
            env[name] = value
            return True
        case ir.Ignore():
            return True
        case ir.Equal(expected):
            return order(value_of(expected, env), value) == 0
        case ir.Shape(name, args):
            if not isinstance(value, tuple) or value[0] != name or len(value) != len(args) + 1:
                return False
            return all(fits(arg, part, env) for arg, part in zip(args, value[1:], strict=True))
        case ir.ListShape(items, tail):
            for item in items:
                if not isinstance(value, tuple) or value[0] != CELL or len(value) != 3:
                    return False
                if not fits(item, value[1], env):
                    return False
                value = value[2]
            return value == EMPTY if tail is None else fits(tail, value, env)
    raise AssertionError(pattern)


ORDERS: dict[str, Callable[[int], bool]] = {
    "@<": lambda sign: sign < 0,
    "@>": lambda sign: sign > 0,
    "@=<": lambda sign: sign <= 0,
    "@>=": lambda sign: sign >= 0,
    "==": lambda sign: sign == 0,
    "\\==": lambda sign: sign != 0,
}


def ordered(values: Sequence[Value]) -> list[Value]:
    """Sorted in the standard order, each once."""
    found: list[Value] = []
    for value in sorted(values, key=cmp_to_key(order)):
        if not found or order(found[-1], value) != 0:
            found.append(value)
    return found


def collect(kind: ir.Collection, found: list[Value]) -> Value | None:
    """What is made of all solutions; None if that has no solution."""
    kinds = ir.Collection
    if kind in (kinds.LIST, kinds.BAG_ALL):
        return list_of(found)
    if kind is kinds.SET_ALL:
        return list_of(ordered(found))
    if kind is kinds.COUNT:
        return len(found)
    if kind is kinds.SUM:
        total: Value = 0
        for value in found:
            total = evaluated(("+", total, value))
        return total
    if not found:
        return None
    if kind is kinds.BAG:
        return list_of(found)
    if kind is kinds.SORTED:
        return list_of(ordered(found))
    if kind in (kinds.MAX, kinds.MIN):
        best = found[0]
        for value in found[1:]:
            best = evaluated((kind.value, best, value))
        return best
    return _witness(kind, found)


def _witness(kind: ir.Collection, found: list[Value]) -> Value:
    sign = 1 if kind is ir.Collection.MAX_WITNESS else -1
    best = found[0]
    for pair in found[1:]:
        assert isinstance(pair, tuple)
        assert isinstance(best, tuple)
        if number_order(pair[1], best[1]) * sign > 0:
            best = pair
    assert isinstance(best, tuple)
    return ("max" if sign > 0 else "min", *best[1:])
