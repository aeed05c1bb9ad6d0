"""What compiled rules are asked by, as who compiles them and who asks them both say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pydecl.model.term import Term, term_text

Predicate = tuple[str, str]
"""A predicate's name and its mode, such as `("move", "+--")`."""

Examples = Mapping[tuple[Predicate, int], Sequence[Term]]
"""Terms that come in as an argument of a predicate: the types have a place for them."""

MOVES: Sequence[Predicate] = (("moves", "+-"), ("move", "+-"), ("move", "+--"))
"""The predicates that give the successors; the first that the rules define counts."""

MOVERS: Sequence[Predicate] = (("max_to_move", "+"), ("min_to_move", "+"))

ABOUT = "pydecl_about"
"""The function of an object that says what it holds."""

MODES = {
    ("won", 1): "+",
    ("minimax", 3): "+--",
    ("alphabeta", 5): "+++--",
    ("alphabeta", 3): "+--",
    ("bestmove", 2): "+-",
    ("best_move", 2): "+-",
}
"""The modes of programs of a file's own."""

TEXTBOOK = ("minimax", "alphabeta")
"""The texts into which a file's own predicate can be put."""


class AboutRules(Protocol):
    """A consulted game."""

    name: str
    defined: frozenset[str]
    rules_file: str
    facts: Mapping[tuple[str, int], Sequence[Term]]
    convention: str
    loaded: str

    @property
    def decided(self) -> Sequence[Term]: ...


def given(game: AboutRules) -> dict[str, Any]:
    """What there is to know of a game beside its text, for the jobs of `making.py`."""
    facts = [[name, arity, list(map(term_text, terms))] for (name, arity), terms in game.facts.items()]
    about = {"name": game.name, "file": game.rules_file, "defined": sorted(game.defined), "facts": facts}
    school = {"convention": game.convention, "decided": list(map(term_text, game.decided))}
    return {**about, **school, "loaded": game.loaded}


def indicator(predicate: Predicate) -> str:
    """Name and arity."""
    name, mode = predicate
    return f"{name}/{len(mode)}"
