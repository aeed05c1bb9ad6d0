"""A file's own programs: --program file:NAME in search and crosscheck."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from command_line import Run
from folders import TESTS
from rings import sample_size

from pydecl.crosschecking import own_checking
from pydecl.crosschecking.own_checking import OwnReport, check_own
from pydecl.engines import registry
from pydecl.engines.prolog.own import OwnPrograms
from pydecl.engines.searching import search
from pydecl.errors import ContractError, Exit
from pydecl.loading.consulting import consult
from pydecl.model.program import Manner, Program
from pydecl.paths import prolog_file
from pydecl.rules.tree import read_tree

HOMEWORK = TESTS / "homework"
GOOD = HOMEWORK / "good.pl"

RULES = """
initial(p(max,3)).
moves(P, Nexts) :- findall(Next, step(P, Next), Nexts).
step(p(M,C), p(O,D)) :- other(M, O), member(T, [1,2]), T =< C, D is C - T.
other(max, min).
other(min, max).
max_to_move(p(max,_)).
min_to_move(p(min,_)).
staticval(p(max,0), -1).
staticval(p(min,0), 1).
staticval(p(_,C), 0) :- C > 0.
"""
"""A file whose moves/2 gives [] at the end."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "own.pl"


TREES = sample_size(100, 300)
"""How many random trees a program is asked about."""


def checked(file: Path, name: str) -> OwnReport:
    with consult(file) as game:
        return check_own(game, registry.reference(game).own.ready(name), trees=TREES)


def test_a_program_is_not_asked_to_a_depth_at_which_the_rules_give_no_value(file: Path) -> None:
    ends_alone = RULES.replace("staticval(p(_,C), 0) :- C > 0.\n", "").replace(
        "Nexts).", "Nexts), Nexts = [_|_]."
    )
    file.write_text(ends_alone + prolog_file("textbook", "minimax.pl").read_text())
    report = checked(file, "file:minimax")
    assert (report.exit_code, report.findings) == (Exit.FINE, [])
    assert sum(report.asked) > TREES


def test_a_test_of_a_board_is_no_program(file: Path) -> None:
    file.write_text(RULES + "won(Counters) :- Counters =:= 0.\n")
    with consult(file) as game:
        assert OwnPrograms(game).all() == []


STRANGERS = TESTS / "strangers"

ART_OF_PROLOG = """
choose_move(Position, computer, Move) :-
    alpha_beta(9, Position, -1000, 1000, Move, _).

evaluate_and_choose([Move|Moves], Position, D, Alpha, Beta, Move1, BestMove) :-
    move(Move, Position, Position1),
    alpha_beta(D, Position1, Alpha, Beta, _, Value),
    Value1 is -Value,
    cutoff(Move, Value1, D, Alpha, Beta, Moves, Position, Move1, BestMove).
evaluate_and_choose([], _, _, Alpha, _, Move, (Move,Alpha)).

alpha_beta(_, Position, _, _, _, Value) :- game_over(Position, computer, _), !, value(Position, Value).
alpha_beta(0, Position, _, _, _, Value) :- value(Position, Value).
alpha_beta(D, Position, Alpha, Beta, Move, Value) :-
    D > 0,
    findall(M, move(Position, M), Moves),
    Alpha1 is -Beta,
    Beta1 is -Alpha,
    D1 is D - 1,
    evaluate_and_choose(Moves, Position, D1, Alpha1, Beta1, nil, (Move,Value)).

cutoff(Move, Value, _, _, Beta, _, _, _, (Move,Value)) :- Value >= Beta, !.
cutoff(Move, Value, D, Alpha, Beta, Moves, Position, _, BestMove) :-
    Alpha < Value, Value < Beta, !, evaluate_and_choose(Moves, Position, D, Value, Beta, Move, BestMove).
cutoff(_, Value, D, Alpha, Beta, Moves, Position, Move1, BestMove) :-
    Value =< Alpha, !, evaluate_and_choose(Moves, Position, D, Alpha, Beta, Move1, BestMove).

value(Position, -1) :- sum_list(Position, 0), !.
value(_, 0).
"""
"""Sterling & Shapiro's alpha-beta, and a clause for the end of a game, which the book's does not know."""


