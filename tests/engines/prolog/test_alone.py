"""The programs in a SWI-Prolog without pydecl: loaded by use_module/1, they answer as pydecl does."""

from __future__ import annotations

import re
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from folders import ROOT

from pydecl import __version__
from pydecl.engines.prolog.installation import swipl_program
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.programs.registry import DECLARED

PILE = """
moves(Pile, Piles) :- findall(P, move(Pile, P), Piles), Piles = [_|_].
move(pile(Who, N), pile(Other, M)) :- member(K, [1, 2, 3]), K =< N, M is N - K, other(Who, Other).
other(max, min).
other(min, max).
max_to_move(pile(max, _)).
min_to_move(pile(min, _)).
staticval(pile(max, 0), -1).
staticval(pile(min, 0), 1).
staticval(pile(_, N), 0) :- N > 0.
turbulent(pile(_, 1)).
plausible(Pile, Next) :- move(Pile, Next).
initial(pile(max, 6)).
"""

WINDOWS = {"white_black_alphabeta": "inf, -inf"}
"""The window of a program that takes its upper end first."""

PROGRAMS = {
    found[1]: int(found[2])
    for file in sorted((ROOT / "prolog" / "refined").glob("*.pl"))
    if (found := re.search(rf"\b({file.stem})/(\d)", file.read_text().partition("]).")[0]))
}
"""The programs by name, with the number of their arguments."""


def answer(folder: Path, program: str) -> tuple[str, str]:
    """The best successor of a pile that a program gives in a bare SWI-Prolog, and the value."""
    (folder / "pile.pl").write_text(PILE)
    window = WINDOWS.get(program, "-inf, inf")
    more = {2: "Val", 3: "Best, Val", 5: f"{window}, Best, Val"}[PROGRAMS[program]]
    loaded = f"consult('{folder}/pile.pl'), use_module('{ROOT}/prolog/refined/{program}')"
    goal = f"{loaded}, {program}(pile(max,6), {more}), print(Best), nl, print(Val)"
    command = [swipl_program(), "-q", "-f", "none", "-g", goal, "-t", "halt"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    best, value = done.stdout.splitlines()
    return best, value


def agrees(folder: Path, program: str) -> bool:
    """Whether a program gives in a bare SWI-Prolog what it gives in a session of pydecl's."""
    best, value = answer(folder, program)
    with consult(folder / "pile.pl") as game:
        expected = search(game, program, depth=None)
    if isinstance(expected.value, bool):
        same = value == str(expected.value).lower()
    elif isinstance(expected.value, int | float | Fraction):
        same = Fraction(value.replace("r", "/")) == expected.value
    else:
        same = value.startswith("outcome(won")
    return same and (best == str(expected.best) or (expected.best is None and best.startswith("_")))


def test_a_program_that_is_loaded_by_itself_answers_as_in_a_session(tmp_path: Path) -> None:
    assert answer(tmp_path, "scout") == ("pile(min,4)", "1")


@pytest.mark.thorough("each case starts a SWI-Prolog that loads all programs")
@pytest.mark.parametrize("program", PROGRAMS)
def test_each_program_that_is_loaded_by_itself_answers_as_in_a_session(program: str, tmp_path: Path) -> None:
    assert agrees(tmp_path, program)


def test_the_settings_are_the_defaults_of_the_programs() -> None:
    text = (ROOT / "prolog" / "support" / "alone.pl").read_text()
    given = {one.name: one.default for declared in DECLARED.values() for one in declared.settings}
    told = re.search(r"\[playouts[^]]*\]", text)
    assert told is not None
    pairs = re.findall(r"(\w+)\)? = (\d+)", told[0])
    assert {name: int(value) for name, value in pairs} == given


def test_the_pack_has_the_version_of_the_package() -> None:
    told = re.search(r"version\('([\d.]+)'\)", (ROOT / "pack.pl").read_text())
    assert told is not None
    assert __version__.startswith(told[1])
