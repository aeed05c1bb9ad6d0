"""A program of a rules file's own as clauses that can be compiled with the rules.

As `prolog/support/own.pl` does, a program that never looks into positions is attached: it gets copies of its
clauses under other names, and searches nodes at(Depth, Mover, Position), which `attached` below makes of the
game's rules. Another is compiled as it stands. A value that a program leaves unbound where it evaluates a
position, the best successor, is the atom UNBOUND.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Indicator, Normal, Predicate, Rule
from pydecl.compiler.frontend.terms import arguments, atom, indicator, is_goal, variables
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Named, Node, Structure, walk

UNBOUND = "pydecl unbound"

HORIZON = "pydecl horizon"
"""What is thrown where a depth limit leaves the whole answer unknown."""

OWN = "own "
"""How the names of copied predicates begin."""

BEST: Mapping[Indicator, int] = {
    ("minimax", 3): 1,
    ("alphabeta", 5): 3,
    ("alphabeta", 3): 1,
    ("bestmove", 2): 1,
    ("best_move", 2): 1,
}
"""Which argument is the best successor."""

INTERFACE: frozenset[Indicator] = frozenset(
    (
        *(("moves", 2), ("move", 2), ("move", 3), ("staticval", 2), ("max_to_move", 1)),
        *(("min_to_move", 1), ("terminalwon", 1), ("terminallost", 1)),
    )
)
"""What a program asks of a game."""

COUNTED: Mapping[str, str] = {
    "own moves": "if (!(++own_nodes & 255)) in_time();",
    "own terminalwon": "if (!(++own_nodes & 255)) in_time();",
    "own staticval": "own_leaves++;",
    "own leaf": "own_leaves++;",
    "own early": "if (own_horizon) return false;",
    "own horizon": "own_horizon = true;",
}
"""What functions in C begin with, by the names of their predicates."""

COUNTERS = "static long long own_nodes, own_leaves;\nstatic _Bool own_horizon;\n"
"""They stand before the runtime, which says what processor its text, and prelude.h, are compiled for."""

_ATTACHED = """
'own max_to_move'(at(_, max, _)).
'own min_to_move'(at(_, min, _)).
'own staticval'(at(_, _, P), V) :- 'own value'(P, V).
'own check'(M, P) :-
    (   M == max -> max_to_move(P), \\+ min_to_move(P) ; min_to_move(P), \\+ max_to_move(P) ), !.
'own check'(_, _) :- throw('pydecl mover').
'own value'(P, V) :- findall(X, staticval(P, X), [V]), !.
'own value'(_, _) :- throw('pydecl value').
'own succs'(D, M, P, Nexts) :-
    ( D < 576460752303423488 -> D1 is D - 1 ; D1 = D ),
    ( M == max -> O = min ; O = max ),
    'own all'(P, D1, O, Nexts).
'own early'(P, D) :- 'own goes on'(P), 'own horizon'(D).
'own horizon'(D) :- D =< 0.
'own leaf'(D) :- D > -576460752303423488.
"""

_LISTED = """
'own all'(P, D, M, Nexts) :- moves(P, Ps), !, Ps = [_|_], 'own each'(Ps, D, M, Nexts).
'own each'([], _, _, []).
'own each'([P|Ps], D, M, [at(D, M, P)|Nexts]) :- 'own each'(Ps, D, M, Nexts).
'own goes on'(P) :- moves(P, Ps), !, Ps = [_|_].
"""

_FOUND = """
'own all'(P, D, M, Nexts) :- findall(at(D, M, N), MOVE, Nexts), Nexts = [_|_].
'own goes on'(P) :- MOVE, !.
"""

_ALL = {
    ("moves", 2): _LISTED,
    ("move", 2): _FOUND.replace("MOVE", "move(P, N)"),
    ("move", 3): _FOUND.replace("MOVE", "move(P, _, N)"),
}

_NODES = """
'own succeeding'(at(D, M, P), Nexts) :-
    'own check'(M, P),
    (   D > 0
    ->  'own succs'(D, M, P, Nexts)
    ;   'own early'(P, D)
    ->  fail
    ;   fail
    ).
'own move'(Node, Next) :- 'own moves'(Node, Nexts), member(Next, Nexts).
'own move'(Node, Next, Next) :- 'own move'(Node, Next).
'own terminalwon'(at(D, _, P)) :- 'own is won'(P), !, 'own leaf'(D).
'own terminallost'(at(D, _, P)) :- 'own is lost'(P), !, 'own leaf'(D).
"""

_FAILS = "'own moves'(Node, Nexts) :- 'own succeeding'(Node, Nexts)."
_EMPTY = "'own moves'(Node, Nexts) :- ( 'own succeeding'(Node, Nexts0) -> Nexts = Nexts0 ; Nexts = [] )."

_WON = """
'own terminalwon'(at(D, M, P)) :- 'own check'(M, P), 'own is won'(P), !, 'own leaf'(D).
'own terminallost'(at(D, _, P)) :- 'own is lost'(P), !, 'own leaf'(D).
'own move'(at(D, M, P), Next) :-
    (   M == min -> 'own check'(M, P) ; true ),
    (   D > 0
    ->  'own succs'(D, M, P, Nexts),
        member(Next, Nexts)
    ;   'own goes on'(P),
        'own horizon'(D),
        throw('pydecl horizon')
    ).
