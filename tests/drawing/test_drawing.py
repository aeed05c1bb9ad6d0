"""Pictures of searches: that they are tidy, show what the trace tells, and are written as they should be."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import Run
from folders import ROOT
from graph_games import Graphs, Node, trees
from hypothesis import given, settings
from hypothesis import strategies as st
from rings import is_thorough, sample_size
from tidy_pictures import SVG, check_tidy

from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.programs.tracing import trace
from pydecl.tracing.deriving import Stream
from pydecl.tracing.events import Kind, Naming
from pydecl.tracing.recording import record
from pydecl.workbench.drawing.formats import recorded_picture, tree_picture
from pydecl.workbench.drawing.layout import placed
from pydecl.workbench.drawing.search_tree import SearchTree, folded, search_trees
from pydecl.workbench.drawing.tree_svg import Schedule, tree_animation, tree_svg
from pydecl.workbench.drawing.words import Words

MOST = 100_000

TIE = """
initial(a).
moves(a, [b, c, d]).
max_to_move(a).
min_to_move(b).
min_to_move(c).
min_to_move(d).
staticval(b, 1).
staticval(c, 1).
staticval(d, 0).
"""

names = st.text(st.characters(blacklist_categories=["Cs"]), max_size=40)
SOFT = {Program.ALPHABETA, Program.MINIMAX}
"""Programs whose values may lie outside of the window: each is a child's."""

programs = st.sampled_from(
    [Program(name) for name in ("alphabeta", "minimax", "negamax_ply", "ab_procedure")]
)


def searched(nodes: list[Node], program: Program = Program.ALPHABETA) -> SearchTree:
    """What a twin searches of a random tree."""
    _, lines, _ = trace(program, Graphs(nodes), 0, Limits(None), MOST)
    (tree,) = search_trees(Stream(program, MOST).events(lines))
    return tree


@settings(max_examples=sample_size(50, 1000), deadline=None)
@given(nodes=trees(), name=names, program=programs)
def test_no_two_nodes_overlap_and_no_text_leaves_its_box(
    nodes: list[Node], name: str, program: Program
) -> None:
    tree = searched(nodes, program)
    check_tidy(tree_svg(tree, Words(lambda number: f"{name}{number}"), name), len(list(tree.visits())))


@settings(max_examples=sample_size(30, 300), deadline=None)
@given(nodes=trees(), program=programs)
def test_the_tree_shows_what_the_trace_tells(nodes: list[Node], program: Program) -> None:
    _, lines, _ = trace(program, Graphs(nodes), 0, Limits(None), MOST)
    events = list(Stream(program, MOST).events(lines))
    (tree,) = search_trees(events)
    visits = list(tree.visits())
    entered = [event for event in events if event.kind is Kind.ENTER]
    assert [visit.order for visit in visits] == list(range(1, len(entered) + 1))
    assert [(one.number, one.mover, one.ply) for one in visits] == [
        (one.node, one.mover, one.ply) for one in entered
    ]
    cuts = [event for event in events if event.kind is Kind.CUT]
    shown = {visit.number: visit.cut for visit in visits if visit.cut is not None}
    assert {cut.node: cut.skipped for cut in cuts} == {number: cut.skipped for number, cut in shown.items()}
    for cut in cuts:
        drawn = shown[cut.node or 0]
        assert (drawn.by.number if drawn.by else None) == cut.by
    values = {event.node: event.value for event in events if event.kind is Kind.VALUE}
    for visit in visits:
        assert visit.value == values[visit.number]
        if program in SOFT:
            assert (visit.best is None) == (not visit.children)
            assert visit.best is None or visit.best.value == visit.value


@settings(max_examples=sample_size(30, 300), deadline=None)
@given(nodes=trees(), program=programs)
def test_a_moving_picture_shows_the_search_in_its_order_and_ends_as_the_still_one(
    nodes: list[Node], program: Program
) -> None:
    tree = searched(nodes, program)
    still, moving = (draw(tree, Words(str), "tree") for draw in (tree_svg, tree_animation))
    assert (
        sorted(ElementTree.fromstring(moving).itertext())[1:]
        == sorted(ElementTree.fromstring(still).itertext())[1:]
    )
    groups = ElementTree.fromstring(moving).findall(f"{SVG}g")
    shown = [one.get("class") for one in groups if one.find(f"{SVG}g/{SVG}title") is not None]
    schedule = Schedule.of(tree)
    steps = [schedule.entered[visit] for visit in tree.visits()]
    assert steps == sorted(set(steps))
    assert shown == [f"at{step}" for step in steps]
    for visit in tree.visits():
        assert all(
            schedule.entered[visit] < schedule.entered[child] <= schedule.left[child] < schedule.left[visit]
            for child in visit.children
        )
        assert schedule.at[schedule.left[visit] - 1] is visit


