"""The Prisoner's Dilemma: the table, strategies on both engines, matches, backward induction, the command."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from folders import rules_file
from module_fixtures import for_module

from pydecl.errors import Exit, InputError, LimitError, SourceError
from pydecl.model.term import Atom, PrologList, term_text
from pydecl.tournaments.dilemma import (
    AXELROD,
    LECTURE,
    PAIRS,
    SPACE,
    YEARS,
    Draws,
    Match,
    Payoffs,
    Standings,
    StrategyError,
    equilibria,
    every_history,
    first_difference,
    gains,
    induction,
    play,
    round_robin,
)
from pydecl.tournaments.prisoners import Prisoners
from pydecl.tournaments.strategies import STRATEGIES, Choice, Mixed

SILENT, TELL = Choice.SILENT, Choice.TELL
NONE = Fraction(0)
STOCHASTIC = {"joss", "generous_tit_for_tat", "random"}
DETERMINISTIC = [name for name in STRATEGIES if name not in STOCHASTIC]


prisoners = for_module(Prisoners)


def choices(text: str) -> tuple[Choice, ...]:
    return tuple(TELL if letter == "t" else SILENT for letter in text)


def letters(side: tuple[Choice, ...]) -> str:
    return "".join(choice.value[0] for choice in side)


def written(payoffs: Payoffs) -> str:
    return f"payoffs({','.join(map(str, payoffs.letters()))})"


def points(prisoners: Prisoners, match: Match) -> tuple[object, object]:
    """What SWI-Prolog adds up, for the lecture's payoffs."""
    sides = (f"[{','.join(choice.value for choice in side)}]" for side in (match.firsts, match.seconds))
    (answer,) = prisoners.session.query(f"points({written(LECTURE)},{','.join(sides)},First,Second)")
    return answer["First"], answer["Second"]


# The table (lecture 20)


def test_the_lectures_years_belong_to_whom_the_table_says() -> None:
    assert YEARS[SILENT, SILENT] == (3, 3)
    assert YEARS[TELL, TELL] == (5, 5)
    assert YEARS[TELL, SILENT] == (1, 10), "who tells on a silent one gets 1 year"
    assert YEARS[SILENT, TELL] == (10, 1)


def test_a_payoff_is_minus_the_years_on_both_engines(prisoners: Prisoners) -> None:
    assert Payoffs(-1, -3, -5, -10) == LECTURE
    (told,) = prisoners.session.query("lecture_payoffs(P)")
    assert term_text(told["P"]) == written(LECTURE)
    for own, other in PAIRS:
        assert LECTURE.of(own, other) == -YEARS[own, other][0]
        match = Match("a", "b", (own,), (other,))
        assert points(prisoners, match) == match.points(LECTURE)


def test_only_dilemmas_are_payoffs() -> None:
    for letters in ((3, 5, 1, 0), (5, 3, 0, 1), (5, 1, 3, 0), (5, 5, 1, 0)):
        with pytest.raises(InputError, match="expected T > R > P > S"):
            Payoffs(*letters)
    assert not LECTURE.taking_turns_pays
    assert Payoffs(7, 3, 1, 0).taking_turns_pays


# The strategies, on both engines


def test_both_engines_know_the_same_strategies_in_the_same_order(prisoners: Prisoners) -> None:
    assert prisoners.strategies() == list(STRATEGIES)
    assert len(STRATEGIES) >= 10


@pytest.mark.sampled(1, "each case plays every match")
@pytest.mark.parametrize(("noise", "seed"), [(NONE, 1), (Fraction(1, 20), 2), (Fraction(1, 2), 3)])
def test_the_engines_make_the_same_choices_in_every_match(
    prisoners: Prisoners, noise: Fraction, seed: int
) -> None:
    prolog, python = (
        list(round_robin(list(STRATEGIES), 60, noise, seed, player)) for player in (prisoners.play, play)
    )
    assert first_difference(prolog, python) is None
    assert len(prolog) == len(STRATEGIES) * (len(STRATEGIES) + 1) // 2
    assert [match.points(LECTURE) for match in prolog[::20]] == [
        points(prisoners, match) for match in python[::20]
    ]


