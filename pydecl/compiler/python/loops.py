"""Procedures that walk along lists, as loops."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.ir import Bind, Call, MakeList, Match, Var
from pydecl.compiler.ir.solutions import refutable, without_results
from pydecl.compiler.ir.visitor import variables
from pydecl.compiler.python.clauses import end_clauses, start_clause, write_clauses
from pydecl.compiler.python.expressions import Kind, list_test
from pydecl.compiler.python.loop_detection import ITEM, REST, Walk
from pydecl.compiler.python.writer import Writer


def write_walk(w: Writer, walk: Walk) -> None:
    """A loop over a list's items, and after that the clauses for the empty list."""
    items, at = w.values.name(walk.parameter), w.values.temporary()
    if not _is_list(w, walk.parameter):
        with w.block(f"if not ({list_test(items)}):"):
            w.line(w.failing())
    w.walk = walk
    for name in (walk.parameter, *walk.beside):
        w.values.alias(ITEM + name, w.values.temporary())
        w.values.alias(REST + name, f"{w.values.name(name)}[{at}:]")
    each = w.values.name(ITEM + walk.parameter)
    lists = [_items_of_list(w, name) for name in walk.beside]
    if lists:
        each = f"({', '.join([each, *(w.values.name(ITEM + name) for name in walk.beside)])})"
        items = f"zip({', '.join([items, *lists])})"
    if not _comprehension(w, walk, each.strip("()"), items, lists, at):
        _walk_loop(w, walk, each, items, at)
    for name in lists:
        with w.block(f"if len({name}) < len({w.values.name(walk.parameter)}):"):
            w.line(w.failing())
    for name in walk.beside:
        w.values.alias(name, f"{w.values.name(name)}[len({w.values.name(walk.parameter)}):]")
    write_clauses(w, walk.empties)
    end_clauses(w)


def _is_list(w: Writer, parameter: str) -> bool:
    return not w.values.exact and w.parameters.get(parameter) is Kind.LIST


def _items_of_list(w: Writer, parameter: str) -> str:
    """A parameter's items, none if it is no list."""
    name = w.values.name(parameter)
    if _is_list(w, parameter):
        return name
    items = w.values.temporary()
    w.line(f"{items} = {name} if {list_test(name)} else ()")
    return items


def _comprehension(w: Writer, walk: Walk, each: str, items: str, lists: Sequence[str], at: str) -> bool:
    """Write a loop that only makes a list of what it finds as a comprehension; says whether.

    `at` is how many items there have been, if that is asked for.
    """
    if len(walk.others) > 1 or w.generates or len(w.prefixes) != 1:
        return False
    (clause,) = walk.others
    goals, results = without_results(clause.goals, clause.results)
    if any(not isinstance(goal, Match) or refutable(goal.pattern) for goal in goals[:-1]):
        return False
    last = goals[-1]
    if not isinstance(last, Call):
        return False
    steps = (walk.parameter, *walk.beside)
    wanted = tuple(Var(REST + n if n in steps else n) for n in w.procedure.parameters)
    named = [pattern.name for pattern in last.results if isinstance(pattern, Bind)]
    ((place, prefix),) = w.prefixes.items()
    made = results[place]
    if last.arguments != wanted or len(set(named)) != len(results) or not isinstance(made, MakeList):
        return False
    kept = [expr == Var(name) for expr, name in zip(results, named, strict=True)]
    if kept.count(False) != 1 or made.tail != Var(named[place]) or len(made.items) != 1:
        return False
    if any(name in variables(made.items[0]) for name in named):
        return False
    start_clause(w, clause, last=True)
    for goal in goals[:-1]:
        if isinstance(goal, Match) and isinstance(goal.pattern, Bind):
            w.values.alias(goal.pattern.name, w.values.value(goal.value))
    w.conditions.called.append((last.procedure, tuple(map(w.values.kind, last.arguments))))
    item, beside = (w.values.value(made.items[0]), [w.values.name(ITEM + name) for name in walk.beside])
    if item in beside:
        w.line(f"{prefix} = {lists[beside.index(item)]}[:len({w.values.name(walk.parameter)})]")
    elif _asks(item, at):
        each = f"({each})" if lists else each
        w.line(f"{prefix} = [{item} for {at}, {each} in enumerate({items}, 1)]")
    else:
        w.line(f"{prefix} = [{item} for {each} in {items}]")
    return True


def _walk_loop(w: Writer, walk: Walk, each: str, items: str, at: str) -> None:
    """The loop over the items; `at` is how many there have been, if that is asked for."""
    header = len(w.lines)
    with w.block(f"for {each.strip('()')} in {items}:"):
        write_clauses(w, walk.others)
        if w.lines[-1] == " " * w.indent + "continue":
            w.lines.pop()
        else:
            w.line(w.failing())
    if any(_asks(line, at) for line in (*w.lines, *w.local)):
        w.lines[header] = " " * w.indent + f"for {at}, {each} in enumerate({items}, 1):"


def _asks(text: str, at: str) -> bool:
    """Whether a text asks for what is left of a list behind so many items."""
    return f"[{at}:]" in text
