"""What attaches search programs to a game, as clauses that are compiled with its rules: `attachment.pl`.

All that is added to the rules gets another name, which begins with OWN.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path

from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import OWN, Indicator, Normal, Predicate, Rule
from pydecl.compiler.frontend.terms import LIBRARY, arguments, atom, indicator, is_goal, place_of
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Constant, Named, Node, Structure, walk

CLOSURES = {("include", 3): 1, ("exclude", 3): 1, ("maplist", 3): 2, ("foldl", 4): 3, ("forall", 2): 0}
"""Library predicates whose first argument is a goal that lacks so many arguments."""

CONTROL = {(",", 2): (0, 1), (";", 2): (0, 1), ("->", 2): (0, 1), ("*->", 2): (0, 1), ("!", 0): ()}
INNER = CONTROL | {("\\+", 1): (0,)}
INNER |= {("findall", 3): (1,), ("forall", 2): (0, 1), ("catch", 3): (0, 2), ("once", 1): (0,)}
INNER |= {("setof", 3): (1,), (LIBRARY, 1): ()}
"""Which arguments of control predicates are goals."""

TABLED = {("trie_lookup", 3): 2, ("trie_update", 3): 2, ("table_lookup", 3): 2, ("table_keep", 4): 3}
"""What a table holds passes as a whole, whatever it is made of: the argument that it is."""

Naming = Callable[[str | None, Indicator], str]
"""What a predicate is called among the rules: by the module that is written before it, or None.

LIBRARY says that it is the library's, whatever the rules call so.
"""


@cache
def read(path: Path) -> Normal:
    """The predicates of a file of pydecl's own."""
    return normal(read_rules(path.read_text(encoding="utf-8"), str(path)))


@cache
def read_text(text: str) -> Normal:
    """The predicates of such a text."""
    return normal(read_rules(text, "attached.pl"))


def goals_named(goal: Node, name: Naming, more: int = 0) -> Node:
    """A goal, or one that lacks `more` arguments, with other names for what it calls."""
    module: str | None = None
    while is_goal(goal, ":", 2):
        first, goal = arguments(goal)
        assert isinstance(first, Constant)
        module = str(first.value)
    key = indicator(goal)
    if key is None:
        return goal
    args = list(arguments(goal))
    for at in INNER.get(key, ()):
        args[at] = goals_named(args[at], name)
    if key in CLOSURES:
        args[0] = goals_named(args[0], name, CLOSURES[key])
    if key == (LIBRARY, 1):
        return goal
    called = name(module, (key[0], key[1] + more))
    if called == LIBRARY:
        made = (
            Structure(goal.name, tuple(args), goal.span, goal.functor)
            if isinstance(goal, Structure)
            else goal
        )
        return made if key in CONTROL else Structure(LIBRARY, (made,), goal.span, place_of(goal))
    if key in TABLED and isinstance(args[TABLED[key]], Structure):
        at = TABLED[key]
        value = Named(f"kept{goal.span.start}", goal.span)
        equal = Structure("=", (value, args[at]), goal.span, goal.span)
        asked = Structure(called, (*args[:at], value), goal.span, place_of(goal))
        pair = (asked, equal) if key[0].endswith("_lookup") else (equal, asked)
        return Structure(",", pair, goal.span, goal.span)
    if isinstance(goal, Structure):
        return Structure(called, tuple(args), goal.span, goal.functor)
    return atom(called, goal.span)


# What attaches


LISTED = """
all(Pos, Depth, Mover, Nexts) :- game:moves(Pos, Found), !, Found = [_|_], each(Found, Depth, Mover, Nexts).
each([], _, _, []).
each([Pos|Found], Depth, Mover, [at(Depth, Mover, Pos)|Nexts]) :- each(Found, Depth, Mover, Nexts).
goes_on(Pos) :- game:moves(Pos, Found), !, Found = [_|_].
"""

FOUND = """
all(Pos, Depth, Mover, Nexts) :- findall(at(Depth, Mover, Next), game:MOVE, Nexts), Nexts = [_|_].
goes_on(Pos) :- game:MOVE, !.
"""

SUCCESSORS = {
    ("moves", 2): LISTED,
    ("move", 2): FOUND.replace("MOVE", "move(Pos, Next)"),
    ("move", 3): FOUND.replace("MOVE", "move(Pos, _, Next)"),
}
"""What follows a position, by the first of these predicates that the rules have."""

