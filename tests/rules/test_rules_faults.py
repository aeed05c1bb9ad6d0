"""What is wrong in a rules file is told once, at its place, and hides nothing behind it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from module_fixtures import for_module
from scaling import calls
from swi_solutions import End, Goal, SwiSolver

from pydecl.model.term import Atom
from pydecl.rules.catalogue import syntax
from pydecl.rules.catalogue.codes import codes_of
from pydecl.rules.finding import Code, Severity
from pydecl.rules.reader import read_rules

OURS_ALONE = {syntax.TOO_DEEP}
"""Errors that SWI-Prolog does not have: a limit of ours."""


def names(code: Code) -> str:
    return code.name


@pytest.mark.parametrize("code", codes_of("P0"), ids=names)
def test_each_code_is_found_in_its_wrong_example_alone_and_at_its_place(code: Code) -> None:
    (fault,) = read_rules(code.wrong, "g.pl").faults
    assert fault.code is code
    assert (fault.line, fault.column) == code.at
    assert str(fault).startswith(f"g.pl:{fault.line}:{fault.column}: {code.severity.value} {code.name}: ")
    assert not read_rules(code.right).faults


ERRORS = [code for code in codes_of("P0") if code.severity is Severity.ERROR and code not in OURS_ALONE]


swi = for_module(SwiSolver)


@pytest.mark.parametrize("code", ERRORS, ids=names)
def test_swi_prolog_refuses_what_is_an_error_here(code: Code, swi: SwiSolver, tmp_path: Path) -> None:
    assert refused(swi, f"{code.name}_wrong", code.wrong, tmp_path)
    assert not refused(swi, f"{code.name}_right", code.right, tmp_path)


def refused(swi: SwiSolver, module: str, text: str, folder: Path) -> Sequence[str]:
    """SWI-Prolog's errors: it loads a text and asks for moves/2, which is where dictionaries fail."""
    file = folder / f"{module}.pl"
    file.write_text(text, encoding="utf-8", newline="")
    errors = [message for message in swi.load(module, file) if message.startswith("error")]
    asked = swi.solve(module, Goal("moves", (Atom("a"), None)))
    if asked.end is End.ERROR and not str(asked.error).startswith("existence_error(procedure"):
        errors.append(str(asked.error))
    return errors


MESSAGES = [
    ("a :- b.\nc", "2:2", "P001: a full stop is missing at the end of the file"),
    ("foo(a)\nbar(b).", "1:7", "P001: a full stop is missing before bar on the next line"),
    ("a :- b,\nc :- d.", "1:7", "P001: a comma where a full stop seems to be meant: the rule of c"),
    ("a :- b\n:- dynamic c/1.", "1:7", "P001: a full stop is missing before :- on the next line"),
    ("a :- X = 'abc\n", "1:10", "P002: the quote ' is not closed"),
    ('a("b).\nc("d").', "1:3", 'P002: the quote " is not closed'),
    ("a. /* x", "1:4", "P003: unterminated comment opened at 1:4"),
    ("a.\n /* x /* y */\nb.", "2:2", "P003: unterminated comment opened at 2:2"),
    ("a :- foo(b, c.", "1:9", "P004: the ( of foo is not closed: expected ), found the full stop"),
    ("a :- foo(b, c\nd(e) :- e.", "1:9", "P004: the ( of foo is not closed: expected ), found d"),
    ("a(b", "1:2", "P004: the ( of a is not closed: expected ), found the end of the file"),
    ("f(a]).", "1:4", "P005: expected ) for the ( at 1:2, found ]"),
    ("f([a|b, c]).", "1:7", "P005: expected ] after the tail of the list"),
    ("f(a.b).", "1:4", "P006: a full stop without a blank after it"),
    ("f(X) :- X != 3.", "1:11", "P008: != is not an operator"),
    ("f(X) :- X <= 3.", "1:11", "P008: <= is not an operator"),
    ("if X > 3.", "1:1", "P008: neither if nor X is an operator"),
    ("p(a). // a comment\np(b).", "1:7", "P008: // begins no comment in Prolog"),
    (":- dynamic foo/1 bar/2.", "1:18", "P009: expected a comma or an operator before bar"),
    ("a :- b, .", "1:7", "P010: expected a term after ,, found the full stop"),
    ("f(a,,b).", "1:5", "P010: expected a term, found ,"),
    ("f(a,).", "1:5", "P010: expected a term, found )"),
    ("a. .", "1:4", "P010: a full stop without a clause before it"),
    ("a :- foo (X).", "1:6", "P011: foo is separated from its parenthesis"),
    ("f(X) :- X => 3.", "1:6", "P013: :- takes an operand of priority 1199 at most on its right"),
    (
        "a :- X = b = c.",
        "1:8",
        "P013: = takes an operand of priority 699 at most on its right, but = has 700",
    ),
    ("a('\\x110000\\').", "1:4", "P016: \\x110000\\ is not a character"),
    ("a('\\u12').", "1:4", "P016: \\u needs 4 hexadecimal digits"),
    ("a(1r0).", "1:3", "P017: 1r0 divides by 0"),
    ("a(1e400).", "1:3", "P017: 1e400 is too large for a float"),
    ("a(1.0NaN).", "1:3", "P017: expected 1.5NaN"),
    ("X :- a.", "1:1", "P018: the head of the clause is a variable"),
    ("user:1 :- a.", "1:6", "P018: the head of the clause is not a predicate"),
    ("a(_{x: 1}).", "1:3", "P020: _{ begins a dictionary of SWI-Prolog: dictionaries are not supported"),
    ("a :- \\+{b}.", "1:6", "P020: \\+{ begins a dictionary"),
    (":- op(200, zfx, a).", "1:4", "P021: zfx is not a type of operator"),
    (":- op(200, xfx, ',').", "1:4", "P021: the comma cannot be redefined"),
    (":- op(200, xfy, '|').", "1:4", "P021: the bar can only be an infix operator"),
    (":- op(200, xfx, 1).", "1:17", "P021: expected the name of an operator"),
    (":- op(high, xfx, a).", "1:7", "P021: expected a priority"),
]


