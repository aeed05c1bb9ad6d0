"""Patterns of the intermediate language as Python's statements."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.ir import Bind, Equal, Ignore, ListShape, Pattern, Shape
from pydecl.compiler.python.expressions import Kind, simple
from pydecl.compiler.python.writer import Then, Writer


def match_all(w: Writer, later: Sequence[tuple[str, Pattern, Kind | None]], then: Then) -> None:
    """Values that fit patterns, one after another, and what follows."""
    if not later:
        then.write()
        return
    (text, pattern, kind), rest = later[0], later[1:]
    match_value(w, text, pattern, kind, Then(lambda: match_all(w, rest, then), then.weight))


def match_value(w: Writer, text: str, pattern: Pattern, kind: Kind | None, then: Then) -> None:
    """A value that fits a pattern, and what follows."""
    if isinstance(pattern, Ignore):
        then.write()
    elif isinstance(pattern, Bind):
        w.line(f"{w.values.name(pattern.name)} = {text}")
        w.values.know(pattern.name, kind)
        then.write()
    elif isinstance(pattern, Equal):
        with w.block(f"if {text} == {w.values.value(pattern.value)}:"):
            then.write()
    else:
        if not simple(text):
            kept = w.values.temporary()
            w.line(f"{kept} = {text}")
            text = kept
        if isinstance(pattern, Shape) and pattern.name == "[|]" and len(pattern.args) == 2:
            pattern = ListShape(pattern.args[:1], pattern.args[1])
        if isinstance(pattern, ListShape) and (pattern.tail is not None or not pattern.items):
            _match_list(w, text, pattern, kind, then)
        else:
            _match_case(w, text, pattern, then)


def _match_list(w: Writer, text: str, pattern: ListShape, kind: Kind | None, then: Then) -> None:
    count = len(pattern.items)
    if count == 0:
        if pattern.tail is not None:
            match_value(w, text, pattern.tail, kind, then)
            return
        test = f"not {text}" if kind is Kind.LIST and not w.values.exact else f"{text} == ()"
        with w.block(f"if {test}:"):
            then.write()
        return
    tests = w.values.list_tests(text, text, pattern, kind)
    later: list[tuple[str, Pattern, Kind | None]] = []
    for place, item in enumerate(pattern.items):
        if isinstance(item, Equal):
            tests.append(f"{text}[{place}] == {w.values.value(item.value)}")
        elif not isinstance(item, Ignore):
            later.append((f"{text}[{place}]", item, None))
    with w.block(f"if {' and '.join(tests)}:"):
        assert pattern.tail is not None
        match_all(w, [*later, (f"{text}[{count}:]", pattern.tail, Kind.LIST)], then)


def _match_case(w: Writer, text: str, pattern: Pattern, then: Then) -> None:
    guards: list[str] = []
    later: list[tuple[str, Pattern, Kind | None]] = []
    case = _case_pattern(w, pattern, guards, later)
    with w.block(f"match {text}:"), w.block(f"case {case} if {' and '.join(guards)}:"):
        match_all(w, later, then)


def _case_pattern(
    w: Writer, pattern: Pattern, guards: list[str], later: list[tuple[str, Pattern, Kind | None]]
) -> str:
    """A pattern in Python's words, with guards, and what must be taken apart after that."""
    if isinstance(pattern, Ignore):
        return "_"
    if isinstance(pattern, Bind):
        w.values.know(pattern.name, None)
        return w.values.name(pattern.name)
    if isinstance(pattern, Shape) and not (pattern.name == "[|]" and len(pattern.args) == 2):
        kept = w.values.temporary()
        guards.append(f"{kept} is {w.values.pool.functor(pattern.name, len(pattern.args))}")
        return f"({', '.join([kept, *(_case_pattern(w, arg, guards, later) for arg in pattern.args)])},)"
    if isinstance(pattern, ListShape) and pattern.tail is None and pattern.items:
        first, *others = (_case_pattern(w, item, guards, later) for item in pattern.items)
        if not first.isidentifier() or first == "_":
            kept = w.values.temporary()
            first = f"{first} as {kept}" if first != "_" else kept
        else:
            kept = first
        guards.append(f"{kept}.__class__ is not Functor")
        return f"({', '.join([first, *others])},)"
    kept = w.values.temporary()
    if isinstance(pattern, Equal):
        guards.append(f"{kept} == {w.values.value(pattern.value)}")
    else:
        later.append((kept, pattern, None))
    return kept
