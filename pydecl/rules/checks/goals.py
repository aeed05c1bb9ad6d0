"""The goals of a clause: what its body calls, also through predicates that call their arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydecl.model.term import Atom, PrologString, term_text
from pydecl.rules.reader import term_of
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Node, Span, Structure

Indicator = tuple[str, int]
"""A predicate's name and arity."""

CONTROL = {",", ";", "->", "*->", "|"}

CALLS: Mapping[Indicator, Mapping[int, int]] = {
    **{("call", arity): {0: arity - 1} for arity in range(1, 9)},
    **{("maplist", arity): {0: arity - 1} for arity in range(2, 8)},
    **{("foldl", arity): {0: arity - 1} for arity in range(4, 8)},
    **{(name, 1): {0: 0} for name in ("\\+", "not", "once", "ignore", "time", "tnot", "snapshot")},
    **{(name, 3): {0: 1} for name in ("include", "exclude", "convlist")},
    **{(name, 3): {1: 0} for name in ("findall", "setof", "bagof", "aggregate_all")},
    **{(name, 2): {1: 0} for name in ("with_output_to", "limit", "offset")},
    ("findall", 4): {1: 0},
    ("aggregate_all", 4): {2: 0},
    ("aggregate", 3): {1: 0},
    ("aggregate", 4): {2: 0},
    ("findnsols", 4): {2: 0},
    ("partition", 4): {0: 1},
    ("partition", 6): {0: 2},
    ("predsort", 3): {0: 3},
    ("map_assoc", 2): {0: 1},
    ("map_assoc", 3): {0: 2},
    ("forall", 2): {0: 0, 1: 0},
    ("foreach", 2): {0: 0, 1: 0},
    ("catch", 3): {0: 0, 2: 0},
    ("call_cleanup", 2): {0: 0, 1: 0},
    ("setup_call_cleanup", 3): {0: 0, 1: 0, 2: 0},
    ("call_with_time_limit", 2): {1: 0},
    ("call_with_depth_limit", 3): {0: 0},
    ("call_with_inference_limit", 3): {0: 0},
    ("phrase", 2): {0: 2},
    ("phrase", 3): {0: 2},
    ("initialization", 1): {0: 0},
    ("initialization", 2): {0: 0},
}
"""The arguments that a predicate calls, from 0, each with how many arguments are added to it."""

GOALS: Mapping[Indicator, Mapping[int, int]] = {
    **CALLS,
    **{(name, 2): {0: 0, 1: 0} for name in CONTROL},
    ("^", 2): {1: 0},
}
"""The same, with control constructs and with `X^`."""

QUANTIFIED: Mapping[Indicator, int] = {
    ("setof", 3): 1,
    ("bagof", 3): 1,
    ("aggregate", 3): 1,
    ("aggregate", 4): 2,
}
"""The argument that may begin with `X^`, which is no call there."""

LIMIT = 12
"""The most arguments that a goal is looked at with."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call in a body. `place` is that of the predicate's name; `module` what it is qualified with."""

    indicator: Indicator
    goal: Node
    place: Span
    module: str | None = None


def functor(node: Node) -> Indicator | None:
    """Name and arity of a callable term, None for a variable, a number, a string or a list."""
    if isinstance(node, Structure):
        return node.name, len(node.args)
    if isinstance(node, Constant) and isinstance(node.value, Atom):
        return node.value.name, 0
    return None


def place_of(node: Node) -> Span:
    """Where the name of a callable term stands."""
    return node.functor if isinstance(node, Structure) else node.span


def arguments(node: Node | None) -> tuple[Node, ...]:
    """The arguments of a compound; none of anything else."""
    return node.args if isinstance(node, Structure) else ()


