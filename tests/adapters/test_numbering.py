"""Numbers stand for moves: each move of a position has its own, by order or by name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from adapted_games import PLAYABLE, Pile, Wide, sizes

from pydecl.adapters.numbering import Actions, numbering
from pydecl.adapters.opening import Opened, open_game
from pydecl.adapters.surveying import survey
from pydecl.errors import InputError

pytestmark = pytest.mark.usefixtures("quick_c")


def numbers(opened: Opened, actions: Actions) -> list[int]:
    """The numbers of the moves at the start."""
    state = opened.start.state
    return list(
        numbering(opened, actions, lambda: survey(opened)).numbers(state, len(opened.rules.afters(state)))
    )


@pytest.mark.parametrize("name", [name for name in PLAYABLE if not sizes(name)])
@pytest.mark.sampled(6, "a survey does not ask what game it is")
def test_a_survey_finds_room_for_all_that_it_has_seen(name: str) -> None:
    with open_game(name) as opened:
        seen = survey(opened)
        assert survey(opened) == seen
        assert seen.roomy(seen.moves) >= seen.moves >= 1
        assert (seen.roomy(seen.length) == seen.length) is seen.complete
        assert (seen.chances > 0) is opened.has_chance


def test_a_survey_of_rules_in_another_process_is_shorter_and_says_the_sizes(tmp_path: Path) -> None:
    file = tmp_path / "long.pl"
    file.write_text(
        "initial(max/0). max_to_move(max/_). min_to_move(min/_). staticval(_, 0).\n"
        "move(A/N, go(D), B/M) :- N < 1000, member(A-B, [max-min,min-max]), between(1, 9, D), M is N + D.\n"
    )
    with open_game(str(file)) as opened:
        with pytest.warns(UserWarning, match=r"long\.pl: .* positions .*; actions=32 and observation=32 "):
            asked = survey(opened, most=90)
        assert asked.moves == 9


def test_what_a_survey_has_not_seen_all_of_has_room_to_spare() -> None:
    with open_game("connect4") as opened:
        seen = survey(opened, most=100)
        assert (seen.complete, seen.moves, seen.roomy(seen.moves)) == (False, 7, 16)


def test_by_name_a_move_keeps_its_number() -> None:
    with open_game("nim:heaps=[1,2]") as opened:
        assert numbers(opened, "names") == [0, 1, 2]
        assert numbers(opened, ["take(2,2)", "take(2,1)", "take(1,1)", "never"]) == [2, 1, 0]


def test_where_moves_have_no_names_positions_stand_for_them() -> None:
    class Unnamed(Pile):
        def moves(self, position: tuple[str, int]) -> Iterable[tuple[None, tuple[str, int]]]:  # type: ignore[override]
            return [(None, after) for _, after in super().moves(position)]

    with open_game(Unnamed(2)) as opened:
        assert survey(opened).names == ("to [min,1]", "to [min,0]", "to [max,0]")
        assert numbers(opened, "names") == [0, 1]


def test_too_few_numbers_are_an_error_that_says_how_many_are_enough() -> None:
    with open_game(Wide(10)) as opened, pytest.raises(InputError, match=r"10 moves, .* actions=10 or more"):
        numbers(opened, 9)


def test_bad_input() -> None:
    with open_game("nim:heaps=[1,2]") as opened:
        with pytest.raises(InputError, match=r"has the move 'take\(2,1\)', which is not among the 1"):
            numbers(opened, ["take(1,1)"])
        with pytest.raises(InputError, match="the name 'a' is there twice"):
            numbers(opened, ["a", "b", "a"])
        with pytest.raises(InputError, match="there must be at least 1 name"):
            numbers(opened, [])
        with pytest.raises(InputError, match="there must be at least 1 action, not 0"):
            numbers(opened, 0)
        with pytest.raises(InputError, match="actions is 'order', 'names', a number or a list"):
            numbers(opened, "name")
    with open_game("othello") as opened, pytest.raises(InputError, match="not all names of moves are known"):
        numbers(opened, "names")


def test_moves_of_the_same_name_can_only_be_numbered_in_their_order() -> None:
    class Twins(Pile):
        def moves(self, position: tuple[str, int]) -> Iterable[tuple[str, tuple[str, int]]]:
            return [("on", (after, 0)) for after in ("max", "min")] if position[1] else []

    with open_game(Twins()) as opened:
        assert numbers(opened, "order") == [0, 1]
        with pytest.raises(InputError, match="has several moves 'on': number the moves in their order"):
            numbers(opened, "names")
