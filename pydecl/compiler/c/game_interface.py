"""What search programs ask of a game's rules, and what Python asks of a program in C: entries, searches.

`entries.h` and `exports.h` of the native engine have what is the same for all programs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pydecl.compiler import ir
from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.boxing import MEMBERS
from pydecl.compiler.c.emitter import FOUND, NONDET
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.module import Module, included
from pydecl.compiler.c.serialisation import ROOT, coded
from pydecl.compiler.c.type_inference import Instance, Place
from pydecl.compiler.c.types import Type
from pydecl.compiler.passes.rational_pairs import CHANCE, ODDS, STATICVAL, WORTH
from pydecl.compiler.search_programs import IN_C

MOVES = ir.Key("moves", "+-")
MOVE = ir.Key("move", "+-")
NAMED_MOVE = ir.Key("move", "+--")
UNNAMED = ir.Key("move, without names", "+-")
"""move/3 as a search asks it: it has no use for the names of moves."""
MAX, MIN = ir.Key("max_to_move", "+"), ir.Key("min_to_move", "+")
WON, LOST = ir.Key("terminalwon", "+"), ir.Key("terminallost", "+")
ENUMERATED = ir.Key("position", "-")
LAYER = ir.Key("layer", "+-")
TURBULENT, PLAUSIBLE = ir.Key("turbulent", "+"), ir.Key("plausible", "++")

POSITIONS: tuple[Place, ...] = (
    (MAX, 0),
    (MIN, 0),
    (ir.Key("initial", "-"), 0),
    (ENUMERATED, 0),
    (LAYER, 0),
    *((MOVES, 0), (MOVES, 1, True)),
    *((MOVE, 0), (MOVE, 1)),
    *((UNNAMED, 0), (UNNAMED, 1)),
    *((NAMED_MOVE, 0), (NAMED_MOVE, 2)),
    *((STATICVAL, 0), (WORTH, 0), (WON, 0), (LOST, 0)),
    *((CHANCE, 0), (CHANCE, 2), (ODDS, 0), (ODDS, 2)),
    *((TURBULENT, 0), (PLAUSIBLE, 0), (PLAUSIBLE, 1)),
)
"""Where positions pass through a game's entries."""

QUOTIENT, MINUS, PASS = ("/", 2), ("-", 1), ("pass", 2)
INFINITE = "inf"


@dataclass(frozen=True)
class GameEntries:
    """The compiled entries of a game, and which of its predicates are not compiled."""

    movers: tuple[Instance, Instance]
    successors: Instance
    compiled: Mapping[ir.Key, Instance]
    refused: Collection[ir.Key]

    @property
    def value(self) -> Instance | None:
        """staticval/2, in quotients where that is needed."""
        return self.compiled.get(WORTH) or self.compiled.get(STATICVAL)


def gives_lists(layout: Layout, moves: Instance) -> bool:
    """Whether what moves/2 gives is a list, whatever the position."""
    return layout.shape(moves.results[0]).kind == "list"


def game_entries(compiled: Mapping[ir.Key, Instance], refused: Collection[ir.Key]) -> GameEntries | None:
    """What a search needs, if all of it is compiled: who is to move, and the first of moves/2, move/2 and
    move/3 that the file has."""
    told = [key for key in (MOVES, MOVE, NAMED_MOVE) if key in compiled or key in refused]
    asked = [UNNAMED if key == NAMED_MOVE else key for key in told[:1]]
    if not asked or not {*told[:1], *asked, MAX, MIN} <= compiled.keys():
        return None
    return GameEntries((compiled[MAX], compiled[MIN]), compiled[asked[0]], compiled, refused)


P, V, VISIT, UNSUPPORTED = c.Name("p"), c.Name("v"), c.Name("visit"), "unsupported"

Case = tuple[c.Expr, c.Expr]
"""Whether a value is of a kind, and what it is then."""


