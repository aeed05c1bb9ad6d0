"""A batch plays as a stepper does, move by move; what is no action, or no game for it, is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from adapted_games import Pile
from folders import rules_file
from module_fixtures import for_module

import pydecl
from pydecl.api.stepping import Stepper
from pydecl.errors import ContractError, InputError, NotCompiledError, PydeclError
from pydecl.model.game import Outcome, Player

pytest.importorskip("numpy")

import numpy as np

from pydecl.adapters.numpy import Batch
from pydecl.adapters.planes import form_of

pytestmark = pytest.mark.usefixtures("quick_c")

RACE = """
initial(race(max, 3, 0)).
max_to_move(race(max, _, _)).
min_to_move(race(min, _, _)).
move(race(P, A, B), step(N), race(Q, C, D)) :-
    A > 0, B < 3, other(P, Q), between(1, 2, N), C is A - N, C >= 0, D is B + N mod 2.
other(max, min).
other(min, max).
staticval(race(_, A, B), V) :- V is A - B.
"""

HEAPS = """
initial(heaps(max, [6, 7, 4, 5, 6, 7])).
max_to_move(heaps(max, _)).
min_to_move(heaps(min, _)).
move(heaps(P, Heaps), Name, heaps(Q, Next)) :-
    other(P, Q),
    (   member(Heap, Heaps), Heap > 1
    ->  select(N, Heaps, Rest), member(K, [1, 1, 2, 1, 1]), K =< N,
        Name = N, left(N, K, Rest, New), turned(P, New, Next)
    ;   Name = pass, Heaps = [_|Next]
    ).
