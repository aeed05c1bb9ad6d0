"""Pictures of proofs, of solved positions and of tables: complete, and each in its own style."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import Run
from folders import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from rings import sample_size
from tidy_pictures import SVG, boxes, check_tidy

from pydecl.model.game import Outcome, Player
from pydecl.model.result import Solution
from pydecl.workbench.drawing.layout import layered
from pydecl.workbench.drawing.positions import Place, SolvedGraph, positions_svg, rows_of
from pydecl.workbench.drawing.svg import ADVANCE, cells
from pydecl.workbench.drawing.table_svg import Table, table_svg

names = st.text(st.characters(blacklist_categories=["Cs"]), max_size=20)


solutions = st.one_of(
    st.just(Solution(Outcome.DRAWN, None)),
    st.builds(Solution, st.sampled_from([Outcome.WON, Outcome.LOST]), st.integers(0, 5)),
)


@settings(max_examples=sample_size(30, 250), deadline=None)
@given(
    worth=st.lists(solutions, min_size=1, max_size=20),
    moves=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=40),
    name=names,
)
def test_a_graph_is_tidy_and_every_move_is_an_arrow(
    worth: list[Solution], moves: list[tuple[int, int]], name: str
) -> None:
    places = [
        Place(f"{name}{number}", Player.MAX, solution, min(number, 4))
        for number, solution in enumerate(worth)
    ]
    edges = {(places[one % len(places)], places[other % len(places)]) for one, other in moves}
    for place, other in edges:
        place.moves.append((other.name, other))
    graph = SolvedGraph(name, places, len(places))
    picture = positions_svg(graph)
    check_tidy(picture, len(places))
    arrows = list(ElementTree.fromstring(picture.encode()).iter(f"{SVG}path"))
    assert len(arrows) == len(edges)
    kept = sum(place.solution.outcome is other.solution.outcome for place, other in edges)
    assert sum(one.get("class") == "move keeps" for one in arrows) == kept
    row = {place: number for number, line in enumerate(rows_of(graph)) for place in line}
    for place, other in edges:  # the winner's shortest way leads down
        if place.keeps(other) and (other.solution.plies or 0) < (place.solution.plies or 0):
            assert row[place] < row[other]


@settings(max_examples=sample_size(30, 200), deadline=None)
@given(
    sizes=st.lists(st.integers(1, 6), min_size=1, max_size=6),
    edges=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=30),
)
def test_no_boxes_of_a_row_overlap_and_long_edges_bend_in_each_row_between(
    sizes: list[int], edges: list[tuple[int, int]]
) -> None:
    rows = [[(row, place) for place in range(size)] for row, size in enumerate(sizes)]
    nodes = [node for row in rows for node in row]
    chosen = list(dict.fromkeys((nodes[a % len(nodes)], nodes[b % len(nodes)]) for a, b in edges))
    x, bends = layered(rows, chosen, lambda node: 10.0 + node[1], 3.0)
    for row in rows:
        for left, right in pairwise(sorted(row, key=x.__getitem__)):
            assert x[right] - x[left] >= (20.0 + left[1] + right[1]) / 2 + 3.0 - 1e-6
    for (source, target), way in bends.items():
        step = 1 if target[0] > source[0] else -1
        assert [row for row, _ in way] == list(range(source[0] + step, target[0], step))


@settings(max_examples=sample_size(30, 100), deadline=None)
@given(rows=st.lists(st.lists(names, min_size=3, max_size=3), min_size=1, max_size=8))
def test_texts_of_a_table_stay_in_their_columns(rows: list[list[str]]) -> None:
    picture = table_svg(Table("table", ["", "name", "points"], rows, frozenset({1})))
    lines: dict[str, list[tuple[float, float]]] = {}
    for text in ElementTree.fromstring(picture.encode()).iter(f"{SVG}text"):
        at, size = float(text.attrib["x"]), float(text.attrib["font-size"])
        wide = cells(text.text or "") * ADVANCE * size
        start = at - wide if text.get("text-anchor") == "end" else at
        lines.setdefault(text.attrib["y"], []).append((start, start + wide))
    for line in lines.values():
        assert all(right <= left for (_, right), (left, _) in pairwise(line))


def drawn(pydecl: Run, folder: Path) -> dict[str, str]:
    """A picture of each kind, by its kind."""
    commands = {
        "tree": ("draw", "lecture19"),
        "board": ("board", "tictactoe"),
        "graph": ("solve", "win_move"),
        "table": ("tournament", "nim:heaps=[1,2]", "--player", "random", "--player", "minimax"),
    }
    found = {}
    for kind, command in commands.items():
        file = folder / f"{kind}.svg"
        assert pydecl(*command, "-o", file).code == 0
        found[kind] = file.read_text("utf-8")
    return found | {"chart": (ROOT / "docs" / "engines.svg").read_text("utf-8")}


def test_the_rules_of_a_picture_hold_for_its_kind_alone(pydecl: Run, tmp_path: Path) -> None:
    for kind, picture in drawn(pydecl, tmp_path).items():
        root = ElementTree.fromstring(picture.encode())
        assert root.get("class") == f"pydecl-{kind}"
        style = root.find(f"{SVG}style")
        assert style is not None
        assert style.text is not None
        rules = re.findall(r"([^{}]+)\{", style.text.replace("@media (prefers-color-scheme: dark) {", ""))
        assert rules
        for selector in ",".join(rules).split(","):
            assert selector.strip().startswith(f".pydecl-{kind} ")
        assert style.text.count("{") == style.text.count("}")


@pytest.mark.sampled(2, "each case proves a game")
@pytest.mark.parametrize("kind", ["svg", "html", "txt"])
def test_a_proof_is_drawn_when_it_is_found_and_from_its_file(pydecl: Run, tmp_path: Path, kind: str) -> None:
    proof, now, later = tmp_path / "proof.json", tmp_path / f"now.{kind}", tmp_path / f"later.{kind}"
    assert pydecl("prove", "lecture19", "-o", proof).code == 0
    done = pydecl("prove", "lecture19", "-o", now)
    assert done.out.splitlines() == [
        "proved: lecture19: a is worth at least 4 (no depth limit), 6 entries",
        "proved: lecture19: a is worth at most 4 (no depth limit), 9 entries",
    ]
    done = pydecl("draw", proof, "-o", later)
    assert (done.code, done.err) == (0, "")
    assert now.read_text("utf-8") == later.read_text("utf-8")
    if kind == "svg":
        shown = [group[0].text for group in ElementTree.parse(now).iter(f"{SVG}g")]
        assert shown[:6] == [
            "a: MAX: one answer",
            "b: MIN: all replies",
            "d: MAX: one answer",
            "j: value 4",
            "e: MAX: one answer",
            "k: value 5",
        ]


def test_a_proof_says_what_is_told_elsewhere_and_what_is_not_shown(pydecl: Run, tmp_path: Path) -> None:
    file = tmp_path / "proof.svg"
    assert pydecl("prove", "nim:heaps=[1,2]", "--at-most", "1", "--depth", "unlimited", "-o", file).code == 0
    assert "see [2]" in file.read_text("utf-8")
    assert pydecl("prove", "nim:heaps=[2,3]", "--nodes", "20", "-o", file).code == 0
    text = file.read_text("utf-8")
    assert len(list(boxes(text))) <= 40
    assert re.search(r"[\d,]+ more nodes: --nodes N draws up to N", text)


def test_what_is_no_proof_is_not_drawn(pydecl: Run, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    certificate = pydecl("prove", "lecture19", "--at-least", "4", "--format", "json").json()
    certificate["entries"][4]["successors"] = [4]
    proof.write_text(json.dumps(certificate))
    done = pydecl("draw", proof)
    assert (done.code, done.out) == (1, "")
    assert done.err == "pydecl: not verified: entry 5, b: d is missing\n"
    for text, words in (
        ("{}", "expected a certificate"),
        ("[]", "expected a certificate"),
        ("{", "not JSON"),
    ):
        proof.write_text(text)
        done = pydecl("draw", proof)
        assert (done.code, done.out) == (2, "")
        assert words in done.err
    done = pydecl("draw", proof, "--depth", "3")
    assert (done.code, done.err) == (2, f"pydecl: --depth is for searches, and {proof} is a proof\n")
    assert pydecl("draw", tmp_path / "none.json").code == 2
    assert pydecl("prove", "lecture19", "--format", "png").code == 2
    for command in (("prove", "lecture19"), ("draw", proof)):
        done = pydecl(*command, "-o", tmp_path / "proof.dot")
        assert (done.code, "the name must end in one of ." in done.err) == (2, True)


def test_solved_positions_are_those_of_the_source(pydecl: Run, tmp_path: Path) -> None:
    file = tmp_path / "solved.svg"
    done = pydecl("solve", "win_move_drawn", "-o", file)
    assert done.out.splitlines()[-1] == f"{file}: win_move_drawn, solved, 6 of 6 positions"
    told = {group[0].text for group in ElementTree.parse(file).iter(f"{SVG}g")}
    assert told == {  # by hand, in the graph's file
        "a max: MAX to move, drawn",
        "a min: MIN to move, drawn",
        "b max: MAX to move, MAX wins in 1",
        "b min: MIN to move, MIN wins in 1",
        "c max: the end, MIN won",
        "c min: the end, MAX won",
    }
    for kind in ("txt", "dot", "html"):
        other = file.with_suffix(f".{kind}")
        assert pydecl("solve", "win_move_drawn", "--engine", "python", "-o", other).code == 0
        assert "MAX wins in 1" in other.read_text("utf-8")


def test_a_large_game_is_drawn_in_part_and_says_so(pydecl: Run, tmp_path: Path) -> None:
    file = tmp_path / "solved.txt"
    done = pydecl("solve", "hexapawn", "--engine", "python", "-o", file, "--nodes", "5")
    total = re.search(r"5 of ([\d,]+) positions", done.out)
    assert total is not None
    hidden = int(total[1].replace(",", "")) - 5
    assert f"note: {hidden:,} more positions: --nodes N shows more" in file.read_text("utf-8")


def test_a_tournament_s_picture_is_its_table(pydecl: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    players = ("--player", "random", "--player", "minimax,depth=2", "--store", tmp_path / "store.db")
    done = pydecl("tournament", "nim:heaps=[1,2,3]", *players, "--games", "4", "-o", file)
    assert done.code == 0
    lines = file.read_text("utf-8").splitlines()
    assert lines[0] == "nim:heaps=[1,2,3]: 4 of 4 games"
    assert [line.split() for line in lines[2:5]] == [line.split() for line in done.out.splitlines()[:3]]
    shown = tmp_path / "dilemma.svg"
    assert pydecl("dilemma", "--rounds", "5", "-o", shown).code == 0
    assert "tit_for_tat" in shown.read_text("utf-8")


@pytest.mark.thorough("TeX takes seconds for a picture")
def test_tex_compiles(pydecl: Run, tmp_path: Path) -> None:
    engine = shutil.which("pdflatex")
    if engine is None:
        pytest.skip("pdflatex is not installed")
    for needed in ("standalone.cls", "forest.sty", "lmodern.sty"):
        if subprocess.run(["kpsewhich", needed], capture_output=True, check=False).returncode:
            pytest.skip(f"TeX has no {needed}")
    rules = tmp_path / "rules.pl"
    rules.write_text(
        "moves([a], ['50% {_x}', [b]]). max_to_move([a]). min_to_move(P) :- P \\= [a].\n"
        "staticval('50% {_x}', 1r3). staticval([b], -2).\n"
    )
    start = ("--position", "[a]")
    commands = {"tree": ("draw", "lecture19"), "odd_tree": ("draw", rules, *start)}
    for name, command in commands.items():
        done = pydecl(*command, "-o", tmp_path / f"{name}.tex")
        assert (done.code, done.err) == (0, "")
        compiled = subprocess.run(
            [engine, "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert compiled.returncode == 0, compiled.stdout.decode("utf-8", "replace")[-2000:]
