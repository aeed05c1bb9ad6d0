"""Each plunit test is a pytest item of its own and is reported as it ended; so are files that do not load."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from folders import SUPPORT

OUTCOMES = """\
:- begin_tests(sums).
test(right, X == 3) :- X is 1+2.
test(false) :- 1 =:= 2.
test(twice, X == 1) :- X = 1.
test(twice, X == 1) :- X = 2.
test(raising) :- atom_length(_, _).
test(for_all, forall(member(X, [1, 2, 3]))) :- X < 3.
test(asserted) :- assertion(1 == 2).
test(set_up, setup(fail)) :- true.
test(blocked, blocked(later)) :- true.
test(unmet, condition(fail)) :- true.
test(open) :- member(_, [1, 2]).
:- end_tests(sums).
:- begin_tests(unprepared, [setup(throw(no_board))]).
test(right) :- true.
:- end_tests(unprepared).
"""

EMPTY = ":- begin_tests(empty).\n:- end_tests(empty).\n"


class Outcome:
    """What pytest says of the plunit files of a folder: a word and a text for each item."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        shutil.copy(SUPPORT / "plunit_files.py", folder / "conftest.py")
        shutil.copy(SUPPORT / "plunit_report.pl", folder)
        target = folder / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={target}"]
        self.done = subprocess.run(
            [*command, *options, str(folder)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(SUPPORT), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        self._cases = list(ElementTree.parse(target).getroot().iter("testcase"))

    def words(self, file: str) -> dict[str, str]:
        """A word for each item of a file."""
        return {case.attrib["name"]: next((part.tag for part in case), "passed") for case in self._of(file)}

    def texts(self, file: str) -> dict[str, str]:
        return {
            case.attrib["name"]: "".join(f"{part.get('message', '')}\n{part.text or ''}" for part in case)
            for case in self._of(file)
        }

    def _of(self, file: str) -> Iterator[ElementTree.Element]:
        return (case for case in self._cases if case.attrib["classname"] == f"{file}.plt")


BROKEN = {
    "syntax": (":- begin_tests(a).\ntest(b :- true.\n:- end_tests(a).\n", "syntax.plt:2:"),
    "missing": (":- use_module(no_such_file).\n" + OUTCOMES, "no_such_file"),
    "empty": (EMPTY, "this file has no tests"),
    "halting": (":- halt(7).\n" + OUTCOMES, "ended with exit code 7 while it loaded this file"),
}
"""Files that do not load, and what is said."""

OTHERS = {
    "sums": OUTCOMES,
    "fast": ":- set_prolog_flag(optimise, true).\n:- begin_tests(a).\ntest(b) :- true.\n:- end_tests(a).\n",
    "letters": ":- begin_tests(a).\ntest('größer') :- atom_length('ö', 1).\n:- end_tests(a).\n",
}


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """All files at once, where the system says that letters are ASCII."""
    folder = tmp_path_factory.mktemp("outcomes")
    for name, text in {**OTHERS, **{name: text for name, (text, _) in BROKEN.items()}}.items():
        (folder / f"{name}.plt").write_text(text, "utf-8")
    return Outcome(folder, LC_ALL="C")


ITEMS = {
    "sums:right": ("passed", ""),
    "sums:false": ("failure", "sums.plt:3: test false of sums … failed"),
    "sums:twice@4": ("passed", ""),
    "sums:twice@5": ("failure", "sums.plt:5: test … wrong answer"),
    "sums:raising": ("failure", "sums.plt:6: test … Arguments are not sufficiently instantiated"),
    "sums:for_all": ("failure", "sums.plt:7: test … failed"),
    "sums:asserted": ("failure", "sums.plt:8: test … Assertion: 1==2"),
    "sums:set_up": ("failure", "sums.plt:9: test … failed"),
    "sums:blocked": ("skipped", "blocked: later"),
    "sums:unmet": ("skipped", "unmet: its condition does not hold"),
    "sums:open": ("passed", ""),
    "unprepared:right": ("failure", "sums.plt:15: test … no_board"),
}
"""How each test ends, and what is said of it, in order: a failure names its line and shows its message."""

WORDS = {name: word for name, (word, _) in ITEMS.items()}


def test_every_test_is_an_item_that_ends_as_plunit_says_and_shows_its_own_message(outcome: Outcome) -> None:
    assert outcome.words("sums") == WORDS
    assert outcome.done.returncode == 1
    for name, text in outcome.texts("sums").items():
        assert re.search(".*".join(map(re.escape, ITEMS[name][1].split(" … "))), text, re.DOTALL), name
        assert ("Assertion" in text, "no_board" in text) == (name == "sums:asserted", name[0] == "u")
    assert "succeeded with choicepoint" in outcome.done.stdout


@pytest.mark.thorough("workers collect for themselves, as one process does")
def test_two_workers_report_the_same(tmp_path: Path) -> None:
    (tmp_path / "sums.plt").write_text(OUTCOMES, "utf-8")
    assert Outcome(tmp_path, "-n", "2").words("sums") == WORDS


@pytest.mark.parametrize("file", BROKEN)
def test_a_file_that_does_not_load_is_one_failing_item(outcome: Outcome, file: str) -> None:
    assert outcome.words(file) == {"load": "failure"}
    assert BROKEN[file][1] in outcome.texts(file)["load"]


def test_an_optimised_program_and_other_letters_are_read(outcome: Outcome) -> None:
    assert outcome.words("fast") == {"a:b": "passed"}
    assert outcome.words("letters") == {"a:größer": "passed"}


ENDS = {
    "halted": ("halt(0)", "no result: SWI-Prolog ended with exit code 0 while test last of b ran"),
    "stopped": ("sleep(600)", "no result: SWI-Prolog was stopped after 30 s while test last of b ran"),
}
"""What ends a file early, and what is said."""


@pytest.mark.thorough("one more end of a file of tests")
@pytest.mark.parametrize(
    "file", ["halted", pytest.param("stopped", marks=pytest.mark.thorough("waits half a minute"))]
)
def test_what_ended_before_an_early_end_counts(tmp_path: Path, file: str) -> None:
    units = [
        f":- begin_tests({u}).\ntest({t}) :- {b}.\n:- end_tests({u}).\n"
        for u, t, b in [("a", "first", "true"), ("b", "last", ENDS[file][0]), ("c", "never", "true")]
    ]
    (tmp_path / f"{file}.plt").write_text("".join(units), "utf-8")
    early = Outcome(tmp_path, PLUNIT_SECONDS="30")
    assert early.words(file) == {"a:first": "passed", "b:last": "failure", "c:never": "failure"}
    assert ENDS[file][1] in early.texts(file)["b:last"]
    assert ENDS[file][1] in early.texts(file)["c:never"]


def test_without_swipl_the_file_fails_and_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "sums.plt").write_text(OUTCOMES, "utf-8")
    outcome = Outcome(tmp_path, PATH=str(tmp_path))
    assert outcome.words("sums") == {"load": "failure"}
    assert "`python3 -m pydecl.bootstrap test` installs it" in outcome.texts("sums")["load"]
