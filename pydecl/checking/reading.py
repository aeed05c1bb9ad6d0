"""Where SWI-Prolog has loaded another program than the text of the rules says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydecl.bridge.game import SessionGame
from pydecl.compiler.front.loaded import MisreadError
from pydecl.compiling import same_rules
from pydecl.errors import NotCompiledError
from pydecl.rules.catalogue import syntax
from pydecl.rules.catalogue.loading import TWO_READINGS
from pydecl.rules.finding import Finding, Severity


def of_loaded(found: Sequence[Finding]) -> list[Finding]:
    """The findings on the text of a file that SWI-Prolog has loaded.

    If pydecl's own reader stumbles in it, nothing else is told of the text: what was read in part misleads.
    """
    for one in found:
        if one.code in syntax.CODES and one.severity is Severity.ERROR:
            told = f"{one.message}: SWI-Prolog reads this, and pydecl's own reader does not"
            return [replace(one, code=TWO_READINGS, message=told, remedy="")]
    return list(found)


def two_readings(game: SessionGame) -> list[Finding]:
    """What is not compiled because SWI-Prolog loads it otherwise; `of_loaded` tells faults of the text."""
    if not game.compilable:
        return []
    try:
        rules = same_rules(game)
    except MisreadError as error:
        if error.is_fault:
            return []
        return [
            Finding(
                TWO_READINGS, error.file, error.line, error.column, 1, error.reason, "", error.source_line
            )
        ]
    except (NotCompiledError, RecursionError):
        return []
    found = []
    for predicate in rules.predicates.values():
        if predicate.differs and predicate.barred is not None:
            text, line, column = rules.sources.located(predicate.place)
            reason = f"{predicate.name}/{predicate.arity}: {predicate.barred[1]}"
            found.append(Finding(TWO_READINGS, text.file, line, column, 1, reason, "", text.line(line)))
    return found
