"""format/1, format/2 and format/3 with a format that is written in the text.

`format(atom(A), "~w-~a", [X, Y])` is `atomic_list_concat([X, -, Y], A)`, behind tests that X and Y are
such that both mean the same; if not, compiled rules give up. What is printed is thrown away.
"""

from __future__ import annotations

import re
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

_NUMBER = ("number",)

_OF_TEXT = {
    "w": _TEXT,
    "a": _TEXT,
    "d": ("integer",),
    "p": _NUMBER,
    "q": _NUMBER,
    "c": ("integer",),
    "i": (),
}
"""The directives whose text is that of an atomic argument, and the tests of which one must hold.

Atoms and strings are quoted by ~p and ~q, if they must be.
"""

_PRINTED = {
    **_OF_TEXT,
    "w": (),
    "p": (),
    "q": (),
    "D": ("integer",),
    "e": _NUMBER,
    "f": _NUMBER,
    "g": _NUMBER,
}
"""Those whose text nobody sees, with the tests that keep them from an error."""

_COLUMNS = "t|+"
"""The directives of columns: they take no argument."""

_INSTEAD = {
    "p": "write ~w, or ~a of an atom",
    "q": "write ~w, or ~a of an atom",
    "s": "turn the codes into an atom by atom_codes/2, and write ~a",
}
"""What to write in the place of others, whose text is kept."""

_ENDS = {"codes": "atom_codes", "chars": "atom_chars", "string": "atom_string"}


_DIRECTIVE = re.compile(r"~(?P<count>`.|[0-9]+|\*)?(?P<letter>.?)|(?P<plain>[^~]+)", re.DOTALL)


def parts(text: str) -> list[tuple[str, str]]:
    """The parts of a format: text, under '', and directives, each with its numeric argument as it is written.

    >>> parts("~w to ~2d~n")
    [('w', ''), ('', ' to '), ('d', '2'), ('', '\\n')]
    >>> parts("~`-t~30|")
    [('t', '`-'), ('|', '30')]
    """
    found: list[tuple[str, str]] = []
    for part in _DIRECTIVE.finditer(text):
        letter, count = part["letter"], part["count"] or ""
        plain = part["plain"]
        if letter == "n" and (count.isdecimal() or not count):
            plain = "\n" * int(count or 1)
        elif letter == "~" and not count:
            plain = "~"
        if plain is None:
            found.append((letter, count))
        elif found and not found[-1][0]:
            found[-1] = "", found[-1][1] + plain
        elif plain:
            found.append(("", plain))
    return found


def _is_read(letter: str, count: str) -> bool:
    """Whether a directive is compiled, at least if its text is not kept."""
    if letter == "t":
        return not count or count[0] == "`"
    numbered = letter != "" and letter in "|+dDefgc"
    return (letter in _PRINTED or numbered) and (not count or (numbered and count.isdecimal()))


def _print(analyser: Analyser, goal: Node, point: Point) -> bool:
    """format/1 and format/2."""
    written, *given = arguments(goal)
    place = place_of(goal)
    tests = []
    for directive, _, arg in _matched(written, given, point.scope, place):
        if directive and directive in _COLUMNS:
            continue
        if tests_of := _PRINTED.get(directive, ()):
            tests.append(_tested(arg, tests_of, point.scope, place))
        if directive == "c":
            tests.append(_in_range(arg, place))
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
            if directive not in _OF_TEXT or (text and directive != "c"):
                instead = _INSTEAD.get(directive, "write the text by ~w, ~a, ~d, ~c, ~i and ~n")
                raise RefusedError(place, f"~{text}{directive} in a format whose text is kept: {instead}")
            if directive == "i":
                continue
            goals.append(_tested(arg, _OF_TEXT[directive], point.scope, place))
            if directive == "c":
                goals.append(_in_range(arg, place))
                char = Named(point.scope.new("t"), place)
                goals.append(goal_of("char_code", char, arg, place=place))
                pieces += [char] * int(text or 1)
                continue
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
    for letter, count in found:
        if letter and not _is_read(letter, count):
            instead = _INSTEAD.get(letter, "write the text by ~w, ~a, ~d, ~c, ~i and ~n")
            raise RefusedError(place, f"~{count}{letter} in a format is not compiled: {instead}")
    args = _arguments(given[0], scope) if given else []
    if args is None:
        raise RefusedError(place, "the arguments of a format that are known only at run time")
    if len(args) != sum(_takes_argument(directive) for directive, _ in found):
        raise RefusedError(place, "as many arguments as the format asks for are not there")
    rest = iter(args)
    return [(one, text, next(rest) if _takes_argument(one) else written) for one, text in found]


def _takes_argument(directive: str) -> bool:
    return directive != "" and directive not in _COLUMNS


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
    return _or_given_up(passed, place)


def _in_range(code: Node, place: Span) -> Node:
    """That an integer is a character's code, or compiled rules give up: format/2 has an error of its own."""
    least, most = (Constant(value, place) for value in (0, 0xD7FF))
    above = goal_of(">=", code, least, place=place)
    return _or_given_up(goal_of(",", above, goal_of("=<", code, most, place=place), place=place), place)


def _or_given_up(passed: Node, place: Span) -> Node:
    other = goal_of("$uncovered", atom("text of such a term", place), place=place)
    return goal_of(";", goal_of("->", passed, atom("true", place), place=place), other, place=place)


FORMATTING: dict[tuple[str, int], Construct] = {
    ("format", 1): _print,
    ("format", 2): _print,
    ("format", 3): _make,
}
"""By name and arity."""
