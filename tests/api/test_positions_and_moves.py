"""Positions and moves as people handle them."""

from __future__ import annotations

import copy
import pickle
from collections import namedtuple
from dataclasses import FrozenInstanceError, dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pydecl
from pydecl import Move, Outcome, Player, Position
from pydecl.errors import ContractError, InputError, PositionError
from pydecl.games import BUNDLED
from pydecl.model.plain import Shapes
from pydecl.model.position import MoveError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, term_text


class Left(NamedTuple):
    player: str
    number: int


@dataclass(frozen=True)
class Board:
    cells: tuple[str | None, ...]
    moved: bool = False


OTHER_LEFT = namedtuple("Left", ["number"])  # type: ignore[name-match]


class Side(Enum):
    NEAR = 1
    FAR = 2


class Countdown(pydecl.Game[Any]):
    """Take 1 or 2; who takes the last has won. Positions are what `kind` makes of them."""

    def __init__(self, kind: str = "tuple") -> None:
        self.kind = kind

    def position_of(self, player: str, left: int) -> Any:
        return {
            "tuple": (player, left),
            "named": Left(player, left),
            "text": f"{player} {left}",
            "number": left if player == "max" else -left - 1,
            "set": frozenset({player, left}),
            "dataclass": Board((player, *["x"] * left)),
        }[self.kind]

    def parts(self, position: Any) -> tuple[str, int]:
        match position:
            case Board(cells):
                return str(cells[0]), len(cells) - 1
            case str(text):
                return text.split()[0], int(text.split()[1])
            case int(number):
                return ("max", number) if number >= 0 else ("min", -number - 1)
            case frozenset():
                (player,) = (part for part in position if isinstance(part, str))
                (left,) = (part for part in position if isinstance(part, int))
                return player, left
        player, left = position
        return player, left

    def initial(self) -> list[Any]:
        return [self.position_of("max", 4)]

    def moves(self, position: Any) -> list[tuple[Any, Any]]:
        player, left = self.parts(position)
        other = "min" if player == "max" else "max"
        return [(("take", n), self.position_of(other, left - n)) for n in (1, 2) if n <= left]

    def player(self, position: Any) -> Player:
        return Player(self.parts(position)[0])

    def static_value(self, position: Any) -> int:
        player, left = self.parts(position)
        return 0 if left else -1 if player == "max" else 1


KINDS = ("tuple", "named", "text", "number", "set", "dataclass")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sampled(1, "each case plays a game")
def test_a_game_in_python_needs_no_terms(kind: str) -> None:
    game = Countdown(kind)
    position = game.start
    assert position.value() == 1  # 4 is no multiple of 3: who moves wins
    assert str(position.best_move()) == "[take,1]"
    assert game.position(str(position)) == position
    verdict = pydecl.crosscheck(game)
    assert (verdict.agree, verdict.positions, verdict.to_json()["rules"]) == (True, 3, "shared")


@pytest.mark.parametrize("name", list(BUNDLED))
@pytest.mark.sampled(8, "test_check_game looks at each of them")
def test_each_bundled_game_can_be_walked_by_hand(name: str) -> None:
    with pydecl.consult(name) as game:
        start = game.start
        assert start == game.starts[0]
        assert game.position(str(start)) == start
        if start.chances():
            assert start.player is None
            assert sum(Fraction(chance) for chance, _ in start.chances()) == 1
            return
        assert start.player in (Player.MAX, Player.MIN)
        assert list(start) == list(start.moves())
        for move in start.moves()[:3]:
            assert start.play(str(move)) == move.position
            assert start.play(move) == move.position
            if move.name is not None:
                assert start.play(move.name) == move.position
            assert start.move(f"to {move.position}").position == move.position


NAMES = {"consult": pydecl.consult, "Position": Position, "Countdown": Countdown}


@pytest.mark.parametrize("name", ["tictactoe", "nim:heaps=[1,2]", "lecture19", "connect4:width=4,height=4"])
def test_what_a_position_says_of_itself_can_be_typed_back_in(name: str) -> None:
    with pydecl.consult(name) as game:
        move = game.start.moves()[0]
        again = eval(repr(move.position), dict(NAMES))
        assert again == move.position
        assert eval(repr(move), dict(NAMES)) == move
        again.game.close()


