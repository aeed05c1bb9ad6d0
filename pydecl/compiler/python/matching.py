"""Patterns of the intermediate language as Python's statements."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.ir import (
    Bind,
    Equal,
    Ignore,
    ListShape,
    Pattern,
    Shape,
)
from pydecl.compiler.python.expressions import Kind, simple
from pydecl.compiler.python.writing import Then, Writer


class Matching(Writer):
    """Takes values apart."""

    def _matches(self, later: Sequence[tuple[str, Pattern, Kind | None]], then: Then) -> None:
        if not later:
            then.write()
            return
        (text, pattern, kind), rest = later[0], later[1:]
        self._match(text, pattern, kind, Then(lambda: self._matches(rest, then), then.weight))

    def _match(self, text: str, pattern: Pattern, kind: Kind | None, then: Then) -> None:
        if isinstance(pattern, Ignore):
            then.write()
        elif isinstance(pattern, Bind):
            self.line(f"{self.name(pattern.name)} = {text}")
            self.know(pattern.name, kind)
            then.write()
        elif isinstance(pattern, Equal):
            with self.block(f"if {text} == {self.value(pattern.value)}:"):
                then.write()
        else:
            if not simple(text):
                kept = self.temporary()
                self.line(f"{kept} = {text}")
                text = kept
            if isinstance(pattern, Shape) and pattern.name == "[|]" and len(pattern.args) == 2:
                pattern = ListShape(pattern.args[:1], pattern.args[1])
            if isinstance(pattern, ListShape) and (pattern.tail is not None or not pattern.items):
                self._match_list(text, pattern, kind, then)
            else:
                self._match_case(text, pattern, then)

    def _match_list(self, text: str, pattern: ListShape, kind: Kind | None, then: Then) -> None:
        count = len(pattern.items)
        if count == 0:
            if pattern.tail is not None:
                self._match(text, pattern.tail, kind, then)
                return
            test = f"not {text}" if kind is Kind.LIST and not self.exact else f"{text} == ()"
            with self.block(f"if {test}:"):
                then.write()
            return
        tests = self.list_tests(text, text, pattern, kind)
        later: list[tuple[str, Pattern, Kind | None]] = []
        for place, item in enumerate(pattern.items):
            if isinstance(item, Equal):
                tests.append(f"{text}[{place}] == {self.value(item.value)}")
            elif not isinstance(item, Ignore):
                later.append((f"{text}[{place}]", item, None))
        with self.block(f"if {' and '.join(tests)}:"):
            assert pattern.tail is not None
            self._matches([*later, (f"{text}[{count}:]", pattern.tail, Kind.LIST)], then)

    def _match_case(self, text: str, pattern: Pattern, then: Then) -> None:
        guards: list[str] = []
        later: list[tuple[str, Pattern, Kind | None]] = []
        case = self._case(pattern, guards, later)
        with self.block(f"match {text}:"), self.block(f"case {case} if {' and '.join(guards)}:"):
            self._matches(later, then)

    def _case(
        self, pattern: Pattern, guards: list[str], later: list[tuple[str, Pattern, Kind | None]]
    ) -> str:
        """A pattern in Python's words, with guards, and what must be taken apart after that."""
        if isinstance(pattern, Ignore):
            return "_"
        if isinstance(pattern, Bind):
            self.know(pattern.name, None)
            return self.name(pattern.name)
        if isinstance(pattern, Shape) and not (pattern.name == "[|]" and len(pattern.args) == 2):
            kept = self.temporary()
            guards.append(f"{kept} is {self.pool.functor(pattern.name, len(pattern.args))}")
            return f"({', '.join([kept, *(self._case(arg, guards, later) for arg in pattern.args)])},)"
        if isinstance(pattern, ListShape) and pattern.tail is None and pattern.items:
            first, *others = (self._case(item, guards, later) for item in pattern.items)
            if not first.isidentifier() or first == "_":
                kept = self.temporary()
                first = f"{first} as {kept}" if first != "_" else kept
            else:
                kept = first
            guards.append(f"{kept}.__class__ is not Functor")
            return f"({', '.join([first, *others])},)"
        kept = self.temporary()
        if isinstance(pattern, Equal):
            guards.append(f"{kept} == {self.value(pattern.value)}")
        else:
            later.append((kept, pattern, None))
        return kept
