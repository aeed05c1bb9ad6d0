"""Differences that are allowed: `draws_by_repetition`, `length > 200`, or a file with clauses of allow/2."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pydecl.court.naming import clauses_of
from pydecl.court.pairing import Pair
from pydecl.court.sides import Side
from pydecl.engines.prolog.session import Session
from pydecl.errors import InputError

Allowed = Callable[[Pair, str, Side], bool]
"""Whether a difference of this kind is allowed where a pair shows it; the side is the rules'."""

COMPARISONS = {">=": operator.ge, ">": operator.gt, "=<": operator.le, "<": operator.lt, "=": operator.eq}

_LENGTH = re.compile(r"\s*length\s*(>=|=<|>|<|=)\s*(\d+)\s*")


class Exceptions:
    """What is allowed, by the names that were given, and how often it was met."""

    def __init__(self, allowed: Mapping[str, Allowed] | None = None) -> None:
        self._allowed = allowed or {}
        self.met: Counter[str] = Counter()

    def name(self, pair: Pair, kind: str, rules: Side) -> str | None:
        """The first that allows a difference; None if none does."""
        return next((name for name, allows in self._allowed.items() if allows(pair, kind, rules)), None)


@contextmanager
def exceptions(names: Sequence[str]) -> Iterator[Exceptions]:
    """The exceptions of some names. Raises InputError if there is no such one."""
    with ExitStack() as stack:
        yield Exceptions({name: _allowed(name, stack) for name in names})


def _allowed(name: str, stack: ExitStack) -> Allowed:
    if name == "draws_by_repetition":
        return _is_draw_by_repetition
    if found := _LENGTH.fullmatch(name):
        compared, number = COMPARISONS[found[1]], int(found[2])
        return lambda pair, *_: compared(len(pair.line), number)
    if name.endswith(".pl"):
        session = stack.enter_context(clauses_of(Path(name), "allow/2"))
        return lambda *shown: _is_allowed(session, *shown)
    known = "draws_by_repetition, 'length > 200' (or >=, <, =<, =), or a file FILE.pl with allow/2"
    raise InputError(f"no exception {name!r} is known", remedy=f"what there is: {known}")


def _is_draw_by_repetition(pair: Pair, kind: str, _: Side) -> bool:
    if kind != "end" or 0 not in (pair.rules.look.result, pair.system.look.result):
        return False
    return any(above.rules.state == pair.rules.state for above, _ in pair.steps())


def _is_allowed(session: Session, pair: Pair, kind: str, rules: Side) -> bool:
    goal = f"allow({rules.texts(pair.rules)[0]}, {kind.replace(' ', '_')})"
    return bool(session.query(goal, solutions=1))
