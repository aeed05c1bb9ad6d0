"""Options of bundled games: how they are named, and each message for a wrong one."""

from __future__ import annotations

import pytest

from pydecl.errors import InputError
from pydecl.games import BUNDLED, bundled
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term

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
        ("othello", {"corners": 25, "material": 1}, "othello:corners=25"),
        ("othello", {"height": 4, "width": 6}, "othello:width=6,height=4"),
        ("othello", {"height": Atom("size"), "size": 6}, "othello:size=6"),
        ("tictactoe", {"evaluation": Atom("outcome")}, "tictactoe"),
        ("tictactoe", {"evaluation": Atom("lecture")}, "tictactoe:evaluation=lecture"),
        ("connect4", {"evaluation": Atom("unit"), "run": 3}, "connect4:run=3,evaluation=unit"),
        ("pig", {"faces": 2, "goal": 10}, "pig:faces=2"),
        ("backgammon", {"gammons": Atom("no"), "faces": 6}, "backgammon:gammons=no"),
        ("bearoff", {"home": PrologList((3,)), "faces": 3}, "bearoff:home=[3]"),
        ("kuhn", {}, "kuhn"),
        ("hexapawn", {"width": 26, "height": 2}, "hexapawn:width=26,height=2"),
        ("checkers", {}, "checkers"),
        ("atari_go", {}, "atari_go"),
        ("atari_go", {"size": 9}, "atari_go:size=9"),
        ("go", {"rows": 2, "columns": 3, "komi": 0.5}, "go:rows=2,komi=0.5"),
        ("domineering", {"width": 8, "height": 4}, "domineering:width=8"),
        ("dots_and_boxes", {"height": 3}, "dots_and_boxes:height=3"),
        ("kalah", {"seeds": 4, "pits": 3}, "kalah:pits=3"),
        ("nine_mens_morris", {"men": 9, "points": 24}, "nine_mens_morris"),
        ("nine_mens_morris", {"points": 9, "men": 3}, "nine_mens_morris:points=9,men=3"),
        ("nine_mens_morris", {"flying": Atom("no")}, "nine_mens_morris:flying=no"),
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
HOME = "bearoff: home must be a list of whole numbers from 0, the men on each point, such as [0,2,1], not"
SIZE = "othello: size must be an even number from 4 to 26, not"
WIDTH = "othello: width must be an even number from 4 to 26, or size, not"
HEIGHT = "othello: height must be an even number from 4 to 26, or size, not"

