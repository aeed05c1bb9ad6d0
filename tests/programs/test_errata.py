"""The faults of lecture 19's printed programs (prolog/lecture/), each shown; docs/errata.md lists them.

The programs run in a plain `swipl`, as a reader's would, and in pydecl where pydecl has something to say.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file
from printed_programs import (
    FOREST,
    LAST_CLAUSE,
    MENDED,
    OPERATOR,
    PRINTED,
    SMALL,
    SPELT,
    TEXTBOOK,
    TICTACTOE,
    WON,
    answers,
    include,
)

from pydecl.engines.registry import complete
from pydecl.engines.searching import search
from pydecl.errors import ContractError, SourceError
from pydecl.games import bundled
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.term import Atom, atom_text
from pydecl.programs.registry import TEXTBOOK as TEXTBOOK_PROGRAMS

# What the textbook programs have kept and what they have mended


def test_textbook_minimax_is_the_printed_one(tmp_path: Path) -> None:
    assert differences(tmp_path, PRINTED["minimax"], TEXTBOOK["minimax"]) == ("[]", "[]")


def test_textbook_won_is_the_printed_one_with_another_negation(tmp_path: Path) -> None:
    printed = OPERATOR + re.sub(r"\bnot\b", r"\\+", PRINTED["won"])
    assert differences(tmp_path, printed, TEXTBOOK["won"]) == ("[]", "[]")


def test_textbook_alphabeta_is_the_printed_one_spelt_and_completed(tmp_path: Path) -> None:
    printed = PRINTED["alphabeta"].replace("Poslist", "PosList")
    lost, added = differences(tmp_path, printed, TEXTBOOK["alphabeta"])
    assert lost == "[]"
    assert added == "[goodenough/7,newbounds/6,newbounds/6,newbounds/6]"


def differences(folder: Path, before: str, after: str) -> tuple[str, str]:
    """The heads of the clauses that only one of the two texts has, up to the names of variables."""
    reader = """
    clauses(File, Clauses) :- read_file_to_terms(File, Clauses, []).
    only(Clauses, Others, Name/Arity) :-
        member(Clause, Clauses), \\+ ( member(Other, Others), Other =@= Clause ),
        ( Clause = (Head :- _) -> true ; Head = Clause ), functor(Head, Name, Arity).
    """
    files = folder / "before.txt", folder / "after.txt"
    for file, text in zip(files, (before.removeprefix(OPERATOR), after), strict=True):
        file.write_text(text, "utf-8")
    one, two = (atom_text(str(file)) for file in files)
    both = f"clauses({one}, One), clauses({two}, Two)"
    return (
        answers(folder, reader, "PI", f"{both}, only(One, Two, PI)"),
        answers(folder, reader, "PI", f"{both}, only(Two, One, PI)"),
    )


# won: `not` is not an operator


def test_won_as_printed_is_refused_with_the_place_of_not(tmp_path: Path) -> None:
    file = rules_file(tmp_path, SMALL + PRINTED["won"])
    with pytest.raises(SourceError) as caught:
        consult(file)
    (found,) = caught.value.diagnostics
    assert (found.file, found.message) == (str(file), "not is not an operator in SWI-Prolog")
    assert found.source_line == "    not terminallost(Pos),"
    assert found.source_line[found.column - 1 :].startswith("not ")
    assert found.line == 1 + file.read_text("utf-8").splitlines().index(found.source_line)


def test_won_as_printed_is_refused_where_it_is_included(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"won\.pl:\d+:8: Syntax error: Operator expected"):
        consult(rules_file(tmp_path, SMALL + include(tmp_path, "won")))


def test_plain_swipl_keeps_half_of_won_as_printed(tmp_path: Path) -> None:
    goal = "predicate_property(won(_), number_of_clauses(Count))"
    assert answers(tmp_path, PRINTED["won"], "Count", goal) == "[1]"
    assert answers(tmp_path, WON, "Count", goal) == "[2]"


def test_with_the_operator_won_loads_without_a_word(tmp_path: Path) -> None:
    with consult(rules_file(tmp_path, SMALL + OPERATOR + include(tmp_path, "won"))) as game:
        assert game.warnings == []


# won: a position where MIN cannot move is won, whatever its value

SOLVED = "tree({nodes}, Tree), Root = t(max, 0, Tree), value(Root, Val), "
TAKEN_FOR_WON = SOLVED + "Val =< 0, won(Root)"
NOT_TAKEN_FOR_WON = SOLVED + "Val > 0, \\+ won(Root)"


def test_won_is_right_where_there_is_no_move(tmp_path: Path) -> None:
    assert answers(tmp_path, WON + PRINTED["minimax"] + FOREST, "Tree", TAKEN_FOR_WON.format(nodes=1)) == "[]"


def test_won_takes_a_drawn_and_even_a_lost_end_where_min_cannot_move_for_a_won_one(tmp_path: Path) -> None:
    program = WON + PRINTED["minimax"] + FOREST
    assert answers(tmp_path, program, "Tree", TAKEN_FOR_WON.format(nodes=2)) == "[[-1],[0]]"


def test_won_is_right_of_a_drawn_end_where_max_cannot_move(tmp_path: Path) -> None:
    assert answers(tmp_path, WON + FOREST, "won", "won(t(max, 0, [[0]]))") == "[]"


def test_won_never_overlooks_a_won_position(tmp_path: Path) -> None:
    goal = f"between(1, 6, Nodes), {NOT_TAKEN_FOR_WON.format(nodes='Nodes')}"
    assert answers(tmp_path, WON + PRINTED["minimax"] + FOREST, "Tree", goal) == "[]"


def test_won_is_mended_where_the_move_must_win_at_once_or_leave_min_a_move(tmp_path: Path) -> None:
    printed = "not (move(Pos1,Pos2),not won(Pos2))"
    program = WON.replace(printed, f"(terminalwon(Pos1) ; move(Pos1,_), {printed})")
    assert program != WON
    program += PRINTED["minimax"] + FOREST
    for goal in (TAKEN_FOR_WON, NOT_TAKEN_FOR_WON):
        goal = f"between(1, 6, Nodes), {goal.format(nodes='Nodes')}"
        assert answers(tmp_path, program, "Tree", goal) == "[]"


def test_won_calls_the_empty_tictactoe_board_won_and_it_is_a_draw(tmp_path: Path) -> None:
    program = f"{WON}\n{TICTACTOE}\nmove(Pos, Next) :- move(Pos, _, Next).\n"
    assert answers(tmp_path, program, "won", "initial(Pos), once(won(Pos))") == "[won]"
    with consult("tictactoe") as game:
        goal = "initial(Pos), once(won(Pos)), alphabeta(Pos, -1, 1, _, Val)"
        assert [answer["Val"] for answer in game.session.query(goal)] == [0]


def test_consult_says_that_won_errs_on_tictactoe(pydecl: Run) -> None:
    done = pydecl("check", "--about", "tictactoe")
    assert (done.code, done.err) == (0, "")
    drawn = pydecl("check", "--about", "tictactoe", "--json").json()["doubtful_end"]
    assert re.search(f"won/1 is wrong on this game: .* drawn or lost: {re.escape(drawn)}", done.out)
    rules = bundled("tictactoe")
    position = rules.parse_position(drawn)
    assert not rules.successors(position)
    assert rules.static_value(position) == 0


# minimax: nothing is wrong with it on a game that keeps the rules


def test_minimax_as_printed_gives_each_small_tree_one_answer(tmp_path: Path) -> None:
    goal = (
        "between(1, 6, Nodes), tree(Nodes, Tree),"
        "\\+ ( findall(V, minimax(t(max, 0, Tree), _, V), Vals), backed_up(max, Tree, Val), Vals == [Val] )"
    )
    definition = """
    backed_up(_, Val, Val) :- integer(Val).
    backed_up(Mover, Trees, Val) :-
        is_list(Trees), other(Mover, Other), maplist(backed_up(Other), Trees, Vals),
        ( Mover == max -> max_list(Vals, Val) ; min_list(Vals, Val) ).
    """
    assert answers(tmp_path, PRINTED["minimax"] + FOREST + definition, "Tree", goal) == "[]"


def test_singletons_are_all_that_is_said_of_minimax_as_printed(tmp_path: Path) -> None:
    with consult(rules_file(tmp_path, SMALL + include(tmp_path, "minimax"))) as game:
        said = [warning.message for warning in game.warnings]
    assert said == [f"warning: Singleton variables: {names}" for names in ("[Pos1]", "[Pos0,Val0]")]
    with consult(rules_file(tmp_path, SMALL + TEXTBOOK["minimax"])) as game:
        assert game.warnings == []


def test_minimax_as_printed_fails_where_moves_gives_an_empty_list(tmp_path: Path) -> None:
    goal, ends = "minimax(r, Best, Val)", "moves(a, []).  moves(b, []).\n"
    assert answers(tmp_path, PRINTED["minimax"] + SMALL, "Best-Val", goal) == "[a-3]"
    assert answers(tmp_path, PRINTED["minimax"] + SMALL + ends, "Best-Val", goal) == "[]"
    with consult(rules_file(tmp_path, SMALL + ends)) as game:  # takes [] for 'no moves'
        assert game.session.query(goal) == [{"Best": Atom("a"), "Val": 3}]
        assert search(game, "minimax").answer.value == 3


@pytest.mark.parametrize("program", ["minimax(r, Best, {})", "alphabeta(r, -9, 9, Best, {})"])
def test_asked_with_the_value_filled_in_they_agree_to_a_wrong_one(tmp_path: Path, program: str) -> None:
    text = MENDED + SMALL
    assert answers(tmp_path, text, "Best-Val", program.format("Val")) == "[a-3]"
    assert answers(tmp_path, text, "Best", program.format(2)) == "[b]"
    with consult(rules_file(tmp_path, SMALL)) as game:  # the textbook programs are no better: -Val
        assert game.session.query(program.format(2)) == [{"Best": Atom("b")}]


@pytest.mark.parametrize("program", ["minimax(r, b, Val)", "alphabeta(r, -9, 9, b, Val)"])
def test_asked_with_the_move_filled_in_they_agree_to_a_wrong_one(tmp_path: Path, program: str) -> None:
    assert answers(tmp_path, MENDED + SMALL, "Val", program) == "[2]"


# What a game does wrong, the bare programs do not notice

MISSING = SMALL.replace("min_to_move(a).", "")
WRONG = SMALL.replace("min_to_move(a).", "max_to_move(a).")
UNVALUED = SMALL.replace("staticval(b, 2).", "")


@pytest.mark.parametrize("text", [MISSING, WRONG], ids=["missing", "wrong"])
def test_the_mover_of_a_leaf_decides(tmp_path: Path, text: str) -> None:
    with consult(rules_file(tmp_path, text)) as game:
        for goal in ("minimax(r, Best, Val)", "alphabeta(r, -9, 9, Best, Val)"):
            assert game.session.query(goal) == [{"Best": Atom("b"), "Val": 2}]  # MAX had 3


@pytest.mark.sampled(3, "each case searches on two engines")
@pytest.mark.parametrize("program", TEXTBOOK_PROGRAMS)
@pytest.mark.parametrize("engine", complete())
def test_attached_a_missing_mover_of_a_leaf_is_known_and_a_wrong_one_is_named(
    tmp_path: Path, program: Program, engine: str
) -> None:
    with consult(rules_file(tmp_path, MISSING)) as game:
        answer = search(game, program, engine=engine).answer
        assert answer.value is True if program == Program.WON else answer.value == 3
    with consult(rules_file(tmp_path, WRONG)) as game:
        with pytest.raises(ContractError) as caught:
            search(game, program, engine=engine)
        assert (caught.value.fault, caught.value.details[0]) == ("same_mover", "a")


def test_a_leaf_without_a_value_is_a_failure_and_is_named_when_attached(tmp_path: Path) -> None:
    with consult(rules_file(tmp_path, UNVALUED)) as game:
        for goal in ("minimax(r, Best, Val)", "alphabeta(r, -9, 9, Best, Val)"):
            assert game.session.query(goal) == []
        for program in (Program.MINIMAX, Program.ALPHABETA):
            with pytest.raises(ContractError, match="staticval/2 gives no value for b"):
                search(game, program)


def test_infinity_is_written_inf(tmp_path: Path) -> None:
    goal = "alphabeta(r, {}, {}, Best, Val)"
    found = answers(tmp_path, MENDED + SMALL, "Best-Val", goal.format("-infinity", "+infinity"))
    assert found == "type_error(evaluable,infinity/0)"
    assert answers(tmp_path, MENDED + SMALL, "Best-Val", goal.format("-inf", "inf")) == "[a-3]"


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
