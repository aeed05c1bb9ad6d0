"""Whatever the file, the compiler gives procedures or refusals with a place, in a bounded number of steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from folders import TESTS
from scaling import calls

from pydecl.compiler import ir
from pydecl.compiler.compile import ENTRIES, compile_rules
from pydecl.compiler.frontend.normal import normal
from pydecl.errors import PydeclError
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import RulesText

HERE = TESTS

FILES = sorted(
    file
    for folder in (HERE, HERE.parent / "prolog", HERE.parent / "examples")
    for file in folder.rglob("*")
    if file.suffix == ".pl" or (file.is_file() and file.parent == HERE / "hostile" / "files")
)

STEPS = 60_000_000
"""How many calls of functions a hostile file may take; others take up to ten millions."""

MOST = 60
"""How many predicates of a file are compiled in modes of all kinds."""


def modes(name: str, arity: int) -> Iterator[ir.Key]:
    """All arguments given, none, and all but the last."""
    for mode in dict.fromkeys(("+" * arity, "-" * arity, "+" * (arity - 1) + "-" * min(arity, 1))):
        yield ir.Key(name, mode)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(HERE.parent)))
@pytest.mark.sampled(8, "each is compiled in three modes; the files of every folder are alike")
def test_a_file_gives_procedures_or_refusals(file: Path) -> None:
    try:
        rules = read_rules(file.read_bytes().decode("utf-8", errors="replace"), str(file))
        defined = list(normal(rules).predicates)[:MOST]
    except PydeclError:
        return  # the reader's own refusal, which its tests look at
    asked = [key for name, arity in defined for key in modes(name, arity)]
    compile_and_look(rules, ENTRIES)
    if HERE / "hostile" in file.parents:
        calls(lambda: compile_and_look(rules, asked), STEPS)
    else:
        compile_and_look(rules, asked)


def compile_and_look(rules: RulesText, entries: Sequence[ir.Key]) -> None:
    program = compile_rules(rules, entries)
    assert set(program.entries) | set(program.refusals) <= set(entries)
    assert all(key in program.procedures for key in program.entries)
    for refusal in program.refusals.values():
        assert refusal.reason.strip()
        assert 0 <= refusal.place.start <= refusal.place.end


def test_a_term_that_grows_from_call_to_call_is_refused() -> None:
    rules = read_rules(
        "p(Xs, Ys) :- foldl([X, Xs0, [X|Xs0]]>>true, Xs, [], Ys).\n"
        "q(X) :- q(f(X, X)).\n"
        "r(X, Y) :- r(g(X, Y), g(Y, X)).\n"
    )
    program = compile_rules(rules, [ir.Key("p", "--"), ir.Key("q", "-"), ir.Key("r", "--")])
    assert set(program.refusals) == {ir.Key("p", "--"), ir.Key("q", "-"), ir.Key("r", "--")}


def test_a_text_that_expands_its_terms_is_refused_unless_swi_prolog_tells_what_it_made() -> None:
    rules = read_rules("term_expansion(X, q(1)) :- X = a.\na(_).\np(1).\n")
    assert set(compile_rules(rules, [ir.Key("p", "-")]).refusals) == {ir.Key("p", "-")}
