"""Games of chance in files: what is stored are the values, and what is wrong is found, and shown."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pyarrow.parquet
import pytest
from command_line import Run
from kept_games import Kept, Row, spoilt
from random_chance import STYLES, Place, exact_values, rules_of, together
from rings import sample_size, seeds

import pydecl as public
from pydecl.errors import InputError, LimitError, PositionError
from pydecl.kept import digest_of
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.model.result import Expectation
from pydecl.sandbox.executing import Here
from pydecl.solving.card import CARD, Card, ValueCard, Verified
from pydecl.solving.database import opened
from pydecl.solving.keeping import keep, save
from pydecl.solving.solver import BOUND, solve
from pydecl.solving.verifying import Wrong, verify

pytestmark = pytest.mark.usefixtures("quick_c")

GAMES = ["kuhn", "bearoff", "pig", "pig:goal=6,faces=3", "bearoff:home=[1,0,0,2],faces=3"]

ENDLESS = """
initial(round). position(round). position(lost). position(other). position(won).
move(round, round). move(round, lost). move(other, other). move(other, won).
max_to_move(round). max_to_move(won). min_to_move(other). min_to_move(lost). chance(none, 1, none).
terminalwon(won). terminallost(lost).
"""
"""Whoever would lose goes round for ever: both circles are worth 0."""


def solved_to(game: str | Path, folder: Path, **options: Any) -> ValueCard:
    with consult(game) as rules:
        card = keep(rules, folder, Reading(), **options)
    assert isinstance(card, ValueCard)
    return card


def random_games(folder: Path, count: int) -> tuple[Path, list[list[Place]]]:
    """Many games in one file, each with places of its own."""
    games = [STYLES[seed % 3](Random(seed)) for seed in seeds(count // 4, count)]
    path = folder / "games.pl"
    path.write_text(rules_of(together(games)), "utf-8")
    return path, games


# What is stored


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(1, "each case solves a game and keeps it")
def test_what_is_stored_is_what_values_finds(kept: Kept, game: str) -> None:
    card, found = Card.read(kept(game)), public.values(game, engine="native")
    assert isinstance(card, ValueCard)
    with public.open_solved(kept(game)) as database:
        ends = dict(database)
        assert len(database) == card.positions == len(ends) == len(found)
        assert database.solutions(found.positions) == [ends[position] for position in found.positions]
        for position, value in zip(found.positions, found.values, strict=True):
            end = ends[position]
            assert isinstance(end, Expectation)
            assert end.value == value
        assert (card.gap, card.sweeps) == (found.gap, found.sweeps)
        assert sum(row.positions for row in card.table) == len(found)


def test_other_programs_read_the_files(tmp_path: Path) -> None:
    solved_to("pig", tmp_path / "kept", bound=1e-6)
    table = pyarrow.parquet.read_table(tmp_path / "kept" / "layer0.parquet")
    assert table.column_names == ["key", "lower", "upper"]
    keys = table.column("key").to_pylist()
    assert keys == sorted(set(keys))
    for lower, upper in zip(*(table.column(name).to_pylist() for name in ("lower", "upper")), strict=True):
        assert -1 <= lower <= upper <= 1
        assert upper - lower <= 1e-6


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(3, "the same law on more games")
def test_the_best_moves_are_those_that_may_keep_the_value(kept: Kept, game: str) -> None:
    with opened(kept(game)) as database:
        for position in database.some(sample_size(20, 60)):
            here, legal = database.solution(position), database.successors(position)
            best = [successor for _, successor, _ in database.best(position)]
            assert bool(best) is bool(legal)
            for _, successor, end in legal:
                assert (successor in best) is here.agrees(end)


def test_a_line_ends_where_chance_is_to_move(kept: Kept) -> None:
    with public.open_solved(kept("pig")) as database:
        assert database.line("0/0+0 max") == ["roll"]
        assert database.line("0/0+0 max rolls") == []


def test_from_python_values_keeps_what_it_finds(tmp_path: Path) -> None:
    found = public.values("pig:goal=4", engine="native", bound=1e-4, to=tmp_path / "kept")
    with public.open_solved(tmp_path / "kept") as database:
        assert database.card["bound"] == 1e-4
        assert database["0/0+0 max"] == Expectation(
            database.card["start"]["lower"], database.card["start"]["upper"]
        )
        assert len(database) == len(found)
        with pytest.raises(PositionError, match=r"1/3\+1 min is none of the positions of"):
            database["1/3+1 min"]
    with pytest.raises(InputError, match="cannot be stored: choose native"):
        public.values("pig:goal=4", engine="python", to=tmp_path / "other")
    assert not (tmp_path / "other").exists()


# What is right verifies


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(1, "each case solves a game and keeps it")
def test_what_is_stored_verifies(tmp_path: Path, kept: Kept, game: str) -> None:
    copytree(kept(game), tmp_path / "kept")
    with opened(tmp_path / "kept") as database:
        found = verify(database)
        assert isinstance(found, Verified)
        assert found.positions == len(database)
        assert found.searched > 0
    assert Card.read(tmp_path / "kept").verified == found
    assert f"Verified on {found.date}" in (tmp_path / "kept" / "README.md").read_text()


def test_random_games_verify_however_play_goes_round(tmp_path: Path) -> None:
    path, _ = random_games(tmp_path, 120)
    for bound in (1e-9, 1e-3, 0.5):
        solved_to(path, tmp_path / str(bound), bound=bound)
        with opened(tmp_path / str(bound)) as database:
            assert isinstance(verify(database), Verified)


# What is wrong is found

Change = Callable[[list[Row]], None]


def rewritten(folder: Path, change: Change) -> None:
    """Change the rows; the card tells of them as if they were right."""
    rows = spoilt(folder, change)
    card = Card.read(folder)
    assert isinstance(card, ValueCard)
    file = replace(card.files[0], sha256=digest_of(folder / card.files[0].name))
    gap = max(0.0, *(row["upper"] - row["lower"] for row in rows))
    replace(card, files=[file], gap=gap).write(folder)


@pytest.mark.thorough("a wrong row is found wherever it is: see crosschecking/test_databases")
def test_a_bound_that_the_value_is_beyond_is_found_wherever_it_is(tmp_path: Path) -> None:
    path, games = random_games(tmp_path, 80)
    exact = [value for game in games for value in exact_values(game)]
    solved_to(path, tmp_path / "kept")
    random = Random(3)
    whole = {one: (tmp_path / "kept" / one).read_bytes() for one in (CARD, "layer0.parquet")}
    with consult(path) as game:
        numbers = {str(term): at for at, term in enumerate(game.positions() or ())}
    assert len(numbers) == len(exact)
    with opened(tmp_path / "kept") as database:
        places = [int(str(position)) for position, _ in database]
    for _ in range(sample_size(5, 16)):
        at, name = random.randrange(len(places)), random.choice(("lower", "upper"))
        off = random.choice((1e-3, 0.3)) * (1 if name == "lower" else -1)
        value = float(exact[places[at]]) + off

        def change(rows: list[Row], at: int = at, name: str = name, value: float = value) -> None:
            rows[at][name] = value

        rewritten(tmp_path / "kept", change)
        with opened(tmp_path / "kept") as database:
            assert isinstance(verify(database), Wrong), (places[at], name, value)
        for one, data in whole.items():
            (tmp_path / "kept" / one).write_bytes(data)


@pytest.mark.sampled(1, "each case solves a game")
@pytest.mark.parametrize(("name", "sign", "said"), [("round", -1, "round"), ("other", 1, "other")])
def test_bounds_that_follow_from_each_other_are_not_believed_of_endless_play(
    tmp_path: Path, name: str, sign: int, said: str
) -> None:
    """The circle's bound follows from itself, and from the end beside it; and yet it is wrong."""
    (tmp_path / "rounds.pl").write_text(ENDLESS)
    solved_to(tmp_path / "rounds.pl", tmp_path / "kept")
    with opened(tmp_path / "kept") as database:
        names = [str(position) for position, _ in database]
        assert isinstance(verify(database), Verified)

    def change(rows: list[Row]) -> None:
        rows[names.index(name)].update(lower=float(sign), upper=float(sign))

    rewritten(tmp_path / "kept", change)
    with opened(tmp_path / "kept") as database:
        found = verify(database)
    assert isinstance(found, Wrong)
    assert str(found) == f"{said} is stored as {sign}, but play may go round there for ever, which is worth 0"


