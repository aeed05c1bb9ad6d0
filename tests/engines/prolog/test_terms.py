"""A term that Python prints is read by SWI-Prolog as the same term, and so is what SWI-Prolog prints."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rings import sample_size

from pydecl.engines.prolog.session import Session
from pydecl.model.reader import TermSyntaxError, read_term
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable, atom_text, term_text

DEEP = sample_size(10_000, 100_000)


# Terms of every kind

PUNCTUATION = [*"[{(,|;!.'\"`\\%+-_^: ", "[]", "{}", "''", "/*", "a/*", "", "a b", "a.b", "a'b", 'a"b', "a\\"]
OPERATORS = [
    *(":-", "-->", "\\+", "is", "dynamic", "mod", "=..", "->", "*->", "**", "?-", "$VAR", "inf", "nan"),
    *("-inf", "1.0Inf", "1r3", "e10", "0'a", "end_of_file"),
]
CONTROLS = ["a\nb", "a\tb", "a\\nb", "\\x41\\", *"\0\x01\x7f\x80\u00a0\u200b\u2028\ufeff", "\x1b[0m"]
UNICODE = ["é", "É", "ß", "ª", "²", "σ", "Σ", "日本語", "á", "→", "»+", "😀", "\U000d8000", "\U0010ffff"]
SPECIAL_NAMES = PUNCTUATION + OPERATORS + CONTROLS + UNICODE
any_name = st.one_of(
    st.sampled_from(SPECIAL_NAMES),
    st.text(alphabet="'\"\\`\n\r\t\0axn0[]{}(),|_A. %*/", max_size=6),
    st.text(alphabet="+-:\\→»×😀éσΣ²ªa1_\u0301\u200d日", max_size=4),
    st.text(max_size=5),
)
names: st.SearchStrategy[str] = st.deferred(lambda: any_name)  # deferred: a short repr
atomic: st.SearchStrategy[Term] = st.one_of(
    names.map(Atom),
    names.map(PrologString),
    st.integers(-5, 5),
    st.integers(),
    st.integers(10**17, 10**60).flatmap(lambda value: st.sampled_from([value, -value])),
    st.builds(lambda n, d: Fraction(n, d), st.integers(), st.integers(2)).filter(
        lambda q: q.denominator != 1
    ),
    st.floats(allow_nan=False),
    st.sampled_from([math.inf, -math.inf, -0.0, 1e22, 1e300, 5e-324, 123456789.0, 1e15, 1e16, 0.1]),
    st.sampled_from("XYZ").map(Variable),
)


def compounds(children: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    args = st.lists(children, min_size=1, max_size=3).map(tuple)
    functors = names.filter(lambda name: name != "[|]")
    no_list = children.filter(lambda tail: not isinstance(tail, PrologList))
    return st.one_of(
        st.builds(Compound, functors, args),
        st.builds(Compound, st.sampled_from(["-", "+", ":-", ",", "|", ";", "=", "{}", "\\"]), args),
        st.builds(lambda inside: Compound("{}", (inside,)), children),
        st.builds(lambda items: PrologList(tuple(items)), st.lists(children, max_size=3)),
        st.builds(PrologList, args, no_list),
    )


terms: st.SearchStrategy[Term] = st.recursive(atomic, compounds, max_leaves=12)


def renamed(term: Term, names: dict[str, Variable]) -> Term:
    """The same term with its variables named V0, V1 … in the order in which they appear."""
    if isinstance(term, Variable):
        return names.setdefault(term.name, Variable(f"V{len(names)}"))
    if isinstance(term, Compound):
        return Compound(term.name, tuple(renamed(arg, names) for arg in term.args))
    if isinstance(term, PrologList):
        items = tuple(renamed(item, names) for item in term.items)
        return PrologList(items, None if term.tail is None else renamed(term.tail, names))
    return term


def exactly(term: Term) -> tuple[str, str]:
    """What makes two terms the same: 1 is not 1.0, 'a' not "a", and the names of variables do not matter."""
    return type(term).__name__, term_text(renamed(term, {}))


@given(terms)
def test_python_reads_what_it_prints(term: Term) -> None:
    assert exactly(read_term(term_text(term))) == exactly(term)


@settings(deadline=None, max_examples=sample_size(20, 150))
@given(st.lists(terms, min_size=1, max_size=30))
def test_swi_prolog_reads_what_python_prints_and_python_what_swi_prolog_prints(
    session: Session, written: list[Term]
) -> None:
    apart = [Compound("t", (term,)) for term in written]
    texts = ", ".join(map(str, apart))
    # as one term in a query, whose variables are shared …
    (answer,) = session.query(f"Terms = [{texts}]")
    assert exactly(answer["Terms"]) == exactly(PrologList(tuple(apart)))
    # … and as one fact each in a request
    session.ask(f"add([{', '.join(f'initial({term})' for term in apart)}])")
    found = session.query("findall(Term, rules:initial(Term), Terms)")[0]["Terms"]
    session.query("retractall(rules:initial(_))")
    assert isinstance(found, PrologList)
    assert list(map(exactly, found.items)) == list(map(exactly, apart))


KINDS: list[Term] = [
    *(Atom("a"), PrologString("a"), Variable("A"), Atom("[]"), PrologList(()), Atom("{}"), Atom("")),
    *(PrologString(""), 1, 1.0, -1, 0.0, -0.0, Fraction(1, 2), 0.5, math.inf, -math.inf, Atom("inf")),
    *(PrologString("1"), Atom("1"), PrologList((97,)), PrologList((Atom("a"),)), Compound("a", (1,))),
    *(Compound("a", (1.0,)), Compound("a", (Atom("1"),)), Compound("a", (PrologString("1"),))),
    *(Compound("a", (1, 1)), PrologList((1,), Atom("[]")), PrologList((1,)), PrologList((1,), 2)),
    *(Compound("{}", (1,)), Compound("[]", (1,)), Compound("-", (1,)), Compound("-", (-1,)), 2**64, 2.0**64),
]


def test_each_kind_of_term_is_told_apart_from_every_other_by_both() -> None:
    texts = [term_text(term) for term in KINDS]
    assert len(set(texts)) == len(texts)
    with Session() as session:
        everything = f"[{', '.join(f't({text})' for text in texts)}]"
        goal = f"Terms = {everything}, forall(( nth0(I, Terms, T), nth0(J, Terms, U), I < J ), T \\== U)"
        (answer,) = session.query(goal)
    assert exactly(answer["Terms"]) == exactly(PrologList(tuple(Compound("t", (term,)) for term in KINDS)))


def test_terms_are_equal_only_with_their_types() -> None:
    assert Compound("p", (1,)) != Compound("p", (1.0,))
    assert len({Compound("p", (1,)), Compound("p", (1.0,)), Compound("p", (1,))}) == 2
    assert PrologList((1,)) != PrologList((1.0,))
    assert Compound("p", (Atom("a"),)) != Compound("p", (PrologString("a"),))
    assert Compound("p", (PrologList(()),)) != Compound("p", (Atom("[]"),))
    assert Compound("p", (0.0,)) != Compound("p", (-0.0,))


# Deep terms


@pytest.mark.parametrize(
    "text", ["s(" * DEEP + "0" + ")" * DEEP, "[" * DEEP + "]" * DEEP, "{" * DEEP + "a" + "}" * DEEP]
)
def test_a_deep_term_is_read_compared_and_printed(text: str) -> None:
    term, again = read_term(text), read_term(text)
    assert (term, hash(term)) == (again, hash(again))
    assert read_term(str(term)) == term


def test_a_term_of_some_thousand_levels_crosses_to_swi_prolog_and_back() -> None:
    text = "s(" * 5000 + "0" + ")" * 5000
    with Session() as session:
        (answer,) = session.query(f"X = {text}")
    assert str(answer["X"]) == text


def test_a_long_list_crosses_to_swi_prolog_and_back() -> None:
    with Session() as session:
        (answer,) = session.query(f"numlist(1, {DEEP}, X)")
    assert answer["X"] == PrologList(tuple(range(1, DEEP + 1)))


# Texts that are no canonical term


def fault_column(text: str) -> int | None:
    try:
        read_term(text)
    except TermSyntaxError as error:
        return error.column
    return None


@pytest.mark.parametrize(("text", "value"), [("0r1", 0), ("4r2", 2), ("-6r3", -2)])
def test_a_ratio_that_is_an_integer_is_one(text: str, value: int) -> None:
    with Session() as session:
        assert session.query(f"X = {text}, integer(X)") == [{"X": value}]
    assert exactly(read_term(text)) == exactly(value)


@given(st.one_of(names, terms.map(term_text).map(lambda text: text[:-1]), st.text(max_size=12)))
def test_any_text_is_a_term_or_a_syntax_error_with_a_column_in_it(text: str) -> None:
    column = fault_column(text)
    if column is None:
        term = read_term(text)
        assert exactly(read_term(term_text(term))) == exactly(term)
    else:
        assert 1 <= column <= len(text) + 1


@given(names)
def test_an_atom_is_one_atom_whatever_its_name(name: str) -> None:
    assert read_term(atom_text(name)) == Atom(name)
    assert read_term(f"[{atom_text(name)}|{atom_text(name)}]") == PrologList((Atom(name),), Atom(name))
