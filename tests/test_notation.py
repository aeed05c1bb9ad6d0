"""Each message of the notation, of the terms and of the options, and the texts of some positions."""

from __future__ import annotations

from typing import Any

import pytest

from pydecl.errors import Exit, InputError, PositionError
from pydecl.games import bundled
from pydecl.games.connect4 import Connect4
from pydecl.games.graph import Edge, Graph
from pydecl.games.hexapawn import Hexapawn
from pydecl.games.nim import Nim
from pydecl.games.othello import Othello
from pydecl.games.tictactoe import TicTacToe
from pydecl.model.game import Game
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term

START_OF_OTHELLO = "......../......../......../...wb.../...bw.../......../......../........ b"
START_OF_CONNECT4 = "/".join(["......."] * 6)

NOTATIONS = [
    (Nim(), "1/3/5 max", "nim(max,[1,3,5])"),
    (Nim(), "0/0 min", "nim(min,[0,0])"),
    (TicTacToe(), "x.o/.x./...", "tictactoe(o,[x,e,o,e,x,e,e,e,e])"),
    (TicTacToe(), ".../.../...", "tictactoe(x,[e,e,e,e,e,e,e,e,e])"),
    (Connect4(), START_OF_CONNECT4, "connect4(x,[[],[],[],[],[],[],[]])"),
    (Connect4(width=3, height=2), "x../oxo", "connect4(x,[[o,x],[x],[o]])"),
    (
        Othello(),
        START_OF_OTHELLO,
        "othello(b,[[e,e,e,e,e,e,e,e],[e,e,e,e,e,e,e,e],[e,e,e,e,e,e,e,e],[e,e,e,w,b,e,e,e],"
        "[e,e,e,b,w,e,e,e],[e,e,e,e,e,e,e,e],[e,e,e,e,e,e,e,e],[e,e,e,e,e,e,e,e]])",
    ),
    (Othello(size=4), ".b../.bb./.bw./.... w", "othello(w,[[e,b,e,e],[e,b,b,e],[e,b,w,e],[e,e,e,e]])"),
    (Hexapawn(), "bbb/w../.ww b", "hexapawn(b,[[b,b,b],[w,e,e],[e,w,w]])"),
    (Graph(), "1 max", "at(max,1)"),
    (Graph((Edge(-1, Atom("a b")),), start=-1), "'a b' min", "at(min,'a b')"),
    (Hexapawn(width=2), "bb/../ww w", "hexapawn(w,[[b,b],[e,e],[w,w]])"),
]


@pytest.mark.parametrize(("game", "text", "term"), NOTATIONS, ids=lambda value: getattr(value, "name", ""))
def test_the_notation_and_the_term_of_a_position(game: Game[Any], text: str, term: str) -> None:
    position = game.parse_position(text)
    assert str(position) == term
    assert game.to_term(position) == read_term(term)
    assert game.from_term(read_term(term)) == position
    assert game.format_position(position) == text


def test_blanks_around_a_notation_and_before_the_mover_mean_nothing() -> None:
    assert Hexapawn().parse_position("  bbb/.../www   w\n") == Hexapawn().initial()[0]
    assert TicTacToe().parse_position(" .../.../...\n") == TicTacToe().initial()[0]


