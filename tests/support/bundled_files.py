"""The bundled rules files, and how far they are walked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Indicator, Normal
from pydecl.compiler.overlays import add_overlays
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


def rules_asked(text: RulesText, facts: Mapping[Indicator, Sequence[Term]] | None = None) -> Normal:
    """The predicates of rules as a search asks for them: with passes, if a player may move again."""
    rules = normal(text, facts)
    add_overlays(rules, {f"{name}/{arity}" for name, arity in rules.predicates})
    return rules
