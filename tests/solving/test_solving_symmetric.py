"""Solved with symmetric positions folded: each position ends as it does without."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file
from kept_games import Kept
from kept_games import short_sample as short_sample
from rings import sample_size
from symmetric_rows import GREATEST, LEAST, LISTED, NAMED, Row, rules

import pydecl as public
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import names
from pydecl.errors import ContractError, InputError
from pydecl.games import bundled
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.model.keyed import TOLD_BY_RULES
from pydecl.model.result import Solution
from pydecl.model.term import Term
from pydecl.solving.card import Verified
from pydecl.solving.database import opened
from pydecl.solving.keeping import keep, save
from pydecl.solving.looking_up import database_of
from pydecl.solving.solver import check_solvable, position_of, solve
from pydecl.solving.verifying import verify

pytestmark = pytest.mark.usefixtures("quick_c")

FOLD = Reading(fold=True)


def ends_of(game: SessionGame, engine: str) -> dict[Term, Solution]:
    """All positions of a game, and how they end."""
    solved = solve(game, engine=engine)
    positions = (position_of(game, engine, position) for position in solved.positions)
    return dict(zip(positions, solved.solutions, strict=True))


# Known numbers


@pytest.mark.sampled(1, "each case solves the game on an engine")
@pytest.mark.parametrize("engine", names())
def test_tic_tac_toe_has_765_positions_up_to_symmetry(engine: str) -> None:
    """Source: https://en.wikipedia.org/wiki/Tic-tac-toe, 'Combinatorics'; 138 of them are ends."""
    with consult("tictactoe", fold=True) as game:
        solved = solve(game, engine=engine)
    assert (len(solved.positions), solved.leaves) == (765, 138)


