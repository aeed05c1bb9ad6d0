"""What a rules file's text alone shows to be wrong: each module lists its checks in `CHECKS`.

Who may come in: what checks and adapts files, and the compiler, for which arguments are goals.
It must not know SWI-Prolog.

>>> from pydecl.rules.reader import read_rules
>>> for finding in text_findings(Predicates(read_rules("max_to_move(P).", "g.pl"))):
...     print(finding.head())
g.pl:1:13: warning P107: P occurs only here in its clause
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pydecl.rules.checks.calling import hidden_libraries, undefined_calls
from pydecl.rules.checks.goals import Indicator
from pydecl.rules.checks.predicates import Predicates
from pydecl.rules.checks.spelling import variables
from pydecl.rules.finding import Finding

Check = Callable[[Predicates], Iterable[Finding]]
"""What looks for one kind of fault, or several, in a text."""


@cache
def all_checks() -> tuple[Check, ...]:
    """The checks that each module of this folder lists in `CHECKS`."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    return tuple(check for module in modules for check in getattr(module, "CHECKS", ()))


@dataclass(frozen=True)
class Known:
    """What SWI-Prolog defines: `system` is always there, `library` is loaded where it is called.

    `common` is what of the library every textbook defines itself, such as append/3.
    """

    system: Collection[Indicator]
    library: Collection[Indicator]
    common: Collection[Indicator]


def text_findings(predicates: Predicates) -> list[Finding]:
    """The faults of a text, and what its clauses say wrongly, whatever SWI-Prolog defines."""
    found = [*predicates.rules.faults, *variables(predicates.rules)]
    for check in all_checks():
        found += check(predicates)
    return in_order(found)


def calls_findings(predicates: Predicates, known: Known) -> list[Finding]:
    """What is wrong with the calls of a text."""
    found = undefined_calls(predicates, {*known.system, *known.library})
    return in_order([*found, *hidden_libraries(predicates, known.common)])


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in the order of their places."""
    return sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code.name))