@pytest.mark.parametrize(
    ("slip", "is_right"),
    [
        (("", ""), True),
        (("Value1 is -Value,", "Value1 = Value,"), False),
        (("alpha_beta(_, Position", "as_in_the_book(_, Position"), False),
    ],
)
def test_the_art_of_prologs_choice_of_a_move_is_a_program(
    file: Path, slip: tuple[str, str], is_right: bool
) -> None:
    rules = (STRANGERS / "nim_sterling_shapiro.pl").read_text().replace("[1,3,5]", "[1,2,3]")
    file.write_text(rules + ART_OF_PROLOG.replace(*slip))
    report = checked(file, "file:bestmove")
    assert (report.exit_code is Exit.FINE, report.asked[0] > 30) == (is_right, True)


def test_aimas_search_is_a_program() -> None:
    with consult(STRANGERS / "ttt_aima.pl") as game:
        assert [program.indicator for program in OwnPrograms(game).all()] == ["bestmove/2"]


@pytest.mark.thorough("the search of a whole game, without alpha and beta, is given its five seconds")
def test_aimas_search_is_right() -> None:
    report = checked(STRANGERS / "ttt_aima.pl", "file:bestmove")
    assert report.asked[0] >= own_checking.POSITIONS
    assert report.findings == []


# Searching


def test_the_textbooks_programs_in_a_file_answer_as_the_textbooks_do() -> None:
    with consult(GOOD) as game:
        for program in (Program.MINIMAX, Program.ALPHABETA):
            for depth in (0, 1, 2, None):
                right = search(game, program, depth=depth).answer
                own = search(game, f"file:{program.value}", depth=depth).answer
                assert (own.value, own.best, own.nodes, own.leaves, own.horizon) == (
                    *(right.value, right.best, right.nodes, right.leaves, right.horizon),
                )


def test_a_result_has_the_fields_of_any_other(pydecl: Run) -> None:
    own = pydecl("search", GOOD, "--program", "file:alphabeta", "--alpha", "1", "--json")
    right = pydecl("search", GOOD, "--program", "alphabeta", "--alpha", "1", "--json")
    assert own.code == right.code == Exit.FINE
    expected = right.json() | {"program": "file:alphabeta"}
    assert own.json() | {"seconds": 0} == expected | {"seconds": 0}


def test_a_part_takes_the_place_of_the_textbooks(pydecl: Run) -> None:
    found = pydecl("search", HOMEWORK / "betterof_exchanged.pl", "--program", "file:betterof", "--json")
    assert found.json()["value"] != 0
    assert pydecl("search", GOOD, "--program", "file:betterof", "--json").json()["value"] == 0


def test_an_arity_tells_programs_of_one_name_apart() -> None:
    with consult(GOOD) as game:
        names = {program.value: program for program in OwnPrograms(game).all()}
        assert {"file:minimax", "file:alphabeta", "file:alphabeta/3", "file:betterof"} <= names.keys()
        assert registry.reference(game).own.ready("file:alphabeta").arity == 5
        assert registry.reference(game).own.ready("file:alphabeta/3").arity == 3


def test_a_program_that_looks_into_positions_runs_as_it_stands(pydecl: Run) -> None:
    own = pydecl("search", HOMEWORK / "other_board.pl", "--program", "file:minimax", "--json").json()
    assert (own["value"], own["best"]["position"], own["nodes"], own["depth"]) == (0, "4-b", None, None)


@pytest.mark.parametrize(
    ("program", "manner"),
    [
        ("minimax(P, B, V) :- moves(P, [X|Xs]), !, b(Xs, X, B, V).\nb(_, X, X, 1).", Manner.ATTACHED),
        ("minimax(P, none, V) :- staticval(P, V).", Manner.ATTACHED),
        ("minimax(p(_, _), _, 1).", Manner.BARE),
        ("minimax(P, _, V) :- P = p(_, V).", Manner.BARE),
        ("minimax(P, _, V) :- arg(2, P, V).", Manner.BARE),
        ("minimax(P, _, V) :- V is P + 1.", Manner.ATTACHED),  # an error of any compound position
        ("minimax(P, B, 1) :- member(B, [P, p(max, 0)]).", Manner.BARE),
        ("minimax(P, B, 1) :- assertz(seen(P)), seen(B).\n:- dynamic seen/1.", Manner.ATTACHED),
        ("minimax(P, B, 1) :- assertz(seen(P)), seen(p(B, _)).\n:- dynamic seen/1.", Manner.BARE),
        ("minimax(P, B, 1) :- G = moves(P, [B|_]), call(G).", Manner.BARE),
    ],
)
def test_only_a_program_that_never_looks_into_a_position_is_attached(
    file: Path, program: str, manner: Manner
) -> None:
    file.write_text(f":- discontiguous minimax/3.\n{RULES}\n{program}\n")
    with consult(file) as game:
        (found,) = OwnPrograms(game).all()
    assert found.manner is manner


