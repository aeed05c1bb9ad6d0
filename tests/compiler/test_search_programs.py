"""The search programs' own texts, attached to rules and compiled with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from folders import rules_file

from pydecl.compiler.attachment import attach
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import OWN
from pydecl.compiler.search_programs import IN_C, attached_programs, compiled_programs, computes_with_infinity
from pydecl.engines.native.compiled_rules import own_sources
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import search
from pydecl.errors import ContractError
from pydecl.loading.consulting import consult
from pydecl.programs.registry import PROGRAMS
from pydecl.rules.reader import read_rules

WITHOUT = {"mtdf", "proof_number", "uct"}
"""An unbound variable is asked for; integers are large; fractions are computed."""

GAME = """
initial(a).
move(a, b). move(a, c).
max_to_move(a). min_to_move(b). min_to_move(c).
"""


def test_each_program_has_its_text_or_c_or_a_reason() -> None:
    named = {one.value for one in PROGRAMS}
    assert {*compiled_programs(), *IN_C, *WITHOUT} - {"perft", "win"} == named
    assert not {*compiled_programs()} & {*IN_C, *WITHOUT}


def test_what_is_added_to_the_rules_changes_none_of_them() -> None:
    text = GAME + "staticval(_, 0). leaf(x). check(y, z). each([], 0). player(a, b)."
    rules, plain = (normal(read_rules(text, "g.pl")) for _ in range(2))
    attached_programs(rules, compiled_programs())
    added = rules.predicates.keys() - plain.predicates.keys()
    assert all(name.startswith(OWN) for name, _ in added)
    assert all(rules.predicates[key].rules == one.rules for key, one in plain.predicates.items())


def test_rules_that_do_not_say_what_follows_have_no_programs() -> None:
    assert attached_programs(normal(read_rules("max_to_move(a).", "g.pl")), compiled_programs()) == {}


def test_all_that_is_asked_of_a_game_is_attached() -> None:
    found = attach(normal(read_rules(GAME, "g.pl")))
    asked = ["moves/2", "staticval/2", "max_to_move/1", "min_to_move/1", "terminalwon/1", "terminallost/1"]
    assert {*asked, "move/2"} <= {f"{name}/{arity}" for name, arity in found}


def test_infinite_values_are_made_by_these_programs() -> None:
    assert [name for name in compiled_programs() if computes_with_infinity(name)] == ["deepening", "sss_star"]


@pytest.mark.sampled(5, "each case searches in SWI-Prolog and in C")
@pytest.mark.parametrize(
    "values",
    [
        "staticval(b, 4611686018427387903). staticval(c, 4611686018427387904).",
        "staticval(b, -4611686018427387904). staticval(c, 4611686018427387903).",
        "staticval(b, 9223372036854775807). staticval(c, 9223372036854775808).",
        "staticval(b, 1). staticval(c, 1.5).",
        "staticval(b, inf). staticval(c, 3).",
        "staticval(b, 1r3). staticval(c, 2r5).",
        "staticval(b, 1 + 1). staticval(c, 2).",
        "staticval(b, 1). staticval(b, 2). staticval(c, 2).",
        "staticval(b, 1). staticval(b, 1). staticval(c, 2).",
        "staticval(b, 1).",
    ],
)
@pytest.mark.parametrize("program", ["minimax", "alphabeta", "negamax_ply", "deepening", "sss_star"])
@pytest.mark.covering(1, "each consults a game and builds C; programs and values do not meet")
def test_values_of_any_kind_are_as_in_prolog(tmp_path: Path, program: str, values: str) -> None:
    file = rules_file(tmp_path, GAME + values)
    with consult(str(file)) as game:
        assert told(game, program, "native") == told(game, program, "prolog")


def told(game: SessionGame, program: str, engine: str) -> Sequence[object]:
    """What an engine answers, or why it does not."""
    try:
        answer = search(game, program, engine=engine).answer
    except ContractError as error:
        return error.fault, *error.details
    return answer.value, type(answer.value), answer.best, answer.nodes, answer.leaves


def test_an_object_is_built_anew_if_the_text_of_a_program_changes() -> None:
    assert any("textbook/alphabeta.pl" in source for source in own_sources())
    assert any("refined/scout.pl" in source for source in own_sources())
