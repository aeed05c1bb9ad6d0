"""Homework with labels made by hand, of `labelled_homework.tsv`: which part is wrong, and for what cause.

A mutant is one named edit of a right file; its label says what the edit does. Where an edit changes nothing
that a search can see, the file is right, and labelled so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from folders import TESTS
from own_styles import ACCUMULATOR, FINDALL, IF_THEN_ELSE, NEGATION, TEXTBOOK
from own_texts import BY_HELPERS, LEAVES_EVALUATED_ABOVE, textbook
from right_searches import Right
from slips import HORIZONS, Slip

from pydecl.grading.causes import Cause
from pydecl.grading.part import State

HOMEWORK = TESTS / "homework"
GOOD = (HOMEWORK / "good.pl").read_text("utf-8")
GAME, _REST = GOOD.split("minimax(Pos, Best, Val)", 1)
MINIMAX_TEXT = "minimax(Pos, Best, Val)" + _REST.split("alphabeta(Pos, Best, Val)", 1)[0]

SHORT_SIGHTED = HORIZONS["minimax/3"]
"""A minimax with a horizon of its own; it asks for moves/2, which the rules do not define."""

MINIMAX, ALPHABETA, WON = "minimax/3", "alphabeta/5", "won/1"
SEARCHES = (MINIMAX, ALPHABETA)

Causes = frozenset[Cause | None]


@dataclass(frozen=True)
class Label:
    """What must be said of a part: its state, and one of these causes. Any cause will do if none is named."""

    state: State
    causes: Causes = frozenset()


@dataclass(frozen=True)
class Labelled:
    """A file with its labels; a part without one is right."""

    name: str
    text: str
    required: tuple[str, ...] = SEARCHES
    labels: dict[str, Label] = field(default_factory=dict)
    reads: Causes = frozenset()

    def label(self, part: str) -> Label:
        """What must be said of a part."""
        return self.labels.get(part, Label(State.AGREES))


def reordered() -> str:
    """The right file, minimax with the value before the move."""
    text = GOOD
    for old, new in (
        ("minimax(Pos, Best, Val)", "minimax(Pos, Val, Best)"),
        ("minimax(Pos, _, Val)", "minimax(Pos, Val, _)"),
        ("minimax(Pos1, _, Val1)", "minimax(Pos1, Val1, _)"),
    ):
        text = text.replace(old, new)
    return text


ENDS = "\nmove(P, Q) :- moves(P, Qs), member(Q, Qs).\n"
ENDS += "terminalwon(P) :- \\+ moves(P, _), staticval(P, V), V > 0.\n"
ENDS += "terminallost(P) :- \\+ moves(P, _), staticval(P, V), V =< 0.\n"


TEXTS = {
    "good": GOOD,
    "if_then_else": GAME + IF_THEN_ELSE.text,
    "accumulator": GAME + ACCUMULATOR.text,
    "findall": GAME + "move(P, Q) :- moves(P, Qs), member(Q, Qs).\n" + FINDALL.text,
    "other_names": GAME + TEXTBOOK.text,
    "taking_turns": GAME + BY_HELPERS,
    "evaluated_above": GAME + LEAVES_EVALUATED_ABOVE,  # it fails where it is asked about an end
    "textbook": GAME + textbook("minimax", "alphabeta"),
    "renamed": GOOD.replace("alphabeta(", "alfa_beta("),
    "value_first": reordered(),
    "no_program": GAME,
    WON: GAME + ENDS + NEGATION.text,
}
"""Right programs as other people write them; `won/1` is whether MAX wins."""


def labelled() -> list[Labelled]:
    """The files of `labelled_homework.tsv`."""
    lines = Path(__file__).with_suffix(".tsv").read_text("utf-8").splitlines()
    return [_of(*line.split("\t")) for line in lines if not line.startswith("#")]


def _of(name: str, of: str, told: str = "", *edits: str) -> Labelled:
    text = TEXTS[of] if of in TEXTS else (HOMEWORK / f"{name}.pl").read_text("utf-8")
    lines = [edit.replace("\\n", "\n") for edit in edits]
    for old, new in zip_longest(lines[::2], lines[1::2], fillvalue=""):
        assert text.count(old) == 1, f"{name}: {old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    labels: dict[str, Label] = {}
    reads: Causes = frozenset()
    for part, state, *causes in (one.split() for one in told.split("; ") if one):
        if part == "reads":
            reads = _causes(state, *causes)
        else:
            label = Label(State[state.upper()], _causes(*causes))
            labels |= dict.fromkeys(SEARCHES if part == "both" else (part,), label)
    return Labelled(name, text, (WON,) if of == WON else SEARCHES, labels, reads)


def _causes(*names: str) -> Causes:
    known = {"-": (None,), "*": tuple(Cause)}
    return frozenset(cause for name in names for cause in known.get(name) or (Cause[name],))


def made(programs: Sequence[Right | Slip]) -> list[Labelled]:
    """Programs behind the rules of the right file, each the only one that is required, without labels."""
    return [
        Labelled(one.name, GAME + (ENDS if one.asked == WON else "") + one.text, (one.asked,))
        for one in programs
    ]


def written(files: Sequence[Labelled], folder: Path) -> list[Path]:
    """The files in a folder, by their names."""
    paths = []
    for file in files:
        paths.append(folder / f"{file.name}.pl")
        paths[-1].write_text(file.text, "utf-8")
    return paths
