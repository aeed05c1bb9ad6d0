"""Practice on the server: marks are the command's, and the results of a class are for its teacher alone."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Iterator
from operator import methodcaller
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_visits import HANG, asking, served, visiting

from pydecl.errors import InputError
from pydecl.workbench.practice.exercise import Level
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.marking import entries_of, marked
from pydecl.workbench.practice.reasons import marking_key
from pydecl.workbench.practice.solution import solved
from pydecl.workbench.web.jobs import BusyError
from pydecl.workbench.web.practice import Classes, Register, UnknownClassError, Work


@pytest.fixture(scope="module")
def class_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that keeps results."""
    with served(results=tmp_path_factory.mktemp("class") / "results.sqlite") as address:
        yield address


@pytest.mark.sampled(2, "each case is a question to a server")
@pytest.mark.parametrize("level", Level)
def test_what_is_asked_and_marked_is_what_the_command_says(web: httpx.Client, level: Level) -> None:
    solution = solved(exercise(level, 5))
    asked = {"level": level.value, "seed": 5}
    assert web.get("/practice/exercise", params=asked).json() == solution.exercise.to_json()
    assert web.get("/practice/solution", params=asked).json() == solution.to_json()
    given: dict[str, Any] = {"a": {"value": "77"}} if level not in (Level.STRICT, Level.ORDERING) else {}
    told = web.post("/practice/marks", params=asked, json={"entries": given}).json()
    entries = entries_of(solution.exercise, given)
    assert told == marked(solution.exercise, marking_key(solution), entries).to_json()


def test_a_sheet_is_printed_with_and_without_its_solution(web: httpx.Client) -> None:
    plain, full = (web.get(f"/practice/sheet?level=deep&seed=4{more}") for more in ("", "&solution="))
    assert "script" not in plain.headers["Content-Security-Policy"]
    assert 'class="answer"' not in plain.text
    assert 'class="answer"' in full.text
    assert "<h2>Why</h2>" in full.text
    assert "<main>" in full.text


@pytest.mark.parametrize(
    "given",
    [[], {}, {"entries": []}, {"entries": {"a": {"worth": "1"}}}, {"entries": {"q9": {"value": "1"}}}],
)
def test_entries_that_are_none_are_refused(web: httpx.Client, given: Any) -> None:
    answer = web.post("/practice/marks?level=minimax&seed=1", json=given)
    assert answer.status_code in (200, 400)
    assert answer.json()["wrong"]


def test_a_class_hands_in_and_its_teacher_alone_gets_the_results(class_address: str) -> None:
    with asking(class_address) as web:
        opened = web.post("/practice/classes", json={}).json()
        solution = solved(exercise(Level.MINIMAX, 3))
        right = solution.to_json()["entries"]
        for name, entries in (("Ada", {}), ("Ada", right), ("=HYPERLINK\u202e(\x001)", right)):
            given = {"entries": entries, "class": opened["code"], "name": name}
            told = web.post("/practice/marks?level=minimax&seed=3", json=given).json()
        assert told["attempt"] == 1
        assert web.get(f"/practice?class={opened['code']}").status_code == 200
        address = f"/practice/classes/{opened['code']}.csv"
        table = web.get(address, params={"key": opened["key"]})
        assert table.headers["content-type"].startswith("text/csv")
        rows = list(csv.DictReader(io.StringIO(table.text)))
        assert [(row["name"], row["attempt"], row["points"]) for row in rows] == [
            ("Ada", "1", "0"),
            ("Ada", "2", str(told["of"])),
            ("'=HYPERLINK(1)", "1", str(told["of"])),
        ]
        assert table.text.startswith("\ufeff")
        shown = web.get(address.removesuffix(".csv"), params={"key": opened["key"]}).text
        assert shown.count('<th scope="row">Ada</th>') == 1  # the last attempt alone
        assert f"<td>{told['of']} of {told['of']}</td>" in shown
        for refused in (
            web.get(address),
            web.get(address, params={"key": "guessed"}),
            web.get(address.removesuffix(".csv"), params={"key": "guessed"}),
            web.get("/practice/classes/ABCDEF.csv", params={"key": opened["key"]}),
            web.get("/practice?class=ABCDEF"),
            web.post("/practice/marks", json={"entries": {}, "class": "ABCDEF", "name": "Ada"}),
            web.post("/practice/marks", json={"entries": {}, "class": opened["code"], "name": " "}),
        ):
            assert refused.status_code == 400


