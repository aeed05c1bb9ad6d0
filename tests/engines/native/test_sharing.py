"""All positions solved by several threads: they find what one finds."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from native_code import quick, working
from rings import seeds

from pydecl.engines import registry
from pydecl.engines.native import building
from pydecl.engines.native.client import NativeCode
from pydecl.engines.native.solver import MachineSolver
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.keyed import KeyedPositions
from pydecl.model.result import Status
from pydecl.model.solved import Solved

pytestmark = pytest.mark.skipif(working() == [None], reason="no C compiler")


def solver_of(game: SessionGame) -> MachineSolver:
    """With the object that computes fast, which others help."""
    found = registry.solver(game, "native")
    assert isinstance(found, MachineSolver)
    code = found.machine.code
    code.hurry()
    while code._make_better is not None and code._better is None:
        time.sleep(0.01)
    return found


def code_of(game: SessionGame) -> NativeCode:
    """What solves the game."""
    return solver_of(game).machine.code


def used(game: SessionGame) -> dict[str, int]:
    """The time of the processor that each thread of what solves the game has had."""
    threads = Path(f"/proc/{code_of(game).pid}/task").iterdir()
    return {thread.name: int((thread / "schedstat").read_text().split()[0]) for thread in threads}


def found(game: SessionGame, jobs: int, seconds: float | None = None) -> Solved[Any]:
    solver = solver_of(game)
    solver.share(jobs)
    return solver.solve(1e-9 if game.has_chance else None, seconds)


def helped(game: SessionGame, jobs: int) -> Solved[Any]:
    """What is found while all help: one that waits takes no time of the processor."""
    found(game, jobs)  # it may start others
    before = used(game)
    solved = found(game, jobs)
    busy = [thread for thread, time in used(game).items() if time > before.get(thread, 0)]
    assert len(busy) >= jobs
    return solved


def told(solved: Solved[Any]) -> tuple[Any, ...]:
    """All that is known of the positions, byte for byte."""
    positions = solved.positions
    assert isinstance(positions, KeyedPositions)
    values: Any = solved.solutions
    if solved.has_values:
        values = solved.values.lowers, solved.values.uppers, solved.sweeps
    counts = solved.roots, solved.nodes, solved.leaves
    return positions.coding, positions.keys, solved.players, values, counts


@pytest.fixture(autouse=True)
def _one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is only one, whichever computes fast: so others help from the start."""
    compiler = quick() or working()[0]
    monkeypatch.setattr(building, "candidates", lambda: iter([compiler]))


SHARED = [
    *("tictactoe", "connect4:width=4,height=3", "kqk:board=5", "hexapawn:width=4,height=4"),
    *("dots_and_boxes:width=2,height=2", "kalah:pits=3,seeds=3", "pig:goal=25", "nim:heaps=[7,7,7,7]"),
]
"""Of all kinds: ends that nobody names, positions that the rules enumerate, moves again, chance."""


@pytest.mark.parametrize(("name", "jobs"), [("kqk:board=5", 4), *((name, 2) for name in SHARED)])
@pytest.mark.sampled(3, "each case solves a game three times")
def test_many_find_what_one_finds(name: str, jobs: int) -> None:
    with consult(name, memory=4096) as game:
        alone = told(found(game, 1))
        assert told(helped(game, jobs)) == alone


# Random rules, in several styles


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """It has no other folder in its name: what is compiled of it is kept for the next run."""
    monkeypatch.chdir(tmp_path)
    return Path("rules.pl")


TURNS = """
max_to_move(p(max, _)).
min_to_move(p(min, _)).
other(max, min).
other(min, max).
initial(p(max, START)).
move(p(P, X), p(Q, Y)) :- other(P, Q), next(X, Y).
staticval(_, 0).
"""


def residues(random: Random) -> str:
    """Numbers, from each of which some others follow."""
    size = random.randrange(4000, 9000)
    steps = {(random.choice([1, 2, 3, 5]), random.randrange(size)) for _ in range(3)}
    nexts = "".join(
        f"next(X, Y) :- X mod 7 =\\= 3, Y is (X * {by} + {and_}) mod {size}.\n" for by, and_ in steps
    )
    ends = f"terminalwon(p(P, X)) :- {random.randrange(2)} is X mod 2, P == min.\n"
    ends += "terminallost(p(P, X)) :- 0 is X mod 3, P == max.\n"
    named = f"position(p(max, X)) :- between(1, {size - 2}, X).\n"
    return TURNS.replace("START", "1") + nexts + ends + named


def piles(random: Random) -> str:
    """Lists that get shorter and longer, of what is met late."""
    heaps = [random.randrange(5, 7) for _ in range(5)]
    rules = """
next(L, M) :- append(Front, [N|Back], L), taken(N, Ns), append(Ns, Back, New), append(Front, New, M).
taken(1, []).
taken(N, [M]) :- N > 1, M is N - 1.
taken(N, [M]) :- N > 2, M is N - 2.
taken(4, [1, -1000000]).
terminallost(p(max, [])).
"""
    return TURNS.replace("START", str(heaps)) + rules


