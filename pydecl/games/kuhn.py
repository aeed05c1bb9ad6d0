"""Kuhn poker with open cards, as a game to search; and the value of the real game, whose cards are hidden.

>>> game = Kuhn()
>>> position = game.parse_position("qk pass,bet")
>>> for move, after in game.successors(position):
...     print(move, after, game.format_position(after), game.static_value(after))
pass kuhn(q,k,[pass,bet,pass]) qk pass,bet,pass -1
bet kuhn(q,k,[pass,bet,bet]) qk pass,bet,bet -2

Lecture 20 says that minimax is easily extendible to games of chance, 'such as backgammon or poker'. For
backgammon that is so. In poker the players do not know the position, and a search of positions plays
another game, one with open cards, whose value is 0; that of the real game is another:

>>> print(*hidden_bounds())
-1/18 -1/18
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from pydecl.errors import ContractError
from pydecl.games import notation
from pydecl.games.notation import written
from pydecl.model.game import Game, Outcome, Player, Successor
from pydecl.model.number import Number
from pydecl.model.player import by_sign
from pydecl.model.term import Atom, Compound, PrologList, Term

CARDS = "jqk"
"""The cards, the lowest first."""

PASS, BET = "pass", "bet"

Said = tuple[str, ...]
"""What was said, the first word first."""

OPEN: tuple[Said, ...] = ((), (PASS,), (BET,), (PASS, BET))
"""Where the game goes on: MAX speaks first and third, MIN second."""

DEALS = tuple("".join(cards) for cards in permutations(CARDS, 2))
"""MAX's card and MIN's; all are equally likely."""


@written
class Position(NamedTuple):
    """MAX's card and MIN's, nothing before the deal, and what was said."""

    cards: str
    said: Said

    def term(self) -> Term:
        if not self.cards:
            return Atom("deal")
        words = PrologList(tuple(map(Atom, self.said)))
        return Compound("kuhn", (*map(Atom, self.cards), words))


DEAL = Position("", ())


@dataclass(frozen=True)
class Kuhn(Game[Position]):
    """The game of H. W. Kuhn (1950), each player seeing both cards; a value is what MAX gains, in chips."""

    name = "kuhn"
    source = "pydecl.games.kuhn"

    def initial(self) -> Sequence[Position]:
        return [DEAL]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        if not position.cards or position.said not in OPEN:
            return []
        return [(Atom(word), Position(position.cards, (*position.said, word))) for word in (PASS, BET)]

    def chance(self, position: Position) -> Sequence[tuple[Number, Position]]:
        if position.cards:
            return ()
        return [(Fraction(1, len(DEALS)), Position(cards, ())) for cards in DEALS]

    def player(self, position: Position) -> Player:
        if not position.cards:
            raise ContractError("neither_to_move", str(position))
        return Player.MIN if len(position.said) % 2 else Player.MAX

    def static_value(self, position: Position) -> int:
        return gain(position.cards, position.said) if _over(position) else 0

    def outcome(self, position: Position) -> Outcome | None:
        return by_sign(gain(position.cards, position.said)) if _over(position) else None

    def to_term(self, position: Position) -> Term:
        return position.term()

    def from_term(self, term: Term) -> Position:
        if term == Atom("deal"):
            return DEAL
        if not (isinstance(term, Compound) and term.name == "kuhn" and len(term.args) == 3):
            expected = "deal, or kuhn(Max, Min, Said), two different cards of j, q and k and a list of words"
            raise notation.no_position(self.name, f"expected {expected}, found {notation.shown(term)}")
        *cards, said = term.args
        names = "".join(card.name if isinstance(card, Atom) else " " for card in cards)
        words = notation.list_items(said) or ()
        told = tuple(word.name if isinstance(word, Atom) else "" for word in words)
        if notation.list_items(said) is None:
            told = ("",)
        return self._checked(names, told, notation.shown(term))

    def format_position(self, position: Position) -> str:
        return f"{position.cards} {','.join(position.said)}".strip() or "deal"

    def parse_position(self, text: str) -> Position:
        cards, _, said = text.strip().partition(" ")
        if cards == "deal" and not said:
            return DEAL
        words = tuple(word.strip() for word in said.split(",")) if said else ()
        return self._checked(cards, words, notation.shown_text(text))

    def _checked(self, cards: str, said: Said, found: str) -> Position:
        if cards not in DEALS:
            expected = "two different cards of j, q and k, such as qk, or deal"
            raise notation.no_position(self.name, f"expected {expected}, found {found}")
        if (said and said[:-1] not in OPEN) or not set(said) <= {PASS, BET}:
            expected = "what can be said, pass or bet in turn, such as pass,bet"
            raise notation.no_position(self.name, f"expected {expected}, found {found}")
        return Position(cards, said)


def _over(position: Position) -> bool:
    return bool(position.cards) and position.said not in OPEN


def gain(cards: str, said: Said) -> int:
    """What MAX gains at an end. Who passes after a bet pays one chip; else the higher card wins."""
    if said[-2:] == (BET, PASS):
        return 1 if len(said) == 2 else -1
    chips = 2 if said[-1] == BET else 1
    return chips if CARDS.index(cards[0]) > CARDS.index(cards[1]) else -chips


# The real game: each player sees one card. No search of positions comes here.

Strategy = Mapping[tuple[str, Said], Fraction]
"""How likely one bets, by one's own card and what was said."""

