"""Rules in machine code: equal answers, what is refused, what another engine answers, what ends a child."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import ANY, Mock

import pytest
from command_line import Run
from killing import kill_once_it_computes
from native_code import COUNTING
from native_code import file as file

from pydecl.crosschecking import Divergence, crosscheck
from pydecl.engines.native.compiled_rules import CompiledRules
from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import names, runner
from pydecl.engines.searching import search
from pydecl.errors import ContractError, Exit, InputError, NotCompiledError
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Term
from pydecl.texts.explaining import refused

pytestmark = pytest.mark.usefixtures("quick_c")


def rules_of(game: SessionGame) -> MachineGame:
    """The rules in machine code; they end with the game."""
    rules = runner(game, "native").rules
    assert isinstance(rules, MachineGame)
    return rules


BOARD = """
initial(b(max, Board)) :- size(N), length(Cells, N), Board =.. [board|Cells], fill(Cells).
size(N) :- N is 1 + 2.
fill([]).
fill([o|Cells]) :- fill(Cells).
move(b(P, Board), I, b(Q, Next)) :-
    arg(I, Board, o), other(P, Q), duplicate_term(Board, Next), setarg(I, Next, x).
other(max, min).
other(min, max).
max_to_move(b(max, _)).
min_to_move(b(min, _)).
staticval(b(P, Board), V) :- functor(Board, _, N), ( P == max -> V = N ; V is -N ).
"""


def facts(answer: Answer[Term]) -> tuple[object, ...]:
    return (
        *(answer.status, answer.value, type(answer.value), answer.best, answer.nodes, answer.leaves),
        *(answer.hits, answer.horizon, answer.reached, answer.evaluated),
    )


def test_a_result_has_the_variation_and_the_move_of_the_other_engines(pydecl: Run) -> None:
    prolog, native = (
        pydecl("search", "hexapawn", "--program", "alphabeta", "--engine", engine, "--json").json()
        | {"seconds": 0}
        for engine in ("prolog", "native")
    )
    assert native == prolog | {"engine": "native"}


# Refusals


REFUSED = COUNTING.replace("staticval(p(N), N).", "staticval(p(N), V) :- kept(N, V).\n") + (
    "kept(N, V) :- flag(a, _, N), flag(a, V, V).\n"
)


def test_what_is_not_covered_is_named_with_its_place_and_the_calls_to_it(pydecl: Run, file: Path) -> None:
    file.write_text(REFUSED)
    done = pydecl("search", file, "--engine", "native")
    assert done.code == Exit.BAD_INPUT
    assert f"{file}:8:15: staticval(+,-) is not compiled to machine code" in done.err
    assert "  kept(N, V) :- flag(a, _, N), flag(a, V, V).\n                ^\n" in done.err
    assert "staticval(+,-) -> kept(+,-)" in done.err
    assert "without machine code: --engine prolog or --engine python" in done.err
    assert pydecl("search", file, "--engine", "python").code == Exit.FINE


def test_a_cross_check_leaves_out_what_is_not_compiled_and_says_so(pydecl: Run, file: Path) -> None:
    file.write_text(REFUSED.replace("move(p(N), p(M)) :-", "move(p(N), p(M)) :- flag(b, _, N),"))
    done = pydecl("crosscheck", file, "--plies", "1", "--program", "minimax")
    assert done.code == Exit.FINE
    assert "the engine native is left out" in done.err
    found = pydecl("crosscheck", file, "--plies", "1", "--program", "minimax", "--json").json()
    assert found["engines"] == ["prolog", "python"]
    assert "flag/3" in found["left_out"] or "state" in found["left_out"]


def test_a_program_that_is_not_there_names_those_that_are() -> None:
    with consult("win_move") as game, pytest.raises(InputError, match=r"_first does not run .* minimax, "):
        search(game, Program.ALPHABETA_FIRST, engine="native")


def test_rules_without_a_text_are_refused() -> None:
    with consult("nim") as game:
        game.rules_text = None
        with pytest.raises(NotCompiledError, match="only a rules file is compiled to machine code"):
            rules_of(game)


@pytest.mark.parametrize("facts", ["moves(a, [b]). moves(c, d).", "moves(a, b)."])
@pytest.mark.sampled(1, "the second is a part of the first")
def test_moves_that_gives_no_list_is_refused_at_its_place(file: Path, facts: str) -> None:
    file.write_text(f"{facts}\nmax_to_move(a). min_to_move(b). staticval(b, 1).\n")
    said = r"game\.pl:1:1: moves\(\+,-\) is not compiled .*: its second argument is not always a list"
    with consult(str(file)) as game, pytest.raises(NotCompiledError, match=said):
        MachineGame(game)


def test_a_predicate_of_another_file_is_refused(file: Path) -> None:
    file.write_text(COUNTING)
    with consult(file) as game:
        game.defined = game.defined | {"chance/3"}
        with pytest.raises(InputError, match=r"chance/3 is not compiled .* not in this file"):
            search(game, Program.MINIMAX, engine="native")


def test_consult_says_what_each_engine_runs_on(pydecl: Run, file: Path) -> None:
    file.write_text(COUNTING)
    told = pydecl("check", "--about", file, "--json").json()["engines"]
    assert told["prolog"] == "the rules file"
    assert told["python"] == "the rules file, compiled to machine code, which supplies the facts"
    assert told["native"] == "the rules file, compiled to C"
    assert "rules written by hand in Python" in pydecl("check", "--about", "nim").out
    file.write_text(COUNTING.replace("staticval(p(N), N).", "staticval(p(N), V) :- V is N rdiv 2."))
    told = pydecl("check", "--about", file, "--json").json()["engines"]
    assert "searches that meet a rational run in Python" in told["native"]
    file.write_text(REFUSED)
    assert "not staticval/2: pydecl compile" in pydecl("check", "--about", file).out


def test_compile_shows_types_text_in_c_and_what_is_not_covered(pydecl: Run, file: Path) -> None:
    file.write_text(COUNTING)
    assert "staticval(p(integer), -integer)" in pydecl("compile", file, "--explain").out
    assert '#include "headers/exports.h"' in pydecl("compile", file, "--c").out
    file.write_text(REFUSED)
    done = pydecl("compile", file)
    assert done.out.count("staticval(+,-) is not compiled") == 1  # neither to Python nor to machine code
    assert [row["native"] for row in pydecl("compile", file, "--json").json()["predicates"]].count(False) == 1


# What another engine answers


def test_a_number_that_does_not_fit_is_searched_on_in_python(pydecl: Run, file: Path) -> None:
    file.write_text(COUNTING.replace("staticval(p(N), N)", "staticval(p(N), V) :- V is (N + 3) ** 70"))
    done = pydecl("search", file, "--engine", "native", "--json")
    assert done.json()["value"] == 3**70
    assert done.json()["instead"] == "a whole number does not fit into 64 bits"
    said = pydecl("search", file, "--engine", "native")
    assert "searched in Python, because machine code cannot: a whole number does not fit" in said.err


def test_a_position_that_the_rules_do_not_tell_is_compiled_in(file: Path) -> None:
    file.write_text(COUNTING.replace("initial(p(5)).\n", "").replace("p(N), N).", "p(_), 1)."))
    with consult(file) as game:
        found = search(game, "minimax", engine="native", position="p(3)")
        assert (found.answer.value, found.answer.nodes, found.answer.instead) == (1, 4, "")


@pytest.mark.sampled(3, "each case searches on two engines")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("max_to_move(p(N)) :- 1 is N mod 2", "max_to_move(p(_))"),
        ("max_to_move(p(N)) :- 1 is N mod 2", "max_to_move(p(5))"),
        ("M is N - 1", "M is N - 2"),
        ("staticval(p(N), N)", "staticval(p(N), V) :- V is 1 // N"),
        ("staticval(p(N), N)", "staticval(p(N), N). staticval(p(N), 7)"),
        ("staticval(p(N), N)", "staticval(p(1), 7)"),
        ("staticval(p(N), N)", "staticval(p(_), a)"),
    ],
)
def test_the_engines_find_the_same_fault(file: Path, old: str, new: str) -> None:
    file.write_text(COUNTING.replace(old, new))
    with consult(file) as game:
        errors = []
        for engine in names():
            with pytest.raises(ContractError) as raised:
                search(game, "minimax", engine=engine)
            errors.append(raised.value)
        assert errors == errors[:1] * 3


def test_won_is_asked_of_max() -> None:
    with consult("nim") as game, pytest.raises(ContractError, match="MIN is"):
        search(game, "won", engine="native", position="1/2 min")


# Limits


@pytest.mark.parametrize("goal", ["loop(N)", "catch(loop(N), _, true)"])
def test_rules_that_never_end_are_killed(file: Path, goal: str) -> None:
    endless = "loop(N) :- N >= 0, M is (N + 1) mod 7, loop(M).\n"
    file.write_text(COUNTING.replace("N > 0, M", f"N > 0, {goal}, M") + endless)
    with consult(file) as game:
        answer = search(game, "minimax", engine="native", seconds=0.1).answer
        assert answer.status is Status.TIME
        assert search(game, "minimax", engine="native", position="p(0)").answer.value == 0


@pytest.mark.parametrize(
    "rules",
    [
        "grow(N, N) :- N > 100000000.\ngrow(N, V) :- M is N + 1, grow(M, W), V is W - 1.\n",
        "grow(N, V) :- findall(X, between(N, 1000000000, X), Xs), length(Xs, V).\n",
    ],
)
def test_stack_and_memory_have_limits(file: Path, rules: str) -> None:
    file.write_text(COUNTING.replace("staticval(p(N), N).", "staticval(p(N), V) :- grow(N, V).\n" + rules))
    with consult(file, memory=256) as game:
        answer = search(game, "minimax", engine="native").answer
        assert (answer.status, answer.value) == (Status.MEMORY, None)
        assert search(game, "minimax", engine="native", depth=0).answer.status is Status.MEMORY


def test_a_killed_child_is_told_and_another_starts() -> None:
    with consult("othello") as game:
        rules = rules_of(game)
        rules.initial()
        first = rules.code.pid
        assert first is not None
        killer = threading.Thread(target=kill_once_it_computes, args=(first,))
        killer.start()
        with pytest.raises(ContractError, match=r"the machine code stopped unexpectedly .*SIGKILL"):
            search(game, "minimax", engine="native", depth=None, seconds=None)
        killer.join()
        assert search(game, "minimax", engine="native", depth=2).answer.nodes == 17
        assert rules.code.pid not in (None, first)


def test_an_interrupted_search_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with consult("nim") as game, MachineGame(game, only=["minimax"]) as rules:
        start = rules.initial()[0]
        assert rules.hindrance(Program.MINIMAX) is None
        monkeypatch.setattr("pydecl.sandbox.process.read_bytes", Mock(side_effect=KeyboardInterrupt))
        assert rules.run(Program.MINIMAX, start, Limits()).status is Status.INTERRUPTED
        monkeypatch.undo()
        assert rules.run(Program.MINIMAX, start, Limits()).value == 1


def test_closing_a_game_ends_its_child() -> None:
    with consult("nim") as game:
        rules = rules_of(game)
        rules.initial()
        assert rules.code.pid is not None
    assert rules.code.pid is None


# The cross-check


def test_a_wrong_back_end_is_caught_and_the_position_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    right = CompiledRules.solutions

    def wrong(self: CompiledRules, predicate: tuple[str, str], *more: Any, **how: Any) -> object:
        found = right(self, predicate, *more, **how)
        return found[1:] if predicate[0] == "move" else found

    monkeypatch.setattr(CompiledRules, "solutions", wrong)
    verdict = crosscheck("nim:heaps=[1,2]", programs=[Program.MINIMAX])
    assert isinstance(verdict, Divergence)
    assert verdict.subject == "successor 1"
    assert verdict.answers.keys() == {"prolog", "native"}


def test_a_wrong_search_is_caught(monkeypatch: pytest.MonkeyPatch, pydecl: Run) -> None:
    right = MachineGame.run
    monkeypatch.setattr(
        MachineGame,
        "run",
        lambda self, program, position, limits, **how: replace(
            right(self, program, position, limits, **how), nodes=0
        ),
    )
    done = pydecl("crosscheck", "nim:heaps=[1,2]", "--program", "minimax")
    assert done.code == Exit.DISAGREEMENT
    assert "minimax: nodes differs" in done.out
    assert "  Native  0" in done.out
    assert "  Prolog  " in done.out


def test_positions_may_be_nested_deep(tmp_path: Path) -> None:
    file = tmp_path / "deep.pl"
    file.write_text(
        "initial(p(N)) :- nat(600, N).\nnat(0, 0) :- !.\nnat(K, s(N)) :- J is K - 1, nat(J, N).\n"
        "move(p(s(N)), m, q(N)).\nmove(q(s(N)), m, p(N)).\nmax_to_move(p(_)).\nmin_to_move(q(_)).\n"
        "staticval(p(N), V) :- val(N, V).\nstaticval(q(N), V) :- val(N, V).\n"
        "val(0, 0).\nval(s(N), V) :- val(N, W), V is W + 1.\n"
    )
    with consult(file) as game:
        assert search(game, engine="native", depth=3).answer.value == 597


def test_a_start_that_is_not_compiled_tells_what_positions_hold(file: Path) -> None:
    file.write_text(BOARD)
    with consult(file) as game:
        assert refused(game) == {"initial/1": ANY}
        assert facts(search(game, engine="native").answer) == facts(search(game).answer)
