"""What is too wide for C: compounds of too many arguments, clauses of too many variables.

Each argument is a field, each variable a local one of a function: from some hundreds on, a C compiler takes
four times as long for twice as many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pydecl.compiler.c.errors import NotCoveredError
from pydecl.compiler.c.type_inference import Instance
from pydecl.compiler.c.types import reachable

MOST_ARGUMENTS = 256
MOST_VARIABLES = 400


def too_wide(instances: Sequence[Instance]) -> dict[Instance, NotCoveredError]:
    """The instances that are too wide, and why they are refused."""
    every = reachable(node for instance in instances for node in instance.nodes)
    widest = max((functor[1] for node in every for functor in node.structs), default=0)
    refused = {}
    for instance in instances:
        error = _variables(instance) or (_arguments(instance) if widest > MOST_ARGUMENTS else None)
        if error is not None:
            refused[instance] = error
    return refused


def _arguments(instance: Instance) -> NotCoveredError | None:
    functors = [functor for node in reachable(instance.nodes) for functor in node.structs]
    name, arity = max(functors, key=lambda functor: functor[1], default=("", 0))
    if arity <= MOST_ARGUMENTS:
        return None
    what = f"a compound of more than {MOST_ARGUMENTS} arguments, {name}/{arity},"
    return NotCoveredError(what, instance.procedure)


def _variables(instance: Instance) -> NotCoveredError | None:
    for number, count in Counter(clause for clause, _ in instance.variables).items():
        if count > MOST_VARIABLES:
            what = f"a clause of more than {MOST_VARIABLES} variables"
            return NotCoveredError(what, instance.procedure.clauses[number])
    return None
