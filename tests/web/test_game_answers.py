"""What the server says of a game: positions, values, replies, records are those of the commands."""

from __future__ import annotations

import html
import json
import re
from fractions import Fraction
from typing import Any
from unittest.mock import ANY
from urllib.parse import quote

import httpx
import pytest
from web_visits import HTML, events, last_values, told

from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.program import Program
from pydecl.playing.record import read_record, replayed
from pydecl.playing.situation import look
from pydecl.programs.registry import DECLARED
from pydecl.tracing.captions import signed
from pydecl.workbench.drawing.position import bare_picture
from pydecl.workbench.web.attempts import SETTINGS, solved, worth
from pydecl.workbench.web.desk import Lines
from pydecl.workbench.web.pages import read_line


@pytest.mark.parametrize("name", ["nim", "tictactoe", "kuhn", "lecture19"])
@pytest.mark.sampled(1, "the moves are those of the game, whichever it is")
def test_each_move_leads_to_its_position(web: httpx.Client, name: str) -> None:
    with consult(name) as game:
        seen = look(game, game.initial()[0])
        expected = [choice.written for choice in seen.choices]
    moves = situation(web, f"/g/{name}")["moves"]
    assert len(moves) == len(expected)
    for move, written in zip(moves[:3], expected[:3], strict=True):
        assert situation(web, f"/g/{name}?line={move['number']}")["position"] == written


def situation(client: httpx.Client, address: str) -> dict[str, Any]:
    """What the page of a position is made of: the same as it asks for when one goes on playing."""
    (told,) = re.findall(r'data-told="([^"]*)"', client.get(address).text)
    found: dict[str, Any] = json.loads(html.unescape(told))
    path, _, query = address.partition("?")
    assert client.get(f"{path}/situation?{query}").json() == {**found, "starts": ANY}
    return found


@pytest.mark.parametrize(("name", "line"), [("hexapawn", "1"), ("nim", "")])
def test_the_boards_are_those_of_the_moves_and_of_the_move_before(
    web: httpx.Client, name: str, line: str
) -> None:
    told = web.get(f"/g/{name}/boards?line={line}").json()
    with consult(name) as game:
        seen = Lines(game).seen("", read_line(line))
        positions = [seen.position, *(choice.position for choice in seen.choices)]
        sizes = [len({*bare_picture(game, position).parts}) for position in positions]
        before = len({*bare_picture(game, game.initial()[0]).parts}) if line else None
    assert [len({*board}) for board in (told["here"], *told["afters"])] == sizes
    assert (told["before"] and len({*told["before"]})) == before
    assert {number for board in (told["here"], *told["afters"]) for number in board} <= {
        *range(len(told["parts"]))
    }


@pytest.mark.parametrize(
    ("name", "line", "program", "engine", "depth"),
    [
        ("nim", "", "alphabeta", "python", 3),
        ("connect4", "4.4.3", "alphabeta", "native", 5),
        ("connect4", "4.4.3", "scout", "python", 3),
        ("nim", "1", "minimax", "prolog", 2),
        ("tictactoe", "5.1", "minimax", "prolog", 3),
        ("othello:size=4", "1", "deepening", "python", 4),
        ("pig", "1.3", "expectiminimax", "native", 4),
        ("kalah", "3", "ab_procedure", "native", 4),
        ("checkers", "2", "alphabeta", "native", 5),
    ],
)
@pytest.mark.sampled(1, "each case searches every move; the command's values are tested elsewhere")
def test_values_are_those_of_the_program(
    web: httpx.Client, name: str, line: str, program: str, engine: str, depth: int
) -> None:
    with consult(name) as game:
        seen = Lines(game).seen("", read_line(line))
        expected = []
        for choice in seen.choices:
            value = search(
                game, program, engine=engine, position=choice.position, depth=depth - 1
            ).answer.value
            assert isinstance(value, int | float | Fraction)
            expected.append(signed(value))
    parts = told(web, f"/g/{name}/values?line={line}&program={program}&engine={engine}&depth={depth}")
    assert last_values(parts) == expected


@pytest.mark.parametrize(
    ("name", "line"), [("connect4", "4.4.3.3"), ("hexapawn", "1"), ("kqk", ""), ("chess", "5")]
)
@pytest.mark.sampled(1, "the values are the search's; other games take longer to be compiled")
def test_the_usual_program_s_values_are_those_of_its_search(web: httpx.Client, name: str, line: str) -> None:
    program = DECLARED[Program.ALPHABETA_TT].contract
    with consult(name) as game:
        seen = Lines(game).seen("", read_line(line))
        asked: dict[str, Any] = {"engine": "native", "depth": 3, "settings": SETTINGS}
        answers = [
            search(game, "alphabeta_tt", position=one.position, **asked).answer for one in seen.choices
        ]
    parts = told(web, f"/g/{name}/values?line={line}&depth=4")
    expected = [worth(one, program, SETTINGS) for one in answers]
    assert last_values(parts, "best") == [one.rank for one in expected if one is not None]
    assert {one["program"] for one in parts if "program" in one} == {"alphabeta_tt"}


