"""Comparisons of speed: equal counts, turns, ratios, the page, the picture, the command."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from command_line import Run as Command
from folders import rules_file
from native_code import working
from speed_report import markdown, replaced, svg

from pydecl.benchmarking.contenders import PEERS, BareProlog, Measured, Peer, Run, Task, chosen, contenders
from pydecl.benchmarking.measuring import CountsDifferError, Line, Table, geometric_means, measure
from pydecl.engines import registry
from pydecl.engines.searching import search
from pydecl.errors import Exit, InputError, NotCompiledError, UnfitError
from pydecl.loading.consulting import consult

TASK = Task("nim", "alphabeta", None)

COIN = """
initial(s(max)).
move(s(max), toss, roll).
chance(roll, 1r2, t(X)) :- member(X, [0, 1]).
max_to_move(s(max)).
min_to_move(t(_)).
staticval(t(X), X).
"""

ASKED = """
initial(a).
move(a, b) :- rb_new(_).
max_to_move(a).
min_to_move(b).
staticval(b, 1).
"""

ROUND = """
initial(s(max, 0)).
move(s(max, X), on, s(min, Y)) :- Y is (X + 1) mod 5.
move(s(min, X), on, s(max, X)).
max_to_move(s(max, _)).
min_to_move(s(min, _)).
staticval(s(_, X), X).
"""


@dataclass
class Fake:
    """A contender that takes the seconds that it is told."""

    name: str
    seconds: list[float]
    nodes: int = 100
    value: float = 1.0
    alike: bool = True
    missing: str | None = None
    unfit: str | None = None
    late: str | None = None
    made_for: bool = True
    turns: list[str] = field(default_factory=list)

    def fits(self, task: Task) -> bool:  # noqa: ARG002
        return self.made_for

    def available(self) -> str | None:
        return self.missing

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:  # noqa: ARG002
        if self.unfit:
            raise UnfitError(self.unfit)
        left = iter(self.seconds)

        def measured() -> Run:
            self.turns.append(self.name)
            if self.late:
                raise UnfitError(self.late)
            return Run(self.nodes, next(left), self.value)

        yield measured


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared is not how fast it is: no search is repeated."""
    monkeypatch.setattr("pydecl.benchmarking.contenders.LEAST_SECONDS", 1e-9)


def test_contenders_take_turns_and_ratios_are_of_one_round() -> None:
    turns: list[str] = []
    slow, fast = Fake("slow", [4.0, 8.0], turns=turns), Fake("fast", [2.0, 2.0], turns=turns)
    table = measure(TASK, [slow, fast], 2)
    assert turns == ["slow", "fast", "slow", "fast"]
    assert table.lines[1].ratios(table.lines[0]) == [2.0, 4.0]
    assert table.lines[0].rate == (25 + 12.5) / 2


@pytest.mark.parametrize("other", [Fake("other", [1.0], nodes=99), Fake("other", [1.0], value=2.0)])
def test_other_nodes_or_another_value_is_a_disagreement(other: Fake) -> None:
    with pytest.raises(CountsDifferError, match="visits 100 nodes and finds 1, other") as caught:
        measure(TASK, [Fake("one", [1.0]), other], 1)
    assert caught.value.exit_code is Exit.DISAGREEMENT


def test_who_runs_another_program_may_visit_other_nodes() -> None:
    table = measure(TASK, [Fake("one", [1.0]), Fake("peer", [1.0], nodes=5, alike=False)], 1)
    assert table.nodes == 100
    assert table.lines[1].rate == 5


def test_who_is_not_there_or_cannot_is_left_out_with_the_reason() -> None:
    out = [
        Fake("gone", [], missing="install it"),
        Fake("other", [], unfit="no such game"),
        Fake("late", [], late="not this position"),
        Fake("made for others", [], missing="nobody expects it", made_for=False),
    ]
    table = measure(TASK, [Fake("one", [1.0, 1.0]), *out], 2)
    assert [line.contender for line in table.lines] == ["one"]
    reasons = (("gone", "install it"), ("other", "no such game"), ("late", "not this position"))
    assert table.unfit == reasons


def tables() -> list[Table]:
    def table(game: str, seconds: float) -> Table:
        lines = (Line("a <slow>", True, 100, 1.0, (2.0, 2.0)), Line("b", True, 100, 1.0, (seconds, seconds)))
        return Table(Task(game, "minimax", 3), (*lines, Line("c", False, 7, 1.0, (1.0, 2.0))), ())

    return [table("nim", 1.0), table("kqk", 0.25)]


def test_means_are_geometric() -> None:
    mean, count = geometric_means(tables())["b"]
    assert (round(mean, 9), count) == (4.0, 2)


def test_the_page_tells_rates_ratios_and_the_counts_of_others() -> None:
    text = markdown(tables(), "the command", ["SWI-Prolog 9"])
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if "|" in line]
    assert rows[0] == ["search", "nodes", "K/s", "a <slow>", "b", "c"]
    assert rows[2] == ["nim, minimax, depth 3", "100", "0.05", "1", "2", "0.105 (7)"]
    assert rows[-1] == ["geometric mean", "", "", "1", "4", "0.105"]


