"""Random texts: what is compiled is what SWI-Prolog keeps; `random_text_runs.py` takes more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from random_text_runs import Judged, Verdict, judged_all
from random_texts import RandomText, random_text
from rings import sample_size, seeds

NUMBERS = [*range(sample_size(30, 240)), *seeds(0, 120)]
BATCH = sample_size(30, 60)


@pytest.mark.parametrize("first", range(0, len(NUMBERS), BATCH))
def test_no_text_is_two_programs(first: int) -> None:
    judged = list(judged_all([random_text(number) for number in NUMBERS[first : first + BATCH]]))
    assert len(judged) == BATCH
    assert [one for one in judged if one.verdict is Verdict.DIFFERENT] == []
    assert {Verdict.ALIKE, Verdict.REFUSED_BY_BOTH} <= {one.verdict for one in judged}


READ = [
    ("p(1).\nend_of_file.\np(2).\n", Verdict.ALIKE),
    ("p(١٢). p(१).\n", Verdict.ALIKE),
    ("p(ǅ) :- q(ǅ, É).\n", Verdict.ALIKE),
    ("p(1_%c\n000, 0xF_/* c */F, 1_ 0r3, 2'1_0).\n", Verdict.ALIKE),
    ("p(02'1, 0'\\c, 0''', 0'').\n", Verdict.ALIKE),
    ("p(1'0).\n", Verdict.REFUSED_BY_BOTH),
    ("p(37'1).\n", Verdict.REFUSED_BY_BOTH),
    ("p(1٢).\n", Verdict.REFUSED_BY_BOTH),
    ("p(-١, - 1, -1).\n", Verdict.ALIKE),
    (f"p({'9' * 5000}).\n", Verdict.ALIKE),
    (f"p({'9' * 100_001}).\n", Verdict.NOT_COMPILED),
    ("p(x́, ‿, a‿b, +‿, ℘, ゛).\n", Verdict.ALIKE),
    (":- set_prolog_flag(back_quotes, string).\np(`ab`).\n", Verdict.ALIKE),
    (":- set_prolog_flag(back_quotes, symbol_char).\np(`).\n", Verdict.ALIKE),
    (":- set_prolog_flag(rational_syntax, natural).\np(1/3).\n", Verdict.ALIKE),
    (":- forall(true, set_prolog_flag(double_quotes, codes)).\np(\"ab\").\n", Verdict.ALIKE),
    ("p([a|[b|T]], [c|\"\"], ['[|]'(1, [])]) :- q(T).\n", Verdict.ALIKE),
    ("% nothing at all\n", Verdict.ALIKE),
    ("p([](a)) :- q([](_, b)).\n", Verdict.NOT_COMPILED),
    ("add :- atom_concat(asser, tz, A), call(A, user:goal_expansion(k, fail)).\n:- add.\np :- k.\nk.\n",
     Verdict.NOT_COMPILED),
]  # fmt: skip


@pytest.fixture(scope="module")
def judged() -> list[Judged]:
    """All of them at once."""
    return list(judged_all([RandomText(number, text) for number, (text, _) in enumerate(READ)]))


@pytest.mark.parametrize("number", range(len(READ)))
def test_texts_that_could_be_read_in_two_ways(number: int, judged: Sequence[Judged]) -> None:
    assert judged[number].verdict is READ[number][1], judged[number].why