left(N, N, Rest, Rest) :- !.
left(N, K, Rest, [M|Rest]) :- M is N - K.
turned(max, Heaps, Next) :- reverse(Heaps, Next).
turned(min, Heaps, Next) :- sort(0, @>=, Heaps, Next).
other(max, min).
other(min, max).
staticval(heaps(max, _), -1).
staticval(heaps(min, _), 1).
"""

LATE_ERROR = """
initial(at(max, 30)).
max_to_move(at(max, _)).
min_to_move(at(min, _)).
move(at(P, N), K, at(Q, M)) :- between(0, 20, K), other(P, Q), less(N, K, M).
less(N, K, M) :- ( N > 15 -> M is N - 1 ; M is N - 1 // K ).
other(max, min).
other(min, max).
staticval(_, 0).
"""

TABLED = """
:- table reached/2.
initial(at(max, 30)).
max_to_move(at(max, _)).
min_to_move(at(min, _)).
move(at(P, N), take(K), at(Q, M)) :- member(K, [1, 2, 3]), reached(N, K), M is N - K, other(P, Q).
reached(N, K) :- N >= K, ( N =:= K ; M is N - 1, ( M < K ; reached(M, K) ) ).
other(max, min).
other(min, max).
staticval(at(max, _), -1).
staticval(at(min, _), 1).
"""

CHANGES = """
:- dynamic seen/1.
initial(1).
max_to_move(1).
min_to_move(0).
move(1, 0) :- retractall(seen(_)).
staticval(_, 0).
"""

BROKEN = """
initial(a).
move(a, b).
move(b, c).
max_to_move(a).
min_to_move(b).
max_to_move(c).
min_to_move(c).
staticval(_, 0).
"""

SCORES = {None: 0, Outcome.DRAWN: 0, Outcome.WON: 1, Outcome.LOST: -1}
MOVERS = {Player.MAX: 1, Player.MIN: -1}


class Splitmix:
    """The generator of a match, as its authors have it."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def word(self) -> int:
        most = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & most
        word = self.state
        word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & most
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & most
        return word ^ word >> 31


class Walk:
    """A match at random, by a stepper."""

    def __init__(self, game: Stepper, seed: int, plies: int) -> None:
        self.game = game
        self.random = Splitmix(seed)
        self.most = plies
        self.begin()

    def begin(self) -> None:
        self.plies = 0
        self.go(self.game.start)

    def go(self, position: int) -> None:
        while chances := self.game.chances(position):
            at = (self.random.word() >> 11) / 2**53
            for odds, after in chances:
                position = after
                at -= float(odds)
                if at < 0:
                    break
        self.position = position

    def step(self) -> tuple[int, int, bool, bool]:
        """The action, the reward, and whether the match is over, or stopped."""
        after = self.game.after(self.position)
        action = (self.random.word() >> 32) * len(after) >> 32
        if after:
            self.plies += 1
            self.go(after[action])
        result = self.game.result(self.position)
        stopped = result is None and self.plies >= self.most
        if result is not None or stopped:
            self.begin()
        return action, SCORES[result], result is not None, stopped


def same_matches(game: str | Path, count: int, steps: int, plies: int = 1000) -> None:
    ends = 0
    with pydecl.consult(game) as opened, pydecl.stepper(opened) as stepper:
        walks = [Walk(stepper, 7 + i, plies) for i in range(count)]
        with Batch(opened, count, seed=7, plies=plies) as batch:
            for turn in range(steps):
                at = [walk.position for walk in walks]
                assert batch.counts.tolist() == [len(stepper.moves(one)) for one in at]
                movers = [stepper.mover(one) for one in at]
                assert batch.movers.tolist() == [0 if one is None else MOVERS[one] for one in movers]
                assert batch.plies.tolist() == [walk.plies for walk in walks]
                assert str(batch.position(turn % count)) == stepper.text(at[turn % count])
                rewards, terminated, truncated = batch.step()
                made = [walk.step() for walk in walks]
                found = zip(batch.actions, rewards, terminated, truncated, strict=True)
                assert [tuple(map(int, one)) for one in found] == [tuple(map(int, one)) for one in made]
                ends += sum(over or stopped for _, _, over, stopped in made)
    assert ends > count


@pytest.mark.parametrize("name", ["tictactoe", "dots_and_boxes:width=1,height=2", "pig:goal=6"])
def test_a_batch_plays_as_a_stepper_does(name: str) -> None:
    same_matches(name, 4, 40)


def test_a_file_of_ones_own_is_played_and_stopped_in_time(tmp_path: Path) -> None:
    file = rules_file(tmp_path, RACE, "race.pl")
    same_matches(file, 5, 30)
    with Batch(file, 3, plies=1) as batch:
        assert batch.step([0, 1, 0])[2].tolist() == [True] * 3
        assert str(batch.position(1)) == "race(max,3,0)"


def test_successors_are_counted_before_they_are_made(tmp_path: Path) -> None:
    file = rules_file(tmp_path, HEAPS, "heaps.pl")
    same_matches(file, 5, 60)


def test_an_error_in_making_a_successor_comes_with_its_move(tmp_path: Path) -> None:
    file = rules_file(tmp_path, LATE_ERROR, "late.pl")
    with Batch(file, 1) as batch:
        for _ in range(20):
            assert batch.counts.tolist() == [21]
            batch.step([1])
        with pytest.raises(PydeclError, match="raise"):
            batch.step([0])


@pytest.mark.thorough("hundreds of steps are made")
def test_tables_are_emptied_now_and_then(tmp_path: Path) -> None:
    file = rules_file(tmp_path, TABLED, "tabled.pl")
    same_matches(file, 2, 600)


@pytest.mark.thorough("each game is compiled first")
@pytest.mark.parametrize("name", ["connect4", "othello", "kalah", "hexapawn", "backgammon"])
def test_long_games_are_played_as_a_stepper_does(name: str) -> None:
    same_matches(name, 6, 150, plies=60)


@pytest.mark.thorough("tens of thousands of positions are met")
def test_what_is_no_longer_remembered_is_played_alike() -> None:
    """A match of one seed is the same in a batch that has met too many positions to remember more."""
    with Batch("connect4", 4096, seed=0) as large, Batch("connect4", 1, seed=4095) as small:
        for _ in range(150):
            large.step()
            small.step()
            assert large.counts[-1] == small.counts[0]
        assert str(large.position(4095)) == str(small.position(0))


ttt = for_module(lambda: Batch("tictactoe", 3, position="xx./oo./..."))


def test_actions_are_moves_by_their_order(ttt: Batch) -> None:
    ttt.reset()
    rewards, terminated, truncated = ttt.step(np.array([0, 1, 2]))
    assert rewards.tolist() == [1, 0, 0]
    assert terminated.tolist() == [True, False, False]
    assert not truncated.any()
    assert ttt.counts.tolist() == [5, 4, 4]
    assert ttt.movers.tolist() == [1, -1, -1]
    assert ttt.masks(5).sum(axis=1).tolist() == [5, 4, 4]
    assert [str(ttt.position(match)) for match in (0, 1)] == ["xx./oo./...", "xx./oox/..."]
    assert ttt.step([4, 0, 1])[0].tolist() == [0, 0, -1]


def test_observations_are_planes_if_positions_are_grids(ttt: Batch) -> None:
    ttt.reset()
    ttt.step([0, 1, 2])
    seen = ttt.observations()
    assert (seen.shape, bytes(ttt.form.symbols)) == ((3, 4, 3, 3), b"eox")
    assert seen[1, 2].tolist() == [[1, 1, 0], [0, 0, 1], [0, 0, 0]]
    assert (seen[:, :3].sum(axis=1) == 1).all()
    assert seen[:, 3, 0, 0].tolist() == [1, 0, 0]
    ended = ttt.observations(ended=True)
    assert ended[0, 2].tolist() == [[1, 1, 1], [0, 0, 0], [0, 0, 0]]
    assert (ended[1:] == seen[1:]).all()


def test_other_observations_are_texts(tmp_path: Path) -> None:
    file = rules_file(tmp_path, RACE.replace("(max", "('Größe'").replace(", max)", ", 'Größe')"), "race.pl")
    with Batch(file, 3, observation=20) as batch:
        batch.step([0, 1, 1])
        texts = [bytes(row).rstrip(b"\0").decode() for row in batch.observations()]
        assert texts == ["race(min,2,1)", "race(min,1,0)", "race(min,1,0)"]
        batch.reset()
        assert bytes(batch.observations()[2]).decode().rstrip("\0") == "race('Größe',3,0)"
    with (
        Batch(file, 2, observation=12) as small,
        pytest.raises(InputError, match="text has 19 bytes: give observation=19 or more"),
    ):
        small.observations()
    with Batch(file, 2) as batch:
        assert batch.observations().shape == (2, *batch.form.shape) == (2, 64)


def test_what_the_squares_of_random_games_do_not_hold_is_refused() -> None:
    form = form_of([b"b([e,e,e],[e,x,e],[e,e,e])"])
    with pytest.raises(InputError, match="the squares hold more than b'ex': give observation=26"):
        form.seen(np.frombuffer(b"\2b([e,e,e],[e,x,e],[e,e,q])", np.uint8).reshape(1, -1))


def test_gymnasium_takes_a_batch_for_a_vector_environment() -> None:
    vector = pytest.importorskip("pydecl.adapters.vector")
    wrappers = pytest.importorskip("gymnasium.wrappers.vector")
    made = wrappers.RecordEpisodeStatistics(vector.VectorEnv("tictactoe", 8))
    seen, told = made.reset(seed=3)
    ends = 0
    for _ in range(30):
        assert seen in made.observation_space
        movers = told["mover"]
        seen, rewards, over, stopped, told = made.step(made.action_space.sample())
        assert (seen.dtype, rewards.shape, told["action_mask"].shape) == (np.uint8, (8,), (8, 16))
        assert (rewards >= 0).all(), "who moves last does not lose"
        assert set(movers.tolist()) <= {1, -1}
        if (over | stopped).any():
            ends += over.sum()
            assert told["final_obs"] in made.observation_space
            assert (told["episode"]["l"][over] >= 5).all()
    assert ends > 8
    made.close()


def test_the_same_seed_gives_the_same_matches(ttt: Batch) -> None:
    played = []
    for seed in (3, [3, 4, 5], 4):
        ttt.reset(seed)
        steps = []
        for _ in range(9):
            ttt.step()
            steps.append(ttt.actions.tolist())
        played.append(steps)
    assert played[0] == played[1]
    assert [row[1:] for row in played[0]] == [row[:2] for row in played[2]]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ([0, 5, 0], "match 1 has no action 5: its actions are the numbers below 5"),
        ([0, 0, -1], "match 2 has no action -1"),
        ([1 << 32, 0, 0], "match 0 has no action 4294967296"),
        ([0, 0], "actions are 3 whole numbers, one for each match"),
        ([0.0, 0.0, 0.0], "actions are 3 whole numbers"),
    ],
)
def test_nothing_moves_if_an_action_is_none(ttt: Batch, wrong: list[int], said: str) -> None:
    ttt.reset()
    with pytest.raises(InputError, match=said):
        ttt.step(wrong)
    assert ttt.counts.tolist() == [5, 5, 5]