@pytest.mark.sampled(8, "each case asks SWI-Prolog about many histories")
@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_makes_its_twins_choice_after_any_history(prisoners: Prisoners, name: str) -> None:
    drawer = random.Random(name)
    short = [pairs for length in range(3) for pairs in product(PAIRS, repeat=length)]
    long = [tuple(drawer.choice(PAIRS) for _ in range(drawer.randrange(3, 25))) for _ in range(40)]
    for history in [*short, *long]:
        player = STRATEGIES[name]()
        wish = next(player)
        for pair in history:
            wish = player.send(pair)
        own, other = (
            term_text(PrologList(tuple(Atom(pair[side].value) for pair in reversed(history))))
            for side in (0, 1)
        )
        goal = f"dilemma_strategies:choice({name},{own},{other},Choice)"
        answer = prisoners.session.query(goal)[0]["Choice"]
        expected = f"mixed({term_text(wish.probability)})" if isinstance(wish, Mixed) else wish.value
        assert term_text(answer) == expected, history


def test_the_whole_round_robin_in_prolog_is_the_one_in_python(prisoners: Prisoners) -> None:
    names = ["random", "joss", "pavlov"]
    listed = term_text(PrologList(tuple(map(Atom, names))))
    (answer,) = prisoners.session.query(f"tournament({listed},30,1r10,5,Matches)")
    matches = list(round_robin(names, 30, Fraction(1, 10), 5, play))
    expected = [
        f"match({m.first},{m.second},[{','.join(c.value for c in m.firsts)}],"
        f"[{','.join(c.value for c in m.seconds)}])"
        for m in matches
    ]
    assert term_text(answer["Matches"]) == f"[{','.join(expected)}]"


@pytest.mark.parametrize(
    ("name", "other", "firsts"),
    [
        ("tit_for_tat", "alternator", "sstst"),
        ("suspicious_tit_for_tat", "always_silent", "tssss"),
        ("grudger", "alternator", "ssttt"),
        ("tit_for_two_tats", "always_tell", "sstttt"),
        ("two_tits_for_tat", "prober", "sttst"),
        ("pavlov", "always_tell", "ststs"),
        ("go_by_majority", "alternator", "ssss"),
        ("hard_majority", "alternator", "tstst"),
        ("prober", "always_silent", "tsstt"),
        ("prober", "tit_for_tat", "tssss"),
        ("handshake", "handshake", "stsss"),
        ("handshake", "always_silent", "sttt"),
        ("davis", "always_tell", "sssssssssstt"),
        ("bully", "always_tell", "tsss"),
        ("alternator", "always_tell", "stst"),
    ],
)
def test_a_strategy_does_what_its_source_says(name: str, other: str, firsts: str) -> None:
    assert letters(play(name, other, len(firsts)).firsts) == firsts


@pytest.mark.parametrize(
    ("name", "other", "expected"),
    [
        ("random", "always_silent", 1 / 2),
        ("joss", "always_silent", 9 / 10),
        ("joss", "always_tell", 0),
        ("generous_tit_for_tat", "always_tell", 1 / 3),
    ],
)
def test_a_mixed_choice_is_silent_as_often_as_it_says(name: str, other: str, expected: float) -> None:
    firsts = play(name, other, 20_000, random=1).firsts[1:]
    assert firsts.count(SILENT) / len(firsts) == pytest.approx(expected, abs=0.02)


def test_noise_turns_choices_round_as_often_as_it_says() -> None:
    firsts = play("always_silent", "always_silent", 20_000, Fraction(1, 20), 1).firsts
    assert firsts.count(TELL) / len(firsts) == pytest.approx(0.05, abs=0.01)
    assert letters(play("always_silent", "always_tell", 3, Fraction(1)).firsts) == "ttt"


def test_random_numbers_stay_below_their_number() -> None:
    draws = Draws(SPACE - 1)
    assert all(draws.happens(Fraction(1)) and not draws.happens(NONE) for _ in range(1000))


# Known numbers


