"""The bundled rules files, and how far they are walked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from pydecl.compiler.consulted import add_overlays
from pydecl.compiler.frontend.loaded import as_loaded
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Indicator, Normal
from pydecl.loading.consulting import consult
from pydecl.model.term import Term
from pydecl.paths import prolog_file
from pydecl.rules.syntax import RulesText

PLIES = {
    "atari_go": 10,
    "backgammon": 4,
    "checkers": 12,
    "chess": 4,
    "connect4": 10,
    "go": 6,
    "nine_mens_morris": 24,
    "othello": 4,
}
"""How long a random walk is; 20 by default."""

GAMES = sorted(path.stem for path in prolog_file("games", "nim.pl").parent.glob("*.pl"))

NEED_FACTS = ("tree",)
"""Games whose rules are supplied with facts."""


@cache
def _told(name: str) -> tuple[str, str, str]:
    """The text of a bundled game, its file, and what SWI-Prolog says that it loaded of it."""
    with consult(name) as game:
        assert game.rules_text is not None
        return game.rules_text, game.rules_file, game.loaded


def bundled_rules(name: str, facts: Mapping[Indicator, Sequence[Term]] | None = None) -> Normal:
    """The predicates of a bundled game as a search asks for them."""
    text, file, told = _told(name)
    return _asked(as_loaded(text, file, facts or {}, told))


def rules_asked(text: RulesText, facts: Mapping[Indicator, Sequence[Term]] | None = None) -> Normal:
    """The predicates of a text as a search asks for them: with passes, if a player may move again."""
    return _asked(normal(text, facts))


def _asked(rules: Normal) -> Normal:
    add_overlays(rules, {f"{name}/{arity}" for name, arity in rules.predicates})
    return rules
