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
    words = ["(", "(", "(", ")", ")", "<=", "or", "and", "not", "?x", "?", "p", "role", "true", "1", ";"]
    text = " ".join(chance.choices([*words, "\n", "distinct"], k=chance.randrange(1, 40)))
    try:
        read_kif(text, "g.kif")
    except SourceError as error:
        for fault in error.diagnostics:
            assert 1 <= fault.line <= text.count("\n") + 1
            assert fault.column >= 1
            assert "expected" in fault.message or "no rule" in fault.message