def calls(clause: Clause) -> Iterator[Call]:
    """What the body of a clause calls, in the order of the text; a call through a variable is left out."""
    if clause.body is None:
        return
    grammar = clause.kind is Kind.GRAMMAR
    todo: list[tuple[Node, int, bool, str | None]] = [(clause.body, 0, grammar, None)]
    while todo:
        node, extra, in_grammar, module = todo.pop()
        inside = _in_grammar(node, module) if in_grammar else _called(node, extra, module)
        if inside is not None:
            todo.extend(reversed(inside))
            if _is_control(node):
                continue
        found = functor(node)
        if found is None or (in_grammar and _is_no_nonterminal(node, found)):
            continue
        if found == (":", 2) and not in_grammar:
            continue
        name, arity = found[0], found[1] + (2 if in_grammar else extra)
        yield Call((name, arity), node, place_of(node), module)


def _is_control(node: Node) -> bool:
    return isinstance(node, Structure) and node.name in CONTROL and len(node.args) == 2


Todo = tuple[Node, int, bool, str | None]


def _called(node: Node, extra: int, module: str | None) -> list[Todo] | None:
    """The goals inside of a goal to which `extra` arguments are added."""
    if not isinstance(node, Structure):
        return None
    name, args = node.name, node.args
    if len(args) == 2 and extra == 0 and name in CONTROL:
        return [(arg, 0, False, module) for arg in args]
    if name == ":" and len(args) == 2:
        of = functor(args[0])
        return [(args[1], extra, False, None if of == ("user", 0) else of[0] if of else "")]
    if name == ">>" and len(args) == 2:
        return [(args[1], 0, False, module)]
    if name == "^" and len(args) == 2 and extra == 0:
        return [(args[1], 0, False, module)]
    positions = CALLS.get((name, len(args) + extra), {})
    inner: list[Todo] = []
    for position, added in positions.items():
        if position < len(args) and added < LIMIT:
            grammar = name == "phrase"
            goal = args[position]
            if QUANTIFIED.get((name, len(args) + extra)) == position:
                while isinstance(goal, Structure) and goal.name == "^" and len(goal.args) == 2:
                    goal = goal.args[1]
            inner.append((goal, 0 if grammar else added, grammar, module))
    return inner


def _in_grammar(node: Node, module: str | None) -> list[Todo] | None:
    """The grammar bodies and goals inside of a grammar body."""
    if not isinstance(node, Structure):
        return None
    if _is_control(node):
        return [(arg, 0, True, module) for arg in node.args]
    if node.name == "{}":
        return [(node.args[0], 0, False, module)]
    if node.name == "\\+" and len(node.args) == 1:
        return [(node.args[0], 0, True, module)]
    if node.name == "call":
        return [(node.args[0], len(node.args) + 1, False, module)]
    return None


def _is_no_nonterminal(node: Node, found: Indicator) -> bool:
    if isinstance(node, Items) or (isinstance(node, Constant) and isinstance(node.value, PrologString)):
        return True
    return found in (("!", 0), ("[]", 0), ("{}", 1), ("{}", 0), ("\\+", 1), (":", 2)) or found[0] == "call"


def conjuncts(node: Node | None) -> Iterator[Node]:
    """The goals that a comma joins, in order."""
    return iter(()) if node is None else _divided(node, (",",))


def alternatives(node: Node | None) -> list[Node | None]:
    """The bodies that a semicolon divides at the top; those of an if-then-else count each.

    >>> alternatives(None)
    [None]
    """
    return [None] if node is None else list(_divided(node, (";", "|")))


def _divided(node: Node, names: Sequence[str]) -> Iterator[Node]:
    """What operators of these names stand between, in order."""
    todo = [node]
    while todo:
        node = todo.pop()
        if isinstance(node, Structure) and node.name in names and len(node.args) == 2:
            todo += reversed(node.args)
        else:
            yield node


def same(left: Node, right: Node) -> bool:
    """Whether two terms are written alike, variables and all; no `_` is like another."""
    return term_text(term_of(left)) == term_text(term_of(right))
