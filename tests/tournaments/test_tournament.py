"""Tournaments of programs: players, openings, games, the crosstable, variants."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file
from rings import sample_size
from tournament_games import WEIGHED

from pydecl.errors import Exit, InputError
from pydecl.loading.consulting import consult
from pydecl.model.game import Outcome
from pydecl.model.program import Program
from pydecl.model.result import Order
from pydecl.playing.record import read_record, replayed
from pydecl.tournaments.arena import Arena, Ending, Rules, openings
from pydecl.tournaments.players import read_player
from pydecl.tournaments.running import POINTS, schedule, tournament

pytestmark = pytest.mark.usefixtures("own_folder")


# Players


def test_a_player_is_read_with_all_it_names() -> None:
    text = "minimax,depth=unlimited,engine=python,order=best,seed=7,time=2.5,name=one,g:a=[1,2],b=x"
    player = read_player(text, "g")
    assert (player.name, player.program, player.engine) == ("one", Program.MINIMAX, "python")
    assert (player.depth, player.seconds) == (None, 2.5)
    assert (player.settings.order, player.settings.seed) == (Order.BEST, 7)
    assert player.options == {"a": "[1,2]", "b": "x"}


# Openings and schedule


def test_openings_are_legal_and_the_first_ones_do_not_depend_on_how_many() -> None:
    with consult("connect4:width=4,height=4") as game:
        some, more = openings(game, 5, 3, 11), openings(game, 9, 3, 11)
        assert more[:5] == some
        assert len({opening.position for opening in more}) == 9
        assert openings(game, 5, 3, 12) != some
        for opening in more:
            position = opening.start
            assert len(opening.turns) == 3
            for turn in opening.turns:
                assert turn.mover is game.player(position)
                assert turn.position in [after for _, after in game.successors(position)]
                position = turn.position
            assert game.successors(position)


def test_no_opening_ends_the_game() -> None:
    with consult("nim:heaps=[1,2]") as game:
        for opening in openings(game, 8, 10, 1):
            assert 0 < len(opening.turns) < 10
            assert game.successors(opening.position)


def test_each_pair_plays_each_opening_with_both_colours() -> None:
    with consult("nim") as game:
        drawn = openings(game, 2, 1, 1)
    fixtures = schedule(3, 4, drawn)
    assert [fixture.number for fixture in fixtures] == list(range(1, 13))
    for one, two in itertools.combinations(range(3), 2):
        sides = [
            (f.max_player, f.opening.number) for f in fixtures if {f.max_player, f.min_player} == {one, two}
        ]
        assert sides == [(one, 0), (two, 0), (one, 1), (two, 1)]


# Games


@pytest.mark.parametrize("game", ["othello:size=4", "hexapawn", "tictactoe"])
@pytest.mark.sampled(1, "each case plays a tournament")
def test_each_game_follows_the_rules_to_its_end(game: str) -> None:
    players = ["alphabeta,depth=2", "minimax,depth=1,engine=python", "random,seed=3"]
    found = tournament(game, players, games=sample_size(2, 4), seed=5)
    assert found.reason is None
    assert len(found.played) == len(found.fixtures) == 3 * sample_size(2, 4)
    with consult(game) as opened:
        for number, played in found.played.items():
            record = read_record(found.record(number), "record")
            *_, (match, seen) = replayed(opened, record)
            assert [turn.move for turn in match.turns] == [move for _, move in played.turns]
            assert seen.outcome is played.outcome
            assert played.ending is Ending.RULES
            opening = found.fixtures[number - 1].opening
            begun = [turn.position for turn in match.turns[: len(opening.turns)]]
            assert begun == [turn.position for turn in opening.turns]


def test_points_are_one_a_game_and_rows_and_columns_add_up() -> None:
    found = tournament("tictactoe", ["random", "random,seed=1", "random,seed=2"], games=6)
    table = found.table()
    assert sum(score.points for score in table.totals) == len(found.fixtures) == 18
    for one, two in itertools.combinations(range(3), 2):
        assert table.between[one, two].points + table.between[two, one].points == 6
        assert table.between[one, two].games == 6
    for place, score in enumerate(table.totals):
        assert score.points == score.wins + Fraction(score.draws, 2)
        assert score.points == sum(table.between[place, other].points for other in range(3) if other != place)
    ranked = [table.totals[place].points for place in table.ranked()]
    assert ranked == sorted(ranked, reverse=True)
    won_by_max = sum(POINTS[game.outcome] for game in found.played.values())
    assert 0 < won_by_max < 18


def test_a_game_without_end_is_drawn_at_the_length_that_was_said(pydecl: Run) -> None:
    words = ("tournament", "graph:edges=[1-2,2-1]", "--player", "random", "--player", "random,seed=2")
    done = pydecl(*words, "--max-plies", "9")
    assert "drawn by length, after 9 plies: 2" in done.out
    found = pydecl(*words, "--max-plies", "9", "--json").json()
    assert [(game["ending"], len(game["moves"])) for game in found["records"]] == [("length", 9)] * 2
    assert [row["points"] for row in found["ranking"]] == [1, 1]


def test_who_has_no_move_when_the_time_is_over_has_lost(pydecl: Run) -> None:
    players = ("--player", "minimax,depth=unlimited,time=0.05", "--player", "random")
    done = pydecl("tournament", "othello", *players, "--json")
    assert done.code == Exit.FINE
    assert [game["ending"] for game in done.json()["records"]] == ["time", "time"]
    assert done.json()["ranking"][0]["player"] == "random"
    assert "moves were limited by time: another run may end differently" in done.err


def test_chance_is_drawn_by_the_seed_and_alike_for_both_colours(tmp_path: Path) -> None:
    text = """
    initial(p(max, 0, [])).
    max_to_move(p(max, _, _)).
    min_to_move(p(min, _, _)).
    move(p(max, N, L), go, chance(min, N, L)) :- N < 5.
    move(p(min, N, L), go, chance(max, N, L)) :- N < 5.
    chance(chance(M, N, L), 1r2, p(M, N1, [Side|L])) :- N1 is N + 1, member(Side, [h, t]).
    staticval(p(_, _, [h|_]), 1) :- !.
    staticval(_, -1).
    """
    file = str(rules_file(tmp_path, text))
    players = ["expectiminimax,depth=2", "random"]
    found = [tournament(file, players, games=6, seed=seed) for seed in (1, 1, 2)]
    moves = [[game.turns for game in one.played.values()] for one in found]
    assert found[0].reason is None
    assert moves[0] == moves[1] != moves[2]
    assert moves[0][0] == moves[0][1], "one opening, both colours"
    assert len(set(moves[0])) == 3, "and other openings, other draws"


# Variants


def test_each_player_searches_with_its_own_values(tmp_path: Path) -> None:
    file = str(rules_file(tmp_path, WEIGHED))
    players = [f"minimax,depth=1,{file}:weight={weight}" for weight in (5, -5)]
    found = tournament(file, players, opening_plies=0)
    assert found.reason is None
    assert [game.turns[0][1] for game in found.played.values()] == ["b", "c"]
    assert [game.outcome for game in found.played.values()] == [Outcome.WON, Outcome.LOST]


def test_a_variant_with_other_moves_is_refused_where_they_differ(tmp_path: Path) -> None:
    file = str(rules_file(tmp_path, WEIGHED))
    found = tournament(file, [f"minimax,depth=1,{file}:extra=1,weight=1", "random"], opening_plies=0)
    assert found.exit_code is Exit.BAD_INPUT
    assert "in at(b,min) the mover, the moves or the end differ" in str(found.reason)
    assert "game 1, minimax" in str(found.reason)


def test_a_variant_with_another_start_is_refused_before_any_game() -> None:
    with pytest.raises(InputError, match="its options change the game nim: the start differs"):
        tournament("nim", ["minimax,nim:heaps=[2]", "random"])


def test_an_arena_knows_each_variant_once() -> None:
    players = [
        read_player(text, "nim")
        for text in ("minimax,nim:heaps=[1,3,5]", "random", "alphabeta,nim:heaps=[1,3,5]")
    ]
    with Arena(Rules("nim", players, 10)) as arena:
        assert arena.variant(players[0]) is arena.variant(players[2])
        assert arena.variant(players[1]) is arena.game
        assert arena.variant(replace(players[0], options={})) is arena.game
