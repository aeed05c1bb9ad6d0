"""Results of library predicates that are given: Prolog checks some of them, and compares others as text.

`upcase_atom(a, f(x))` is a type error, and `sub_atom(a1, _, _, _, 1)` succeeds. So such a call
asks for the result, and looks at what is given: what must hold stands before the call or behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydecl.compiler.frontend.instantiation import RefusedError
from pydecl.compiler.frontend.partial_lists import goal_of
from pydecl.compiler.frontend.point import Point
from pydecl.compiler.frontend.terms import atom, conjunction, items_of
from pydecl.model.term import Atom
from pydecl.rules.syntax import Constant, Named, Node, Span

Rewriting = Callable[[Sequence[Node], "Point", Span], Node | None]
"""The goal that stands for a call of a library predicate; None for the call itself."""

CHECKED = "\0checked"
"""`CHECKED(Goal)`: a call of a library predicate, what is given of whose results has been looked at."""


LARGEST = 1 << 64
"""SWI-Prolog's sizes are less: a larger number is a representation error."""


class _Call:
    """A call with given results: goals before it and behind it."""

    def __init__(self, name: str, args: Sequence[Node], point: Point, place: Span) -> None:
        self.name, self.args, self.scope, self.place = name, list(args), point.scope, place
        self.before: list[Node] = []
        self.behind: list[Node] = []

    def free_name(self, index: int) -> str:
        """What a free argument is called; nothing else is called as an argument without a name."""
        arg = self.scope.alias(self.args[index])
        assert isinstance(arg, Named)
        return f"_{index}" if arg.name == "_" else arg.name

    def known(self, index: int) -> bool:
        """Whether an argument is given, and not free. Raises RefusedError if it is known in part only."""
        arg = self.args[index]
        if self.scope.is_ground(arg):
            return True
        if not isinstance(self.scope.alias(arg), Named):
            raise RefusedError(self.place, f"a result of {self.name}/{len(self.args)} that is known in part")
        return False

    def written(self, index: int, kind: type) -> bool:
        """Whether an argument is written there as an atom, or as a number that can be a size."""
        node = self.scope.resolve(self.args[index])
        if not isinstance(node, Constant) or not isinstance(node.value, kind):
            return False
        return not isinstance(node.value, int) or 0 <= node.value < LARGEST

    def check(self, name: str, *args: Node) -> None:
        self.before.append(goal_of(name, *args, place=self.place))

    def text(self, index: int, kind: str) -> None:
        """An argument must be a text; the error is that of another `kind` of term."""
        if not self.written(index, Atom):
            self.check("$text", atom(kind, self.place), self.args[index])

    def compared(self, index: int, kind: str = "") -> None:
        """Ask for an argument, and compare it with what is given: as a text of a `kind`, or as a term."""
        given, found = self.args[index], Named(self.scope.new("f"), self.place)
        self.args[index] = found
        if kind:
            same = goal_of("$same_text", atom(kind, self.place), given, found, place=self.place)
        else:
            same = goal_of("==", found, given, place=self.place)
        self.behind.append(same)

    def equal_text(self, index: int) -> None:
        """Ask for an argument, and compare it with what is given, which may be a text of another kind."""
        given, found = self.args[index], Named(self.scope.new("f"), self.place)
        self.args[index] = found
        self.behind.append(goal_of("$equal_text", given, found, place=self.place))

    def made(self) -> Node:
        """The goals."""
        call = goal_of(self.name, *self.args, place=self.place)
        return conjunction([*self.before, goal_of(CHECKED, call, place=self.place), *self.behind])


