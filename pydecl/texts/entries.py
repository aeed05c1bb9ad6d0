"""The predicates by which compiled rules are asked: the compiler and its callers both name them so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from pydecl.errors import ContractError, UnfitError
from pydecl.model.term import Term, term_text

if TYPE_CHECKING:  # the process that works on texts has no game
    from pydecl.engines.prolog.game import SessionGame

T = TypeVar("T")

Predicate = tuple[str, str]
"""A predicate's name and its mode, such as `("move", "+--")`."""

Examples = Mapping[tuple[Predicate, int], Sequence[Term]]
"""Terms that come in as an argument of a predicate: the types have a place for them."""

Facts = Mapping[tuple[str, int], Sequence[Term]]
"""The facts of predicates, by their names and arities."""

Told = Sequence[tuple[str, str, int, Sequence[str]]]
"""Examples as jobs are told them: name and mode, the number of an argument, and terms as canonical text."""

START = "initial/1"
"""What tells the first positions, and so what positions hold."""

MOVES: Sequence[Predicate] = (("moves", "+-"), ("move", "+-"), ("move", "+--"))
"""The predicates that give the successors; the first that the rules define counts."""

MOVERS: Sequence[Predicate] = (("max_to_move", "+"), ("min_to_move", "+"))

POSITION = (MOVERS[0], 0)
"""An argument that is a position."""

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


def given(game: SessionGame, facts: Facts | None = None) -> dict[str, Any]:
    """What there is to know of a game beside its text, for the jobs of `making.py`.

    `facts` are in the place of its own.
    """
    there = (game.facts if facts is None else facts).items()
    told = [[name, arity, list(map(term_text, terms))] for (name, arity), terms in there]
    about = {"name": game.name, "rules_file": game.rules_file, "convention": game.convention}
    read = {"defined": sorted(game.defined), "facts": told, "decided": list(map(term_text, game.decided))}
    return {**about, **read, "loaded": game.loaded}


def told(examples: Examples) -> Told:
    """Examples for the jobs of `making.py`."""
    return [(*key, at, list(map(term_text, terms))) for (key, at), terms in sorted(examples.items())]


def with_starts(game: SessionGame, ask: Callable[[Examples], T]) -> T:
    """What is asked without examples or, if that is not enough, with the starts as examples."""
    try:
        return ask({})
    except UnfitError:
        pass
    try:
        starts = game.initial()
    except ContractError:  # they tell nothing, and who asks for them learns why
        starts = ()
    return ask({POSITION: starts})


def indicator(predicate: Predicate) -> str:
    """Name and arity."""
    name, mode = predicate
    return f"{name}/{len(mode)}"
