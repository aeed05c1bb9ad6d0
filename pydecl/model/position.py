"""Positions and moves as people handle them: ask for the moves, play one, ask what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Generic, Protocol, cast

from pydecl.errors import InputError
from pydecl.model.number import Number
from pydecl.model.player import Outcome, P, Player
from pydecl.model.result import Result, Value
from pydecl.model.shown import Shown
from pydecl.model.term import Term, term_text

SHOWN = 8
"""How many moves a message names."""


class MoveError(InputError):
    """What was given is no move here, or may be several."""


class Rules(Protocol[P]):
    """What a position asks of its game; see `pydecl.model.game.Game`."""

    name: str

    def successors(self, position: P) -> Sequence[tuple[Term | None, P]]: ...
    def turn(self, position: P) -> Player | None: ...
    def chance(self, position: P) -> Sequence[tuple[Number, P]]: ...
    def static_value(self, position: P) -> Number: ...
    def terminal_won(self, position: P) -> bool: ...
    def terminal_lost(self, position: P) -> bool: ...
    def to_term(self, position: P) -> Term: ...
    def format_position(self, position: P) -> str: ...
    def write(self, term: Term) -> str: ...
    def is_same_as(self, other: Any) -> bool: ...


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Position(Shown, Generic[P]):
    """A position of a game. It cannot be changed: `play` gives the position after a move.

    Iterating over it gives its moves, in the order in which a search tries them. Two positions are equal if
    they are equal in the same game. `str` gives the position in the game's notation, which `game.position`
    reads back.

    >>> import pydecl
    >>> with pydecl.consult("nim:heaps=[1,2]") as game:
    ...     position = game.start.play("take(2,2)")
    ...     print(position, position.player.name, [str(move) for move in position])
    ...     print(position.value(), position.best_move())
    1/0 min MIN ['take(1,1)']
    -1 take(1,1)
    """

    game: Rules[P]
    """The rules."""

    state: P
    """The position as the rules have it: a Prolog term, or a value of Python's."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bool(self.state == other.state) and self.game.is_same_as(other.game)

    def __hash__(self) -> int:
        return hash(self.state)

    def __str__(self) -> str:
        return self.game.format_position(self.state)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    # What the rules say

    @property
    def term(self) -> Term:
        """The position as a Prolog term."""
        return self.game.to_term(self.state)

    @property
    def player(self) -> Player | None:
        """Who is to move; None where chance is. Raises ContractError where both are, or nobody is."""
        return self.game.turn(self.state)

    def moves(self) -> tuple[Move[P], ...]:
        """The moves, in the order in which a search tries them; none at the game's end."""
        return tuple(
            Move(self, name, Position(self.game, state)) for name, state in self.game.successors(self.state)
        )

    def __iter__(self) -> Iterator[Move[P]]:
        return iter(self.moves())

    def chances(self) -> tuple[tuple[Number, Position[P]], ...]:
        """Where chance is to move: the probabilities and what follows; elsewhere none."""
        found = self.game.chance(self.state)
        return tuple((probability, Position(self.game, state)) for probability, state in found)

    @property
    def is_over(self) -> bool:
        """Whether nothing can follow: the game has ended here."""
        return not self.game.successors(self.state) and not self.game.chance(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended here, for MAX; None where it goes on."""
        if not self.is_over:
            return None
        return ended(self.game, self.state)

    @property
    def static_value(self) -> Number:
        """v(P), the rules' own judgement, from MAX's point of view."""
        return self.game.static_value(self.state)

    def move(self, name: str | Term | Move[P]) -> Move[P]:
        """The move of this name; of a position's text, the one that leads there.

        Raises MoveError where there is none, or the name is that of several.
        """
        moves = self.moves()
        if isinstance(name, Move):
            if name not in moves:
                raise MoveError(f"{name} is no move in {self}")
            return name
        found = _matching(moves, name)
        if not found:
            raise MoveError(_no_such_move(moves, str(name)))
        if len({each.position for each in found}) > 1:
            places = ", ".join(f"'{each.position}'" for each in found[:SHOWN])
            raise MoveError(f"several moves are called {str(name)!r}: give one of the positions {places}")
        return found[-1]

    def play(self, *moves: str | Term | Move[P]) -> Position[P]:
        """The position after one move, or several in turn. Raises MoveError as `move` does."""
        position = self
        for move in moves:
            position = position.move(move).position
        return position

    # What a search says

    def search(self, program: str = "alphabeta", **question: Any) -> Result:
        """As `pydecl.search`, from here."""
        return cast(Result, import_module("pydecl.api.searching").search(self, program, **question))

    def value(self, *, depth: int | None = None, program: str = "alphabeta", **question: Any) -> Value | None:
        """What a search backs up, from MAX's point of view; None where a limit was reached.

        `depth` is in plies, None for no limit; the rest is as `pydecl.search` takes it.
        """
        return self.search(program, depth=depth, line=False, **question).value

    def best_move(
        self, *, depth: int | None = None, program: str = "alphabeta", **question: Any
    ) -> Move[P] | None:
        """The move that a search prefers; None where it has none: at an end, or at a limit."""
        best = self.search(program, depth=depth, line=False, **question).answer.best
        if best is None:
            return None
        found = [move for move in self.moves() if move.position.term == best]
        return found[-1] if found else None


@dataclass(frozen=True, slots=True, repr=False)
class Move(Generic[P]):
    """A move from a position: its name, None where moves have no names, and the position it leads to.

    >>> import pydecl
    >>> with pydecl.consult("nim:heaps=[1,2]") as game:
    ...     for move in game.start:
    ...         print(move, "leads to", move.position)
    take(1,1) leads to 0/2 min
    take(2,1) leads to 1/1 min
    take(2,2) leads to 1/0 min
    """

    before: Position[P]
    """Where it is made."""

    name: Term | None
    """What it is called."""

    position: Position[P]
    """What it leads to."""

    def __str__(self) -> str:
        return f"to {self.position}" if self.name is None else _bare_name(self.before.game.write(self.name))

    def __repr__(self) -> str:
        return f"{self.before!r}.move({str(self)!r})"


def ended(game: Rules[P], state: P) -> Outcome:
    """How the game, which is over in this state, ended for MAX."""
    if game.terminal_won(state):
        return Outcome.WON
    return Outcome.LOST if game.terminal_lost(state) else Outcome.DRAWN


def _bare_name(text: str) -> str:
    """A name without its quotes, where these are all that is quoted."""
    return text[1:-1] if len(text) > 2 and text[0] == text[-1] == "'" and "\\" not in text else text


def _matching(moves: Sequence[Move[P]], name: str | Term) -> list[Move[P]]:
    """The moves that a name may mean: those called so, or else those that lead to a position of this text."""
    if not isinstance(name, str):
        return [move for move in moves if move.name == name]
    said = bare(name)
    named = [
        move
        for move in moves
        if move.name is not None and said in (bare(str(move)), bare(term_text(move.name)))
    ]
    if named:
        return named
    place = bare(name.removeprefix("to "))
    return [
        move for move in moves if place in (bare(str(move.position)), bare(term_text(move.position.term)))
    ]


def bare(text: str) -> str:
    """A text without its blanks: however a move is spaced, it is the same move."""
    return "".join(text.split())


def _no_such_move(moves: Sequence[Move[P]], name: str) -> str:
    if not moves:
        return f"no move {name!r}: the game is over here"
    names = list(dict.fromkeys(map(str, moves)))
    near = get_close_matches(name, names, n=3)
    if near:
        return f"no move {name!r}: did you mean {' or '.join(near)}?"
    shown = ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
    return f"no move {name!r}: the moves are {shown}"