def test_what_no_contender_or_only_another_program_did_is_told_so() -> None:
    one, other = tables()
    text = markdown([one, replace(other, lines=other.lines[:1])], "the command", [])
    assert "| kqk, minimax, depth 3 | 100 | 0.05 | 1 | | |" in text
    nobody = Table(Task("chess", "minimax", 1), (), (("a", "no such game"),))
    assert markdown([nobody, one, other], "the command", []) == markdown([one, other], "the command", [])
    with pytest.raises(InputError, match="nothing was measured"):
        markdown([nobody], "the command", [])
    peer = Table(Task("nim", "minimax", 3), (Line("c", False, 7, 1.0, (1.0,)),), ())
    assert "| nim, minimax, depth 3 | 7 | 0.007 | 1 (7) |" in markdown([peer], "the command", [])


def test_a_page_without_the_markers_is_refused() -> None:
    with pytest.raises(InputError, match="engines: begin"):
        replaced("nothing", "section")


def test_longer_bars_are_faster_and_names_are_escaped() -> None:
    root = ET.fromstring(svg(tables()))
    space = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in root.iter(f"{space}text")]
    assert "a <slow>" in texts
    widths = [float(rect.get("width", "")) for rect in root.iter(f"{space}rect")][1:4]
    assert widths[2] < widths[0] < widths[1]
    assert all(float(rect.get("width", "")) >= 0 for rect in root.iter(f"{space}rect"))


@pytest.mark.parametrize("program", ["minimax", "alphabeta"])
@pytest.mark.sampled(1, "each of both runs all contenders")
@pytest.mark.usefixtures("once")
def test_all_that_are_here_visit_the_same_nodes(program: str) -> None:
    table = measure(Task("nim:heaps=[1,2,2]", program, None), contenders(), 1)
    names = [line.contender for line in table.lines]
    in_c = [compiler.name for compiler in working() if compiler]
    assert names == [
        *("SWI-Prolog -O, bare", "SWI-Prolog, attached", "Python, rules by hand", "Python, facts supplied"),
        *(f"rules compiled, {name}" for name in in_c),
    ]


def test_a_bare_program_takes_passes_too() -> None:
    task = Task("kalah:pits=2,seeds=2", "minimax", 6)
    with BareProlog().ready(task) as bare, consult(task.game) as game:
        attached = search(game, "minimax", depth=6).answer
        assert (bare().nodes, bare().value) == (attached.nodes, attached.value)


def test_what_is_written_by_hand_is_for_the_bundled_games() -> None:
    def fitting(game: str, program: str = "alphabeta") -> set[str]:
        return {one.name.partition(",")[0] for one in contenders() if one.fits(Task(game, program, None))}

    compiled = {"SWI-Prolog", "Python", "rules compiled"}
    assert fitting("my.pl") - compiled == set()
    assert fitting("kqk") - compiled == {"SWI-Prolog -O"}
    assert fitting("pig", "expectiminimax") - compiled == set()
    assert {"easyAI", "OpenSpiel"} <= fitting("tictactoe")
    assert not {"easyAI", "OpenSpiel"} & fitting("tictactoe", "minimax")


def test_rules_that_swi_prolog_is_asked_for_are_nobody_s_by_hand(tmp_path: Path) -> None:
    file = rules_file(tmp_path, ASKED, "asked.pl")
    with consult(file) as game:
        for variant in registry.engine("python").variants():
            with pytest.raises(NotCompiledError, match=r"asked.pl:3:15: move\(\+,-\) is not compiled"):
                variant.take_up(game)


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_a_peer_is_told_how_to_get_or_plays_its_own_game(peer: Peer) -> None:
    missing = peer.available()
    if missing is not None:
        assert "pip install" in missing
        return
    with peer.ready(Task("tictactoe", "alphabeta", None)) as measured:
        run = measured()
        assert run.value == 0
        assert run.nodes > 1000


@pytest.mark.usefixtures("once", "quick_c")
def test_the_command_prints_what_it_measured(pydecl: Command) -> None:
    done = pydecl("bench", "nim:heaps=[1,2]", "--rounds", "1", "--json")
    assert done.code == 0
    (table,) = json.loads(done.out)
    assert table["task"] == {"game": "nim:heaps=[1,2]", "program": "alphabeta", "depth": None}
    assert {line["nodes"] for line in table["contenders"]} == {table["nodes"]}


def test_a_game_of_chance_and_one_without_end_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.benchmarking.contenders.SECOND", 600.0)
    coin, around = tmp_path / "coin.pl", tmp_path / "around.pl"
    coin.write_text(COIN)
    around.write_text(ROUND)
    assert chosen([str(coin)], None, None) == [Task(str(coin), "expectiminimax", None)]
    monkeypatch.setattr("pydecl.benchmarking.contenders.SECOND", 0.01)
    (task,) = chosen([str(around)], None, None)
    assert task.depth is not None
    assert chosen([str(around)], None, 3) == [Task(str(around), "alphabeta", 3)]
