"""Each law of `pydecl.testing.check_game` is one that a game can break, and that is then named."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import pytest

import pydecl
from pydecl import Outcome, Player
from pydecl.errors import ContractError, InputError, PydeclError
from pydecl.games import BUNDLED, bundled
from pydecl.model.term import Atom, Term, Variable
from pydecl.testing import UnlawfulGameError, check_game


class Lawful(pydecl.Game[Any]):
    """Take 1 or 2; who takes the last has won."""

    def initial(self) -> list[Any]:
        return [("max", 5)]

    def moves(self, position: Any) -> list[Any]:
        player, left = position
        other = "min" if player == "max" else "max"
        return [(f"take {n}", (other, left - n)) for n in (1, 2) if n <= left]

    def player(self, position: Any) -> Any:
        return Player(position[0])

    def static_value(self, position: Any) -> Any:
        player, left = position
        return 0 if left else -1 if player == "max" else 1


class NoStart(Lawful):
    def initial(self) -> list[Any]:
        return []


class OtherStarts(Lawful):
    starts_given = count()

    def initial(self) -> list[Any]:
        return [("max", 5 + next(self.starts_given) % 2)]


class Lists(Lawful):
    def initial(self) -> list[Any]:
        return [["max", 5]]


class Never(tuple[Any, ...]):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = tuple.__hash__


class NoList(Lawful):
    """One position in the place of a list of them."""

    def initial(self) -> Any:
        return ("max", 5)


class Unequal(Lawful):
    def initial(self) -> list[Any]:
        return [Never(("max", 5))]


class Shuffled(Lawful):
    random = Random(1)

    def moves(self, position: Any) -> list[Any]:
        found = super().moves(position)
        return self.random.sample(found, len(found))


class Cell:
    """What can change, and is equal to every other."""

    def __init__(self) -> None:
        self.left = 5

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cell)

    def __hash__(self) -> int:
        return 1


class Changing(Lawful):
    """Taking is done in place."""

    def initial(self) -> list[Any]:
        return [Cell()]

    def moves(self, position: Any) -> list[Any]:
        position.left = max(0, position.left - 1)
        return []

    def player(self, position: Any) -> Any:  # noqa: ARG002
        return Player.MAX

    def static_value(self, position: Any) -> Any:  # noqa: ARG002
        return 0

    def to_term(self, position: Any) -> Term:
        return int(position.left)

    def from_term(self, term: Term) -> Any:  # noqa: ARG002
        return Cell()


class Lossy(Lawful):
    """Two positions have one term."""

    def to_term(self, position: Any) -> Term:
        return Atom(position[0])

    def from_term(self, term: Term) -> Any:
        return (str(term), 5)

    def format_position(self, position: Any) -> str:
        return f"{position[0]} {position[1]}"

    def parse_position(self, text: str) -> Any:
        player, left = text.split()
        return (player, int(left))


class Illegible(Lawful):
    def format_position(self, position: Any) -> str:
        return str(position[0])


class Open(Lawful):
    def to_term(self, position: Any) -> Term:  # noqa: ARG002
        return Variable("X")


class NoPairs(Lawful):
    def moves(self, position: Any) -> list[Any]:
        return [after[1] for _, after in super().moves(position)]


class OddNames(Lawful):
    def moves(self, position: Any) -> list[Any]:
        return [([1], after) for _, after in super().moves(position)]


class Text(Lawful):
    def player(self, position: Any) -> Any:
        return position[0]


class OneSided(Lawful):
    def player(self, position: Any) -> Any:  # noqa: ARG002
        return Player.MAX


class NoNumber(Lawful):
    def static_value(self, position: Any) -> Any:  # noqa: ARG002
        return "even"


class NotANumber(Lawful):
    def static_value(self, position: Any) -> Any:  # noqa: ARG002
        return float("nan")


class EndlessEnd(Lawful):
    def outcome(self, position: Any) -> Any:  # noqa: ARG002
        return None


class EarlyEnd(Lawful):
    def outcome(self, position: Any) -> Any:  # noqa: ARG002
        return Outcome.WON


class Halves(Lawful):
    def chance(self, position: Any) -> list[Any]:
        return [(Fraction(1, 2), ("min", 0))] if position[1] == 5 else []

    def moves(self, position: Any) -> list[Any]:
        return [] if position[1] == 5 else super().moves(position)


class Inexact(Halves):
    def chance(self, position: Any) -> list[Any]:
        return [(1.0, ("min", 0))] if position[1] == 5 else []


class Both(Halves):
    def chance(self, position: Any) -> list[Any]:
        return [(1, ("min", 0))] if position[1] == 5 else []

    def moves(self, position: Any) -> list[Any]:
        return Lawful.moves(self, position)


class Broken(Lawful):
    def static_value(self, position: Any) -> Any:
        return {}[position]


class Restless(Lawful):
    def canonical(self, position: Any) -> Any:
        return position[0], max(position[1] - 1, 0)


class Turned(Lawful):
    def canonical(self, position: Any) -> Any:
        return "max", position[1]


class Rounded(Lawful):
    def canonical(self, position: Any) -> Any:
        player, left = position
        return player, left // 2 * 2 if left > 1 else left


UNLAWFUL = {
    NoStart: r"initial\(\) gives no position",
    OtherStarts: r"initial\(\) gives .*, and then",
    Lists: "a position is a list, which cannot be hashed",
    NoList: r"moves\('max'\) raises .*\n  remedy: let initial\(\) give a list of positions",
    Unequal: "does not equal itself",
    Shuffled: r"moves\(.*\) gives .*, and then",
    Changing: "gives 5, and then|5 has become [0-4] while it was asked about",
    Lossy: r"from_term\(to_term\(position\)\) gives \('min', 5\), not",
    Illegible: r"parse_position\('max'\) gives 'max', not \('max', 5\)",
    Open: "holds a variable",
    NoPairs: "which is no pair",
    OddNames: r"raises InputError: \[1\] is a list",
    Text: r"player\(\('max', 5\)\) gives 'max'",
    OneSided: "max is to move in .*, and has just moved",
    NoNumber: "gives 'even', which is no number",
    NotANumber: r"static_value\(.*\) gives nan, which is no number",
    EndlessEnd: "the game is over in .*, and outcome gives None",
    EarlyEnd: "the game goes on in .*, and outcome gives <Outcome.WON",
    Halves: "add up to 1/2",
    Inexact: "gives the probability 1.0",
    Both: "there are moves, and chance is to move",
    Restless: r"canonical\(\('max', 4\)\) gives \('max', 3\), not \('max', 4\)",
    Turned: r"gives \('max', [0-4]\) for \('min', [0-4]\), and all_movers tells them apart",
    Rounded: r"gives \('max', 4\) for \('max', 5\), and moves tells them apart",
    Broken: r"static_value\(\('max', 5\)\) raises KeyError",
}


@pytest.mark.parametrize("kind", list(UNLAWFUL), ids=lambda kind: kind.__name__)
def test_a_broken_law_is_named(kind: type[Lawful]) -> None:
    with pytest.raises(UnlawfulGameError, match=UNLAWFUL[kind]) as found:
        check_game(kind())
    assert isinstance(found.value, AssertionError)
    assert isinstance(found.value, PydeclError)


@pytest.mark.parametrize("kind", [NoList, Lists, Text, NoPairs])
@pytest.mark.parametrize("ask", [pydecl.search, pydecl.solve])
def test_what_ends_a_search_is_told_as_the_law_that_is_broken(kind: type[Lawful], ask: Any) -> None:
    with pytest.raises(UnlawfulGameError, match=UNLAWFUL[kind]):
        ask(kind())


@pytest.mark.parametrize("engine", ["prolog", "python"])
@pytest.mark.parametrize(("kind", "said"), [(NoNumber, "'even'"), (NotANumber, "1.5NaN")])
def test_a_value_that_is_no_number_is_told_as_it_is(kind: type[Lawful], said: str, engine: Any) -> None:
    for ask in (pydecl.search, pydecl.solve):
        with pytest.raises(ContractError, match=f"is {said}, which is not a number"):
            ask(kind(), engine=engine)


def test_what_is_no_game_is_told() -> None:
    with pytest.raises(InputError, match="is no game: expected a name, a path, or an object of a subclass"):
        pydecl.search(Lawful)  # type: ignore[arg-type]


def test_a_lawful_game_is_counted() -> None:
    checked = check_game(Lawful(), plays=7)
    assert (checked.plays, checked.ends) == (7, 7)
    assert checked.positions >= 7 * 4  # taking two at a time, three moves end it


@pytest.mark.sampled(8, "each case plays a game many times")
@pytest.mark.parametrize("name", list(BUNDLED))
def test_each_bundled_game_keeps_the_laws(name: str) -> None:
    assert check_game(bundled(name), plays=2, plies=40).positions > 2


def test_who_may_move_again_says_so() -> None:
    class Again(OneSided):
        moves_again = True

    assert check_game(Again()).ends == 20
