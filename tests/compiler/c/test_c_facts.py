"""Facts of several kinds in one place: a call meets those that fit what is passed."""

from __future__ import annotations

from c_back_end import LoadedC

from pydecl.compiler import ir
from pydecl.compiler.c.type_inference import infer
from pydecl.compiler.compile import compile_rules
from pydecl.model.term import Atom
from pydecl.rules.reader import read_rules

NEXT = "next(1, 2). next(2, 3). next(a, b). next(b, c).\n"
START = ir.Key("start", "-")


def types(text: str, key: ir.Key) -> list[str]:
    return infer(compile_rules(read_rules(NEXT + text, "rules.pl"), [key])).report().splitlines()


def test_a_file_and_a_rank_keep_their_kinds() -> None:
    assert "start(--(b|c, integer))" in types("start(F-R) :- next(a, F), next(1, R).", START)


def test_what_a_fact_gives_can_meet_others() -> None:
    assert "start(-integer|b|c)" in types("start(X) :- step(Y), next(Y, X). step(1). step(a).", START)


def test_a_call_that_fits_no_fact_fails() -> None:
    text = "start(X) :- next(f(1), X)."
    rules = LoadedC(read_rules(f"{NEXT}%? start(_)\n{text}", "rules.pl"), [START])
    assert list(rules.solutions(START, [])) == []


def test_an_entry_that_is_facts_takes_all_of_them() -> None:
    key = ir.Key("next", "+-")
    rules = LoadedC(read_rules(NEXT + "%? next(a, _)\n%? next(1, _)\n", "rules.pl"), [key])
    assert list(rules.solutions(key, [Atom("a")])) == [(Atom("b"),)]
    assert list(rules.solutions(key, [2])) == [(3,)]


def test_a_program_of_too_many_instances_types_short_procedures_for_each_call() -> None:
    levels = "".join(
        f"p{n}(X, Y) :- p{n + 1}(X, Z), p{n + 1}(Z, Y).\n" for n in range(10)
    )  # 2 ** 10 instances
    text = levels + "p10(X, X). start(F-R) :- p0(1, _), after(a, F), after(1, R). after(X, Y) :- next(X, Y)."
    assert "start(--(b|c, integer))" in types(text, START)