def test_a_row_that_is_missing_is_found(tmp_path: Path, kept: Kept) -> None:
    copytree(kept("pig:goal=4"), tmp_path / "kept")
    whole = {one: (tmp_path / "kept" / one).read_bytes() for one in (CARD, "layer0.parquet")}
    for at in range(0, 63, sample_size(20, 9)):
        rewritten(tmp_path / "kept", lambda rows, at=at: rows.pop(at))  # type: ignore[misc]
        with opened(tmp_path / "kept") as database:
            try:
                found = verify(database)
                assert isinstance(found, Wrong)
                assert str(found).endswith("but a successor is not stored")
            except PositionError:  # the start
                pass
        for one, data in whole.items():
            (tmp_path / "kept" / one).write_bytes(data)


def test_bounds_that_are_no_numbers_are_found(tmp_path: Path, kept: Kept) -> None:
    copytree(kept("pig:goal=4"), tmp_path / "kept")
    rewritten(tmp_path / "kept", lambda rows: rows[7].update(lower=math.nan, upper=math.nan))
    with opened(tmp_path / "kept") as database:
        assert isinstance(verify(database), Wrong)


def test_the_card_must_say_how_close_the_bounds_are(tmp_path: Path, kept: Kept) -> None:
    """What no move leads to may have any bounds that hold its value."""
    copytree(kept("bearoff"), tmp_path / "kept")
    gap = Card.read(tmp_path / "kept").to_json()["gap"]
    with opened(tmp_path / "kept") as database:
        at = [str(position) for position, _ in database].index(str(database.game.initial()[0]))
    rewritten(tmp_path / "kept", lambda rows: rows[at].update(lower=rows[at]["lower"] - 1e-3))
    with opened(tmp_path / "kept") as database:
        assert isinstance(verify(database), Verified)
    replace(Card.read(tmp_path / "kept"), gap=gap).write(tmp_path / "kept")
    with opened(tmp_path / "kept") as database, pytest.raises(InputError, match="its values are not those"):
        verify(database)


