"""What the server says of a search: the recordings, the boards, the places in the programs' texts."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import httpx
import pytest

from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.rules.tree import read_tree
from pydecl.tracing.events import Naming
from pydecl.tracing.recording import record
from pydecl.workbench.drawing.position import board_or_text
from pydecl.workbench.stepping import shipped as shipping
from pydecl.workbench.stepping.marks import marks_of
from pydecl.workbench.stepping.shipped import Steps, shipped
from pydecl.workbench.web import answering
from pydecl.workbench.web.desk import Desk


def test_the_essay_is_searched_by_the_server(web: httpx.Client) -> None:
    page = web.get("/why").text
    assert "Why was this branch cut?</h1>" in page
    assert 'href="/consult"' in page
    assert "{{" not in page
    asked = {"tree": "a max (b 3  c min (d 2  e 4))", "program": "alphabeta"}
    told = web.get("/why/search", params=asked).json()
    with consult_trees() as game:
        plant(game, read_tree(asked["tree"], "tree"))
        recording = record(game, "alphabeta")
    assert told["lines"] == list(recording.lines)
    assert told["places"] is None
    places = web.get("/why/search", params={**asked, "places": "yes"}).json()["places"]
    assert any(mark["within"].endswith("goodenough/7") for _, mark in places["spots"])
    assert (
        "expected one of minimax"
        in web.get("/why/search", params={**asked, "program": "won"}).json()["wrong"]
    )


def test_no_board_waits_for_the_places_in_the_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = threading.Event()

    def late(*asked: Any) -> Any:
        may_end.wait()
        return marks_of(*asked)

    monkeypatch.setattr(shipping, "marks_of", late)
    question = {
        "game": "nim:heaps=[1,2]",
        "program": "alphabeta",
        "engine": "python",
        "depth": 3,
        "seconds": 600,
    }
    question |= {"naming": "textbook", "beside": "", "events": 1000, "side": 0, "node": 0, "keep": "step"}
    with Desk() as desk:
        assert list(answering.places(desk, question)) == [("done", {"places": None})]
        ((_, told),) = answering.recordings(desk, question)
        assert told["recordings"][0]["places"] is None
        ((_, drawn),) = answering.board(desk, question)
        assert drawn["board"]
        may_end.set()
        finding = answering.walk(desk, question)._finding
        assert finding is not None
        finding.join()
        ((_, later),) = answering.places(desk, question)
    (found,) = later["places"]
    assert "prolog/textbook/alphabeta.pl" in {text["file"] for text in found["texts"]}


@pytest.mark.parametrize("naming", [one.value for one in Naming])
@pytest.mark.sampled(1, "each case is a question to a server")
def test_the_recordings_are_those_that_are_made_here(web: httpx.Client, naming: str) -> None:
    asked = f"game=nim:heaps=[1,2]&program=scout&depth=&engine=python&naming={naming}&beside=minimax"
    with consult("nim:heaps=[1,2]") as game:
        recordings = [record(game, name, engine="python", depth=None) for name in ("scout", "minimax")]
        steps = Steps(recordings, ["python"] * 2, game, board_or_text, naming=Naming(naming))
        steps.find_places(steps.tracks)
        assert web.get(f"/step/recordings?{asked}").json() == {
            **json.loads(json.dumps(steps.told())),
            "recordings": [shipped(track, "python") | {"places": None} for track in steps.tracks],
        }
        while (places := web.get(f"/step/places?{asked}").json()["places"]) is None:
            time.sleep(0.01)
        assert places == json.loads(json.dumps(steps.places()))
        told = web.get(f"/step/board?{asked}&side=1&node=0").json()
        assert told == {"board": steps.board(1, 0)}
        assert told["board"].startswith("<?xml")
    assert "expected a number" in web.get(f"/step/board?{asked}&node=x").json()["wrong"]
