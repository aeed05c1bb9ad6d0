"""The server's answers: what a page shows is what the commands say, and what is wrong is refused."""

from __future__ import annotations

import json
import re
import time
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from xml.etree import ElementTree

import httpx
import own_texts
import pytest
from own_styles import STYLES
from web_visits import events, serving

from pydecl.checking.check import check_file
from pydecl.crosschecking.matrix import Tally, batches, check_batch
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_trees
from pydecl.model.game import Player
from pydecl.model.program import Program
from pydecl.paths import prolog_file
from pydecl.playing.reading import read_record
from pydecl.playing.replaying import replayed
from pydecl.playing.situation import look
from pydecl.search.registry import CONTRACTS, PROGRAMS
from pydecl.tournaments.running import run_tournament
from pydecl.tracing.events import Kind
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import record
from pydecl.workbench.drawing.standings import crosstable
from pydecl.workbench.stepping.track import Track, marks_of
from pydecl.workbench.web.addresses import read_line
from pydecl.workbench.web.answering import Desk
from pydecl.workbench.web.attempts import SETTINGS
from pydecl.workbench.web.judging import tournament
from pydecl.workbench.web.lines import Lines
from pydecl.workbench.web.worth import signed, solved, worth

HTML = {"Accept": "text/html"}


def test_the_home_page_shows_every_game_with_its_board(web: httpx.Client) -> None:
    page = web.get("/")
    assert page.status_code == 200
    for name in ("chess", "nim", "kuhn", "lecture19"):
        assert f'href="/g/{name}"' in page.text
    for name in ("nim", "tictactoe"):
        board = web.get(f"/g/{name}/board.svg")
        assert board.headers["content-type"].startswith("image/svg+xml")
        assert ElementTree.fromstring(board.text).tag.endswith("svg")


@pytest.mark.parametrize("name", ["nim", "tictactoe", "kuhn", "lecture19"])
def test_each_move_leads_to_its_position(web: httpx.Client, name: str) -> None:
    with consult(name) as game:
        seen = look(game, game.initial()[0])
        expected = [choice.written for choice in seen.choices]
    page = web.get(f"/g/{name}")
    moves = re.findall(r'<li data-number="\d+"><a data-go href="([^"]*)"', page.text)
    assert len(moves) == len(expected)
    for address, written in zip(moves[:3], expected[:3], strict=True):
        after = web.get(address.replace("&amp;", "&"))
        assert after.status_code == 200
        assert written in after.text


def told(client: httpx.Client, address: str) -> list[dict[str, Any]]:
    """The parts of a stream, which comes to its end."""
    found = events(client, address)
    assert found[-1][0] == "done"
    return [json.loads(data) for kind, data in found if kind == "part"]


def last_values(parts: list[dict[str, Any]], field: str = "value") -> list[Any]:
    """What each move is worth in the end, in order."""
    last = {one["number"]: one for one in parts if "number" in one}
    return [last[number][field] for number in sorted(last)]


@pytest.mark.parametrize(
    ("name", "line", "program", "engine", "depth"),
    [
        ("nim", "", "alphabeta", "python", 3),
        ("connect4", "4.4.3", "alphabeta", "native", 5),
        ("connect4", "4.4.3", "scout", "python", 3),
        ("tictactoe", "5.1", "minimax", "prolog", 3),
        ("othello:size=4", "1", "deepening", "python", 4),
        ("kalah", "3", "ab_procedure", "native", 4),
        ("checkers", "2", "alphabeta", "native", 5),
        ("pig", "1.3", "expectiminimax", "native", 4),
    ],
)
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
def test_the_usual_program_s_values_are_those_of_its_search(web: httpx.Client, name: str, line: str) -> None:
    program = CONTRACTS[Program.ALPHABETA_TT]
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


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/step/overview?program=outcome", "outcome cannot be traced"),
        ("/step/overview?beside=nothing", "nothing"),
        ("/step/overview?tree=a+max+(b", "tree:1:"),
        ("/step/overview?game=othello_lecture&program=minimax", ""),
    ],
)
def test_what_cannot_be_stepped_through_is_told(web: httpx.Client, address: str, said: str) -> None:
    told = web.get(address).json()
    assert said in told.get("wrong", str(told.get("ends")))