@settings(max_examples=sample_size(30, 300), deadline=None)
@given(nodes=trees(), most=st.integers(1, 40))
def test_a_folded_tree_counts_what_it_hides(nodes: list[Node], most: int) -> None:
    tree = searched(nodes)
    small = folded(tree, most)
    shown = list(small.visits())
    assert len(shown) <= max(most, 1)
    assert len(shown) + sum(visit.hidden for visit in shown) == len(list(tree.visits()))
    orders = {visit.order for visit in shown}
    assert [one.order for one in small.variation()] == [
        one.order for one in tree.variation() if one.order in orders
    ]


@settings(max_examples=sample_size(30, 300), deadline=None)
@given(shape=st.lists(st.integers(0, 1000), max_size=60), widths=st.lists(st.sampled_from([5.0, 10.0, 40.0])))
def test_parents_stand_above_the_middle_of_their_children(shape: list[int], widths: list[float]) -> None:
    children: dict[int, list[int]] = {0: []}
    for number, parent in enumerate(shape, 1):
        children[parent % number].append(number)
        children[number] = []
    wide = dict(enumerate(widths))
    x = placed(0, children.__getitem__, lambda one: wide.get(one, 7.0), 3.0)
    row = [0]
    while row:
        for left, right in pairwise(row):
            least = (wide.get(left, 7.0) + wide.get(right, 7.0)) / 2 + 3.0
            assert x[right] - x[left] >= least - 1e-6
        for parent in row:
            if below := children[parent]:
                assert abs(x[parent] - (x[below[0]] + x[below[-1]]) / 2) < 1e-6
        row = [child for parent in row for child in children[parent]]


def of_lecture19(write: Callable[[SearchTree, Words], str]) -> str:
    with consult("lecture19") as game:
        recording = record(game, Program.ALPHABETA, engine="python")
    (tree,) = search_trees(recording.events())
    return write(tree, Words(lambda number: str(recording.positions[number])))


def test_the_lectures_tree_has_its_two_cuts() -> None:
    picture = of_lecture19(lambda tree, words: tree_svg(tree, words, "alphabeta"))
    root = ElementTree.fromstring(picture.encode())
    assert len([one for one in root.iter(f"{SVG}line") if one.get("class") == "bar"]) == 2
    assert len([one for one in root.iter(f"{SVG}path") if one.get("class") == "source"]) == 2
    told = [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "reason"]
    assert told == ["beta 4", "from b (shallow)", "alpha 4", "from a (shallow)"]
    description = root.find(f"{SVG}desc")
    assert description is not None
    assert description.text == "Value 4; 11 nodes shown, 2 cuts. Best variation: a, b, d, j."


@pytest.mark.parametrize(("changes", "chosen"), [({}, "c"), ({" > ": " >= ", " < ": " =< "}, "b")])
def test_of_equal_moves_the_one_that_the_program_chooses_is_best(
    changes: dict[str, str], chosen: str, tmp_path: Path
) -> None:
    text = (ROOT / "prolog" / "textbook" / "minimax.pl").read_text("utf-8")
    for old, new in changes.items():
        text = text.replace(old, new)
    (tmp_path / "g.pl").write_text(TIE + text, "utf-8")
    with consult(tmp_path / "g.pl") as game:
        drawn = recorded_picture(record(game, "file:minimax"), game, "txt").content.decode()
    assert re.findall(r"─ \* (\w)", drawn) == [chosen]