def asked_text(whole: Module, game: GameEntries) -> Sequence[str]:
    """The functions that `search.h` and what follows it call; `asked.h` is the part that all games share."""
    layout, compiled = whole.layout, game.compiled
    key, value = game.successors.procedure.key, game.value
    told = layout.c(value.results[0]) if value else "I"
    odds, layers = compiled.get(ODDS), compiled.get(LAYER)
    refused = [STATICVAL] if not value and STATICVAL in game.refused else []
    unknown = [CHANCE] if not odds and (CHANCE in game.refused or CHANCE in compiled) else []
    if layers is not None and layout.c(layers.results[0]) != "I":
        layers = None
    zero = c.Return(c.call("visit", c.CONTEXT, c.ZERO))
    adapters = (
        _each(whole, "each_found", game.successors, ["Given"]),
        _each(whole, "each_value", value, [told], *map(_not_compiled, refused)),
        _each(whole, "each_root", compiled.get(ENUMERATED), ["Given"], NO_ENTRY),
        _each(whole, "each_layer", layers, ["I"], zero),
        _each(whole, "each_odds", odds, ["I", "Given"], *map(_not_compiled, unknown)),
    )
    types = {"Value": value, "Odds": odds, "Moves": game.successors}
    typedefs: list[str] = []
    for name, one in types.items():
        kind, passed, x = ("I", "I", c.Name("x")) if one is None else _held(layout, one.results[0])
        typedefs += [f"typedef {kind} Told{name};", f"typedef {passed} Given{name};"]
        typedefs.append(f"#define TOLD_{name.upper()}(x) ({printer.expression(x)})")
    positions = game.movers[0].parameters[0]
    tests = [
        _function("value_told_by", "ToldValue", _value_of(layout, value), "Value"),
        _function("odds_of", "ToldOdds", _odds_of(layout, odds), "Odds"),
        _function("is_pass", "Given", [c.Return(_is_pass(layout, positions))], x=P),
        _test(whole, game, "is_max", MAX),
        _test(whole, game, "is_min", MIN),
        _test(whole, game, "is_won", WON, c.call("ends_won", P)),
        _test(whole, game, "is_lost", LOST, c.call("ends_lost", P)),
        _test(whole, game, "is_turbulent", TURBULENT),
        _test(whole, game, "is_plausible", PLAUSIBLE),
    ]
    return (
        *typedefs,
        *adapters,
        f"#define equal_values {layout.need('equal', value.results[0]) if value else 'equal_I'}",
        *(["#define LISTED"] if key == MOVES else []),
        included("asked"),
        *map(printer.function, tests),
    )


def _held(layout: Layout, node: Type) -> tuple[str, str, c.Expr]:
    """The type of values, that of a parameter, and the value of the parameter `x`."""
    return layout.c(node), layout.passed(node), layout.taken(c.Name("(x)"), node)


def _function(
    name: str, kind: str, body: Sequence[c.Statement], result: str = "bool", x: c.Name = V
) -> c.Function:
    return c.Function(name, (c.Parameter(kind, x),), (), tuple(body), True, result)


def _not_compiled(key: ir.Key) -> c.Statement:
    return c.Do(c.call(UNSUPPORTED, c.Text(f"{key.name}/{key.arity}, which is not compiled")))


def _each(
    whole: Module, name: str, asked: Instance | None, kinds: Sequence[str], *otherwise: c.Statement
) -> str:
    """What calls a function with each solution; of a predicate that the rules do not have, what is done."""
    if asked is not None:
        return f"#define {name} {whole.each(asked)}"
    given = [] if name == "each_root" else [c.Parameter("Given", P)]
    pointer = f"typedef bool (*{name}_visit)(void *, {', '.join(kinds)});\n"
    more = c.Parameter(f"{name}_visit", VISIT), c.Parameter("void *", c.CONTEXT)
    body = *otherwise, c.Return(c.FALSE)
    return pointer + printer.function(c.Function(name, (*given, *more), (), body, True))


