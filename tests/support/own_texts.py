"""Rules files that bring programs of their own, for tests."""

from __future__ import annotations

from pathlib import Path

from folders import ROOT, SUPPORT, rules_file

from pydecl.engines.prolog.game import SessionGame
from pydecl.loading.consulting import consult


def program(name: str) -> str:
    """A text of `searches/`, below a blank line."""
    return "\n" + (SUPPORT / "searches" / f"{name}.pl").read_text("utf-8")


NIM = program("nim")
"""Take one or two; who takes the last one wins."""


def brought(folder: Path, text: str, rules: str = NIM) -> SessionGame:
    """A game whose file brings the programs of this text."""
    return consult(rules_file(folder, rules + text, "own.pl"))


def textbook(*names: str) -> str:
    """The texts of programs of the textbook; `alphabeta` needs `minimax`, too."""
    texts = [(ROOT / "prolog" / "textbook" / f"{name}.pl").read_text("utf-8") for name in names]
    return "".join(text if text.endswith("\n") else text + "\n" for text in texts)


BARE = program("minimax_bare")
"""It looks into positions."""

BY_HELPERS = program("minimax_taking_turns")
"""Two predicates take turns; neither has the program's name."""

LEAVES_EVALUATED_ABOVE = program("minimax_evaluated_above")
"""It is called for no end: those are evaluated where they are met."""

FAILS = "minimax(P, P1, V) :- moves(P, [P1|_]), minimax(P1, _, V).\n"
THROWS = "minimax(P, B, V) :- moves(P, [B|_]), !, minimax(B, _, W), V is W + foo.\n"
THROWS += "minimax(P, _, V) :- staticval(P, V).\n"
RECURS = (
    "minimax(P, B, V) :- moves(P, L), !, minimax(P, B, V), L = [_|_].\nminimax(P, _, V) :- staticval(P, V).\n"
)
SPINS = "minimax(P, _, V) :- moves(P, [B|_]), !, minimax(B, _, V).\n"
SPINS += "minimax(P, _, V) :- staticval(P, V), spin.\nspin :- spin.\n"
LOOPS = "minimax(P, _, V) :- moves(P, [B|_]), !, minimax(B, _, V).\n"
LOOPS += "minimax(P, _, V) :- staticval(P, V), repeat, fail.\n"