def test_the_empty_list_at_an_end_stays_the_files_convention(file: Path) -> None:
    file.write_text(
        RULES
        + """
minimax(P, none, V) :- moves(P, []), !, staticval(P, V).
minimax(P, B, V) :-
    moves(P, L),
    findall(W-X, ( member(X, L), minimax(X, _, W) ), S),
    keysort(S, T),
    ( max_to_move(P) -> last(T, V-B) ; T = [V-B|_] ).
"""
    )
    report = checked(file, "file:minimax")
    assert report.exit_code is Exit.FINE, report.findings
    assert report.asked[1] >= TREES


def test_what_a_program_asserts_is_forgotten_after_the_search(file: Path) -> None:
    program = ":- dynamic seen/1.\nminimax(P, _, V) :- ( seen(_) -> V = 1 ; assertz(seen(P)), V = 0 ).\n"
    file.write_text(RULES + program)
    with consult(file) as game:
        values = [search(game, "file:minimax", depth=0).answer.value for _ in range(3)]
    assert values == [0, 0, 0]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("minimax(_, _, _) :- fail.", "minimax/3 of the file fails for p(max,3)"),
        ("minimax(_, _, _).", "leaves the value of p(max,3) unbound"),
        ("minimax(_, _, high).", "gives high as the value of p(max,3), which is not a number"),
        (
            "minimax(_, _, V) :- V = 1+V.",
            "gives a cyclic term as the value of p(max,3), which is not a number",
        ),
        ("minimax(_, _, V) :- V is nan.", "NaN as the value"),
        ("minimax(_, _, 1).", "leaves the best successor of p(max,3) unbound"),
        ("minimax(_, p(max,2), 1).", "gives p(max,2) as the best successor of p(max,3), which it is not"),
        ("minimax(_, _, V) :- V is foo + 1.", "raises an exception for p(max,3)"),
        ("minimax(_, _, V) :- bettter(V).", "unknown procedure bettter/1"),
        ("minimax(P, B, V) :- moves(P, [B|_]), member(V, [1,2]).", "the value is 1, then 2"),
    ],
)
def test_what_is_no_answer_is_named(pydecl: Run, file: Path, program: str, message: str) -> None:
    file.write_text(RULES + program)
    found = pydecl("search", file, "--program", "file:minimax")
    assert found.code == Exit.BROKEN_CONTRACT
    assert message in found.err


# Cross-checking


@cache
def homework_checked(file: str, name: str) -> OwnReport:
    return checked(HOMEWORK / f"{file}.pl", name)


@pytest.mark.sampled(2, "each case asks about many trees")
@pytest.mark.parametrize("name", ["file:minimax", "file:alphabeta", "file:alphabeta/3", "file:newbounds"])
def test_good_homework_agrees(name: str) -> None:
    report = checked(GOOD, name)
    assert report.exit_code is Exit.FINE
    assert report.findings == []
    assert min(report.asked) > 10


@pytest.mark.parametrize(
    ("file", "name", "law", "size"),
    [
        ("cuts_at_equality", "file:alphabeta", "move", 5),
        ("newbounds_swapped", "file:alphabeta", "value", 4),
        ("newbounds_swapped", "file:newbounds", "value", 4),
        ("bounds_inverted", "file:alphabeta/3", "value", 3),
        ("betterof_exchanged", "file:minimax", "value", 3),
        ("betterof_exchanged", "file:betterof", "value", 3),
        ("goodenough_missing", "file:alphabeta", "pruning", 5),
        ("goodenough_last_missing", "file:alphabeta", "answer", 2),
        ("cut_missing", "file:minimax", "again", 2),
        ("betterof_cut_missing", "file:alphabeta", "again", 3),
        ("min_missing_at_one", "file:minimax", "rules", 2),
        ("same_player", "file:minimax", "rules", 4),
    ],
)
@pytest.mark.sampled(1, "each case asks about many trees")
def test_each_known_bug_is_caught_with_a_small_counterexample(
    file: str, name: str, law: str, size: int
) -> None:
    report = homework_checked(file, name)
    assert report.exit_code in (Exit.DISAGREEMENT, Exit.BROKEN_CONTRACT)
    found = {finding.fault.law.value: finding for finding in report.findings}[law]
    assert found.size <= size <= 10
    if found.tree is not None:
        assert len(read_tree(found.tree, "found").nodes) == found.size