def _named(whole: Module, game: GameEntries, position: Type) -> Sequence[str]:
    """What puts the name of each move into the output, and calls a function with where it leads."""
    layout, asked = whole.layout, game.compiled.get(NAMED_MOVE)
    if asked is None:
        return ()
    name, after = asked.results
    if {layout.c(asked.parameters[0]), layout.c(after)} != {layout.c(position)}:
        return ()
    given = c.Parameter(layout.passed(name), c.Name("name")), c.Parameter("Given", P)
    put = c.Do(c.call(layout.need("put", name), layout.taken(given[0].name, name)))
    visit = c.Return(c.call("visit_named", c.CONTEXT, P))
    each = c.Function("named_each", (c.Parameter("void *", c.CONTEXT), *given), (), (put, visit))
    return (
        "static bool visit_named(void *context, Given next);\n",
        printer.function(each),
        f"#define EACH_NAMED {whole.each(asked)}",
        *(["#define ALL_NAMED"] if game.successors is game.compiled.get(UNNAMED) else []),
    )


def _test(
    whole: Module, game: GameEntries, name: str, key: ir.Key, otherwise: c.Expr = c.FALSE
) -> c.Function:
    """Whether a predicate holds; it holds nowhere if the file has none, or `otherwise` says when."""
    given = [c.Parameter("Given", c.Name(x)) for x in ("p", "next")[: key.arity]]
    body: list[c.Statement] = [c.Return(otherwise)]
    if key in game.refused:
        body = [_not_compiled(key), c.Return(c.FALSE)]
    elif key in game.compiled:
        asked = game.compiled[key]
        proof = [c.Name("any_proof"), c.ZERO] if asked.procedure.determinism is NONDET else []
        body = [c.Return(c.call(whole.names[asked], *(one.name for one in given), *proof))]
    return c.Function(name, tuple(given), (), tuple(body), True)


def _is_pass(layout: Layout, position: Type) -> c.Expr:
    """Whether it is a pass, as `prolog/support/passing.pl` has them, if the rules have passes."""
    if PASS not in position.find().structs:
        return c.FALSE
    if layout.shape(position).kind != "union":
        return c.TRUE
    return layout.has_tag(c.call("THE", P), position, layout.tag(position, PASS))


def kind_of_values(whole: Module, game: GameEntries) -> str:
    """I, N or Q, as `values.h` says."""
    if game.value is None:
        return "I"
    if game.value is game.compiled.get(WORTH):
        return "Q"
    return "I" if whole.layout.c(game.value.results[0]) == "I" else "N"


def _by_kind(cases: Sequence[Case], why: str, nothing: c.Expr) -> list[c.Statement]:
    tests = [c.If(test, (c.Return(made),)) for test, made in cases]
    return [*tests, c.Do(c.call(UNSUPPORTED, c.Text(why))), c.Return(nothing)]


def _value_of(layout: Layout, asked: Instance | None) -> list[c.Statement]:
    """The value that `v` is."""
    kind = layout.shape(asked.results[0]).kind if asked else "I"
    if asked is None or kind in ("I", "D", "N"):
        return [c.Return(c.call("value_of_number", c.call(f"n_{kind}", V)))]
    node = asked.results[0]
    cases = [(test, c.call("value_of_number", number)) for test, number in numbers(layout, V, node)]
    cases += [(test, c.call("infinite", c.number(sign))) for test, sign in infinities(layout, V, node)]
    cases += [(test, c.call("q_quotient", *parts)) for test, parts in _quotients(layout, node)]
    return _by_kind(cases, "a static value that is no number", c.Name("value_zero"))


def numbers(layout: Layout, x: c.Expr, node: Type) -> list[Case]:
    """When a value that may be one of several kinds is a number, and which."""
    if layout.shape(node).kind != "union":
        return []
    found = node.find()
    kinds = [(kind, MEMBERS[kind]) for kind, there in (("I", found.ints), ("D", found.floats)) if there]
    return [
        (layout.has_tag(x, node, tag), c.call(f"n_{kind}", layout.member(x, node, member)))
        for kind, (tag, member) in kinds
    ]


