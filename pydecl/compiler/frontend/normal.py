"""A rules file as predicates: grammar rules translated, included files read, declarations obeyed.

>>> from pydecl.rules.reader import read_rules
>>> made = normal(read_rules(":- dynamic size/1.\\nsize(3).\\ndigits --> [].", "g.pl"))
>>> sorted(made.predicates), made.predicates["size", 1].dynamic
([('digits', 2), ('size', 1)], True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count

from pydecl.compiler.frontend.dcg import grammar_clause, grammar_head
from pydecl.compiler.frontend.instantiation import RefusedError
from pydecl.compiler.frontend.predicates import (
    ANSWERS,
    TABLED,
    Defines,
    Indicator,
    Nodes,
    Normal,
    Predicate,
    Rule,
    Sources,
    mentioned,
)
from pydecl.compiler.frontend.terms import (
    NOWHERE,
    arguments,
    atom,
    compound,
    conjunction,
    conjuncts,
    indicator,
    is_goal,
    items_of,
    of_library,
    place_of,
    simple,
    variables,
)
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable
from pydecl.rules.syntax import Constant, Items, Named, Node, RulesText, Span, Structure, walk


def normal(
    rules: RulesText,
    facts: Mapping[Indicator, Sequence[Term]] | None = None,
    defines: Defines = lambda _: False,
) -> Normal:
    """The predicates of a text of pydecl's own, which SWI-Prolog does not load before it is compiled.

    `facts` take the place of all clauses of theirs, as options of a game do. Conditional compilation asks
    what `defines` says. A text that expands its terms is barred.
    """
    sources = Sources(rules)
    made = from_terms(sources, sources.terms(defines))
    for key in _TERM_EXPANSION:
        if key in made.predicates:
            made.barred = (made.predicates[key].place, "terms are expanded by the file itself")
    complete(made)
    replace_facts(made, facts or {})
    return made


def from_terms(sources: Sources, terms: Iterable[tuple[Node, Span]]) -> Normal:
    """The predicates of terms in simple form, each with the place of its clause, and what is declared."""
    made = Normal(sources)
    for node, span in terms:
        module, term = _unqualified(node)
        if is_goal(term, ":-", 1) or is_goal(term, "?-", 1):
            (directive,) = arguments(term)
            made.directives.append(directive)
            _declared(made, directive)
        else:
            add_clause(made, term, span, module)
    return made


def complete(made: Normal) -> None:
    """Give predicates what they have beside their clauses: a last rule with `=>`, and a table."""
    for predicate in made.predicates.values():
        if predicate.single_sided:
            if predicate.single_sided < len(predicate.rules):
                predicate.barred = (predicate.place, "clauses with => beside others")
            predicate.rules.append(no_rule_matches(predicate))
    for key, modes in made.tables.items():
        _table(made, key, modes)


def _unqualified(term: Node) -> tuple[str | None, Node]:
    """The module that a term is qualified with, and the term; a file is `user`, or `rules`, to itself."""
    module = None
    while is_goal(term, ":", 2):
        qualifier, term = arguments(term)
        module = str(qualifier.value) if isinstance(qualifier, Constant) else module
    return None if module in ("user", "rules") else module, term


_TERM_EXPANSION = (("term_expansion", 2), ("term_expansion", 4))
_GOAL_EXPANSION = (("goal_expansion", 2), ("goal_expansion", 4))


def add_clause(made: Normal, term: Node, span: Span, module: str | None = None) -> Node | None:
    """Add a clause, in simple form, to its predicate; its head, or None if it is none."""
    head: Node = term
    body: Node = atom("true")
    guard: Node | None = None
    barred: tuple[Span, str] | None = None
    if isinstance(term, Structure) and len(term.args) == 2:
        if term.name == ":-":
            head, body = term.args
        elif term.name == "-->":
            written = arguments(term.args[0])[0] if is_goal(term.args[0], ",", 2) else term.args[0]
            if is_goal(written, ":", 2):
                barred = (span, "a grammar rule of a module")
            try:
                head, body = grammar_clause(term)
            except RefusedError as bad:
                head, barred = grammar_head(term), (bad.place, bad.reason)
        elif term.name == "=>":
            head, body = term.args
            guard = atom("true", head.span)
            if is_goal(head, ",", 2):
                head, guard = arguments(head)
    inner, head = _unqualified(head)
    module = inner or module
    key = indicator(head)
    if key is None:
        return None
    if guard is not None:
        head, body = single_sided(key[0], head, guard, body, span)
        made.of(key, span).single_sided += 1
    if key in _GOAL_EXPANSION:
        made.barred = (span, "goals are expanded by the file itself")
    made.of(key, span).rules.append(Rule(arguments(head), body, span))
    dot = next((node for node in walk(term) if is_goal(node, ".", 2)), None)
    if dot is not None:
        barred = (place_of(dot), "'.'(_, _), which SWI-Prolog evaluates as a dictionary's function")
    if module is not None:
        barred = (span, f"a clause of the module {module}")
    if barred is not None:
        made.predicates[key].barred = barred
    return head


_DECLARED = {
    "dynamic": "",
    "table": "tabled otherwise than with one argument for min or max",
    "thread_local": "it is thread-local",
    "det": "SWI-Prolog checks that it has exactly one solution",
}
"""What directives declare of predicates, and why it bars them, if it does."""


def _declared(made: Normal, directive: Node) -> None:
    """What a directive declares."""
    for goal in conjuncts(directive):
        name, arity = indicator(goal) or ("", 0)
        if name in _DECLARED and arity == 1:
            for key, declared in _declarations(arguments(goal)[0]):
                predicate = made.of(key, declared.span)
                predicate.dynamic |= name == "dynamic"
                modes = _table_modes(declared) if name == "table" else None
                if modes is not None:
                    made.tables[key] = modes
                elif _DECLARED[name]:
                    predicate.barred = (declared.span, _DECLARED[name])


def _table_modes(declared: Node) -> Sequence[str] | None:
    """What a declaration of one table says of its arguments: `min`, `max` or nothing; None if it says more.

    >>> _table_modes(compound("path", [Named("_", NOWHERE), atom("index"), atom("min")]))
    ['', '', 'min']
    """
    if is_goal(declared, "/", 2) or is_goal(declared, "//", 2):
        return []
    if is_goal(declared, "as", 2) or is_goal(declared, ":", 2):
        return None
    modes = []
    for one in arguments(declared):
        index = isinstance(one, Named) or is_goal(one, "index", 0) or is_goal(one, "+", 0)
        modes.append("" if index else (indicator(one) or "?")[0])
    return modes if list(filter(None, modes)) in ([], ["min"], ["max"]) else None


def _table(made: Normal, key: Indicator, modes: Sequence[str]) -> None:
    """Give the clauses of a tabled predicate to another one, which it asks for all its answers."""
    predicate = made.of(key, NOWHERE)
    if predicate.tabled is not None:
        return
    if not predicate.rules:
        predicate.barred = (predicate.place, "tabled, and without clauses")
        return
    place = predicate.rules[0].place
    of_clauses = made.of((key[0] + TABLED, key[1]), place)
    of_clauses.rules = predicate.rules
    predicate.tabled = of_clauses.name, key[1]
    args = tuple(Named(f"T{i}", place) for i in range(key[1]))
    asked = [compound(of_clauses.name, args, place)]
    for at, mode in enumerate(modes):
        if mode:
            asked += [args[at], atom(mode, place)]
            if not _only_added(made, key, at, mode):
                what = f"a table by {mode} whose values are used otherwise than by adding to them"
                predicate.barred = (place, what)
    predicate.rules = [Rule(args, of_library(compound(ANSWERS, asked, place)), place)]


_SMALLER = {("<", 2): 0, ("=<", 2): 0, (">", 2): 1, (">=", 2): 1}
"""The argument of a comparison that is the smaller one."""


def _only_added(made: Normal, key: Indicator, at: int, mode: str) -> bool:
    """Whether the values of a table by `min` or `max` come from its own values by adding to them.

    Then a better value never makes another one worse, and it makes no difference in which order SWI-Prolog
    finds them. `at` is the place of the argument that has the value.
    """
    rules = made.predicates[key].rules
    called = {(indicator(goal) or key)[0] for rule in rules for goal in conjuncts(rule.body)} - {key[0]}
    mutual = any(rule in rules for rule in mentioned([made], called))
    return not mutual and all(_rule_only_adds(rule, key, at, mode) for rule in rules)


def _rule_only_adds(rule: Rule, key: Indicator, at: int, mode: str) -> bool:
    values = set[str]()
    others = [arg for i, arg in enumerate(rule.args) if i != at]
    added = [rule.args[at]]
    for goal in conjuncts(rule.body):
        args, called = arguments(goal), indicator(goal)
        if called == key:
            new, *rest = args[at], *args[:at], *args[at + 1 :]
            others += rest
        elif called == ("is", 2) and values.intersection(variables(args[1])):
            new, better = args
            added.append(better)
        elif called in _SMALLER:
            smaller = _SMALLER[called] if mode == "min" else 1 - _SMALLER[called]
            added.append(args[smaller])
            others.append(args[1 - smaller])
            continue
        else:
            others.append(goal)
            continue
        if not isinstance(new, Named) or new.name in values:
            return False
        values.add(new.name)
    sums = all(_is_sum(one, values) for one in added)
    return sums and not any(values.intersection(variables(one)) for one in others)


def _is_sum(node: Node, values: set[str]) -> bool:
    """Whether a term is a value, one of them with other numbers added or taken away, or without values."""
    if is_goal(node, "+", 2):
        return all(_is_sum(arg, values) for arg in arguments(node))
    if is_goal(node, "-", 2):
        first, second = arguments(node)
        return _is_sum(first, values) and not values.intersection(variables(second))
    return isinstance(node, Named) or not values.intersection(variables(node))


def _declarations(node: Node) -> Iterator[tuple[Indicator, Node]]:
    """The predicates that a declaration names, in whatever form, and what it says of each."""
    items, _ = items_of(node)
    if items or is_goal(node, ",", 2):
        for part in items or arguments(node):
            yield from _declarations(part)
    elif is_goal(node, "/", 2) or is_goal(node, "//", 2):
        name, arity = arguments(node)
        if not (isinstance(name, Constant) and isinstance(arity, Constant)):
            return
        if isinstance(name.value, Atom) and isinstance(arity.value, int):
            extra = 2 if is_goal(node, "//", 2) else 0
            yield (name.value.name, arity.value + extra), node
    elif is_goal(node, "as", 2) or is_goal(node, ":", 2):
        for named, _ in _declarations(arguments(node)[0 if is_goal(node, "as", 2) else 1]):
            yield named, node
    elif (key := indicator(node)) is not None and key[1]:
        yield key, node


# What rules change while they run: a compiled rule would not see it


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


def bar_changed(files: Sequence[Normal], asked: Collection[Indicator] | None = None) -> None:
    """Bar the predicates of files that rules change when they run.

    `asked` are the predicates that are asked from outside: what changes clauses and is reached
    from none of them never runs. None: any may be asked.
    """
    rules = [rule for made in files for predicate in made.predicates.values() for rule in predicate.rules]
    found = doing(rules)
    if found and asked is not None:
        found = doing(mentioned(files, asked))
    for node in found:
        key, place = changed_by(node), place_of(node)
        for made in files:
            if loads(node):
                made.barred = (place, "other files are loaded when it runs")
                continue
            dynamic = (one for one in made.predicates.values() if one.dynamic)
            for predicate in dynamic if key is None else (made.of(key, place),):
                predicate.barred = (place, "the file changes its clauses when it runs")


def doing(rules: Iterable[Rule], nodes: Nodes = walk) -> list[Node]:
    """The goals in clauses that change others, or load a file."""
    return [node for rule in rules for node in nodes(rule.body) if _changes(node) or loads(node)]


def loads(node: Node) -> bool:
    """Whether a goal loads a file that is none of the libraries'."""
    name, arity = indicator(node) or ("", 0)
    return arity in LOADING.get(name, ()) and not is_goal(arguments(node)[0], "library", 1)


