"""Systems with a planted fault differ from the rules, by its kind; right ones agree, whatever their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from planted import InThisProcess, Planted

from pydecl.court import settling, trial
from pydecl.court.sides import SystemSide
from pydecl.court.trial import held
from pydecl.court.verdict import CourtVerdict
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import Exit
from pydecl.loading.consulting import consult
from pydecl.model.deadline import Deadline

GAMES = (
    "tictactoe",
    "nim:heaps=[2,3]",
    "connect4:width=4,height=3",
    "hexapawn",
    "domineering:width=3,height=4",
    "dots_and_boxes:width=2,height=1",
    "atari_go:size=3",
    "go:rows=2,columns=2",
)

FAULTS = {
    "missing move": {"missing move"},
    "extra move": {"extra move"},
    "end too early": {"end"},
    "result flipped": {"result"},
    "wrong mover": {"mover"},
}

LAWS = {"undo": "undo", "clone": "clone", "shared state": "shared state", "sum": "zero sum", "order": "order"}

Holds = Callable[[str, Planted], CourtVerdict]


@pytest.fixture(scope="module")
def holds() -> Iterator[Holds]:
    """What holds a system in this process against the rules of a bundled game."""
    games: dict[str, SessionGame] = {}

    def against(game: str, system: Planted) -> CourtVerdict:
        if game not in games:
            games[game] = consult(game)
        return held(games[game], SystemSide(InThisProcess(system)), game, positions=150)

    yield against
    for game in games.values():
        game.close()


def kinds(verdict: CourtVerdict) -> set[str]:
    return {one.kind for one in verdict.differences}


MORE = pytest.mark.thorough("the same in more games")

EACH_GAME = pytest.mark.parametrize(
    "game", [*GAMES[:2], *(pytest.param(game, marks=MORE) for game in GAMES[2:])]
)


@pytest.mark.parametrize("fault", FAULTS)
@EACH_GAME
def test_a_fault_is_found_and_named_by_its_kind(holds: Holds, game: str, fault: str) -> None:
    assert kinds(holds(game, Planted(game, fault))) == FAULTS[fault]


def test_a_fault_is_found_where_whole_games_take_too_long_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "WHOLE", 0.0)
    system = SystemSide(InThisProcess(Planted("tictactoe", "missing move")))
    with consult("tictactoe") as game:
        verdict = held(game, system, "planted", positions=150, until=Deadline.after(600))
    assert kinds(verdict) == {"missing move"}


@pytest.mark.parametrize("law", LAWS)
def test_a_law_that_is_broken_is_named(holds: Holds, law: str) -> None:
    assert kinds(holds("tictactoe", Planted("tictactoe", law))) == {LAWS[law]}


@EACH_GAME
def test_a_right_system_agrees(holds: Holds, game: str) -> None:
    verdict = holds(game, Planted(game))
    assert verdict.agree
    assert verdict.positions > 10


@pytest.mark.parametrize("seed", [1, 2])
def test_renamed_and_shuffled_moves_are_no_difference(holds: Holds, seed: int) -> None:
    assert holds("nim:heaps=[2,3]", Planted("nim:heaps=[2,3]", shuffled=seed)).agree


@pytest.mark.thorough("eight seconds each")
@pytest.mark.parametrize("seed", [1, 5])
def test_names_that_a_symmetry_exchanges_are_no_difference(seed: int) -> None:
    """Columns show what they are only when four in a row end the game, after seven plies."""
    name = "connect4:width=5,height=4"
    with consult(name) as game:
        system = SystemSide(InThisProcess(Planted(name, shuffled=seed)))
        assert held(game, system, name, positions=5000).agree


def test_the_line_is_one_of_both_games(holds: Holds) -> None:
    (found,) = holds("tictactoe", Planted("tictactoe", "missing move", late=3)).differences
    assert len(found.line) == 3
    assert all(rules == system for rules, system in found.line)
    assert found.expected.startswith("the second player to move, 6 moves, among them ")
    assert found.found == "the second player to move, 5 moves"


def test_what_came_no_further_than_the_start_is_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Deadline, "is_over", True)
    with consult("nim") as game:
        system = SystemSide(InThisProcess(Planted("nim")))
        verdict = held(game, system, "nim", until=Deadline.after(600))
    assert (verdict.positions, verdict.agree, verdict.exit_code) == (1, None, Exit.LIMIT)


def test_more_positions_of_random_games_are_compared_by_default(
    holds: Holds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "POSITIONS", 100)
    monkeypatch.setattr(trial, "AT_RANDOM", 1000)
    game = "connect4:width=4,height=3"
    with consult(game) as rules:
        verdict = held(rules, SystemSide(InThisProcess(Planted(game))), game)
    assert verdict.positions > holds(game, Planted(game)).positions > 150
