"""Predicates whose clauses the rules change while they run: a compiled rule would not see it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydecl.compiler.frontend.predicates import Indicator, Normal, mentioned
from pydecl.compiler.frontend.terms import arguments, indicator, is_goal, place_of
from pydecl.rules.syntax import Node, Span, Structure, walk

CHANGING: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("assert", "asserta", "assertz", "abolish"), (1, 2)),
    **dict.fromkeys(("retract", "retractall", "erase"), (1,)),
}
"""What changes clauses: names and arities."""

LOADING: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("consult", "ensure_loaded"), (1,)),
    **dict.fromkeys(("load_files", "use_module", "reexport", "autoload"), (1, 2)),
}
"""What loads a file: names and arities."""


def bar_changed(files: Sequence[Normal], asked: Collection[str] | None = None) -> None:
    """Bar the predicates of files that rules change when they run.

    `asked` are the names of the predicates that are asked from outside: what changes clauses and is reached
    from none of them never runs. None: any may be asked.
    """
    rules = [rule for made in files for predicate in made.predicates.values() for rule in predicate.rules]
    if asked is not None:
        rules = mentioned(files, asked)
    for node in (part for rule in rules for part in walk(rule.body)):
        if _changes(node):
            for made in files:
                _bar(made, _changed(node), place_of(node))
        if _loads(node):
            for made in files:
                made.barred = (place_of(node), "other files are loaded when it runs")


def _loads(node: Node) -> bool:
    """Whether a goal loads a file that is none of the libraries'."""
    name, arity = indicator(node) or ("", 0)
    return arity in LOADING.get(name, ()) and not is_goal(arguments(node)[0], "library", 1)


def _changes(node: Node) -> bool:
    """Whether a goal changes clauses, or is a closure that does, with arguments that it gets later."""
    name, arity = indicator(node) or ("", 0)
    closure = name != "erase" and arity < max(CHANGING.get(name, (0,)))  # as an atom it is a word of games
    return closure or arity in CHANGING.get(name, ())


def _changed(node: Node) -> Indicator | None:
    """What a goal changes; None if that is not known."""
    known = isinstance(node, Structure) and node.name not in ("abolish", "erase")
    changed = arguments(node)[0] if known else None
    while changed is not None and (is_goal(changed, ":-", 2) or is_goal(changed, ":", 2)):
        changed = arguments(changed)[0 if is_goal(changed, ":-", 2) else 1]
    return None if changed is None else indicator(changed)


def _bar(made: Normal, key: Indicator | None, place: Span) -> None:
    """Bar what a goal changes. If that is not known, it is all that is dynamic."""
    if key is None:
        changed = [predicate for predicate in made.predicates.values() if predicate.dynamic]
    else:
        changed = [made.of(key, place)]
    for predicate in changed:
        predicate.barred = (place, "the file changes its clauses when it runs")
