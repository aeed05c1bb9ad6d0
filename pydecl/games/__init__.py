"""The bundled games by hand in Python: an independent second opinion on their rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from pydecl.errors import InputError
from pydecl.games.atari_go import AtariGo
from pydecl.games.bearoff import BearOff
from pydecl.games.checkers import Checkers
from pydecl.games.chess import Chess
from pydecl.games.connect4 import Connect4
from pydecl.games.graph import Graph
from pydecl.games.hexapawn import Hexapawn
from pydecl.games.kqk import Kqk
from pydecl.games.krk import Krk
from pydecl.games.kuhn import Kuhn
from pydecl.games.nim import Nim
from pydecl.games.notation import either
from pydecl.games.othello import Othello
from pydecl.games.pig import Pig
from pydecl.games.tictactoe import TicTacToe
from pydecl.model.game import Game
from pydecl.model.term import PrologList, Term, term_text

BUNDLED: Mapping[str, type[Game[Any]]] = {
    "atari_go": AtariGo,
    "bearoff": BearOff,
    "checkers": Checkers,
    "chess": Chess,
    "connect4": Connect4,
    "graph": Graph,
    "hexapawn": Hexapawn,
    "kqk": Kqk,
    "krk": Krk,
    "kuhn": Kuhn,
    "nim": Nim,
    "othello": Othello,
    "pig": Pig,
    "tictactoe": TicTacToe,
}
"""The class of each bundled game; its fields are the game's options."""


def bundled(name: str, /, **options: Term) -> Game[Any]:
    """The bundled game of this name, with options such as `size=4` or `heaps=[1,2]` given as terms.

    Raises InputError for an unknown name or option, and for a value that the option does not allow.

    >>> bundled("othello", size=4).name, bundled("nim", heaps=PrologList((1, 2))).name
    ('othello:size=4', 'nim:heaps=[1,2]')
    """
    if name not in BUNDLED:
        raise InputError(f"{name}: no bundled game, expected one of {', '.join(BUNDLED)}")
    rules: Callable[..., Game[Any]] = BUNDLED[name]
    known = signature(rules).parameters
    for option, value in options.items():
        if option not in known:
            expected = f"expected {either(tuple(known))}" if known else "the game has none"
            raise InputError(f"{name}: no option {option}={term_text(value)}: {expected}")
    return rules(**{option: _plain(value) for option, value in options.items()})


def _plain(value: Term) -> Term | tuple[Term, ...]:
    """A proper list as a tuple, any other term as it is."""
    return value.items if isinstance(value, PrologList) and value.tail is None else value
