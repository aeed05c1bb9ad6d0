"""Practice on the site: exercises of its own, marked in the browser without a server."""

from __future__ import annotations

from typing import Any

from pydecl.workbench.practice.exercise import Level
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.solution import solved
from pydecl.workbench.site.practising import SEEDS


def test_a_visitor_solves_an_exercise_of_each_level(visited: Any, site_address: str) -> None:
    for level in Level:
        visited.goto(f"{site_address}practice/?level={level.value}&seed={SEEDS}")
        visited.wait_for_selector("#practice[data-ready]")
        assert visited.inner_text("#title").startswith(solved(exercise(level, SEEDS)).exercise.title)
        visited.get_by_role("button", name="Mark", exact=True).click()
        visited.wait_for_selector(".reasons li")
        visited.get_by_role("button", name="Show the solution").click()
        visited.get_by_role("button", name="Mark", exact=True).click()
        visited.wait_for_selector(".points:text('All is right.')")


def test_an_address_without_an_exercise_says_so(visited: Any, site_address: str) -> None:
    for query, said in (
        ("level=easy", "There is no level easy"),
        ("seed=4000", f"the seeds from 1 to {SEEDS}"),
    ):
        visited.goto(f"{site_address}practice/?{query}")
        visited.wait_for_selector(".complaint")
        assert said in visited.inner_text(".complaint")
