"""Compiled Python: loops over lists, tables of facts and calls replaced give what the rules mean."""

from __future__ import annotations

import pytest

from pydecl.compiler import ir
from pydecl.compiler.compile import compile_rules
from pydecl.compiler.python.program import CompiledRules
from pydecl.compiler.runtime.values import to_term, to_value
from pydecl.model.reader import read_term
from pydecl.model.term import Compound, term_text
from pydecl.rules.reader import read_rules

RULES = """
sum([], S, S).
sum([X|Xs], S0, S) :- S1 is S0 + X, sum(Xs, S1, S).
before([], Lanes, Lanes).
before([C|Cs], [L|Ls0], [[C|L]|Ls]) :- before(Cs, Ls0, Ls).
front([], _, []).
front([_|Ms], [C|Cs], [C|Ds]) :- front(Ms, Cs, Ds).
turned([], []).
turned([X|Xs], Ys) :- turned(Xs, Ys0), append(Ys0, [X], Ys).
zeros([]).
zeros([0|Xs]) :- zeros(Xs).
rests([], []).
rests([_|Xs], Xs).
rests([_|Xs], Ys) :- rests(Xs, Ys).
edge(a, 1, b).
edge(a, 2, c).
edge(b, 1, c).
opponent(x, o).
opponent(o, x).
twice(X, Y) :- opponent(X, Z), opponent(Z, Y).
sign(X, S) :- S is sign(X - 2) * max(abs(X), 3 - X).
"""


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("sum([1,2.5],0,-)", ["3.5"]),
        ("sum([],a,-)", ["a"]),
        ("sum(foo,0,-)", []),
        ("sum(f(x),0,-)", []),
        ("before([a],[[b],[c]],-)", ["[[a,b],[c]]"]),
        ("before([a,b],[[c]],-)", []),
        ("before([],foo,-)", ["foo"]),
        ("before([a],foo,-)", []),
        ("front([1,1],[a,b,c],-)", ["[a,b]"]),
        ("front([1,1],[a],-)", []),
        ("front([],foo,-)", ["[]"]),
        ("front([1],foo,-)", []),
        ("turned([1,2,3],-)", ["[3,2,1]"]),
        ("turned(f(x),-)", []),
        ("zeros([0,0])", [""]),
        ("zeros([0,1])", []),
        ("rests([1,2,3],-)", ["[2,3]", "[3]", "[]", "[]"]),
        ("edge(a,-,-)", ["1 b", "2 c"]),
        ("edge(a,2,-)", ["c"]),
        ("edge(z,-,-)", []),
        ("edge(a,2.0,-)", []),
        ("twice(x,-)", ["x"]),
        ("twice(f(x),-)", []),
        ("sign(5,-)", ["5"]),
        ("sign(1.5,-)", ["-1.5"]),
    ],
)
def test_what_is_written_as_a_loop_or_a_table_means_the_same(question: str, answers: list[str]) -> None:
    goal = read_term(question.replace("-)", "free)").replace("-,", "free,"))
    assert isinstance(goal, Compound)
    mode = "".join("-" if term_text(arg) == "free" else "+" for arg in goal.args)
    key = ir.Key(goal.name, mode)
    compiled = CompiledRules(compile_rules(read_rules(RULES, "r.pl"), [key]))
    given = [to_value(arg) for arg in goal.args if term_text(arg) != "free"]
    found = [" ".join(term_text(to_term(v)) for v in values) for values in compiled.solutions(key, *given)]
    assert found == answers


def test_the_text_walks_along_lists_and_looks_facts_up() -> None:
    keys = [ir.Key("before", "++-"), ir.Key("front", "++-")]
    keys += [ir.Key("turned", "+-"), ir.Key("twice", "+-"), ir.Key("sum", "++-")]
    text = CompiledRules(compile_rules(read_rules(RULES, "r.pl"), keys)).text
    assert text.count("for ") >= 2
    assert ":len(vin1)]" in text
    assert ".get(" in text
    assert "while True" not in text
