"""Whatever the file, the compiler gives procedures or refusals with a place, in time."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest
from folders import TESTS

from pydecl.compiler import ir
from pydecl.compiler.compile import ENTRIES, compile_rules
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.python.program import CompiledRules
from pydecl.errors import PydeclError
from pydecl.rules.reader import read_rules

HERE = TESTS

FILES = sorted(
    file
    for folder in (HERE, HERE.parent / "prolog", HERE.parent / "examples")
    for file in folder.rglob("*")
    if file.suffix == ".pl" or (file.is_file() and file.parent == HERE / "hostile" / "files")
)

SECONDS = 20.0
"""How much of the processor's time a file may take."""

MOST = 60
"""How many predicates of a file are compiled in modes of all kinds."""


@pytest.fixture(autouse=True)
def in_time() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        raise AssertionError(f"the compiler took more than {SECONDS:g} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def modes(name: str, arity: int) -> Iterator[ir.Key]:
    """All arguments given, none, and all but the last."""
    for mode in dict.fromkeys(("+" * arity, "-" * arity, "+" * (arity - 1) + "-" * min(arity, 1))):
        yield ir.Key(name, mode)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(HERE.parent)))
@pytest.mark.sampled(16)
def test_a_file_gives_procedures_or_refusals(file: Path) -> None:
    try:
        rules = read_rules(file.read_bytes().decode("utf-8", errors="replace"), str(file))
    except PydeclError:
        return  # the reader's own refusal, which its tests look at
    defined = list(normal(rules).predicates)[:MOST]
    asked = [key for name, arity in defined for key in modes(name, arity)]
    for entries in (ENTRIES, asked):
        program = compile_rules(rules, entries)
        assert set(program.entries) | set(program.refusals) <= set(entries)
        assert all(key in program.procedures for key in program.entries)
        for refusal in program.refusals.values():
            assert refusal.reason.strip()
            assert 0 <= refusal.place.start <= refusal.place.end
        CompiledRules(program)


def test_a_term_that_grows_from_call_to_call_is_refused() -> None:
    rules = read_rules(
        "p(Xs, Ys) :- foldl([X, Xs0, [X|Xs0]]>>true, Xs, [], Ys).\n"
        "q(X) :- q(f(X, X)).\n"
        "r(X, Y) :- r(g(X, Y), g(Y, X)).\n"
    )
    program = compile_rules(rules, [ir.Key("p", "--"), ir.Key("q", "-"), ir.Key("r", "--")])
    assert set(program.refusals) == {ir.Key("p", "--"), ir.Key("q", "-"), ir.Key("r", "--")}
