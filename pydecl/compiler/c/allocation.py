"""Which functions take memory from the arena: where none has, nothing is given back.

What tries one solution after another notes where the arena ends, and gives back what a solution has taken
before it tries the next; so do `\\+`, and a call of a search whose results point nowhere. What follows a
solution does not count: those give back what it takes who have asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydecl.compiler.c import tree as c

TAKING = (
    *("alloc", "append_", "box_", "cons_", "copy_", "filled_", "finish_", "gathered_", "get_", "of_"),
    *("room_", "set_", "sorter", "unbits_", "unpack_"),
)
"""How the functions on types begin that take memory."""

Body = Sequence[c.Statement]


def taking(bodies: Mapping[str, Body]) -> set[str]:
    """The functions that may take memory, by themselves or by what they call or hand on."""
    callers: dict[str, list[str]] = {}
    for name, body in bodies.items():
        for other in set(_mentioned(body)):
            callers.setdefault(other, []).append(name)
    found: set[str] = set()
    todo = [name for name in callers if name.startswith(TAKING)]
    while todo:
        for caller in callers.get(todo.pop(), ()):
            if caller not in found:
                found.add(caller)
                todo.append(caller)
    return found


def without_marks(body: Body) -> tuple[c.Statement, ...]:
    """Statements that neither note where the arena ends nor give anything back."""
    return tuple([c.with_bodies(one, without_marks) for one in body if not _is_mark(one)])


def _is_mark(one: c.Statement) -> bool:
    match one:
        case c.Do(c.Assign(c.Name(), c.Name("hp")) | c.Call("release", (c.Name(),))):
            return True
        case _:
            return False


def _mentioned(body: Body) -> Iterator[str]:
    if any(isinstance(one, c.Verbatim) for one in c.statements_within(body)):
        yield "alloc"
    for one in c.expressions_within(body):
        match one:
            case c.Call(str() as name) | c.Name(name):
                yield name
            case _:
                pass