def growing(random: Random) -> str:
    """Numbers whose keys take more and more room."""
    most = random.choice([10**9, 10**12])
    factors = random.sample([2, 3, 5, 7, 11, 13], 4)
    nexts = "".join(
        f"next(s(N, L), s(M, [{f}|L])) :- N < {most}, length(L, K), K < 6, M is N * {f}.\n" for f in factors
    )
    return TURNS.replace("START", "s(1, [])") + nexts + "terminalwon(p(_, s(N, _))) :- 0 is N mod 4.\n"


def atoms(random: Random) -> str:
    """Atoms that the rules make: what they are called differs from process to process."""
    letters = random.sample("abcdefgh", 3)
    nexts = "".join(f"next(A, B) :- atom_length(A, N), N < 7, atom_concat(A, {one}, B).\n" for one in letters)
    return TURNS.replace("START", "x") + nexts + "terminalwon(p(_, A)) :- sub_atom(A, _, 2, 0, aa).\n"


def dice(random: Random) -> str:
    """Chance after each move."""
    size, faces = random.randrange(4000, 6000), random.randrange(2, 5)
    return f"""
initial(p(max, 0)).
max_to_move(p(max, _)).
min_to_move(p(min, _)).
position(p(max, X)) :- between(0, {size}, X).
staticval(_, 0).
move(p(P, X), c(P, Y)) :- X < {size}, ( Y is X + 1 ; Y is X + 2 ).
chance(c(P, X), 1r{faces}, p(Q, Y)) :- other(P, Q), between(1, {faces}, D), Y is (X * D) mod {size * 2}.
other(max, min).
other(min, max).
terminalwon(p(_, X)) :- X mod 5 < 2.
terminallost(p(_, X)) :- 4 is X mod 5.
"""


STYLES: list[Callable[[Random], str]] = [residues, piles, growing, dice]


@pytest.mark.sampled(2, "each case solves a game several times")
@pytest.mark.parametrize("seed", seeds(1, 5))
@pytest.mark.parametrize("style", STYLES)
def test_random_games_come_out_as_in_one_thread(
    path: Path, style: Callable[[Random], str], seed: int
) -> None:
    rules = style(Random(seed))
    path.write_text(rules)
    with consult(path) as game:
        alone = told(found(game, 1))
        assert len(alone[2]) > 2000, rules
        assert told(helped(game, 2)) == alone, rules


def test_atoms_that_are_made_on_the_way_are_left_to_one_thread(path: Path) -> None:
    path.write_text(atoms(Random(1)))
    with consult(path) as game:
        alone = list(found(game, 1).positions)
        for _ in range(3):
            assert list(found(game, 2).positions) == alone


# What goes wrong

BROKEN = {
    "contract": "max_to_move(p(_, 6543)). min_to_move(p(_, 6543)).",
    "exception": "next(6543, Y) :- atom_length(f(x), Y).",
    "overflow": "next(6543, Y) :- Y is 4000000000000000000 * 7.",
    "end": "terminalwon(p(_, 10001)) :- atom_length(f(x), _).",
}
"""What only positions have that are met late."""


SOUND = (
    TURNS.replace("START", "0")
    + """
position(p(max, X)) :- between(0, 9000, X).
next(X, Y) :- X < 10000, between(1, 3, D), Y is X + D.
"""
)


@pytest.mark.sampled(2, "each case solves a game several times")
@pytest.mark.parametrize("fault", BROKEN)
def test_faults_are_told_as_by_one_thread(path: Path, fault: str) -> None:
    path.write_text(SOUND)
    with consult(path) as game:
        helped(game, 2)  # without the fault
    path.write_text(SOUND + BROKEN[fault])
    with consult(path) as game:
        said = []
        for jobs in (1, 2, 2):
            with pytest.raises(PydeclError) as raised:
                found(game, jobs)
            said.append((type(raised.value), str(raised.value)))
    assert said[1:] == said[:1] * 2


def test_what_solves_is_killed_and_asked_again() -> None:
    with consult("kqk:board=5") as game:
        alone = told(helped(game, 2))
        pid = code_of(game).pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(PydeclError):
            found(game, 2)
        assert told(helped(game, 2)) == alone


def test_when_the_time_is_up_nobody_goes_on() -> None:
    with consult("connect4") as game:
        found(game, 2, 0.0)  # the code is compiled and its process starts, however long that takes
        solved = found(game, 2, 0.3)
        assert solved.status is Status.TIME
        assert not solved.positions
        assert code_of(game).pid is None


def test_little_memory_is_for_one_thread() -> None:
    with consult("tictactoe", memory=512) as game:
        one = told(found(game, 1))
        threads = len(used(game))
        assert told(found(game, 2)) == one
        assert len(used(game)) == threads


def test_who_is_asked_alone_has_no_helpers() -> None:
    with consult("kqk:board=5") as game:
        helped(game, 2)
        threads = len(used(game))
        found(game, 1)
        assert len(used(game)) == threads - 1