'own move'(Node, Next, Next) :- 'own move'(Node, Next).
"""

_ENDS = {
    ("terminalwon", 1): ("'own is won'(P) :- terminalwon(P).", "'own is won'(P) :- 'own end'(P, V), V > 0."),
    ("terminallost", 1): (
        "'own is lost'(P) :- terminallost(P).",
        "'own is lost'(P) :- 'own end'(P, V), V < 0.",
    ),
}

_END = "'own end'(P, V) :- \\+ 'own goes on'(P), 'own value'(P, V)."


def attached(
    rules: Normal, program: Indicator, textbook: Normal | None, *, empty_ends: bool, once: bool
) -> Indicator:
    """Add to the rules a program of theirs that searches nodes; its name there.

    `once` says that the program has one answer at the most: then a node takes no memory when it is done.
    `textbook` has the clauses of alphabeta where the program is a part of it; `empty_ends` says whether
    moves/2 gives [] where the game is over.
    """
    whole = ("alphabeta", 5) if textbook is not None else program
    homes = (rules, textbook) if textbook is not None else (rules,)
    found = _reached(homes, program, whole)
    for key, predicate in found.items():
        made = rules.of((OWN + key[0], key[1]), predicate.place)
        made.rules = [_copied(rule, {*found, *INTERFACE}) for rule in predicate.rules]
        made.dynamic, made.barred = predicate.dynamic, predicate.barred
    clauses = [_ATTACHED, next(text for key, text in _ALL.items() if key in rules.predicates)]
    clauses += [_WON] if whole == ("won", 1) else [_NODES, _EMPTY if empty_ends else _FAILS]
    for key, (told, valued) in _ENDS.items():
        clauses.append(told if key in rules.predicates else valued)
    clauses.append(_END)
    for key, predicate in normal(read_rules("\n".join(clauses), "attached.pl")).predicates.items():
        rules.predicates[key] = predicate
    programs = {(OWN + key[0], key[1]): index for key, index in BEST.items() if key in found}
    if _bind_best(rules, programs, attached=True) and once:
        _ask_for_values(rules, programs)
    return OWN + whole[0], whole[1]


def as_it_stands(rules: Normal, program: Indicator) -> Indicator:
    """A program that looks into positions: it is compiled under its own name."""
    _bind_best(rules, {key: index for key, index in BEST.items() if key in rules.predicates})
    return program


def _reached(homes: Sequence[Normal], part: Indicator, whole: Indicator) -> dict[Indicator, Predicate]:
    """The predicates of a program, from `whole` on; `part` comes from the first home, which is the file."""
    found: dict[Indicator, Predicate] = {}
    todo = [(part, True), (whole, part == whole)]
    while todo:
        key, own = todo.pop(0)
        if key in found or key in INTERFACE:
            continue
        home = homes[0] if own else homes[-1]
        predicate = home.predicates.get(key)
        if predicate is None:
            continue
        found[key] = predicate
        names = (indicator(node) for rule in predicate.rules for node in walk(rule.body))
        todo += [(name, own) for name in names if name is not None]
    return found


def _copied(rule: Rule, names: set[Indicator]) -> Rule:
    return Rule(tuple(rule.args), _named(rule.body, names), rule.place)


def _named(node: Node, names: set[Indicator]) -> Node:
    """The term with other names for these goals; a program that is attached builds no such terms itself."""
    key = indicator(node)
    if not isinstance(node, Structure):
        return atom(OWN + key[0], node.span) if key in names and key[1] == 0 else node
    name = OWN + node.name if key in names else node.name
    return Structure(name, tuple(_named(arg, names) for arg in node.args), node.span, node.functor)


# The best successor, where a program gives none


def _bind_best(rules: Normal, keys: Mapping[Indicator, int], *, attached: bool = False) -> bool:
    """Let programs give something where they leave the best successor unbound, if nobody can see that.

    An attached one gives the node itself, which is no successor of its own; another UNBOUND.

    `keys` are the programs as they are named in the rules, each with the argument that it is.
    """
    for key, predicate in rules.predicates.items():
        for rule in predicate.rules:
            if not _ignores_the_best(key, rule, keys):
                return False
    for key, index in keys.items():
        made = [_bound(rule, index, attached=attached) for rule in rules.predicates[key].rules]
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


def _bound(rule: Rule, index: int, *, attached: bool) -> Rule:
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
            if name == ";":
                first = _binding(first, best, given)
            elif best.name in variables(first):
                return body
            assert isinstance(body, Structure)
            return Structure(name, (first, _binding(second, best, given)), body.span, body.functor)
    return body


# The value alone, where the best successor is ignored: what a collection leaves takes no memory


def _ask_for_values(rules: Normal, keys: Mapping[Indicator, int]) -> None:
    """Replace calls that ignore the best successor by such as give back the memory that they take."""
    for predicate in list(rules.predicates.values()):
        predicate.rules = [_for_values(rule, keys) for rule in predicate.rules]
    for (name, arity), index in keys.items():
        values = [f"V{at}" for at in range(arity)]
        inputs, value = [v for at, v in enumerate(values[:-1]) if at != index], values[-1]
        called = f"'{name}'({', '.join(values)})"
        clause = f"'{name} value'({', '.join((*inputs, value))}) :- findall({value}, {called}, [{value}])."
        if index == arity - 1:  # it gives no value
            continue
        for key, predicate in normal(read_rules(clause, "attached.pl")).predicates.items():
            rules.predicates[key] = predicate


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
