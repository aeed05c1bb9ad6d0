"""Where SWI-Prolog has loaded another program than the text of the rules says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydecl.engines.prolog.game import SessionGame
from pydecl.rules.catalogue import syntax
from pydecl.rules.catalogue.codes import CATALOGUE
from pydecl.rules.catalogue.loading import TWO_READINGS
from pydecl.rules.finding import Finding, Severity
from pydecl.rules.source import LONGEST_COMPILED
from pydecl.texts.entries import given
from pydecl.texts.session import FINDING, finding_of, texts_of


def of_loaded(found: Sequence[Finding]) -> list[Finding]:
    """The findings on the text of a file that SWI-Prolog has loaded.

    If pydecl's own reader stumbles in it, nothing else is told of the text: what was read in part misleads.
    """
    for one in found:
        if one.code in syntax.CODES and one.severity is Severity.ERROR:
            told = f"{one.message}: SWI-Prolog can read this, but pydecl's own reader cannot"
            return [replace(one, code=TWO_READINGS, message=told, remedy="")]
    return list(found)


def two_readings(game: SessionGame, seconds: float | None) -> list[Finding]:
    """What is not compiled because SWI-Prolog loads it otherwise; `of_loaded` tells faults of the text.

    The game's own reader is asked, which may read the files that the rules include. Raises LimitError where
    so many seconds are not enough.
    """
    if not game.compilable or game.rules_text is None or len(game.rules_text) > LONGEST_COMPILED:
        return []
    texts = texts_of(game.session)
    told = texts.ask("readings", game.rules_text.encode(), [FINDING], seconds=seconds, **given(game))
    return [finding_of(fields, CATALOGUE) for fields in told]