def test_the_counterexample_is_what_the_program_says_of_that_tree() -> None:
    """[b 0, c [0, 1]] for MIN: with >= the bound 0 of c ties with b, and is taken for the better."""
    found = {
        one.fault.law.value: one for one in homework_checked("cuts_at_equality", "file:alphabeta").findings
    }
    assert (found["move"].fault.expected, found["move"].fault.found) == ("b", "c")
    assert found["move"].tree == "a min 0 (\n  b 0\n  c max 0 (d 0  e 1)\n)\n"


def test_another_tie_rule_is_a_note_and_no_fault(file: Path) -> None:
    first = (
        GOOD.read_text().replace("Val1 > Val2, !", "Val1 >= Val2, !").replace("Val1 < Val2", "Val1 =< Val2")
    )
    file.write_text(first)
    report = checked(file, "file:minimax")
    assert report.exit_code is Exit.FINE
    assert [(one.gravity.value, one.fault.law.value) for one in report.findings] == [("note", "ties")]


def test_cutting_at_equality_with_the_first_of_equal_moves_is_right(file: Path) -> None:
    text = (HOMEWORK / "cuts_at_equality.pl").read_text()
    file.write_text(text.replace("Val1 > Val2, !", "Val1 >= Val2, !").replace("Val1 < Val2", "Val1 =< Val2"))
    report = checked(file, "file:alphabeta")
    assert report.exit_code is Exit.FINE, report.findings


def test_the_report_as_text_and_as_json(pydecl: Run) -> None:
    done = pydecl(
        "crosscheck", HOMEWORK / "betterof_exchanged.pl", "--program", "file:minimax", "--trees", "50"
    )
    assert done.code == Exit.DISAGREEMENT
    assert "file:minimax: fault: value on a tree (3 positions)" in done.out
    fields = homework_checked("betterof_exchanged", "file:minimax").to_json()
    assert (fields["agree"], fields["manner"], fields["like"]) == (False, "attached", "minimax")
    assert fields["findings"][0].keys() == {
        *("severity", "law", "expected", "found", "size", "position", "tree", "options")
    }


def test_positions_and_windows_can_be_chosen(pydecl: Run) -> None:
    words = ("crosscheck", GOOD, "--program", "file:alphabeta", "--trees", "1", "--json")
    assert pydecl(*words, "--plies", "2").json()["positions"] == 7
    one = pydecl(*words, "--position", "heap(max,3)", "--alpha", "0", "--beta", "0", "--depth", "2")
    assert (one.code, one.json()["positions"], one.json()["trees"]) == (Exit.FINE, 1, 3)


def test_a_program_that_does_not_end_on_small_positions_is_found(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_checking, "ANSWERING", 1_000_000)
    file.write_text(RULES + "minimax(p(M, C), B, V) :- minimax(p(M, C), B, V).\n")
    with consult(file) as game:
        report = check_own(game, registry.reference(game).own.ready("file:minimax"), seconds=None)
    assert [finding.fault.law.value for finding in report.findings] == ["end"]


@pytest.mark.parametrize("moves", ["move(P, N) :- moves(P, L), member(N, L).\n", ""])
def test_won_may_ask_for_all_moves(file: Path, moves: str) -> None:
    ends = "terminalwon(p(min,0)).\nterminallost(p(max,0)).\n"
    won = "won(P) :- terminalwon(P).\n"
    won += "won(P) :- \\+ terminallost(P), moves(P, L), member(Q, L), all_won(Q).\n"
    won += "all_won(Q) :- moves(Q, L), forall(member(R, L), won(R)).\n"
    file.write_text(RULES + ends + moves + won)
    with consult(file) as game:
        program = registry.reference(game).own.ready("file:won")
        assert program.manner is Manner.ATTACHED
        assert check_own(game, program, trees=20, seconds=60.0).exit_code is Exit.FINE


def test_won_is_asked_where_max_is_to_move(file: Path) -> None:
    textbook = "won(P) :- terminalwon(P).\n"
    textbook += "won(P) :- \\+ terminallost(P), move(P, Q), \\+ ( move(Q, R), \\+ won(R) ).\n"
    ends = "terminalwon(p(min,0)).\nterminallost(p(max,0)).\nmove(P, N) :- moves(P, L), member(N, L).\n"
    file.write_text(RULES + ends + textbook)
    with consult(file) as game:
        for position in ("p(max,3)", "p(max,4)"):
            right = search(game, "won", position=position).answer
            own = search(game, "file:won", position=position).answer
            assert (own.value, own.nodes, own.leaves) == (right.value, right.nodes, right.leaves)
        with pytest.raises(ContractError, match="won can be asked only if MAX is to move"):
            search(game, "file:won", position="p(min,3)")
    assert checked(file, "file:won").exit_code is Exit.FINE