def test_deeper_values_come_after_shallower_ones(web: httpx.Client) -> None:
    parts = told(web, "/g/connect4/values?engine=python&depth=4")
    depths = [one["depth"] for one in parts if "number" in one]
    assert depths == [2] * 7 + [4] * 7
    assert [one["reached"] for one in parts if "reached" in one] == [2, 4]
    assert [one["settled"] for one in parts if "settled" in one] == [True]
    assert len(parts[-1]["line"]) == 4


@pytest.mark.sampled(1, "each case solves a game on the server")
@pytest.mark.parametrize("query", ["engine=python&program=solve", ""], ids=["asked for", "soon solved"])
def test_the_solved_game_says_who_wins_and_when(web: httpx.Client, query: str) -> None:
    with consult("nim:heaps=[1,2]") as game:
        outcomes = [
            search(game, "outcome", engine="python", position=position).answer.value
            for _, position in game.successors(game.initial()[0])
        ]
    parts = told(web, f"/g/nim:heaps=[1,2]/values?{query}")
    assert last_values(parts) == [solved(one).text for one in outcomes]  # type: ignore[arg-type]
    assert parts[-1]["line"][0]["move"] == "take 1, heap 2"


def test_a_game_too_large_to_be_solved_says_so(web: httpx.Client) -> None:
    told(web, "/g/connect4/values?depth=1")  # the game is loaded now: that takes none of the time
    found = events(web, "/g/connect4/values?program=solve&seconds=0.1")
    assert found[-1][0] == "wrong"
    assert "connect4 is too large to be solved here" in found[-1][1]


def test_the_program_s_move_is_the_best_one(web: httpx.Client) -> None:
    with consult("nim") as game:
        best = search(game, "alphabeta", engine="python", depth=3).answer.best
        seen = look(game, game.initial()[0])
        assert best is not None
        choice = seen.leading_to(best)
        assert choice is not None
    told = web.get("/g/nim/reply?program=alphabeta&engine=python&depth=3").json()
    assert told["number"] == choice.number
    assert seen.mover is Player.MAX


@pytest.mark.parametrize(
    ("name", "line"), [("nim:heaps=[1,2]", "2.1"), ("checkers", "1.1.1"), ("kuhn", "3.1"), ("chess", "12")]
)
@pytest.mark.sampled(1, "each case plays a game on the server")
def test_a_record_leads_back_to_its_position(web: httpx.Client, name: str, line: str) -> None:
    saved = web.get(f"/g/{name}/record", params={"line": line, "as": "max", "depth": "2", "seconds": "2.5"})
    assert "attachment" in saved.headers["content-disposition"]
    with consult(name) as game:
        record = read_record(saved.text, "saved")
        assert record.agreement().thinking.seconds == 2.5
        *_, (match, _) = replayed(game, record)
        assert match.position == Lines(game).seen("", read_line(line)).position
    found = web.post("/g/nim/load", json={"record": saved.text}).json()["address"]
    assert found.startswith(f"/g/{quote(name, safe=':=,')}?as=max")
    assert found.endswith(f"line={line}")


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("", "there is no record"),
        ("nothing", "record:1:1: unknown word 'nothing'"),
        ("game nim", "not a record of a match: there is no line 'start …'"),
        ("game nim\nstart nothing", "record:2:"),
        ("game ../../etc/passwd\nstart a", "no bundled game"),
        ("game nim\nstart 1/3/5 max\n1 max take(9,9)", "record:3:7: "),
        ("game nim\nas x\nstart 1/3/5 max", "as: expected one of"),
    ],
)
def test_a_wrong_record_gets_one_message(web: httpx.Client, record: str, said: str) -> None:
    found = web.post("/g/nim/load", json={"record": record})
    assert found.status_code in (200, 400, 404)
    assert said in found.json()["wrong"]


def test_other_editions_of_a_game_have_addresses_of_their_own(web: httpx.Client) -> None:
    def led(query: str) -> str:
        return web.get(f"/g/connect4:width=5/edition?{query}").headers["location"]

    assert led("option-width=4&option-height=6&depth=3") == "/g/connect4:width=4?depth=3"
    assert led("option-width=7&line=1") == "/g/connect4"
    assert led("pos=here&option-width=5") == "/g/connect4:width=5?pos=here"
    page = web.get("/g/connect4:width=5").text
    assert 'name="option-width" value="5"' in page
    assert web.get(led("option-width=x"), headers=HTML).status_code == 400


def test_an_option_may_be_that_of_another_one(web: httpx.Client) -> None:
    page = web.get("/g/othello:width=6").text
    for option, value in (("size", "8"), ("width", "6"), ("height", "size")):
        assert f'name="option-{option}" value="{value}"' in page
    found = web.get("/g/othello:width=6/edition?option-size=4&option-width=size&option-height=6")
    assert found.headers["location"] == "/g/othello:size=4,height=6"


def test_what_is_over_has_no_moves(web: httpx.Client) -> None:
    shown = situation(web, "/g/nim?pos=0/0/0 max")
    assert shown["ended"].startswith("MIN has won, MAX has lost")
    assert shown["moves"] == []


def test_the_turns_of_other_lines_are_told(web: httpx.Client) -> None:
    shown = situation(web, "/g/tictactoe?line=3&tried=3.1_4")
    assert [[turn["mover"] for turn in line] for line in shown["lines"]] == [["max", "min"], ["max"]]
    assert shown["turns"] == shown["lines"][0][:1]
