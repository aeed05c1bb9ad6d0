"""Right programs in many styles, and the same ones with a slip each: see `benchmarks/grading.py --slips`."""

from __future__ import annotations

from pathlib import Path

import pytest
from grades import ENOUGH, GOOD
from labelled_homework import made, written
from right_searches import PROGRAMS, odd
from slips import edited, judged, slips

from pydecl.grading.part import State
from pydecl.grading.running import Asked, grade

FILES = 24


@pytest.mark.thorough("plain SWI-Prolog runs some 70 programs on 240 trees")
def test_the_right_programs_are_right_by_plain_prolog() -> None:
    assert set(judged(odd())) == {"right"}


def test_each_edit_is_another_program() -> None:
    texts = [one.text for one in edited()]
    assert len(texts) == len(set(texts)) > 1000
    assert {one.text for one in PROGRAMS}.isdisjoint(texts)


@pytest.mark.thorough("it grades some 50 files")
def test_no_slip_agrees_and_no_right_program_is_accused(tmp_path: Path) -> None:
    wrong, right = slips(FILES), odd()[::3]
    for kind in (wrong, right):
        for asked in {one.asked for one in kind}:
            paths = written(made([one for one in kind if one.asked == asked]), tmp_path)
            for one in grade(GOOD, paths, Asked(seconds=ENOUGH, required=(asked,))).files:
                assert (one.parts[-1].state is State.AGREES) is (kind is right), one.student
