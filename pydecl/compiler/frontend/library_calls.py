"""Calls of built-in and library predicates, in one of the modes of `library.py`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import Point, RefusedError, Scope, value
from pydecl.compiler.frontend.partial_lists import check_list
from pydecl.compiler.frontend.prelude import prelude
from pydecl.compiler.frontend.terms import (
    arguments,
    indicator,
    is_empty,
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
    key = indicator(goal)
    if key is None or key not in MODES:
        return False
    scope, args, place = point.scope, arguments(goal), place_of(goal)
    mode = _mode(key, args, scope)
    if mode is None and key in prelude():
        return False
    if mode is None:
        given = ",".join("+" if scope.is_ground(arg) else "-" for arg in args)
        raise RefusedError(place, f"{key[0]}/{key[1]} called as {key[0]}({given})", free=True)
    _check_terms(key, args, scope, place)
    _check_results(key, mode, args, scope, place)
    if key == ("arg", 3) and mode[0] == "-":
        _check_own_number(args, scope, place)
    library_goal(key[0], mode, args, scope, point.out, goal)
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
    **{(name, 2): (0, 1) for name in ("upcase_atom", "downcase_atom", "string_upper", "string_lower")},
    **{(name, 3): (0, 1, 2) for name in ("atom_concat", "string_concat", "string_code")},
    **{(name, 5): (0, 1, 2, 3, 4) for name in ("sub_atom", "sub_string")},
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
    ("=..", 2): (1,),
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


_CHARACTER, _CODE, _LIST = "a character", "a code", "a list"

_CHECKED: dict[tuple[str, int], tuple[int, str]] = {
    **{(name, 2): (1, _CHARACTER) for name in ("atom_chars", "string_chars")},
    **{(name, 2): (1, _CODE) for name in ("atom_codes", "string_codes", "number_codes", "char_code")},
    ("=..", 2): (1, _LIST),
    ("split_string", 4): (3, _LIST),
    ("downcase_atom", 2): (1, ""),
    **{(name, 2): (1, "") for name in ("string_upper", "string_lower", "atom_string", "string_to_atom")},
    **{(name, 2): (1, "") for name in ("text_to_string", "atom_number")},
    ("number_string", 2): (0, ""),
    ("string_concat", 3): (2, ""),
}
"""Results that Prolog checks where they are given, or compares as text: the argument, and what it can be.

None is a value; a list, whose items are these, may be known in part.
"""


def _check_results(key: tuple[str, int], mode: str, args: Sequence[Node], scope: Scope, place: Span) -> None:
    """Raises RefusedError if a given result may be an error, or an equal text, and not only fail."""
    if key in (("sub_atom", 5), ("sub_string", 5)):
        _check_sizes(key[0], mode, args, scope, place)
    if key == ("atomic_list_concat", 3) and mode[0] == "-":
        _check_split(args[0], scope, place)
    if key == ("=..", 2) and mode[0] == "-" and not _is_free(scope.alias(args[0]), scope):
        raise RefusedError(place, "a term of =../2 that is known in part")
    index, wanted = _CHECKED.get(key, (0, ""))
    if key not in _CHECKED or mode[index] == "+" or _is_free(scope.alias(args[index]), scope):
        return
    given = scope.deep(args[index])
    items, tail = items_of(given)
    fits = is_empty(tail) or _is_free(tail, scope)
    if scope.is_ground(given):
        fits = False
    elif wanted != _LIST:
        fits = fits and all(_is_free(item, scope) or _is(item, wanted) for item in items)
    if not fits:
        what = f"a result of {key[0]}/{key[1]} that is given"
        raise RefusedError(place, f"{what}: ask for it by a variable of its own, and compare that")


def _check_sizes(name: str, mode: str, args: Sequence[Node], scope: Scope, place: Span) -> None:
    """Raises RefusedError if sub_atom/5 or sub_string/5 looks at a size that it does not need."""
    free = [scope.alias(arg) for arg in args[1:4] if not scope.is_ground(arg)]
    names = [one.name for one in free if isinstance(one, Named) and one.name != "_"]
    if mode[4] == "+" and len(set(names)) < len(names):
        # SWI-Prolog 9.0.4 gives sub_atom(aba, X, X, _, a) a solution
        raise RefusedError(place, f"one variable for two results of {name}/5")
    for mark, size in zip(mode[1:4], args[1:4], strict=True):
        if mark == "-" and scope.is_ground(size) and not _is_size(scope.resolve(size)):
            raise RefusedError(place, f"{name}/5 given more than it needs, and not as a number")


def _check_split(parts: Node, scope: Scope, place: Span) -> None:
    """Raises RefusedError if atomic_list_concat/3 splits a text, and a value stands before what is free."""
    for item in items_of(scope.deep(parts))[0]:
        if not scope.is_ground(item):
            return
        if isinstance(item, Named):
            raise RefusedError(place, "atomic_list_concat/3 with a list that is known in part")


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
    found = node.value if isinstance(node, Constant) else None
    if wanted == _CODE:
        return isinstance(found, int) and 0 < found <= sys.maxunicode
    return isinstance(found, Atom) and len(found.name) == 1


def _is_size(node: Node) -> bool:
    """Whether SWI-Prolog has such a size: a larger one is a representation error."""
    return isinstance(node, Constant) and isinstance(node.value, int) and 0 <= node.value < 1 << 64


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
