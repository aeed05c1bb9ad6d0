"""Files that resemble each other: by the shape of their clauses, not by names, and not by what all have."""

from __future__ import annotations

import re

from labelled_homework import GAME, GOOD, MINIMAX_TEXT
from own_styles import ACCUMULATOR, IF_THEN_ELSE

from pydecl.grading.resemblance import resemblances


def renamed(text: str) -> str:
    """Other names for variables and for the file's own predicates, and another layout."""
    text = re.sub(r"\b(maximise|minimise)\b", lambda found: f"p{found[0]}", text)
    return re.sub(r"\b([A-Z])(\d?)\b", r"New\1\2", text).replace("    ", "\t")


def test_a_copy_with_other_names_is_told() -> None:
    texts = (IF_THEN_ELSE.text, renamed(IF_THEN_ELSE.text), ACCUMULATOR.text)
    ada, bob, eve = (GAME + text for text in texts)
    assert ada != bob
    found = resemblances({"ada": ada, "bob": bob, "eve": eve}, [GAME])
    assert [(pair.one, pair.other, pair.share) for pair in found] == [("ada", "bob", 1.0)]


def test_what_all_were_given_does_not_count() -> None:
    assert resemblances(dict.fromkeys(("ada", "bob"), GAME + MINIMAX_TEXT), [GOOD]) == []


def test_what_many_have_does_not_count() -> None:
    text = GAME + IF_THEN_ELSE.text
    assert resemblances(dict.fromkeys("12345678", text), [GAME]) == []
    assert len(resemblances(dict.fromkeys("12", text), [GAME])) == 1
