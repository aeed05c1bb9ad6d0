"""Files that resemble each other: by the shape of their clauses, not by names, and not by what all have."""

from __future__ import annotations

import re

from labelled_homework import GAME, GOOD, MINIMAX_TEXT
from own_styles import ACCUMULATOR, IF_THEN_ELSE

from pydecl.grading.resemblance import Written, resemblances


def renamed(text: str) -> str:
    """Other names for variables and for the file's own predicates, and another layout."""
    text = re.sub(r"\b(maximise|minimise)\b", lambda found: f"p{found[0]}", text)
    return re.sub(r"\b([A-Z])(\d?)\b", r"New\1\2", text).replace("    ", "\t")


def test_a_copy_with_other_names_is_told() -> None:
    one = Written("ada", GAME + IF_THEN_ELSE.text)
    copy = Written("bob", GAME + renamed(IF_THEN_ELSE.text))
    other = Written("eve", GAME + ACCUMULATOR.text)
    assert copy.text != one.text
    found = resemblances([one, copy, other], [GAME])
    assert [(pair.one, pair.other, pair.share) for pair in found] == [("ada", "bob", 1.0)]


def test_what_all_were_given_does_not_count() -> None:
    files = [Written(name, GAME + MINIMAX_TEXT) for name in ("ada", "bob")]
    assert resemblances(files, [GOOD]) == []


def test_what_many_have_does_not_count() -> None:
    files = [Written(str(number), GAME + IF_THEN_ELSE.text) for number in range(8)]
    assert resemblances(files, [GAME]) == []
    assert len(resemblances(files[:2], [GAME])) == 1