def _changes(node: Node) -> bool:
    """Whether a goal changes clauses, or is a closure that does, with arguments that it gets later."""
    name, arity = indicator(node) or ("", 0)
    closure = name != "erase" and arity < max(CHANGING.get(name, (0,)))  # as an atom it is a word of games
    return closure or arity in CHANGING.get(name, ())


def changed_by(node: Node) -> Indicator | None:
    """What a goal changes; None if that is not known: it is all that is dynamic, then."""
    known = isinstance(node, Structure) and node.name not in ("abolish", "erase")
    changed = arguments(node)[0] if known else None
    while changed is not None and (is_goal(changed, ":-", 2) or is_goal(changed, ":", 2)):
        changed = arguments(changed)[0 if is_goal(changed, ":-", 2) else 1]
    return None if changed is None else indicator(changed)


# Terms that have been read


VARIABLE = "pydecl_"
"""The functor of a numbered variable: no file may have such names."""


def replace_facts(made: Normal, facts: Mapping[Indicator, Sequence[Term]]) -> None:
    """Put facts in the place of the clauses of their predicates, as the options of a game are."""
    for key, terms in facts.items():
        predicate = made.of(key, NOWHERE)
        predicate.rules = as_facts(terms, predicate.place)


def as_facts(terms: Iterable[Term], place: Span) -> list[Rule]:
    """Terms as facts that stand in one place."""
    return [Rule(arguments(simple(placed(term, place, {}))), atom("true"), place) for term in terms]