# Damage


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda card: card.update(format=3), "expected a card of format 1 or 2"),
        (lambda card: card.update(format=1), "the card is damaged"),
        (lambda card: card.pop("gap"), "the card is damaged"),
        (lambda card: card["table"][0].pop("mean"), "the card is damaged"),
        (lambda card: card.update(rules="0"), "pig:goal=4 has changed since it was solved: solve it again"),
    ],
)
def test_a_card_that_is_not_right_is_told(
    tmp_path: Path, kept: Kept, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    copytree(kept("pig:goal=4"), tmp_path / "kept")
    path = tmp_path / "kept" / CARD
    card = json.loads(path.read_text())
    change(card)
    path.write_text(json.dumps(card))
    with pytest.raises(InputError, match=said), opened(tmp_path / "kept"):
        pass


def test_what_is_not_solved_is_not_kept(tmp_path: Path) -> None:
    with consult("pig:goal=100") as game, pytest.raises(LimitError, match="was not solved: time is up"):
        save(game, solve(game, engine="native", bound=BOUND, seconds=0.02), tmp_path / "kept", Reading())
    assert not list(tmp_path.iterdir())


# The commands


def test_solve_keeps_probe_reads_and_verify_says_whether_it_is_right(
    pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = pydecl("solve", "pig", "--to", "kept", "--bound", "1e-6", "--json").json()
    assert (done["positions"], done["ends"], done["bound"]) == (1386, 18, 1e-6)
    assert done["stored"]["folder"] == "kept"
    assert 0 < done["gap"] <= 1e-6
    (told,) = pydecl("solve", "kept", "0/0+9 max", "--json").json()
    assert told["lower"] <= told["value"] <= told["upper"]
    assert told["best"] == [{"move": "roll", "position": "0/0+9 max rolls"}]
    shown = [" ".join(line.split()) for line in pydecl("solve", "kept", "0/0+9 max").out.splitlines()]
    assert shown[1].startswith("value 0.7635")
    assert shown[3:] == ["best move leads to", "roll 0/0+9 max rolls"]
    assert pydecl("solve", "kept", "0/0+0 max rolls").out.splitlines()[2:] == []
    done = pydecl("solve", "--verify", "kept")
    assert done.code == 0
    assert "all 1,386 values follow from those of their successors" in done.out
    rewritten(tmp_path / "kept", lambda rows: rows[7].update(upper=rows[7]["lower"] - 0.01))
    wrong = pydecl("solve", "--verify", "kept")
    assert wrong.code == 1
    assert "is stored as" in wrong.out
    found = pydecl("solve", "--verify", "kept", "--json").json()
    assert (found["right"], set(found["stored"])) == (False, {"value", "lower", "upper"})


def test_what_is_kept_is_told_as_without_a_folder(pydecl: Run, tmp_path: Path) -> None:
    plain = pydecl("solve", "bearoff", "--engine", "native").out.splitlines()
    to = pydecl("solve", "bearoff", "--to", tmp_path / "kept").out.splitlines()
    assert to[:4] == plain[:4]
    assert to[5:-2] == plain[5:]


def test_positions_are_read_from_standard_input(
    pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved_to("bearoff:home=[2],faces=2", tmp_path / "kept")
    monkeypatch.setattr("sys.stdin", iter(["2/2 max\n", "9/9 max\n"]))
    done = pydecl("solve", tmp_path / "kept", "-")
    assert done.out.splitlines() == ["2/2 max\t1.0\t1.0", "9/9 max\tnot stored\t"]


def test_resuming_finds_it_whole_if_it_is_as_close(pydecl: Run, tmp_path: Path) -> None:
    arguments = ("solve", "pig:goal=4", "--to", tmp_path / "kept", "--resume", "--bound")
    assert pydecl(*arguments, "1e-6").code == 0
    assert "1e-06" in (tmp_path / "kept" / "README.md").read_text()
    assert pydecl(*arguments, "1e-5").code == 0
    done = pydecl(*arguments, "1e-7")
    assert (done.code, done.out) == (2, "")
    assert "there is something already" in done.err


def test_values_are_found_on_one_machine(
    pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.sandbox.executing._opened", lambda *_: nullcontext(Here()))
    done = pydecl("solve", "pig", "--cluster", "local:1", "--to", tmp_path / "new")
    assert (done.code, done.out) == (2, "")
    assert "on one machine" in done.err
    assert not list(tmp_path.iterdir())