SCORES = """
tit_for_tat             600  199  600  600  600  600  500  600  498  600  500  599  201  600  450
always_tell             204  200 1000  204  208  204  200  600  600  204  200  208  204  240  996
always_silent           600    0  600  600  600  600  597  600  300  600  597    6    3  600    0
grudger                 600  199  600  600  600  600  203  600  597  600  203  207  201  600  991
tit_for_two_tats        600  198  600  600  600  600  597  600  300  600  597  201  200  600  360
two_tits_for_tat        600  199  600  600  600  600  203  600  597  600  203  210  201  600  560
suspicious_tit_for_tat  500  200  602  203  602  203  200  401  500  500  200  600  203  221  450
pavlov                  600  100  600  600  600  600  401  600  450  600  104  401  102  600  265
alternator              503  100  800  107  800  107  500  450  400  800  500  503  796  135  397
go_by_majority          600  199  600  600  600  600  500  600  300  600  500  599  200  600  463
hard_majority           500  200  602  203  602  203  200  599  500  500  200  501  203  212  468
prober                  599  198  996  202  216  205  595  401  498  599  496  204  202  236  446
handshake               206  199  998  206  210  206  203  602  301  210  203  207  598  238  991
davis                   600  190  600  600  600  600  221  600  585  600  257  196  193  600  946
bully                   450    1 1000    6  560  360  450  600  402  468  463  451    6   51  400
"""
"""What each strategy wins in 200 rounds against each, in the same order. The source is the library axelrod
4.13.1: `Match((one(), other()), turns=200)` of its TitForTat, Defector, Cooperator, Grudger, TitFor2Tats,
TwoTitsForTat, SuspiciousTitForTat, WinStayLoseShift, Alternator, GoByMajority, HardGoByMajority, Prober,
Handshake, FirstByDavis and Bully.
"""

PROBABILITIES = {"joss": (0.9, 0, 0.9, 0), "generous_tit_for_tat": (1, 1 / 3, 1, 1 / 3)}
"""The probabilities of silence after a strategy and the other were silent and silent, silent and telling,
telling and silent, telling and telling. The source is axelrod's FirstByJoss and GTFT.
"""


def test_scores_of_200_rounds_are_those_of_the_library_axelrod() -> None:
    table = {name: list(map(int, scores)) for name, *scores in map(str.split, SCORES.strip().splitlines())}
    assert list(table) == DETERMINISTIC
    for match in round_robin(DETERMINISTIC, 200, NONE, 1, play):
        one, other = (DETERMINISTIC.index(name) for name in (match.first, match.second))
        expected = table[match.first][other], table[match.second][one]
        assert match.points(AXELROD) == expected, (match.first, match.second)


def test_mixed_choices_have_the_probabilities_of_the_library_axelrod() -> None:
    for name, vector in PROBABILITIES.items():
        for (own, other), expected in zip(product((SILENT, TELL), repeat=2), vector, strict=True):
            mine = STRATEGIES[name]()
            next(mine)
            wish = mine.send((own, other))
            probability = wish.probability if isinstance(wish, Mixed) else int(wish is SILENT)
            assert float(probability) == pytest.approx(expected)


# Standings


def test_points_are_the_sum_over_the_others_and_self_play_is_an_option() -> None:
    names = ["always_silent", "always_tell"]
    matches = list(round_robin(names, 10, NONE, 1, play))
    alone = Standings(names, matches, AXELROD, 10)
    assert [(name, points) for name, points, _ in alone.ranked()] == [
        ("always_tell", 50),
        ("always_silent", 0),
    ]
    both = Standings(names, matches, AXELROD, 10, against_itself=True)
    assert [(name, points) for name, points, _ in both.ranked()] == [
        ("always_tell", 60),
        ("always_silent", 30),
    ]
    assert [mean for _, _, mean in both.ranked()] == [3, Fraction(3, 2)]


# Strategies of a file

OWN = """
choice(opens_silent, [], _, silent).
choice(opens_silent, [_|_], _, mixed(0.0)).
choice(silent_to_the_silent, _, Other, Choice) :-
    ( memberchk(tell, Other) -> Choice = tell ; Choice = silent ).
"""


def test_a_file_of_strategies_joins_the_bundled_ones(tmp_path: Path) -> None:
    with Prisoners(rules_file(tmp_path, OWN)) as own:
        assert own.strategies() == [*STRATEGIES, "opens_silent", "silent_to_the_silent"]
        assert letters(own.play("opens_silent", "tit_for_tat", 4, NONE, 1).firsts) == "sttt"
        for other in STRATEGIES:  # another way to write the same strategy
            same = [own.play(name, other, 40, NONE, 9) for name in ("silent_to_the_silent", "grudger")]
            assert same[0].firsts == same[1].firsts


