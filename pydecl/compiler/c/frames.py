"""The functions of one procedure put together: what they share lies in a frame.

The main function holds the frame and hands a pointer to it on; a variable that only one function uses is
its own. A cut in another function than the main one leaves that with true; a success notes in the frame
that it was one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c

STOP = "stop"
"""The field that says what the main function returns when a solution was enough."""


@dataclass(frozen=True)
class Part:
    """A function before it is known what is shared; `framed` says how the frame reaches it."""

    function: c.Function
    framed: str = ""
    """`main` holds the frame; `context` gets it as a parameter of another type; else it gets it as it is."""


def printed(name: str, parts: Sequence[Part], kinds: Mapping[str, str]) -> tuple[str, str]:
    """The prototypes and the definitions of all functions of the procedure with this name in C.

    `kinds` are the types of the variables.
    """
    users: dict[str, set[int]] = {}
    for number, part in enumerate(parts):
        for variable in _variables(part.function):
            users.setdefault(variable, set()).add(number)
    several = len(parts) > 1
    shared = {variable for variable, used in users.items() if len(used) > 1}
    stops = any(
        isinstance(one, c.Cut) for part in parts[1:] for one in c.statements_within(part.function.body)
    )
    bodies = []
    for number, part in enumerate(parts):
        own = sorted(one for one, used in users.items() if number in used and one not in shared)
        given = {p.name.name for p in part.function.parameters if isinstance(p.name, c.Variable)}
        declared = [c.Parameter(kinds[one], c.Variable(one)) for one in own if one not in given]
        before, locals_ = _frame(name, part, shared & given, stops=stops) if several else ((), ())
        body = reached((*before, *_lowered(part.function.body, main=part.framed == "main", stops=stops)))
        whole = replace(part.function, locals=(*locals_, *declared, *part.function.locals), body=body)
        bodies.append(printer.function(whole, shared))
    prototypes = "\n".join(f"{printer.head(part.function)};" for part in parts)
    if several:
        fields = [f"{printer.declared(kinds[one], one)};" for one in sorted(shared)] + [
            f"bool {STOP};"
        ] * stops
        prototypes = f"struct {name}_frame {{ {' '.join(fields) or 'char none;'} }};\n{prototypes}"
    return prototypes, "\n".join(bodies)


def reached(body: Sequence[c.Statement]) -> tuple[c.Statement, ...]:
    """Statements without those behind a jump that no label leads to, and jumps to what follows anyway.

    >>> reached((c.Goto("L1"), c.Return(c.FALSE), c.Label("L1"), c.Return(c.TRUE), c.Return(c.FALSE)))
    (Label(name='L1'), Return(value=Name(text='true')))
    """
    made: list[c.Statement] = []
    for one in body:
        if isinstance(one, c.Label) and made and made[-1] == c.Goto(one.name):
            made.pop()
        elif not isinstance(one, c.Label) and made and isinstance(made[-1], c.Goto | c.Return):
            continue
        match one:
            case c.If(_, inner):
                made.append(replace(one, then=reached(inner)))
            case c.For(_, _, _, inner):
                made.append(replace(one, body=reached(inner)))
            case c.Switch(_, cases):
                made.append(replace(one, cases=tuple((at, reached(inner)) for at, inner in cases)))
            case _:
                made.append(one)
    return tuple(made)


def _variables(function: c.Function) -> set[str]:
    found = {p.name.name for p in function.parameters if isinstance(p.name, c.Variable)}
    found.update(one.name for one in c.expressions_within(function.body) if isinstance(one, c.Variable))
    return found


def _frame(
    name: str, part: Part, given: Collection[str], *, stops: bool
) -> tuple[list[c.Statement], list[c.Parameter]]:
    """The first statements and the local variables by which a function has the frame."""
    frame, pointer = f"struct {name}_frame", f"struct {name}_frame *"
    if part.framed == "context":
        return [c.assign(c.FRAME, c.CONTEXT)], [c.Parameter(pointer, c.FRAME)]
    if part.framed != "main":
        return [], []
    first: list[c.Statement] = [c.assign(c.FRAME, c.Unary("&", c.Name("frame")))]
    first += [c.assign(c.Variable(one), c.Name(one)) for one in sorted(given)]
    if stops:
        first.append(c.assign(c.Field(c.FRAME, STOP, True), c.FALSE))
    return first, [c.Parameter(frame, c.Name("frame")), c.Parameter(pointer, c.FRAME)]


def _lowered(body: Sequence[c.Statement], *, main: bool, stops: bool) -> list[c.Statement]:
    """Statements with what C has in the places of cuts and successes."""
    stopped = c.Field(c.FRAME, STOP, True)
    made: list[c.Statement] = []
    for one in body:
        match one:
            case c.Cut():
                made.append(c.Return(c.FALSE if main else c.TRUE))
            case c.Enough():
                made.append(c.Return(stopped if stops else c.TRUE))
            case c.Succeed():
                if stops:
                    made.append(c.assign(stopped, c.TRUE))
                made.append(c.Return(c.TRUE))
            case c.If(_, inner):
                made.append(replace(one, then=tuple(_lowered(inner, main=main, stops=stops))))
            case c.For(_, _, _, inner):
                made.append(replace(one, body=tuple(_lowered(inner, main=main, stops=stops))))
            case c.Switch(_, cases):
                lowered = [(at, tuple(_lowered(inner, main=main, stops=stops))) for at, inner in cases]
                made.append(replace(one, cases=tuple(lowered)))
            case _:
                made.append(one)
    return made