def placed(term: Term, span: Span, names: Mapping[str, str]) -> Node:
    """A term all of which stands in one place; `names` are those of its variables."""
    if isinstance(term, PrologList):
        tail = None if term.tail is None else placed(term.tail, span, names)
        return Items(tuple([placed(item, span, names) for item in term.items]), tail, span)
    if not isinstance(term, Compound):
        return Named(term.name, span) if isinstance(term, Variable) else Constant(term, span)
    if term.name == VARIABLE:
        number = str(term.args[0])
        return Named(names.get(number, f"v {number}"), span)
    return Structure(term.name, tuple([placed(arg, span, names) for arg in term.args]), span, span)


# Rules with `=>`: the head only matches what is given, and the first rule that matches is the one taken.
# `p(f(X), Y), Guard => Body` becomes `p(A, Y) :- MATCH(A, f(X)), Guard, !, Body`. If no rule matches,
# compiled rules give up, and SWI-Prolog raises its error.

MATCH = "\0match"
"""`MATCH(Term, Pattern)`: the variables of Pattern, each of which it has once, get what makes it Term."""

GUARD = "\0guard"
"""`GUARD(Unification, Variable, ...)`: a unification in a rule's guard, with these variables of the head."""


def single_sided(name: str, head: Node, guard: Node, body: Node, place: Span) -> tuple[Node, Node]:
    """Head and body of the clause that a rule with `=>` becomes."""
    fresh = (Named(f"head{i}", place) for i in count(1))
    seen: set[str] = set()
    same: list[Node] = []

    def linear(node: Node) -> Node:
        if isinstance(node, Named) and node.name in seen:
            same.append(compound("==", (node, other := next(fresh)), node.span))
            return other
        if isinstance(node, Named):
            seen.add(node.name)
        if isinstance(node, Structure):
            return Structure(node.name, tuple(map(linear, node.args)), node.span, node.functor)
        return node

    args: list[Node] = []
    matches: list[Node] = []
    for pattern in map(linear, arguments(head)):
        args.append(pattern if isinstance(pattern, Named) else next(fresh))
        if pattern is not args[-1]:
            matches.append(compound(MATCH, (args[-1], pattern), pattern.span))
    bound = variables(head)
    guards: list[Node] = []
    for goal in conjuncts(guard):
        asked = [bound[name] for name in variables(goal) if name in bound]
        guards.append(compound(GUARD, (goal, *asked), goal.span) if is_goal(goal, "=", 2) else goal)
    goals = [*matches, *map(of_library, same), *guards, atom("!", place), body]
    return compound(name, args, head.span), conjunction(goals)


def no_rule_matches(predicate: Predicate) -> Rule:
    """The clause behind all others."""
    args = tuple(Named(f"head{i}", predicate.place) for i in range(predicate.arity))
    why = atom(f"no rule with => of {predicate.name}/{predicate.arity} matches", predicate.place)
    gives_up = of_library(compound("$uncovered", (why,), predicate.place))
    return Rule(args, conjunction([gives_up, atom("fail", predicate.place)]), NOWHERE)