@pytest.mark.parametrize(("height", "known"), [(3, 12_031), (4, 161_029)])
@pytest.mark.sampled(1, "a larger board of the same law")
def test_folded_positions_of_connect_4_are_the_orbits_of_the_mirror(
    tmp_path: Path, height: int, known: int
) -> None:
    """So many as half of all and of those that are their own mirror images, by Burnside's lemma.

    All of them on 4 by 4 are 161,029 (https://tromp.github.io/c4/c4.html), on 4 by 3 as many as computed:
    here they are met by the rules by hand.
    """
    twin = bundled("connect4", width=4, height=height)
    todo = list(twin.initial())
    met = set(todo)
    for position in todo:
        for after in twin.afters(position):
            if after not in met:
                met.add(after)
                todo.append(after)
    own = sum(position.columns == position.columns[::-1] for position in met)
    with consult("connect4", fold=True, width=4, height=height) as game:
        card = keep(game, tmp_path / "kept", FOLD)
    assert (len(met), card.positions) == (known, (known + own) // 2)


# Each position ends as it does without


@pytest.mark.sampled(2, "each case solves a game three times")
@pytest.mark.parametrize("moves", [NAMED, LISTED], ids=["move/3", "moves/2"])
@pytest.mark.parametrize("canonical", [LEAST, GREATEST], ids=["least", "greatest"])
@pytest.mark.parametrize(
    "layer", ["", "layer(row(_, Cs), N) :- exclude(==(e), Cs, Filled), length(Filled, N)."]
)
@pytest.mark.covering(2, "each of the eight shows the same law")
def test_every_position_ends_as_without_on_all_engines_and_in_files(
    tmp_path: Path, moves: str, canonical: str, layer: str
) -> None:
    for seed in range(sample_size(1, 8)):
        file = rules_file(tmp_path, rules(Row.of(seed + 3), moves, canonical, layer), f"row{seed}.pl")
        with consult(file) as plain, consult(file, fold=True) as game:
            ends = ends_of(plain, "python")
            sames = dict(zip(ends, plain.canonicals(list(ends)), strict=True))
            for engine in names():
                known = ends_of(game, engine)
                assert known.keys() == set(sames.values())
                assert {position: known[same] for position, same in sames.items()} == ends
            for jobs in range(sample_size(2, 1), 3):
                card = keep(game, tmp_path / f"kept{seed}{jobs}", FOLD, jobs=jobs)
                assert (card.fold, card.positions) == (True, len(set(sames.values())))
                if layer:
                    assert card.layering == TOLD_BY_RULES
            with opened(tmp_path / f"kept{seed}2") as database:
                positions = list(ends)
                assert database.solutions(positions) == list(ends.values())
                assert set(dict(database)) == set(sames.values())


def test_the_rules_tell_the_positions(tmp_path: Path) -> None:
    """position/1 gives both of two mirror images, and one is solved."""
    both = "position(row(max, [max,e,min])).\nposition(row(max, [min,e,max])).\nposition(row(max, [e,e,e]))."
    file = rules_file(tmp_path, rules(Row((1, 0, 1), (False,) * 3), NAMED, LEAST, both), "row.pl")
    with consult(file, fold=True) as game:
        found = [solve(game, engine=engine) for engine in names()]
        positions = [
            {position_of(game, engine, at) for at in one.positions}
            for engine, one in zip(names(), found, strict=True)
        ]
    assert len({(len(one.positions), one.leaves) for one in found}) == 1
    assert positions == [positions[0]] * len(found)
    assert len(positions[0]) == len(found[0].positions)


def test_passes_lie_on_top(tmp_path: Path) -> None:
    with (
        consult("dots_and_boxes:width=2,height=1") as plain,
        consult("dots_and_boxes:width=2,height=1", fold=True) as game,
    ):
        card = keep(game, tmp_path / "kept", FOLD)
        ends = ends_of(plain, "native")
        assert card.positions < len(ends) / 2
        with database_of(plain, tmp_path / "kept") as database:
            assert database.solutions(list(ends)) == list(ends.values())


COIN = """
initial(toss(2, [0,0])).
chance(toss(N, [A,B]), 1r2, at(max, N, [A1,B])) :- A1 is A + 1.
chance(toss(N, [A,B]), 1r2, at(max, N, [A,B1])) :- B1 is B + 1.
max_to_move(at(max, _, _)).
min_to_move(at(min, _, _)).
move(at(max, N, L), stop, at(min, 0, L)) :- N > 0.
move(at(max, N, L), go, toss(M, L)) :- N > 0, M is N - 1.
staticval(at(_, 0, [A,B]), V) :- V is max(A, B) - 2 * min(A, B).
staticval(at(max, N, _), 0) :- N > 0.
canonical(at(P, N, L), at(P, N, S)) :- msort(L, S).
canonical(toss(N, L), toss(N, S)) :- msort(L, S).
"""


def test_a_game_of_chance_is_worth_the_same(pydecl: Run, tmp_path: Path) -> None:
    file = rules_file(tmp_path, COIN, "coin.pl")
    solved = ("solve", file, "--engine", "all", "--json")
    plain, folded = (pydecl(*solved, *words).json() for words in ((), ("--fold",)))
    assert (plain["agree"], folded["agree"]) == (True, True)
    assert len(folded["engines"]) == len(plain["engines"]) == len(registry.solvers())
    one, other = plain["engines"][0], folded["engines"][0]
    assert one["start"]["value"] == other["start"]["value"]
    assert other["positions"] < one["positions"]


def test_a_game_of_chance_is_kept_folded_and_asked_about_any_position(pydecl: Run, tmp_path: Path) -> None:
    file = rules_file(tmp_path, COIN, "coin.pl")
    assert pydecl("solve", file, "--fold", "--to", tmp_path / "kept").code == 0
    found = public.values(file, engine="native")
    with public.open_solved(tmp_path / "kept") as database:
        assert len(database) < len(found)
        for position, value in zip(found.positions, found.values, strict=True):
            assert database[position].to_json()["value"] == value
        assert "symmetry" in (tmp_path / "kept" / "README.md").read_text()
    assert pydecl("solve", "--verify", tmp_path / "kept").code == 0


# What is asked of it


@pytest.fixture(scope="module")
def folded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("folded") / "kept"
    with consult("tictactoe", fold=True) as game:
        save(game, solve(game, engine="native"), folder, FOLD)
    return folder


def test_probe_and_python_read_it(pydecl: Run, folded: Path) -> None:
    (told,) = pydecl("solve", folded, "x.o/.x./..o", "--json").json()
    assert (told["outcome"], [best["move"] for best in told["best"]]) == ("drawn", ["6"])
    with public.open_solved(folded) as database:
        assert (len(database), database.card["fold"], database.best("x.o/.x./..o")) == (765, True, ["6"])
    assert len(public.solve("tictactoe", engine="python", fold=True)) == 765


def test_it_verifies_from_the_rules_without_folding(folded: Path) -> None:
    with opened(folded) as database:
        assert isinstance(verify(database), Verified)


# Nothing takes one for the other


def test_one_that_is_not_folded_is_not_asked_about_a_folded_game(kept: Kept) -> None:
    with consult("tictactoe", fold=True) as game, pytest.raises(InputError, match="ask it without --fold"):
        database_of(game, kept("tictactoe"))


# What does not fold symmetries is not solved


def test_rules_that_fail_the_check_are_refused(pydecl: Run, tmp_path: Path) -> None:
    sorting = "canonical(row(P, Cs), row(P, Same)) :- msort(Cs, Same)."
    file = rules_file(tmp_path, rules(Row((1, 0, 2, 0, 1), (False,) * 5), NAMED, sorting), "row.pl")
    assert pydecl("solve", file).code == 0
    for words in ((), ("--to", tmp_path / "kept")):
        done = pydecl("solve", file, "--fold", *words)
        assert (done.code, done.out) == (3, "")
        assert "but the static value is 0 in the first and 1 in the second" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["row.pl"]
    with consult(file, fold=True) as game, pytest.raises(ContractError, match="canonical/2 gives"):
        solve(game)


ENDLESS = """
position(p(N)) :- between(1, inf, N).
max_to_move(p(N)) :- N mod 2 =:= 1.
min_to_move(p(N)) :- N mod 2 =:= 0.
move(p(N), p(M)) :- N > 1, M is N - 1.
staticval(p(_), 0).
canonical(Pos, Pos).
"""


def test_the_check_takes_a_few_positions_of_however_many(tmp_path: Path) -> None:
    file = rules_file(tmp_path, ENDLESS, "endless.pl")
    with consult(file, fold=True, memory=64) as game:
        check_solvable(game)