def _upcase_atom(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    call = _Call("upcase_atom", args, point, place)
    if not call.known(1) or call.written(1, Atom):
        return None
    call.compared(1, "atom")
    return call.made()


def _text_made(name: str, result: int) -> Rewriting:
    """A predicate that makes a text of what is known: what is given as its result is compared as a text."""

    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        call = _Call(name, args, point, place)
        known = [call.known(index) for index in range(len(args))]
        if not all(known):
            return None
        for index in range(len(args)):
            if index != result:
                call.check("$plain_text", args[index])
        call.equal_text(result)
        return call.made()

    return rewrite


def _text_to_string(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """A string is compared as a term, another text as a text."""
    call = _Call("text_to_string", args, point, place)
    if not (call.known(0) and call.known(1)):
        return None
    call.check("$plain_text", args[0])
    call.equal_text(1)
    is_string, same = goal_of("string", args[0], place=place), goal_of("==", *args, place=place)
    as_term = goal_of("->", is_string, same, place=place)
    call.behind = [goal_of(";", as_term, *call.behind, place=place)]
    return call.made()


def _number_string(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    call = _Call("number_string", args, point, place)
    if not (call.known(0) and call.known(1)):
        return None
    call.check("$number", args[0])
    call.compared(0)
    return call.made()


def _concat(name: str) -> Rewriting:
    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        call = _Call(name, args, point, place)
        front, back, whole = (call.known(index) for index in range(3))
        if not (front and back and whole) or (name == "atom_concat" and call.written(2, Atom)):
            return None
        call.compared(2, "atomic") if name == "atom_concat" else call.equal_text(2)
        return call.made()

    return rewrite


def _part_of_text(name: str) -> Rewriting:
    """sub_atom/5 and sub_string/5: sizes that are results in the mode are looked at before the call."""

    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        call = _Call(name, args, point, place)
        if not point.scope.is_ground(args[0]):
            return None
        sizes = [index for index in (1, 2, 3) if call.known(index)]
        part = call.known(4)
        free = [call.free_name(index) for index in (1, 2, 3) if index not in sizes]
        if part and len(set(free)) < len(free):  # SWI-Prolog 9.0.4 gives sub_atom(aba, X, X, _, a) a solution
            raise RefusedError(place, f"one variable for two results of {name}/5")
        if all(call.written(index, int) for index in sizes) or (not part and len(sizes) < 3):
            return None
        kind = "atom" if name == "sub_atom" else "string"
        call.text(0, kind)
        for index in sizes:
            if not call.written(index, int):
                call.check("$size", args[index])
        if part:
            call.text(4, kind)
        return call.made()

    return rewrite


def _split_string(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    call = _Call("split_string", args, point, place)
    if not all(point.scope.is_ground(arg) for arg in args):
        return None
    call.behind.append(goal_of("$list", args[3], place=place))  # texts that are none come first
    call.compared(3)
    return call.made()


def _split_text(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """atomic_list_concat/3 of a list with free items: those before the first of them must be texts."""
    call = _Call("atomic_list_concat", args, point, place)
    if point.scope.is_ground(args[0]):
        return None
    for item in items_of(point.scope.deep(args[0]))[0]:
        if not point.scope.is_ground(item):
            break
        if isinstance(item, Named):
            call.check("$plain_text", item)
    return call.made() if call.before else None


def _characters_of_string(name: str) -> Rewriting:
    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        """Both the text and the list are given."""
        if not all(point.scope.is_ground(arg) for arg in args):
            return None
        call = _Call(name, args, point, place)
        call.check("$plain_text", args[0])
        call.check("$codes" if name == "string_codes" else "$chars", args[1])
        call.compared(1)
        return call.made()

    return rewrite


def _text_of_list(name: str) -> Rewriting:
    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        """Both the text and the list are given: that is made of the list which the text must be."""
        if not all(point.scope.is_ground(arg) for arg in args):
            return None
        call = _Call(name, args, point, place)
        if name == "number_codes":
            call.check("$no_string", args[1])
            call.check("$number", args[0])
            call.compared(0)
        else:
            call.check("$no_string", args[1])
            call.text(0, "atom")
            call.check("$codes_of_text" if name == "atom_codes" else "$chars_of_text", *args)
            call.compared(0, "atom")
        return call.made()

    return rewrite


def _char_code(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    if not all(point.scope.is_ground(arg) for arg in args):
        return None
    char, code = args
    made, other = (Named(point.scope.new("f"), place) for _ in range(2))
    return conjunction(
        [
            goal_of("char_code", char, made, place=place),
            goal_of("char_code", other, code, place=place),
            goal_of("==", other, char, place=place),
        ]
    )


def univ(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """A term that is taken apart into a given list."""
    call = _Call("=..", args, point, place)
    if not all(point.scope.is_ground(arg) for arg in args):
        return None
    call.check("$list", args[1])
    call.compared(1)
    return call.made()


GIVEN: dict[tuple[str, int], Rewriting] = {
    ("upcase_atom", 2): _upcase_atom,
    **{
        (name, 2): _text_made(name, 1)
        for name in ("downcase_atom", "string_upper", "string_lower", "atom_string", "string_to_atom")
    },
    ("text_to_string", 2): _text_to_string,
    ("number_string", 2): _number_string,
    **{(name, 3): _concat(name) for name in ("atom_concat", "string_concat")},
    **{(name, 5): _part_of_text(name) for name in ("sub_atom", "sub_string")},
    ("split_string", 4): _split_string,
    ("atomic_list_concat", 3): _split_text,
    **{(name, 2): _characters_of_string(name) for name in ("string_chars", "string_codes")},
    **{(name, 2): _text_of_list(name) for name in ("atom_chars", "atom_codes", "number_codes")},
    ("char_code", 2): _char_code,
}
"""By name and arity."""