WRONG_OPTIONS: list[tuple[str, dict[str, Term], str]] = [
    (
        "snakes_and_ladders",
        {},
        f"snakes_and_ladders: no bundled game, expected one of {', '.join(BUNDLED)}",
    ),
    ("kuhn", {"cards": 4}, "kuhn: no option cards=4: the game has none"),
    ("tictactoe", {"size": 4}, "tictactoe: no option size=4: expected evaluation"),
    (
        "othello",
        {"rows": 4},
        "othello: no option rows=4: expected size, width, height, material, corners or squares",
    ),
    ("tictactoe", {"evaluation": 3}, "tictactoe: evaluation must be outcome or lecture, not 3"),
    ("connect4", {"evaluation": Atom("U")}, "connect4: evaluation must be signed or unit, not 'U'"),
    ("othello", {"corners": -1}, "othello: corners must be a whole number from 0 to 1000, not -1"),
    ("othello", {"material": 1.0}, "othello: material must be a whole number from 0 to 1000, not 1.0"),
    ("othello", {"squares": Atom("on")}, "othello: squares must be a whole number from 0 to 1000, not on"),
    ("pig", {"goal": 0}, "pig: goal must be a whole number from 1 to 1000, not 0"),
    ("pig", {"faces": 1}, "pig: faces must be a whole number from 2 to 100, not 1"),
    ("backgammon", {"faces": 1}, "backgammon: faces must be a whole number from 2 to 6, not 1"),
    ("backgammon", {"gammons": 3}, "backgammon: gammons must be yes or no, not 3"),
    (
        "backgammon",
        {"men": PrologList((0, 1, 1, 0, 0)), "faces": 2},
        "backgammon: men must be a list of 3 or more whole numbers from 0, the men on each point and on the "
        "bar, where no man meets one of the opponent's, not [0,1,1,0,0]",
    ),
    ("bearoff", {"faces": 7}, "bearoff: faces must be a whole number from 1 to 6, not 7"),
    ("bearoff", {"home": PrologList((0, 0))}, f"{HOME} [0,0]"),
    ("bearoff", {"home": PrologList((1, -1))}, f"{HOME} [1,-1]"),
    ("bearoff", {"home": 3}, f"{HOME} 3"),
    (
        "connect4",
        {"depth": Atom("Deep")},
        "connect4: no option depth='Deep': expected width, height, run or evaluation",
    ),
    ("othello", {"size": 5}, f"{SIZE} 5"),
    ("othello", {"size": 2}, f"{SIZE} 2"),
    ("othello", {"size": 28}, f"{SIZE} 28"),
    ("othello", {"size": 8.0}, f"{SIZE} 8.0"),
    ("othello", {"size": PrologString("8")}, f'{SIZE} "8"'),
    ("othello", {"size": Atom("size")}, f"{SIZE} size"),
    ("othello", {"width": 5}, f"{WIDTH} 5"),
    ("othello", {"width": 6, "height": 2}, f"{HEIGHT} 2"),
    ("othello", {"height": 28}, f"{HEIGHT} 28"),
    ("othello", {"width": Atom("wide")}, f"{WIDTH} wide"),
    ("othello", {"width": PrologString("size")}, f'{WIDTH} "size"'),
    ("connect4", {"width": 0}, "connect4: width must be a whole number from 1 to 26, not 0"),
    ("connect4", {"height": 27}, "connect4: height must be a whole number from 1 to 26, not 27"),
    ("connect4", {"run": 1}, "connect4: run must be a whole number from 2 to 26, not 1"),
    ("hexapawn", {"width": Atom("wide")}, "hexapawn: width must be a whole number from 1 to 26, not wide"),
    ("hexapawn", {"height": 1}, "hexapawn: height must be a whole number from 2 to 26, not 1"),
    ("checkers", {"size": 8}, "checkers: no option size=8: expected pieces"),
    ("atari_go", {"size": 1}, "atari_go: size must be a whole number from 2 to 9, not 1"),
    ("atari_go", {"size": 10}, "atari_go: size must be a whole number from 2 to 9, not 10"),
    ("go", {"rows": 0}, "go: rows must be a whole number from 1 to 9, not 0"),
    ("go", {"columns": 10}, "go: columns must be a whole number from 1 to 9, not 10"),
    ("go", {"komi": Atom("half")}, "go: komi must be a number from 0 to 81, not half"),
    ("go", {"komi": float("nan")}, "go: komi must be a number from 0 to 81, not 1.5NaN"),
    ("domineering", {"width": 0}, "domineering: width must be a whole number from 1 to 26, not 0"),
    ("domineering", {"height": 27}, "domineering: height must be a whole number from 1 to 26, not 27"),
    ("dots_and_boxes", {"width": 0}, "dots_and_boxes: width must be a whole number from 1 to 25, not 0"),
    ("dots_and_boxes", {"height": 26}, "dots_and_boxes: height must be a whole number from 1 to 25, not 26"),
    ("kalah", {"pits": 0}, "kalah: pits must be a whole number from 1 to 20, not 0"),
    ("kalah", {"seeds": 101}, "kalah: seeds must be a whole number from 1 to 100, not 101"),
    ("nine_mens_morris", {"points": 12}, "nine_mens_morris: points must be 24, 16 or 9, not 12"),
    (
        "nine_mens_morris",
        {"points": 9},
        "nine_mens_morris: men must be a whole number from 3 to 4, not 9",
    ),
    ("nine_mens_morris", {"men": 12}, "nine_mens_morris: men must be a whole number from 3 to 11, not 12"),
    (
        "nine_mens_morris",
        {"flying": Atom("maybe")},
        "nine_mens_morris: flying must be yes or no, not maybe",
    ),
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
