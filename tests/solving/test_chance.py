"""Games of chance solved: the values of all pure strategies, published ones, the engines, what is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from command_line import Run
from folders import rules_file
from plain_searches import value_of
from random_chance import STYLES, Place, exact_values, rules_of, together
from rings import sample_size, seeds

from pydecl.crosschecking import Agreement
from pydecl.crosschecking.solved import compare
from pydecl.engines import registry
from pydecl.errors import ContractError, InputError
from pydecl.games.pig import Pig
from pydecl.loading.consulting import consult
from pydecl.model.game import MAX, MIN
from pydecl.model.graphs import circles
from pydecl.model.result import ROUNDING
from pydecl.programs.value_iteration import Bounds, ChanceGraph, value_iteration
from pydecl.solving.solver import BOUND, position_of, solve

pytestmark = pytest.mark.usefixtures("quick_c")

ENGINES = pytest.mark.parametrize("engine", registry.solvers())

Style = Callable[[Random], list[Place]]


def bounds_of(places: list[Place], bound: float = BOUND) -> Bounds:
    graph = ChanceGraph(
        len(places),
        range(len(places)),
        [place.mover for place in places],
        [place.nexts for place in places],
        [list(map(float, place.odds)) for place in places],
    )
    return value_iteration(graph, [float(place.worth) for place in places], bound)


# The values, from all pure strategies


@pytest.mark.parametrize("style", STYLES)
def test_the_bounds_meet_at_the_value_that_all_pure_strategies_give(style: Style) -> None:
    for seed in seeds(25, 250):
        places = style(Random(seed))
        found = bounds_of(places)
        for lower, upper, exact in zip(found.lowers, found.uppers, exact_values(places), strict=True):
            assert lower - ROUNDING <= exact <= upper + ROUNDING, rules_of(places)
            assert upper - lower <= BOUND, rules_of(places)


def test_components_come_after_those_that_they_lead_to() -> None:
    for seed in seeds(30, 100):
        nexts = [place.nexts for place in STYLES[seed % 3](Random(seed))]
        reach = [{at} for at in range(len(nexts))]
        for _ in nexts:
            reach = [one.union(*(reach[after] for after in nexts[at])) for at, one in enumerate(reach)]
        parts = list(circles(range(len(nexts)), nexts.__getitem__))
        assert sorted(at for part in parts for at in part) == list(range(len(nexts)))
        for place, part in enumerate(parts):
            mutual = {at for at in range(len(nexts)) if at in reach[part[0]] and part[0] in reach[at]}
            assert set(part) == mutual
            assert {after for at in part for after in nexts[at]} <= {
                at for one in parts[: place + 1] for at in one
            }


HALF = Fraction(1, 2)

WON, DRAWN, LOST = (Place(MAX, (), (), worth) for worth in (1, 0, -1))

TOSS = [HALF, HALF]

BY_HAND = [
    # Who can stay for ever does, rather than lose; and takes what is better than that.
    ([Place(MAX, [0, 1]), LOST], 0),
    ([Place(MAX, [0, 1]), WON], 1),
    ([Place(MIN, [0, 1]), WON], 0),
    # Two go round, and MAX might leave for a half: MIN cannot keep him.
    ([Place(MAX, [1, 2]), Place(MIN, [0]), Place(None, [3, 4], TOSS), WON, DRAWN], HALF),
    # The same with a way out for MIN, too, which is worse for MAX: but MAX is to move first.
    (
        [
            *(Place(MAX, [1, 2]), Place(MIN, [0, 3])),
            *(Place(None, [4, 5], TOSS), Place(None, [4, 6], TOSS), DRAWN, WON, LOST),
        ],
        HALF,
    ),
    # A gamble whose loss comes late is as bad as if it came at once: plies do not count.
    ([Place(MAX, [0, 1]), Place(None, [2, 3], TOSS), WON, Place(MIN, [4]), Place(MAX, [5]), LOST], 0),
]


@pytest.mark.parametrize(("places", "value"), BY_HAND)
def test_endless_play_is_worth_0_and_no_promise_is_put_off_for_ever(
    places: list[Place], value: Fraction
) -> None:
    found = bounds_of(places)
    assert exact_values(places)[0] == value
    assert found.lowers[0] == pytest.approx(float(value), abs=BOUND)
    assert found.uppers[0] == pytest.approx(float(value), abs=BOUND)


# The engines


def test_all_engines_find_the_same_doubles_and_the_exact_values(tmp_path: Path) -> None:
    games = [STYLES[seed % 3](Random(seed)) for seed in range(sample_size(24, 60))]
    places, exact = together(games), [value for drawn in games for value in exact_values(drawn)]
    path = rules_file(tmp_path, rules_of(places), "games.pl")
    with consult(path) as game:
        verdict, found = compare(game, registry.solvers(), bound=BOUND)
        assert isinstance(verdict, Agreement)
        assert verdict.engines == [*registry.solvers()]
        assert verdict.positions == len(places)
        for one in found:
            numbers = [int(str(position_of(game, one.engine, position))) for position in one.positions]
            assert sorted(numbers) == list(range(len(places)))
            assert [one.players[at] for at in range(len(places))] == [
                places[number].mover for number in numbers
            ]
            assert list(one.values.lowers) == list(found[0].values.lowers)
            assert list(one.values.uppers) == list(found[0].values.uppers)
            for number, value in zip(numbers, one.values, strict=True):
                assert value.lower - ROUNDING <= exact[number] <= value.upper + ROUNDING
                assert value.gap <= BOUND
            assert (one.nodes, one.leaves) == (len(places), sum(not place.nexts for place in places))


@ENGINES
def test_an_end_that_names_nobody_is_the_turn_of_whoever_would_be_next(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "nobody.pl"
    path.write_text(
        "initial(a). max_to_move(a). min_to_move(b). move(a, b). move(a, c). move(b, d). move(a, e).\n"
        "chance(e, 1, f). terminalwon(c). terminallost(d).\n"
    )
    with consult(path) as game:
        found = solve(game, bound=BOUND, engine=engine)
        names = [str(position_of(game, engine, position)) for position in found.positions]
        players = dict(zip(names, found.players, strict=True))
    assert players == {"a": MAX, "b": MIN, "c": MIN, "d": MAX, "e": None, "f": MAX}


@pytest.mark.sampled(4, "each case solves a game")
@ENGINES
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("chance(a, 1, b). max_to_move(a).", "chance and max are to move in a"),
        ("chance(a, 1, b). chance(b, 1, c).", "no player is to move in c"),
        ("chance(a, 1r3, b). min_to_move(b).", "add up to 1"),
    ],
)
def test_a_position_that_breaks_the_contract_is_named(
    tmp_path: Path, rules: str, words: str, engine: str
) -> None:
    path = tmp_path / "broken.pl"
    path.write_text(
        ":- dynamic max_to_move/1, min_to_move/1.\n:- discontiguous chance/3, max_to_move/1.\n"
        f"initial(a). staticval(_, 0). moves(c, [d]). {rules}\n"
    )
    with consult(path) as game, pytest.raises((ContractError, InputError), match=words):
        solve(game, bound=BOUND, engine=engine)


def test_time_is_a_limit() -> None:
    with consult("pig:goal=100") as game:
        for engine in registry.solvers():
            assert not solve(game, bound=BOUND, engine=engine, seconds=0.02).complete


CALLS = """
initial(a).
chance(a, P, N) :- odds(N, P).
chance(b, P, N) :- number_odds(3, P, N).
odds(win, P) :- third(2, P).
odds(b, P) :- part(P, _).
number_odds(1, P, win) :- third(9, P).
number_odds(N, P, Next) :- N > 1, M is N - 1, number_odds(M, P, Next).
number_odds(3, P, lose) :- ( P = 1r6 ; X is 1 + 1, P is 1 rdiv X ).
third(0, 1r3).
third(N, P) :- N > 0, M is N - 1, third(M, P).
part(P, 3) :- P is 2 rdiv 3.
max_to_move(win). min_to_move(lose). moves(none, []).
terminalwon(win). terminallost(lose).
"""
"""Probabilities that others give, or recursion does."""


def test_probabilities_may_be_given_by_what_chance_calls(tmp_path: Path) -> None:
    path = rules_file(tmp_path, CALLS, "calls.pl")
    with consult(path) as game:
        verdict, found = compare(game, registry.solvers(), bound=BOUND)
    assert isinstance(verdict, Agreement)
    assert not verdict.left_out
    for one in found:
        assert one.values[0].value == pytest.approx(1 / 3 - 2 / 3 * 1 / 3, abs=ROUNDING)


# Known values


def test_who_begins_piglet_with_two_points_to_win_wins_4_of_7() -> None:
    """T. Neller and C. Presser, 'Optimal Play of the Dice Game Pig', The UMAP Journal 25:1, 2004."""
    with consult("pig:goal=4,faces=2") as game:  # a coin of 1 and 2
        verdict, found = compare(game, bound=BOUND)
    assert isinstance(verdict, Agreement)
    for one in found:
        assert (1 + one.values[0].value) / 2 == pytest.approx(4 / 7, abs=BOUND)


@pytest.mark.thorough("1,921,986 positions; Piglet shows the law")
def test_who_begins_pig_wins_with_a_probability_of_53_06_percent() -> None:
    """The same article: 0.5306 for 100 points."""
    with consult("pig:goal=100") as game:
        found = solve(game, bound=BOUND, engine="native", seconds=None)
    assert len(found.positions) == 1_921_986
    assert (1 + found.values[0].value) / 2 == pytest.approx(0.5306, abs=0.00005)


@pytest.mark.parametrize("name", ["bearoff:home=[1],faces=2", "bearoff", "bearoff:home=[1,0,0,2],faces=3"])
@pytest.mark.sampled(2, "more homes of the same law")
def test_bearing_off_is_worth_what_expectiminimax_finds_at_full_depth(name: str) -> None:
    with consult(name) as game:
        found = solve(game, bound=BOUND, engine="native")
        assert (found.values.gap, found.sweeps) == (0, 1)
        for number in range(0, len(found.positions), max(1, len(found.positions) // 12)):
            written = game.format_position(found.positions[number])
            exact = value_of(game, "python", None, written)
            assert found.values[number].value == pytest.approx(float(exact), abs=ROUNDING)


# What is said


def test_the_values_are_shown_with_their_bounds_and_a_table(pydecl: Run) -> None:
    done = pydecl("solve", "bearoff", "--engine", "all")
    assert (done.code, done.err) == (0, "")
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert lines[:4] == [
        "game bearoff",
        "positions 544 can be reached, 19 of them ends",
        "start 0,2,1/0,2,1 max: 0.5823807346",
        "bound 0, after one sweep",
    ]
    assert [line.split()[0] for line in lines[4:7]] == [*registry.solvers()]
    assert lines[7] == "comparison the engines agree on all 544 positions"
    assert lines[9] == "to move positions won lost mean best but won worst but lost"
    assert lines[12].startswith("chance 75 25 6 0.3808 0.8519: 1,0,1/3,0,0 max -0.5556:")


def test_json_has_the_start_the_gap_and_the_table(pydecl: Run) -> None:
    found = pydecl("solve", "pig", "--json", "--bound", "1e-6").json()
    assert (found["positions"], found["added"], found["ends"], found["bound"]) == (1386, 0, 18, 1e-6)
    assert 0 < found["gap"] <= 1e-6
    start = found["start"]
    assert start["position"] == "0/0+0 max"
    assert start["lower"] <= start["value"] <= start["upper"]
    assert [row["player"] for row in found["table"]] == ["max", "min", "chance"]
    assert sum(row["positions"] for row in found["table"]) == 1386
    highest = found["table"][0]["highest"]
    assert highest["position"] == "8/0+0 max"
    assert highest["value"] == pytest.approx(0.7888, abs=0.0001)


LONG = """
initial(a).
chance(a, 1r1000000000, won).
chance(a, 999999999r1000000000, a).
max_to_move(won). min_to_move(none). terminalwon(won). terminallost(none). moves(none, []).
"""


def test_a_gap_that_remains_is_told(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, LONG, "long.pl")
    done = pydecl("solve", path, "--engine", "python")
    assert done.code == 4
    assert "start      a: 0.5 ± 0.5" in done.out
    said = "bound      1, after 100,000 sweeps: more than the 1e-09 that was asked for"
    assert said in done.out
    kept = pydecl("solve", path, "--to", tmp_path / "kept")
    assert (kept.code, said in kept.out) == (4, True)
    assert pydecl("solve", "--verify", tmp_path / "kept").code == 0


@dataclass(frozen=True)
class WrongPig(Pig):
    """A die with another face."""

    faces: int = 5


def test_a_difference_is_named_with_the_rule_that_differs(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.games.pig.Pig", WrongPig)
    done = pydecl("solve", "pig:goal=4", "--engine", "both", "--json")
    assert done.code == 1
    (found,) = done.json()["divergences"]
    assert set(found) >= {"prolog", "python", "subject"}


def test_a_game_of_chance_has_no_outcomes() -> None:
    with consult("pig") as game, pytest.raises(InputError, match="pig is a game of chance"):
        solve(game, engine="python")
