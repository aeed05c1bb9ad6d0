"""What becomes of a game's rules when they are compiled, for people."""

from __future__ import annotations

from collections.abc import Mapping
from shlex import quote
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import NotCompiledError
from pydecl.rules.source import refuse_long
from pydecl.sandbox.replies import read_reply
from pydecl.texts.entries import Examples, given, told, with_starts
from pydecl.texts.session import texts_of

TABLE = {
    "rows": [[(str, bool)]],
    "refused": {str: str},
    "refused_in_c": {str: str},
    "others": [str],
    "grounding": str,
}
"""The shape of the table: see `making.py`."""

MOST_C = 1 << 25
"""The longest text in C, in bytes."""


def asked_of_a_sheet(game: SessionGame) -> str | None:
    """What searches ask of a sheet; None of other rules. Which it is takes seconds to find out for some."""
    from pydecl.rules.gdl.rules import CONVENTION  # late, as what few games have

    if game.convention != CONVENTION:
        return None
    file = quote(game.name)
    return f"the sheet: sets of bits if it is small enough, else C; 'pydecl compile {file}' says which"


def rules_text(game: SessionGame) -> str:
    """The text of the rules; raises NotCompiledError if they have none, or it is too long."""
    if game.rules_text is None:
        raise NotCompiledError(f"{game.name}: only a rules file is compiled to machine code")
    refuse_long(game.rules_text, game.name)
    return game.rules_text


def explanation(game: SessionGame, what: str) -> str:
    """What becomes of a game's rules: see `explained` in `making.py`.

    Raises NotCompiledError where they are too long, and LimitError.
    """
    text = rules_text(game).encode()
    texts, about = texts_of(game.session), {"what": what, **given(game)}

    def ask(examples: Examples) -> bytes:
        return texts.ask_bytes("explained", text, MOST_C, examples=told(examples), **about)

    return with_starts(game, ask).decode()


def compiled_table(game: SessionGame) -> Mapping[str, Any]:
    """What becomes of each predicate, in TABLE's shape. Raises as `explanation` does."""
    found: Mapping[str, Any] = read_reply(explanation(game, "table").encode(), TABLE)
    return found


def refused(game: SessionGame) -> Mapping[str, str]:
    """Why predicates are not compiled, by name and arity. Raises as `explanation` does."""
    found: Mapping[str, str] = read_reply(explanation(game, "refused").encode(), {str: str})
    return found
