"""Sheets play as the second interpreter says, state by state: own ones, rewritten ones and random ones."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from folders import ROOT
from gdl_interpreter import Interpreter
from gdl_playouts import AtOnceError, DifferError, play, same
from gdl_sheets import random_sheet, rewritten
from rings import sample_size, seeds

from pydecl.engines.prolog.game import SessionGame
from pydecl.loading.consulting import consult

SHEETS = [*sorted((ROOT / "tests" / "gdl" / "sheets").glob("*.kif")), ROOT / "examples" / "pile.kif"]


@pytest.mark.sampled(4, "each sheet is played many times by two interpreters")
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_a_sheet_plays_as_the_second_interpreter_says(sheet: Path, tmp_path: Path) -> None:
    text = sheet.read_text("utf-8")
    other = Interpreter(text)
    with consult(sheet) as game:
        played = [play(game, other, 40, random.Random(seed)) for seed in range(sample_size(1, 4))]
    again = tmp_path / "again.kif"
    again.write_text(rewritten(text, random.Random(sheet.stem)))
    with consult(again) as game:  # the meaning is the same, the text is not
        played.append(play(game, other, 40, random.Random(1)))
    assert all(one.is_over for one in played)
    assert len({one.states[-1] for one in played}) > 1


@pytest.mark.sampled(3, "each sheet is played many times by two interpreters")
@pytest.mark.parametrize("seed", seeds(5, 24))
def test_a_random_sheet_plays_as_the_second_interpreter_says(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "random.kif"
    text = random_sheet(random.Random(seed))
    sys.stdout.write(text)  # to be kept, if this fails
    path.write_text(text)
    other = Interpreter(text)
    with consult(path) as game:
        for again in range(sample_size(2, 3)):
            assert play(game, other, 12, random.Random(again)).is_over


def test_moves_at_once_are_met_by_both(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "pile.kif").read_text()
    path = tmp_path / "at_once.kif"
    path.write_text(
        text.replace("(true (control ?player))\n    (true (pile", "(role ?player)\n    (true (pile")
    )
    with consult(path) as game, pytest.raises(AtOnceError, match="both choose"):
        play(game, Interpreter(path.read_text()), 9, random.Random(1))


def play_often(game: SessionGame, other: Interpreter) -> None:
    for seed in range(9):
        play(game, other, 20, random.Random(seed))


def test_a_difference_would_be_found() -> None:
    sheet = ROOT / "examples" / "pile.kif"
    text = sheet.read_text()
    changes = {
        "(less 1 1 0)": ("(less 1 1 1)", "what .* may do|the state|over"),
        "(goal ?player 100)": ("(goal ?player 90)", "the value: pydecl -?100, the other -?90"),
        "(true (pile 0))": ("(true (pile 1))", "whether the game is over"),
        "(init (pile 7))": ("(init (pile 6))", "the state: pydecl alone .*7.*, the other alone .*6"),
    }
    with consult(sheet) as game:
        for old, (new, said) in changes.items():
            with pytest.raises(DifferError, match=said):
                play_often(game, Interpreter(text.replace(old, new)))
    with pytest.raises(DifferError, match="a: pydecl 1, the other 2"):
        same("a", 1, 2)
