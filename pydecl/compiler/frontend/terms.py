"""Terms of rules as the front end works on them: those of the reader, in a simpler form.

A list is made of cells `'[|]'(Item, Rest)` and ends with `'[|]'()`, which no file can write. Each `_` has a
name of its own; names that the front end makes begin with a small letter, so that no file has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pydecl.model.term import Atom
from pydecl.rules.checks import goals
from pydecl.rules.checks.goals import arguments as arguments
from pydecl.rules.checks.goals import place_of as place_of
from pydecl.rules.syntax import Constant, Items, Named, Node, Span, Structure

CELL = "[|]"
"""The functor of lists: with two arguments a cell, with none the empty list."""

LIBRARY = "\0library"
"""`LIBRARY(Goal)`: the library's predicate, even if the file defines one of this name."""

NOWHERE = Span(0, 0)


def empty(span: Span = NOWHERE) -> Structure:
    """The empty list."""
    return Structure(CELL, (), span, span)


def list_of(items: Sequence[Node], tail: Node | None = None, span: Span = NOWHERE) -> Node:
    """A list of these items; `tail` is what follows them."""
    made = empty(span) if tail is None else tail
    for item in reversed(items):
        made = Structure(CELL, (item, made), span, span)
    return made


def is_cell(node: Node) -> bool:
    """Whether a term is a list with an item."""
    return isinstance(node, Structure) and node.name == CELL and len(node.args) == 2


def is_empty(node: Node) -> bool:
    """Whether a term is the empty list."""
    return isinstance(node, Structure) and node.name == CELL and not node.args


def items_of(node: Node) -> tuple[list[Node], Node]:
    """The items that a list begins with, and what follows them."""
    items = []
    while isinstance(node, Structure) and node.name == CELL and len(node.args) == 2:
        items.append(node.args[0])
        node = node.args[1]
    return items, node


def atom(name: str, span: Span = NOWHERE) -> Constant:
    """An atom."""
    return Constant(Atom(name), span)


def compound(name: str, args: Sequence[Node], span: Span = NOWHERE) -> Node:
    """A term of this name and these arguments: an atom if there are none."""
    return Structure(name, tuple(args), span, span) if args else atom(name, span)


def simple(node: Node, offset: int = 0) -> Node:
    """A term of the reader in this form, all of it so many characters further on."""
    spine: list[tuple[Structure, list[Node]]] = []  # a body is as deep as it has goals
    while isinstance(node, Structure) and node.args:
        spine.append((node, [simple(arg, offset) for arg in node.args[:-1]]))
        node = node.args[-1]
    made = _simple_end(node, offset)
    for one, first in reversed(spine):
        made = Structure(one.name, (*first, made), moved(one.span, offset), moved(one.functor, offset))
    return made


def moved(span: Span, offset: int) -> Span:
    """A place so many characters further on."""
    return Span(span.start + offset, span.end + offset) if offset else span


def _simple_end(node: Node, offset: int) -> Node:
    """A term of the reader that is no compound with arguments, in this form."""
    span = moved(node.span, offset)
    if isinstance(node, Structure):
        name = "'[|]'()" if node.name == CELL else node.name
        return Structure(name, (), span, moved(node.functor, offset))
    if isinstance(node, Items):
        tail = None if node.tail is None else simple(node.tail, offset)
        return list_of([simple(item, offset) for item in node.items], tail, span)
    if isinstance(node, Named):
        return Named(f"v{span.start}" if node.name == "_" else node.name, span)
    return Constant(node.value, span, node.quoted)


def variables(node: Node, found: dict[str, Named] | None = None) -> dict[str, Named]:
    """The variables of a term by name, in order of their first place."""
    if found is None:
        found = {}
    entered: set[int] = set()
    todo = [node]
    while todo:
        node = todo.pop()
        if isinstance(node, Named):
            found.setdefault(node.name, node)
        elif isinstance(node, Structure) and id(node) not in entered:
            entered.add(id(node))
            todo += reversed(node.args)
    return found


def renamed(node: Node, prefix: str, place: Span | None = None) -> Node:
    """The term with other variables: `prefix` before each name; all of it at one place, if that is given."""
    return replaced(node, lambda one: Named(prefix + one.name, place or one.span), place)


def replaced(node: Node, given: Callable[[Named], Node], place: Span | None = None) -> Node:
    """The term with others in the place of its variables; all of it at one place, if that is given."""
    if isinstance(node, Named):
        return given(node)
    if isinstance(node, Structure) and (node.args or place is not None):
        args = tuple([replaced(arg, given, place) for arg in node.args])
        return Structure(node.name, args, place or node.span, place or node.functor)
    return Constant(node.value, place) if isinstance(node, Constant) and place is not None else node


def conjuncts(node: Node) -> list[Node]:
    """The goals that a conjunction joins, in order."""
    return list(goals.conjuncts(node))


def conjunction(joined: Sequence[Node]) -> Node:
    """Goals joined by commas; `true` where there are none."""
    if not joined:
        return atom("true")
    made = joined[-1]
    for goal in reversed(joined[:-1]):
        made = Structure(",", (goal, made), goal.span, place_of(goal))
    return made


def is_goal(node: Node, name: str, arity: int) -> bool:
    """Whether a goal is of this name and so many arguments."""
    if arity:
        return isinstance(node, Structure) and node.name == name and len(node.args) == arity
    return isinstance(node, Constant) and isinstance(node.value, Atom) and node.value.name == name


WITHIN = (",", ";", "->", "*->", "\\+", "once")
"""The control structures within which `of_library` looks."""


def of_library(goal: Node) -> Node:
    """A goal whose predicates are Prolog's own, within control structures, too."""
    if isinstance(goal, Structure) and goal.name in WITHIN:
        return Structure(goal.name, tuple(map(of_library, goal.args)), goal.span, goal.functor)
    if indicator(goal) is None:  # a variable, or no goal
        return goal
    return Structure(LIBRARY, (goal,), goal.span, place_of(goal))


def indicator(node: Node) -> tuple[str, int] | None:
    """Name and arity of a goal or a head; None for what is neither."""
    return None if isinstance(node, Structure) and node.name == CELL else goals.functor(node)


def cuts(body: Node) -> Iterator[Node]:
    """The cuts of a body that are the clause's own."""
    if is_goal(body, "!", 0):
        yield body
    elif isinstance(body, Structure) and body.name in (",", ";", "->", "*->", "|") and len(body.args) == 2:
        for arg in body.args[1 if body.name in ("->", "*->") else 0 :]:
            yield from cuts(arg)
    elif is_goal(body, ":", 2):
        yield from cuts(arguments(body)[1])