@pytest.mark.parametrize(("text", "place", "message"), MESSAGES)
def test_what_is_wrong_is_said_plainly(text: str, place: str, message: str) -> None:
    (fault,) = read_rules(text).faults
    assert fault.head().startswith(f"{place}: error {message}")


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("f(X) :- X <= 3.", "did you mean =<?"),
        ("f(X) :- X => 3.", "greater or equal is written >="),
        ("a :- \\+{b}.", "put a blank between \\+ and the brace"),
        ("Moves(a).", "write moves( or put the name in quotes"),
        ("a. /* x /* y */\nb.", "comments within comments: close the one at 1:9, too"),
    ],
)
def test_the_remedy_fits_the_place(text: str, remedy: str) -> None:
    (fault,) = read_rules(text).faults
    assert remedy in fault.remedy


RESUMED = [code for code in codes_of("P0") if code is not syntax.UNCLOSED_COMMENT]


@pytest.mark.parametrize("code", RESUMED, ids=names)
def test_a_bad_clause_does_not_hide_the_clauses_around_it(code: Code) -> None:
    text = f"before(1).\nbefore(2) :- x.\n{code.wrong}after(1).\nafter(2) :- y.\n"
    rules = read_rules(text)
    indicators = [clause.indicator for clause in rules.clauses]
    assert indicators[:2] == [("before", 1)] * 2
    assert indicators[-2:] == [("after", 1)] * 2
    assert [fault.code for fault in rules.faults] == [code]


def test_each_bad_clause_of_a_file_is_told() -> None:
    text = "\n".join(f"good({i}).\nbad({i} x)." for i in range(100))
    rules = read_rules(text)
    assert len(rules.clauses) == len(rules.faults) == 100
    assert [fault.line for fault in rules.faults] == list(range(2, 201, 2))


@pytest.mark.parametrize(
    "text",
    [
        "moves(a," + "(" * 200_000 + ".\nb.\n",
        "a\\'\n" * 100_000 + "b.\n",
        "a('\n" * 5_000,
        "f(" * 50_000,
        "- " * 20_000 + "a.\n",
        "/* " * 1_000_000,
        "a :- b c." * 20_000,
        "x(" + "9" * 1_000_000 + ").",
    ],
    ids=["brackets", "escaped quotes", "quotes", "arguments", "operators", "comments", "faults", "digits"],
)
def test_hostile_texts_are_read_in_few_steps(text: str) -> None:
    assert calls(lambda: read_rules(text), 30 * len(text))
