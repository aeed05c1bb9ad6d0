"""What the server says of a search, event by event: states are the track's."""

from __future__ import annotations

import json
import time

import httpx
import pytest

from pydecl.loading.consulting import consult
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import record
from pydecl.workbench.stepping.track import Track, marks_of


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