FIRST, SECOND = ((), (PASS, BET)), ((PASS,), (BET,))
"""When MAX speaks, and when MIN does."""


def kuhn_first(alpha: Fraction = Fraction(1, 3)) -> Strategy:
    """MAX's best strategies, one for each `alpha` from 0 to 1/3: how often MAX bluffs with a jack.

    H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games 1 (1950).
    """
    opening = {"j": alpha, "q": Fraction(0), "k": 3 * alpha}
    answer = {"j": Fraction(0), "q": alpha + Fraction(1, 3), "k": Fraction(1)}
    return {
        (card, said): odds[card]
        for said, odds in zip(FIRST, (opening, answer), strict=True)
        for card in CARDS
    }


def kuhn_second() -> Strategy:
    """MIN's best strategy (Kuhn 1950): bluff with a jack, and call with a queen, once in three times."""
    after_pass = {"j": Fraction(1, 3), "q": Fraction(0), "k": Fraction(1)}
    after_bet = {"j": Fraction(0), "q": Fraction(1, 3), "k": Fraction(1)}
    return {
        (card, said): odds[card]
        for said, odds in zip(SECOND, (after_pass, after_bet), strict=True)
        for card in CARDS
    }


def expected_gain(first: Strategy, second: Strategy) -> Fraction:
    """What MAX gains on average where the two play so, with hidden cards."""

    def gained(cards: str, said: Said) -> Fraction:
        if said not in OPEN:
            return Fraction(gain(cards, said))
        mover = len(said) % 2
        bet = (first, second)[mover][cards[mover], said]
        return bet * gained(cards, (*said, BET)) + (1 - bet) * gained(cards, (*said, PASS))

    return sum((gained(cards, ()) for cards in DEALS), Fraction(0)) / len(DEALS)


def hidden_bounds(alpha: Fraction = Fraction(1, 3)) -> tuple[Fraction, Fraction]:
    """What Kuhn's strategies guarantee: MAX gains at least the first number, and at most the second.

    Each is the answer to a strategy by the best of the 64 that never mix; where the two are the same, they
    are the value of the game, and nothing else had to be believed.
    """
    lower = min(expected_gain(kuhn_first(alpha), answer) for answer in pure_strategies(SECOND))
    upper = max(expected_gain(answer, kuhn_second()) for answer in pure_strategies(FIRST))
    return lower, upper


def pure_strategies(occasions: Sequence[Said]) -> Iterator[Strategy]:
    """All strategies that never leave anything to chance."""
    known = list(product(CARDS, occasions))
    for choices in product((Fraction(0), Fraction(1)), repeat=len(known)):
        yield dict(zip(known, choices, strict=True))
