"""The Python back end, on intermediate language written by hand."""

from __future__ import annotations

import pytest
from ir_writing import (
    DET,
    HERE,
    NONDET,
    SEMIDET,
    a,
    ask,
    call,
    compare,
    compute,
    e,
    library,
    match,
    p,
    procedure,
    rules,
)

from pydecl.compiler.ir import Collect, Collection, Commit, Fail, IfThenElse, Not, Once, Or, Raise
from pydecl.compiler.library import FUNCTIONS, MODES
from pydecl.compiler.runtime.arithmetic import FUNCTIONS as IMPLEMENTED
from pydecl.compiler.runtime.terms import LIBRARY
from pydecl.compiler.runtime.values import PrologError, UncoveredError, to_term, to_value
from pydecl.errors import LimitError
from pydecl.model.reader import read_term

CUT, FAIL = Commit(HERE), Fail(HERE)

COLOURS = procedure("colour", "-", "", NONDET, ((), ("red",)), ((), ("green",)), ((), ("blue",)))


def test_every_library_mode_is_implemented() -> None:
    wanted = {(name, mode.arguments) for (name, _), modes in MODES.items() for mode in modes}
    assert wanted <= set(LIBRARY)


def test_every_function_of_arithmetic_is_implemented_or_refused() -> None:
    assert set(IMPLEMENTED) >= FUNCTIONS - {("+", 1)}


def test_solutions_come_in_order() -> None:
    pairs = procedure(
        "pair", "--", "", NONDET,
        ((call("colour", "-", "X"), call("colour", "-", "Y"), match("X", "_")), ("X", "Y")),
    )  # fmt: skip
    found = ask(rules(pairs, COLOURS))
    assert found[:4] == ["red red", "red green", "red blue", "green red"]
    assert len(found) == 9


@pytest.mark.parametrize(
    ("goals", "expected"),
    [
        ((call("colour", "-", "X"), CUT), ["red"]),
        ((call("colour", "-", "X"), CUT, FAIL), []),
        ((Or(((call("colour", "-", "X"), CUT), (match("never", "X"),)), HERE),), ["red"]),
        (
            (
                Or(((match("first", "X"),), (match("second", "X"), CUT), (match("third", "X"),)), HERE),
                call("colour", "-", "_"), call("colour", "-", "_"), match("X", "_"), match("X", "_"),
            ),
            ["first"] * 9 + ["second"] * 9,
        ),
        ((Once((call("colour", "-", "X"),), HERE),), ["red", "after"]),
        ((Once((call("colour", "-", "X"), match("X", "green")), HERE),), ["green", "after"]),
        ((Once((FAIL,), HERE, optional=True), match("on", "X")), ["on", "after"]),
        ((Not((call("colour", "-", "pink"),), HERE), match("none", "X")), ["none", "after"]),
        ((Not((call("colour", "-", "blue"),), HERE), match("none", "X")), ["after"]),
        (
            (IfThenElse((call("colour", "-", "Y"), match("Y", "green")), (match("Y", "X"),), (FAIL,), HERE),),
            ["green", "after"],
        ),
        (
            (IfThenElse((call("colour", "-", "Y"),), (match("Y", "X"),), (FAIL,), HERE, soft=True),),
            ["red", "green", "blue", "after"],
        ),
        (
            (
                IfThenElse(
                    (call("colour", "-", "pink"),), (match("a", "X"),), (match("b", "X"),), HERE, soft=True
                ),
            ),
            ["b", "after"],
        ),
        (
            (
                IfThenElse(
                    (call("colour", "-", "green"),), (match("yes", "X"), CUT), (match("no", "X"),), HERE
                ),
                call("colour", "-", "_"), match("X", "_"), match("X", "_"), match("X", "_"), match("X", "_"),
            ),
            ["yes"] * 3,
        ),
        (
            (
                IfThenElse(
                    (Or(((match(1, "Y"),), (match(2, "Y"),)), HERE), compare(">", "Y", 1)),
                    (match("Y", "X"),), (match("none", "X"),), HERE,
                ),
            ),
            ["2", "after"],
        ),
        (
            (
                Once(
                    (Or(((match(1, "X"),), (match(2, "X"),), (match(3, "X"),)), HERE), compare(">", "X", 1)),
                    HERE,
                ),
            ),
            ["2", "after"],
        ),
    ],
)  # fmt: skip
def test_control(goals: tuple[object, ...], expected: list[str]) -> None:
    main = procedure("main", "-", "", NONDET, (goals, ("X",)), ((), ("after",)))  # type: ignore[arg-type]
    compiled = rules(main, COLOURS)
    assert ask(compiled) == [text if text != "after" else "after" for text in expected]


