"""KIF sheets are read as they are meant, and each fault of theirs has its place and its message."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from rings import seeds
from scaling import calls

from pydecl.errors import SourceError
from pydecl.rules.gdl.kif import DEEPEST, comments, read_kif
from pydecl.rules.gdl.rules import MOST_BODIES

READ = {
    "a fact": ("(role white)", ["role(white)"]),
    "a relation without arguments, with and without parentheses": ("(open) open", ["open", "open"]),
    "a head without parentheses": ("(<= terminal (line x))", ["terminal <= line(x)"]),
    "a head in parentheses": ("(<= (terminal) (line x))", ["terminal <= line(x)"]),
    "a rule without conditions": ("(<= (init (pile 5)))", ["init(pile(5))"]),
    "upper and lower case": (
        "(ROLE White)(<= (Legal ?R a) (Role ?r))",
        ["role(white)", "legal(R,a) <= role(R)"],
    ),
    "the spelling that begins small": ("(P KnightMove) (P knightMove)", ["p(knightMove)", "p(knightMove)"]),
    "numbers": ("(p 0 10 -1 07 +1 1.5)", ["p(0,10,-1,'07','+1','1.5')"]),
    "any characters": ("(++ north-speed1 <> |a 'b)", ["++('north-speed1',<>,'|a','\\'b')"]),
    "variables with any characters": ("(<= (p ?a+) (q ?a+ ?a- ?1))", ["p(A) <= q(A,A_2,V1)"]),
    "functions within functions": ("(p (f (g a) b))", ["p(f(g(a),b))"]),
    "a function without arguments": ("(legal r (noop))", ["legal(r,noop)"]),
    "or": ("(<= p (or q r) s)", ["p <= q & s", "p <= r & s"]),
    "or within or": ("(<= p (or q (or r s)))", ["p <= q", "p <= r", "p <= s"]),
    "and within or": ("(<= p (or (and q r) s))", ["p <= q & r", "p <= s"]),
    "not or": ("(<= p (not (or q r)))", ["p <= not q & not r"]),
    "not and": ("(<= p (not (and q r)))", ["p <= not q", "p <= not r"]),
    "not not": ("(<= p (not (not q)))", ["p <= q"]),
    "the same rule twice in an or": ("(<= p (or q q))", ["p <= q"]),
    "words as constants": ("(p and or not)", ["p(and,or,not)"]),
    "distinct": ("(<= p (q ?x) (distinct ?x a))", ["p <= q(X) & distinct(X,a)"]),
    "comments": ("; (role a)\n(role b) ; (role c)\n(role ; d\n e)", ["role(b)", "role(e)"]),
    "nothing between parentheses and names": ("(<=(p ?x)(q ?x))", ["p(X) <= q(X)"]),
    "lines that end as in Windows": ("(role a)\r\n(role b)\r\n", ["role(a)", "role(b)"]),
    "nothing": ("; nothing", []),
}


@pytest.mark.parametrize(("text", "rules"), READ.values(), ids=READ)
def test_a_sheet_is_read_as_it_is_meant(text: str, rules: Sequence[str]) -> None:
    assert list(map(str, read_kif(text, "g.kif").rules)) == rules


VARIABLE = "found ?x: a variable is no relation and no function"
NESTED = "rules do not nest: is a parenthesis of the sentence that begins in line 1 not closed?"
UNSAFE = "the rule is unsafe: nothing binds ?x: expected a condition with it, neither under not nor distinct"

FAULTS = {
    "(role x": "1:1: the parenthesis of this sentence is not closed: expected ) before the end of the file",
    "(p)\n(<= p": "2:1: the parenthesis of this rule is not closed: expected ) before the end of the file",
    "(p))": "1:4: expected a rule or a fact; found ): every ( is closed already",
    "<= p": "1:1: expected a rule or a fact, such as (role white); found <=",
    "()": "1:2: expected the name of a relation, or <=, right behind (; found )",
    "((p a))": "1:2: expected the name of a relation, or <=, right behind (; found (",
    "(?x a)": f"1:2: expected the name of a relation, or <=, right behind (; {VARIABLE}",
    "(or p q)": "1:2: expected the name of a relation, or <=, right behind (; found or",
    "(p ?)": "1:4: expected a name right behind ?; found ? alone",
    "(p (not q))": "1:5: expected the name of a function right behind (; found not",
    "(<=)": "1:4: expected the head of the rule, a relation, behind <=; found )",
    "(<= (not p) q)": "1:6: expected the name of a relation right behind (; found not",
    "(<= p ?x)": f"1:7: expected a condition or ); {VARIABLE}",
    "(<= p q or r)": "1:9: expected a condition or ); found or: or stands right behind a parenthesis",
    "(<= p (or))": "1:10: expected a condition behind or; found )",
    "(<= p (not))": "1:11: expected a condition behind not; found )",
    "(<= p (not q r))": "1:14: expected ); found r: not has one condition",
    "(<= p (not (q) (r)))": "1:16: expected ); found (: not has one condition",
    "(<= p (and ()))": "1:13: expected the name of a relation, or not, or, and, right behind (; found )",
    "(<= p\n  (q)\n(<= r s)": "3:2: expected the name of a relation, or not, or, and, right behind (;"
    f" found <=: {NESTED}",
    "(p <= q)": f"1:4: expected an argument of p, or ); found <=: {NESTED}",
    "(legal r)": "1:1: legal has 1 argument here: expected 2",
    "(<= p (terminal x))": "1:7: terminal has 1 argument here: expected none",
    "role": "1:1: role has no arguments here: expected 1",
    "(true p)": "1:1: no rule may define true: next and init say what holds",
    "(<= (does r m) p)": "1:5: no rule may define does: the players say what they do",
    "(distinct a b)": "1:1: no rule may define distinct: it holds of two different terms",
    "(<= p (init q))": "1:7: no rule asks init: true asks what holds",
    "(<= p (not (next q)))": "1:12: no rule asks next: true asks what holds",
    "(pydecl_p a)": "1:1: the name pydecl_p begins with pydecl: such names are pydecl's own",
    "(p ?x)": f"1:4: {UNSAFE}",
    "(<= p (not (q ?x)))": f"1:15: {UNSAFE}",
    "(<= (p ?x) (or (q ?x) r))": f"1:8: {UNSAFE}",
}


@pytest.mark.parametrize(("text", "message"), FAULTS.items())
def test_a_fault_has_its_place_and_says_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_kif(text, "g.kif")
    line, column, _ = message.split(":", 2)
    shown = text.split("\n")[int(line) - 1]
    assert str(caught.value) == f"g.kif:{message}\n  {shown}\n  {'^':>{column}}"


def test_all_faults_of_meaning_are_told_at_once() -> None:
    with pytest.raises(SourceError) as caught:
        read_kif("(legal r)\n(role x)\n(<= (p ?y) (init q))", "g.kif")
    assert [(fault.line, fault.column) for fault in caught.value.diagnostics] == [(1, 1), (3, 8), (3, 12)]


def test_each_rule_has_the_place_of_its_head() -> None:
    rules = read_kif("\n (role a)\n(<=\n  (p b)\n  (or (q) (r)))", "g.kif").rules
    assert [(rule.line, rule.column) for rule in rules] == [(2, 2), (4, 3), (4, 3)]


def test_comments_are_told_apart_by_where_they_stand() -> None:
    assert [tuple(one) for one in comments(";;; A\n(p) ; B\n ; C\n(p\n; D\na)")] == [
        (1, True, "A", False),
        (2, False, "B", False),
        (3, True, "C", False),
        (5, True, "D", True),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "(p" + "(f" * 3_000 + ")" * 3_001,
        "(p" + "(f" * 3_000,
        "(" * 3_000,
        ")" * 3_000,
        "(<= p " + "(not " * 3_000 + "q" + ")" * 3_001,
        "(<= p " + "(or q " * 3_000 + ")" * 3_001,
    ],
)
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    with pytest.raises(SourceError):
        calls(lambda: read_kif(text, "g.kif"), 100 * len(text))


def test_nesting_up_to_the_limit_is_read() -> None:
    text = "(p " + "(f " * (DEEPEST - 2) + "a" + ")" * (DEEPEST - 1)
    assert len(read_kif(text, "g.kif").rules) == 1
    with pytest.raises(SourceError, match=f"nested deeper than {DEEPEST}"):
        read_kif(f"(p (f {text[3:]})", "g.kif")


def test_a_rule_that_stands_for_too_many_is_refused() -> None:
    choices = " ".join(f"(or a{i} b{i})" for i in range(60))
    with pytest.raises(SourceError, match=f"more than {MOST_BODIES:,} rules without or"):
        read_kif(f"(<= p {choices})", "g.kif")


@pytest.mark.parametrize("seed", seeds(40, 200))
def test_any_text_is_read_or_has_a_fault_with_a_place(seed: int) -> None:
    chance = random.Random(seed)
    words = [
        "(",
        "(",
        "(",
        ")",
        ")",
        "<=",
        "or",
        "and",
        "not",
        "?x",
        "?",
        "p",
        "role",
        "true",
        "1",
        ";",
        "\n",
        "distinct",
    ]
    text = " ".join(chance.choices(words, k=chance.randrange(1, 40)))
    try:
        read_kif(text, "g.kif")
    except SourceError as error:
        for fault in error.diagnostics:
            assert 1 <= fault.line <= text.count("\n") + 1
            assert fault.column >= 1
            assert "expected" in fault.message or "no rule" in fault.message