def test_helpers_of_a_file_change_no_bundled_strategy(tmp_path: Path) -> None:
    text = OWN + "opposite(X, X).\nlead(_, _, 100).\ngrim(_, silent).\n"
    with Prisoners(rules_file(tmp_path, text)) as own:
        for name in ("pavlov", "go_by_majority", "grudger", "bully"):
            assert own.play(name, "alternator", 30, NONE, 1) == play(name, "alternator", 30, NONE, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("other(a).\n", "no strategies: expected clauses of choice/4, found other/1"),
        ("choice(grudger, _, _, tell).\n", "grudger is a bundled strategy: take another name"),
        ("choice(_, _, _, tell).\n", "the first argument of choice/4 names the strategy"),
    ],
)
def test_a_file_that_holds_no_new_strategies_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as found:
        Prisoners(rules_file(tmp_path, text))
    assert message in str(found.value)


def test_a_syntax_error_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as found:
        Prisoners(rules_file(tmp_path, "choice(mine, _, _, tell).\nchoice(mine, _ _, tell).\n"))
    assert "game.pl:2:" in str(found.value)


@pytest.mark.parametrize(
    ("clause", "found"),
    [
        (
            "choice(mine, [], _, tell).",
            "strategy mine, round 2: expected silent, tell or mixed(P), P from 0 to 1, found nothing",
        ),
        (
            "choice(mine, _, _, maybe).",
            "round 1: expected silent, tell or mixed(P), P from 0 to 1, found maybe",
        ),
        ("choice(mine, _, _, mixed(2)).", "found mixed(2)"),
        ("choice(mine, _, _, _).", "found _"),
        ("choice(mine, _, _, X) :- X is foo + 1.", "foo/0"),
    ],
)
def test_a_strategy_that_makes_no_choice_is_named(tmp_path: Path, clause: str, found: str) -> None:
    with Prisoners(rules_file(tmp_path, clause)) as own, pytest.raises(StrategyError) as fault:
        own.play("mine", "tit_for_tat", 5, NONE, 1)
    assert found in str(fault.value)
    assert fault.value.exit_code is Exit.BROKEN_CONTRACT


def test_a_strategy_that_never_answers_meets_the_deadline(tmp_path: Path) -> None:
    loop = "choice(mine, A, B, C) :- choice(mine, A, B, C).\n"
    with pytest.raises(LimitError), Prisoners(rules_file(tmp_path, loop), seconds=0.5) as own:
        own.play("mine", "tit_for_tat", 5, NONE, 1)


# Backward induction


@pytest.mark.parametrize("payoffs", [LECTURE, AXELROD, Payoffs(4, 3, 2, 1), Payoffs(100, 3, 2, -50)])
def test_telling_in_every_round_is_the_only_outcome_of_backward_induction(
    prisoners: Prisoners, payoffs: Payoffs
) -> None:
    for rounds in range(1, 5):
        everything = every_history(payoffs, rounds)
        assert everything.outcomes == (((TELL, TELL),) * rounds,)
        assert everything.exceptions == ()
        assert everything.subgames == (4**rounds - 1) // 3 == prisoners.subgames(payoffs, rounds)
        answers = prisoners.session.query(f"subgame({written(payoffs)},{rounds},[],Line,_)")
        assert [term_text(one["Line"]) for one in answers] == [f"[{','.join(['-(tell,tell)'] * rounds)}]"]


def test_by_rounds_left_comes_to_the_same_as_over_all_histories(prisoners: Prisoners) -> None:
    steps = induction(LECTURE, 200)
    assert steps == prisoners.induction(LECTURE, 200)
    assert [step.choices for step in steps] == [(TELL, TELL)] * 200
    assert steps[-1].points == (-1000, -1000)
    assert {step.gains for step in steps} == {(2, 5)}  # T - R and P - S: one year for three, five for ten


def test_where_silence_pays_best_nothing_dominates() -> None:
    # a stag hunt, R > T > P > S, which Payoffs refuses: the law above can fail
    points = dict(zip(PAIRS, [(4, 4), (0, 3), (3, 0), (1, 1)], strict=True))
    assert equilibria(points) == [(SILENT, SILENT), (TELL, TELL)]
    assert min(gains(points)) < 0