def register(tmp_path: Path) -> Register:
    return Register(tmp_path / "results.sqlite")


def test_codes_cannot_be_guessed_for_long(tmp_path: Path) -> None:
    async def guess() -> None:
        asked = register(tmp_path)
        code = (await asked.open("teacher")).code
        for number in range(20):
            with pytest.raises(InputError, match="there is no class"):
                await asked.ask("here", methodcaller("check", str(number)))
        with pytest.raises(BusyError, match="too many wrong codes"):
            await asked.ask("here", methodcaller("check", code))
        await asked.ask("there", methodcaller("check", code))

    asyncio.run(guess())


def test_an_address_opens_only_some_classes(tmp_path: Path) -> None:
    async def open_many() -> None:
        asked = register(tmp_path)
        for _ in range(20):
            await asked.open("here")
        with pytest.raises(BusyError, match="too many classes were opened"):
            await asked.open("here")
        await asked.open("there")

    asyncio.run(open_many())


@pytest.mark.parametrize("bound", ["MOST_HERE", "MOST_IN_ALL"])
def test_nobody_fills_a_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(f"pydecl.workbench.web.practice.{bound}", 2)
    work = Work("Ada", "deep", 7, "", 9, 10, "")

    async def hand_in_many() -> None:
        asked = register(tmp_path)
        code = (await asked.open("teacher")).code
        with pytest.raises(InputError, match="there is no class"):  # which does not count
            await asked.hand_in("here", "ABCDEF", work)
        assert [await asked.hand_in("here", code, work) for _ in range(2)] == [1, 2]
        with pytest.raises(BusyError, match="2 works were handed in"):
            await asked.hand_in("here", code, work)
        if bound == "MOST_HERE":
            assert await asked.hand_in("there", code, work) == 3

    asyncio.run(hand_in_many())


def test_a_class_that_nobody_uses_makes_room_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.workbench.web.practice.MOST_CLASSES", 2)
    classes = Classes(tmp_path / "results.sqlite")
    oldest, *others = (classes.open() for _ in range(3))
    with pytest.raises(UnknownClassError):
        classes.check(oldest.code)
    for one in others:
        classes.hand_in(one.code, Work("Ada", "deep", 1, "", 1, 2, ""))
    with pytest.raises(InputError, match="this server has 2 classes that are used") as refused:
        classes.open()
    assert str(tmp_path) not in str(refused.value)


def test_without_a_file_there_are_no_classes(web: httpx.Client) -> None:
    answer = web.post("/practice/classes", json={})
    assert answer.status_code == 400
    assert "--results FILE" in answer.json()["wrong"]


@pytest.mark.thorough("six pages are drawn in Chromium; where their blanks lie changes with the layout alone")
def test_the_blanks_of_a_page_lie_apart(page: Any) -> None:
    for level in Level:
        page.goto(f"/practice?level={level.value}&seed=6")
        page.wait_for_selector("#practice[data-ready]")
        page.get_by_role("button", name="Mark", exact=True).click()
        page.wait_for_selector(".reasons li")
        boxes = page.locator(".cell").evaluate_all(
            "all => all.map(one => { const r = one.getBoundingClientRect();"
            " return [r.left, r.top, r.right, r.bottom]; })"
        )
        for place, one in enumerate(boxes):
            for other in boxes[:place]:
                apart = one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
                assert apart, level


@pytest.mark.thorough("a second journey of the page in Chromium; what it asks is asked without one, too")
def test_a_teacher_opens_a_class_and_a_student_hands_in(site_browser: Any, class_address: str) -> None:
    with visiting(site_browser, class_address) as teacher, visiting(site_browser, class_address) as student:
        teacher.goto("/practice?level=strict&seed=2")
        teacher.click("summary:text('For a class')")
        teacher.click("#open")
        teacher.wait_for_selector("#opened a")
        sheet, results = (one.get_attribute("href") for one in teacher.locator("#opened a").all())
        student.goto(sheet)
        student.wait_for_selector("#practice[data-ready]")
        student.get_by_role("button", name="Mark", exact=True).click()
        student.wait_for_selector(".points:text('Type your name first')")
        student.fill("#name", "Ada Lovelace")
        student.keyboard.press("Tab")
        student.get_by_role("button", name="Mark", exact=True).click()
        student.wait_for_selector(".reasons li")
        assert "Ada Lovelace" in httpx.get(results, timeout=HANG).text
