"""sub_atom/5, sub_string/5, atom_concat/3 and string_concat/3 in C: text taken apart, and put together.

A text is a slice of bytes; its parts are slices of the same bytes. Texts of ASCII alone, which are most, are
cut by their bytes (`headers/text.h`).
"""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arguments import at_most, given, minus, plus, taken_int
from pydecl.compiler.c.atom_text import made, text
from pydecl.compiler.c.emitter import After, Emitter

BEFORE, LENGTH, AFTER, PART = range(4)


class _Search:
    """One call: what it is given, and where its results go."""

    def __init__(self, e: Emitter, goal: ir.Library) -> None:
        self.e, self.goal = e, goal
        marks = goal.procedure.mode[1:]
        self.known = {index: number for number, index in enumerate(_given(marks), 1)}
        self.wanted = {index: number for number, index in enumerate(_asked(marks))}
        self.whole = e.fresh("text", "Text")
        self.count = e.fresh("all", "I")
        e.write(c.assign(self.whole, text(e, goal, 0)))
        e.write(c.assign(self.count, c.call("characters", self.whole)))

    def size(self, index: int) -> c.Expr:
        """A number that is given, which is not negative, for a loop, too."""
        number = self.e.kept_as(taken_int(self.e, self.goal, self.known[index]), "I")
        self.e.unless(c.Binary("<", number, c.ZERO), "a negative place in a text")
        return number

    def part(self) -> tuple[c.Expr, c.Expr]:
        """The part that is given, and its length."""
        kept = self.e.fresh("part", "Text")
        self.e.write(c.assign(kept, text(self.e, self.goal, self.known[PART])))
        return kept, self.e.kept_as(c.call("characters", kept), "I")

    def slice(self, start: c.Expr, length: c.Expr) -> c.Expr:
        return c.call("text_slice", self.whole, self.count, start, length)

    def is_there(self, start: c.Expr, part: c.Expr, length: c.Expr) -> c.Expr:
        """Whether a part stands at a place."""
        return c.call("text_is_at", self.whole, self.count, start, part, length)

    def give(self, start: c.Expr, length: c.Expr) -> None:
        """The results of a solution."""
        numbers = {
            BEFORE: start,
            LENGTH: length,
            AFTER: minus(minus(self.count, start), length),
        }
        for index, number in numbers.items():
            if index in self.wanted and not self._ignored(index):
                given(self.e, self.goal, self.wanted[index], "I", number)
        if PART in self.wanted and not self._ignored(PART):
            part = made(self.goal, self.slice(start, length))
            given(self.e, self.goal, self.wanted[PART], "O", part)

    def _ignored(self, index: int) -> bool:
        return isinstance(self.goal.results[self.wanted[index]], ir.Ignore)


def _given(marks: str) -> list[int]:
    return [index for index, mark in enumerate(marks) if mark == "+"]


def _asked(marks: str) -> list[int]:
    return [index for index, mark in enumerate(marks) if mark == "-"]


def part_at_start(e: Emitter, goal: ir.Library, after: After) -> None:
    """`++--+`: whether a part stands there."""
    one = _Search(e, goal)
    start, (part, length) = one.size(BEFORE), one.part()
    e.require(one.is_there(start, part, length))
    one.give(start, length)
    after()


def part_at_end(e: Emitter, goal: ir.Library, after: After) -> None:
    """`+--++`: whether a part stands there."""
    one = _Search(e, goal)
    behind, (part, length) = one.size(AFTER), one.part()
    start = e.kept_as(minus(minus(one.count, behind), length), "I")
    e.require(one.is_there(start, part, length))
    one.give(start, length)
    after()


def part_sought(e: Emitter, goal: ir.Library, after: After) -> None:
    """`+---+`: where a part stands."""
    one = _Search(e, goal)
    part, length = one.part()

    def body(i: c.Expr) -> None:
        e.require(one.is_there(c.Cast("I", i), part, length))
        one.give(c.Cast("I", i), length)

    e.loop(plus(minus(one.count, length), 1), after, body)


