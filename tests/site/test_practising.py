"""Practice on the site: exercises of its own, marked in the browser without a server."""

from __future__ import annotations

from typing import Any

import pytest

from pydecl.workbench.practice.exercise import Level
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.solution import solved
from pydecl.workbench.site.writing import SEEDS


@pytest.mark.parametrize("level", Level)
@pytest.mark.sampled(1, "all levels are marked by the same module, which is tested without a browser")
def test_a_visitor_solves_an_exercise(visited: Any, site_address: str, level: Level) -> None:
    visited.goto(f"{site_address}practice/?level={level.value}&seed={SEEDS}")
    visited.wait_for_selector("#practice[data-ready]")
    assert visited.inner_text("#title").startswith(solved(exercise(level, SEEDS)).exercise.title)
    visited.get_by_role("button", name="Mark", exact=True).click()
    visited.wait_for_selector(".reasons li")
    visited.get_by_role("button", name="Show the solution").click()
    visited.get_by_role("button", name="Mark", exact=True).click()
    visited.wait_for_selector(".points:text('All is right.')")


@pytest.mark.thorough("a further journey of the page in Chromium")
def test_what_is_right_at_the_first_try_is_counted(visited: Any, site_address: str) -> None:
    for seed, said in ((1, ""), (2, "2 exercises in a row"), (3, ""), (4, "")):
        visited.goto(f"{site_address}practice/?level=minimax&seed={seed}")
        visited.wait_for_selector("#practice[data-ready]")
        if seed == 3:
            visited.get_by_role("button", name="Show the solution").click()
            visited.wait_for_selector(".points:text('This is the solution.')")
        entries = solved(exercise(Level("minimax"), seed)).to_json()["entries"]
        visited.evaluate(
            "([name, entries]) => sessionStorage.setItem(name, JSON.stringify(entries))",
            [f"pydecl practice minimax {seed}", entries],
        )
        visited.reload()
        visited.wait_for_selector("#practice[data-ready]")
        visited.get_by_role("button", name="Mark", exact=True).click()
        visited.wait_for_selector(".points:text('All is right.')")
        assert ("in a row" in visited.inner_text(".points")) == bool(said)
        assert said in visited.inner_text(".points")


@pytest.mark.thorough("a further journey of the page in Chromium")
def test_an_address_without_an_exercise_says_so(visited: Any, site_address: str) -> None:
    for query, said in (
        ("level=easy", "There is no level easy"),
        ("seed=4000", f"the seeds from 1 to {SEEDS}"),
    ):
        visited.goto(f"{site_address}practice/?{query}")
        visited.wait_for_selector(".complaint")
        assert said in visited.inner_text(".complaint")
