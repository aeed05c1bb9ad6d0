"""Each law of `pydecl.testing.check_game` is one that a game can break, and that is then named."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import pytest
from adapted_games import Pile

import pydecl
from pydecl import Outcome, Player
from pydecl.errors import ContractError, InputError, PydeclError
from pydecl.games import BUNDLED, bundled
from pydecl.model.term import Atom, Term, Variable
from pydecl.testing import UnlawfulGameError, check_game


class Lawful(Pile):
    """Take 1 or 2 of 5; who takes the last has won."""

    def __init__(self) -> None:
        super().__init__(5, most=2)


class Never(tuple[Any, ...]):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = tuple.__hash__


class Shuffled(Lawful):
    random = Random(1)

    def moves(self, position: Any) -> list[Any]:
        found = list(super().moves(position))
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


def breaking(kind: type[Lawful] = Lawful, **methods: Any) -> type[Lawful]:
    """A game with other methods."""
    return type("Breaking", (kind,), methods)


def after_all(_: Any, position: Any) -> list[Any]:
    return [after for _, after in Lawful().moves(position)]


STARTS_GIVEN = count()

HALVES: dict[str, Any] = {
    "chance": lambda _, at: [(Fraction(1, 2), ("min", 0))] if at[1] == 5 else [],
    "moves": lambda _, at: [] if at[1] == 5 else Lawful().moves(at),
}

NO_LIST = breaking(initial=lambda _: ("max", 5))
LISTS = breaking(initial=lambda _: [["max", 5]])
TEXT = breaking(player=lambda _, at: at[0])
NO_PAIRS = breaking(moves=lambda _, at: [left for _, left in after_all(_, at)])
ONE_SIDED = breaking(player=lambda _, __: Player.MAX)
NO_NUMBER = breaking(static_value=lambda _, __: "even")
NOT_A_NUMBER = breaking(static_value=lambda _, __: float("nan"))

LAWS = {
    r"initial\(\) gives no position": breaking(initial=lambda _: []),
    r"initial\(\) gives .*, and then": breaking(initial=lambda _: [("max", 5 + next(STARTS_GIVEN) % 2)]),
    "a position is a list, which cannot be hashed": LISTS,
    r"moves\('max'\) raises .*\n  remedy: let initial\(\) give a list of positions": NO_LIST,
    "does not equal itself": breaking(initial=lambda _: [Never(("max", 5))]),
    r"moves\(.*\) gives .*, and then": Shuffled,
    "gives 5, and then|5 has become [0-4] while it was asked about": Changing,
    r"from_term\(to_term\(position\)\) gives \('min', 5\), not": Lossy,
    r"parse_position\('max'\) gives 'max', not \('max', 5\)": breaking(
        format_position=lambda _, at: str(at[0])
    ),
    "holds a variable": breaking(to_term=lambda _, __: Variable("X")),
    "which is no pair": NO_PAIRS,
    r"raises InputError: \[1\] is a list": breaking(
        moves=lambda _, at: [([1], after) for after in after_all(_, at)]
    ),
    r"player\(\('max', 5\)\) gives 'max'": TEXT,
    "max is to move in .*, and has just moved": ONE_SIDED,
    "gives 'even', which is no number": NO_NUMBER,
    r"static_value\(.*\) gives nan, which is no number": NOT_A_NUMBER,
    "the game is over in .*, and outcome gives None": breaking(outcome=lambda _, __: None),
    "the game goes on in .*, and outcome gives <Outcome.WON": breaking(outcome=lambda _, __: Outcome.WON),
    "add up to 1/2": breaking(**HALVES),
    "gives the probability 1.0": breaking(
        **HALVES | {"chance": lambda _, at: [(1.0, ("min", 0))] if at[1] == 5 else []}
    ),
    "there are moves, and chance is to move": breaking(
        chance=lambda _, at: [(1, ("min", 0))] if at[1] == 5 else []
    ),
    r"canonical\(\('max', 4\)\) gives \('max', 3\), not \('max', 4\)": breaking(
        canonical=lambda _, at: (at[0], max(at[1] - 1, 0))
    ),
    r"gives \('max', [0-4]\) for \('min', [0-4]\), and all_movers tells them apart": breaking(
        canonical=lambda _, at: ("max", at[1])
    ),
    r"gives \('max', 4\) for \('max', 5\), and moves tells them apart": breaking(
        canonical=lambda _, at: (at[0], at[1] // 2 * 2 if at[1] > 1 else at[1])
    ),
    r"static_value\(\('max', 5\)\) raises KeyError": breaking(static_value=lambda _, at: {}[at]),
}

UNLAWFUL = {kind: said for said, kind in LAWS.items()}


@pytest.mark.parametrize("kind", UNLAWFUL, ids=UNLAWFUL.values())
def test_a_broken_law_is_named(kind: type[Lawful]) -> None:
    with pytest.raises(UnlawfulGameError, match=UNLAWFUL[kind]) as found:
        check_game(kind())
    assert isinstance(found.value, AssertionError)
    assert isinstance(found.value, PydeclError)


@pytest.mark.parametrize("kind", [NO_LIST, LISTS, TEXT, NO_PAIRS])
@pytest.mark.parametrize("ask", [pydecl.search, pydecl.solve])
def test_what_ends_a_search_is_told_as_the_law_that_is_broken(kind: type[Lawful], ask: Any) -> None:
    with pytest.raises(UnlawfulGameError, match=UNLAWFUL[kind]):
        ask(kind())


@pytest.mark.parametrize("engine", ["prolog", "python"])
@pytest.mark.parametrize(("kind", "said"), [(NO_NUMBER, "'even'"), (NOT_A_NUMBER, "1.5NaN")])
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
    assert check_game(breaking(ONE_SIDED, moves_again=True)()).ends == 20
