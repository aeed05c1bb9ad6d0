"""The clauses of a procedure, one after another; those that begin alike share what they do first."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.ir import Bind, Clause, Determinism, Ignore, ListShape, Match, Pattern, Shape, Var
from pydecl.compiler.python.control import write_goal, write_goals
from pydecl.compiler.python.expressions import Kind
from pydecl.compiler.python.loop_detection import REST
from pydecl.compiler.python.writer import Then, Writer


def write_clauses(w: Writer, clauses: Sequence[Clause]) -> None:
    """Clauses, in order."""
    start = 0
    while start < len(clauses):
        end = start + 1
        shape = _head_shape(clauses[start])
        while shape is not None and end < len(clauses) and _head_shape(clauses[end]) == shape:
            end += 1
        if end - start > 1:
            _clauses_alike(w, clauses[start:end], end == len(clauses))
        else:
            start_clause(w, clauses[start], end == len(clauses))
            write_goals(w, clauses[start].goals, Then(lambda: _succeed(w), 1, ends_clause=True))
        start = end


def end_clauses(w: Writer) -> None:
    """What comes after the clauses."""
    if w.generates:
        w.line("return")
        w.line("yield")
    elif w.procedure.determinism is Determinism.DET:
        w.line(f"raise AssertionError({str(w.procedure.key)!r})")
    else:
        w.line(w.failing())


def start_clause(w: Writer, clause: Clause, last: bool) -> None:
    """Begin a clause; `last` says that there are no others after it."""
    w.results = clause.results
    w.last = last or w.procedure.exclusive
    w.committed = False
    w.values.kinds = {name: kind for name, kind in w.parameters.items() if kind is not None}
    for name in w.parameters:
        w.values.kinds[REST + name] = Kind.LIST


def _clauses_alike(w: Writer, clauses: Sequence[Clause], last: bool) -> None:
    """Clauses that begin by taking the same value apart in the same way: that is done once."""
    first = clauses[0].goals[0]
    assert isinstance(first, Match)
    count = len(_inner_patterns(first.pattern))
    names = [f"part {w.values.temporary()}" for _ in range(count)]
    read = [
        number
        for number in range(count)
        if any(not isinstance(_inner_patterns(_head(clause))[number], Ignore) for clause in clauses)
    ]
    kept = [Bind(name) if number in read else Ignore() for number, name in enumerate(names)]
    common = _with_patterns(first.pattern, kept)

    def each() -> None:
        known = dict(w.values.kinds)
        for number, clause in enumerate(clauses):
            start_clause(w, clause, last and number == len(clauses) - 1)
            w.values.kinds |= {name: kind for name, kind in known.items() if name in names}
            patterns = _inner_patterns(_head(clause))
            matches = tuple(Match(Var(names[at]), patterns[at], clause.place) for at in read)
            write_goals(w, (*matches, *clause.goals[1:]), Then(lambda: _succeed(w), 1, ends_clause=True))

    start_clause(w, clauses[0], False)
    write_goal(w, Match(first.value, common, first.place), Then(each, len(clauses)))


def _succeed(w: Writer) -> None:
    """The clause has a solution."""
    values = []
    for place, expr in enumerate(w.results):
        prefix = w.prefixes.get(place)
        text, kind = w.values.value(expr), w.values.kind(expr)
        if prefix is not None:
            known = kind is Kind.LIST and not w.values.exact
            more = "" if text == "()" else f" + {text}"
            text = f"tuple({prefix}){more}" if known else f"continued({prefix}, {text})"
        w.result_kinds[place].add(kind)
        values.append(text)
    w.line(f"{'yield' if w.generates else 'return'} {w.values.result(values)}")


def _head(clause: Clause) -> Pattern:
    """The pattern that a clause begins with."""
    first = clause.goals[0]
    assert isinstance(first, Match)
    return first.pattern


def _head_shape(clause: Clause) -> tuple[object, ...] | None:
    """Which value a clause begins by taking apart, and how; None if it begins with something else."""
    first = clause.goals[0] if clause.goals else None
    if not isinstance(first, Match) or not isinstance(first.value, Var):
        return None
    pattern = first.pattern
    if isinstance(pattern, Shape):
        return first.value, pattern.name, len(pattern.args)
    if isinstance(pattern, ListShape) and pattern.items:
        return first.value, len(pattern.items), pattern.tail is None
    return None


def _inner_patterns(pattern: Pattern) -> tuple[Pattern, ...]:
    """The patterns of a structure's parts."""
    if isinstance(pattern, Shape):
        return pattern.args
    assert isinstance(pattern, ListShape)
    return (*pattern.items, *(() if pattern.tail is None else (pattern.tail,)))


def _with_patterns(pattern: Pattern, inner: Sequence[Pattern]) -> Pattern:
    """The same structure with other patterns for its parts."""
    if isinstance(pattern, Shape):
        return Shape(pattern.name, tuple(inner))
    assert isinstance(pattern, ListShape)
    if pattern.tail is None:
        return ListShape(tuple(inner), None)
    return ListShape(tuple(inner[:-1]), inner[-1])