@pytest.mark.parametrize("query", ["engine=python&program=solve", ""], ids=["asked for", "soon solved"])
def test_the_solved_game_says_who_wins_and_when(web: httpx.Client, query: str) -> None:
    with consult("nim:heaps=[1,2]") as game:
        outcomes = [
            search(game, "outcome", engine="python", position=position).answer.value
            for _, position in game.successors(game.initial()[0])
        ]
    parts = told(web, f"/g/nim:heaps=[1,2]/values?{query}")
    assert last_values(parts) == [solved(one).text for one in outcomes]  # type: ignore[arg-type]
    assert parts[-1]["line"][0]["move"] == "take(2,1)"


def test_a_game_too_large_to_be_solved_says_so(web: httpx.Client) -> None:
    found = events(web, "/g/connect4/values?program=solve&seconds=1")
    assert found[-1][0] == "wrong"
    assert "connect4 is too large to be solved here" in found[-1][1]


def test_the_program_s_move_is_the_best_one_and_makes_a_new_address(web: httpx.Client) -> None:
    with consult("nim") as game:
        best = search(game, "alphabeta", engine="python", depth=3).answer.best
        seen = look(game, game.initial()[0])
        assert best is not None
        choice = seen.leading_to(best)
        assert choice is not None
    told = web.get("/g/nim/hint?program=alphabeta&engine=python&depth=3").json()
    assert told["number"] == choice.number
    moved = web.get("/g/nim/reply?program=alphabeta&engine=python&depth=3&as=min")
    assert moved.status_code == 303
    assert f"line={choice.number}" in moved.headers["location"]
    assert seen.mover is Player.MAX


def target(page: str, name: str) -> str:
    """Where a button of a page leads to."""
    found = re.search(rf'id="{name}" href="([^"]*)"', page)
    assert found is not None
    return found[1].replace("&amp;", "&")


def test_undo_takes_back_the_program_s_move_with_one_s_own(web: httpx.Client) -> None:
    for people, left in (("max", "3.1"), ("min", "3.1.1"), ("both", "3.1.1")):
        page = web.get(f"/g/tictactoe?line=3.1.1.1&as={people}").text
        assert f"line={left}&" in target(page, "undo") + "&"
        assert "line=3.1.1.1" in target(web.get(target(page, "undo")).text, "forward") or people == "max"


def test_one_changes_sides(web: httpx.Client) -> None:
    page = web.get("/g/tictactoe?line=3&as=min").text
    assert target(page, "sides") == "/g/tictactoe?as=max&line=3"
    assert 'id="sides"' not in web.get("/g/tictactoe?line=3").text


@pytest.mark.parametrize(
    ("name", "line"), [("nim:heaps=[1,2]", "2.1"), ("checkers", "1.1.1"), ("kuhn", "3.1"), ("chess", "12")]
)
def test_a_record_leads_back_to_its_position(web: httpx.Client, name: str, line: str) -> None:
    saved = web.get(f"/g/{name}/record", params={"line": line, "as": "max", "depth": "2"})
    assert "attachment" in saved.headers["content-disposition"]
    with consult(name) as game:
        record = read_record(saved.text, "saved")
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
        ("game nim", "no record of a match: no line 'start …'"),
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


def test_the_opponent_s_turn_is_told(web: httpx.Client) -> None:
    assert "data-reply" in web.get("/g/nim?as=min").text
    assert "data-reply" not in web.get("/g/nim?as=max").text
    assert "data-reply" not in web.get("/g/nim?as=both").text


def test_what_is_over_has_no_moves(web: httpx.Client) -> None:
    page = web.get("/g/nim", params={"pos": "0/0/0 max"})
    assert "MIN has won, MAX has lost" in page.text
    assert 'id="moves"' not in page.text


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/g/nowhere", 404, "nowhere: no bundled game"),
        ("/g/..%2F..%2Fetc%2Fpasswd", 404, ""),
        ("/g/rules.pl", 404, "rules.pl: no bundled game"),
        ("/g/nim:heaps=[x]", 400, "heaps"),
        ("/g/nim:heaps=[", 400, "heaps"),
        ("/g/nim?pos=nothing", 400, "nothing"),
        ("/g/nim?line=99", 400, "move 99 of 9: there is no such move"),
        ("/g/nim?line=1.x", 400, "expected numbers of moves with points between them"),
        ("/g/nim?tried=1_x", 400, "tried=x: expected numbers of moves"),
        ("/g/nim?tried=99", 400, "move 99 of 9: there is no such move"),
        ("/g/nim:heaps=[1,2", 400, "heaps"),
        ("/g/nim?depth=0", 400, "expected a number from 1 to 99"),
        ("/g/nim?depth=-1", 400, "expected a number from 1 to 99"),
        ("/g/nim?program=nothing", 400, "program=nothing: expected one of"),
        ("/g/nim?engine=nothing", 400, "engine=nothing: expected one of"),
        ("/g/nim?seconds=1e9", 400, "expected a number of at most"),
        ("/nothing", 404, ""),
    ],
)
def test_wrong_addresses_get_one_message(web: httpx.Client, address: str, status: int, said: str) -> None:
    page = web.get(address, headers=HTML)
    assert (page.status_code, said in page.text) == (status, True), page.text
    assert "Traceback" not in page.text


