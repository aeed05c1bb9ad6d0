"""Calls of built-in and library predicates, in one of the modes of `library.py`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.implied_modes import CHECKED
from pydecl.compiler.frontend.instantiation import RefusedError, Scope, value
from pydecl.compiler.frontend.partial_lists import check_list
from pydecl.compiler.frontend.point import Point
from pydecl.compiler.frontend.terms import (
    CELL,
    arguments,
    indicator,
    is_empty,
    is_goal,
    items_of,
    place_of,
    variables,
)
from pydecl.compiler.frontend.unification import Fitting
from pydecl.compiler.library import MODES
from pydecl.model.term import Atom
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure


def library_call(goal: Node, point: Point) -> bool:
    """Compile a call of a predicate of the library; whether it is one. Raises RefusedError."""
    if is_goal(goal, CHECKED, 1):
        (goal,) = arguments(goal)
    key = indicator(goal)
    if key is None or key not in MODES:
        return False
    scope, args, place = point.scope, arguments(goal), place_of(goal)
    mode = _mode(key, args, scope)
    if mode is None:
        given = ",".join("+" if scope.is_ground(arg) else "-" for arg in args)
        raise RefusedError(place, f"{key[0]}/{key[1]} called as {key[0]}({given})", free=True)
    _check_terms(key, args, scope, place)
    _check_results(key, mode, args, scope, place)
    if key == ("arg", 3) and mode[0] == "-":
        _check_own_number(args, scope, place)
    shared = set(scope.shared)
    library_goal(key[0], mode, args, scope, point.out, goal)
    if key == ("arg", 3):
        scope.shared = shared
    return True


_ATOMIC: dict[tuple[str, int], tuple[int, ...]] = {
    ("length", 2): (1,),
    **{(name, arity): (0,) for name in ("nth0", "nth1") for arity in (3, 4)},
    **{(name, 3): (0, 1, 2) for name in ("between", "plus")},
    **{(name, 2): (0, 1) for name in ("succ", "char_code", "atom_number", "atom_length", "string_length")},
    **{
        (name, 2): (0,)
        for name in ("atom_chars", "atom_codes", "number_codes", "string_chars", "string_codes")
    },
    **{(name, 2): (0, 1) for name in ("atom_string", "string_to_atom", "number_string", "text_to_string")},
    **{(name, 2): (0, 1) for name in ("downcase_atom", "string_upper", "string_lower")},
    **{(name, 3): (0, 1, 2) for name in ("string_concat", "string_code")},
    ("sub_string", 5): (0, 1, 2, 3, 4),
    ("split_string", 4): (0, 1, 2),
    ("atomic_list_concat", 2): (1,),
    ("atomic_list_concat", 3): (1, 2),
    ("arg", 3): (0,),
    ("compare", 3): (0,),
}
"""The arguments that must be numbers or texts, if they are known."""

_LISTS: dict[tuple[str, int], tuple[int, ...]] = {
    ("atomic_list_concat", 2): (0,),
    ("atomic_list_concat", 3): (0,),
    ("split_string", 4): (3,),
}
"""Those that must be lists."""


def _check_terms(key: tuple[str, int], args: Sequence[Node], scope: Scope, place: Span) -> None:
    """Raises RefusedError if a term that is known in part is an error, in the place of something else."""
    for index in _ATOMIC.get(key, ()):
        node = scope.resolve(args[index])
        is_spine = isinstance(node, Named) and node.name in scope.spines  # a list of free variables
        if is_spine or (isinstance(node, Structure) and not scope.is_ground(node)):
            raise RefusedError(place, f"a term in the place of a number or a text of {key[0]}/{key[1]}")
    for index in _LISTS.get(key, ()):
        check_list(args[index], scope, place)
        items = items_of(scope.deep(args[index]))[0]
        if key[0] == "atomic_list_concat" and any(isinstance(item, Structure) for item in items):
            raise RefusedError(place, f"a list of {key[0]}/{key[1]} with a term in it")


_CHARACTER, _CODE, _CELL = "a character", "a code", "a list"

_CHECKED: dict[tuple[str, int], tuple[int, str, bool]] = {
    ("atom_chars", 2): (1, _CHARACTER, True),
    ("atom_codes", 2): (1, _CODE, True),
    ("string_chars", 2): (1, _CHARACTER, True),
    ("string_codes", 2): (1, _CODE, True),
    ("number_codes", 2): (1, _CODE, True),
    ("char_code", 2): (1, _CODE, False),
    ("=..", 2): (1, _CELL, False),
}
"""Results that Prolog checks where they are given: the argument, what it must be, and whether its items."""


def _check_results(key: tuple[str, int], mode: str, args: Sequence[Node], scope: Scope, place: Span) -> None:
    """Raises RefusedError if a result is given that may be an error, and not only fail."""
    index, wanted, in_list = _CHECKED.get(key, (0, "", False))
    if not wanted or mode[index] == "+" or _is_free(scope.alias(args[index]), scope):
        return
    given = scope.deep(args[index])
    items = [given]
    if in_list:
        parts, tail = items_of(given)
        items = parts if is_empty(tail) or _is_free(tail, scope) else [given]
    if not all(_is_free(item, scope) or _is(item, wanted) for item in items):
        known = f"a result of {key[0]}/{key[1]} that is given"
        raise RefusedError(place, f"{known}, and may not be {wanted}")


def _check_own_number(args: Sequence[Node], scope: Scope, place: Span) -> None:
    """Raises RefusedError if an argument that is sought may hold its own number.

    SWI-Prolog 9.0.4 ends at the first one that fits and is another number: arg(N, f(2, 2), N) fails there.
    """
    number = scope.alias(args[0])
    sought = scope.deep(args[2])
    if isinstance(number, Named) and number.name != "_" and number.name in variables(sought):
        raise RefusedError(place, "one variable for the number and the argument of arg/3")


def _is_free(node: Node, scope: Scope) -> bool:
    return isinstance(node, Named) and node.name not in scope.bound


def _is(node: Node, wanted: str) -> bool:
    if wanted == _CELL:
        return is_empty(node) or (isinstance(node, Structure) and node.name == CELL)
    found = node.value if isinstance(node, Constant) else None
    if wanted == _CODE:
        return isinstance(found, int) and 0 < found <= sys.maxunicode
    return isinstance(found, Atom) and len(found.name) == 1


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
