"""The front end, pass by pass: what rules become, how determinate they are, and what is refused where."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from c_back_end import ProgramC
from native_code import quick

from pydecl.compiler import ir
from pydecl.compiler.compile import compile_rules
from pydecl.compiler.explain import procedure_lines, refusal_text
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Sources
from pydecl.compiler.frontend.prelude import prelude
from pydecl.compiler.frontend.term_comparison import ELSEWHERE
from pydecl.compiler.library import FUNCTIONS, MODES, OTHER_FUNCTIONS
from pydecl.compiler.passes.unused_arguments import without_dead
from pydecl.errors import LimitError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, Term
from pydecl.rules.reader import read_rules

MODED = "a table by max whose values are used otherwise than by adding to them"


def program_of(text: str, *keys: ir.Key, file: str = "g.pl") -> ir.Program:
    rules = read_rules(text, file)
    assert not [fault for fault in rules.faults if fault.severity.value == "error"], rules.faults
    return compile_rules(rules, keys)


def solutions(text: str, key: ir.Key, *inputs: str) -> list[list[str]]:
    found = answers(program_of(text, key), key, *[read_term(arg) for arg in inputs])
    return [[str(value) for value in values] for values in found]


def answers(program: ir.Program, key: ir.Key, *inputs: Term) -> list[tuple[Term, ...]]:
    """The solutions in C."""
    loaded = ProgramC(program, quick())
    loaded.note(key, inputs)
    assert not loaded.refusals, [refusal.reason for refusal in loaded.refusals.values()]
    return list(loaded.solutions(key, inputs))


def lines(text: str, key: ir.Key) -> Sequence[str]:
    return list(procedure_lines(program_of(text, key).procedures[key]))


def refusal(text: str, key: ir.Key) -> ir.Refusal:
    return program_of(text, key).refusals[key]


P1, P2, OUT = ir.Key("p", "+"), ir.Key("p", "+-"), ir.Key("p", "-")


# normal.py


def test_an_option_takes_the_place_of_its_facts() -> None:
    rules = read_rules(":- dynamic size/1.\nsize(3).\np(X) :- size(X).")
    program = compile_rules(rules, [OUT], {("size", 1): [Compound("size", (5,))]})
    assert answers(program, OUT) == [(5,)]


def test_a_predicate_that_the_file_changes_is_refused_where_it_is_changed() -> None:
    text = ":- dynamic seen/1.\nseen(1).\np(X) :- seen(X).\nq(X) :- assertz(seen(X))."
    found = compile_rules(read_rules(text), [OUT, ir.Key("q", "+")]).refusals[OUT]
    assert found.reason == "the file changes its clauses when it runs"
    assert text[found.place.start : found.place.end] == "assertz"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (":- table p(first).\np(1).", "tabled otherwise than with one argument for min or max"),
        (":- table p(max).\np(1).\np(X) :- p(Y), X is 10 - Y.", MODED),
        (":- table p(max).\np(1).\np(X) :- q(Y), X is Y + 1.\nq(X) :- p(X).", MODED),
        ("p(1) => true.\np(2).", "clauses with => beside others"),
        ("p(I) :- duplicate_term(f(a, b), T), setarg(I, T, g(T)).", "a term becomes a part of itself"),
        ("p(_) :- q(_).\nq(X), X = f(_) => true.", "a guard that may bind an argument of its rule with =>"),
        (
            "p(X) :- setup_call_cleanup(q(X), q(X), true).\nq(1).",
            "setup_call_cleanup/3 is not compiled: catch/3 is",
        ),
        (
            "p(X) :- catch(X is 1 / 0, error(E, E), X = E).",
            "E, the context of an error, is read: write error(E, _)",
        ),
        (
            "p(X) :- catch(X is 1 / 0, error(_, context(_, _)), X = 1).",
            "the context of an error is looked into: write error(E, _)",
        ),
        (
            "p(X) :- flag(k, X, 1).",
            "flag/3 keeps a value outside of the rules, and is not compiled: hand it on as an argument",
        ),
        ("p(X) :- rb_new(X).", "rb_new/1 of library(rbtrees) is not compiled: library(assoc) is"),
        ("p(X) :- q(X).", "q/1 is not defined in the file, and is no predicate of Prolog that is compiled"),
        ("p(X) :- Y is random(X), Y > 1.", "the function random/1 is not compiled"),
        ("p(X) :- q('.'(X, a)). q(_).", "'.'(_, _), which SWI-Prolog evaluates as a dictionary's function"),
    ],
)
def test_what_is_not_covered_is_refused_with_its_reason(text: str, reason: str) -> None:
    assert refusal(text, P1).reason == reason


def test_an_included_file_stands_for_its_directive(tmp_path: Path) -> None:
    (tmp_path / "part.pl").write_text("q(1).\nq(2) :- undefined_here.\n")
    text = ":- include(part).\np(X) :- q(X).\n"
    rules = read_rules(text, str(tmp_path / "g.pl"))
    made = normal(rules)
    found = compile_rules(rules, [OUT]).refusals[OUT]
    part, line, column = made.sources.located(found.place)
    assert (part.file, line, column) == (str(tmp_path / "part.pl"), 2, 9)
    assert part.line(line) == "q(2) :- undefined_here."


# modes.py, scope.py, branches.py


BEFORE = "before([], E, E).\nbefore([X|Xs], E, [X|Ys]) :- before(Xs, E, Ys)."


def test_a_difference_list_whose_end_is_bound_behind_it() -> None:
    assert solutions(f"p(Xs, Ys) :- before(Xs, End, Ys), End = [z].\n{BEFORE}", P2, "[a]") == [["[a,z]"]]
    behind_a_cut = f"p(Xs, Ys) :- before(Xs, End, Ys), !, End = [z].\n{BEFORE}"
    assert refusal(behind_a_cut, P2).reason == "E may be unbound here"


def test_setarg_changes_a_copy_alone() -> None:
    text = "p(T, U-T) :- duplicate_term(T, U), setarg(1, U, x)."
    assert solutions(text, P2, "f(a,b)") == [["-(f(x,b),f(a,b))"]]
    shared = "p(T, U) :- setarg(1, T, x), U = T."
    assert refusal(shared, P2).reason == ELSEWHERE


FILL = "fill(I, N, _) :- I > N, !.\nfill(I, N, T) :- arg(I, T, I), J is I + 1, fill(J, N, T).\n"


@pytest.mark.parametrize("goals", ["T = b(X, _)", "functor(T, b, N), arg(N, T, X)"])
def test_a_free_argument_that_another_goal_reads_is_not_filled_in_place(goals: str) -> None:
    text = f"p(N, X-T) :- {goals}, fill(1, N, T).\n{FILL}"
    assert refusal(text, P2).reason.endswith(("may be unbound here", "has unbound arguments here"))


def test_a_chain_of_calls_leads_to_what_is_refused() -> None:
    text = "p(X) :- q(X).\nq(X) :- r(X).\nr(X) :- read(X)."
    rules = read_rules(text, "g.pl")
    found = compile_rules(rules, [P1]).refusals[P1]
    assert [str(key) for key in found.chain] == ["p(+)", "q(+)", "r(+)"]
    assert refusal_text(found, Sources(rules)).splitlines() == [
        "g.pl:3:9: p(+) is not compiled: read/1 reads input, and is not compiled: a game gets all that "
        "it needs from the position",
        "  r(X) :- read(X).",
        "          ^",
        "  called by way of p(+) -> q(+) -> r(+)",
    ]


def test_a_goal_that_goes_along_into_clauses_is_refused_for_its_own_reason() -> None:
    text = "p(X, Y) :- q(W), r(W, X, Y). q(a(_)). q(b). r(_, X, Y) :- s(X, Y).\n"
    text += "s([X], [X|_]). s([_|X], Y) :- s(X, Y)."
    found = refusal(text, P2)
    assert found.reason == refusal(text, ir.Key("s", "+-")).reason
    assert [key.name for key in found.chain] == ["p", "r<a(-1),+,-3>", "s"]


def test_what_rules_write_is_thrown_away() -> None:
    text = "p(X, Y) :- write(X), nl, print(_), writeln(f(X)), writeq(X), format('~w', [Y]), Y = X."
    assert solutions(text, P2, "a") == [["a"]]
    assert "writes to a stream" in refusal("p(X) :- write(user_error, X).", P1).reason


def test_a_clause_that_a_constant_leaves_out_is_not_refused() -> None:
    rules = "p(X) :- q({}, X). q(true, X) :- write(user_error, X). q(false, X) :- X > 1."
    assert refusal(rules.format("true"), P1).reason == refusal(rules.format("X"), P1).reason
    assert solutions(rules.format("false"), P1, "2") == [[]]
    assert solutions(rules.format("false"), P1, "1") == []


def test_text_by_format_is_refused_with_what_to_write_instead() -> None:
    stream = "format(user_error, x, [])"
    for goal in ('format("~w", [])', "format(atom(_), '~q', [X])", stream, "format('~e')"):
        assert "atomic_list_concat/2 is" in refusal(f"p(X) :- {goal}, X = 1.", P1).reason


def test_a_given_result_that_prolog_looks_at_is_refused_or_must_be_of_its_kind() -> None:
    assert "that is given: ask for it by a variable" in refusal("p(X) :- a =.. X.", P1).reason
    assert "known in part" in refusal("p(X) :- f(_) =.. X.", P1).reason
    text = "p(X) :- upcase_atom(a, X)."
    assert solutions(text, P1, "'A'") == [[]]
    assert solutions(text, P1, "b") == []
    with pytest.raises(LimitError, match="no atom"):
        solutions(text, P1, "f(x)")


def test_one_entry_that_is_refused_leaves_the_others() -> None:
    program = program_of("p(X) :- read(X).\np(X, X).", P1, P2)
    assert program.entries == (P2,)
    assert set(program.refusals) == {P1}


def test_an_error_that_is_certain_is_raised_when_it_is_reached() -> None:
    assert "    raise error(type_error(evaluable,/(foo,0)),'_')" in lines(
        "p(X) :- X > 1, Y is foo + 1, Y > 0.", P1
    )


# determinism.py, exclusion.py


@pytest.mark.parametrize(
    ("text", "kind", "exclusive"),
    [
        ("p(a).\np(b).", ir.Determinism.SEMIDET, True),
        ("p(X) :- X > 0.\np(X) :- X =< 0.", ir.Determinism.SEMIDET, True),
        ("p(0).\np(X) :- X > 0.", ir.Determinism.SEMIDET, True),
        ("p(0).\np(X) :- X >= 0.", ir.Determinism.NONDET, False),
        ("p([]).\np([_|L]) :- p(L).", ir.Determinism.SEMIDET, True),
        ("p(X) :- X > 1.\np(X) :- X > 1 / 0, X =< 1.", ir.Determinism.NONDET, False),  # an error, then
        ("p(X) :- ( X > 1, !, fail ; true ).", ir.Determinism.SEMIDET, True),
        ("p(X) :- X =:= 1.\np(X) :- X \\== 1.", ir.Determinism.NONDET, False),  # 1.0
        ("p(X) :- q(X), !.\np(_).\nq(1).", ir.Determinism.SEMIDET, True),
        ("p(X) :- member(X, [1,1]).", ir.Determinism.NONDET, True),
        ("p(X) :- memberchk(X, [1,1]).", ir.Determinism.SEMIDET, True),
        ("p(X) :- ( X > 1 -> true ; true ).", ir.Determinism.SEMIDET, True),
        ("p(f(1)).\np(f(1.0)).", ir.Determinism.SEMIDET, True),
        ("p(X) :- X mod 2 =:= 0.\np(X) :- X mod 2 =\\= 0.", ir.Determinism.SEMIDET, True),
        ("p(f(X, X)).\np(f(X, Y)) :- X \\= Y.", ir.Determinism.SEMIDET, True),
        ("p(f(X, X)).\np(f(X, Y)) :- X =\\= Y.", ir.Determinism.NONDET, False),  # an error
        ("p(f(X, X)).\np(f(X, Y)) :- \\+ f(X, 1) = f(Y, Y).", ir.Determinism.NONDET, False),
        ("p(X) :- X > 1, !, X > 2.\np(_).", ir.Determinism.SEMIDET, True),
    ],
)
def test_how_many_solutions_there_can_be(text: str, kind: ir.Determinism, exclusive: bool) -> None:
    made = program_of(text, P1).procedures[P1]
    assert (made.determinism, made.exclusive) == (kind, exclusive)


def test_what_nobody_reads_is_not_bound() -> None:
    assert lines("p(f(X, Y, _)) :- Y > 0.", P1)[1] == "    in1 as f(_,Y,_)"
    (clause,) = program_of("p(f(X, Y, _)) :- Y > 0.", P1).procedures[P1].clauses
    assert without_dead(clause) == clause


# library.py, prelude.py


def test_the_table_of_the_library_is_well_formed() -> None:
    for (name, arity), modes in MODES.items():
        assert modes, name
        assert all(len(mode.arguments) == arity and set(mode.arguments) <= set("+-") for mode in modes)
        assert len({mode.arguments for mode in modes}) == len(modes)
    assert not FUNCTIONS & OTHER_FUNCTIONS


def test_the_prelude_defines_of_the_table_only_the_other_modes_of_append() -> None:
    assert prelude().keys() & MODES.keys() == {("append", 3)}


def test_an_atom_and_an_empty_list_are_not_the_same() -> None:
    text = "p([], empty).\np('[]', atom)."
    assert solutions(text, P2, "[]") == [["empty"]]
    assert answers(program_of(text, P2), P2, Atom("[]")) == [(Atom("atom"),)]


# Global variables

UNSET = "the global variable k may be read here before the same call has set it"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("p(V) :- nb_getval(k, V).", UNSET),
        ("p(V) :- ( nb_setval(k, 1), fail ; true ), nb_getval(k, V).", UNSET),
        ("p(V) :- nb_setval(k, 1), member(V0, [1, 2]), nb_getval(k, V1), V is V0 + V1.", UNSET),
        ("p(V) :- b_setval(k, 1), ( b_setval(k, 2), fail ; true ), b_getval(k, V).", UNSET),
        ("p(V) :- b_setval(k, 1), \\+ ( b_setval(k, 2), fail ), b_getval(k, V).", UNSET),
        ("p(V) :- b_setval(k, 1), q(V). q(_) :- b_setval(k, 2), fail. q(V) :- b_getval(k, V).", UNSET),
        ("p(V) :- b_setval(k, 1), catch(( b_setval(k, 2), throw(x) ), x, true), b_getval(k, V).", UNSET),
        (
            "p(Vs) :- findall(V, ( b_setval(k, 1), q(V), b_setval(k, 3) ), Vs). "
            "q(V) :- member(_, [1, 2]), b_getval(k, V).",
            UNSET,
        ),
        (
            "p(V) :- p(2, V). p(0, 0). p(N, V) :- N > 0, S = c(N), M is N - 1, p(M, W), arg(1, S, U), "
            "V is U + W, nb_setarg(1, S, V).",
            "what nb_setarg/3 has changed may be another call's here",
        ),
        (
            "p(V) :- S = c(0), q(S), arg(1, S, V). q(S) :- nb_setarg(1, S, 2).",
            "nb_setarg/3 is compiled only for a term that is made in the same clause",
        ),
        ("p(V) :- q(K), nb_setval(K, 1), nb_getval(K, V). q(k). q(l).", "a global variable whose"),
    ],
)
def test_a_global_variable_that_may_not_be_set_is_refused(text: str, why: str) -> None:
    key = ir.Key("p", "-")
    assert program_of(text, key).refusals[key].reason.startswith(why)
