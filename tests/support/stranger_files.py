"""Files of other schools: walked beside the bundled games, and written with changes."""

from __future__ import annotations

import random
from pathlib import Path

from folders import TESTS, rules_file

from pydecl.engines.prolog.game import SessionGame
from pydecl.model.term import Term

STRANGERS = TESTS / "strangers"


WON = {"gdl": 100}
"""What a win is worth, where it is not 1."""


def corresponding(stranger: SessionGame, bundled: SessionGame, plies: int, seed: int) -> tuple[Term, Term]:
    """The positions after the same random moves, by number, in both games; the walk compares the rules."""
    chance = random.Random(seed)
    (theirs,), (ours,) = stranger.initial(), bundled.initial()
    for _ in range(plies):
        found, expected = stranger.successors(theirs), bundled.successors(ours)
        assert len(found) == len(expected)
        assert stranger.player(theirs) is bundled.player(ours)
        assert stranger.terminal_won(theirs) == bundled.terminal_won(ours)
        assert stranger.terminal_lost(theirs) == bundled.terminal_lost(ours)
        if not expected:
            break
        index = chance.randrange(len(expected))
        (_, theirs), (_, ours) = found[index], expected[index]
    return theirs, ours


def variation(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A stranger's file with some of its text changed."""
    text = (STRANGERS / f"{name}.pl").read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return rules_file(folder, text)