@pytest.mark.parametrize("kind", ["svg", "html", "dot", "tex", "txt"])
def test_a_file_is_written_in_each_format(pydecl: Run, tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"picture.{kind}"
    done = pydecl("draw", "lecture19", "-o", str(file))
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{file}: alphabeta on lecture19, 11 nodes\n"
    text = file.read_text("utf-8")
    assert text == of_lecture19(
        lambda tree, words: tree_picture(tree, words, "alphabeta on lecture19", kind).decode()
    )
    assert {"svg": "</svg>", "html": "</html>", "dot": "}", "tex": "\\end{document}", "txt": "variation."}[
        kind
    ] in text.splitlines()[-1]


@pytest.mark.sampled(2, "each case draws a search")
@pytest.mark.parametrize("kind", ["svg", "html", "dot", "tex", "txt"])
def test_a_trace_may_be_printed_as_a_picture(pydecl: Run, tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"picture.{kind}"
    pydecl("draw", "nim:heaps=[1,2]", "--naming", "negamax", "-o", str(file))
    done = pydecl("trace", "nim:heaps=[1,2]", "--naming", "negamax", "--format", kind)
    assert (done.code, done.err, done.out) == (0, "", file.read_text("utf-8"))


def test_brackets_braces_and_strings_are_closed() -> None:
    nasty = 'a "b" \\ {c} [d], 50% & #_~^ <e>\n∞'
    for kind in ("dot", "tex"):
        text = of_lecture19(
            lambda tree, _, kind=kind: tree_picture(tree, Words(lambda _: nasty), nasty, kind).decode()  # type: ignore[misc]
        )
        plain = re.sub(r"\\.", "", text)
        assert plain.count("{") == plain.count("}")
        if kind == "dot":
            assert plain.count('"') % 2 == 0


def test_a_large_tree_is_drawn_in_linear_time() -> None:
    """What is called for each node does not grow with the tree."""
    calls: list[float] = []
    for depth, least in ((2, 80), (5, 10_000) if is_thorough() else (3, 500)):
        with consult("tictactoe") as game:
            recording = record(game, Program.ALPHABETA, engine="python", depth=depth)
        (tree,) = search_trees(recording.events())
        whole = folded(tree, 20_000)
        nodes = len(list(whole.visits()))
        assert nodes > least
        called = 0

        def counting(_frame: object, event: str, _argument: object) -> None:
            nonlocal called
            called += event == "call"

        sys.setprofile(counting)
        try:
            picture = tree_svg(whole, Words(str), "alphabeta")
        finally:
            sys.setprofile(None)
        assert picture.endswith("</svg>\n")
        calls.append(called / nodes)
    assert calls[1] < 1.1 * calls[0]


def test_a_chain_may_be_thousands_of_nodes_deep() -> None:
    chain: dict[int, list[int]] = {number: [number + 1] for number in range(20_000)}
    x = placed(0, lambda one: chain.get(one, []), lambda _: 10.0, 1.0)
    assert set(x.values()) == {0.0}


def test_programs_that_begin_again_draw_their_last_search_or_another(pydecl: Run) -> None:
    done = pydecl("draw", "nim", "--program", "deepening", "--depth", "3")
    assert done.out.splitlines()[0] == "deepening on nim, search 3 of 3, to depth 3"
    done = pydecl("draw", "nim", "--program", "deepening", "--depth", "3", "--iteration", "1")
    assert done.out.splitlines()[0] == "deepening on nim, search 1 of 3, to depth 1"


def test_a_picture_says_what_it_does_not_show(pydecl: Run) -> None:
    lines = pydecl("draw", "nim:heaps=[2,2]", "--nodes", "20").out.splitlines()
    assert re.fullmatch(r"note: [\d,]+ more nodes: --nodes N draws up to N", lines[1])
    done = pydecl("draw", "nim:heaps=[2,2]", "--limit", "30")
    assert "note: the search, or what was kept of it, ended before its answer" in done.out


def test_pixels_need_a_package_and_are_bounded(pydecl: Run, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = tmp_path / "picture.png"
    for drawn in (("draw", "lecture19"), ("board", "chess")):
        assert pydecl(*drawn, "-o", str(file)).code == 0
        assert file.read_bytes().startswith(b"\x89PNG")
    done = pydecl("draw", "tictactoe", "--depth", "3", "--nodes", "5000", "-o", str(tmp_path / "large.png"))
    assert done.code == 2
    assert "pixels on a side" in done.err


def test_a_picture_has_the_names_of_a_source(pydecl: Run, tmp_path: Path) -> None:
    lines = {
        naming: pydecl("draw", "lecture19", "--naming", naming.value).out.splitlines() for naming in Naming
    }
    told = {
        naming: (found[5].strip(), found[6].strip(), found[14].strip()) for naming, found in lines.items()
    }
    assert told == {
        Naming.TEXTBOOK: (
            "│   │   ├── i  MIN  static 1  [-∞, ∞]  4",
            "│   │   └── * j  MIN  static 4  [1, ∞]  5",
            "└─/ skipped g: alpha 4 is from a (shallow)",
        ),
        Naming.NEGAMAX: (
            "│   │   ├── i  MIN  static -1  [-∞, ∞]  4",
            "│   │   └── * j  MIN  static -4  [-∞, -1]  5",
            "└─/ skipped g: beta -4 is from a (shallow)",
        ),
        Naming.LECTURE003: (
            "│   │   ├── i  white  static 1  [∞, -∞]  4",
            "│   │   └── * j  white  static 4  [∞, 1]  5",
            "└─/ skipped g: beta 4 is from a (shallow)",
        ),
    }
    for naming in Naming:
        file = tmp_path / f"{naming.value}.svg"
        assert pydecl("draw", "lecture19", "--naming", naming.value, "-o", file).code == 0
        assert (">white</text>" in file.read_text("utf-8")) is (naming is Naming.LECTURE003)
