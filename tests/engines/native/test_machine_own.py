"""A file's own programs in machine code: the answers, counts and faults of SWI-Prolog."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from folders import TESTS
from rings import sample_size

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.own import OwnPrograms
from pydecl.engines.searching import search
from pydecl.errors import ContractError, Exit, InputError
from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.number import INFINITY
from pydecl.model.program import Manner, OwnProgram
from pydecl.model.result import Result, Status
from pydecl.paths import bundled_file, prolog_file

HOMEWORK = TESTS / "homework"

GLUE = "moves(P, L) :- findall(Q, move(P, _, Q), L), L = [_|_].\nmove(P, Q) :- move(P, _, Q).\n"


pytestmark = pytest.mark.usefixtures("own_folder")  # what is compiled is kept for the next run


def joined(name: str, more: str = GLUE) -> Path:
    """A bundled game and the textbook's programs, in one file."""
    texts = [prolog_file("textbook", f"{each}.pl").read_text() for each in ("won", "minimax", "alphabeta")]
    file = Path(f"{name}.pl")
    file.write_text("\n".join((bundled_file(name).read_text(), more, *texts)))
    return file


def answered(
    game: SessionGame, program: OwnProgram, engine: str, asked: dict[str, Any]
) -> Result | ContractError:
    try:
        return search(game, program.value, engine=engine, **asked)
    except ContractError as error:
        return error


def facts(result: Result | ContractError) -> object:
    if isinstance(result, ContractError):
        return result
    answer = result.answer
    return (
        *(answer.status, answer.value, answer.best, answer.nodes, answer.leaves, answer.horizon),
        *(result.best_move, result.variation),
    )


def both(
    file: Path, *, depth: int | None = None, windows: Sequence[tuple[float, float]] = ((-INFINITY, INFINITY),)
) -> dict[str, Any]:
    """All programs of a file in machine code, held against SWI-Prolog; their answers with the last window."""
    found: dict[str, Any] = {}
    with consult(file) as game:
        (start, *_) = game.initial()
        for program in OwnPrograms(game).all():
            if program.value == "file:won" and game.player(start) is Player.MIN:
                continue
            plies = None if program.manner is Manner.BARE else depth
            for alpha, beta in windows if program.contract.window else ((-INFINITY, INFINITY),):
                asked = {"depth": plies, "alpha": alpha, "beta": beta}
                prolog, native = (answered(game, program, engine, asked) for engine in ("prolog", "native"))
                assert facts(native) == facts(prolog), (program, asked)
                found[program.value] = native
    return found


@pytest.mark.usefixtures("quick_c")
@pytest.mark.parametrize(("name", "depth"), [("nim", 3), ("connect4", 3), ("othello", 3), ("hexapawn", None)])
@pytest.mark.sampled(1, "each game is compiled with its programs and searched twice")
def test_the_textbooks_programs_in_a_file_answer_and_count_as_in_prolog(name: str, depth: int | None) -> None:
    found = both(joined(name), depth=depth)
    assert found.keys() >= {"file:won", "file:minimax", "file:alphabeta", "file:betterof"}
    assert [result.answer.instead for result in found.values()] == [""] * len(found)


@pytest.mark.usefixtures("quick_c")
def test_tic_tac_toe_is_searched_to_its_end() -> None:
    with consult(joined("tictactoe")) as game:
        answer = search(game, "file:minimax", engine="native").answer
    assert (answer.nodes, answer.leaves, answer.value, answer.instead) == (549_946, 255_168, 0, "")


@pytest.mark.usefixtures("quick_c")
def test_windows_are_those_of_prolog() -> None:
    file = joined("hexapawn")
    found = both(file, depth=sample_size(4, 20), windows=((-5, 5), (-200, -50), (0.5, 3)))
    assert found["file:alphabeta"].answer.instead == ""


@pytest.mark.usefixtures("quick_c")
@pytest.mark.parametrize("file", sorted(HOMEWORK.glob("*.pl")), ids=lambda file: file.stem)
@pytest.mark.sampled(2, "each file is compiled and searched twice by all its programs")
def test_homework_right_or_wrong_runs_as_in_prolog(file: Path) -> None:
    with consult(file) as game:
        programs = OwnPrograms(game).all()
    assert len(both(file, depth=2)) == len(programs)


def test_rules_that_break_their_contract_do_so_in_prologs_words() -> None:
    file = joined("nim")
    file.write_text(file.read_text() + "\nmin_to_move(nim(max, [1,3,2])).\n")
    with consult(file) as game:
        for engine in ("prolog", "native"):
            with pytest.raises(ContractError, match="both players are to move"):
                search(game, "file:minimax", engine=engine, depth=4, position="nim(max,[1,3,2])")


def test_what_is_not_covered_is_refused_with_its_place(pydecl: Run) -> None:
    file = joined("nim")
    text = file.read_text().replace("minimax(Pos1, _, Val1),", "minimax(Pos1, _, Val1), flag(a, _, Val1),")
    file.write_text(text)
    done = pydecl("search", file, "--program", "file:minimax", "--engine", "native")
    assert done.code == Exit.BAD_INPUT
    assert f"{file}:" in done.err
    assert "is not compiled to machine code" in done.err
    assert "without machine code: --engine prolog\n" in done.err


def test_a_program_does_not_run_on_the_engine_python() -> None:
    with consult(HOMEWORK / "good.pl") as game, pytest.raises(InputError, match="use prolog or native"):
        search(game, "file:minimax", engine="python")


@pytest.mark.usefixtures("quick_c")
def test_time_is_a_limit() -> None:
    with consult(joined("connect4")) as game:
        answer = search(game, "file:minimax", engine="native", depth=None, seconds=0.1).answer
        assert (answer.status, answer.value) == (Status.TIME, None)


def test_a_program_that_leaves_its_move_to_others_is_not_given_one() -> None:
    """Where the program reads the move of a leaf, it stays unbound: machine code refuses that."""
    file = Path("reads.pl")
    file.write_text(
        bundled_file("nim").read_text()
        + GLUE
        + "minimax(P, B, V) :- moves(P, L), !, member(B, L), minimax(B, C, V), ( var(C) -> true ; true ).\n"
        "minimax(P, _, V) :- staticval(P, V).\n"
    )
    with consult(file) as game, pytest.raises(InputError, match="is not compiled to machine code"):
        search(game, "file:minimax", engine="native", depth=2)