def wait_for_places(web: httpx.Client, asked: str) -> None:
    """Until the places in the programs' texts are known."""
    for _ in range(200):
        if web.get(f"/step/state?{asked}&at=1&marks=").json()["marked"]:
            return
        time.sleep(0.1)
    raise AssertionError("they were never found")


def test_a_step_does_not_wait_for_the_places_in_the_texts(web: httpx.Client) -> None:
    asked = "game=tictactoe&depth=5&engine=python"
    web.get(f"/step/overview?{asked}")
    first = web.get(f"/step/state?{asked}&at=40&marks=").json()
    assert not first["marked"]  # the replays take a second, and have just begun
    assert first["panes"][0]["source"] == {"prolog": None, "python": None}
    assert first["panes"][0]["seq"] == 40
    wait_for_places(web, asked)
    later = web.get(f"/step/state?{asked}&at=40&marks=").json()
    assert later["panes"][0]["source"]["prolog"]["file"] == "prolog/textbook/alphabeta.pl"


@pytest.mark.parametrize("naming", [one.value for one in Naming])
def test_each_state_is_that_of_the_track(web: httpx.Client, naming: str) -> None:
    asked = f"game=nim:heaps=[1,2]&program=scout&depth=&engine=python&naming={naming}"
    with consult("nim:heaps=[1,2]") as game:
        recording = record(game, "scout", engine="python", depth=None)
        track = Track(recording, game.format_position, naming=Naming(naming), sources=marks_of(recording))
        total = len(track)
        found = web.get(f"/step/overview?{asked}").json()
        assert (found["totals"], found["cuts"]) == ([total], track.cuts())
        wait_for_places(web, asked)
        for seq in (1, 2, total // 2, total - 1, total, total + 9):
            told = web.get(f"/step/state?{asked}&at={seq}&marks=").json()
            expected = track.state(track.clamped(seq)).to_json()
            assert json.loads(json.dumps(expected | {"board": None})) == told["panes"][0] | {"board": None}
            assert told["goes"]["over"] == track.over(track.clamped(seq))
            assert told["panes"][0]["board"].startswith("<?xml") or told["panes"][0]["position"] is None


def test_two_searches_differ_where_the_comparison_says(web: httpx.Client) -> None:
    asked = "game=lecture19&program=alphabeta&depth=&engine=python&beside=minimax"
    found = web.get(f"/step/overview?{asked}").json()
    assert found["differences"][0] == {"left": 19, "right": 15, "reason": "cut here, enter there"}
    told = web.get(f"/step/state?{asked}&at=1").json()
    assert told["goes"]["difference"] == found["differences"][0]
    same = web.get(f"/step/overview?{asked.replace('minimax', 'prolog')}").json()
    assert same["differences"] == []


def test_a_program_on_a_tree_is_drawn(web: httpx.Client) -> None:
    page = web.get("/tree", params={"tree": "a max (b 1  c min (d 0  e 2))", "depth": ""})
    assert page.status_code == 200
    assert "alphabeta on tree, 4 nodes" in page.text


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/tree?tree=a+max+(b", "tree:1:"),
        ("/tree?tree=" + "x" * 30_000, "the tree has more than 20,000 characters"),
        ("/crosscheck?programs=none", "programs=none: expected all or naive"),
        ("/crosscheck?trees=0", "trees=0: expected a number from 1 to 5,000"),
        ("/crosscheck?seed=x", "seed=x: expected a number from 0"),
        ("/tournament?game=../../etc/passwd", "no bundled game"),
        ("/tournament?games=0", "games=0: expected a number from 1 to 100"),
        ("/tournament?players=random", "a tournament needs two players or more"),
        ("/tournament?players=random%0Ax,depth=1", "player x,depth=1: no program"),
        ("/tournament?players=random%0Aminimax,time=0", "time=0: expected at most 10 seconds"),
        ("/tournament?players=" + "random%0A" * 9, "9 players: expected at most 8"),
        ("/tournament?move=11", "move=11: expected a number of seconds of at most 10"),
        ("/claims?lecture=x", "lecture=x: expected one of"),
        ("/step?naming=x", "naming=x: expected one of textbook"),
        ("/step?at=x", "at=x: expected the number of an event"),
        ("/step?game=../../etc/passwd", "no bundled game"),
    ],
)
def test_wrong_questions_get_one_message(web: httpx.Client, address: str, said: str) -> None:
    page = web.get(address, headers=HTML)
    assert page.status_code in (400, 404)
    assert said in page.text


