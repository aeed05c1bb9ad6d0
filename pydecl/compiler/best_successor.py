"""The best successor that a search program gives: where it gives none, and where nobody asks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pydecl.compiler.attachment import read_clauses
from pydecl.compiler.frontend.predicates import Indicator, Normal, Rule
from pydecl.compiler.frontend.terms import arguments, atom, indicator, is_goal, variables
from pydecl.rules.syntax import Named, Node, Structure, walk

UNBOUND = "pydecl unbound"


def bind_best(rules: Normal, keys: Mapping[Indicator, int], *, attached: bool = False) -> bool:
    """Let programs give something where they leave the best successor unbound, if nobody can see that.

    An attached one gives the node itself, which is no successor of its own; another UNBOUND.

    `keys` are the programs as they are named in the rules, each with the argument that it is.
    """
    for key, predicate in rules.predicates.items():
        for rule in predicate.rules:
            if not _ignores_the_best(key, rule, keys):
                return False
    for key, index in keys.items():
        made = [bound(rule, index, attached=attached) for rule in rules.predicates[key].rules]
        rules.predicates[key].rules = made
    return True


def _ignores_the_best(key: Indicator, rule: Rule, keys: Mapping[Indicator, int]) -> bool:
    """Whether what a call of a program gives as the best successor is at most the clause's own."""
    counts = _occurrences(rule)
    given = []
    for node in _nodes(rule):
        called = indicator(node)
        if called is not None and called in keys:
            given.append(arguments(node)[keys[called]])
    own = rule.args[keys[key]] if key in keys else None
    for best in given:
        if not isinstance(best, Named) or counts[best.name] > (
            2 if isinstance(own, Named) and own.name == best.name else 1
        ):
            return False
    return True


def _nodes(rule: Rule) -> Iterator[Node]:
    """All terms of a clause."""
    for part in (*rule.args, rule.body):
        yield from walk(part)


def _occurrences(rule: Rule) -> Counter[str]:
    """How often each variable occurs in a clause."""
    return Counter(node.name for node in _nodes(rule) if isinstance(node, Named))


def bound(rule: Rule, index: int, *, attached: bool) -> Rule:
    """The clause, with a best successor where it leaves that argument unbound."""
    best, position = rule.args[index], rule.args[0]
    others = [arg for at, arg in enumerate(rule.args) if at != index]
    if not isinstance(best, Named) or any(best.name in variables(arg) for arg in others):
        return rule
    given = position if attached and isinstance(position, Named) else atom(UNBOUND, rule.body.span)
    return Rule(rule.args, _binding(rule.body, best, given), rule.place)


def _binding(body: Node, best: Named, given: Node) -> Node:
    """The body with `best = given` at the end of what does not mention it."""
    if best.name not in variables(body):
        equal = Structure("=", (best, given), body.span, body.span)
        return Structure(",", (body, equal), body.span, body.span)
    for name in (";", "->", "*->", ","):
        if is_goal(body, name, 2):
            first, second = arguments(body)
            assert isinstance(body, Structure)
            if name == ";":
                first = _binding(first, best, given)
            elif best.name in variables(first):
                if name != "," or not is_goal(first, ";", 2):
                    return body
                return Structure(name, (_binding(first, best, given), second), body.span, body.functor)
            return Structure(name, (first, _binding(second, best, given)), body.span, body.functor)
    return body


# The value alone, where the best successor is ignored: what a collection leaves takes no memory


def ask_for_values(rules: Normal, callers: Iterable[Indicator], keys: Mapping[Indicator, int]) -> None:
    """Replace calls that ignore the best successor by such as give back the memory that they take."""
    for caller in list(callers):
        predicate = rules.predicates[caller]
        predicate.rules = [_for_values(rule, keys) for rule in predicate.rules]
    for (name, arity), index in keys.items():
        values = [f"V{at}" for at in range(arity)]
        inputs, value = [v for at, v in enumerate(values[:-1]) if at != index], values[-1]
        called = f"'{name}'({', '.join(values)})"
        clause = f"'{name} value'({', '.join((*inputs, value))}) :- findall({value}, {called}, [{value}])."
        if index == arity - 1:  # it gives no value
            continue
        for key, predicate in read_clauses(clause).predicates.items():
            rules.predicates[key] = replace(predicate, rules=list(predicate.rules))


def _for_values(rule: Rule, keys: Mapping[Indicator, int]) -> Rule:
    counts = _occurrences(rule)

    def replaced(node: Node) -> Node:
        if not isinstance(node, Structure):
            return node
        index = keys.get((node.name, len(node.args)))
        args = tuple(map(replaced, node.args))
        if index is not None and index < len(args) - 1:
            best = args[index]
            if isinstance(best, Named) and counts[best.name] == 1:
                others = (*args[:index], *args[index + 1 :])
                return Structure(f"{node.name} value", others, node.span, node.functor)
        return Structure(node.name, args, node.span, node.functor)

    return Rule(rule.args, replaced(rule.body), rule.place)
