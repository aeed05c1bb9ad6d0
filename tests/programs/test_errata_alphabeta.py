"""The faults of lecture 19's printed alphabeta, each shown; docs/errata.md lists them."""

from __future__ import annotations

from pathlib import Path

import pytest
from printed_programs import (
    FOREST,
    LAST_CLAUSE,
    MENDED,
    PRINTED,
    SMALL,
    SPELT,
    TICTACTOE,
    answers,
    include,
    rules_file,
)

from pydecl.loading.consulting import consult

# alphabeta: Poslist and PosList


def test_the_misspelt_variable_is_a_warning_with_its_place(tmp_path: Path) -> None:
    with consult(rules_file(tmp_path, SMALL + include(tmp_path, "alphabeta"))) as game:
        first = game.warnings[0]
    assert first.file.endswith("alphabeta.pl")
    assert PRINTED["alphabeta"].splitlines()[first.line - 1].startswith("alphabeta(")
    assert first.message == "warning: Singleton variables: [PosList,Poslist]"


def test_spelt_alike_no_singleton_of_alphabeta_is_left(tmp_path: Path) -> None:
    printed = PRINTED["alphabeta"].replace("Poslist", "PosList")
    with consult(rules_file(tmp_path, SMALL + printed)) as game:
        assert game.warnings == []


def test_alphabeta_as_printed_needs_a_position_without_moves(tmp_path: Path) -> None:
    program = PRINTED["minimax"] + PRINTED["alphabeta"] + FOREST
    assert answers(tmp_path, program, "Val", "alphabeta(t(max, 0, 1), -9, 9, _, Val)") == "[1]"


def test_alphabeta_as_printed_descends_for_ever_where_moves_are_facts(tmp_path: Path) -> None:
    program = PRINTED["alphabeta"] + "moves(r, [a]).  staticval(a, 1).  max_to_move(r).  min_to_move(a).\n"
    assert "resource_error" in answers(tmp_path, program, "Val", "alphabeta(r, -9, 9, _, Val)")


def test_alphabeta_as_printed_invents_a_board_where_moves_are_computed(tmp_path: Path) -> None:
    moves = "moves(Pos, [Next|Nexts]) :- findall(N, move(Pos, _, N), [Next|Nexts]).\n"
    program = f"{PRINTED['alphabeta']}\n{TICTACTOE}\n{moves}"
    goal = "initial(Pos), once(alphabeta(Pos, -9, 9, GoodPos, Val))"
    found = answers(tmp_path, program, "Val-GoodPos", goal)
    assert found == "[1-tictactoe(_,[x,x,x,_,_,_,_,_,_])]"  # three x at once, and 1, in a drawn game


# alphabeta, spelt alike: the last clause of goodenough/7, and newbounds/6


def test_without_the_last_clause_alphabeta_fails_where_a_choice_is_to_be_made(tmp_path: Path) -> None:
    goal = "tree(Nodes, Tree), \\+ alphabeta(t(max, 0, Tree), -9, 9, _, _)"
    assert answers(tmp_path, SPELT + FOREST, "Tree", f"Nodes = 2, {goal}") == "[]"
    threes = answers(tmp_path, SPELT + FOREST, "Tree", f"Nodes = 3, {goal}")
    assert threes == str([[a, b] for a in (-1, 0, 1) for b in (-1, 0, 1)]).replace(" ", "")


def test_without_the_last_clause_alphabeta_succeeds_where_the_first_successor_is_good_enough(
    tmp_path: Path,
) -> None:
    goal = "alphabeta(t(max, 0, [1,0]), -9, 0, t(_, Index, _), Val)"
    assert answers(tmp_path, SPELT + FOREST, "Index-Val", goal) == "[1-1]"


def test_with_the_last_clause_newbounds_is_missing(tmp_path: Path) -> None:
    program = SPELT + LAST_CLAUSE + FOREST
    found = answers(tmp_path, program, "Val", "alphabeta(t(max, 0, [0,1]), -9, 9, _, Val)")
    assert found == "existence_error(procedure,newbounds/6)"


def test_with_all_of_it_alphabeta_is_minimax_on_every_small_tree(tmp_path: Path) -> None:
    goal = "between(1, 6, Nodes), tree(Nodes, Tree), Root = t(max, 0, Tree), minimax(Root, Best, Val)"
    wrong = "\\+ findall(B-V, alphabeta(Root, -9, 9, B, V), [Best-Val])"
    right = wrong.replace("\\+ ", "")
    assert answers(tmp_path, MENDED + FOREST, "Tree", f"{goal}, ground(Best), {wrong}") == "[]"
    assert answers(tmp_path, MENDED + FOREST, "Val", f"Nodes = 1, {goal}, {right}") == "[-1,0,1]"


# Cut-offs that are not strict, which many texts print, are not the lecture's fault, and would be one

NON_STRICT = MENDED.replace("Val > Beta, !", "Val >= Beta, !").replace("Val < Alpha, !", "Val =< Alpha, !")
FIRST_OF_EQUALS = NON_STRICT.replace("Val0 > Val1", "Val0 >= Val1").replace("Val0 < Val1", "Val0 =< Val1")
SEARCHED = "tree(Nodes, Tree), Root = t(max, 0, Tree), alphabeta(Root, -9, 9, Best, Val)"
WRONG_VALUE = f"{SEARCHED}, value(Root, True), Val =\\= True"
WRONG_MOVE = f"{SEARCHED}, nonvar(Best), value(Best, True), Val =\\= True"


@pytest.mark.parametrize("shape", ["[1,[1,0]]", "[[1],[1,0]]"])
def test_non_strict_cut_offs_and_the_last_of_equals_choose_a_move_that_is_worse(
    tmp_path: Path, shape: str
) -> None:
    goal = f"alphabeta(t(max, 0, {shape}), -9, 9, t(_, Index, _), Val)"
    assert answers(tmp_path, MENDED + FOREST, "Index-Val", goal) == "[1-1]"
    assert answers(tmp_path, NON_STRICT + FOREST, "Index-Val", goal) == "[2-1]"
    goal = f"minimax(t(max, 0, {shape}), t(_, Index, _), Val)"
    assert answers(tmp_path, MENDED + FOREST, "Index-Val", goal) == "[1-1]"


def test_no_smaller_tree_shows_it(tmp_path: Path) -> None:
    program = NON_STRICT + FOREST
    assert answers(tmp_path, program, "Tree", f"between(1, 4, Nodes), {WRONG_MOVE}") == "[]"
    five = answers(tmp_path, program, "Tree", f"Nodes = 5, {WRONG_MOVE}")
    assert five == "[[0,[0,-1]],[1,[1,-1]],[1,[1,0]]]"


def test_with_non_strict_cut_offs_the_value_is_right(tmp_path: Path) -> None:
    assert answers(tmp_path, NON_STRICT + FOREST, "Tree", f"between(1, 6, Nodes), {WRONG_VALUE}") == "[]"


@pytest.mark.parametrize("program", [MENDED, FIRST_OF_EQUALS], ids=["strict, last", "non-strict, first"])
def test_with_the_right_rule_for_ties_the_move_is_right_too(tmp_path: Path, program: str) -> None:
    assert answers(tmp_path, program + FOREST, "Tree", f"between(1, 6, Nodes), {WRONG_MOVE}") == "[]"
