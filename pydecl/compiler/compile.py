"""The front end: rules in, a program of the intermediate language out.

>>> from pydecl.rules.reader import read_rules
>>> rules = read_rules("move(p(N), take, p(M)) :- N > 0, M is N - 1.", "g.pl")
>>> program = compile_rules(rules)
>>> [str(key) for key in program.entries]
['move(+,-,-)']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.frontend.all_solutions import COLLECTING
from pydecl.compiler.frontend.calls import SPINE, call, library, spine
from pydecl.compiler.frontend.changed_facts import KEEPING, follow_changes
from pydecl.compiler.frontend.control import CONTROL
from pydecl.compiler.frontend.instantiation import RefusedError
from pydecl.compiler.frontend.mode_analysis import Analyser
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Indicator, Normal
from pydecl.compiler.frontend.term_comparison import COMPARING
from pydecl.compiler.ir.visitor import goals_within, parts_changed
from pydecl.compiler.passes import FRONT_END, optimised
from pydecl.model.interpreter import deep_recursion
from pydecl.model.term import Term
from pydecl.rules.syntax import RulesText

CONSTRUCTS = {**CONTROL, **COLLECTING, **COMPARING, **KEEPING, (SPINE, 2): spine}
"""What compiles each of Prolog's constructs, by name and arity; -1 stands for any number of arguments."""

DEEPEST = 6_000
"""How deep the front end may recur: some 600 predicates that call one another, terms nested 5,000 deep."""

ENTRIES = tuple(
    ir.Key(name, mode)
    for name, mode in (
        ("initial", "-"),
        ("move", "+--"),
        ("move", "+-"),
        ("moves", "+-"),
        ("max_to_move", "+"),
        ("min_to_move", "+"),
        ("staticval", "+-"),
        ("terminalwon", "+"),
        ("terminallost", "+"),
        ("chance", "+--"),
        ("turbulent", "+"),
        ("plausible", "++"),
        ("plausible", "+-"),
        ("position", "-"),
        ("layer", "+-"),
    )
)
"""What is asked of a game, in the modes in which a search asks it."""


def compile_rules(
    rules: RulesText,
    entries: Sequence[ir.Key] = ENTRIES,
    facts: Mapping[Indicator, Sequence[Term]] | None = None,
) -> ir.Program:
    """The procedures that the entries need. An entry that the file does not define is left out.

    `facts` take the place of predicates' clauses, as the options of a game do. An entry that cannot be
    compiled is in `refusals`, with the reason; the others are not touched by that.
    """
    made = normal(rules, facts)
    follow_changes(made, [made], {entry.name for entry in entries})
    return compile_normal(made, entries)


def compile_normal(rules: Normal, entries: Sequence[ir.Key]) -> ir.Program:
    """The same from predicates."""
    with deep_recursion(DEEPEST):
        return optimised(analysed(rules, entries), FRONT_END)


def analysed(rules: Normal, entries: Sequence[ir.Key]) -> ir.Program:
    """The program as mode analysis makes it, before any pass; it may recur deeply."""
    analyser = Analyser(rules, CONSTRUCTS, call, library)
    found: list[ir.Key] = []
    refusals: dict[ir.Key, ir.Refusal] = {}
    for entry in entries:
        key = entry.name, entry.arity
        predicate = rules.predicates.get((rules.asked.get(key, entry.name), entry.arity))
        if predicate is None or not (predicate.rules or predicate.barred or predicate.dynamic):
            continue
        analyser.start()
        try:
            found.append(analyser.procedure(predicate, entry.mode, predicate.place))
        except RefusedError as refused:
            refusals[entry] = ir.Refusal(entry, refused.place, refused.reason, refused.chain)
    program = ir.Program(_reached(analyser.procedures, found), tuple(found), refusals)
    return _renamed(program, _interface_name(rules)) if rules.asked else program


def _reached(
    procedures: Mapping[ir.Key, ir.Procedure], entries: Sequence[ir.Key]
) -> dict[ir.Key, ir.Procedure]:
    """The procedures that the entries call, by way of others, too; the callers first."""
    found: dict[ir.Key, ir.Procedure] = {}
    todo = list(reversed(entries))
    while todo:
        key = todo.pop()
        if key not in found:
            found[key] = procedures[key]
            goals = (goal for clause in procedures[key].clauses for goal in goals_within(clause.goals))
            todo += reversed([goal.procedure for goal in goals if isinstance(goal, ir.Call)])
    return found


FILE = "file: "
"""How the names of the file's own predicates begin, of those that an overlay answers."""


def _renamed(program: ir.Program, key: Callable[[ir.Key], ir.Key]) -> ir.Program:
    """A program whose procedures have other names, in what calls them, too."""

    def goals(given: Sequence[ir.Goal]) -> tuple[ir.Goal, ...]:
        return tuple(goal_renamed(parts_changed(goal, goals)) for goal in given)

    def goal_renamed(goal: ir.Goal) -> ir.Goal:
        return replace(goal, procedure=key(goal.procedure)) if isinstance(goal, ir.Call) else goal

    procedures = {
        key(old): replace(
            one, key=key(old), clauses=tuple(replace(c, goals=goals(c.goals)) for c in one.clauses)
        )
        for old, one in program.procedures.items()
    }
    refusals = {
        asked: replace(one, chain=tuple(map(key, one.chain))) for asked, one in program.refusals.items()
    }
    return ir.Program(procedures, tuple(map(key, program.entries)), refusals)


def _interface_name(rules: Normal) -> Callable[[ir.Key], ir.Key]:
    """What a procedure is called in the program: those of the interface are the uppermost."""
    names = {(called, key[1]): key[0] for key, called in rules.asked.items()}

    def name(key: ir.Key) -> ir.Key:
        if (asked := names.get((key.name, key.arity))) is not None:
            return replace(key, name=asked)
        return replace(key, name=FILE + key.name) if (key.name, key.arity) in rules.asked else key

    return name
