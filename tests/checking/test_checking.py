"""The checks of rules files: each code on its example, no false findings, and files broken on purpose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from folders import ROOT, TESTS
from hypothesis import given, settings
from hypothesis import strategies as st
from rings import sample_size

from pydecl.checking.text import known_predicates
from pydecl.engines.prolog.session import Session
from pydecl.paths import prolog_file
from pydecl.rules.catalogue import GAME, changed
from pydecl.rules.catalogue.codes import CATALOGUE, codes_of
from pydecl.rules.checks import Known, calls_findings, in_order, text_findings
from pydecl.rules.checks.predicates import Predicates
from pydecl.rules.finding import Finding
from pydecl.rules.reader import read_rules

EXAMPLES = ROOT / "examples"

CLEAN = [
    *sorted(prolog_file("games").glob("*.pl")),
    *sorted(EXAMPLES.glob("*.pl")),
    *sorted((TESTS / "strangers").glob("*.pl")),
]

SHOWN = [code.name for code in (*codes_of("P1"), *codes_of("P2")) if code.name not in ("P114", "P115")]
"""The codes of what the text alone shows."""

PROGRAMS = ["won", "minimax", "alphabeta"]

ALSO = {"P201": {"P111"}}
"""Notes that an example cannot do without: a program with a clause missing is the file's own."""


@pytest.fixture(scope="module")
def known() -> Iterator[Known]:
    with Session() as session:
        yield known_predicates(session, ["dcg/basics", "assoc", "lists", "apply"])


def found(text: str, known: Known | None = None) -> list[Finding]:
    predicates = Predicates(read_rules(text, "g.pl"))
    calls = [] if known is None else calls_findings(predicates, known)
    return in_order([*text_findings(predicates), *calls])


def codes(text: str, known: Known | None = None) -> set[str]:
    return {finding.code.name for finding in found(text, known)}


@pytest.mark.parametrize("name", SHOWN)
def test_the_wrong_example_of_a_code_shows_it_at_its_place_and_the_right_one_nothing(
    name: str, known: Known
) -> None:
    code, also = CATALOGUE[name], ALSO.get(name, set())
    assert codes(code.wrong, known) == {name} | also
    first = next(finding for finding in found(code.wrong, known) if finding.code.name == name)
    assert (first.line, first.column) == code.at
    assert codes(code.right, known) == also


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_a_good_file_has_no_findings(path: Path, known: Known) -> None:
    assert [finding.head() for finding in found(path.read_text("utf-8"), known)] == []


def test_the_textbook_s_programs_below_a_game_are_noted_as_the_file_s_own_and_no_more(known: Known) -> None:
    ends = "terminalwon(pile(min, 0)).\nterminallost(pile(max, 0)).\n"
    programs = [prolog_file("textbook", f"{name}.pl").read_text("utf-8") for name in PROGRAMS]
    heads = [finding.head() for finding in found(GAME + ends + "".join(programs), known)]
    assert [head.split(": ", 2)[1] for head in heads] == ["note P111"] * 3
    assert found("".join(programs), known) == []


def test_a_slip_in_one_clause_of_many_is_told_too() -> None:
    (finding,) = found(GAME + "staticVal(pile(_, 1), 0).\n")
    assert finding.head() == "g.pl:9:1: warning P103: nothing calls staticVal/2; did you mean staticval?"


def test_a_successor_that_counts_by_an_expression_is_told() -> None:
    text = changed("N > 0, Left is N - 1", "K = 1, N >= K, Left = N - K")
    assert [(one.code.name, one.line, one.column) for one in found(text)] == [
        ("P210", 5, 60),
        ("P210", 6, 60),
    ]
    assert codes(changed("N > 0, Left is N - 1", "N > 0, Left is N - 1, _ = N - Left")) == set()


@pytest.mark.parametrize(
    "clause",
    [
        "ray(X, Y, Z) :- X1 is X + 1, X1 =< 3, ( Z = X1-Y ; ray(X1, Y, Z) ).\nhop(P) :- ray(1, 1, P).\n",
        "move(pile(_, X), S, pile(min, X)) :- X > 9, Y = X, Y > 9, S = X/Y, hop(S).\nhop(_/_).\n",
    ],
)
def test_a_pair_of_numbers_is_no_expression(clause: str, known: Known) -> None:
    assert "P210" not in codes(GAME + clause, known)


def test_a_recursion_that_counts_by_an_expression_is_told(known: Known) -> None:
    for clause in ("loop(0).\nloop(N) :- M = N - 1, loop(M).\n", "loop(N) :- N > 0, M = N - 1, loop(M).\n"):
        assert "P210" in codes(GAME + clause, known)