@pytest.mark.parametrize("kind", KINDS)
def test_so_can_a_position_of_a_game_in_python(kind: str) -> None:
    position = Countdown(kind).start.moves()[1].position
    scope = {**NAMES, "Left": Left, "Board": Board}
    assert eval(repr(position), dict(scope)) == position


def test_equal_positions_of_two_sessions_are_equal_and_those_of_other_rules_are_not() -> None:
    consult = pydecl.consult
    with consult("nim:heaps=[1,2]") as one, consult("nim:heaps=[1,2]") as two, consult("nim") as other:
        assert one.start == two.start
        assert hash(one.start) == hash(two.start)
        assert {one.start: 1}[two.start] == 1
        assert one.start != other.position("1/2 max")
        assert one.start != one.start.play("take(1,1)")
        assert one.start != "1/2 max"


def test_a_position_and_a_move_can_be_pickled_and_copied() -> None:
    with pydecl.consult("tictactoe") as game:
        position = game.position("x.o/.x./..o")
        move = position.moves()[0]
        assert pickle.loads(pickle.dumps(position)) == position
        assert pickle.loads(pickle.dumps(move)) == move
        assert copy.copy(position) == position
    own = Countdown().start
    assert pickle.loads(pickle.dumps(own)) == own


def test_a_position_cannot_be_changed() -> None:
    position = Countdown().start
    for changed, field in ((position, "state"), (position, "game"), (position.moves()[0], "name")):
        with pytest.raises(FrozenInstanceError):
            setattr(changed, field, None)
        with pytest.raises(FrozenInstanceError):
            delattr(changed, field)


def test_play_takes_several_moves_and_names_the_one_that_is_none() -> None:
    with pydecl.consult("tictactoe") as game:
        assert str(game.start.play("1", "5", "9")) == "x../.o./..x"
        with pytest.raises(MoveError, match=r"no move '1': the moves are 2, 3, 4"):
            game.start.play("1", "1")
        with pytest.raises(MoveError, match="is no move in"):
            game.start.play("1").play(game.start.move("1"))
        with pytest.raises(MoveError, match="the game is over here"):
            game.position("xxx/oo./...").play("6")
    with pydecl.consult("nim") as game, pytest.raises(MoveError, match=r"did you mean take\(1,1\)"):
        game.start.play("take(1,9)")


class Doubled(Countdown):
    """Two moves of one name."""

    def moves(self, position: Any) -> list[tuple[Any, Any]]:
        return [("go", after) for _, after in super().moves(position)]


class Nameless(Countdown):
    """No move has a name."""

    def moves(self, position: Any) -> list[tuple[Any, Any]]:
        return [(None, after) for _, after in super().moves(position)]


def test_a_name_of_several_moves_is_no_answer_and_a_position_is() -> None:
    start = Doubled().start
    with pytest.raises(MoveError, match="several moves are called 'go'"):
        start.play("go")
    assert start.play("[min,2]").state == ("min", 2)


def test_moves_without_names_are_told_by_their_positions() -> None:
    start = Nameless().start
    assert [str(move) for move in start] == ["to [min,3]", "to [min,2]"]
    assert start.play("to [min,2]") == start.play("[min, 2]") == start.moves()[1].position


def test_an_end_says_who_has_won() -> None:
    with pydecl.consult("tictactoe") as game:
        end = game.position("xxx/oo./...")
        assert (end.is_over, end.outcome, end.static_value, end.moves()) == (True, Outcome.WON, 1, ())
        assert end.best_move() is None
        assert (game.start.is_over, game.start.outcome) == (False, None)


def test_an_end_may_be_told_without_a_value(tmp_path: Path) -> None:
    rules = tmp_path / "short.pl"
    rules.write_text(
        "initial(a).\nmove(a, b).\nmax_to_move(a).\nmin_to_move(b).\n"
        "terminalwon(b).\nterminallost(_) :- fail.\n"
    )
    with pydecl.consult(rules) as game:
        (end,) = (move.position for move in game.start)
        assert end.outcome is Outcome.WON


def test_a_position_is_searched_by_any_program_on_any_engine_to_any_depth() -> None:
    with pydecl.consult("connect4:width=4,height=4") as game:
        position = game.start.play("1", "2")
        values = {
            position.value(depth=4, program=program, engine=engine)
            for program in ("minimax", "alphabeta", "scout")
            for engine in ("prolog", "python")
        }
        assert len(values) == 1
        best = position.best_move(depth=4)
        assert isinstance(best, Move)
        assert best in position.moves()
        assert position.value(depth=12, program="minimax", seconds=0.2) is None