def test_the_matrix_is_that_of_the_command(web: httpx.Client) -> None:
    found = events(web, "/crosscheck/matrix?programs=all&trees=20&seed=7")
    with consult_trees() as game:
        tally = Tally()
        for batch in batches(20, 7):
            tally.merge(check_batch(game, batch, PROGRAMS))
    last = json.loads(found[-2][1])
    assert last["games"] == 20
    counted = {(program, law): n for program, row in last["rows"].items() for law, n in row.items()}
    assert counted == {(program.value, law.value): n for (program, law), n in tally.counts.items()}
    assert json.loads(found[-1][1])["broken"] == []


def test_a_tournament_is_that_of_the_command(web: httpx.Client) -> None:
    players = ["alphabeta,depth=unlimited,engine=python", "random"]
    query = {"game": "nim:heaps=[1,2,3]", "players": "\r\n".join(players), "games": "4", "opening": "0"}
    query |= {"seed": "3", "move": "9"}
    parts = [json.loads(said) for kind, said in events(web, f"/tournament/standings?{urlencode(query)}")]
    found = run_tournament("nim:heaps=[1,2,3]", players, games=4, opening_plies=0, seed=3, seconds=9)
    told = crosstable(found)
    *stages, end = parts
    assert [len(stage["games"]) for stage in stages] == [0, 1, 1, 1, 1, 0]
    assert (stages[-1]["title"], stages[-1]["rows"]) == (told.title, told.rows)
    assert [game["record"] for stage in stages for game in stage["games"]] == [
        found.record(number) for number in range(1, 5)
    ]
    assert end == {"reason": "", "timed": True}


def test_a_tournament_ends_with_its_time() -> None:
    question = {"game": "tictactoe", "players": ["random", "random,name=r"], "games": 100, "seed": 0}
    question |= {"opening": 0, "move": 1.0, "seconds": 0}
    with Desk() as desk:
        *stages, (kind, end) = tournament(desk, question)
    assert (kind, end["reason"]) == ("done", "the time is over")
    assert len(stages) == 1


FAULTY = "initial(a).\nmoves(X, Y) :- foo(X,.\n"


def test_findings_are_those_of_the_command(web: httpx.Client, tmp_path: Path) -> None:
    for text in (FAULTY, "initial(a).\nmove(a, b).\n", prolog_file("new.pl").read_text("utf-8")):
        file = tmp_path / "rules.pl"
        file.write_text(text, "utf-8")
        report = check_file(str(file), 30)
        expected = [(one.line, one.column, one.code.name, one.message) for one in report.findings]
        found = web.post("/consult/check", json={"text": text}).json()["findings"]
        assert [(one["line"], one["column"], one["code"], one["message"]) for one in found] == expected
        first = web.post("/consult/survey", json={"text": text}).json()["findings"]
        assert {one["code"] for one in first} <= {one["code"] for one in found}


def test_typed_rules_are_searched_drawn_played_and_cross_checked(web: httpx.Client) -> None:
    text = prolog_file("new.pl").read_text("utf-8")
    fields = {"text": text, "engine": "python", "depth": "4"}
    assert web.post("/consult/result", json=fields).json()["value"].startswith("0")
    drawn = web.post("/consult/tree", json=fields).json()
    assert ElementTree.fromstring(drawn["svg"].partition("?>")[2]).tag.endswith("svg")
    shown = web.post("/consult/situation", json=fields).json()
    assert [move["said"] for move in shown["moves"]] == ["take(1)", "take(2)", "take(3)"]
    assert web.post("/consult/reply", json=fields).json()["number"] in (1, 2, 3)
    assert web.post("/consult/crosscheck", json=fields).json()["agree"] is True