def part_of_size(e: Emitter, goal: ir.Library, after: After) -> None:
    """`+++--`, `++-+-`, `+-++-`: two of three numbers are given."""
    one = _Search(e, goal)
    if BEFORE not in one.known:
        length, behind = one.size(LENGTH), one.size(AFTER)
        start = e.kept_as(minus(minus(one.count, behind), length), "I")
        e.require(at_most(c.ZERO, start))
    elif LENGTH not in one.known:
        start, behind = one.size(BEFORE), one.size(AFTER)
        length = e.kept_as(minus(minus(one.count, behind), start), "I")
        e.require(at_most(c.ZERO, length))
    else:
        start, length = one.size(BEFORE), one.size(LENGTH)
        e.require(c.both(at_most(start, one.count), at_most(length, minus(one.count, start))))
    one.give(start, length)
    after()


def parts_of_size(e: Emitter, goal: ir.Library, after: After) -> None:
    """`++---`, `+-+--`, `+--+-`: one of three numbers is given."""
    one = _Search(e, goal)
    ((index, _),) = one.known.items()
    number = one.size(index)
    limit = plus(minus(one.count, number), 1)

    def body(i: c.Expr) -> None:
        at = c.Cast("I", i)
        if index == BEFORE:
            one.give(number, at)
        elif index == LENGTH:
            one.give(at, number)
        else:
            one.give(at, minus(minus(one.count, number), at))

    e.loop(limit, after, body)


def every_part(e: Emitter, goal: ir.Library, after: After) -> None:
    """`+----`: every part, by its start, then by its length."""
    one = _Search(e, goal)
    start, length = (e.fresh(stem, "I") for stem in ("start", "size"))
    e.write(c.assign(start, c.ZERO), c.assign(length, c.Name("-1")))

    def body(_: c.Expr) -> None:
        e.write(c.increment(length))
        following = c.increment(start), c.assign(length, c.ZERO)
        e.write(c.If(c.Binary("<", minus(one.count, start), length), following))
        one.give(start, length)

    parts = c.Binary("*", plus(one.count, 1), plus(one.count, 2))
    e.loop(c.Binary("/", parts, c.number(2)), after, body)


def joined(e: Emitter, goal: ir.Library, after: After) -> None:
    """atom_concat/3 and string_concat/3 in mode `++-`."""
    a, b = text(e, goal, 0), text(e, goal, 1)
    given(e, goal, 0, "O", made(goal, c.call("text_joined", a, b)))
    after()


def rest_of_text(e: Emitter, goal: ir.Library, after: After) -> None:
    """In the modes `+-+` and `-++`: what is left of a text without its beginning, or without its end."""
    part, whole = text(e, goal, 0), text(e, goal, 1)
    rest = e.local("Text", "s")
    function = "text_behind" if goal.procedure.mode == "+-+" else "text_before"
    e.require(c.call(function, whole, part, c.Unary("&", rest)))
    given(e, goal, 0, "O", made(goal, rest))
    after()


def each_split(e: Emitter, goal: ir.Library, after: After) -> None:
    """In mode `--+`: every way to cut a text in two."""
    whole, count = e.fresh("text", "Text"), e.fresh("all", "I")
    e.write(c.assign(whole, text(e, goal, 0)), c.assign(count, c.call("characters", whole)))

    def body(i: c.Expr) -> None:
        at = c.Cast("I", i)
        halves: tuple[tuple[c.Expr, c.Expr], ...] = (c.ZERO, at), (at, minus(count, at))
        for index, (start, length) in enumerate(halves):
            part = c.call("text_slice", whole, count, start, length)
            if not isinstance(goal.results[index], ir.Ignore):
                given(e, goal, index, "O", made(goal, part))

    e.loop(plus(count, 1), after, body)
