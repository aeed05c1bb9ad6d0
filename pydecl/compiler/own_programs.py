"""A program of a rules file's own as clauses that can be compiled with the rules.

As `prolog/support/own.pl` does, a program that never looks into positions is attached: it gets copies of its
clauses under other names, and searches nodes at(Depth, Mover, Position), which `attached` below makes of the
game's rules. Another is compiled as it stands. A value that a program leaves unbound where it evaluates a
position, the best successor, is the atom UNBOUND.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydecl.compiler.attachment import ask_for_values, attach, bind_best
from pydecl.compiler.frontend.predicates import OWN, Indicator, Normal, Predicate, Rule
from pydecl.compiler.frontend.terms import atom, indicator
from pydecl.rules.syntax import Node, Structure, walk

FILE = f"{OWN}file: "
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

ASKED: Mapping[Indicator, str] = {
    ("move", 2): "next",
    ("move", 3): "next",
    ("terminalwon", 1): "decided_won",
    ("terminallost", 1): "decided_lost",
}
"""By what name of the attachment a program other than won/1 asks for these."""


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
    asked = dict[Indicator, str]() if whole == ("won", 1) else dict(ASKED)
    if empty_ends and whole != ("won", 1):
        asked["moves", 2] = "moves_or_none"
    names = {key: OWN + asked.get(key, key[0]) for key in INTERFACE}
    names |= {key: FILE + key[0] for key in found}
    for key, predicate in found.items():
        made = rules.of((FILE + key[0], key[1]), predicate.place)
        made.rules = [_copied(rule, names) for rule in predicate.rules]
        made.dynamic, made.barred = predicate.dynamic, predicate.barred
    attach(rules)
    programs = {(FILE + key[0], key[1]): index for key, index in BEST.items() if key in found}
    if bind_best(rules, programs, attached=True) and once:
        ask_for_values(rules, rules.predicates, programs)
    return FILE + whole[0], whole[1]


def as_it_stands(rules: Normal, program: Indicator) -> Indicator:
    """A program that looks into positions: it is compiled under its own name."""
    bind_best(rules, {key: index for key, index in BEST.items() if key in rules.predicates})
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


def _copied(rule: Rule, names: Mapping[Indicator, str]) -> Rule:
    return Rule(tuple(rule.args), _named(rule.body, names), rule.place)


def _named(node: Node, names: Mapping[Indicator, str]) -> Node:
    """The term with other names for these goals; a program that is attached builds no such terms itself."""
    key = indicator(node)
    name = None if key is None else names.get(key)
    if not isinstance(node, Structure):
        return node if name is None else atom(name, node.span)
    return Structure(
        name or node.name, tuple(_named(arg, names) for arg in node.args), node.span, node.functor
    )
