"""The reader of rules files holds against SWI-Prolog's own read_term/3: the same terms at the same places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from folders import ROOT
from lark import Lark
from module_fixtures import for_module_in
from swi_reading import SwiReader, our_reading

from pydecl.paths import grammar_file
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Kind, Structure
from pydecl.rules.tokens import _LAYOUT, _pattern

FILES = sorted([*ROOT.glob("prolog/**/*.pl"), *ROOT.glob("examples/*.pl"), *ROOT.glob("tests/*.pl*")])
AS_PRINTED = ROOT / "prolog" / "lecture" / "won.pl"
"""The lecture's program, with `not` without parentheses, which SWI-Prolog refuses, too."""


swi = for_module_in(SwiReader)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
@pytest.mark.sampled(12, "each case reads a file twice")
def test_every_prolog_file_here_is_read_as_swi_prolog_reads_it(swi: SwiReader, file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    ours, theirs = our_reading(text), swi.read(text)
    assert ours.terms == theirs.terms
    assert len(ours.errors) == len(theirs.errors) == (file == AS_PRINTED)


TEXTS = [
    "- 1. -1. a - 1. a -1. a-1. - (1). -(1). -(-(1)). - - 1. 1 - -1. -1^2. - 1^2. -a^2. +1. + 1.",
    "\\+ (a,b). \\+(a,b). -(a,b). -(-). - (-). a-(-1). f(a) -(b,c). -(3) - 2.",
    ("X = + . f(+). [-]. [-|-]. - = x. {-}. [- , +]. * = * . - , a. (-,a). f(- , a). mod = X. mod mod mod."),
    ("- mod - . - ; a. - - ; a. a:- :- . [a,:-]. f(:- , a). f(:- a). f(a:-b). [a:-b]. (:-) = X. dynamic - ."),
    (
        ":- dynamic foo/1, bar/2. dynamic. a=dynamic. table - a. :- a. ?- a. a --> b, c. a, [x] --> b. "
        "a, b => c."
    ),
    "[a|b]. [a,b|c]. [a|[]]. [a|[b|C]]. (a|b). a|b|c. f(a|b). [a|b]|c. {a,b}. {}. { }. {}(a). []. '[]'.",
    ("X = [ ]. [ /* c */ ]. f( /* c */ a ). ((a,b)),c. f((a)). a:(b:-c). '',a. ''. ''''. a ',' b. '|'(a,b)."),
    ("0xff. 0o7. 0b1. 16'FF. 36'Zz. 0'a. 0'\\n. 0'''. 0''. [0'',0'a]. X = 0'\\\\ . -0'a. -0x1f."),
    "1_000_000. 1 000 000. 12 345. 1_\n000. 0xff_ff. 1r3. 2r4. -1r3. 10 0r3. 1mod 2. 2'101.",
    "1.0Inf. -1.0Inf. inf. nan. 1.0e10. 1e10. 1E5. 1.5E-3. 1.0e-400. 1e-3.",
    (
        "'a\\x41\\b'. 'a\\x41b'. '\\101\\x'. '\\101x'. '\\u0041'. '\\U00000041'. '\\e\\s\\0\\'. '\\x41\\'. "
        "'\\\\'."
    ),
    ('\'a\\\n   b\'. \'a\\c\n   b\'. "a""b". "a\\"b". `a``b`. "\\n\\t\\a\\b\\f\\v\\r\\`\\\'". \'a\nb\'. "".'),
    "é. É. ñandú(X). 中. X = 中. λ. ². a:- b. /*c*/ %\n+≤+ . Ⅰ = Ⅰ. x = ≠. c.",
    "a :- b, !. a:-!, b;c. !. a->b;c. a*->b;c. ;(a). a:-;. a =@= b. a\\==b. a>:<b. $a. a:b:c. X is 3-1.",
    (
        ":- op(700, xfx, ===>). a ===> b. :- op(200, xfy, [and, or]). a and b or c. :- op(0, xfx, ===>). "
        "f(===>)."
    ),
    (":- op(100, xf, @@). a @@ . :- op(200, yf, ++). a++ + b++ . :- op(500, xfx, ++). a ++ b. a++ ."),
    (":- op(9, fx, #). #a. # 1. #(a). :- op(700, fy, 'Foo'). 'Foo' a. 'Foo'. :- op(0, fy, -). - . -1. -(1)."),
    ":- op(1100, xfy, '|'). a|b. :- op(700, xfx, =>). a => b, c. f(X) :- X => 1.",
    ':- set_prolog_flag(double_quotes, codes). "ab". "". :- set_prolog_flag(double_quotes, atom). "ab".',
    ':- set_prolog_flag(double_quotes, chars). "ab". :- set_prolog_flag(double_quotes, string). "ab".',
    (
        ":- use_module(library(clpfd)). X #= Y + 1, X in 1..3. A #<==> B #\\/ #\\ C. "
        ":- use_module(library(clpb)). ~X."
    ),
    ":- module(m, [foo/1, op(700, xfx, beats)]). a beats b.\r\nc beats d.\ra.",
    "f(A,_,_B,_,A). a:-b.%c\n\n /* x */ c. /* ** / * */ d. e.",
    "f(). f( ). foo(\n). X = a(). [](a).",
]


@pytest.mark.parametrize("text", TEXTS)
def test_what_few_files_have_is_read_as_swi_prolog_reads_it(swi: SwiReader, text: str) -> None:
    ours, theirs = our_reading(text), swi.read(text)
    strange = [place[2] == "strange" for place in theirs.terms]
    assert [term for term, odd in zip(ours.terms, strange, strict=True) if not odd] == [
        term for term in theirs.terms if term[2] != "strange"
    ]
    assert len(ours.errors) == len(theirs.errors)


def test_heads_bodies_and_kinds() -> None:
    text = "a. a :- b. user:p(X) :- q(X). user:(p :- q). n, [x] --> n. f(X), X > 1 => g. :- d. ?- q. m:x."
    clauses = read_rules(text).clauses
    assert [clause.indicator for clause in clauses] == [
        *(("a", 0), ("a", 0), ("p", 1), ("p", 0), ("n", 2), ("f", 1), None, None, ("x", 0))
    ]
    assert [clause.module for clause in clauses] == [*(None, None, None, None, None, None, None, None, "m")]
    kinds = [clause.kind for clause in clauses]
    assert kinds[4:8] == [Kind.GRAMMAR, Kind.CLAUSE, Kind.DIRECTIVE, Kind.QUERY]
    guarded = clauses[5].body
    assert isinstance(guarded, Structure)
    assert guarded.name == ","
    assert all(text[clause.span.end - 1] == "." for clause in clauses)


def test_a_long_body_is_read_without_recursion() -> None:
    rules = read_rules("a :- b" + ", b" * 20_000 + ".\nc.")
    assert [clause.indicator for clause in rules.clauses] == [("a", 0), ("c", 0)]
    assert not rules.faults


def tokens_by_lark() -> tuple[str, Sequence[tuple[str, str]]]:
    """The expression of blanks and comments, and the other terminals, the highest priority first."""
    grammar = grammar_file("prolog.lark").read_text(encoding="utf-8")
    terminals = Lark(grammar, parser="lalr", lexer="basic").terminals
    (layout,) = (one.pattern.to_regexp() for one in terminals if one.name == _LAYOUT)
    ordered = sorted(terminals, key=lambda terminal: -terminal.priority)
    return layout, [(one.name, one.pattern.to_regexp()) for one in ordered if one.name != _LAYOUT]


def test_the_grammar_is_read_as_lark_reads_it() -> None:
    layout, terminals = tokens_by_lark()
    tokens = "|".join(f"(?P<{name}>{text})" for name, text in terminals)
    expected = re.compile(rf"(?:{layout})?+(?:{tokens}|(?P<NOTHING>\Z))")
    assert _pattern().groupindex == expected.groupindex
    assert _meaning(_pattern()) == _meaning(expected)


def _meaning(pattern: re.Pattern[str]) -> str:
    """What an expression says, however its characters are escaped."""
    return str(re._parser.parse(pattern.pattern))