def test_a_variable_that_setof_leaves_open_is_no_call_and_one_of_findall_is(known: Known) -> None:
    nested = "N > 0, setof(K, A^B^(member(A, [K]), member(B, [A])), _)"
    assert codes(changed("N > 0", nested), known) == set()
    (finding,) = found(changed("N > 0", "N > 0, findall(K, A^member(A, [K]), _)"), known)[:1]
    assert finding.code.name == "P106"
    assert finding.remedy.startswith("leave the variable and ^ out")


def test_a_test_of_a_board_is_no_program_of_the_file() -> None:
    assert codes(changed("N > 0", "\\+ won(N)") + "won(N) :- N =:= 0.\n") == set()


def test_what_a_file_of_homework_brings_need_not_be_called() -> None:
    programs = "bestmove(P, Q) :- move(P, Q).\nalphabeta(P, Q, V) :- move(P, Q), staticval(Q, V).\n"
    assert codes(GAME + programs) == set()
    assert codes(GAME + ":- use_module(library(plunit)).\ntest(start) :- initial(_).\n") == set()


def test_a_library_whose_header_follows_its_encoding_is_known() -> None:
    with Session() as session:
        known = known_predicates(session, ["clpfd"])
    assert codes(GAME + ":- use_module(library(clpfd)).\nmax_to_move(X) :- X #= 1.\n", known) == {"P110"}


def test_without_the_list_of_what_prolog_defines_no_call_is_undefined() -> None:
    assert codes(CATALOGUE["P106"].wrong) == set()


# Files broken on purpose

INTERFACE = {
    "max_to_move": "P101",
    "min_to_move": "P101",
    "move": "P101",
    "staticval": "P101",
    "initial": "P103",
}

LETTERS = "abcdefghijklmnopqrstuvwxyz"

TAKEN = {"moves"}
"""What one letter makes of a name that is a name of the interface, too."""


@given(st.sampled_from(sorted(INTERFACE)), st.data())
def test_one_letter_wrong_in_a_predicate_of_the_interface_is_told(name: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(name) - 1))
    letter = data.draw(st.sampled_from(LETTERS.replace(name[at], "")))
    kind = data.draw(st.sampled_from(["put in", "left out", "changed"]))
    rest = name[at:] if kind == "put in" else name[at + 1 :]
    wrong = name[:at] + ("" if kind == "left out" else letter) + rest
    if wrong in TAKEN or not wrong[:1].isalpha():
        return
    findings = found(re.sub(rf"^{name}\(", f"{wrong}(", GAME, flags=re.MULTILINE))
    assert [(finding.code.name, finding.line) for finding in findings] == [
        (INTERFACE[name], _line(GAME, name))
    ]
    assert f"did you mean {name}?" in findings[0].message


def _line(text: str, name: str) -> int:
    return next(at for at, line in enumerate(text.split("\n"), 1) if line.startswith(name + "("))


@given(st.sampled_from(["max_to_move", "min_to_move", "staticval"]), st.sampled_from(["x", "f(x)", "[]"]))
def test_one_argument_too_many_in_a_predicate_of_the_interface_is_told(name: str, more: str) -> None:
    lines = GAME.split("\n")
    wrong = "\n".join(line[:-2] + f", {more})." if line.startswith(name) else line for line in lines)
    findings = found(wrong)
    assert [(finding.code.name, finding.line) for finding in findings] == [("P102", _line(GAME, name))]
    assert f"{name}/{2 if name != 'staticval' else 3} found" in findings[0].message


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("max_to_move(pile(max, _))", "max_to_move", "max_to_move/0 found, max_to_move/1 expected"),
        ("(pile(max, 0), -1)", "(pile(max, 0))", "staticval/1 found, staticval/2 expected"),
        ("initial(pile(max, 3))", "initial(max, 3)", "initial/2 found, initial/1 expected"),
    ],
)
def test_an_argument_that_is_left_out_is_told_where_the_predicate_is_lost(
    old: str, new: str, told: str
) -> None:
    messages = [finding.message for finding in found(GAME.replace(old, new))]
    assert messages == [told]


@pytest.mark.parametrize("program", PROGRAMS)
def test_each_clause_that_is_left_out_of_a_textbook_program_is_told(program: str) -> None:
    lines = prolog_file("textbook", f"{program}.pl").read_text("utf-8").split("\n")
    rules = read_rules("\n".join(lines), program)
    for number, clause in enumerate(rules.clauses):
        several = sum(other.indicator == clause.indicator for other in rules.clauses) > 1
        (first, _), (last, _) = rules.place(clause.span.start), rules.place(clause.span.end - 1)
        text = "\n".join([*lines[: first - 1], *lines[last:]])
        told = [finding.message for finding in found(text) if finding.code.name == "P201"]
        assert len(told) == several, number
        assert all(f"missing {clause.indicator[0]}(" in message for message in told if clause.indicator)


