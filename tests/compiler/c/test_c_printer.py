"""The printer of C: nodes as text, brackets where C needs them, and the frame that functions share."""

from __future__ import annotations

import pytest
from folders import ROOT

from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.emitter import STOP, Open
from pydecl.compiler.c.procedures import Written, printed

BACK_END = ROOT / "pydecl" / "compiler" / "c"

A, B, D = c.Name("a"), c.Name("b"), c.Name("d")
X = c.Variable("x")


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (c.Binary("-", A, c.Binary("-", B, D)), "a - (b - d)"),
        (c.Binary("-", c.Binary("-", A, B), D), "(a - b) - d"),
        (c.both(c.both(A, B), D), "a && b && d"),
        (c.both(c.any_of([A, B]), D), "(a || b) && d"),
        (c.Unary("!", c.equals(A, B)), "!(a == b)"),
        (c.Unary("!", c.call("f", A, B)), "!f(a, b)"),
        (c.Field(c.Unary("*", A), "n"), "(*a).n"),
        (c.Field(c.Field(A, "u", pointed=True), "i"), "a->u.i"),
        (c.item(A, c.Binary("+", B, c.number(1))), "a.p[b + 1]"),
        (c.Cast("I", c.count(A)), "(I)a.n"),
        (c.Cast("I", c.Binary("+", A, B)), "(I)(a + b)"),
        (c.Choice(c.equals(A, B), A, c.Choice(A, B, D)), "(a == b) ? a : (a ? b : d)"),
        (c.Comma(c.call("f"), A), "(f(), a)"),
        (c.Made("L0", c.Braces((A, B))), "((L0){a, b})"),
        (c.Made("U1", c.Braces((A, c.Braces((B,))), ("tag", "u.s0"))), "((U1){.tag = a, .u.s0 = {b}})"),
        (c.call(X, A), "x(a)"),
        (c.Text('say "so"\n'), '"say \\042so\\042\\012"'),
    ],
)
def test_an_expression_is_printed_with_the_brackets_that_it_needs(tree: c.Expr, text: str) -> None:
    assert printer.expression(tree) == text


def test_a_variable_that_is_shared_lies_in_the_frame() -> None:
    assert printer.expression(c.call("f", X, c.Variable("y")), {"x"}) == "f(F->x, y)"
    assert printer.expression(c.call(X), {"x"}) == "F->x()"


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (c.increment(A), "a += 1;"),
        (c.If(A, (c.Goto("L1"),)), "if (a) goto L1;"),
        (c.If(A, (c.increment(A), c.Goto("L1"))), "if (a) {\n    a += 1;\n    goto L1;\n}"),
        (c.If(A, (c.If(B, (c.Goto("L1"),)),)), "if (a) {\n    if (b) goto L1;\n}"),
        (
            c.For(c.Assign(A, c.ZERO), c.Binary("<", A, B), None, (c.Label("N"),)),
            "for (a = 0; a < b; ) {\n    N:;\n}",
        ),
        (
            c.Switch(A, ((c.number(1), (c.Goto("L1"),)), (None, (c.Return(B),)))),
            "switch (a) {\ncase 1: {\n    goto L1;\n} break;\ndefault: {\n    return b;\n} break;\n}",
        ),
    ],
)
def test_a_statement_is_printed(tree: c.Statement, text: str) -> None:
    assert printer.statement(tree) == text


def function(
    name: str, *body: c.Statement, parameters: tuple[c.Parameter, ...] = (), framed: str = ""
) -> Open:
    return Open(name, parameters, framed, body=list(body))


def test_one_function_has_its_variables_to_itself_and_no_frame() -> None:
    parameters = (c.Parameter("I", X),)
    body = c.assign(c.Variable("y"), X), c.Return(c.FALSE)
    made = function("p", *body, parameters=parameters, framed="main")
    assert printed(Written("p", [made], {"x": "I", "y": "I"}, again=True, stops=False), ()) == (
        "static bool p(I x);",
        "static bool p(I x) {\n    I y;\n    y = x;\n    return false;\n}\n",
    )


def test_what_two_functions_use_lies_in_a_frame_which_the_main_one_fills() -> None:
    given = (c.Parameter("I", X),)
    main = function("p", c.Do(c.call("p_1", c.FRAME)), c.Return(STOP), parameters=given, framed="main")
    frame = c.Parameter("struct p_frame *", c.FRAME)
    other = function("p_1", c.assign(X, c.number(2)), c.assign(STOP, c.TRUE), parameters=(frame,))
    prototypes, bodies = printed(Written("p", [main, other], {"x": "I"}, again=False, stops=True), ())
    assert prototypes.startswith("struct p_frame { I x; bool stop; };\n")
    for line in ("F = &frame;", "F->x = x;", "F->stop = false;", "return F->stop;", "F->x = 2;"):
        assert f"    {line}\n" in bodies
    assert bodies.endswith("    F->stop = true;\n}\n")


def test_what_is_called_with_a_solution_finds_the_frame_in_its_context() -> None:
    main = function("p", c.assign(X, c.ZERO), framed="main")
    given = (c.Parameter("void *", c.CONTEXT), c.Parameter("I", A))
    each = function("p_each", c.assign(X, A), parameters=given, framed="context")
    _, bodies = printed(Written("p", [main, each], {"x": "I"}, again=False, stops=False), ())
    assert "static bool p_each(void *context, I a) {\n    struct p_frame *F;\n    F = context;\n" in bodies


def test_nothing_in_the_back_end_reads_text_by_regular_expressions() -> None:
    readers = [
        file.name for file in BACK_END.glob("*.py") if "import re\n" in file.read_text(encoding="utf-8")
    ]
    assert not readers
    assert (BACK_END / "printer.py").is_file()
