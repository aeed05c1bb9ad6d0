"""The front end: rules in, a program of the intermediate language out.

>>> from pydecl.rules.reader import read_rules
>>> rules = read_rules("move(p(N), take, p(M)) :- N > 0, M is N - 1.", "g.pl")
>>> program = compile_rules(rules)
>>> [str(key) for key in program.entries]
['move(+,-,-)']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.all_solutions import COLLECTING
from pydecl.compiler.frontend.calls import SPINE, call, library, spine
from pydecl.compiler.frontend.changed_facts import KEEPING, follow_changes
from pydecl.compiler.frontend.control import CONTROL
from pydecl.compiler.frontend.global_variables import GLOBAL, keep_states, refuse_unset
from pydecl.compiler.frontend.instantiation import RefusedError
from pydecl.compiler.frontend.mode_analysis import Analyser
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Indicator, Normal
from pydecl.compiler.frontend.term_comparison import COMPARING
from pydecl.compiler.ir.call_graph import reached
from pydecl.compiler.passes import FRONT_END, optimised
from pydecl.model.interpreter import deep_recursion
from pydecl.model.term import Term
from pydecl.rules.syntax import RulesText

CONSTRUCTS = {**CONTROL, **COLLECTING, **COMPARING, **KEEPING, **GLOBAL, (SPINE, 2): spine}
"""What compiles each of Prolog's constructs, by name and arity; -1 stands for any number of arguments."""

DEEPEST = 6_000
"""How deep the front end may recur: some 600 predicates that call one another, terms nested 5,000 deep."""

FILE = "file: "
"""How the names of the file's own predicates begin in a program, of those that others answer."""

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
    follow_changes(made, [made], {(entry.name, entry.arity) for entry in entries})
    return compile_normal(made, entries)


def compile_normal(rules: Normal, entries: Sequence[ir.Key]) -> ir.Program:
    """The same from predicates."""
    with deep_recursion(DEEPEST):
        return refuse_unset(optimised(analysed(rules, entries), FRONT_END))


def analysed(rules: Normal, entries: Sequence[ir.Key]) -> ir.Program:
    """The program as mode analysis makes it, before any pass; it may recur deeply.

    What answers in the place of a predicate of the file has that one's name there.
    """
    for (name, arity), called in rules.asked.items():
        for key, shown in (((name, arity), FILE + name), ((called, arity), name)):
            if key in rules.predicates:
                rules.predicates[key].shown = shown
    keep_states(rules)
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
    return ir.Program(reached(analyser.procedures, found), tuple(found), refusals)