@pytest.mark.parametrize(
    ("kind", "items", "expected"),
    [
        (Collection.LIST, "[b,a,b]", ["[b,a,b]"]),
        (Collection.LIST, "[]", ["[]"]),
        (Collection.BAG, "[]", []),
        (Collection.SORTED, "[b,a,b]", ["[a,b]"]),
        (Collection.SORTED, "[]", []),
        (Collection.SET_ALL, "[]", ["[]"]),
        (Collection.SORTED, '[1,1.0,a,f(x),"s",[]]', ['[1.0,1,"s",[],a,f(x)]']),
        (Collection.COUNT, "[b,a,b]", ["3"]),
        (Collection.SUM, "[1,2,3]", ["6"]),
        (Collection.SUM, "[1,2.5]", ["3.5"]),
        (Collection.MAX, "[1,3,2]", ["3"]),
        (Collection.MAX, "[1,1.0]", ["1.0"]),
        (Collection.MIN, "[]", []),
        (Collection.MAX_WITNESS, "[-(1,a),-(3,b),-(3,c)]", ["max(3,b)"]),
        (Collection.MIN_WITNESS, "[-(1,a),-(1,b)]", ["min(1,a)"]),
    ],
)
def test_collections(kind: Collection, items: str, expected: list[str]) -> None:
    goals = (Collect(kind, e("X"), (library("member", "-+", "X", "Xs"),), p("R"), HERE),)
    assert ask(rules(procedure("main", "+-", "Xs", SEMIDET, (goals, ("R",)))), items) == expected


APPEND = procedure(
    "app", "++-", "Xs Ys", SEMIDET,
    ((match("Xs", []),), ("Ys",)),
    ((match("Xs", ["X", "|", "Rest"]), call("app", "++-", "Rest", "Ys", "Zs")), (["X", "|", "Zs"],)),
    exclusive=True,
)  # fmt: skip


def test_a_list_is_built_in_a_loop() -> None:
    compiled = rules(APPEND)
    assert ask(compiled, "[a,b]", "[c]") == ["[a,b,c]"]
    assert ask(compiled, "foo", "[c]") == []
    assert ask(compiled, "[]", "foo") == ["foo"]
    (long,) = compiled.solutions(APPEND.key, tuple(range(20_000)), ())
    assert len(long[0]) == 20_000


def test_recursion_that_is_no_loop_may_be_deep() -> None:
    count = procedure(
        "count", "+-", "N", SEMIDET,
        ((match("N", 0),), (0,)),
        (
            (
                compare(">", "N", 0),
                compute("M", a("-", "N", 1)),
                call("count", "+-", "M", "K0"),
                compute("K", a("+", "K0", 1)),
            ),
            ("K",),
        ),
    )  # fmt: skip
    (found,) = rules(count).solutions(count.key, 20_000)
    assert found == (20_000,)


def test_recursion_without_end_is_an_error() -> None:
    without = procedure("p", "+-", "X", NONDET, ((call("p", "+-", "X", "Y"),), (["Y"],)))
    with pytest.raises(LimitError, match="too deep"):
        ask(rules(without), "a")


