"""Adapters of other packages: what they say of a game that everybody knows."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import count
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from pydecl.court import host
from pydecl.court.trial import against
from pydecl.loading.consulting import consult


class Guessing:
    """A game of TextArena's: two say a letter that nobody has said; who says c has won."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def reset(self, num_players: int, seed: int) -> None:
        assert (num_players, seed) == (2, 0)
        info = {0: {"invalid_move": False}, 1: {"invalid_move": False}}
        self.state = SimpleNamespace(
            done=False, rewards=None, current_player_id=0, error_allowance=1, game_info=info
        )
        self.state.logs, self.state.observations = [], {0: [], 1: []}
        self.state.turn, self.state.game_state = 0, {"said": self.said}

    def step(self, said: str) -> None:
        state, mover = self.state, self.state.current_player_id
        if said in self.said:
            if state.error_allowance == 0:
                state.game_info[mover]["invalid_move"] = state.done = True
            return
        self.said.append(said)
        state.turn += 1
        if said == "[c]":
            state.done, state.rewards = True, {mover: 1, 1 - mover: -1}
        state.current_player_id = 1 - mover


def test_moves_that_nobody_lists_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType("textarena")
    module.make = lambda _: Guessing()
    monkeypatch.setitem(sys.modules, "textarena", module)
    monkeypatch.setattr("importlib.metadata.version", lambda _: "0")
    monkeypatch.delitem(sys.modules, "pydecl.court.systems.textarena", raising=False)
    system = import_module("pydecl.court.systems.textarena").System("Guessing-v0-raw [{a-c}]")
    start = system.new()
    assert system.look(start) == (0, ["[a]", "[b]", "[c]"], None)
    after = system.play(start, 1)
    assert system.look(after) == (1, ["[a]", "[c]"], None)
    assert system.look(system.play(after, 1)) == (None, [], [-1.0, 1.0])
    assert system.look(start) == (0, ["[a]", "[b]", "[c]"], None)
    spoken = import_module("pydecl.court.systems.textarena").spoken
    assert spoken("{9-10} to {a-b}") == ["9 to a", "9 to b", "10 to a", "10 to b"]


@pytest.mark.thorough("other people's packages take long to start")
@pytest.mark.parametrize(
    ("package", "what", "game"),
    [
        ("pyspiel", "open_spiel:tic_tac_toe", "tictactoe"),
        ("pettingzoo.classic.tictactoe_v3", "pettingzoo:tictactoe_v3", "tictactoe"),
        ("pgx", "pgx:tic_tac_toe", "tictactoe"),
        ("textarena", "textarena:TicTacToe-v0-raw [{0-8}]", "tictactoe"),
    ],
)
def test_a_package_of_others_plays_tictactoe(package: str, what: str, game: str) -> None:
    pytest.importorskip(package)
    with consult(game) as rules:
        verdict = against(rules, what, positions=60, seconds=120)
    assert verdict.agree
    assert verdict.positions > 100


def test_a_sheet_is_held_against_itself() -> None:
    sheet = "tests/gdl/sheets/connect_three.kif"
    with consult(sheet) as rules:
        verdict = against(rules, f"kif:{sheet}", positions=20)
    assert verdict.agree


def test_an_answer_that_takes_long_waits_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "time", SimpleNamespace(monotonic=count().__next__))
    lines = list(host.Replies(None).together([b'["jump"]', b'["fly"]']))
    assert b"".join(lines).count(b"no word") == lines[0].count(b"no word") + 1 == 2


class Slow:
    """A game that somebody asked for its moves so often."""

    asked = 0

    def mover(self) -> int:
        return 0

    def moves(self) -> list[int]:
        Slow.asked += 1
        return [1, 2]

    def result(self) -> None: ...

    def play(self, move: int) -> None: ...


def test_a_class_lists_its_moves_once() -> None:
    system = import_module("pydecl.court.systems.python").System(f"{__name__}:Slow")
    state = system.new()
    system.look(state)
    before = Slow.asked
    system.play(state, 1)
    assert Slow.asked == before


class Broken:
    """A game whose start is none."""

    def new(self) -> None:
        raise KeyError("start")


def test_an_exception_of_a_system_tells_its_place() -> None:
    said = host.Replies(Broken()).of(b'["new"]')["error"]
    line = Broken.new.__code__.co_firstlineno + 1
    assert said == f"KeyError: 'start' ({__file__}:{line}, in new)"
    assert host.Replies(Broken()).of(b'["drop"')["error"].startswith("JSONDecodeError: ")


@pytest.mark.thorough("other people's packages take long to start")
@pytest.mark.parametrize("seed", range(5))
def test_chess_moves_are_named_by_both_squares(seed: int) -> None:
    spiel = pytest.importorskip("pyspiel")
    system = import_module("pydecl.court.systems.open_spiel").System("chess")
    random, state = Random(seed), system.new()
    while not state.is_terminal():
        actions, board = state.legal_actions(), state.board()
        told = [spiel.chess.action_to_move(action, board).to_lan() for action in actions]
        assert system.look(state)[1] == told
        state = system.play(state, random.randrange(len(actions)))
