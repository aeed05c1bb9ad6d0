"""Which functions take memory from the arena, and marks of its end that are for nothing.

What tries one solution after another notes where the arena ends, and gives back what a solution has taken
before it tries the next; so do `\\+`, and a call of a search whose results point nowhere. If nothing is taken
in between, as in most tests, both go again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from pydecl.compiler.c import tree as c

TAKING = (
    *("alloc", "append_", "box_", "cons_", "copy_", "filled_", "finish_", "gathered_", "get_", "of_"),
    *("room_", "set_", "sorter", "unbits_", "unpack_"),
)
"""How the functions on types begin that take memory."""

BEFORE = "before"
"""How the marks are named that stand in one sequence of statements with what gives back from them on."""

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


def without_marks(
    body: Body, known: Collection[str], *, takes: bool, outer: Collection[str] = ()
) -> tuple[c.Statement, ...]:
    """A function without marks that are for nothing; `takes` says if its procedure takes memory.

    What follows a solution may stand anywhere in the procedure.
    """
    idle = set(outer)
    for index, one in enumerate(body):
        mark = _marked(one)
        if mark is not None and not (_takes(body[index:], mark, known) if mark.startswith(BEFORE) else takes):
            idle.add(mark)
    return tuple(
        c.with_bodies(one, lambda inner: without_marks(inner, known, takes=takes, outer=idle))
        for one in body
        if not {_marked(one), _released(one)} & idle
    )


def _marked(one: c.Statement) -> str | None:
    match one:
        case c.Do(c.Assign(c.Name(mark), c.Name("hp"))):
            return mark
        case _:
            return None


def _released(one: c.Statement) -> str | None:
    match one:
        case c.Do(c.Call("release", (c.Name(mark),))):
            return mark
        case _:
            return None


def _takes(body: Body, mark: str, known: Collection[str]) -> bool:
    """Whether memory is taken before it is last given back from the mark on."""
    last = max(index for index, one in enumerate(body) if _released(one) == mark)
    return any(name in known or name.startswith(TAKING) for name in _mentioned(body[:last]))


def _mentioned(body: Body) -> Iterator[str]:
    if any(isinstance(one, c.Verbatim) for one in c.statements_within(body)):
        yield "alloc"
    for one in c.expressions_within(body):
        match one:
            case c.Call(str() as name) | c.Name(name):
                yield name
            case _:
                pass
