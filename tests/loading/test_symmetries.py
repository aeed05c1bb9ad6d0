"""Symmetric positions: with one for all, every program finds what it finds without, on every engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file
from rings import sample_size, seeds
from symmetric_rows import GREATEST, LEAST, LISTED, NAMED, SEVERAL, UNNAMED, Row, rules

from pydecl.checking.symmetries import check_symmetries
from pydecl.engines.registry import names, runner
from pydecl.engines.searching import search
from pydecl.errors import (
    ContractError,
    InputError,
    LimitError,
    NotCompiledError,
    OutOfMemoryError,
    PydeclError,
)
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult
from pydecl.loading.supplying import supply
from pydecl.model.folding import FoldedGame
from pydecl.model.game import CANONICAL, Game, Player
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Preferred
from pydecl.model.term import Term
from pydecl.paths import prolog_file
from pydecl.programs.registry import complete

ASKED = [
    Program(name)
    for name in ("minimax", "alphabeta", "alphabeta_tt", "white_black_minimax", "scout", "outcome", "df_pn")
]
"""Programs of several kinds, with tables and without."""


ROW = Row((1, 0, 1), (False, False, False))


def answers(replies: Sequence[Answer[Term] | PydeclError | None]) -> list[Answer[Term]]:
    return [reply for reply in replies if isinstance(reply, Answer)]


@pytest.mark.sampled(1, "each case asks seven programs on three engines")
@pytest.mark.parametrize("moves", [NAMED, UNNAMED, LISTED], ids=["move/3", "move/2", "moves/2"])
@pytest.mark.parametrize("canonical", [LEAST, GREATEST, SEVERAL], ids=["least", "greatest", "several"])
@pytest.mark.parametrize("seed", seeds(3, 12))
@pytest.mark.covering(1, "each case asks seven programs on three engines")
def test_every_program_finds_the_same_value_and_all_engines_the_same_nodes(
    tmp_path: Path, seed: int, moves: str, canonical: str
) -> None:
    file = rules_file(tmp_path, rules(Row.of(seed), moves, canonical), "row.pl")
    with consult(file) as plain, consult(file, fold=True) as folded:
        (start,) = plain.initial()
        questions = [(program, start, complete(program, Limits())) for program in ASKED]
        values = [told.value for told in answers(runner(plain, "python").run_all(questions, None))]
        found = [answers(runner(folded, engine).run_all(questions, None)) for engine in names()]
        assert [[told.value for told in one] for one in found] == [values] * len(found)
        nodes = [[(told.nodes, told.leaves, told.best) for told in one] for one in found]
        assert nodes == [nodes[0]] * len(found)


def test_a_folded_successor_has_the_name_of_its_move_and_duplicates_stay(tmp_path: Path) -> None:
    file = rules_file(tmp_path, rules(ROW), "row.pl")
    with consult(file, fold=True) as game:
        (start,) = game.initial()
        assert [(str(move), str(after)) for move, after in game.successors(start)] == [
            ("1", "row(min,[e,e,max])"),
            ("2", "row(min,[e,max,e])"),
            ("3", "row(min,[e,e,max])"),
        ]


def test_starts_are_folded_and_a_position_that_is_asked_about_stays(tmp_path: Path) -> None:
    text = rules(ROW, NAMED, LEAST, "position(row(max, [max,e,min])).")
    text = text.replace("initial(row(max, [e,e,e]))", "initial(row(max, [min,e,e]))")
    file = rules_file(tmp_path, text, "row.pl")
    with consult(file, fold=True) as game:
        assert [str(start) for start in game.initial()] == ["row(max,[e,e,min])"]
        assert [str(one) for one in game.positions() or ()] == ["row(max,[max,e,min])"]
        found = search(game, "minimax", position="row(max, [min,e,e])")
        assert str(found.position) == "row(max,[min,e,e])"


def test_what_follows_by_chance_is_folded(tmp_path: Path) -> None:
    file = tmp_path / "coin.pl"
    file.write_text(
        "initial(toss). chance(toss, 1r2, at(max, left)). chance(toss, 1r2, at(max, right)).\n"
        "max_to_move(at(max, _)). min_to_move(at(min, _)). move(at(max, X), go, at(min, X)).\n"
        "staticval(at(min, _), 3). canonical(at(P, _), at(P, left)) :- !. canonical(P, P).\n"
    )
    with consult(file, fold=True) as game:
        (start,) = game.initial()
        assert [str(after) for _, after in game.chance(start)] == ["at(max,left)"] * 2
        for engine in names():
            assert search(game, "expectiminimax", engine=engine).value == 3


@pytest.mark.sampled(1, "each case searches on an engine")
@pytest.mark.parametrize("moves", [NAMED, UNNAMED, LISTED], ids=["move/3", "move/2", "moves/2"])
def test_what_stands_for_a_plausible_successor_is_plausible(tmp_path: Path, moves: str) -> None:
    """Only to fill the first cell is plausible, whose mirror image stands for it."""
    more = "plausible(_, row(_, [C|_])) :- C \\== e."
    file = rules_file(tmp_path, rules(Row((1, 5, 1), (False,) * 3), moves, LEAST, more), "row.pl")
    with consult(file, fold=True) as game:
        (start,) = game.initial()
        assert [game.plausible(start, after) for after in game.afters(start)] == [True, False, True]
        visited = {search(game, "forward_pruning", engine=engine, depth=1).nodes for engine in names()}
        assert visited == {3}


@pytest.mark.parametrize("game", ["dots_and_boxes:width=2,height=1", "dots_and_boxes:width=1,height=1"])
@pytest.mark.sampled(1, "the larger board has what the smaller one has")
def test_passes_lie_on_top(game: str) -> None:
    with consult(game) as plain, consult(game, fold=True) as folded:
        for program in ("minimax", "alphabeta_tt", "outcome"):
            value = search(plain, program).value
            found = [search(folded, program, engine=engine) for engine in names()]
            assert {one.value for one in found} == {value}
            assert len({one.nodes for one in found}) == 1


def test_a_position_after_a_pass_is_folded_below_the_pass() -> None:
    with consult("dots_and_boxes", fold=True) as folded:
        at = folded.parse_position("../xx./../.../.. 0 max")
        assert not any(str(after).startswith("pass(") for after in folded.afters(at))
        at = folded.parse_position("x./xx./../.../.. 0 max")
        (passed,) = [after for after in folded.afters(at) if str(after).startswith("pass(")]
        assert folded.canonical(passed) == passed
        assert str(passed) == "pass(min,dots_and_boxes(max,1,[[e,e],[e,e,e],[e,x],[e,x,x],[e,x]]))"


# Bundled games, and games in Python

FOLDED = ["tictactoe", "connect4", "domineering", "othello", "hexapawn", "dots_and_boxes", "nine_mens_morris"]

BOARDS = [
    *FOLDED,
    *(f"nine_mens_morris:points={points},men=3" for points in (9, 16)),
    *("othello:width=6,height=4", "othello:width=4,height=6"),
]


@pytest.mark.sampled(4, "each case asks about many positions")
@pytest.mark.parametrize("name", BOARDS)
def test_the_symmetries_of_a_bundled_game_by_hand_are_those_of_its_rules(name: str) -> None:
    rng = random.Random(name)
    with consult(name) as game:
        assert game.twin is not None
        met: list[Term] = []
        for _ in range(sample_size(1, 20)):
            position = game.initial()[0]
            for _ in range(60):
                met.append(position)
                if not (following := game.following(position)):
                    break
                position = rng.choice(following)
        twin = game.twin
        check_symmetries(game, met[:100])
        by_hand = [twin.to_term(twin.canonical(twin.from_term(position))) for position in met]
        assert by_hand == list(game.canonicals(met))


def test_these_are_all_the_bundled_games_that_tell_their_symmetries() -> None:
    told = {name for name in BUNDLED if "canonical(" in prolog_file("games", f"{name}.pl").read_text()}
    assert told == set(FOLDED)
    assert {name for name, game in BUNDLED.items() if game.canonical is not Game.canonical} == told


@pytest.mark.sampled(3, "each case solves a game twice")
@pytest.mark.parametrize("name", FOLDED)
@pytest.mark.parametrize("preferred", list(Preferred))
@pytest.mark.covering(1, "each game once and each kind of rules once show the law")
def test_folding_by_hand_is_that_of_the_rules(name: str, preferred: Preferred) -> None:
    with consult(name, fold=True, rules=preferred) as game:
        found = [search(game, "alphabeta", engine=engine, depth=2, line=False) for engine in names()]
        assert len({(one.value, one.nodes, one.best) for one in found}) == 1
        assert not any(one.answer.instead for one in found)


class Pair(Game[tuple[str, int, int]]):
    """Two piles, of which a player takes 1 or 2; whoever cannot has lost. The piles may be exchanged."""

    def initial(self) -> Sequence[tuple[str, int, int]]:
        return [("max", 3, 2)]

    def moves(self, position: tuple[str, int, int]) -> list[tuple[str, tuple[str, int, int]]]:
        mover, left, right = position
        other = "min" if mover == "max" else "max"
        found = [(f"left {n}", (other, left - n, right)) for n in (1, 2) if n <= left]
        return [*found, *((f"right {n}", (other, left, right - n)) for n in (1, 2) if n <= right)]

    def player(self, position: tuple[str, int, int]) -> Player:
        return Player(position[0])

    def static_value(self, position: tuple[str, int, int]) -> int:
        return 0 if position[1] or position[2] else -1 if position[0] == "max" else 1


class FoldedPair(Pair):
    def canonical(self, position: tuple[str, int, int]) -> tuple[str, int, int]:
        mover, left, right = position
        return mover, min(left, right), max(left, right)


def test_a_game_in_python_has_a_method() -> None:
    with supply(FoldedPair()) as plain, supply(FoldedPair(), fold=True) as folded:
        assert CANONICAL in plain.defined
        twin = FoldedPair()
        met, todo = {("max", 3, 2)}, [("max", 3, 2)]
        for at in todo:
            new = [after for _, after in twin.moves(at) if after not in met]
            met |= set(new)
            todo += dict.fromkeys(new)
        assert (len(plain), len(folded)) == (len(met), len(set(map(twin.canonical, met))))
        assert [str(start) for start in folded.initial()] == ["[max,2,3]"]
        found = [
            search(game, "outcome", engine=engine)
            for game in (plain, folded)
            for engine in ("prolog", "python")
        ]
        assert len({one.value for one in found}) == 1
    with pytest.raises(InputError, match=r"needs a method canonical\(position\)"):
        supply(Pair(), fold=True)
    assert FoldedGame(FoldedPair()).canonical(("max", 3, 1)) == ("max", 1, 3)


# What goes wrong


@pytest.mark.parametrize("game", ["nim", "lecture19", "kqk"])
def test_rules_that_tell_no_symmetries_are_refused(game: str) -> None:
    with pytest.raises(
        InputError, match=f"{game}: to fold symmetric positions, the rules must define canonical/2"
    ):
        consult(game, fold=True)


@pytest.mark.sampled(4, "each case searches on an engine")
@pytest.mark.parametrize("engine", names())
@pytest.mark.parametrize(
    ("canonical", "said"),
    [
        ("canonical(row(P, [e|Cs]), row(P, [e|Cs])).", r"canonical/2 fails for row\(min,\[max,e,e\]\)"),
        ("canonical(row(_, Cs), X) :- X is Cs + 1.", "raised an exception: .*in canonical/2"),
        ("canonical(row(P, _), row(P, _)).", r"row\(max,_\) is not a position"),
        (":- dynamic canonical/2.", r"canonical/2 fails for row\(max,\[e,e,e\]\)"),
    ],
    ids=["fails", "throws", "not ground", "no clauses"],
)
def test_what_canonical_does_wrong_is_a_breach_of_contract(
    tmp_path: Path, engine: str, canonical: str, said: str
) -> None:
    file = rules_file(tmp_path, rules(ROW, NAMED, canonical), "row.pl")
    with pytest.raises((ContractError, NotCompiledError)) as caught, consult(file, fold=True) as game:
        search(game, "minimax", engine=engine)
    if isinstance(caught.value, ContractError):
        assert caught.match(said)
    else:  # a variable that may stay free is not compiled
        assert "row(P, _)" in canonical


@pytest.mark.sampled(1, "each case computes until its time is over")
@pytest.mark.parametrize("engine", names())
@pytest.mark.parametrize(
    "canonical",
    [
        "canonical(row(_, Cs), Same) :- canonical(Cs, Same).\ncanonical([_|_], S) :- canonical([e], S).",
        "canonical(P, P) :- ends(P).\nends(row(_, [C|Cs])) :- C == max, ends(row(min, [C|Cs])).\nends(_).",
    ],
    ids=["a loop", "a loop at the second position"],
)
@pytest.mark.covering(1, "each case computes until its time is over")
def test_canonical_that_does_not_end_is_a_limit(tmp_path: Path, engine: str, canonical: str) -> None:
    file = rules_file(tmp_path, rules(ROW, NAMED, canonical), "row.pl")
    try:
        with consult(file, fold=True, seconds=0.5, memory=256) as game:
            found = search(game, "minimax", engine=engine, seconds=0.2)
        assert not found.answer.complete
    except (LimitError, OutOfMemoryError):
        pass


# The command line


def test_the_option_folds(pydecl: Run) -> None:
    words = (
        *("search", "connect4:width=3,height=3,run=3", "--program", "alphabeta_tt", "--engine", "native"),
        "--json",
    )
    plain, folded = pydecl(*words).json(), pydecl(*words, "--fold").json()
    assert plain["value"] == folded["value"]
    assert folded["nodes"] < plain["nodes"]
    refused = pydecl("search", "nim", "--fold")
    assert (refused.code, refused.out) == (2, "")


def test_a_program_of_the_files_own_is_asked_about_folded_positions(pydecl: Run, tmp_path: Path) -> None:
    text = prolog_file("textbook", "minimax.pl").read_text()
    file = rules_file(tmp_path, rules(ROW, LISTED, LEAST) + text, "row.pl")
    told = []
    for engine in ("prolog", "native"):
        done = pydecl("search", file, "--program", "file:minimax", "--fold", "--engine", engine, "--json")
        told.append((done.json()["value"], done.json()["nodes"]))
    done = pydecl("search", file, "--program", "minimax", "--fold", "--json").json()
    assert told == [(done["value"], done["nodes"])] * 2


Check = Callable[[str], list[str]]


@pytest.fixture
def check(pydecl: Run, tmp_path: Path) -> Check:
    def checked(canonical: str) -> list[str]:
        file = rules_file(tmp_path, rules(Row((1, 0, 2, 0, 1), (False,) * 5), NAMED, canonical), "row.pl")
        (found,) = pydecl("check", file, "--json").json()
        return [one["message"] for one in found["findings"] if one["code"] == "P319"]

    return checked


@pytest.mark.sampled(3, "each case checks many positions")
@pytest.mark.parametrize(
    ("canonical", "said"),
    [
        (LEAST, []),
        ("canonical(P, P).", []),
        (
            "canonical(row(P, Cs), row(P, Same)) :- reverse(Cs, Same).",
            [
                "canonical/2 gives row(min,[e,e,e,e,max]) for row(min,[max,e,e,e,e]), but"
                " row(min,[max,e,e,e,e]) for that one"
            ],
        ),
        (
            "canonical(row(_, Cs), row(max, Cs)).",
            [
                "canonical/2 gives row(max,[max,e,e,e,e]) for row(min,[max,e,e,e,e]), but the player to move"
                " is min in the first and max in the second"
            ],
        ),
        (
            "canonical(row(P, Cs), row(P, Same)) :- msort(Cs, Same).",
            [
                "canonical/2 gives row(min,[e,e,e,e,max]) for row(min,[e,max,e,e,e]), but the static value is"
                " 0 in the first and 1 in the second"
            ],
        ),
        ("canonical(row(P, [e|Cs]), row(P, [e|Cs])).", ["canonical/2 fails for row(min,[max,e,e,e,e])"]),
        (
            "canonical(row(P, _), row(P, _)).",
            [
                "what canonical/2 gives for row(max,[e,e,e,e,e]) is no position: it contains a free variable"
                " or is cyclic"
            ],
        ),
    ],
)
def test_a_check_says_where_a_position_differs_from_the_one_that_stands_for_it(
    check: Check, canonical: str, said: list[str]
) -> None:
    assert check(canonical) == said


def test_a_check_compares_what_follows(pydecl: Run, tmp_path: Path) -> None:
    """All values are 0, and only the moves tell that the board is no circle."""
    row = Row((0, 0, 0, 0), (False, True, True, False))
    turned = "canonical(row(P, Cs), row(P, Same)) :- findall(T, turned(Cs, T), Ts), sort(Ts, [Same|_])."
    turning = "turned(Cs, Ts) :- append(A, B, Cs), append(B, A, Ts)."
    moves = "move(row(P, [e|Cs]), go, row(Q, [P|Cs])) :- other(P, Q)."
    file = rules_file(tmp_path, rules(row, moves, turned, turning).replace("More = 2", "More = 0"), "row.pl")
    (report,) = pydecl("check", file, "--json").json()
    (found,) = [one["message"] for one in report["findings"] if one["code"] == "P319"]
    assert found == (
        "canonical/2 gives row(max,[b,b,e,e]) for row(max,[e,b,b,e]), but row(min,[b,b,e,max]), up to"
        " symmetry, follows once from the first and never from the second"
    )
