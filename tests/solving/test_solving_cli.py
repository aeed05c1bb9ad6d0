"""pydecl solve: the table, lists, what is refused, limits, Ctrl-C."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any, cast

import pytest
from command_line import Run, begun, busy_seconds, children, end_soon, killed_at_last
from folders import rules_file

from pydecl.cli import solving
from pydecl.errors import NoCompilerError, NotCompiledError

COMMANDS = pytest.mark.parametrize("engine", ["prolog", "python", "both"])


# The table for people, and lists

ROUND = """
position(at(2)). position(at(1)). position(at(2)).
initial(at(1)).
move(at(1), at(0)). move(at(2), at(1)). move(at(1), b).
max_to_move(at(1)). max_to_move(b). min_to_move(at(2)). min_to_move(at(0)).
terminalwon(at(0)). terminallost(b).
"""


@COMMANDS
def test_what_position_1_leads_to_besides_is_added_and_counted(
    pydecl: Run, tmp_path: Path, engine: str
) -> None:
    done = pydecl("solve", rules_file(tmp_path, ROUND, "round.pl"), "--engine", engine)
    assert (done.code, done.err) == (0, "")
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "positions 4: 2 of position/1, and 2 reached from them, 2 of them ends" in lines
    assert "start at(1): won in 1" in lines
    assert lines[lines.index("") + 1 :] == [
        "to move positions won drawn lost longest win longest loss",
        "MAX 1 1 0 0 1: at(1) -",
        "MIN 1 1 0 0 2: at(2) -",
        "MAX, added 1 0 0 1 - 0: b",
        "MIN, added 1 1 0 0 0: at(0) -",
        "",
        "'won' means won by MAX, whoever is to move."
        " Of the longest win and loss, the plies and a position are shown.",
    ]


@COMMANDS
def test_a_list_has_a_position_a_line_with_its_plies(pydecl: Run, engine: str) -> None:
    def listed(*options: str) -> list[str]:
        done = pydecl("solve", "graph", "--engine", engine, *options)
        assert (done.code, done.err) == (0, "")
        return done.out.splitlines()

    assert listed("--list", "won") == ["1\t1 max", "2\t2 min", "0\t4 min"]
    assert listed("--list", "lost", "--plies", "2") == ["2\t2 max"]
    assert listed("--list", "lost", "--plies", "3") == []
    assert sorted(listed("--list", "drawn")) == ["3 max", "3 min"]


@pytest.mark.parametrize(
    ("error", "said"),
    [(None, ""), (NoCompilerError("none"), ""), (NotCompiledError("f/1"), "machine code cannot: f/1")],
)
def test_machine_code_solves_by_default_and_swi_prolog_where_it_cannot(
    error: Exception | None, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(game: Any, *, engine: str, jobs: int) -> Any:  # noqa: ARG001
        if engine == "native" and error is not None:
            raise error
        return engine

    monkeypatch.setattr(solving, "solve", solve)
    game, solved_by = cast(Any, None), cast(Any, solving.solved_by)
    assert solved_by(game, None, None) == ("native" if error is None else "prolog")
    assert said in capsys.readouterr().err
    assert solved_by(game, "python", None) == "python"


def test_a_list_in_json_stands_beside_the_table(pydecl: Run) -> None:
    asked = ("--list", "lost", "--plies", "2", "--engine", "prolog", "--json")
    found = pydecl("solve", "graph", *asked).json()
    assert found["list"] == [{"position": "2 max", "player": "max", "plies": 2}]
    fields = ["game", "engine", "status", "view", "positions", "added", "ends", "met", "start", "table"]
    assert list(found) == [*fields, "seconds", "list"]
    assert [found[name] for name in fields[:9]] == [
        *("graph", "prolog", "complete", "max", 8, 0, 2, 8),
        {"position": "1 max", "outcome": "won", "plies": 1},
    ]
    # By hand: 4 cannot move; 1 goes to 4; from 2 one can only go to 1; 3 goes round for ever.
    counted = {"added": False, "positions": 4, "drawn": 1}
    assert found["table"] == [
        {
            **counted,
            "player": "max",
            "won": 1,
            "lost": 2,
            "longest_win": {"plies": 1, "position": "1 max"},
            "longest_loss": {"plies": 2, "position": "2 max"},
        },
        {
            **counted,
            "player": "min",
            "won": 2,
            "lost": 1,
            "longest_win": {"plies": 2, "position": "2 min"},
            "longest_loss": {"plies": 1, "position": "1 min"},
        },
    ]


# What is refused

BROKEN = [
    ("position(f(_)).", "f(_) is not a position: it contains a free variable or is cyclic"),
    ("position(b). moves(b, [c]). moves(c, [b]).", "no player is to move in c"),
    ("position(c).", "no player is to move in c"),
    ("position(a). min_to_move(a).", "both players are to move in a"),
    (
        "position(_) :- X is foo + 1, X > 0.",
        "the game's rules raised an exception: is/2: Arithmetic: `foo/0'",
    ),
    ("position(b). moves(b, [x|_]).", "moves/2 gives no proper list of successors in b"),
    ("position(b). moves(b, [a]). chance(a, 1, b).", "chance and max are to move in a"),
]


@pytest.mark.sampled(8, "each case solves a game")
@COMMANDS
@pytest.mark.parametrize(("rules", "words"), BROKEN)
def test_a_position_that_breaks_the_contract_is_named(
    pydecl: Run, tmp_path: Path, rules: str, words: str, engine: str
) -> None:
    path = tmp_path / "broken.pl"
    path.write_text(
        ":- dynamic moves/2, position/1, min_to_move/1.\n"
        ":- discontiguous moves/2, position/1, min_to_move/1.\n"
        f"position(a). moves(none, []). max_to_move(a). min_to_move(b). staticval(_, 0).\n{rules}\n"
    )
    done = pydecl("solve", path, "--engine", engine)
    assert (done.code, done.out) == (3, "")
    assert words in done.err


# Limits

ENDLESS = {
    "positions": "position(N) :- between(1, inf, N). moves(none, []). max_to_move(_). min_to_move(none).",
    "silence": "position(_) :- repeat, fail. moves(none, []). max_to_move(_). min_to_move(none).",
    "graph": "position(1). moves(N, [A, B]) :- A is N + 1, B is 2 * N. max_to_move(_). min_to_move(none).",
}


@pytest.mark.sampled(1, "each case computes until its time is over")
@COMMANDS
@pytest.mark.parametrize("kind", ENDLESS)
@pytest.mark.covering(1, "each engine looks at the clock in each kind of work; once shows it")
def test_what_has_no_end_stops_in_time(
    pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, engine: str
) -> None:
    """The rules are loaded, however long that takes; whatever solves must look at the clock itself."""
    monkeypatch.setattr("pydecl.cli.limits.LEAST", 600.0)
    path = rules_file(tmp_path, ENDLESS[kind] + " staticval(_, 0).\n", "endless.pl")
    done = pydecl("solve", path, "--engine", engine, "--time", "0.1")
    assert (done.code, done.err) == (4, "")
    assert "stopped: time is up" in done.out
    found = pydecl("solve", path, "--engine", engine, "--time", "0.1", "--json").json()
    one = found["engines"][0] if engine == "both" else found
    assert [one[name] for name in ("status", "positions", "table")] == ["time", None, []]


@pytest.mark.parametrize("engine", ["both", "prolog", "python"])
@pytest.mark.sampled(1, "each case is a process; 'both' has the children of the others")
def test_ctrl_c_ends_it_at_once_and_leaves_no_process(engine: str) -> None:
    process = begun("solve", "kqk", "--engine", engine, "--time", "0")
    with killed_at_last(process):
        while process.poll() is None and not children(process.pid):
            time.sleep(0.01)
        loaded = busy_seconds(process.pid) + 0.3
        while process.poll() is None and busy_seconds(process.pid) < loaded:  # then it solves
            time.sleep(0.01)
        workers = children(process.pid)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "", "pydecl: interrupted\n")
    assert workers
    assert end_soon(workers)


@pytest.mark.parametrize("name", ["위치", "größe", "🙂", "e\u0301tat", "n" * 10_000])
def test_names_beyond_ascii_have_a_start_and_a_picture(pydecl: Run, tmp_path: Path, name: str) -> None:
    rules = (
        "initial(P(max,2)). max_to_move(P(max,_)). min_to_move(P(min,_)).\n"
        "move(P(max,N), one, P(min,M)) :- N > 0, M is N - 1.\n"
        "move(P(min,N), one, P(max,M)) :- N > 0, M is N - 1.\n"
        "staticval(P(max,0), -1). staticval(P(min,0), 1).\n"
    )
    file, picture = tmp_path / "rules.pl", tmp_path / "solved.svg"
    file.write_text(rules.replace("P(", f"'{name}'("), "utf-8")
    done = pydecl("solve", file, "-o", picture)
    assert done.code == 0, done.err
    assert "lost in 2" in done.out
    assert name[:20] in picture.read_text("utf-8")