OPTIONAL = {
    ("terminalwon", 1): ("is_won(Pos) :- game:terminalwon(Pos).", "is_won(Pos) :- end(Pos, Val), Val > 0."),
    ("terminallost", 1): (
        "is_lost(Pos) :- game:terminallost(Pos).",
        "is_lost(Pos) :- end(Pos, Val), Val < 0.",
    ),
    ("chance", 3): ("chance_moves(Pos) :- game:chance(Pos, _, _), !.", "chance_moves(_) :- fail."),
    ("turbulent", 1): ("turbulent(at(_, _, Pos)) :- game:turbulent(Pos), !.", "turbulent(_) :- fail."),
    ("plausible", 2): (
        "plausible(at(_, _, Pos), at(_, _, Next)) :- game:plausible(Pos, Next), !.",
        "plausible(_, _) :- fail.",
    ),
    ("staticval", 2): (
        "",
        "static_value(Pos, 0) :- throw('pydecl broken'(no_value, Pos)).",
    ),
}
"""What depends on a predicate that the rules may have: with it, and without it."""

VALUE: Indicator = ("staticval", 2)

NUMBERS = {
    False: "number_of(Val0, Val) :- written_as_number(Val0), Val is Val0.",
    True: """
number_of(Val0, Val) :- written_as_number(Val0), ( number(Val0) -> Val is Val0 ; infinite(Val0, Val) ).
infinite(inf, Val) :- Val is inf.
infinite(-inf, Val) :- Val is -inf.
""",
}
"""The number that a static value is: where the rules name infinity it may be written as a term."""

ALWAYS = "end(Pos, Val) :- \\+ goes_on(Pos), static_value(Pos, Val)."


def attach(rules: Normal) -> Collection[Indicator]:
    """Add the attachment to the rules of a game; its predicates, by their own names."""
    file = Path(__file__).with_name("attachment.pl")
    found = dict(read(file).predicates)
    optional = defined(rules, OPTIONAL)
    texts = [ALWAYS, NUMBERS[names_infinity(rules)], SUCCESSORS[defined(rules, SUCCESSORS)[0]]]
    texts += [there if key in optional else missing for key, (there, missing) in OPTIONAL.items()]
    found |= read_text("\n".join(texts)).predicates

    def name(module: str | None, key: Indicator) -> str:
        if module is not None:
            return rules.asked.get(key, key[0])
        return OWN + key[0] if key in found else library_name(rules, key)

    for key, predicate in found.items():
        add(rules, OWN + key[0], predicate, name)
    return found.keys()


def library_name(rules: Normal, key: Indicator) -> str:
    """What a predicate of the library is called, whatever the rules may call so."""
    return LIBRARY if key in rules.predicates else key[0]


def names_infinity(rules: Normal) -> bool:
    """Whether what works out a static value names infinity; whatever a clause names counts as called."""
    called: dict[str, list[Rule]] = {}
    for name, arity in rules.predicates:
        called.setdefault(name, []).extend(rules.predicates[name, arity].rules)
    todo = [rules.asked.get(VALUE, VALUE[0])]
    seen = set(todo)
    while todo:
        clauses = called.get(todo.pop(), [])
        nodes = (node for rule in clauses for part in (*rule.args, rule.body) for node in walk(part))
        found = {key[0] for key in map(indicator, nodes) if key is not None} - seen
        if "inf" in found:
            return True
        seen |= found
        todo += found
    return False


def defined(rules: Normal, keys: Collection[Indicator]) -> list[Indicator]:
    """Those of the predicates that have clauses, are dynamic, or cannot be compiled."""
    found = ((key, rules.predicates.get((rules.asked.get(key, key[0]), key[1]))) for key in keys)
    seen = [(key, one) for key, one in found if one is not None and not one.hidden]
    return [key for key, one in seen if one.rules or one.barred or one.dynamic]


def add(rules: Normal, called: str, predicate: Predicate, name: Naming) -> None:
    """Add a predicate to the rules, under another name, and with other names for what it calls."""
    made = rules.of((called, predicate.arity), predicate.place)
    made.library = True
    made.rules = [Rule(rule.args, goals_named(rule.body, name), rule.place) for rule in predicate.rules]
