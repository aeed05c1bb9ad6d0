"""Ends for which the rules name no player: a search takes them as the turn of whoever would be next.

The tree is Bratko's figure 24.2 (Prolog Programming for Artificial Intelligence, 4th edition): V(a) = 4 by b,
and alpha-beta visits i, j, k, m and n alone of the eight leaves. Here only inner nodes say who is to move.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import Run
from folders import TESTS, rules_file
from rings import seeds

from pydecl.crosschecking import Agreement, crosscheck
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import complete, names, runner
from pydecl.engines.searching import search
from pydecl.errors import ContractError, NotCompiledError
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.term import Atom
from pydecl.programs.registry import OWN_MOVERS, PROGRAMS

FIGURE = """
initial(a).
moves(a, [b, c]). moves(b, [d, e]). moves(c, [f, g]).
moves(d, [i, j]). moves(e, [k, l]). moves(f, [m, n]). moves(g, [o, p]).
max_to_move(a). max_to_move(d). max_to_move(e). max_to_move(f). max_to_move(g).
min_to_move(b). min_to_move(c).
staticval(i, 1). staticval(j, 4). staticval(k, 5). staticval(l, 6).
staticval(m, 2). staticval(n, 1). staticval(o, 1). staticval(p, 1).
"""

NEEDS_MORE = {Program.QUIESCENCE, Program.FORWARD_PRUNING, Program.DEEPENING}
"""These ask for turbulent/1, plausible/2, or the values of inner positions."""


@pytest.fixture(scope="module")
def figure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionGame]:
    file = tmp_path_factory.mktemp("figure") / "figure.pl"
    file.write_text(FIGURE)
    with consult(file) as game:
        yield game


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return rules_file(tmp_path, FIGURE, "figure.pl")


@pytest.mark.parametrize("engine", names())
def test_the_book_has_its_value_move_and_leaves(figure: SessionGame, engine: str) -> None:
    minimax = search(figure, "minimax", engine=engine).answer
    assert (minimax.value, minimax.best, minimax.nodes, minimax.leaves) == (4, Atom("b"), 15, 8)
    answer = search(figure, "alphabeta", engine=engine, evaluated=True).answer
    assert (answer.value, answer.best) == (4, Atom("b"))
    assert [str(leaf) for leaf in answer.evaluated or ()] == ["i", "j", "k", "m", "n"]


def runs(game: SessionGame, program: Program, engine: str) -> bool:
    """Whether an engine covers a program on a game."""
    return runner(game, engine).hindrance(program) is None


@pytest.mark.sampled(8, "each case searches on every engine")
@pytest.mark.parametrize("program", [program for program in PROGRAMS if program not in NEEDS_MORE])
def test_all_engines_agree_by_every_program(figure: SessionGame, program: Program) -> None:
    asked = [engine for engine in names() if runs(figure, program, engine)]
    answers = [search(figure, program, engine=engine).answer for engine in asked]
    told = [(answer.value, answer.best, answer.nodes, answer.leaves) for answer in answers]
    assert set(asked) >= set(complete())
    assert told[1:] == told[:1] * (len(asked) - 1)
    assert answers[0].complete


def rules_of(seed: int, *, names_ends: bool) -> str:
    """A random tree, as facts: players alternate, and the ends name a player or none."""
    maker = random.Random(seed)
    lines = ["initial(n0).", ":- dynamic moves/2.", ":- discontiguous moves/2, staticval/2."]
    lines += [":- discontiguous max_to_move/1, min_to_move/1.", "max_to_move(none). min_to_move(none)."]
    count = 1
    level = [(0, "max")]
    for depth in range(4):
        below = []
        for number, mover in level:
            width = 0 if depth == 3 else maker.randrange(0 if depth else 1, 4)
            children = range(count, count + width)
            count += width
            if children:
                lines.append(f"moves(n{number}, [{', '.join(f'n{child}' for child in children)}]).")
            if children or names_ends or not number:
                lines.append(f"{mover}_to_move(n{number}).")
            lines.append(f"staticval(n{number}, {maker.randrange(-3, 4)}).")
            below += [(child, "min" if mover == "max" else "max") for child in children]
        level = below
    return "\n".join(sorted(lines, key=lambda line: line[0] != ":")) + "\n"


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_a_tree_is_the_same_whether_its_ends_name_a_player_or_not(seed: int, tmp_path: Path) -> None:
    told = []
    for names_ends in (True, False):
        with consult(rules_file(tmp_path, rules_of(seed, names_ends=names_ends))) as game:
            told.append(
                [
                    (answer.value, answer.best, answer.nodes, answer.leaves)
                    for program in PROGRAMS
                    if program not in {Program.QUIESCENCE, Program.FORWARD_PRUNING}
                    for engine in ("prolog", "python")
                    for answer in [search(game, program, engine=engine).answer]
                ]
            )
    assert told[0] == told[1]


@pytest.mark.parametrize("program", [Program.MINIMAX, Program.WON, *OWN_MOVERS])
@pytest.mark.parametrize("engine", names())
def test_a_search_cannot_begin_at_such_an_end(figure: SessionGame, program: Program, engine: str) -> None:
    covered = runs(figure, program, engine)
    fault, said = (
        (ContractError, "no player is to move in i") if covered else (NotCompiledError, "does not run in")
    )
    with pytest.raises(fault, match=said):
        search(figure, program, engine=engine, position="i")


@pytest.mark.sampled(1, "each case searches on an engine")
@pytest.mark.parametrize("engine", names())
def test_an_inner_position_without_a_mover_stays_an_error(tmp_path: Path, engine: str) -> None:
    path = rules_file(tmp_path, FIGURE.replace(" max_to_move(e).", ""), "inner.pl")
    with consult(path) as game:
        for program in (Program.MINIMAX, Program.ALPHABETA, Program.OUTCOME):
            with pytest.raises(ContractError, match="no player is to move in e"):
                search(game, program, engine=engine)


@pytest.mark.thorough("one more whole cross-check")
def test_the_cross_check_agrees_and_asks_no_search_to_begin_there(file: Path) -> None:
    found = crosscheck(str(file), plies=3)
    assert isinstance(found, Agreement)
    assert found.positions == 15


def test_consult_and_check_tell_it_once_as_a_note(pydecl: Run, file: Path) -> None:
    done = pydecl("check", "--about", file, "--json")
    told = json.loads(done.out)
    assert re.fullmatch(r"[i-p]", told["nobodys_end"])
    note = f"pydecl: note: neither player is to move in {told['nobodys_end']}, where the game is over: "
    assert done.err.startswith(note)
    checked = pydecl("check", file, "--json")
    assert checked.code == 0
    (report,) = json.loads(checked.out)
    assert [(one["code"], one["severity"]) for one in report["findings"]] == [("P318", "note")]


def test_what_names_its_movers_at_ends_gets_no_note(pydecl: Run) -> None:
    done = pydecl("check", "--about", "hexapawn", "--json")
    assert (json.loads(done.out)["nobodys_end"], done.err) == (None, "")


def test_play_solve_and_proofs_go_on_to_such_ends(pydecl: Run, file: Path, tmp_path: Path) -> None:
    assert "MAX has won, MIN has lost (value 4)" in pydecl("play", file, "--as", "none").out
    solved = json.loads(pydecl("solve", file, "--json", "--engine", "both").out)
    assert solved["agree"] is True
    proof = tmp_path / "proof.json"
    for engine in ("prolog", "python"):
        made = pydecl("prove", file, "--at-least", "4", "--engine", engine, "--format", "json")
        proof.write_text(made.out)
        movers = {entry["position"]: entry["mover"] for entry in json.loads(made.out)["entries"]}
        assert movers["j"] == "min"  # whose turn it would be
        assert pydecl("prove", file, "--verify", proof).code == 0


@pytest.mark.thorough("it grades a file; the trees with such ends are inside")
def test_homework_whose_ends_name_nobody_is_as_right_as_the_reference(pydecl: Run, tmp_path: Path) -> None:
    good = TESTS / "homework" / "good.pl"
    text = good.read_text()
    homework = rules_file(
        tmp_path,
        text.replace("min_to_move(heap(min, _)).", "min_to_move(heap(min, N)) :- N > 0."),
        "nobody.pl",
    )
    assert homework.read_text() != text
    assert pydecl("grade", good, homework).code == 0
    assert pydecl("grade", homework, good).code == 0
