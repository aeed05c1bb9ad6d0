"""Random programs with rules with `=>`: programs in other styles, half of whose predicates get such rules.

>>> program = random_program(7)
>>> program == random_program(7), " =>\\n" in program.text
(True, True)
"""

from __future__ import annotations

from random import Random

from prolog_text import conjunction, conjuncts
from random_templates import RandomProgram, Style, program_of

from pydecl.model.term import Atom, Compound, Term, Variable

TRUE = Atom("true")


def random_program(number: int) -> RandomProgram:
    """The program of a number."""
    rng = Random(f"single_sided {number}")
    style = Style.named(rng.choice(("shapes", "control", "late")))
    made = program_of(style, f"single_sided{number}", rng)
    grammar = tuple([one for one in made.clauses if isinstance(one, Compound) and one.name == "-->"])
    others = made.defined - RandomProgram(grammar, ()).defined
    chosen = {key for key in sorted(others) if rng.random() < 0.5}
    return RandomProgram(tuple([_changed(rng, clause, chosen) for clause in made.clauses]), made.goals)


def _changed(rng: Random, clause: Term, chosen: set[tuple[str, int]]) -> Term:
    """The clause with `=>`, if it is of a predicate that is chosen; the first goals may become its guard.

    Arguments of the head that are no variables often stand behind the neck, as results must.
    """
    is_rule = isinstance(clause, Compound) and clause.name == ":-" and len(clause.args) == 2
    head, body = clause.args if isinstance(clause, Compound) and is_rule else (clause, TRUE)
    if RandomProgram((clause,), ()).defined.isdisjoint(chosen):
        return clause
    goals = conjuncts(body)
    split = min(rng.choice((0, 0, 0, 1, 2)), len(goals))
    guard, goals = goals[:split], goals[split:]
    if isinstance(head, Compound):
        args = list(head.args)
        for i, arg in enumerate(args[1:], 1):
            if not isinstance(arg, Variable) and rng.random() < 0.9:
                args[i] = Variable(f"Out{i}")
                goals.insert(0, Compound("=", (args[i], arg)))
        head = Compound(head.name, tuple(args))
    if guard:
        head = Compound(",", (head, conjunction(guard)))
    return Compound("=>", (head, conjunction(goals)))
