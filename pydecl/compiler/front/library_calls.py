"""Calls of built-in and library predicates, in one of the modes of `library.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydecl.compiler import ir
from pydecl.compiler.front.scope import RefusedError, Scope, value
from pydecl.compiler.front.terms import arguments, indicator, place_of
from pydecl.compiler.front.unifying import Fitting
from pydecl.compiler.library import MODES
from pydecl.rules.syntax import Node

if TYPE_CHECKING:
    from pydecl.compiler.front.modes import Analyser, Point


def library_call(_analyser: Analyser, goal: Node, point: Point) -> bool:
    """Compile a call of a predicate of the library; whether it is one. Raises RefusedError."""
    key = indicator(goal)
    if key is None or key not in MODES:
        return False
    scope, args, place = point.scope, arguments(goal), place_of(goal)
    mode = _mode(key, args, scope)
    if mode is None:
        given = ",".join("+" if scope.is_ground(arg) else "-" for arg in args)
        raise RefusedError(place, f"{key[0]}/{key[1]} called as {key[0]}({given})", free=True)
    shared = set(scope.shared)
    library_goal(key[0], mode, args, scope, point.out, goal)
    if key == ("arg", 3):
        scope.shared = shared
    return True


def library_goal(
    name: str, mode: str, args: Sequence[Node], scope: Scope, out: list[ir.Goal], goal: Node
) -> None:
    """Add a call in a mode."""
    place = place_of(goal)
    inputs = [value(arg, scope, out) for arg, mark in zip(args, mode, strict=True) if mark == "+"]
    fitting = Fitting(scope, place)
    results = [fitting.pattern(arg) for arg, mark in zip(args, mode, strict=True) if mark == "-"]
    out.append(ir.Library(ir.Key(name, mode), tuple(inputs), tuple(results), place))
    out += fitting.later


def _mode(key: tuple[str, int], args: Sequence[Node], scope: Scope) -> str | None:
    """The first mode whose inputs are all ground."""
    ground = [scope.is_ground(arg) for arg in args]
    for mode in MODES[key]:
        if all(mark == "-" or is_ground for mark, is_ground in zip(mode.arguments, ground, strict=True)):
            return mode.arguments
    return None