def test_a_nondeterministic_last_call_is_a_loop() -> None:
    pick = procedure(
        "pick", "+--", "Xs", NONDET,
        ((match("Xs", ["X", "|", "Rest"]),), ("X", "Rest")),
        (
            (match("Xs", ["X", "|", "Rest"]), call("pick", "+--", "Rest", "Y", "Others")),
            ("Y", ["X", "|", "Others"]),
        ),
    )  # fmt: skip
    compiled = rules(pick)
    assert ask(compiled, "[a,b,c]") == ["a [b,c]", "b [a,c]", "c [a,b]"]
    assert sum(1 for _ in compiled.solutions(pick.key, tuple(range(2000)))) == 2000


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (a("+", "X", "Y"), {"1 2": "3", "1 2.5": "3.5", "1r2 1r2": "1"}),
        (a("+", "X", "Y"), {"1 foo": "type_error(evaluable,/(foo,0))"}),
        (a("*", "X", "Y"), {"3 4": "12", "foo 3": "type_error(evaluable,/(foo,0))", "+(1,2) 3": "9"}),
        (a("/", "X", "Y"), {"6 3": "2", "7 2": "3.5", "1 0": "evaluation_error(zero_divisor)"}),
        (a("//", "X", "Y"), {"-7 2": "-3", "7 -2": "-3", "7.0 2": "type_error(integer,7.0)"}),
        (a("//", "X", 2), {"-7 a": "-3", "7 a": "3", "7.0 a": "type_error(integer,7.0)"}),
        (a("mod", "X", "Y"), {"-7 2": "1", "7 -2": "-1", "5 0": "evaluation_error(zero_divisor)"}),
        (a("rem", "X", "Y"), {"-7 2": "-1"}),
        (a("<<", "X", "Y"), {"1 70": "1180591620717411303424", "4 -1": "2"}),
        (a(">>", "X", "Y"), {"-5 1": "-3", "4 -1": "8", "1 2.0": "type_error(integer,2.0)"}),
        (a("max", "X", "Y"), {"1 1.0": "1.0", "1.0 1": "1.0", "2 1.0": "2", "1 3": "3"}),
        (a("min", "X", "Y"), {"1 1.0": "1.0", "2 1": "1"}),
        (a("**", "X", "Y"), {"2 3": "8", "2 -1": "0.5", "2 3.0": "8.0"}),
        (a("abs", a("-", "X", "Y")), {"1 3": "2", "1 3.5": "2.5"}),
        (a("msb", "X"), {"8 a": "3", "0 a": "domain_error(not_less_than_one,0)"}),
        (a("-", "X"), {"3 a": "-3", "foo a": "type_error(evaluable,/(foo,0))"}),
        (a("+", "X", a("*", "Y", 2)), {"1 2": "5", "1.5 2": "5.5"}),
        (a("integer", "X"), {"2.5 a": "3", "-2.5 a": "-3"}),
        (a("pi"), {"a a": "3.141592653589793"}),
    ],
)  # fmt: skip
def test_arithmetic(value: object, expected: dict[str, str]) -> None:
    main = procedure("main", "++-", "X Y", DET, ((compute("Z", value),), ("Z",)))
    compiled = rules(main)
    for arguments, result in expected.items():
        if "error" in result:
            with pytest.raises(PrologError) as error:
                ask(compiled, *arguments.split())
            assert str(error.value) == f"error({result},_)"
        else:
            assert ask(compiled, *arguments.split()) == [result]


@pytest.mark.sampled(60, "a matrix of all kinds of terms")
@pytest.mark.parametrize("op", ["<", ">", "=<", ">=", "=:=", "=\\="])
@pytest.mark.parametrize("one", ["1", "2", "1.0", "3r2", "inf", "foo"])
@pytest.mark.parametrize("other", ["1", "2", "1.0", "9007199254740993", "9007199254740992.0", "bar"])
def test_comparison_is_the_same_however_it_is_written(op: str, one: str, other: str) -> None:
    """With the numbers in variables, in the text, and computed."""
    forms = (("X", "Y"), ("X", a("+", "Y", 0)), (a("*", "X", 1), a("+", "Y", 0)))
    outcomes = set()
    for left, right in forms:
        main = procedure("main", "++", "X Y", SEMIDET, ((compare(op, left, right),), ()))
        try:
            outcomes.add(str(ask(rules(main), one, other)))
        except PrologError as error:
            outcomes.add(str(error))
        except UncoveredError:
            assert one == "inf"  # what is computed with inf is refused
    assert len(outcomes) == 1


def test_what_is_thrown_is_raised() -> None:
    main = procedure("main", "+", "X", DET, ((Raise(e(("oops", "X")), HERE),), ()))
    with pytest.raises(PrologError, match=r"oops\(1\)"):
        ask(rules(main), "1")


def test_solutions_found_before_an_error_are_given_first() -> None:
    goals = (library("member", "-+", "X", "Xs"), compute("Y", a("+", "X", 1)))
    compiled = rules(procedure("main", "+-", "Xs", NONDET, (goals, ("Y",))))
    found = compiled.solutions(compiled.program.entries[0], (1, 2, "foo"))
    assert [next(found), next(found)] == [(2,), (3,)]
    with pytest.raises(PrologError, match="foo"):
        next(found)


@pytest.mark.parametrize("text", ["[a|b]", "f([x|y])"])
def test_a_list_whose_tail_is_no_list_is_refused(text: str) -> None:
    with pytest.raises(UncoveredError):
        to_value(read_term(text))


@pytest.mark.parametrize(
    "text", ["1", "-1.5", "1r3", "foo", "'A b'", "[]", "'[]'", '"s"', 'f(x,[1,[]],g("s"))']
)
def test_values_and_terms(text: str) -> None:
    term = read_term(text)
    assert to_term(to_value(term)) == term


def test_many_loops_and_deep_text() -> None:
    """More choices in one clause than Python nests loops, and more tests than it indents."""
    names = [f"X{number}" for number in range(25)]
    goals = [library("member", "-+", name, "Xs") for name in names]
    tests = [match(name, ["_", "|", "_"]) for name in names for _ in range(5)]
    main = procedure("main", "+-", "Xs", NONDET, ((*goals, *tests), (names,)))
    assert len(ask(rules(main), "[[a]]")) == 1
