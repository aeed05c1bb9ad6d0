"""No file makes the reader, the checks or the compiler walk for ever: counted in calls of functions."""

from __future__ import annotations

import pytest
from c_back_end import ProgramC
from native_code import quick
from rings import sample_size
from scaling import EXPLOSIVE, SHARED, TEXTS, calls

from pydecl.compiler.c.program import compile_c
from pydecl.compiler.compile import compile_rules
from pydecl.compiler.ir import Key, Program
from pydecl.model.term import Atom
from pydecl.rules.checks import text_findings
from pydecl.rules.checks.predicates import Predicates
from pydecl.rules.reader import read_rules

BOUND = 12_000_000
"""How many calls of functions a compilation may take that is refused, or has nothing to refuse."""


def compiled(text: str) -> Program:
    """Compile rules to C."""
    program = compile_rules(read_rules(text, "g.pl"))
    compile_c(program, game=True)
    return program


def checked(text: str) -> None:
    """Read rules, and say what their text shows."""
    text_findings(Predicates(read_rules(text, "g.pl")))


@pytest.mark.parametrize("family", SHARED)
@pytest.mark.sampled(2, "each case compiles a large program")
def test_twice_the_rules_take_about_twice_the_steps(family: str) -> None:
    compiled(SHARED[family](4))  # what is made once
    small = calls(lambda: compiled(SHARED[family](20)), BOUND)
    large = calls(lambda: compiled(SHARED[family](40)), BOUND)
    assert large <= 2.6 * small


@pytest.mark.parametrize("family", SHARED)
def test_what_shares_its_parts_is_compiled(family: str) -> None:
    program = compile_rules(read_rules(SHARED[family](40), "g.pl"))
    assert not program.refusals
    (value,), *_ = ProgramC(program, quick()).solutions(Key("staticval", "+-"), [Atom("b")])
    assert isinstance(value, int)


@pytest.mark.parametrize("family", EXPLOSIVE)
@pytest.mark.sampled(1, "each case compiles a large program")
def test_what_grows_without_bounds_is_compiled_or_refused_in_bounded_steps(family: str) -> None:
    made: list[Program] = []
    calls(lambda: made.append(compiled(EXPLOSIVE[family](40))), BOUND)
    (program,) = made
    assert all(refusal.reason for refusal in program.refusals.values())


@pytest.mark.parametrize("family", TEXTS)
@pytest.mark.sampled(6, "each reads hundreds of lines, and counts all calls of functions")
def test_twice_the_text_takes_about_twice_the_steps(family: str) -> None:
    checked(TEXTS[family](4))
    lines = sample_size(100, 300)
    small = calls(lambda: checked(TEXTS[family](lines)), BOUND)
    large = calls(lambda: checked(TEXTS[family](2 * lines)), BOUND)
    assert large <= 2.6 * small
