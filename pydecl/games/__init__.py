"""The bundled games by hand in Python: an independent second opinion on their rules.

In the room: a file for each game, named like its rules in `prolog/games`, and notations that games share.
Who may come in: whoever holds rules in Prolog against them, and the engine in Python.
It must not know Prolog, engines, search programs or the compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from inspect import signature
from typing import Any

from pydecl.errors import InputError
from pydecl.model.game import Game
from pydecl.model.term import PrologList, Term, term_text

_CLASSES = {
    "atari_go": "AtariGo",
    "backgammon": "Backgammon",
    "bearoff": "BearOff",
    "checkers": "Checkers",
    "chess": "Chess",
    "connect4": "Connect4",
    "domineering": "Domineering",
    "dots_and_boxes": "DotsAndBoxes",
    "go": "Go",
    "graph": "Graph",
    "hexapawn": "Hexapawn",
    "kalah": "Kalah",
    "kqk": "Kqk",
    "krk": "Krk",
    "kuhn": "Kuhn",
    "nim": "Nim",
    "nine_mens_morris": "NineMensMorris",
    "othello": "Othello",
    "pig": "Pig",
    "tictactoe": "TicTacToe",
}


class _Bundled(Mapping[str, type[Game[Any]]]):
    """The classes by name; the module of each is imported when it is asked for."""

    def __getitem__(self, name: str) -> type[Game[Any]]:
        class_name = _CLASSES[name]
        found: type[Game[Any]] = getattr(import_module(f"pydecl.games.{name}"), class_name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_CLASSES)

    def __len__(self) -> int:
        return len(_CLASSES)


BUNDLED = _Bundled()
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
            from pydecl.games.notation import either  # late, as what few calls need

            expected = f"expected {either(tuple(known))}" if known else "the game has none"
            raise InputError(f"{name}: no option {option}={term_text(value)}: {expected}")
    return rules(**{option: _plain(value) for option, value in options.items()})


def _plain(value: Term) -> Term | tuple[Term, ...]:
    """A proper list as a tuple, any other term as it is."""
    return value.items if isinstance(value, PrologList) and value.tail is None else value
