"""Small games of other schools in many styles: SWI-Prolog, the Python twin and machine code agree."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run
from folders import TESTS, rules_file

from pydecl.engines.registry import runner
from pydecl.errors import Exit
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Limits, Rules

GAMES = sorted((TESTS / "schools").glob("*.pl"), key=lambda path: path.stem.partition("_")[::-1])
"""School by school: a sample has some of each."""

ENGINES = ("prolog", "python", "native")

pytestmark = pytest.mark.usefixtures("quick_c")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
@pytest.mark.sampled(3, "each game is compiled for three engines; these are of three schools")
def test_three_engines_search_and_count_alike(path: Path) -> None:
    with consult(path) as game:
        assert game.convention.replace("-", "_") in path.stem
        (start,) = game.initial()
        assert runner(game, "native").rules  # with all programs at once
        answers = {engine: runner(game, engine).run(Program.ALPHABETA, start, Limits()) for engine in ENGINES}
        found = {(str(one.value), one.best, one.nodes, one.leaves) for one in answers.values()}
        assert len(found) == 1, answers
        assert runner(game, "python").kind is Rules.COMPILED
        assert not any(one.instead for one in answers.values())
        assert len({runner(game, engine).perft(start, 3, 60) for engine in ENGINES}) == 1


KEEPING = """\
initial(p(us, 5)).
tomove(p(P, _), P).
terminal(p(P, 0), P).
moves(p(P, N), take, p(Q, M)) :- N > 0, flag(last, _, N), M is N - 1, other(P, Q).
other(us, them).
other(them, us).
"""

LATE = """\
role(a). role(b).
init(n(3)). init(control(a)).
legal(R, take) :- holds(control(R)).
legal(R, noop) :- role(R), \\+ true(control(R)).
holds(F) :- G =.. [true, F], call(G).
next(n(M)) :- true(n(N)), M is N - 1.
next(control(R)) :- role(R), \\+ true(control(R)).
terminal :- true(n(0)).
goal(R, 100) :- true(control(R)).
goal(R, 0) :- role(R), \\+ true(control(R)).
"""


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        (KEEPING, "4:41", "flag/3 keeps a value outside of the rules"),
        (LATE, "5:", "a goal that is not known before the program runs"),
    ],
)
def test_what_is_not_compiled_is_said_with_its_place(
    pydecl: Run, tmp_path: Path, text: str, place: str, why: str
) -> None:
    path = rules_file(tmp_path, text)
    native = pydecl("search", path, "--engine", "native")
    assert native.code == Exit.BAD_INPUT
    python = pydecl("search", path, "--engine", "python")
    assert python.code == Exit.FINE
    for done in (native, python):
        assert f"{path}:{place}" in done.err
        assert why in done.err
    assert "SWI-Prolog is asked for the moves, because the rules are not compiled" in python.err


def test_adapters_own_names_do_not_clash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's member/2, moves/2 and staticval/2 are the stranger's own business."""
    monkeypatch.chdir(tmp_path)
    path = Path("game.pl")  # by this name what is compiled is kept for the next run
    text = (TESTS / "strangers" / "nim_openspiel.pl").read_text()
    path.write_text(f"{text}\nmember(_, _) :- fail.\nmoves(_, []).\nstaticval(_, 7).\nmax_to_move(_).\n")
    with consult(path, convention="openspiel") as game:
        (start,) = game.initial()
        found = {
            (one.value, one.nodes)
            for one in (runner(game, engine).run(Program.WON, start, Limits()) for engine in ENGINES)
        }
        assert len(found) == 1
        assert runner(game, "python").kind is Rules.COMPILED
