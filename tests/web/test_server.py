"""The server: the pages that show verdicts, and what is refused, bounded and ended."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import httpx
import pytest
from web_visits import HTML, asking, events, served, serving

from pydecl.crosschecking.matrix import Tally, batches, check_batch
from pydecl.loading.consulting import game_names
from pydecl.loading.trees_and_graphs import consult_trees
from pydecl.programs.registry import PROGRAMS
from pydecl.tournaments.running import tournament as played_tournament
from pydecl.workbench.drawing.standings import crosstable
from pydecl.workbench.web.answering import tournament
from pydecl.workbench.web.desk import Desk

OPTION = pytest.mark.thorough("it is refused as the first wrong option is")


def test_the_home_page_shows_every_game(web: httpx.Client) -> None:
    page = web.get("/")
    assert page.status_code == 200
    for name in game_names():
        for shown in (f'href="/g/{name}"', f'src="/g/{name}/board.svg"'):
            assert (shown in page.text) == (name != "graph")
    assert 'src="/search.svg"' in page.text
    assert ElementTree.fromstring(web.get("/search.svg").text).tag.endswith("svg")


@pytest.mark.sampled(2, "each game is consulted; two boards show the law")
@pytest.mark.parametrize("name", game_names())
def test_the_board_of_every_game_is_drawn(web: httpx.Client, name: str) -> None:
    board = web.get(f"/g/{name}/board.svg")
    assert board.headers["content-type"].startswith("image/svg+xml")
    assert "default-src 'none'" in board.headers["content-security-policy"]
    assert ElementTree.fromstring(board.text).tag.endswith("svg")


@pytest.mark.sampled(16, "each case is a question to a server")
@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/g/nowhere", 404, "nowhere: no bundled game"),
        ("/g/..%2F..%2Fetc%2Fpasswd", 404, ""),
        ("/g/rules.pl", 404, "rules.pl: no bundled game"),
        ("/g/nim:heaps=[x]", 400, "heaps"),
        pytest.param("/g/nim:heaps=[", 400, "heaps", marks=OPTION),
        ("/g/nim?pos=nothing", 400, "nothing"),
        ("/g/nim?line=99", 400, "move 99 of 9: there is no such move"),
        ("/g/nim?line=1.x", 400, "expected numbers of moves with points between them"),
        ("/g/nim?tried=1_x", 400, "tried=x: expected numbers of moves"),
        ("/g/nim?tried=99", 400, "move 99 of 9: there is no such move"),
        pytest.param("/g/nim:heaps=[1,2", 400, "heaps", marks=OPTION),
        ("/g/nim:" + "x" * 12_000, 400, "expected KEY=VALUE"),
        ("/g/lecture19:x.pl", 400, "expected KEY=VALUE"),
        ("/g/nim?depth=0", 400, "expected a number from 1 to 99"),
        ("/g/nim?depth=-1", 400, "expected a number from 1 to 99"),
        ("/g/nim?program=nothing", 400, "program=nothing: expected one of"),
        ("/g/nim?engine=nothing", 400, "engine=nothing: expected one of"),
        ("/g/nim?seconds=1e9", 400, "expected a number of seconds of at most"),
        ("/nothing", 404, "/nothing: there is no such page"),
        ("/step/recordings?tree=a+max+(b", 400, "tree:1:"),
        ("/step/recordings?tree=" + "x" * 30_000, 400, "the tree has more than 20,000 characters"),
        ("/crosscheck?programs=none", 400, "programs=none: expected one of all, naive"),
        ("/crosscheck?trees=0", 400, "trees=0: expected a number from 1 to 5,000"),
        ("/crosscheck?seed=x", 400, "seed=x: expected a number from 0"),
        ("/tournament?game=../../etc/passwd", 404, "no bundled game"),
        ("/tournament?games=0", 400, "games=0: expected a number from 1 to 100"),
        ("/tournament?players=random", 400, "a tournament needs two players or more"),
        ("/tournament?players=random%0Ax,depth=1", 400, "player x,depth=1: no program"),
        ("/tournament?players=random%0Aminimax,time=0", 400, "time=0: expected at most 10 seconds"),
        ("/tournament?players=" + "random%0A" * 9, 400, "9 players: expected at most 8"),
        ("/tournament?move=11", 400, "move=11: expected a number of seconds of at most 10"),
        ("/claims?lecture=x", 400, "lecture=x: expected one of"),
        ("/step?naming=x", 400, "naming=x: expected one of textbook"),
        ("/step?at=x", 400, "at=x: expected a number"),
        ("/step?game=../../etc/passwd", 404, "no bundled game"),
        ("/practice?level=easy", 400, "&#39;easy&#39; is no level"),
        ("/practice/exercise?seed=-1", 400, "seed=-1: expected a number from 0"),
        ("/practice/sheet?seed=99999999999", 400, "expected a number from 0"),
        ("/practice/sheet?game=../etc/passwd", 404, "no bundled game"),
        ("/step/recordings?program=outcome", 400, "outcome cannot be traced"),
        ("/step/recordings?beside=nothing", 400, "nothing"),
    ],
)
def test_wrong_addresses_get_one_message(web: httpx.Client, address: str, status: int, said: str) -> None:
    page = web.get(address, headers=HTML)
    assert (page.status_code, said in page.text) == (status, True), page.text
    assert "Traceback" not in page.text


def test_a_program_on_a_tree_is_stepped_through(web: httpx.Client) -> None:
    asked = {"tree": "a max (b 1  c min (d 0  e 2))", "depth": ""}
    assert "alphabeta on a tree" in web.get("/step", params=asked).text
    (told,) = web.get("/step/recordings", params=asked).json()["recordings"]
    assert sum(line.startswith("e ") for line in told["lines"]) == 4


@pytest.mark.thorough("the page calls what the command calls")
def test_the_matrix_is_that_of_the_command(web: httpx.Client) -> None:
    found = events(web, "/crosscheck/matrix?programs=all&trees=1&seed=7")
    with consult_trees() as game:
        tally = Tally()
        for batch in batches(1, 7):
            tally.merge(check_batch(game, batch, PROGRAMS))
    last = json.loads(found[-2][1])
    assert last["games"] == 1
    counted = {(program, law): n for program, row in last["rows"].items() for law, n in row.items()}
    assert counted == {(program.value, law.value): n for (program, law), n in tally.counts.items()}
    assert json.loads(found[-1][1])["broken"] == []


@pytest.mark.thorough("the page calls what the command calls")
def test_a_tournament_is_that_of_the_command(web: httpx.Client) -> None:
    players = ["alphabeta,depth=unlimited,engine=python", "random"]
    query = {"game": "nim:heaps=[1,2,3]", "players": "\r\n".join(players), "games": "4", "opening": "0"}
    query |= {"seed": "3", "move": "9"}
    parts = [json.loads(said) for kind, said in events(web, f"/tournament/standings?{urlencode(query)}")]
    found = played_tournament("nim:heaps=[1,2,3]", players, games=4, opening_plies=0, seed=3, seconds=9)
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
    assert (kind, end["reason"]) == ("done", "time is up")
    assert len(stages) == 1


def test_every_answer_has_the_policy(web: httpx.Client) -> None:
    for address in ("/", "/g/nim", "/nothing", "/assets/style.css"):
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


PAGE = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("/g/nim/reply", {"Sec-Fetch-Dest": "image"}, 403),
        ("/g/nim/values", PAGE, 403),
        ("/g/nim", {"Sec-Fetch-Dest": "iframe"}, 403),
        ("/claims", {"Sec-Fetch-Dest": "empty"}, 403),
        ("/g/nim", PAGE, 200),
    ],
)
@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_may_only_have_links_to_pages(
    web: httpx.Client, address: str, headers: dict[str, str], status: int, site: str
) -> None:
    assert web.get(address, headers={"Sec-Fetch-Site": site, **headers}).status_code == status


def test_answers_are_compressed_but_for_events(web: httpx.Client) -> None:
    assert web.get("/g/nim").headers["content-encoding"] == "gzip"
    assert web.get("/assets/style.css").headers["content-encoding"] == "gzip"
    streamed = web.get("/g/nim/values?engine=python&depth=1")
    assert "content-encoding" not in streamed.headers


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 421),
        ("POST /consult/survey HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[::1\r\n\r\n", 403),
    ],
)
def test_names_that_are_none_are_refused(web_address: str, request_text: str, status: int) -> None:
    host, port = web_address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(request_text.encode())
        assert int(connection.recv(100).split()[1]) == status


def test_a_request_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvicorn")
    from pydecl.workbench.web import app

    soon = app.arriving_within(0.05)
    monkeypatch.setattr(app, "arriving_within", lambda _: soon)
    with served() as address:
        host, port = address.removeprefix("http://").split(":")
        for begun in (
            "",
            "GET / HTTP/1.1\r\nHost",
            "POST / HTTP/1.1\r\nHost: [\r\nContent-Length: 9\r\n\r\n1",
        ):
            with suppress(ConnectionError), socket.create_connection((host, int(port))) as connection:
                connection.sendall(begun.encode())
                while connection.recv(1000):
                    pass


def test_a_fault_is_told_in_one_line(
    web: httpx.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("pydecl.workbench.web.searches.typed", lambda _: 1 / 0)
    answer = web.post("/consult/survey", json={"text": "p."})
    assert (answer.status_code, answer.text.count("\n")) == (500, 1)
    (record,) = caplog.records
    assert "ZeroDivisionError" in record.message
    assert record.exc_info is None


def test_who_waits_when_the_server_is_stopped_is_told() -> None:
    pytest.importorskip("starlette")
    from pydecl.workbench.web.app import Guard
    from pydecl.workbench.web.settings import Settings

    async def asked() -> httpx.Response:
        async def stopped(*_: object) -> None:
            raise asyncio.CancelledError

        transport = httpx.ASGITransport(Guard(stopped, Settings(), []))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/")

    answer = asyncio.run(asked())
    assert (answer.status_code, answer.text) == (503, "this server is being stopped\n")


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("x" * (2 << 20), 413),
        (iter([b"x" * (2 << 20)]), 413),
        ("[" * 100_000, 400),
        ('{"text": "\\ud800"}', 400),
        ("{", 400),
        ("[]", 400),
        ("{}", 400),
        (json.dumps({"text": "p. " * 90_000}), 400),
    ],
    ids=["long", "long, in pieces", "deep", "half a pair", "no JSON", "a list", "no text", "a long text"],
)
def test_wrong_requests_are_refused(web: httpx.Client, content: Any, status: int) -> None:
    headers = {"Content-Type": "application/json"}
    assert web.post("/consult/survey", content=content, headers=headers).status_code == status
    assert web.post("/consult/nothing", content='{"text": "p."}', headers=headers).status_code == 400


@pytest.mark.thorough("it starts a server of its own")
def test_a_token_is_asked_for_and_kept() -> None:
    """By a server in a process, which ends with its own processes."""
    pytest.importorskip("uvicorn")
    with serving("--token", "open sesame") as (address, _), asking("") as client:
        plain = address.partition("?")[0]
        assert client.get(plain).status_code == 401
        assert client.get(f"{plain}?token=wrong").status_code == 401
        entered = client.get(plain, params={"token": "open sesame"})
        assert entered.status_code == 303
        assert "token" not in entered.headers["location"]
        assert client.get(f"{plain}g/nim").status_code == 200
        cookie = entered.headers.get_list("set-cookie")[0].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie


ENDLESS = "/g/connect4/values?engine=python&depth=20&seconds=600"
"""A search whose first values come at once."""


def test_a_closed_page_ends_its_search_and_others_go_on(web: httpx.Client, web_address: str) -> None:
    """There are two slow workers: if closed searches went on, the last one would wait for ever."""
    for _ in range(3):
        with asking(web_address) as other, other.stream("GET", ENDLESS) as reply:
            assert next(reply.iter_lines()) == "event: part"
    assert events(web, "/g/nim/values?engine=python&depth=2")[-1][0] == "done"
    assert web.get("/g/nim").status_code == 200


def test_one_visitor_has_only_some_questions_at_a_time(web: httpx.Client) -> None:
    web.get("/consult")
    with ExitStack() as opened:
        for _ in range(6):
            assert opened.enter_context(web.stream("GET", ENDLESS)).status_code == 200
        while (refused := web.get("/g/nim", headers=HTML)).status_code != 429:
            assert refused.status_code == 200  # not all of them have been read yet
        assert "too many questions at a time" in refused.text