@pytest.mark.parametrize("name", ["if-then-else", "findall", "bare"])
def test_typed_programs_are_stepped_through_in_their_own_text(web: httpx.Client, name: str) -> None:
    style = STYLES[name]
    fields = {"text": own_texts.NIM + style.text, "program": f"file:{style.program}", "depth": ""}
    found = web.post("/step/overview", json=fields).json()
    assert found["titles"] == [f"file:{style.program} on prolog"]
    (total,) = found["totals"]
    for at in range(1, total + 1):
        (pane,) = web.post("/step/state", json={**fields, "at": at, "marks": ""}).json()["panes"]
        source = pane["source"]["prolog"]
        there = source["lines"][source["mark"]["from"][0] - source["first"]]
        marked = there[source["mark"]["from"][1] : source["mark"]["to"][1]]
        wanted = style.marked.get(Kind(pane["event"]["event"]))
        assert wanted is None or marked in wanted or pane["event"]["event"] == "window"
        assert source["mark"]["within"].startswith("clause ")
        assert pane["source"]["python"] is None
    assert f"file:{style.program}" in web.get(f"/step?rules=typed&program=file:{style.program}").text
    drawn = web.post("/consult/tree", json={**fields, "engine": "native"}).json()
    assert drawn["nodes"] > 1


def test_typed_rules_are_stepped_through_as_a_bundled_game_is(web: httpx.Client) -> None:
    """By all but the words for a position, which a bundled game may have of its own."""
    typed = {"text": prolog_file("games/nim.pl").read_text("utf-8"), "engine": "native", "depth": "2"}
    bundled = "game=nim&engine=python&depth=2"
    found = web.post("/step/overview", json=typed).json()
    assert found == web.get(f"/step/overview?{bundled}").json()
    for seq in (1, 7, found["totals"][0]):
        one = web.post("/step/state", json={**typed, "at": seq, "marks": ""}).json()
        other = web.get(f"/step/state?{bundled}&at={seq}&marks=").json()
        assert one["goes"] == other["goes"]
        for what in ("window", "source", "total"):
            assert one["panes"][0][what] == other["panes"][0][what], what
        for what in ("event", "node", "ply"):
            assert one["panes"][0]["event"][what] == other["panes"][0]["event"][what], what
    page = web.get("/step?rules=typed&program=alphabeta&engine=native").text
    assert "alphabeta on your rules" in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "there is no text"),
        ({"text": 1}, "there is no text"),
        ({"text": "a" * 200_001}, "the text has more than 200,000 characters"),
        ({"text": "initial(a).", "naming": "x"}, "naming=x: expected one of"),
        ({"text": "initial(a).", "naming": 5, "tree": 5}, "naming=5: expected one of"),
        ({"text": "initial(a).", "at": "x"}, "at=x: expected the number of an event"),
    ],
)
def test_typed_rules_that_cannot_be_stepped_through_are_told(
    web: httpx.Client, fields: dict[str, Any], said: str
) -> None:
    found = web.post("/step/state", json=fields)
    assert found.status_code == 400
    assert said in found.json()["wrong"]


def test_faulty_rules_that_are_stepped_through_name_no_file_of_this_machine(web: httpx.Client) -> None:
    assert web.post("/step/overview", json={"text": FAULTY}).json()["wrong"].startswith("rules.pl:2:19: ")


def test_a_refusal_names_no_file_of_this_machine(web: httpx.Client) -> None:
    said = web.post("/consult/result", json={"text": FAULTY}).json()["wrong"]
    assert said.startswith("rules.pl:2:19: ")


MOVERS = """
initial(p(max, a)).
max_to_move(p(max, _)).
min_to_move(p(min, _)).
other(max, min).
other(min, max).
staticval(_, 0).
"""


@pytest.mark.parametrize(
    "text",
    [
        "moves(_, _) :- repeat, fail.\n",
        "moves(p(M, X), [p(N, f(X)), p(N, g(X))]) :- other(M, N).\n",
        "moves(P, Q) :- moves([P|P], R), append(R, R, Q).\n",
    ],
    ids=["loops", "never ends", "recurs"],
)
def test_rules_that_do_not_end_are_stopped(web: httpx.Client, text: str) -> None:
    started = time.monotonic()
    text = MOVERS + text
    fields = {"text": text, "engine": "prolog", "program": "minimax", "depth": "", "seconds": "1"}
    done = web.post("/consult/result", json=fields)
    assert done.status_code in (200, 400)
    said = json.dumps(done.json())
    assert any(word in said for word in ("stopped", "memory", "within 1 s", "stack")), said
    assert time.monotonic() - started < 15
    assert web.post("/consult/survey", json={"text": text}).status_code == 200


