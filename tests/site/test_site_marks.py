"""The places in the programs' texts that the browser finds are those that are found here, at every event."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pydecl.loading.consulting import consult, what_is_missing
from pydecl.programs.registry import TRACED
from pydecl.tracing.recording import record
from pydecl.workbench.stepping.marks import marks_of
from pydecl.workbench.stepping.shipped import shipped
from pydecl.workbench.stepping.track import Track


@pytest.mark.parametrize(("name", "depth"), [("lecture19", None), ("nim", 2)])
@pytest.mark.thorough("the programs are replayed in the browser and here; /step is visited in the inner ring")
def test_places_are_the_same_in_the_browser(asking: Any, name: str, depth: int | None) -> None:
    with consult(name) as game:
        programs = [one for one in TRACED if not what_is_missing(game, one)][depth or 0 :: 3]
        expected = {}
        for program in programs:
            recording = record(game, program, engine="prolog", depth=depth)
            track = Track(recording, str, marks=marks_of(recording))
            expected[program.value] = json.loads(json.dumps(shipped(track, "")["places"]))
    found = asking("places", {"game": name, "programs": list(expected), "depth": depth and str(depth)})
    assert expected
    for searched, places in expected.items():
        assert found[searched]["spots"] == places["spots"], searched
        assert found[searched] == places, searched