def test_only_a_step_writes_into_the_arrays(ttt: Batch) -> None:
    with pytest.raises(ValueError, match="read-only"):
        ttt.counts[0] = 1


def test_what_is_no_match_or_no_batch_is_refused(ttt: Batch) -> None:
    with pytest.raises(InputError, match="there is no match 3: they are the numbers below 3"):
        ttt.position(3)
    with pytest.raises(InputError, match="3 seeds, one for each match, not 2"):
        ttt.reset([1, 2])
    with pytest.raises(InputError, match="at least 1 match of 1 ply, not 0 of 1000"):
        Batch("tictactoe", 0)


def test_a_game_that_is_over_at_once_ends_at_each_step() -> None:
    with Batch("tictactoe", 2, position="xxx/oo./...") as batch:
        assert batch.counts.tolist() == [0, 0]
        for _ in range(2):
            assert batch.step([0, 3])[0].tolist() == [1, 1]
            assert batch.terminated.all()


def test_rules_that_do_not_compile_are_refused_with_the_reason(tmp_path: Path) -> None:
    file = rules_file(tmp_path, CHANGES, "changes.pl")
    with pytest.raises(NotCompiledError, match=r"changes\.pl:6:\d+: .*retractall/1"):
        Batch(file, 2)


def test_a_game_without_rules_in_prolog_is_refused() -> None:
    with pytest.raises(InputError, match="has no rules in Prolog, and only those are compiled"):
        Batch(Pile(4), 2)


def test_a_broken_game_closes_the_batch(tmp_path: Path) -> None:
    file = rules_file(tmp_path, BROKEN, "broken.pl")
    batch = Batch(file, 2)
    batch.step()
    for _ in range(2):
        with pytest.raises(ContractError, match="both players are to move in c"):
            batch.step()
    batch.close()


def test_closed_twice_it_says_so_and_its_arrays_stay() -> None:
    batch = Batch("tictactoe", 2)
    batch.close()
    batch.close()
    with pytest.raises(InputError, match="tictactoe is closed"):
        batch.step()
    assert batch.counts.tolist() == [9, 9]
