"""Every example of README and the manual runs, and prints what stands there."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run
from rings import is_thorough

from examples import PAGES, Page, agrees, blocks, commands, in_a_shell, stray, words

NEEDED = {
    "adapters.md": ("gymnasium", "pettingzoo", "pyspiel", "networkx", "numpy"),
    "cluster.md": ("distributed",),
    "crosscheck.md": ("pyarrow",),
    "notebooks.md": ("IPython", "anywidget"),
    "play.md": ("pyarrow",),
    "solve.md": ("pyarrow",),
}
"""The packages that the examples of a page need."""

NOT_RUN = 25
"""How many blocks there are at the most that are not run, each with its reason."""


def by_name(path: Path) -> str:
    return path.name


@pytest.mark.usefixtures("own_folder", "quick_c")
@pytest.mark.parametrize("path", PAGES, ids=by_name)
def test_each_example_prints_what_the_page_says(path: Path, own_folder: Path, pydecl: Run) -> None:
    for package in NEEDED.get(path.name, ()):
        pytest.importorskip(package)

    def run(line: str, folder: Path) -> tuple[int, str]:
        arguments = words(line, folder)
        if arguments is None:
            return in_a_shell(line, folder)
        done = pydecl(*arguments)
        return done.code, done.err + done.out  # as a terminal shows them

    assert "\n\n".join(Page(path, own_folder, run, whole=is_thorough()).faults()) == ""


@pytest.mark.parametrize("path", PAGES, ids=by_name)
def test_no_example_is_left_out_without_a_reason(path: Path) -> None:
    assert list(stray(path.read_text(encoding="utf-8"))) == []


def test_few_examples_are_not_run() -> None:
    found = [block for path in PAGES for block in blocks(path.read_text(encoding="utf-8")) if block.not_run]
    assert len(found) <= NOT_RUN
    assert all(block.language in ("console", "python", "sh") for block in found)


@pytest.mark.parametrize(
    ("expected", "printed"),
    [("2\n", "3\n"), ("1\n2\n", "1\n"), ("…\n2\n", "1\n"), ("a … c", "a b"), ("", "1")],
)
def test_another_output_is_a_fault(expected: str, printed: str) -> None:
    assert not agrees(expected, printed)


def test_a_wrong_page_has_its_faults(own_folder: Path) -> None:
    page = own_folder / "page.md"
    page.write_text(
        "```console\n$ echo 1\n2\n$ false\n$ echo 3\n3\n```\n\n"
        "```python\nprint(1)\n```\n\n```text\n2\n```\n\n"
        "```python\n>>> 1 + 1\n3\n```\n"
    )
    faults = list(Page(page, own_folder, in_a_shell).faults())
    assert [fault.split(":")[1] for fault in faults] == ["1", "3", "9", "17"]


def test_what_takes_long_is_left_to_the_thorough_ring_and_what_it_saves_is_there(own_folder: Path) -> None:
    page = own_folder / "page.md"
    note = "<!-- thorough: it takes long -->"
    page.write_text(
        f"{note}\n<!-- save: kept -->\n```console\n$ false\n```\n\n```console\n$ cat kept\n1\n```\n\n"
        f"{note}\n```python\nprint(1)\n```\n\n```text\n2\n```\n"
    )
    inner, whole = (
        [fault.split(":")[1] for fault in Page(page, own_folder, in_a_shell, whole=whole).faults()]
        for whole in (False, True)
    )
    assert (inner, whole) == (["7"], ["3", "7", "13"])


def test_what_is_not_marked_as_an_example_is_found() -> None:
    assert list(stray("```\n$ pydecl games\n```\n"))
    assert list(stray("text\n\n    pydecl games --json\n"))
    assert list(stray("```sh\npydecl web\n```\n"))
    assert not list(stray("<!-- not run: it serves until it is ended -->\n```sh\npydecl web\n```\n"))


def test_a_command_goes_on_after_a_backslash() -> None:
    (block,) = blocks("```console\n$ echo 1 \\\n    2\n1 2\n```\n")
    (command,) = commands(block)
    assert (command.line, command.printed) == ("echo 1 2", "1 2\n")
