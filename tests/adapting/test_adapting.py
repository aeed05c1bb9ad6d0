"""Programs in the styles of strangers become games: what adapt writes is consulted, counted and searched."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from command_line import Run
from folders import TESTS

from pydecl.errors import InputError
from pydecl.loading.consulting import consult
from pydecl.loading.glue.adapting import Adapted, adapt
from pydecl.loading.glue.names import words
from pydecl.loading.glue.shapes import closed, is_step, opened
from pydecl.model.reader import read_term

PROGRAMS = TESTS / "adapting" / "programs"

COUNTS = {
    "flat.pl": (9, 72, 504),  # noughts and crosses: 9 * 8 * 7 ways to play three plies
    "drop.pl": (4, 16, 64),  # four columns, none full after two discs
    "rows": (9, 72, 504),
    "facts.pl": (9, 72, 504),
}


def glue_of(name: str, tmp_path: Path) -> tuple[Path, Adapted]:
    """The glue for a program, in a copy of it."""
    source = PROGRAMS / name
    program = tmp_path / name
    if source.is_dir():
        shutil.copytree(source, program)
    else:
        shutil.copy(source, program)
    glue = (program if program.is_dir() else tmp_path) / "glue.pl"
    adapted = adapt(program, glue, 60)
    assert adapted.text is not None, adapted.why
    glue.write_text(adapted.text, encoding="utf-8")
    return glue, adapted


@pytest.mark.parametrize("name", COUNTS)
def test_a_program_is_a_game_by_its_glue(name: str, tmp_path: Path) -> None:
    glue, adapted = glue_of(name, tmp_path)
    assert not adapted.questions
    with consult(str(glue)) as game:
        positions = list(game.initial())
        counts = []
        for _ in COUNTS[name]:
            positions = [after for position in positions for _, after in game.successors(position)]
            counts.append(len(positions))
        assert tuple(counts) == COUNTS[name]


def test_the_winner_is_whom_the_program_names(tmp_path: Path) -> None:
    glue, _ = glue_of("flat.pl", tmp_path)
    with consult(str(glue)) as game:
        won = "state([cross,cross,cross,nought,nought,b,b,b,b],nought)"
        drawn = "state([cross,nought,cross,cross,nought,nought,nought,cross,cross],nought)"
        assert game.static_value(game.parse_position(won)) == 1
        assert game.static_value(game.parse_position(drawn)) == 0
        assert not game.successors(game.parse_position(won))


UNEXCHANGED = """
start([e, e, e, e]).
set(Board, Place, Mark, Next) :- nth1(Place, Board, e, Rest), nth1(Place, Next, Mark, Rest).
play :- start(Board), turn(Board, white).
turn(Board, white) :- set(Board, _, white, Next), turn(Next, black).
turn(Board, black) :- set(Board, _, black, Next), turn(Next, white).
"""


def test_players_may_be_told_by_constants_alone_and_the_winner_is_asked_for(tmp_path: Path) -> None:
    program = tmp_path / "four.pl"
    program.write_text(UNEXCHANGED)
    adapted = adapt(program, tmp_path / "glue.pl", 30)
    assert adapted.text is not None
    assert "max_to_move(state(_, white))" in adapted.text
    assert adapted.questions[0].startswith("Who has won, and when is the game over?")


def test_what_holds_no_game_is_told_in_a_sentence(tmp_path: Path) -> None:
    program = tmp_path / "family.pl"
    program.write_text("parent(ann, bob).\nparent(bob, cid).\nolder(X, Y) :- parent(X, Y).\n")
    adapted = adapt(program, tmp_path / "glue.pl", 30)
    assert adapted.text is None
    assert adapted.why == "no predicate gives a board, and none stands in the text"


def test_a_folder_without_programs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no file in this folder ends in \.pl"):
        adapt(tmp_path, tmp_path / "glue.pl", 30)


def test_the_command_writes_and_checks_the_glue(pydecl: Run, tmp_path: Path) -> None:
    shutil.copy(PROGRAMS / "drop.pl", tmp_path)
    done = pydecl("adapt", str(tmp_path / "drop.pl"))
    assert done.code == 0, done.err
    assert f"{tmp_path / 'glue.pl'}: glue for drop.pl" in done.out
    assert (tmp_path / "glue.pl").read_text(encoding="utf-8").count("move(") > 1


def test_glue_lies_above_the_program(pydecl: Run, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    shutil.copy(PROGRAMS / "flat.pl", tmp_path)
    done = pydecl("adapt", str(tmp_path / "flat.pl"), "-o", str(tmp_path / "other" / "glue.pl"))
    assert done.code == 2
    assert "glue lies in the folder of the program, or above it" in done.err


def test_a_step_changes_little_of_a_board() -> None:
    board, moved = read_term("[[a,b,e],[e,e,e]]"), read_term("[[a,e,b],[e,e,e]]")
    assert is_step(board, moved)
    assert not is_step(board, board)
    assert not is_step(board, read_term("[[a,b,e]]"))
    assert closed(opened(read_term("f('_',a)"))) == read_term("f('_',a)")
    assert list(words("next_playerTurn")) == ["next", "player", "turn"]
