"""Solved positions are counted in parts as they are all at once."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from pydecl.model.keyed import KeyCoding
from pydecl.solving import files
from pydecl.solving.files import Tally

pytest.importorskip("pyarrow")


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("most", [1, 7, 64, 100])
def test_parts_are_counted_as_the_whole(monkeypatch: pytest.MonkeyPatch, words: int, most: int) -> None:
    random = Random(most)
    count = 100
    columns = [
        array("Q", range(count * words)).tobytes(),
        bytes(random.randrange(2) for _ in range(count)),
        bytes(random.randrange(3) for _ in range(count)),
        array("I", [random.randrange(9) for _ in range(count)]).tobytes(),
    ]
    coding = KeyCoding(words, (), b"", 0)
    whole, parts = Tally(), Tally()
    whole.add(coding, *columns)
    monkeypatch.setattr(files, "AT_ONCE", most)
    parts.add(coding, *columns)
    assert parts.to_json() == whole.to_json()
    assert sum(sum(some.values()) for some in parts.counts.values()) == count