def test_what_is_no_position_is_refused() -> None:
    with pydecl.consult("tictactoe") as game, pytest.raises(PositionError):
        game.position("x.o/.x.")
    with pytest.raises(PositionError, match="is not a position of Countdown"):
        Countdown().position("((")
    with pytest.raises(InputError, match="no initial/1"):
        _ = type("Nowhere", (Countdown,), {"initial": lambda _self: []})().start


def test_a_game_without_moves_says_so() -> None:
    class Bare(pydecl.Game[int]):
        def initial(self) -> list[int]:
            return [1]

        def player(self, position: int) -> Player:  # noqa: ARG002
            return Player.MAX

        def static_value(self, position: int) -> int:
            return position

    with pytest.raises(TypeError, match="Bare has no moves"):
        Bare().start.moves()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sampled(3, "what becomes of each kind of value is tested below, without a search")
def test_a_position_of_a_game_in_python_is_given_in_any_way(kind: str) -> None:
    game = Countdown(kind)
    position = game.start.moves()[1].position
    with pydecl.supply(game) as supplied:
        for asked in (game, supplied):
            for given_as in (position, position.term, str(position), position.state):
                assert pydecl.search(asked, position=given_as).value == -1, given_as


def test_the_ways_to_play_a_game_in_python_are_as_many_on_each_engine() -> None:
    for plies in range(6):
        count = pydecl.perft(Countdown(), plies, engine="python").positions
        assert pydecl.perft(Countdown(), plies).positions == count
    with pydecl.supply(Countdown(), plies=2) as supplied:
        with pytest.raises(InputError, match="2 plies were supplied"):
            pydecl.perft(supplied, 3)
        assert pydecl.perft(supplied, 2).positions == 4


# Plain values as terms

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.fractions()
    | st.text(alphabet=st.characters(exclude_categories=["Cs"]))
    | st.sampled_from(Side),
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple)
        | st.frozensets(st.integers() | st.text("ab'\\ ", max_size=3), max_size=4)
        | st.builds(Left, st.text("xy", max_size=2), st.integers())
        | st.builds(Board, st.lists(inner, max_size=3).map(tuple), st.booleans())
    ),
    max_leaves=12,
)


@given(PLAIN)
def test_a_plain_value_comes_back_from_its_term_and_from_its_text(value: Any) -> None:
    shapes = Shapes()
    term = shapes.term(value)
    assert shapes.value(term) == value
    assert shapes.value(read_term(term_text(term))) == value


@given(PLAIN, PLAIN)
def test_unlike_values_have_unlike_terms(one: Any, other: Any) -> None:
    shapes = Shapes()
    if one != other:
        assert shapes.term(one) != shapes.term(other)


@pytest.mark.parametrize("value", [[1], {1: 2}, {1}, object(), float("nan"), (1, [2]), lambda: 1])
def test_what_is_not_plain_is_refused(value: object) -> None:
    with pytest.raises(InputError):
        Shapes().term(value)


def test_a_dataclass_that_can_change_is_not_plain() -> None:
    @dataclass
    class Loose:
        left: int = 1

    with pytest.raises(InputError, match="is a Loose: a position is a tuple"):
        Shapes().term(Loose())


def test_two_classes_of_one_name_are_not_mixed_up() -> None:
    shapes = Shapes()
    shapes.term(Left("max", 1))
    with pytest.raises(InputError, match="two classes are called Left"):
        shapes.term(OTHER_LEFT(1))


def test_a_term_of_an_unknown_shape_stands_for_nothing() -> None:
    with pytest.raises(PositionError, match="stands for no value"):
        Shapes().value(Compound("unknown", (Atom("a"),)))


def test_a_game_of_named_tuples_reads_a_term_before_it_has_written_one() -> None:
    assert Countdown("named").position("left(min,3)").state == Left("min", 3)


def test_the_mover_is_asked_of_the_rules() -> None:
    class Nobody(Countdown):
        def player(self, position: Any) -> Player:
            raise ContractError("neither_to_move", self.text(position))

    with pytest.raises(ContractError, match=r"no player is to move in \[max,4\]"):
        _ = Nobody().start.player
