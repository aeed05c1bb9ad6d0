"""What the server says of a search, event by event: states are the track's."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import httpx
import pytest

from pydecl.loading.consulting import consult
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import record
from pydecl.workbench.stepping.replays import replayed_apart
from pydecl.workbench.stepping.track import Track, marks_of
from pydecl.workbench.web import recounting
from pydecl.workbench.web.answering import Desk


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/step/overview?program=outcome", "outcome cannot be traced"),
        ("/step/overview?beside=nothing", "nothing"),
        ("/step/overview?tree=a+max+(b", "tree:1:"),
        ("/step/overview?game=othello_lecture&program=minimax", ""),
    ],
)
@pytest.mark.sampled(1, "each case is a question to a server")
def test_what_cannot_be_stepped_through_is_told(web: httpx.Client, address: str, said: str) -> None:
    told = web.get(address).json()
    assert said in told.get("wrong", str(told.get("ends")))


def wait_for_places(web: httpx.Client, asked: str) -> None:
    """Until the places in the programs' texts are known."""
    while not web.get(f"/step/state?{asked}&at=1&marks=").json()["marked"]:
        time.sleep(0.01)


def test_a_step_does_not_wait_for_the_places_in_the_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = threading.Event()

    def late(*asked: Any) -> Any:
        may_end.wait()
        return replayed_apart(*asked)

    monkeypatch.setattr(recounting, "replayed_apart", late)
    question = {
        "game": "nim:heaps=[1,2]",
        "program": "alphabeta",
        "engine": "python",
        "depth": 3,
        "seconds": 600,
    }
    question |= {"naming": "textbook", "beside": "", "events": 1000, "at": 9, "right": None, "marks": True}
    with Desk() as desk:
        ((_, first),) = recounting.step(desk, question)
        assert not first["marked"]
        assert first["panes"][0]["source"] == {"prolog": None, "python": None}
        assert first["panes"][0]["seq"] == 9
        may_end.set()
        finding = recounting.walk(desk, question)._finding
        assert finding is not None
        finding.join()
        ((_, later),) = recounting.step(desk, question)
    assert later["marked"]
    assert later["panes"][0]["source"]["prolog"]["file"] == "prolog/textbook/alphabeta.pl"


@pytest.mark.parametrize("naming", [one.value for one in Naming])
@pytest.mark.thorough("states are compared, event by event, in stepping/test_stepper_js")
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


@pytest.mark.thorough("two searches side by side are compared in stepping/test_stepper")
def test_two_searches_differ_where_the_comparison_says(web: httpx.Client) -> None:
    asked = "game=lecture19&program=alphabeta&depth=&engine=python&beside=minimax"
    found = web.get(f"/step/overview?{asked}").json()
    assert found["differences"][0] == {"left": 19, "right": 15, "reason": "cut here, enter there"}
    told = web.get(f"/step/state?{asked}&at=1").json()
    assert told["goes"]["difference"] == found["differences"][0]
    same = web.get(f"/step/overview?{asked.replace('minimax', 'prolog')}").json()
    assert same["differences"] == []
