"""pydecl web --database: values are looked up in a solved game, where no program is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from command_line import Run
from kept_games import GAMES, Kept
from web_visits import asking, last_values, served, told

import pydecl as public
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.model.result import Solution
from pydecl.workbench.web.attempts import solved

TICTACTOE, _, CONNECT4 = GAMES


@pytest.fixture(scope="module")
def visitor(kept: Kept) -> Iterator[httpx.Client]:
    """Of a server that has databases of two games."""
    with served(database=list(map(kept, (TICTACTOE, CONNECT4)))) as address, asking(address) as client:
        yield client


@pytest.mark.sampled(1, "each case plays a game whose values are stored")
@pytest.mark.covering(1, "a program is looked for in the address alone, whatever the game")
@pytest.mark.parametrize("query", ["", "&program=solve"], ids=["nothing chosen", "asked for"])
@pytest.mark.parametrize(
    ("address", "name"),
    [(TICTACTOE, TICTACTOE), (CONNECT4, CONNECT4), ("connect4:height=3,width=3", CONNECT4)],
)
def test_each_move_is_told_with_what_is_stored(
    visitor: httpx.Client, kept: Kept, address: str, name: str, query: str
) -> None:
    with consult(name) as game:
        start = game.initial()[0]
        ends = [
            search(game, "outcome", engine="native", position=after).value
            for _, after in game.successors(start)
        ]
    parts = told(visitor, f"/g/{address}/values?line={query}")
    assert last_values(parts) == [solved(end).text for end in ends if isinstance(end, Solution)]
    (how,) = [part for part in parts if "program" in part]
    assert (how["program"], how["title"]) == ("the database", kept(name).name)
    with public.open_solved(kept(name)) as database:
        assert [part["positions"] for part in parts if "positions" in part] == [len(database)]


@pytest.mark.thorough("a program that plays from a database: see solving/test_looking_up")
def test_the_program_plays_from_it_and_best_play_is_told(visitor: httpx.Client) -> None:
    hint = visitor.get(f"/g/{TICTACTOE}/reply?pos=xx./oo./...").json()
    assert (hint["move"], hint["why"]) == ("square 3", "MAX wins in 1")
    parts = told(visitor, f"/g/{TICTACTOE}/values?pos=xx./oo./...")
    assert [one["move"] for one in parts[-1]["line"]] == ["square 3"]


@pytest.mark.thorough("the same page of a game without values")
def test_a_program_that_is_chosen_searches(visitor: httpx.Client) -> None:
    parts = told(visitor, f"/g/{TICTACTOE}/values?pos=xx./oo./...&program=alphabeta&depth=2")
    assert {part["program"] for part in parts if "program" in part} == {"alphabeta"}


def test_other_games_are_as_ever(visitor: httpx.Client) -> None:
    parts = told(visitor, "/g/nim:heaps=[1,2]/values?program=solve")
    assert {part["program"] for part in parts if "program" in part} == {"the solved game"}


def test_no_address_names_a_folder(visitor: httpx.Client, kept: Kept) -> None:
    """What is looked up the server was told, and nobody who asks it."""
    found = visitor.get(f"/g/nim/reply?program=database:{kept('nim')}")
    assert found.status_code == 400
    assert "expected one of" in found.text
    for folder, status in ((kept("nim"), 400), (kept(TICTACTOE), 200)):
        players = f"database:{folder}\nrandom"
        found = visitor.get("/tournament", params={"game": TICTACTOE, "players": players})
        assert found.status_code == status
        assert ("the server was given no such database" in found.text) is (status == 400)


def test_what_is_no_database_of_a_page_is_told(pydecl: Run, tmp_path: Path) -> None:
    rules = tmp_path / "rules.pl"
    rules.write_text(
        "initial(a). move(a, b). max_to_move(a). min_to_move(b). staticval(b, 1).\n", encoding="utf-8"
    )
    public.solve(rules, engine="native", to=tmp_path / "kept")
    done = pydecl("web", "--port", "0", "--database", tmp_path / "kept")
    assert (done.code, done.out) == (2, "")
    assert "only bundled games have pages" in done.err


@pytest.mark.thorough("the same page of another database")
def test_values_of_a_game_of_chance_are_told(kept: Kept) -> None:
    name = "pig:goal=6,faces=3"
    with (
        served(database=[kept(name)]) as address,
        asking(address) as client,
        public.open_solved(kept(name)) as database,
    ):
        parts = told(client, f"/g/{name}/values?line=")
        assert last_values(parts) == [solved(database["0/0+0 max rolls"]).text]
        parts = told(client, f"/g/{name}/values?pos=0/0%2B2 max")
        after = ("0/0+2 max rolls", "2/0+0 min")
        assert last_values(parts) == [solved(database[one]).text for one in after]
        assert parts[-1]["line"][0]["move"] == database.best("0/0+2 max")[0]