def test_what_may_be_in_a_clause_that_cannot_be_read_is_not_missed() -> None:
    text = prolog_file("textbook", "won.pl").read_text("utf-8").replace("move(Pos, Pos1)", "move(Pos, Pos1")
    assert codes(text) == {"P004"}


def test_the_errors_of_the_lecture_s_printed_alphabeta_are_found() -> None:
    text = prolog_file("lecture", "alphabeta.pl").read_text("utf-8")
    assert [(finding.code.name, finding.line) for finding in found(text)] == [("P108", 9), ("P201", 19)]


def test_a_textbook_program_under_other_variables_lacks_nothing() -> None:
    text = (
        prolog_file("textbook", "alphabeta.pl").read_text("utf-8").replace("Alpha", "Low").replace("Val", "V")
    )
    assert "P201" not in codes(text)


# Names near each other, and those that are not


@pytest.mark.parametrize(
    ("clause", "code"),
    [
        ("p(Poslist) :- q(PosList).", "P108"),
        ("p(X1) :- q(X2).", "P107"),
        ("p(Pos, Poss) :- q(Pos).", "P107"),
        ("p(Value) :- q(Vlaue, Vlaue).", "P108"),
        ("p(_x).", "P107"),
        ("p(__x, __x).", "P109"),
        ("p(_Xy, _Xy).", "P109"),
    ],
)
def test_variables_are_told_as_swi_prolog_tells_them(clause: str, code: str) -> None:
    assert codes(clause) == {code}


@pytest.mark.parametrize(
    "clause", ["p(_X).", "p(__x).", "p(_a, _a).", "p(_1, _1).", "p(X) :- q(X).", "p(_, _)."]
)
def test_variables_that_swi_prolog_does_not_warn_of(clause: str) -> None:
    assert codes(clause) == set()


def test_a_helper_with_a_name_near_the_interface_is_none_of_it() -> None:
    assert codes(GAME + "staticval(P, 0) :- mover(P, N), N > 0.\nmover(pile(_, N), N).\n") == set()


# What never ends, and what does


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("p(X, Y) :- p(X, Z), q(Z, Y).", True),
        ("p(X, Y) :- p(Y, X).", True),
        ("p(X) :- X > 0, p(X).", True),
        ("p(X) :- p(_).", True),
        ("p([X|Xs], Y) :- p(Xs, Y), q(X).", False),
        ("p(X, Y) :- q(X, Z), p(Z, Y).", False),
        ("p(X) :- q(X), p(X).", False),
        ("p(X, a) :- p(X, b).", False),
        (":- table p/2.\np(X, Y) :- p(X, Z), q(Z, Y).", False),
        ("p(N, X) :- N > 0, N1 is N - 1, p(N1, X).", False),
    ],
)
def test_recursion_without_progress(rules: str, told: bool) -> None:
    assert ("P204" in codes(rules)) == told


# What rules do besides


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("format('~w', [P])", {"P206"}),
        ("format(user_error, 'x', [])", {"P206"}),
        ("format(atom(_), '~w', [P])", set()),
        ("with_output_to(string(_), write(P))", set()),
        ("findall(P, assertz(seen(P)), _)", {"P205"}),
        ("forall(member(X, [P]), (write(X), nl))", {"P206"}),
        ("helper(P)", {"P205"}),
        ("get_time(P)", {"P208"}),
    ],
)
def test_effects_of_what_a_search_asks(body: str, told: set[str]) -> None:
    others = "helper(P) :- nb_setval(last, P).\nplay :- read(X), print(X), play(X).\n"
    rules = f"{GAME}terminalwon(P) :- {body}.\n{others}"
    assert codes(rules) - {"P107", "P113"} == told


def test_an_effect_names_the_predicate_that_a_search_asks() -> None:
    rules = GAME + "terminalwon(P) :- helper(P).\nhelper(P) :- write(P).\n"
    (finding,) = found(rules)
    assert finding.head() == "g.pl:10:14: note P206: write/1 prints, on behalf of terminalwon/1"


@settings(max_examples=sample_size(40, 200))
@given(
    st.lists(st.sampled_from(GAME.split("\n")[:-1] + [code.wrong for code in codes_of("P1")[:8]]), max_size=6)
)
def test_any_clauses_can_be_checked(parts: list[str]) -> None:
    for finding in found("\n".join(parts)):
        assert str(finding).startswith("g.pl:")
