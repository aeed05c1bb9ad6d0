"""The C back end on small rules: laziness, cuts, limits, refusals with a place, loops, what is remembered."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from c_back_end import ARENA, LoadedC
from hypothesis import given
from hypothesis import strategies as st

from pydecl.compiler import ir
from pydecl.compiler.c.loops import is_test_of_list
from pydecl.compiler.c.program import MOST_ARGUMENTS, MOST_VARIABLES, compile_c
from pydecl.compiler.c.type_inference import infer
from pydecl.compiler.compile import compile_rules
from pydecl.engines.native.serialisation import Answer, End, decoded, encoded, request
from pydecl.errors import LimitError
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term
from pydecl.rules.reader import read_rules


def asked(text: str, name: str, mode: str, *arguments: Term, most: int = 100) -> Answer:
    """The answer of a predicate of these rules."""
    key = ir.Key(name, mode)
    loaded = LoadedC(read_rules(text, "rules.pl"), [key])
    loaded.note(key, arguments)
    data = request(ARENA, loaded.compiled.entries[key], most, arguments)
    return Answer(loaded.library.call("pydecl_solve", data))


def values(answer: Answer, width: int = 1) -> Sequence[object]:
    assert answer.end is End.OK, answer.reason
    return [terms if width > 1 else terms[0] for terms in answer.terms(width)]


NATURAL = "nat(0). nat(N) :- nat(M), N is M + 1."


def test_an_endless_generator_gives_as_many_solutions_as_are_asked_for() -> None:
    assert values(asked(NATURAL, "nat", "-", most=5)) == [0, 1, 2, 3, 4]


def test_a_cut_ends_an_endless_generator() -> None:
    assert values(asked(NATURAL + " first(N) :- nat(N), N * N > 50, !.", "first", "-")) == [8]


def test_a_cut_in_a_branch_drops_the_clauses_after_it() -> None:
    text = "p(X) :- member(X, [1,2,3]), ( X > 1, ! ; true ). p(9)."
    assert values(asked(text, "p", "-")) == [1, 2]


def test_an_overflow_is_told_and_never_wraps() -> None:
    text = "square(X, Y) :- Y is X * X."
    assert asked(text, "square", "+-", 1 << 40).end is End.OVERFLOW
    assert values(asked(text, "square", "+-", -(1 << 31))) == [1 << 62]


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        ("p(_, []). p(X, [Y|Ys]) :- p(X, Ys), X \\== Y.", True),
        ("p(X, [_|Ys]) :- ( X = f(_) -> X \\= f(Ys) ; Ys = [] ), p(X, Ys).", True),
        ("p(X, Ys) :- X = f(Ys).", False),  # it costs less than a comparison
        ("p(X, [Y|Ys]) :- p(X, [Y|Ys]).", False),
        ("p([_|Xs], Ys) :- p(Xs, [a|Ys]). p(Xs, [_|Ys]) :- p([a|Xs], Ys).", False),
        ("p([_|Xs], Ys) :- p(Ys, Xs).", False),
        ("p(X, [Y|Ys]) :- X > Y, p(X, Ys).", False),
        ("p(X, Ys) :- q(X, Ys). q(_, _).", False),
    ],
)
def test_a_comparison_is_moved_before_tests_of_lists_that_are_never_an_error(text: str, passed: bool) -> None:
    key = ir.Key("p", "++")
    assert is_test_of_list(compile_rules(read_rules(text, "g.pl"), [key]).procedures[key]) == passed


def test_deep_recursion_is_told() -> None:
    answer = asked(
        "deep(0, 0). deep(N, D) :- N > 0, M is N - 1, deep(M, E), D is E + 1.", "deep", "+-", 10**8
    )
    assert answer.end is End.STACK


def test_a_long_loop_needs_no_stack() -> None:
    text = "loop(0, done). loop(N, D) :- N > 0, M is N - 1, loop(M, D)."
    assert values(asked(text, "loop", "+-", 10**6)) == [Atom("done")]


def test_an_arena_that_is_used_up_is_told() -> None:
    text = "grow(N, L) :- findall(X, between(1, N, X), L)."
    assert asked(text, "grow", "+-", 10**8).end is End.MEMORY


def test_an_error_comes_after_the_solutions_before_it() -> None:
    answer = asked("p(X) :- member(Y, [1,0]), X is 6 // Y.", "p", "-")
    assert (answer.terms(1), answer.end) == ([(6,)], End.ERROR)
    assert decoded(answer.error)[0] == Compound("evaluation_error", (Atom("zero_divisor"),))


def test_what_calls_a_refused_predicate_is_refused_with_the_chain() -> None:
    rules = read_rules("p(X) :- q(X). q(X) :- member(K, [0]), sort(K, @<, [b, a], X).", "rules.pl")
    key = ir.Key("p", "-")
    program = compile_rules(rules, [key])
    refusal = compile_c(program).refusals[key]
    assert "sort/4" in refusal.reason
    assert rules.text[refusal.place.start : refusal.place.end] == "sort"
    assert [str(one) for one in refusal.chain] == ["q(-)"]


@pytest.mark.parametrize(("arguments", "compiled"), [(MOST_ARGUMENTS, True), (MOST_ARGUMENTS + 1, False)])
def test_a_compound_of_too_many_arguments_is_refused(arguments: int, compiled: bool) -> None:
    names = ",".join(f"X{i}" for i in range(arguments))
    rules = read_rules(f"p(b({names}), b({names})). p(x, y). q([X], N) :- p(X, Y), r(Y, N). r(_, 1).", "r.pl")
    key = ir.Key("q", "+-")
    found = compile_c(compile_rules(rules, [key]))
    assert (key in found.entries) == compiled
    if not compiled:
        assert f"more than {MOST_ARGUMENTS} arguments, b/{arguments}" in found.refusals[key].reason


def test_a_clause_of_too_many_variables_is_refused() -> None:
    names = ",".join(f"X{i}" for i in range(MOST_VARIABLES + 1))
    rules = read_rules(f"p([{names}], [{names}]).\nq([_|Xs], Xs).", "r.pl")
    wide, narrow = ir.Key("p", "+-"), ir.Key("q", "+-")
    found = compile_c(compile_rules(rules, [wide, narrow]))
    assert list(found.entries) == [narrow]
    assert f"more than {MOST_VARIABLES} variables" in found.refusals[wide].reason


def test_one_helper_at_two_types_is_two_instances() -> None:
    rules = read_rules("same(X, X). p(A, B) :- same(1, A), same(a, B).", "rules.pl")
    typed = infer(compile_rules(rules, [ir.Key("p", "--")]))
    assert "p(-integer, -a)" in typed.report().splitlines()


def test_a_program_of_too_many_instances_types_short_procedures_for_each_call() -> None:
    # 2 ** 10 instances
    # 2 ** 10 instances
    levels = "".join(f"p{n}(X, Y) :- p{n + 1}(X, Z), p{n + 1}(Z, Y).\n" for n in range(10))
    text = f"{levels}p10(X, X). start(A, B) :- p0(1, _), same(1, A), same(a, B). same(X, X)."
    typed = infer(compile_rules(read_rules(text, "rules.pl"), [ir.Key("start", "--")]))
    assert "start(-integer, -a)" in typed.report().splitlines()


TERMS = st.recursive(
    st.one_of(
        st.integers(-(2**63), 2**63 - 1),
        st.floats(allow_nan=False),
        st.text(max_size=4).map(Atom),
        st.text(max_size=4).map(PrologString),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: PrologList(tuple(items))),
        st.lists(inner, min_size=1, max_size=3).map(lambda args: Compound("f", tuple(args))),
    ),
    max_leaves=8,
)


@given(TERMS)
def test_terms_come_back_as_they_were_sent(term: Term) -> None:
    assert decoded(encoded(term)) == (term, len(encoded(term)))


@pytest.mark.parametrize("text", ["[x|y]", "f(1, [a, 2.5], b)", "[[], [[1]], f([])]", "'é b'"])
def test_terms_pass_through_c(text: str) -> None:
    rules = f"p({text}). q(X, X)."
    if "|" in text:
        assert asked(rules, "p", "-").end is End.UNSUPPORTED
        return
    (term,) = values(asked(rules, "p", "-"))
    assert values(asked(rules, "q", "+-", term)) == [term]  # type: ignore[arg-type]


NESTED = [
    ("s(X)", "A == B"),
    ("s(X)", "A @>= B"),
    ("s(X, 1)", "findall(A, member(_, [1]), [B])"),
    ("[X]", "A == B"),
    ("[X]", "A @>= B"),
    ("f([X])", "A == B"),
    ("f([X])", "memberchk(A, [B])"),
    ("[f(X)]", "compare(=, A, B)"),
    ("[X]", "list_to_set([A, B], [_])"),
    ("s(X)", "list_to_set([A, B], [_])"),
]
"""What a term is wrapped in many times, and what is asked of two such terms."""


@pytest.fixture(scope="module")
def nested() -> LoadedC:
    texts = (
        f"nested{number}(0, T, T).\n"
        f"nested{number}(N, X, T) :- N > 0, M is N - 1, nested{number}(M, {wrap}, T).\n"
        f"p{number}(N) :- nested{number}(N, a, A), nested{number}(N, a, B), {goal}.\n"
        for number, (wrap, goal) in enumerate(NESTED)
    )
    return LoadedC(read_rules("".join(texts)), [ir.Key(f"p{number}", "+") for number in range(len(NESTED))])


@pytest.mark.parametrize("number", range(len(NESTED)), ids=[f"{wrap}, {goal}" for wrap, goal in NESTED])
def test_terms_nested_too_deep_are_told_of(number: int, nested: LoadedC) -> None:
    key = ir.Key(f"p{number}", "+")
    assert not nested.refusals
    assert list(nested.solutions(key, [50])) == [()]
    with pytest.raises(LimitError, match="STACK"):
        list(nested.solutions(key, [600_000]))


def test_a_refusal_within_a_call_that_has_been_replaced_has_the_chain_of_calls() -> None:
    text = "p(X) :- q(X).\nq(X) :- r(X).\nr(X) :- member(K, [0, 1]), sort(K, @<, [b, a], X).\n"
    key = ir.Key("p", "-")
    refusal = LoadedC(read_rules(text), [key]).refusals[key]
    assert [str(one) for one in refusal.chain] == ["q(-)", "r(-)"]
    assert text[refusal.place.start :].startswith("sort")


def test_a_refusal_within_a_library_predicate_is_at_the_call_of_it() -> None:
    text = "p(K) :- q(K). q(A) :- data(L), list_to_assoc(L, A). data([a-1]). data([a])."
    key = ir.Key("p", "-")
    refusal = LoadedC(read_rules(text), [key]).refusals[key]
    assert text[refusal.place.start : refusal.place.end] == "list_to_assoc"


SUM = ir.Key("sum", "+-")
LONG = 250_000


def test_a_long_list_is_gone_through() -> None:
    rules = "%? sum([1], _)\nsum([], 0). sum([X|Xs], S) :- sum(Xs, S0), S is S0 + X."
    loaded = LoadedC(read_rules(rules, "rules.pl"), [SUM])
    assert list(loaded.solutions(SUM, [PrologList((1,) * LONG)])) == [(LONG,)]


@pytest.mark.parametrize(
    "step",
    [
        "sum(Xs, S0), sum(Xs, S1), S is S0 + S1 + X",
        "sum(Xs, S0), length(Xs, N), S is S0 + X * 0 + N - N + X",
        "X > 0, sum(Xs, S0), S is S0 + X",
    ],
)
def test_what_goes_another_way_is_no_loop(step: str) -> None:
    rules = f"%? sum([1], _)\nsum([], 0). sum([X|Xs], S) :- {step}."
    loaded = LoadedC(read_rules(rules, "rules.pl"), [SUM])
    assert list(loaded.solutions(SUM, [PrologList((1, 1))])) == [({True: 3, False: 2}["S1" in step],)]


WORTH = """
piece(wk, w, king). piece(wq, w, queen). piece(bq, b, queen). piece(e, none, none).
worth(queen, V) :- nine(V). worth(king, V) :- nine(N), V is N // 0.
nine(9).
signed(Piece, V) :- piece(Piece, Player, Kind), worth(Kind, V0), ( Player == w -> V = V0 ; V is -V0 ).
all([], []). all([P|Ps], [V|Vs]) :- ( signed(P, V) -> true ; V = 0 ), all(Ps, Vs).
same(A, B, S) :- signed(A, V), signed(B, W), ( V =:= W -> S = yes ; S = no ).
lead(Line, Ps, From, N) :- from(From, N0), all(Line, Ps, N0, N).
from(five, 5). from(least, N) :- N is -(1 << 62) - (1 << 62). from(most, N) :- N is (1 << 62) - 1 + (1 << 62).
all(_, [], N, N). all(Line, [P|Ps], N0, N) :- cell(P, N0, N1), line(Line, N1, N2), all(Line, Ps, N2, N).
cell(wq, N0, N) :- N is N0 + 1. cell(bq, N0, N) :- N is N0 - 1. cell(e, N, N).
line(Line, N0, N) :- ( memberchk(x, Line) -> N is N0 + 10 ; N = N0 ).
pairs([], _, []). pairs([A|As], B, [S|Ss]) :- ( same(A, B, S) -> true ; S = none ), pairs(As, B, Ss).
"""

ALL, PAIRS, LEAD = ir.Key("all", "+-"), ir.Key("pairs", "++-"), ir.Key("lead", "+++-")
ASKED = PrologList(tuple(map(Atom, ["wq", "e", "bq", "wq", "bq", "e", "e"])))


@pytest.fixture(scope="module")
def loaded() -> LoadedC:
    return LoadedC(read_rules(WORTH, "rules.pl"), [ALL, PAIRS, LEAD])


def test_what_is_remembered_is_what_was_found_and_what_failed(loaded: LoadedC) -> None:
    for _ in range(3):
        assert list(loaded.solutions(ALL, [ASKED])) == [(PrologList((9, 0, -9, 9, -9, 0, 0)),)]


def test_two_atoms_are_remembered_in_their_order(loaded: LoadedC) -> None:
    for atom, expected in (("wq", ["yes", "none", "no"]), ("bq", ["no", "none", "yes"]), ("e", ["none"] * 3)):
        answers = PrologList(tuple(map(Atom, [*expected, *(expected[i] for i in (0, 2, 1, 1))])))
        assert list(loaded.solutions(PAIRS, [ASKED, Atom(atom)])) == [(answers,)]


def test_what_is_added_depends_on_the_other_arguments_alone(loaded: LoadedC) -> None:
    empty, line = PrologList(()), PrologList((Atom("x"), Atom("e")))
    for _ in range(3):
        assert list(loaded.solutions(LEAD, [empty, PrologList(ASKED.items[:4]), Atom("five")])) == [(6,)]
        assert list(loaded.solutions(LEAD, [line, ASKED, Atom("least")])) == [(-(2**63) + 70,)]
        assert list(loaded.solutions(LEAD, [line, PrologList((Atom("wk"),)), Atom("five")])) == []
        data = request(ARENA, loaded.compiled.entries[LEAD], 1, [empty, ASKED, Atom("most")])
        assert Answer(loaded.library.call("pydecl_solve", data)).end is End.OVERFLOW


def test_an_error_is_one_each_time(loaded: LoadedC) -> None:
    asked = PrologList((Atom("wk"),))
    for _ in range(3):
        data = request(ARENA, loaded.compiled.entries[ALL], 1, [asked])
        assert Answer(loaded.library.call("pydecl_solve", data)).end is End.ERROR
