"""Facts that rules change within snapshot/1, which undoes it: a board in facts, as glue has it.

What such a predicate holds is kept beside the arguments, in a cell, as a list of facts with numbers:

    '$kept'(Cell, Facts)    what is kept there; fails if nothing is yet
    '$keep'(Cell, Facts)    from here on this is kept, and backtracking does not undo it

A call of `at/2` goes through the list as it is then, assertz/1 and its kin keep another one, and
`snapshot(Goal)` keeps the old ones again. A fact has the same number as long as it lives: so retract/1 knows,
when it is asked for another solution, whether one that it saw is gone. SWI-Prolog then says what that means.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pydecl.compiler.frontend.all_solutions import given_by
from pydecl.compiler.frontend.instantiation import Point
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.normal import bar_changed, changed_by, doing, normal
from pydecl.compiler.frontend.predicates import CHANGING_FACTS, Indicator, Normal, Rule, mentioned
from pydecl.compiler.frontend.prelude import nowhere
from pydecl.compiler.frontend.terms import (
    LIBRARY,
    NOWHERE,
    arguments,
    compound,
    indicator,
    is_goal,
    list_of,
    of_library,
    place_of,
)
from pydecl.model.term import Atom, term_text
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Constant, Named, Node, Structure, walk

RESTORED = "facts restored"

OF_ALL = """
'fact number'(N) :- ( '$kept'(0, N0) -> true ; N0 = 0 ), N is N0 + 1, '$keep'(0, N).
assert(Fact) :- assertz(Fact).
"""

OF_EACH = """
{facts}(Facts) :- ( '$kept'({cell}, Facts0) -> Facts = Facts0 ; system:findall(N-({fact}), {loaded}, Facts) ).
{fact} :- {facts}(Facts), system:member(_-({fact}), Facts).
assertz({fact}) :-
    !, {facts}(Facts), 'fact number'(N), system:append(Facts, [N-({fact})], New), '$keep'({cell}, New).
asserta({fact}) :- !, {facts}(Facts), 'fact number'(N), '$keep'({cell}, [N-({fact})|Facts]).
retract({fact}) :-
    !, {facts}(Facts), system:member(N-({fact}), Facts), {facts}(Now),
    ( system:member(N-_, Now) -> true ; '$uncovered'('retract/1 of a fact that is gone meanwhile') ),
    system:findall(M-Fact, ( system:member(M-Fact, Now), M =\\= N ), New), '$keep'({cell}, New).
retractall({fact}) :-
    !, {facts}(Facts),
    system:findall(N-Fact, ( system:member(N-Fact, Facts), Fact \\= {fact} ), New), '$keep'({cell}, New).
"""

OTHERWISE = "{change}(_) :- '$uncovered'('a change of other facts than are seen to change').\n"

CHANGES = ("assertz", "asserta", "retract", "retractall")


def follow_changes(rules: Normal, files: Sequence[Normal], asked: Collection[str] | None) -> None:
    """Keep facts of `rules` in cells if they change; bar what changes otherwise, in all `files`.

    `asked` are the names of the predicates that are asked from outside, if they are known.
    """
    if asked is None or not _keep_facts(rules, files, asked):
        bar_changed(files, asked)


def _keep_facts(rules: Normal, files: Sequence[Normal], asked: Collection[str]) -> bool:
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
    text = [OF_ALL, *(_of_each(rules, key, cell) for cell, key in enumerate(kept, 1))]
    text += [OTHERWISE.format(change=change) for change in CHANGES]
    states = [f"F{cell}" for cell in range(1, len(kept) + 1)]
    asking = [f"{_named(key, 'facts')}({state})" for key, state in zip(kept, states, strict=True)]
    putting = [f"'$keep'({cell}, {state})" for cell, state in enumerate(states, 1)]
    text += [f"'{CHANGING_FACTS}'({', '.join(states)}) :- {', '.join(asking)}.\n"]
    text += [f"'{RESTORED}'({', '.join(states)}) :- {', '.join(putting)}.\n"]
    for key, made in normal(read_rules("".join(text), "changed facts")).predicates.items():
        predicate = rules.of(key, NOWHERE)
        predicate.library, predicate.rules = True, [nowhere(rule) for rule in made.rules]
    return True


def _of_each(rules: Normal, key: Indicator, cell: int) -> str:
    """The clauses for a predicate, whose own go to another one, with numbers."""
    predicate = rules.predicates[key]
    loaded = rules.of((f"{key[0]}/{key[1]} loaded", key[1] + 1), predicate.place)
    loaded.dynamic = True
    loaded.rules = [
        Rule((Constant(-number, rule.place), *rule.args), rule.body, rule.place)
        for number, rule in enumerate(predicate.rules, 1)
    ]
    given = [f"A{index}" for index in range(key[1])]
    return OF_EACH.format(
        facts=_named(key, "facts"),
        cell=cell,
        fact=term_text(Atom(key[0])) + (f"({', '.join(given)})" if given else ""),
        loaded=f"{_named(key, 'loaded')}({', '.join(['N', *given])})",
    )


def _named(key: Indicator, what: str) -> str:
    return term_text(Atom(f"{key[0]}/{key[1]} {what}"))


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
    keys = [key for key in analyser.rules.predicates if key[0] == CHANGING_FACTS]
    if not keys:
        return analyser.goal(once, point)
    template = list_of(given_by(analyser, once, point), span=place)
    states = [Named(scope.new("s"), place) for _ in range(keys[0][1])]
    found = Named(scope.new("s"), place)
    point.rest = [
        compound(CHANGING_FACTS, states, place),
        of_library(compound("findall", (template, once, found), place)),
        compound(RESTORED, states, place),
        of_library(compound("=", (found, list_of([template], span=place)), place)),
        *point.rest,
    ]
    analyser.conjunction(point)
    return True


KEEPING: dict[Indicator, Construct] = {("snapshot", 1): _snapshot}
"""By name and arity."""