def test_rules_read_no_file_and_start_nothing(web: httpx.Client, tmp_path: Path) -> None:
    secret = tmp_path / "secret.pl"
    secret.write_text("initial(found_it).\n")
    for text in (
        f":- include('{secret}').\nmoves(_, []).\n",
        f":- initialization(shell('touch {tmp_path}/made')).\ninitial(a).\n",
        f"initial(X) :- open('{secret}', read, S), read(S, initial(X)).\nmoves(_, []).\nstaticval(_, 0).\n",
    ):
        for what in ("check", "situation"):
            said = web.post(f"/consult/{what}", json={"text": text}).text
            assert "found_it" not in said.replace(json.dumps(text)[1:-1], "")
    assert not (tmp_path / "made").exists()


# Who may ask


def test_every_answer_has_the_policy(web: httpx.Client) -> None:
    for address in ("/", "/g/nim", "/nothing", "/assets/style.css", "/g/nim/board.svg"):
        headers = web.get(address).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert "<script>" not in web.get("/g/nim").text
    assert " style=" not in web.get("/g/nim").text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example"])
def test_other_names_of_this_machine_are_refused(web: httpx.Client, host: str) -> None:
    assert web.get("/", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
    ],
    ids=str,
)
def test_other_pages_may_not_ask(web: httpx.Client, headers: dict[str, str]) -> None:
    usual = {"Content-Type": "application/json"}
    done = web.post("/consult/survey", content=json.dumps({"text": "p."}), headers=usual | headers)
    assert done.status_code == 403


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("x" * (2 << 20), 413),
        ("{", 400),
        ("[]", 400),
        ("{}", 400),
        (json.dumps({"text": "p. " * 90_000}), 400),
    ],
    ids=["long", "no JSON", "a list", "no text", "a long text"],
)
def test_wrong_requests_are_refused(web: httpx.Client, content: str, status: int) -> None:
    headers = {"Content-Type": "application/json"}
    assert web.post("/consult/survey", content=content, headers=headers).status_code == status
    assert web.post("/consult/nothing", content='{"text": "p."}', headers=headers).status_code == 400


def test_a_token_is_asked_for_and_kept(web: httpx.Client) -> None:
    del web
    with serving("--token", "open sesame") as (address, _), httpx.Client(timeout=30) as client:
        plain = address.partition("?")[0]
        assert client.get(plain).status_code == 401
        assert client.get(f"{plain}?token=wrong").status_code == 401
        entered = client.get(plain, params={"token": "open sesame"})
        assert entered.status_code == 303
        assert "token" not in entered.headers["location"]
        assert client.get(plain).status_code == 200
        cookie = entered.headers.get_list("set-cookie")[0].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie


def test_a_closed_page_ends_its_search_and_others_go_on(web: httpx.Client, web_address: str) -> None:
    """The slow workers are as many as cores: if closed searches went on, the last one would find none."""
    for _ in range(6):
        with httpx.Client(base_url=web_address, timeout=30) as other:
            slow = "/g/chess/values?engine=python&depth=9&seconds=60"
            with other.stream("GET", slow) as reply:
                time.sleep(0.4)
                assert reply.status_code == 200
    started = time.monotonic()
    found = events(web, "/g/nim/values?engine=python&depth=2")
    assert found[-1][0] == "done"
    assert time.monotonic() - started < 8
    assert web.get("/g/nim").status_code == 200


def test_one_visitor_has_only_some_questions_at_a_time(web: httpx.Client) -> None:
    web.get("/")
    slow = "/g/chess/values?engine=python&depth=9&seconds=30"
    opened = [web.stream("GET", slow) for _ in range(6)]
    try:
        for one in opened:
            assert one.__enter__().status_code == 200
        time.sleep(0.5)
        refused = web.get("/g/nim", headers=HTML)
        assert refused.status_code == 429
        assert "too many questions at a time" in refused.text
    finally:
        for one in opened:
            one.__exit__(None, None, None)
