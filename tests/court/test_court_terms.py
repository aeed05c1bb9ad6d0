"""What may be said of a comparison: the system's names, differences that are allowed, lines to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from module_fixtures import for_module
from planted import InThisProcess, Planted

from pydecl.cli.court import lines_of
from pydecl.court import sides
from pydecl.court.excepting import exceptions
from pydecl.court.naming import given_names
from pydecl.court.sides import SystemSide
from pydecl.court.trial import against, held
from pydecl.court.verdict import CourtVerdict
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import Exit, InputError
from pydecl.loading.consulting import consult

TO_AND_FRO = """
initial(at(a, max)).
max_to_move(at(_, max)).
min_to_move(at(_, min)).
move(at(a, M), b, at(b, N)) :- other(M, N).
move(at(b, M), a, at(a, N)) :- other(M, N).
move(at(b, M), stop, at(c, N)) :- other(M, N).
other(max, min).
other(min, max).
staticval(at(_, max), 0).
staticval(at(_, min), 0).
"""
"""A game that may go on without end."""

DRAWN_AFTER_4 = """
initial(at(a, max, 0)).
max_to_move(at(_, max, _)).
min_to_move(at(_, min, _)).
move(at(P, M, N), Move, at(Q, O, K)) :- N < 4, way(P, Move, Q), other(M, O), K is N + 1.
way(a, b, b).
way(b, a, a).
way(b, stop, c).
other(max, min).
other(min, max).
staticval(at(_, _, _), 0).
"""


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SessionGame, str]]:
    """A game that goes on without end, and one that is drawn when its start comes back."""
    folder = tmp_path_factory.mktemp("rules")
    (folder / "endless.pl").write_text(TO_AND_FRO)
    (folder / "drawn.pl").write_text(DRAWN_AFTER_4)
    (folder / "allow.pl").write_text("allow(at(a, _), end).\n")
    with consult(folder / "endless.pl") as game:
        yield game, str(folder)


nim = for_module(lambda: consult("nim:heaps=[2,3]"))


@pytest.mark.parametrize("name", ["draws_by_repetition", "length >= 4", "allow.pl"])
def test_an_allowed_difference_is_none_and_is_counted(endless: tuple[SessionGame, str], name: str) -> None:
    game, folder = endless
    name = f"{folder}/{name}" if name.endswith(".pl") else name
    verdict = against(game, f"rules:{folder}/drawn.pl", positions=60, excepted=[name])
    assert verdict.agree
    assert list(verdict.excepted) == [name]
    assert verdict.excepted[name] > 0


@pytest.mark.parametrize("name", [None, "length > 4"])
def test_what_is_not_allowed_stays_a_difference(endless: tuple[SessionGame, str], name: str | None) -> None:
    game, folder = endless
    verdict = against(game, f"rules:{folder}/drawn.pl", positions=60, excepted=[name] if name else [])
    assert [one.kind for one in verdict.differences] == ["end"]
    assert not verdict.excepted


def test_an_exception_that_nobody_knows_is_refused() -> None:
    with pytest.raises(InputError, match="no exception 'stalemate' is known"), exceptions(["stalemate"]):
        pass


NAMES = {
    "names.pl": 'called(take(H, N), Name) :- format(atom(Name), "pile ~w less ~w", [H, N]).\n',
    "names.py": "def called(move):\n    return 'pile ' + move[5:-1].replace(',', ' less ')\n",
}


class Piles(Planted):
    """Nim, whose moves have names that nothing else tells apart from others."""

    def _moves(self, state: list[object]) -> list[tuple[str, object]]:
        return [("pile " + name[5:-1].replace(",", " less "), after) for name, after in super()._moves(state)]


@pytest.mark.parametrize("file", NAMES)
def test_names_that_are_given_make_the_line(nim: SessionGame, tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_text(NAMES[file])
    system = SystemSide(InThisProcess(Piles("nim:heaps=[2,3]", "missing move", late=2)))
    with given_names(tmp_path / file) as given:
        (found,) = held(nim, system, "piles", positions=50, given=given).differences
    assert found.kind == "missing move"
    assert len(found.line) == 2
    assert all(other == "pile " + str(one)[5:-1].replace(",", " less ") for one, other in found.line)


def test_a_system_may_count_from_0() -> None:
    class FromZero(Planted):
        def _moves(self, state: list[object]) -> list[tuple[str, object]]:
            return [(str(int(name) - 1), after) for name, after in super()._moves(state)]

    system = SystemSide(InThisProcess(FromZero("tictactoe", "missing move", late=3)))
    with consult("tictactoe") as game:
        (found,) = held(game, system, "from 0", positions=200).differences
    assert (found.kind, len(found.line)) == ("missing move", 3)
    assert all(int(str(rules)) == int(other) + 1 for rules, other in found.line)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("no.pl", "named(a, b).\n", "it must define called/2"),
        ("no.py", "named = 1\n", r"it must define the function called\(move\)"),
        ("no.py", "def called(move): return 1 / 0\n", "called raises ZeroDivisionError"),
    ],
)
def test_a_file_without_names_is_refused(tmp_path: Path, file: str, text: str, message: str) -> None:
    (tmp_path / file).write_text(text)
    with pytest.raises(InputError, match=message):
        names_in(tmp_path / file, ["a"])


def names_in(file: Path, moves: list[str]) -> Sequence[str | None]:
    with given_names(file) as given:
        assert given is not None
        return given(moves)


def along(nim: SessionGame, lines: list[list[str]], fault: str = "") -> CourtVerdict:
    system = SystemSide(InThisProcess(Planted("nim:heaps=[2,3]", fault, late=2)))
    return held(nim, system, "nim", positions=20, lines=lines)


def test_lines_are_compared_first_and_played_on_from(nim: SessionGame) -> None:
    assert along(nim, [["take(1,1)"]]).agree
    (found,) = along(nim, [["take(1,1)", "take(2,1)"]], "missing move").differences
    assert [rules for rules, _ in found.line] == ["take(1,1)", "take(2,1)"]
    verdict = along(nim, [["take(1,7)"]])
    assert str(verdict.reason) == "take(1,7): no move of the rules after nothing"
    assert verdict.exit_code == Exit.BAD_INPUT


def test_lines_from_a_start_that_differs_show_it(nim: SessionGame) -> None:
    system = SystemSide(InThisProcess(Planted("nim:heaps=[2,4]")))
    (found,) = held(nim, system, "nim", positions=20, lines=[["take(1,1)"]]).differences
    assert (found.kind, found.line) == ("extra move", [])


def test_a_line_of_what_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text('take(1,1)\n[["take(1,1)"]]\n')
    with pytest.raises(InputError, match="lines:2: expected a line of moves: no list of texts"):
        lines_of(tmp_path / "lines")


def test_a_slow_system_is_asked_for_one_state_at_a_time(
    nim: SessionGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sides, "QUICK", -1.0)  # nothing is as quick as that
    played = []

    class Watched(InThisProcess):
        def ask(self, requests: Sequence[Sequence[object]]) -> Sequence[Mapping[str, Any]]:
            played.append(sum(word == "play" for word, *_ in requests))
            return super().ask(requests)

    assert held(nim, SystemSide(Watched(Planted("nim:heaps=[2,3]"))), "slow", positions=20).agree
    assert max(played) == 1


CLASS = """
class Nim:
    def __init__(self): self.heap, self.who = 3, 0
    def mover(self): return self.who
    def moves(self): return [f"take(1,{n})" for n in (1, 2, 3) if n <= self.heap]
    def play(self, move): self.heap -= int(move[7:-1]); self.who = 1 - self.who
    def result(self): return None if self.heap else 1 - 2 * self.who
"""


def test_an_issue_and_a_page_say_what_a_maintainer_needs(pydecl: Run, own_folder: Path) -> None:
    (own_folder / "piles.py").write_text(CLASS)
    system = ("--against", "python:piles:Nim")
    run = pydecl("crosscheck", "nim:heaps=[3]", *system, "--issue", "-o", "r.html")
    assert run.code == Exit.DISAGREEMENT
    headings = (
        "# result after 1 move",
        "Version: piles:Nim",
        "Line: take(1,3)",
        "Expected: over: ",
        "Found: ",
    )
    assert all(f"\n{heading}" in f"\n{run.out}" for heading in headings)
    assert "In Prolog:\n\n```prolog\n" in run.out
    assert "To reproduce:\n\n```python\n" in run.out
    page = (own_folder / "r.html").read_text()
    assert "<h2>result after 1 move</h2>" in page
    assert page.count("<section>") == 2
