"""Whatever rules are the quickest, an adapter plays the same game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from adapted_games import Pile, Stubborn, stubborn_file
from folders import ROOT, rules_file

import pydecl
from pydecl.adapters.opening import Opened, open_game
from pydecl.engines.native.shared_memory import WalkedGame
from pydecl.errors import InputError
from pydecl.model.game import Player
from pydecl.model.result import Preferred

pytestmark = pytest.mark.usefixtures("quick_c")

PILE = (ROOT / "examples" / "pile.pl").read_text(encoding="utf-8")


def walk(opened: Opened) -> list[tuple[str, Player | None]]:
    """The positions and movers of the match in which each takes the first move."""
    state, seen = opened.start.state, []
    while True:
        seen.append((opened.text(state), opened.mover(state)))
        following = opened.rules.successors(state)
        if not following:
            return seen
        state = following[0][1]


@pytest.mark.sampled(2, "each case plays a game many times")
@pytest.mark.parametrize("name", ["tictactoe", "hexapawn", "kalah:pits=2,seeds=2", "dots_and_boxes"])
@pytest.mark.parametrize("passes", [False, True])
@pytest.mark.covering(1, "each game once, and with and without passes")
def test_rules_by_hand_and_compiled_are_the_same_game(name: str, passes: bool) -> None:
    with (
        open_game(name, passes=passes) as by_hand,
        open_game(name, passes=passes, rules=Preferred.COMPILED) as compiled,
    ):
        assert by_hand.rules is not compiled.rules
        assert walk(by_hand) == walk(compiled)


def test_positions_of_earlier_matches_are_let_go(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("pydecl.adapters.opening.MOST_POSITIONS", 2)
    file = rules_file(tmp_path, PILE, "pile.pl")
    with open_game(str(file)) as opened:
        seen = walk(opened)
        later = opened.rules.successors(opened.start.state)[-1][1]
        opened.let_go(opened.start.state)
        assert opened.text(later)  # few positions stay
        opened.let_go(3)
        assert walk(opened) == seen


GIVEN: list[Callable[[Path], Any]] = [
    lambda _: Stubborn(),
    lambda _: pydecl.supply(Stubborn()),
    stubborn_file,
    lambda folder: pydecl.consult(stubborn_file(folder)),
]


@pytest.mark.parametrize("given", GIVEN, ids=["class", "supplied", "file", "consulted"])
def test_where_a_player_moves_again_there_are_passes_or_none(
    given: Callable[[Path], Any], tmp_path: Path
) -> None:
    with open_game(given(tmp_path)) as plain:
        movers = [mover.value for _, mover in walk(plain) if mover is not None]
        assert movers == ["max", "max", "min", "min", "max", "max"]
    with open_game(given(tmp_path), passes=True) as passing:
        movers = [mover.value for _, mover in walk(passing) if mover is not None]
        assert movers == ["max", "min"] * 4 + ["max"]


def test_a_pass_of_the_game_is_the_position_after_it_where_rules_know_no_passes() -> None:
    with pydecl.supply(Stubborn()) as game:
        waiting = game.start.moves()[0].position
        assert waiting.player is Player.MIN
        with open_game(waiting) as opened:
            assert opened.start.player is Player.MAX
            assert str(opened.position(opened.start.state)) == str(waiting.moves()[0].position)


def test_a_position_goes_there_and_back() -> None:
    with open_game("tictactoe") as opened:
        for name, after in opened.rules.successors(opened.start.state):
            position = opened.position(after)
            assert (
                opened.state(position) == opened.state(position.term) == opened.state(str(position)) == after
            )
            assert opened.move_text(name, after) == str(opened.position(opened.start.state).move(str(name)))


def test_a_game_in_python_is_asked_itself() -> None:
    game = Pile()
    for written in ("[min,2]", ("min", 2), game.start.play("take 2")):
        with open_game(game, written) as opened:
            assert opened.rules is game
            assert opened.start.state == ("min", 2)


def test_bad_input() -> None:
    with pytest.raises(InputError, match="two positions are given"):
        open_game(Pile().start, "[max,3]")
    with pytest.raises(InputError, match="memory: this is for a name or a path"):
        open_game(Pile(), memory=100)


def test_a_text_that_comes_with_what_follows_is_the_text_that_is_asked_for_alone(tmp_path: Path) -> None:
    with open_game(str(rules_file(tmp_path, PILE))) as opened:
        rules, told = opened.rules, []
        assert isinstance(rules, WalkedGame)
        for at_once in (False, True):
            state, seen = rules.root, []
            while True:
                following = rules.afters(state) if at_once else ()
                seen.append(rules.format_position(state))
                if not (following or rules.afters(state)):
                    break
                state = rules.afters(state)[0]
            told.append(seen)
            rules.forget()
        assert told[0] == told[1]
        assert told[0][:2] == ["pile(max,10)", "pile(min,9)"]
