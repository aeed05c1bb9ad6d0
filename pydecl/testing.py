"""For the tests of a game in Python: is it one that searches can trust?

>>> from pydecl.games import bundled
>>> check_game(bundled("nim", heaps=(1, 2)))
69 positions of nim:heaps=[1,2] keep the laws

`against` holds any program's game against rules, as in `against("breakthrough.pl", "python:mine:Game")`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, TypeVar

from pydecl.errors import ContractError, Exit, PydeclError
from pydecl.model.game import Game, Outcome, Player, checked_value
from pydecl.model.number import Number
from pydecl.model.plain import Shapes
from pydecl.model.term import Term, is_ground, term_text

Told = TypeVar("Told")

SHOWN = 200
"""How many characters of a value a message shows."""


def __getattr__(name: str) -> Any:
    if name == "against":  # it stands on all of the house, and this file at its foot
        return import_module("pydecl.api.court").must_agree
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class UnlawfulGameError(PydeclError, AssertionError):
    """A game breaks a law. The text says which, where, and what to do about it."""

    exit_code = Exit.BROKEN_CONTRACT


@dataclass(frozen=True)
class Checked:
    """What was looked at: so many `positions`, in so many random `plays`, of which so many came to an end."""

    game: str
    plays: int
    positions: int
    ends: int

    def __repr__(self) -> str:
        return f"{self.positions} positions of {self.game} keep the laws"


def check_game(game: Game[Any], *, plays: int = 20, plies: int = 200, seed: int = 0) -> Checked:
    """Play a game at random, and hold each position to what searches rely on.

    A position can be hashed, equals itself, and becomes the same position again by way of its term and of its
    text. Whatever is asked twice is answered alike, and no answer changes a position. A move is a name and a
    position; at most one player, or chance, is to move, and unless `moves_again` says so not the one who has
    just moved. A static value is a number. `outcome` is None where the game goes on, and only there.
    Probabilities are exact numbers above 0 that add up to 1. What `canonical` gives stands for itself, too,
    and has the mover, the value and the outcome of the position; what follows the two is symmetric.

    Args:
        game: the game; it need not end within `plies`.
        plays: how many random plays there are.
        plies: how long each is at the most.
        seed: what the plays are drawn by.

    Raises:
        UnlawfulGameError: a law is broken; it is an AssertionError, too, so that a test fails.
    """
    return _Check(game, plays, plies, Random(seed)).run()


class _Check:
    def __init__(self, game: Game[Any], plays: int, plies: int, random: Random) -> None:
        self.game = game
        self.plays = plays
        self.plies = plies
        self.random = random
        self.terms: dict[Term, Any] = {}
        self.positions = 0
        self.ends = 0

    def run(self) -> Checked:
        for start in self.asked("initial()", lambda: list(self.game.initial())):
            self.hashed(start)
        starts = self.twice("initial()", lambda: list(self.game.initial()))
        if not starts:
            self.fault("initial() gives no position", "give at least one to start from")
        for play in range(self.plays):
            self.play(starts[play % len(starts)])
        return Checked(self.game.name, self.plays, self.positions, self.ends)

    def play(self, position: Any) -> None:
        before: Player | None = None
        for _ in range(self.plies):
            following, mover = self.visit(position)
            if mover is not None and mover is before and not self.game.moves_again and following:
                self.fault(
                    f"{mover.value} is to move in {_shown(position)}, and has just moved",
                    "let the players alternate, passes included, or say moves_again = True in the class",
                )
            if not following:
                self.ends += 1
                return
            position, before = self.random.choice(following), mover

    def visit(self, position: Any) -> tuple[list[Any], Player | None]:
        """Hold a position to the laws; what can follow it, and who is to move, None for chance."""
        self.positions += 1
        seen = self.known(position)
        chances = self.twice_of("chance", position, lambda: list(self.game.chance(position)))
        moves = self.twice_of("moves", position, lambda: list(self.game.moves(position)))
        following = [self.pair(move, position)[1] for move in moves]
        self.turn(position, chances, moves)
        mover = None if chances else self.mover(position, over=not following)
        self.value(position)
        if chances:
            following = self.probable(position, chances)
        else:
            self.outcome(position, over=not following)
        if type(self.game).canonical is not Game.canonical:
            self.symmetric(position)
        if (after := self.term(position)) != seen:
            self.fault(
                f"{term_text(seen)} has become {term_text(after)} while it was asked about",
                "let no method change a position: build a new one",
            )
        return following, mover

    # A position as a value

    def known(self, position: Any) -> Term:
        """The term of a position, which leads back to it."""
        self.hashed(position)
        term = self.twice_of("to_term", position, lambda: self.term(position))
        if not is_ground(term):
            self.fault(f"the term of {_shown(position)} holds a variable", "give each part of it a value")
        self.same("from_term(to_term(position))", position, lambda: self.game.from_term(term))
        text = self.twice_of("format_position", position, lambda: self.game.format_position(position))
        self.same(f"parse_position({text!r})", position, lambda: self.game.parse_position(text))
        twin = self.terms.setdefault(term, position)
        if not bool(twin == position):
            self.fault(
                f"{_shown(twin)} and {_shown(position)} differ, and have the same term {term_text(term)}",
                "let the term hold all that tells positions apart",
            )
        return term

    def hashed(self, position: Any) -> None:
        try:
            hash(position)
        except TypeError:
            kind = type(position).__name__
            self.fault(f"a position is a {kind}, which cannot be hashed", "use a tuple or a frozen dataclass")
        if not bool(position == position):
            self.fault(f"{_shown(position)} does not equal itself", "let equality go by the fields")

    def term(self, position: Any) -> Term:
        return self.game.to_term(position)

    def same(self, what: str, position: Any, make: Callable[[], Any]) -> None:
        found = self.asked(what, make)
        if not bool(found == position) or hash(found) != hash(position):
            said = f"{what} gives {_shown(found)}, not {_shown(position)}"
            self.fault(said, "let the two methods undo each other, and equal positions have equal hashes")

    # What the rules say of it

    def pair(self, move: Any, position: Any) -> tuple[Term | None, Any]:
        if not isinstance(move, tuple) or len(move) != 2:
            self.fault(
                f"moves({_shown(position)}) gives {_shown(move)}, which is no pair",
                "give a list of pairs: a move's name, None if moves have no names, and the position after it",
            )
        name, after = move
        self.asked(f"the name of the move {name!r}", lambda: Shapes().name(name))
        return name, after

    def turn(self, position: Any, chances: list[Any], moves: list[Any]) -> None:
        if chances and moves:
            self.fault(
                f"in {_shown(position)} there are moves, and chance is to move", "give one of them, not both"
            )

    def mover(self, position: Any, *, over: bool) -> Player | None:
        try:
            player = self.twice_of("player", position, lambda: self.game.player(position))
        except ContractError as error:
            if over and error.fault == "neither_to_move":  # an end may leave it open
                return None
            raise
        if not isinstance(player, Player):
            self.fault(f"player({_shown(position)}) gives {_shown(player)}", "give Player.MAX or Player.MIN")
        return player

    def value(self, position: Any) -> None:
        what = f"static_value({_shown(position)})"
        value = self.asked(what, lambda: self.game.static_value(position))
        try:
            checked_value(position, value)
        except ContractError:
            self.fault(
                f"{what} gives {_shown(value)}, which is no number",
                "give an int, a float that is not NaN, or a Fraction, from MAX's point of view",
            )
        self.twice(what, lambda: self.game.static_value(position))

    def outcome(self, position: Any, *, over: bool) -> None:
        outcome = self.twice_of("outcome", position, lambda: self.game.outcome(position))
        if over and not isinstance(outcome, Outcome):
            self.fault(
                f"the game is over in {_shown(position)}, and outcome gives {_shown(outcome)}",
                "give Outcome.WON, LOST or DRAWN, for MAX, where there is no move",
            )
        if not over and outcome is not None:
            self.fault(
                f"the game goes on in {_shown(position)}, and outcome gives {_shown(outcome)}",
                "give no moves where the game is over, and None where it goes on",
            )

    def probable(self, position: Any, chances: list[Any]) -> list[Any]:
        total: Number = 0
        for probability, _ in chances:
            if (
                not isinstance(probability, int | Fraction)
                or isinstance(probability, bool)
                or probability <= 0
            ):
                self.fault(
                    f"chance({_shown(position)}) gives the probability {_shown(probability)}",
                    "give exact numbers above 0, such as Fraction(1, 6)",
                )
            total += probability
        if total != 1:
            self.fault(
                f"the probabilities of chance({_shown(position)}) add up to {total}", "let them add up to 1"
            )
        return [after for _, after in chances]

    def symmetric(self, position: Any) -> None:
        game = self.game
        same = self.twice_of("canonical", position, lambda: game.canonical(position))
        self.known(same)
        self.same(f"canonical({_shown(same)})", same, lambda: game.canonical(same))
        told: dict[str, Callable[[Any], object]] = {
            "all_movers": game.all_movers,
            "static_value": game.static_value,
            "outcome": game.outcome,
            "chance": lambda at: Counter(
                (chance, game.canonical(after)) for chance, after in game.chance(at)
            ),
            "moves": lambda at: Counter(game.canonical(after) for _, after in game.moves(at)),
        }
        for method, ask in told.items():
            if not bool(self.asked(method, partial(ask, position)) == self.asked(method, partial(ask, same))):
                self.fault(
                    f"canonical gives {_shown(same)} for {_shown(position)}, and {method} tells them apart",
                    "let it give a mirror image or a rotation of the position, the same for all of them",
                )

    # How it is asked

    def twice_of(self, method: str, position: Any, ask: Callable[[], Told]) -> Told:
        return self.twice(f"{method}({_shown(position)})", ask)

    def twice(self, what: str, ask: Callable[[], Told]) -> Told:
        """The answer, which must be the same when it is asked for again."""
        first, second = self.asked(what, ask), self.asked(what, ask)
        if not bool(first == second):
            self.fault(
                f"{what} gives {_shown(first)}, and then {_shown(second)}",
                "let a method depend on the position alone, and give moves in a fixed order",
            )
        return first

    def asked(self, what: str, ask: Callable[[], Told]) -> Told:
        try:
            return ask()
        except (UnlawfulGameError, ContractError):
            raise
        except Exception as error:
            said = f"{what} raises {type(error).__name__}: {error}"
            if self.positions <= 1:  # it is the first start, or there is none
                said += (
                    "\n  remedy: let initial() give a list of positions, and each method take such a position"
                )
            raise UnlawfulGameError(f"{self.game.name}: {said}") from error

    def fault(self, said: str, remedy: str) -> None:
        raise UnlawfulGameError(f"{self.game.name}: {said}\n  remedy: {remedy}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"
