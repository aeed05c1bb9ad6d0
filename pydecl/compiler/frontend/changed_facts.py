"""Facts that rules change within snapshot/1, which undoes it: a board in facts, as glue has it.

There, the facts of such a predicate are in a cell, which `$fact` and its kin ask and change: see
`pydecl/compiler/library.py`. A call of `at/2` goes through those that are there when it begins. If retract/1
is asked for another solution that is gone meanwhile, SWI-Prolog says what that means.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pydecl.compiler.frontend.all_solutions import given_by
from pydecl.compiler.frontend.instantiation import Point
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.normal import bar_changed, changed_by, doing, normal
from pydecl.compiler.frontend.predicates import CHANGING_FACTS, Indicator, Normal, mentioned
from pydecl.compiler.frontend.prelude import nowhere
from pydecl.compiler.frontend.terms import (
    LIBRARY,
    NOWHERE,
    arguments,
    atom,
    compound,
    conjunction,
    indicator,
    is_goal,
    list_of,
    of_library,
    place_of,
)
from pydecl.model.term import Atom, term_text
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Named, Node, Structure, walk

OF_ALL = f"""
'{CHANGING_FACTS}'.
assert(Fact) :- assertz(Fact).
"""

OF_EACH = """
{fact} :- ( '$changing'({cell}) -> {ready}, '$fact'({cell}, _, {fact}) ; {loaded} ).
{ready} :- ( '$facts_loaded'({cell}) -> true ; system:forall({loaded}, '$fact_comes'({cell}, {fact})) ).
assertz({fact}) :- !, {ready}, '$fact_comes'({cell}, {fact}).
asserta({fact}) :-
    !, {ready}, system:findall(Fact, '$fact'({cell}, _, Fact), Facts),
    system:forall('$fact'({cell}, N, _), '$fact_goes'({cell}, N)),
    system:forall(system:member(Fact, [{fact}|Facts]), '$fact_comes'({cell}, Fact)).
retract({fact}) :-
    !, {ready}, '$fact'({cell}, N, {fact}),
    ( '$fact_goes'({cell}, N) -> true ; '$uncovered'('retract/1 of a fact that is gone meanwhile') ).
retractall({fact}) :- !, {ready}, system:forall('$fact'({cell}, N, {fact}), '$fact_goes'({cell}, N)).
"""

UNKNOWN = "{change}(Fact) :- var(Fact), !, '$uncovered'('a change of a fact that is not known').\n"

OTHERWISE = "{change}(_) :- '$uncovered'('a change of other facts than are seen to change').\n"

CHANGES = ("assertz", "asserta", "retract", "retractall")


def follow_changes(rules: Normal, files: Sequence[Normal], asked: Collection[Indicator] | None) -> None:
    """Keep facts of `rules` in cells if they change; bar what changes otherwise, in all `files`.

    `asked` are the predicates that are asked from outside, if they are known.
    """
    if asked is None or not _keep_facts(rules, files, asked):
        bar_changed(files, asked)


def _keep_facts(rules: Normal, files: Sequence[Normal], asked: Collection[Indicator]) -> bool:
    """Keep in cells what changes, if what is asked changes nothing but facts, and that in snapshot/1."""
    reached = mentioned(files, asked)
    found = doing(reached)
    if not found or doing(mentioned(files, asked, _outside), _outside):
        return False
    keys = set(map(changed_by, found))
    if None in keys:
        keys |= {key for key, one in rules.predicates.items() if one.dynamic}
    kept = sorted(key for key in keys if key is not None)
    others = [one for made in files if made is not rules for one in made.predicates.items()]
    if rules.tables or any(key in kept or one.dynamic for key, one in others):
        return False
    if any(is_goal(node, "catch", 3) for rule in reached for node in walk(rule.body)):
        return False
    if not all((indicator(one) or ("", 0))[0] in (*CHANGES, "assert") for one in found):
        return False
    if not all(rule.is_fact for key in kept for rule in rules.of(key, NOWHERE).rules):
        return False
    text = [OF_ALL, *(UNKNOWN.format(change=change) for change in CHANGES)]
    text += [_of_each(rules, key, cell) for cell, key in enumerate(kept, 1)]
    text += [OTHERWISE.format(change=change) for change in CHANGES]
    for key, made in normal(read_rules("".join(text), "changed facts")).predicates.items():
        predicate = rules.of(key, NOWHERE)
        predicate.library, predicate.rules = True, [nowhere(rule) for rule in made.rules]
    return True


def _of_each(rules: Normal, key: Indicator, cell: int) -> str:
    """The clauses for a predicate, whose own go to another one, with numbers."""
    predicate = rules.predicates[key]
    loaded = rules.of((f"{key[0]}/{key[1]} loaded", key[1]), predicate.place)
    loaded.dynamic = True
    loaded.rules = predicate.rules
    given = [f"A{index}" for index in range(key[1])]

    def of(name: str, arguments: Sequence[str]) -> str:
        return term_text(Atom(name)) + (f"({', '.join(arguments)})" if arguments else "")

    return OF_EACH.format(
        cell=cell,
        fact=of(key[0], given),
        ready=of(f"{key[0]}/{key[1]} ready", ()),
        loaded=of(f"{key[0]}/{key[1]} loaded", given),
    )


def _outside(body: Node) -> Iterator[Node]:
    """The parts of a body, but for what stands in snapshot/1."""
    todo = [body]
    while todo:
        node = todo.pop()
        if not is_goal(node, "snapshot", 1):
            yield node
            todo += arguments(node)


def _snapshot(analyser: Analyser, goal: Node, point: Point) -> bool:
    """The first solution of a goal; then the facts are what they were."""
    (inner,), scope, place = arguments(goal), point.scope, place_of(goal)
    once = Structure(LIBRARY, (compound("once", (inner,), place),), goal.span, place)
    if (CHANGING_FACTS, 0) not in analyser.rules.predicates:
        return analyser.goal(once, point)
    template = list_of(given_by(analyser, once, point), span=place)
    found = Named(scope.new("s"), place)
    goals = (
        compound("$snapshot", (atom("begins", place),), place),
        compound("findall", (template, once, found), place),
        compound("$snapshot", (atom("ends", place),), place),
        compound("=", (found, list_of([template], span=place)), place),
    )
    return analyser.goal(conjunction([*map(of_library, goals)]), point)


KEEPING: dict[Indicator, Construct] = {("snapshot", 1): _snapshot}
"""By name and arity."""