def infinities(layout: Layout, x: c.Expr, node: Type) -> list[tuple[c.Expr, int]]:
    """When a value that may be one of several kinds is written `inf` or `-inf`: tests and signs."""
    if layout.shape(node).kind != "union":
        return []
    found: list[tuple[c.Expr, int]] = []
    if INFINITE in node.find().atoms and not node.find().open:
        same = c.equals(layout.member(x, node, "a"), c.number(layout.atoms[INFINITE]))
        found.append((c.Binary("&&", layout.has_tag(x, node, "TAG_ATOM"), same), 1))
    fields = node.find().structs.get(MINUS)
    if fields is not None and INFINITE in fields[0].find().atoms and layout.c(fields[0]) == "A":
        same = c.equals(layout.field(x, node, MINUS, 0), c.number(layout.atoms[INFINITE]))
        found.append((c.Binary("&&", layout.has_tag(x, node, layout.tag(node, MINUS)), same), -1))
    return found


def _quotients(layout: Layout, node: Type) -> list[tuple[c.Expr, Sequence[c.Expr]]]:
    """When `v` is a quotient of whole numbers, and these."""
    fields = node.find().structs.get(QUOTIENT)
    if fields is None or not {layout.c(field) for field in fields} <= {"I", "N"}:
        return []
    places = [layout.field(V, node, QUOTIENT, n) for n in (0, 1)]
    parts = [
        place if layout.c(field) == "I" else c.call("to_I", place)
        for place, field in zip(places, fields, strict=True)
    ]
    union = layout.shape(node).kind == "union"
    return [(layout.has_tag(V, node, layout.tag(node, QUOTIENT)) if union else c.TRUE, parts)]


def _odds_of(layout: Layout, asked: Instance | None) -> list[c.Statement]:
    """The probability that `v` is: a whole number, or a quotient of two; others are not known here."""

    def odds(*parts: c.Expr) -> c.Expr:
        return c.Made("Odds", c.Braces(parts))

    if asked is None or layout.c(asked.results[0]) == "I":
        return [c.Return(odds(V, c.number(1)))]
    node = asked.results[0]
    cases: list[Case] = []
    if layout.shape(node).kind == "N" or (layout.shape(node).kind == "union" and node.find().ints):
        cases.append((layout.has_tag(V, node, "TAG_INT"), odds(layout.member(V, node, "i"), c.number(1))))
    cases += [(test, odds(*parts)) for test, parts in _quotients(layout, node)]
    return _by_kind(cases, "a probability of an unusual kind", odds(c.ZERO, c.ZERO))


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
        **({"VALUED": ""} if game.value or STATICVAL in game.refused else {}),
        **({"COUNTED_BEFORE": ""} if whole.asking else {}),
        **({"SOLVING": ""} if only in (None, "outcome") or only not in programs else {}),
    }
    text = "\n".join(
        (
            f"typedef {kind} Position;",
            f"typedef {layout.passed(position)} Given;",
            *(f"#define {name} {meant}" for name, meant in names.items()),
            *asked_text(whole, game),
            *(_named(whole, game, position) if only == WALKED else ()),
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
        return [], c.call("tell_of_proof", c.call(whole.names[one], *asked, *places), *places)
    if not one.results:
        return [], c.call("tell_whether", c.call(whole.each(one), *asked, c.Name("any_proof"), c.ZERO))
    kind = whole.layout.c(one.results[2])
    worth = VAL if kind == values else c.call("value_told", c.call(f"n_{kind}", VAL))
    gives = c.Parameter("I", MOVED), c.Parameter("Given", BEST), c.Parameter(kind, VAL)
    tell = c.Do(c.call("tell", worth, MOVED, c.call("THE", BEST)))
    each = c.Function(f"tell{number}", (c.Parameter("void *", c.CONTEXT), *gives), (), (tell, FOUND))
    return [each], c.call(whole.each(one), *asked, c.Name(each.name), c.ZERO)