@pytest.mark.parametrize(
    ("game", "term"),
    [
        (TicTacToe(), "tictactoe(o,[e,e,e,e,e,e,e,e,e])"),
        (Connect4(width=2, height=2), "connect4(x,[[x],[]])"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_position_whose_counts_do_not_tell_the_mover_is_written_as_a_term(
    game: Game[Any], term: str
) -> None:
    assert game.format_position(game.from_term(read_term(term))) == term


WRONG_TEXTS = [
    (Nim(), "3/4/5", "expected the side to move, max or min, after a blank at the end, found '3/4/5'"),
    (Nim(), "3/4 x", "expected the side to move, max or min, after a blank at the end, found '3/4 x'"),
    (Nim(), "max", "expected the side to move, max or min, after a blank at the end, found 'max'"),
    (Nim(), "3/-4/5 max", "heap 2: expected a whole number from 0, found '-4'"),
    (Nim(), "3//5 max", "heap 2: expected a whole number from 0, found ''"),
    (Nim(), "3/4/²  max", "heap 3: expected a whole number from 0, found '²'"),
    (TicTacToe(), "x.o/x?/...", "row 2: expected 3 cells of x, o or ., found 'x?'"),
    (TicTacToe(), "x.o/.x./... o", "row 3: expected 3 cells of x, o or ., found '... o'"),
    (TicTacToe(), "x.o/e.e/...", "row 2: expected 3 cells of x, o or ., found 'e.e'"),
    (TicTacToe(), "x.o/...", "expected 3 rows divided by /, found 2 in 'x.o/...'"),
    (TicTacToe(), "", "expected 3 rows divided by /, found 1 in ''"),
    (
        TicTacToe(),
        "xx./.../...",
        "x moves first, so expected as many x as o or one more, found 2 x, 0 o",
    ),
    (
        TicTacToe(),
        "o../.../...",
        "x moves first, so expected as many x as o or one more, found 0 x, 1 o",
    ),
    (
        Connect4(width=2, height=3, run=2),
        "../o./x",
        "row 3: expected 2 cells of x, o or ., found 'x'",
    ),
    (
        Connect4(width=2, height=3),
        "o./../x.",
        "row 2, column 1: expected a disc under the disc above, found an empty cell",
    ),
    (
        Connect4(width=2, height=3),
        "../.x/o.",
        "row 3, column 2: expected a disc under the disc above, found an empty cell",
    ),
    (Connect4(), "./.", "expected 6 rows divided by /, found 2 in './.'"),
    (
        Connect4(width=2, height=2),
        "../oo",
        "x moves first, so expected as many x as o or one more, found 0 x, 2 o",
    ),
    (
        Othello(size=4),
        "..../.wb./.bw./....",
        "expected the side to move, b or w, after a blank at the end, found '..../.wb./.bw./....'",
    ),
    (Othello(size=4), "..../.wb./.bx./.... b", "row 3: expected 4 cells of b, w or ., found '.bx.'"),
    (Othello(size=4), "..../.... b", "expected 4 rows divided by /, found 2 in '..../....'"),
    (
        Hexapawn(),
        "bbb/.../www x",
        "expected the side to move, w or b, after a blank at the end, found 'bbb/.../www x'",
    ),
    (Graph(), "1", "expected the side to move, max or min, after a blank at the end, found '1'"),
    (Graph(), "5 max", "expected a node of the graph, such as 1, found 5"),
    (Graph(), "1.0 max", "expected a node of the graph, such as 1, found 1.0"),
    (Graph(), "a b max", "expected a node of the graph, such as 1, found 'a b'"),
    (Hexapawn(), "bbb/..../www w", "row 2: expected 3 cells of w, b or ., found '....'"),
]


@pytest.mark.parametrize(("game", "text", "fault"), WRONG_TEXTS)
def test_a_wrong_notation_is_refused_by_name(game: Game[Any], text: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        game.parse_position(text)
    assert str(caught.value) == f"no position of {game.name}: {fault}"
    assert caught.value.exit_code is Exit.BAD_INPUT


def test_a_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(PositionError) as caught:
        TicTacToe().parse_position("x" * 1000)
    assert str(caught.value).endswith(f"found 1 in '{'x' * 120}…'")


TICTACTOE = "tictactoe(Mover, Cells), Mover x or o and Cells a list of 9 cells of x, o or e"
NINE = "a list of 9 cells of x, o or e"
OTHELLO = "othello(Mover, Rows), Mover b or w and Rows a list of lists of b, w and e"
ROWS = "[[e,e,e,e],[e,w,b,e],[e,b,w,e],[e,e,e,e]]"

WRONG_TERMS = [
    (TicTacToe(), "nim(max,[3,4,5])", f"expected {TICTACTOE}, found nim(max,[3,4,5])"),
    (TicTacToe(), "tictactoe(x)", f"expected {TICTACTOE}, found tictactoe(x)"),
    (TicTacToe(), "tictactoe", f"expected {TICTACTOE}, found tictactoe"),
    (TicTacToe(), "tictactoe(X,[])", "expected x or o to move, found X"),
    (TicTacToe(), "tictactoe(z,[])", "expected x or o to move, found z"),
    (TicTacToe(), 'tictactoe("x",[])', 'expected x or o to move, found "x"'),
    (TicTacToe(), "tictactoe(x,[e,e])", f"expected {NINE}, found [e,e]"),
    (TicTacToe(), "tictactoe(x,cells)", f"expected {NINE}, found cells"),
    (
        TicTacToe(),
        "tictactoe(x,[e,e,e,e,e,e,e,e,E])",
        f"expected {NINE}, found [e,e,e,e,e,e,e,e,E]",
    ),
    (
        TicTacToe(),
        "tictactoe(x,[e,e,e,e,e,e,e,e,xo])",
        f"expected {NINE}, found [e,e,e,e,e,e,e,e,xo]",
    ),
    (
        TicTacToe(),
        "tictactoe(x,[e,e,e,e,e,e,e,e,e|e])",
        f"expected {NINE}, found [e,e,e,e,e,e,e,e,e|e]",
    ),
    (
        Nim(),
        "nim(x,[3])",
        "expected max or min to move, found x",
    ),
    (
        Nim(),
        "nim([3])",
        "expected nim(Mover, Heaps), Mover max or min and Heaps a list of whole numbers, found nim([3])",
    ),
    (Graph(), "at(x,1)", "expected max or min to move, found x"),
    (
        Graph(),
        "at(max)",
        "expected at(Mover, Node), Mover max or min and Node a node of the graph, found at(max)",
    ),
    (Graph(), "at(max,9)", "expected a node of the graph, such as 1, found 9"),
    (Graph(), 'at(max,"1")', 'expected a node of the graph, such as 1, found "1"'),
    (Nim(), "nim(max,[3,-1])", "expected one or more heaps, whole numbers from 0, found [3,-1]"),
    (Nim(), "nim(max,[3,1.0])", "expected one or more heaps, whole numbers from 0, found [3,1.0]"),
    (Nim(), "nim(max,[])", "expected one or more heaps, whole numbers from 0, found []"),
    (Nim(), "nim(max,3)", "expected one or more heaps, whole numbers from 0, found 3"),
    (Connect4(width=2), "connect4(x,[[],[],[]])", "expected a list of 2 columns, found [[],[],[]]"),
    (Connect4(width=1), "connect4(x,[])", "expected a list of 1 column, found []"),
    (Connect4(width=2), "connect4(x,[[]|T])", "expected a list of 2 columns, found [[]|T]"),
    (
        Connect4(width=2, height=2),
        "connect4(x,[[],[x,o,x]])",
        "column 2: expected a list of at most 2 discs, x or o, found [x,o,x]",
    ),
    (
        Connect4(width=2, height=2),
        "connect4(x,[[e],[x,o]])",
        "column 1: expected a list of at most 2 discs, x or o, found [e]",
    ),
    (
        Connect4(width=2, height=2),
        "board(x)",
        "expected connect4(Mover, Columns), Mover x or o and Columns a list of lists of x and o, "
        "found board(x)",
    ),
    (Othello(size=4), "othello(b,x,y)", f"expected {OTHELLO}, found othello(b,x,y)"),
    (Othello(size=4), f"othello(x,{ROWS})", "expected b or w to move, found x"),
    (Othello(size=4), "othello(b,[])", "expected a list of 4 rows, found []"),
    (
        Othello(size=4),
        f"othello(b,{ROWS.replace('[e,b,w,e]', '[e,b,e]')})",
        "row 3: expected a list of 4 cells of b, w or e, found [e,b,e]",
    ),
    (
        Hexapawn(),
        "hexapawn(w,[[b,b,b],row,[w,w,w]])",
        "row 2: expected a list of 3 cells of w, b or e, found row",
    ),
    (
        Hexapawn(),
        "chess(w)",
        "expected hexapawn(Mover, Rows), Mover w or b and Rows a list of lists of w, b and e, found chess(w)",
    ),
]


@pytest.mark.parametrize(("game", "text", "fault"), WRONG_TERMS)
def test_a_term_that_is_no_position_is_refused_by_name(game: Game[Any], text: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        game.from_term(read_term(text))
    assert str(caught.value) == f"no position of {game.name}: {fault}"


def test_a_long_term_is_cut_in_the_message() -> None:
    with pytest.raises(PositionError) as caught:
        TicTacToe().from_term(PrologList((1,) * 1000))
    assert str(caught.value).endswith("1…")
    assert len(str(caught.value)) < 300


EDGE = Compound("-", (1, Atom("b")))


@pytest.mark.parametrize(
    ("name", "options", "full_name"),
    [
        ("nim", {}, "nim"),
        ("nim", {"heaps": PrologList((1, 3, 5))}, "nim"),
        ("nim", {"heaps": PrologList((10**30, 0))}, f"nim:heaps=[{10**30},0]"),
        ("graph", {}, "graph"),
        ("graph", {"edges": PrologList((EDGE,))}, "graph:edges=[1-b]"),
        ("graph", {"edges": PrologList((EDGE,)), "start": Atom("b")}, "graph:edges=[1-b],start=b"),
        ("graph", {"start": 4}, "graph:start=4"),
        ("tictactoe", {}, "tictactoe"),
        ("connect4", {}, "connect4"),
        ("connect4", {"height": 4, "width": 3}, "connect4:width=3,height=4"),
        ("connect4", {"width": 7, "run": 5}, "connect4:run=5"),
        ("othello", {"size": 4}, "othello:size=4"),
        ("hexapawn", {"width": 26, "height": 2}, "hexapawn:width=26,height=2"),
    ],
)
def test_a_bundled_game_is_named_with_the_options_that_are_not_the_default(
    name: str, options: dict[str, Term], full_name: str
) -> None:
    game = bundled(name, **options)
    assert game.name == full_name
    assert game.source == f"pydecl.games.{name}"


EDGES = "graph: edges must be a list of one or more edges From-To, none of them twice, such as [1-2,2-1], not"
HEAPS = "nim: heaps must be a list of one or more whole numbers from 0, such as [3,4,5], not"
SIZE = "othello: size must be an even number from 4 to 26, not"

WRONG_OPTIONS: list[tuple[str, dict[str, Term], str]] = [
    (
        "chess",
        {},
        "chess: no bundled game, expected one of connect4, graph, hexapawn, nim, othello, tictactoe",
    ),
    ("tictactoe", {"size": 4}, "tictactoe: no option size=4: the game has none"),
    ("othello", {"width": 4}, "othello: no option width=4: expected size"),
    (
        "connect4",
        {"depth": Atom("Deep")},
        "connect4: no option depth='Deep': expected width, height or run",
    ),
    ("othello", {"size": 5}, f"{SIZE} 5"),
    ("othello", {"size": 2}, f"{SIZE} 2"),
    ("othello", {"size": 28}, f"{SIZE} 28"),
    ("othello", {"size": 8.0}, f"{SIZE} 8.0"),
    ("othello", {"size": PrologString("8")}, f'{SIZE} "8"'),
    ("connect4", {"width": 0}, "connect4: width must be a whole number from 1 to 26, not 0"),
    ("connect4", {"height": 27}, "connect4: height must be a whole number from 1 to 26, not 27"),
    ("connect4", {"run": 1}, "connect4: run must be a whole number from 2 to 26, not 1"),
    ("hexapawn", {"width": Atom("wide")}, "hexapawn: width must be a whole number from 1 to 26, not wide"),
    ("hexapawn", {"height": 1}, "hexapawn: height must be a whole number from 2 to 26, not 1"),
    ("graph", {"edges": 3}, f"{EDGES} 3"),
    ("graph", {"edges": PrologList(())}, f"{EDGES} []"),
    ("graph", {"edges": PrologList((EDGE, EDGE))}, f"{EDGES} [-(1,b),-(1,b)]"),
    ("graph", {"edges": PrologList((EDGE, 1))}, f"{EDGES} [-(1,b),1]"),
    ("graph", {"edges": PrologList((Compound("-", (1, 2.0)),))}, f"{EDGES} [-(1,2.0)]"),
    ("graph", {"start": 5}, "graph: start must be a node of one of the edges, such as 1, not 5"),
    ("graph", {"start": 1.0}, "graph: start must be a node of one of the edges, such as 1, not 1.0"),
    ("nim", {"heaps": 3}, f"{HEAPS} 3"),
    ("nim", {"heaps": PrologList(())}, f"{HEAPS} []"),
    ("nim", {"heaps": PrologList((1, -1))}, f"{HEAPS} [1,-1]"),
    ("nim", {"heaps": PrologList((1,), Atom("x"))}, f"{HEAPS} [1|x]"),
]


@pytest.mark.parametrize(("name", "options", "message"), WRONG_OPTIONS)
def test_a_wrong_option_is_refused_by_name(name: str, options: dict[str, Term], message: str) -> None:
    with pytest.raises(InputError) as caught:
        bundled(name, **options)
    assert str(caught.value) == message
