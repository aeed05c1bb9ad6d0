"""What Python calls of a program in C: all solutions of an entry, and the search programs on a game.

`entries.h` and `exports.h` of the native engine have what is the same for all programs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.emitter import FOUND
from pydecl.compiler.c.game_interface import GameEntries, asked_text, kind_of_values
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.module import Module, included
from pydecl.compiler.c.serialisation import ROOT, coded
from pydecl.compiler.c.type_inference import Instance
from pydecl.compiler.c.types import Type
from pydecl.compiler.search_programs import IN_C

# Entries


def entries_text(whole: Module, entries: Sequence[tuple[int, Instance]]) -> str:
    """The functions for the entries, and the exported one."""
    functions = [one for number, instance in entries for one in _entry(whole, number, instance)]
    entry, limit = (c.Parameter("int64_t", c.Name(name)) for name in ("entry", "limit"))
    cases = [(c.number(number), (c.Do(c.call(f"entry{number}", limit.name)),)) for number, _ in entries]
    body = c.Switch(entry.name, (*cases, (None, (NO_ENTRY,))))
    functions.append(c.Function("solve_entry", (entry, limit), (), (body,), result="void"))
    return "".join((*map(printer.function, functions), included("entries"), "\n"))


NO_ENTRY = c.Do(c.call("trap", c.Name("NO_ENTRY"), c.Text("")))


def _entry(whole: Module, number: int, instance: Instance) -> list[c.Function]:
    """The function that gives the solutions of an entry, and the one that is called with each of several."""
    layout, name, limit = whole.layout, f"entry{number}", c.Name("limit")
    takes = [c.Parameter(layout.c(node), c.Name(f"a{i}")) for i, node in enumerate(instance.parameters)]
    gives = [c.Name(f"r{i}") for i in range(len(instance.results))]
    read: list[c.Statement] = [
        c.assign(one.name, c.call(layout.need("get", node)))
        for one, node in zip(takes, instance.parameters, strict=True)
    ]
    inputs = [layout.given(one.name, node) for one, node in zip(takes, instance.parameters, strict=True)]

    put: list[c.Statement] = [
        c.Do(c.call(layout.need("put", node), layout.taken(x, node)))
        for x, node in zip(gives, instance.results, strict=True)
    ]
    passed = [c.Parameter(layout.passed(node), x) for x, node in zip(gives, instance.results, strict=True)]
    enough = c.Return(c.Binary(">=", c.Unary("++", c.Name("solutions")), c.Name("wanted")))
    each = c.Function(f"{name}_each", (c.Parameter("void *", c.CONTEXT), *passed), (), (*put, enough))
    call = c.Do(c.call(whole.each(instance), *inputs, c.Name(each.name), c.ZERO))
    body = *read, c.If(c.Binary(">", limit, c.ZERO), (call,))
    return [each, c.Function(name, (c.Parameter("int64_t", limit),), tuple(takes), body, result="void")]


# Searches

WALKED = "perft"
"""The program beside which positions and matches are walked."""


def search_text(
    whole: Module, game: GameEntries, texts: Mapping[str, Instance], only: str | None = None
) -> tuple[str, Sequence[str]]:
    """What the programs ask of a game, the programs, and their names by number.

    Those in C, what solves, and what Python calls are headers of the native engine. `texts` are the programs
    that are compiled from their texts, by name. With `only`, the name of one, the others in C are left out.
    """
    layout, position, values = whole.layout, game.movers[0].parameters[0], kind_of_values(whole, game)
    fitting = {name: one for name, one in texts.items() if _fits(layout, one, position, values)}
    programs = (*IN_C, *fitting)
    kind = layout.c(position)
    whole.position = position
    whole.kept.append(position)
    for code in ("pack", "bits", "key"):
        coded(layout, code, position)
    names = {
        f"VALUES_{values}": "",
        "GIVE(x)": printer.expression(layout.given(c.Name("(x)"), position)),
        "THE(x)": f"({printer.expression(layout.taken(c.Name('(x)'), position))})",
        "put_Position": layout.need("put", position),
        "get_Position": layout.need("get", position),
        **{f"{one}_Position": f"{one}_{kind}" for one in ("pack", "unpack")},
        "key_Position(x)": f"KEY_AT_{kind}({ROOT}, x)" if kind in ("A", "I") else f"key_{kind}(x)",
        "unkey_Position()": f"UNKEY_AT_{kind}({ROOT})" if kind in ("A", "I") else f"unkey_{kind}()",
        "bits_Position": f"bits_{kind}",
        **({"ONLY": f"{programs.index(only)}"} if only in programs else {}),
        **({"WALKING": ""} if only == WALKED else {}),
        **({"COUNTED_BEFORE": ""} if whole.asking else {}),
        **({"SOLVING": ""} if only in (None, "outcome") or only not in programs else {}),
    }
    text = "\n".join(
        (
            f"typedef {kind} Position;",
            f"typedef {layout.passed(position)} Given;",
            *(f"#define {name} {meant}" for name, meant in names.items()),
            *asked_text(whole, game),
            included("exports"),
            *_runners(whole, fitting, values),
        )
    )
    return text, programs


def _fits(layout: Layout, one: Instance, position: Type, values: str) -> bool:
    """Whether the positions and values of a program that is compiled from its text are those of the game."""
    _, root, *window = one.parameters
    numbers = [layout.c(node) for node in (*window, *one.results[2:])]
    positions = [layout.c(node) for node in (root, *one.results[1:2])]
    kinds = () if values == "Q" else ("I", "D", "N")
    windows = all(layout.c(node) == values for node in window)
    same = all(name == layout.c(position) for name in positions)
    return same and windows and all(kind in kinds for kind in numbers)


def _runners(whole: Module, texts: Mapping[str, Instance], values: str) -> list[str]:
    """The function that runs programs that are compiled from their texts, and those that are called by it."""
    kinds = {"program": "I", "root": "Given", "alpha": "Value", "beta": "Value"}
    given = tuple(c.Parameter(kind, c.Name(name)) for name, kind in kinds.items())
    made: list[c.Function] = []
    cases: list[tuple[c.Expr | None, tuple[c.Statement, ...]]] = []
    for number, one in enumerate(texts.values(), len(IN_C)):
        helpers, run = _run(whole, number, one, values)
        made += helpers
        cases.append((c.number(number), (c.Do(run),)))
    switch = c.Switch(given[0].name, (*cases, (None, (NO_ENTRY,))))
    proved = c.Parameter("I", MOVED), c.Parameter("Position", BEST)
    made.append(c.Function("run_text", given, proved, (switch,), result="void"))
    return list(map(printer.function, made))


MOVED, BEST, VAL = map(c.Name, ("moved", "best", "val"))


def _run(whole: Module, number: int, one: Instance, values: str) -> tuple[list[c.Function], c.Expr]:
    """The call that runs a program and tells its answer, or the first of several."""
    asked = [c.Name(name) for name in ("plies", "root", "alpha", "beta")][: len(one.parameters)]
    if len(one.results) == 2:
        places = (c.Unary("&", MOVED), c.Unary("&", BEST))
        return [], c.call("tell_of_proof", c.call(whole.function(one), *asked, *places), *places)
    if not one.results:
        return [], c.call("tell_whether", c.call(whole.each(one), *asked, c.Name("any_proof"), c.ZERO))
    kind = whole.layout.c(one.results[2])
    worth = VAL if kind == values else c.call("value_told", c.call(f"n_{kind}", VAL))
    gives = c.Parameter("I", MOVED), c.Parameter("Given", BEST), c.Parameter(kind, VAL)
    tell = c.Do(c.call("tell", worth, MOVED, c.call("THE", BEST)))
    each = c.Function(f"tell{number}", (c.Parameter("void *", c.CONTEXT), *gives), (), (tell, FOUND))
    return [each], c.call(whole.each(one), *asked, c.Name(each.name), c.ZERO)
