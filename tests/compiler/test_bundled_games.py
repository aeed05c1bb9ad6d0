"""Every bundled game passes the compiler's front end."""

from __future__ import annotations

import pytest
from bundled_files import GAMES, NEED_FACTS, bundled_rules

from pydecl.compiler import ir
from pydecl.compiler.compile import ENTRIES, compile_normal


def compiled(name: str) -> ir.Program:
    return compile_normal(bundled_rules(name), ENTRIES)


@pytest.mark.sampled(8, "all bundled games are compiled in other tests, too")
@pytest.mark.parametrize("name", [one for one in GAMES if one not in NEED_FACTS])
def test_a_bundled_game_compiles_for_all_that_is_asked_of_it(name: str) -> None:
    program = compiled(name)
    assert not program.refusals
    asked = {(key.name, key.arity) for key in program.entries}
    assert {("max_to_move", 1), ("min_to_move", 1), ("staticval", 2), ("terminalwon", 1)} <= asked
    assert ("move", 3) in asked
