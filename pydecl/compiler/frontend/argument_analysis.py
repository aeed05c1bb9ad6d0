"""What holds of arguments of predicates, found from the predicates that these call, in circles, too."""

from __future__ import annotations

from collections.abc import Callable

from pydecl.compiler.frontend.predicates import Indicator, Predicate

Waiting = dict[Indicator, Predicate]
"""Predicates of which not all is known yet."""

Positions = frozenset[int]
"""Arguments of a predicate, counted from 0."""


def least_fixpoint(
    predicate: Predicate,
    known: dict[Indicator, Positions],
    of: Callable[[Predicate, Waiting], Positions],
) -> Positions:
    """The arguments of a predicate of which something holds, which is then known of those that it calls, too.

    `of` says it of one predicate, as far as it is known of the others. Of what that calls and is not known it
    enters that nothing holds yet, and lets it wait.
    """
    key = (predicate.name, predicate.arity)
    if key not in known:
        waiting = {key: predicate}
        known[key] = frozenset()
        done, grown = 0, True
        while grown:
            while done < len(waiting):  # what is called is found layer by layer
                names, done = list(waiting)[done:], len(waiting)
                for name in names:
                    known[name] = of(waiting[name], waiting)
            grown = False
            for name in reversed(list(waiting)):  # the last ones first: those that call them come behind
                found = of(waiting[name], waiting)
                grown = grown or found != known[name]
                known[name] = found
            grown = grown or done < len(waiting)
    return known[key]
