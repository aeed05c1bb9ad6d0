"""less and equal of `pydecl.model.number` agree with SWI-Prolog's < and =:=."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from rings import sample_size

from pydecl.engines.prolog.session import Session
from pydecl.model.number import INFINITY, Number, equal, less, number_text
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text

AT_MOST = 60
"""How many pairs go into one query."""


def around(*centres: int) -> st.SearchStrategy[int]:
    return st.builds(
        lambda centre, off, sign: sign * (centre + off),
        st.sampled_from(centres),
        st.integers(-3, 3),
        st.sampled_from([1, -1]),
    )


floats = st.floats(allow_nan=False)
integers = st.one_of(
    st.integers(-3, 3),
    st.integers(),
    around(2**53, 2**54, 2**62, 2**63, 2**64, 2**67, 2**100),
    around(2**1023, 2**1024 - 2**970, 2**1024, 2**1100, 10**400),
)
rationals = st.one_of(
    st.fractions(),
    st.builds(Fraction, integers, st.integers(1, 9)),
    st.builds(Fraction, st.integers(-9, 9), around(2**53, 2**1074, 2**1100).map(abs)),
    floats.filter(lambda value: abs(value) < INFINITY).map(Fraction),
)
numbers: st.SearchStrategy[Number] = st.one_of(
    integers,
    rationals,
    floats,
    st.sampled_from([INFINITY, -INFINITY, 0.0, -0.0, 2.0**53, 1.7976931348623157e308]),
)


def neighbours(value: Number) -> st.SearchStrategy[tuple[Number, Number]]:
    """A number beside another of a different kind and nearly the same size."""
    exact = Fraction(0) if value in (INFINITY, -INFINITY) else Fraction(value)
    step = st.sampled_from([Fraction(0), Fraction(1), Fraction(-1), Fraction(1, 3), Fraction(-1, 2**60)])
    near = step.map(lambda off: exact + off)
    return st.one_of(
        near.map(lambda other: (value, other)),
        near.map(lambda other: (value, round(other))),
        near.filter(lambda other: abs(other) < 2**1023).map(lambda other: (value, float(other))),
    )


pairs = st.one_of(st.tuples(numbers, numbers), numbers.flatmap(neighbours))


def as_term(value: Number) -> Term:
    """The number that Prolog has: a rational that is whole is an integer there."""
    return read_term(term_text(value))


@settings(deadline=None, max_examples=sample_size(25, 150))
@given(st.lists(pairs, min_size=1, max_size=AT_MOST))
def test_less_and_equal_are_those_of_swi_prolog(
    session: Session, compared: list[tuple[Number, Number]]
) -> None:
    asked = PrologList(tuple(Compound("-", (as_term(a), as_term(b))) for a, b in compared))
    answers = session.query(
        f"member(A-B, {asked}), ( A < B -> L = true ; L = false ), ( A =:= B -> E = true ; E = false )"
    )
    assert len(answers) == len(compared)
    for (a, b), answer in zip(compared, answers, strict=True):
        assert (term_text(answer["A"]), term_text(answer["B"])) == (term_text(a), term_text(b))
        found = (answer["L"] == Atom("true"), answer["E"] == Atom("true"))
        assert (number_text(a), number_text(b), less(a, b), equal(a, b)) == (
            number_text(a),
            number_text(b),
            *found,
        )


@given(pairs)
def test_exactly_one_of_less_equal_and_greater_holds(pair: tuple[Number, Number]) -> None:
    a, b = pair
    assert [less(a, b), equal(a, b), less(b, a)].count(True) == 1


@given(st.tuples(integers, floats))
def test_a_number_equals_the_float_that_it_rounds_to(pair: tuple[int, float]) -> None:
    whole, number = pair
    if abs(whole) < 2**1023:
        assert equal(whole, float(whole))
    assert equal(Fraction(number), number) if abs(number) < INFINITY else equal(10**400, INFINITY)
