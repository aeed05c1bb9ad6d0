"""The rules of a consulted game as they are compiled: what SWI-Prolog has loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from pydecl.compiler.adapting import adapt
from pydecl.compiler.compile import ENTRIES, compile_normal
from pydecl.compiler.frontend.loaded import NotFollowedError, as_loaded
from pydecl.compiler.frontend.predicates import Normal
from pydecl.compiler.frontend.sources import Sources
from pydecl.compiler.ir import Key, Program
from pydecl.compiler.overlays import add_overlays
from pydecl.errors import NotCompiledError
from pydecl.model.program import WHOLE
from pydecl.model.term import Term
from pydecl.rules.checks.interface import NAMES, PARTS
from pydecl.rules.conventions import TEXTBOOK
from pydecl.rules.source import refuse_long

DEFAULTS = (Key("default_depth", "-"), Key("default_plies", "-"))
"""What the rules declare besides."""

ASKED = NAMES.union(name for name, _ in (*WHOLE, *PARTS))
"""The names of all that a session asks of rules in pydecl's own interface."""


class Consulted(Protocol):
    """What is compiled: a game whose rules are in SWI-Prolog, and the text of its file."""

    name: str
    defined: frozenset[str]
    rules_text: str | None
    rules_file: str
    facts: Mapping[tuple[str, int], Sequence[Term]]
    convention: str
    loaded: str
    """What SWI-Prolog says that it loaded: see `prolog/support/reading.pl`."""

    @property
    def decided(self) -> Sequence[Term]:
        """What SWI-Prolog has decided of rules of another school: see `adapting.py`."""


def front_end(
    game: Consulted, more: Callable[[Normal], Sequence[Key]] = lambda _: ()
) -> tuple[Program, Sources]:
    """The rules of a game in the intermediate language; its facts take the place of the file's.

    `more` may add clauses, and says what else is asked then.

    Raises NotCompiledError if the text is too long, or nested too deep, or does what cannot be followed.
    """
    try:
        rules = same_rules(game)
        return compile_normal(rules, (*ENTRIES, *DEFAULTS, *more(rules))), rules.sources
    except RecursionError:
        raise NotCompiledError(f"{game.name}: rules that are nested so deep are not compiled") from None
    except NotFollowedError as error:
        raise NotCompiledError(str(error)) from None


def same_rules(game: Consulted) -> Normal:
    """The predicates of a game's rules, those of another school with its adapter.

    Raises TooLongToCompileError and NotFollowedError.
    """
    rules = loaded_rules(game)
    if game.convention != TEXTBOOK.name:
        adapt(rules, game.convention, game.decided)
    add_overlays(rules, game.defined)
    return rules


def loaded_rules(game: Consulted) -> Normal:
    """The predicates of the file alone. Raises as `same_rules`."""
    assert game.rules_text is not None
    refuse_long(game.rules_text, game.name)
    asked = ASKED if game.convention == TEXTBOOK.name else None
    return as_loaded(game.rules_text, game.rules_file, game.facts, game.loaded, asked)
