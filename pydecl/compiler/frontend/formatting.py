"""format/1, format/2 and format/3 with a format that is written in the text.

`format(atom(A), "~w-~a", [X, Y])` is `atomic_list_concat([X, -, Y], A)`, behind tests that X and Y are
such that both mean the same; if not, compiled rules give up. What is printed is thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.frontend.instantiation import RefusedError, Scope
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.partial_lists import any_of, goal_of, known_list
from pydecl.compiler.frontend.point import Point
from pydecl.compiler.frontend.terms import (
    arguments,
    atom,
    conjunction,
    is_empty,
    list_of,
    of_library,
    place_of,
)
from pydecl.model.term import Atom, PrologString
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

_TEXT = ("atom", "number", "string")

_OF_TEXT = {"w": _TEXT, "a": _TEXT, "d": ("integer",)}
"""The directives whose text is that of an atomic argument, and the tests of which one must hold."""

_PRINTED = {**_OF_TEXT, "w": (), "p": (), "q": ()}
"""Those whose text nobody sees, with the tests that keep them from an error."""

_ENDS = {"codes": "atom_codes", "chars": "atom_chars", "string": "atom_string"}


def parts(text: str) -> list[tuple[str, str]] | None:
    """The parts of a format: text, under '', and directives; None if there are others than the plain ones.

    >>> parts("~w to ~a~n")
    [('w', ''), ('', ' to '), ('a', ''), ('', '\\n')]
    >>> parts("~t~w~10|") is None
    True
    """
    found: list[tuple[str, str]] = []
    plain = ""
    letters = iter(text)
    for letter in letters:
        directive = next(letters, "") if letter == "~" else None
        if directive is None or directive in ("~", "n"):
            plain += letter if directive is None else "\n" if directive == "n" else "~"
        elif directive in _PRINTED:
            found += [("", plain)] * bool(plain) + [(directive, "")]
            plain = ""
        else:
            return None
    return found + [("", plain)] * bool(plain)


def _print(analyser: Analyser, goal: Node, point: Point) -> bool:
    """format/1 and format/2."""
    written, *given = arguments(goal)
    place = place_of(goal)
    tests = []
    for directive, _, arg in _matched(written, given, point.scope, place):
        if tests_of := _PRINTED.get(directive, ()):
            tests.append(_tested(arg, tests_of, point.scope, place))
    return analyser.goal(of_library(conjunction(tests)), point) if tests else False


def _make(analyser: Analyser, goal: Node, point: Point) -> bool:
    """format/3 to an atom, a string, or a list of codes or characters."""
    sink, written, given = arguments(goal)
    place = place_of(goal)
    to = point.scope.resolve(sink)
    if not (isinstance(to, Structure) and len(to.args) == 1 and to.name in ("atom", *_ENDS)):
        raise RefusedError(place, "it writes to a stream, or to a difference list")
    goals: list[Node] = []
    pieces: list[Node] = []
    for directive, text, arg in _matched(written, [given], point.scope, place):
        if directive:
            if directive not in _OF_TEXT:
                raise RefusedError(place, f"~{directive} in a format, whose text is kept")
            goals.append(_tested(arg, _OF_TEXT[directive], point.scope, place))
        pieces.append(arg if directive else atom(text, place))
    made = Named(point.scope.new("t"), place)
    goals.append(goal_of("atomic_list_concat", list_of(pieces, span=place), made, place=place))
    if to.name in _ENDS:
        codes = Named(point.scope.new("t"), place)
        goals.append(goal_of(_ENDS[to.name], made, codes, place=place))
        made = codes
    goals.append(goal_of("=", to.args[0], made, place=place))
    point.rest = [*map(of_library, goals), *point.rest]
    analyser.conjunction(point)
    return True


def _matched(written: Node, given: Sequence[Node], scope: Scope, place: Span) -> list[tuple[str, str, Node]]:
    """The parts of a format, each with its argument. Raises RefusedError if they are not known."""
    text = _text(scope.resolve(written), scope)
    if text is None:
        raise RefusedError(place, "a format that is known only at run time")
    found = parts(text)
    if found is None:
        raise RefusedError(place, "a directive of format/2 other than ~w, ~p, ~q, ~a, ~d, ~n and ~~")
    args = _arguments(given[0], scope) if given else []
    if args is None:
        raise RefusedError(place, "the arguments of a format that are known only at run time")
    if len(args) != sum(bool(directive) for directive, _ in found):
        raise RefusedError(place, "as many arguments as the format asks for are not there")
    rest = iter(args)
    return [(directive, plain, next(rest) if directive else written) for directive, plain in found]


def _text(node: Node, scope: Scope) -> str | None:
    """The text of a format, which is an atom, a string, or a list of codes."""
    if isinstance(node, Constant):
        if isinstance(node.value, Atom):
            return node.value.name
        return node.value.value if isinstance(node.value, PrologString) else None
    known: list[Node] | None = [] if is_empty(node) else None
    if (written := known_list(node, scope)) is not None and is_empty(written[1]):
        known = written[0]
    if known is None:
        return None
    codes = [item.value for item in known if isinstance(item, Constant)]
    if len(codes) < len(known):
        return None
    return "".join(chr(code) for code in codes if isinstance(code, int)) if codes else ""


def _arguments(node: Node, scope: Scope) -> list[Node] | None:
    """The arguments of a format: a list, or one that is none."""
    known = scope.resolve(node)
    if is_empty(known):
        return []
    if (written := known_list(node, scope)) is not None:
        return written[0] if is_empty(written[1]) else None
    return None if isinstance(known, Named) else [node]


def _tested(arg: Node, tests: Sequence[str], scope: Scope, place: Span) -> Node:
    """That an argument passes one of the tests, or compiled rules give up. Raises RefusedError."""
    known = scope.resolve(arg)
    if isinstance(known, Structure) and not is_empty(known):
        raise RefusedError(place, "the text of a compound term")
    if not scope.is_ground(arg):
        raise RefusedError(place, "the text of a variable that may be unbound")
    passed = any_of([goal_of(test, arg, place=place) for test in tests], place)
    other = goal_of("$uncovered", atom("text of such a term", place), place=place)
    return goal_of(";", goal_of("->", passed, atom("true", place), place=place), other, place=place)


FORMATTING: dict[tuple[str, int], Construct] = {
    ("format", 1): _print,
    ("format", 2): _print,
    ("format", 3): _make,
}
"""By name and arity."""
