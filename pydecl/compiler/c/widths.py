"""Compounds of too many arguments for a struct.

Each argument is a field, and each clause that takes one apart or makes one names every field: from some
hundreds on, a C compiler takes four times as long for twice as many.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.c.constructors import reachable
from pydecl.compiler.c.functions import NotCoveredError
from pydecl.compiler.c.types import Instance

MOST_ARGUMENTS = 256


def too_wide(instances: Sequence[Instance]) -> dict[Instance, NotCoveredError]:
    """The instances whose values hold compounds of too many arguments, and why they are refused."""
    every = reachable(node for instance in instances for node in instance.nodes)
    if max((functor[1] for node in every for functor in node.structs), default=0) <= MOST_ARGUMENTS:
        return {}
    refused = {}
    for instance in instances:
        name, arity = max(
            (functor for node in reachable(instance.nodes) for functor in node.structs),
            key=lambda functor: functor[1],
            default=("", 0),
        )
        if arity > MOST_ARGUMENTS:
            what = f"a compound of more than {MOST_ARGUMENTS} arguments, {name}/{arity},"
            refused[instance] = NotCoveredError(what, instance.procedure)
    return refused
