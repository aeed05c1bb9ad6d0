"""What a player sees: who is to move, the moves that there are, and how the game ended.

>>> from pydecl.loading.consulting import consult
>>> with consult("nim:heaps=[1,2]") as game:
...     seen = look(game, game.initial()[0])
>>> [(choice.number, choice.name, choice.written) for choice in seen.choices]
[(1, 'take(1,1)', '0/2 min'), (2, 'take(2,1)', '1/1 min'), (3, 'take(2,2)', '1/0 min')]
>>> seen.mover, seen.outcome, seen.turn(seen.choices[1]).move
(<Player.MAX: 'max'>, None, 'take(2,1)')
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError
from pydecl.model.game import MOVES_AGAIN, Outcome, Player
from pydecl.model.number import Number, number_text
from pydecl.model.passing import is_pass
from pydecl.model.position import ended
from pydecl.model.term import Term
from pydecl.playing.match import Turn


@dataclass(frozen=True)
class Choice:
    """A move: its number in the list, its name if moves have names, and the position it leads to.

    `written` is the position in the game's notation; `probability` is there where chance is to move;
    `move` is the name as a term.
    """

    number: int
    name: str | None
    position: Term
    written: str
    probability: Number | None = None
    move: Term | None = None

    def __str__(self) -> str:
        """The move for a person.

        >>> from pydecl.model.term import Atom
        >>> str(Choice(1, "west", Atom("b"), "b")), str(Choice(1, None, Atom("b"), "b", Fraction(1, 6)))
        ('west', 'to b (1r6)')
        """
        chance = "" if self.probability is None else f" ({number_text(self.probability)})"
        return (f"to {self.written}" if self.name is None else self.name) + chance


@dataclass(frozen=True)
class Situation:
    """A position, who is to move (None is chance), and the moves in order, none at the game's end."""

    position: Term
    mover: Player | None
    choices: tuple[Choice, ...]
    outcome: Outcome | None
    """How the game ended for MAX; None where it goes on."""
    is_pass: bool = False
    """Whether the mover can only pass, since the other player moves again: nobody need be asked."""

    @property
    def due(self) -> Player:
        """Whose turn it is next, if players alternate; after chance nobody knows."""
        return Player.MAX if self.mover is None else self.mover.opponent

    def turn(self, choice: Choice) -> Turn:
        """A choice, made: the move is told by its name, or by its position where the name is not enough."""
        name = choice.name
        alike = {other.position for other in self.choices if other.name == name}
        clear = name is not None and len(alike) == 1
        return Turn(self.mover, choice.position, name if clear and name else f"to {choice.written}")

    def leading_to(self, position: Term) -> Choice | None:
        """The last choice that leads to a position: the move that a search has found."""
        found = [choice for choice in self.choices if choice.position == position]
        return found[-1] if found else None


def look(game: SessionGame, position: Term, due: Player | None = None) -> Situation:
    """What there is to know of a position. Raises ContractError where it breaks the game's contract.

    `due` is whose turn it would be at an end for which the rules name no player; None at a match's start.
    """
    game.expand([position])  # this one, and no guesses at others
    chances = game.chance(position)
    if chances:
        mover, successors = None, [(None, chance, after) for chance, after in chances]
        choices = [_choice(game, n, *successor) for n, successor in enumerate(successors, 1)]
        return Situation(position, mover, tuple(choices), None)
    player = game.player_or(position, due)
    moves = [(move, None, after) for move, after in game.successors(position)]
    choices = [_choice(game, n, *move) for n, move in enumerate(moves, 1)]
    end = None if choices else ended(game, position)
    return Situation(position, player, tuple(choices), end, MOVES_AGAIN in game.defined and is_pass(position))


def _choice(
    game: SessionGame, number: int, move: Term | None, probability: Number | None, position: Term
) -> Choice:
    name = None if move is None else one_line(game.write(move), move)
    return Choice(number, name, position, written(game, position), probability, move)


def written(game: SessionGame, position: Term) -> str:
    """A position in the game's notation, on one line."""
    return one_line(game.format_position(position), position)


def one_line(text: str, term: Term) -> str:
    """The text, or the canonical one of the term where the text has several lines."""
    return text if text.isprintable() else str(term)


def end_text(game: SessionGame, position: Term, outcome: Outcome) -> str:
    """An end, told for both players.

    >>> from pydecl.loading.consulting import consult
    >>> with consult("nim") as game:
    ...     print(end_text(game, game.parse_position("0/0/0 max"), Outcome.LOST))
    MIN has won, MAX has lost (value -1)
    """
    said = {
        Outcome.WON: "MAX has won, MIN has lost",
        Outcome.LOST: "MIN has won, MAX has lost",
        Outcome.DRAWN: "a draw: neither MAX nor MIN has won",
    }[outcome]
    if "staticval/2" not in game.defined:
        return said
    try:
        return f"{said} (value {number_text(game.static_value(position))})"
    except ContractError:  # the end was decided without it
        return said


def drawn(choices: Sequence[Choice], seed: int, draw: int) -> Choice:
    """What chance chooses, exactly by the probabilities: the same for the same seed and number of the draw.

    >>> from pydecl.model.term import Atom
    >>> coin = [Choice(n, None, Atom(side), side, Fraction(1, 2)) for n, side in enumerate("ht", 1)]
    >>> "".join(drawn(coin, 1, draw).written for draw in range(10))
    'hthttthhht'
    """
    chances = [choice.probability or 0 for choice in choices]
    return choices[drawn_place(chances, Random(f"{seed} {draw}"))]


def drawn_place(chances: Sequence[Number], random: Random) -> int:
    """The place of what chance does, exactly by the probabilities."""
    exact = [Fraction(chance) for chance in chances]
    parts = math.lcm(*(chance.denominator for chance in exact))
    at = random.randrange(parts)
    for place, chance in enumerate(exact):
        at -= int(chance * parts)
        if at < 0:
            return place
    raise AssertionError("the probabilities add up to 1")
