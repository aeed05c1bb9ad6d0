"""Pictures of positions: that boards show what the position says and lie within their picture."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from board_changes import change
from command_line import Run
from folders import ROOT, rules_file
from rings import sample_size
from tidy_pictures import SVG

from pydecl.engines.prolog.game import SessionGame
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.paths import prolog_file
from pydecl.workbench.drawing.board import MOST, SHAPES, Cell, Colour, Line, Part, Piece, Text, board
from pydecl.workbench.drawing.position import UNIT, board_svg, caption
from pydecl.workbench.drawing.svg import ADVANCE, cells

PLIES = sample_size(20, 60)

Places = dict[tuple[float, float], str]
"""What lies where: the name of a colour, or a colour and a name."""


def arguments(position: Term) -> tuple[Term, ...]:
    """Of a position, without a pass before it."""
    assert isinstance(position, Compound)
    return arguments(position.args[1]) if position.name == "pass" else position.args


def rows(term: Term) -> list[list[str]]:
    """A list of lists of atoms."""
    assert isinstance(term, PrologList)
    return [[str(cell) for cell in row.items] for row in term.items if isinstance(row, PrologList)]


def numbers(term: Term) -> list[int]:
    assert isinstance(term, PrologList)
    return [one for one in term.items if isinstance(one, int)]


def placed(text: str, colours: dict[str, str], first: int = 1) -> Places:
    """What the rows of a position's text hold, from the top; a number stands for empty squares."""
    rows = text.rpartition(": ")[2].split()[0].split("/")
    return {
        (x, y): colours[cell]
        for y, row in enumerate(rows, first)
        for x, cell in enumerate(re.sub(r"\d", lambda free: "." * int(free[0]), row), first)
        if cell in colours
    }


def pieces(parts: tuple[Part, ...]) -> Places:
    found = [one for one in parts if isinstance(one, Piece) and one.name != "dot"]
    assert len({(one.x, one.y) for one in found}) == len(found)
    return {(one.x, one.y): f"{one.colour} {one.name}".strip() for one in found}


def check_tictactoe(position: Term, parts: tuple[Part, ...]) -> None:
    """Free squares have their numbers."""
    listed = arguments(position)[1]
    assert isinstance(listed, PrologList)
    free = {str(number) for number, cell in enumerate(listed.items, 1) if str(cell) == "e"}
    assert {one.text for one in parts if isinstance(one, Text)} == free


def check_domineering(position: Term, parts: tuple[Part, ...]) -> None:
    shown = {(one.x, one.y): str(one.colour) for one in parts if isinstance(one, Cell)}
    grid = "/".join(map("".join, rows(arguments(position)[1])))
    assert shown == placed(grid, {"x": "black", "e": "light"})


def check_dots_and_boxes(position: Term, parts: tuple[Part, ...]) -> None:
    _, lead, lines = arguments(position)
    drawn = sum(row.count("x") for row in rows(lines))
    assert sum(isinstance(one, Line) for one in parts) == drawn
    boxes = sum(isinstance(one, Cell) for one in parts)
    assert isinstance(lead, int)
    assert abs(lead) <= boxes
    assert (boxes - lead) % 2 == 0
    around = {((one.x + one.to_x) / 2, (one.y + one.to_y) / 2) for one in parts if isinstance(one, Line)}
    dots = [one for one in parts if isinstance(one, Piece)]
    corners = {(dot.x, dot.y) for dot in dots}
    centres = {(x + 0.5, y + 0.5) for x, y in corners if (x + 1, y + 1) in corners}
    closed = {
        (x, y) for x, y in centres if {(x - 0.5, y), (x + 0.5, y), (x, y - 0.5), (x, y + 0.5)} <= around
    }
    assert {(one.x, one.y) for one in parts if isinstance(one, Cell)} == closed


def check_checkers(position: Term, parts: tuple[Part, ...]) -> None:
    _, blacks, whites = arguments(position)
    free = {str(square) for square in range(1, 33)}
    expected = {}
    for colour, men in (("black", blacks), ("white", whites)):
        assert isinstance(men, PrologList)
        for man in men.items:
            assert isinstance(man, Compound)
            square, rank = man.args
            assert isinstance(square, int)
            row, column = divmod(square - 1, 4)
            free.remove(str(square))
            x = 2 * column + (2 if row % 2 == 0 else 1)
            expected[x, row + 1] = f"{colour} K" if str(rank) == "king" else colour
    assert pieces(parts) == expected
    assert {one.text for one in parts if isinstance(one, Text)} == free


def check_kqk(position: Term, parts: tuple[Part, ...]) -> None:
    assert isinstance(position, Compound)
    size = max(one.y for one in parts if isinstance(one, Cell))
    second = {"kqk": "white queen", "krk": "white rook"}[position.name]
    expected = {}
    for square, piece in zip(position.args[1:], ("white king", second, "black king"), strict=True):
        if isinstance(square, Compound):
            x, rank = square.args
            assert isinstance(x, int)
            assert isinstance(rank, int)
            expected[x, size + 1 - rank] = piece
    assert pieces(parts) == expected


check_krk = check_kqk


def check_kalah(position: Term, parts: tuple[Part, ...]) -> None:
    shown: dict[str, Counter[str]] = {"max": Counter(), "min": Counter()}
    for words in pieces(parts).values():
        colour, seeds = words.split()
        shown[colour][seeds] += 1
    for colour, side in zip(("max", "min"), arguments(position)[1:], strict=True):
        assert isinstance(side, Compound)
        houses, store = side.args
        assert shown[colour] == Counter(map(str, (*numbers(houses), store)))


def check_nim(position: Term, parts: tuple[Part, ...]) -> None:
    heaps = numbers(arguments(position)[1])
    drawn = Counter((one.y + one.to_y) / 2 for one in parts if isinstance(one, Line))
    assert [drawn[row] for row, _ in enumerate(heaps, 1)] == [min(heap, 100) for heap in heaps]
    told = {one.y: one.text for one in parts if isinstance(one, Text) and not one.text.endswith(":")}
    assert [told[row] for row, _ in enumerate(heaps, 1)] == list(map(str, heaps))


def check_nine_mens_morris(position: Term, parts: tuple[Part, ...]) -> None:
    listed = arguments(position)[2]
    assert isinstance(listed, PrologList)
    men = [{"x": "max", "o": "min"}[str(cell)] for cell in listed.items if str(cell) != "e"]
    ends = sorted(
        {(y, x) for one in parts if isinstance(one, Line) for x, y in ((one.x, one.y), (one.to_x, one.to_y))}
    )
    assert len(ends) == len(listed.items)
    shown = pieces(parts)
    in_order = [shown[x, y] for y, x in ends if (x, y) in shown]
    assert in_order == men
    assert len(shown) == len(men)


def check_bearoff(position: Term, parts: tuple[Part, ...]) -> None:
    _, dice, *homes = arguments(position)
    shown = pieces(parts)
    for colour, home in zip(("max", "min"), homes, strict=True):
        men = numbers(home)
        on = Counter(x for (x, _), words in shown.items() if words == colour)
        assert [on[len(men) - point] for point, _ in enumerate(men, 1)] == men
    shaken = [one for one in parts if isinstance(one, Cell) and one.colour in (Colour.MAX, Colour.MIN)]
    assert len(shaken) == len(numbers(dice))


def check_backgammon(position: Term, parts: tuple[Part, ...]) -> None:
    _, dice, *players = arguments(position)
    shown = pieces(parts)
    men = list(map(numbers, players))
    high = len(men[0]) // 2
    for colour, here in zip(("max", "min"), men, strict=True):
        for own, count in enumerate(here, 1):
            point = own if colour == "max" else len(here) - own
            column, above = (high - point, False) if point <= high else (point - high - 1, True)
            stack = [
                words
                for (x, y), words in shown.items()
                if x == column and (y < 6) == above and colour in words
            ]
            assert len(stack) == min(count, 5)
            assert (f"{colour} {count}" in stack) == (count >= 5)
    shaken = [one for one in parts if isinstance(one, Cell) and one.colour in (Colour.MAX, Colour.MIN)]
    assert len(shaken) == len(numbers(dice))


def check_pig(position: Term, parts: tuple[Part, ...]) -> None:
    _, ours, theirs, _ = arguments(position)
    assert sorted(pieces(parts).values()) == [f"max {ours}", f"min {theirs}"]


def check_kuhn(position: Term, parts: tuple[Part, ...]) -> None:
    if isinstance(position, Atom):
        expected = ["white J", "white K", "white Q"]
    else:
        ours, theirs, _ = arguments(position)
        expected = [f"max {str(ours).upper()}", f"min {str(theirs).upper()}"]
    assert sorted(pieces(parts).values()) == expected


MEN = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}

PIECES = {
    "atari_go": {"x": "black", "o": "white"},
    "chess": {letter: f"black {man}" for letter, man in MEN.items()}
    | {letter.upper(): f"white {man}" for letter, man in MEN.items()},
    "connect4": {"x": "red", "o": "yellow"},
    "go": {"x": "black", "o": "white"},
    "hexapawn": {"w": "white pawn", "b": "black pawn"},
    "othello": {"b": "black", "w": "white"},
    "tictactoe": {"x": "max cross", "o": "min ring"},
}
"""What the letters of a position's text stand for, where it has the rows of a board."""

RULES = prolog_file("games")
GAMES = [
    name
    for name in BUNDLED
    for file in (RULES / f"{name}.pl", *(RULES / name).glob("*.pl"))
    if "\nposition_picture(" in file.read_text("utf-8")
]
"""Those that draw a board."""

CHECKS: dict[str, Callable[[Term, tuple[Part, ...]], None]] = {
    name: check for name in GAMES if (check := globals().get(f"check_{name}"))
}
"""That the picture shows what the position says."""

SIZES = (
    *("atari_go:size=2", "atari_go:size=9", "backgammon:men=[0,0,9,1,0],faces=2"),
    *("bearoff:home=[3,0,0,1,0,2],faces=6", "connect4:width=1,height=1"),
    *("connect4:width=12,height=3", "domineering:width=1,height=2", "domineering:width=12,height=11"),
    *("dots_and_boxes:width=1,height=1", "dots_and_boxes:width=4,height=3", "hexapawn:width=5,height=4"),
    *("go:rows=1,columns=9", "go:rows=9,columns=1"),
    *("kalah:pits=1,seeds=3", "kalah:pits=9,seeds=20", "kqk:board=4", "krk:board=5", "nim:heaps=[0]"),
    *("nim:heaps=[130,0,7]", "nine_mens_morris:points=9,men=3", "nine_mens_morris:points=16,men=6"),
    *("othello:size=4", "othello:width=8,height=4", "othello:width=4,height=6"),
    *("pig:goal=1", "pig:goal=100"),
)


def played(game: SessionGame, seed: int, plies: int) -> Iterator[Term]:
    """A start, and what random play leads to."""
    choose, position = Random(seed), game.initial()[0]
    for _ in range(plies):
        yield position
        nexts = [after for _, after in game.chance(position)] or [
            after for _, after in game.successors(position)
        ]
        if not nexts:
            return
        position = choose.choice(nexts)


def extents(root: ElementTree.Element) -> Iterator[tuple[float, float, float, float]]:
    """Left, top, right and bottom of all that is drawn."""
    for one in root.iter():
        size = float(one.get("font-size", 0))
        match one.tag.removeprefix(SVG):
            case "rect":
                x, y, wide, high = (float(one.get(name, 0)) for name in ("x", "y", "width", "height"))
                yield x, y, x + wide, y + high
            case "circle":
                x, y, r = (float(one.attrib[name]) for name in ("cx", "cy", "r"))
                yield x - r, y - r, x + r, y + r
            case "line":
                x1, y1, x2, y2 = (float(one.attrib[name]) for name in ("x1", "y1", "x2", "y2"))
                yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
            case "text":
                x, y, half = (
                    float(one.attrib["x"]),
                    float(one.attrib["y"]),
                    cells(one.text or "") * ADVANCE * size / 2,
                )
                yield x - half, y - size, x + half, y
            case "path":
                place = one.attrib["transform"].removeprefix("translate(").partition(")")[0]
                x, y = map(float, place.split())
                yield x - 0.4 * UNIT, y - 0.4 * UNIT, x + 0.4 * UNIT, y + 0.4 * UNIT


OTHER_SIZE = pytest.mark.thorough("each game is drawn at its usual size, which shows the law")


@pytest.mark.sampled(8, "every board is made of the same parts")
@pytest.mark.parametrize("name", [*GAMES, *(pytest.param(name, marks=OTHER_SIZE) for name in SIZES)])
def test_a_board_shows_what_the_position_says_within_the_picture(name: str) -> None:
    kind = name.partition(":")[0]
    with consult(name) as game:
        for number, position in enumerate(played(game, 7, PLIES)):
            if number % 6 > 1:
                continue
            listed = game.picture_parts(position)
            assert listed is not None
            parts = board(str(position), listed)
            if kind in CHECKS:
                CHECKS[kind](position, parts)
            if kind in PIECES:
                said = placed(game.format_position(position), PIECES[kind], int(kind != "tictactoe"))
                assert pieces(parts) == said
            root = ElementTree.fromstring(
                board_svg(parts, caption(game, position), name, str(position)).encode()
            )
            wide, high = float(root.attrib["width"]), float(root.attrib["height"])
            for left, top, right, bottom in extents(root):
                assert left >= 0
                assert top >= 0
                assert right <= wide
                assert bottom <= high
            assert sum(one.get("class", "").startswith("piece") for one in root.iter()) == sum(
                isinstance(part, Piece) for part in parts
            )


def test_every_game_of_squares_men_or_heaps_has_a_board(pydecl: Run) -> None:
    games = {row["game"] for row in json.loads(pydecl("games", "--json").out)}
    assert {name for name in games if (ROOT / "prolog" / "games" / f"{name}.pl").is_file()} - {
        "graph"
    } == set(GAMES)


def test_a_tree_is_drawn_whole_and_a_move_goes_from_node_to_node() -> None:
    with consult("lecture19") as game:

        def drawn(node: str) -> tuple[Part, ...]:
            parts = game.picture_parts(Atom(node))
            assert parts is not None
            return board(node, parts)

        places = {part.name: (part.x, part.y) for part in drawn("a") if isinstance(part, Piece)}
        assert "".join(sorted(places)) == "abcdefgijklmnop"
        assert [part.text for part in drawn("a") if isinstance(part, Text) and part.text] == list("14562111")
        for node, child in ("ab", "bd", "cg"):
            moved = change(drawn(node), drawn(child))
            assert (moved.left, moved.reached) == ((places[node],), (places[child],))


@pytest.mark.parametrize(
    ("tree", "position", "shown"),
    [
        (f"r max ({' '.join(f'n{number} 1' for number in range(100))})", "r", ["r"]),
        (f"r max (a min ({' '.join(f'n{number} 1' for number in range(57))}) b 2)", "a", ["r", "a", "b"]),
        (" (".join(f"n{ply} {'max' if ply % 2 else 'min'}" for ply in range(12)) + " (e 1" + ")" * 12, "n9",
         ["n9", "n10", "n11", "e"]),
    ],
    ids=["wide", "sixty", "deep"],
)  # fmt: skip
def test_a_large_tree_is_drawn_in_part(tmp_path: Path, tree: str, position: str, shown: list[str]) -> None:
    file = rules_file(tmp_path, tree, "large.tree")
    with consult(file) as game:
        parts = board(position, game.picture_parts(Atom(position)) or [])
    pieces = [part for part in parts if isinstance(part, Piece)]
    assert {*shown} <= {part.name for part in pieces}
    assert len(pieces) <= 60
    assert len(pieces) in (len(shown), 60)


@pytest.mark.parametrize(
    ("game", "position", "said"),
    [
        ("nim", "1/0/0 max", "MAX to move"),
        ("nim", "0/0/0 max", "MIN has won"),
        ("nim", "0/0/0 min", "MAX has won"),
        ("tictactoe", "xox/xoo/oxx", "a draw"),
        ("kuhn", "deal", "chance moves"),
        ("kalah:pits=2,seeds=2", "pass(min,kalah(max,[1,2]-1,[2,2]-0))", "MIN passes"),
        ("lecture19", "b", "MIN to move"),
        ("lecture19_unknown", "l", "the game is over"),
    ],
)
def test_the_caption_says_who_moves_or_has_won(
    pydecl: Run, tmp_path: Path, game: str, position: str, said: str
) -> None:
    file = tmp_path / "board.svg"
    done = pydecl("board", game, "--position", position, "-o", str(file))
    assert (done.code, done.err) == (0, "")
    root = ElementTree.fromstring(file.read_bytes())
    assert [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "caption"] == [said]


@pytest.mark.parametrize("kind", ["svg", "html", "txt"])
def test_a_file_is_written_in_each_format(pydecl: Run, tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"board.{kind}"
    done = pydecl("board", "hexapawn", "-o", str(file))
    assert (done.code, done.err, done.out) == (0, "", f"{file}: hexapawn: bbb/.../www w\n")
    text = file.read_text("utf-8")
    assert ("b  b  b" in text) == (kind != "png")
    assert text.count('class="piece ') == (0 if kind == "txt" else 6)
    shown = "  3  b  b  b\n  2  .  .  .\n  1  w  w  w\n     a  b  c\nw to move\n"
    assert pydecl("board", "hexapawn").out.startswith(shown)


GAME = "moves(a, [b]). max_to_move(a). min_to_move(b). staticval(b, 1).\n"


@pytest.mark.sampled(8, "all boards complain in the same way")
@pytest.mark.parametrize(
    ("rule", "code", "said"),
    [
        ("--> [cell(1,1,pink)].", 3, "a with cell(1,1,pink): expected one of the colours max, min, "),
        ("--> [cell(100000,1)].", 3, "expected a number between -1,000 and 1,000, not 100000"),
        ("--> { X is inf }, [cell(X,1)].", 3, "expected a number between"),
        ("--> { X is nan }, [cell(X,1)].", 3, "expected a number between"),
        ("--> { X is 10**400 }, [cell(X,1)].", 3, "expected a number between"),
        ("--> [cell(_,1)].", 3, "expected a number between"),
        ("--> [square(1,1)].", 3, "a with square(1,1): expected cell(X, Y[, Colour]), piece("),
        ("--> [text(1,1,f(x))].", 3, "expected an atom, a string or a number, not f(x)"),
        ('--> [text(1,1,"two\\nlines")].', 3, "expected a text of one line and at most 200 characters"),
        (
            f"--> {{ findall(cell(1,1), between(0, {MOST}, _), Cells) }}, Cells.",
            3,
            "at most 20,000 parts are drawn",
        ),
        ("--> { findall(cell(1,1), between(1, 300000, _), Cells) }, Cells.", 3, "too large to print"),
        ("--> { fail }.", 3, "gives no list of parts for a"),
        ("--> [], inserted.\ninserted([cell(1,1)|_], _).", 3, "gives no list of parts for a"),
        ("--> { throw(ball) }.", 3, "raised an exception: ball"),
        ("--> { X = f(X) }, [X].", 3, "a cyclic term"),
        ("--> { halt }.", 3, "stopped unexpectedly"),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_told(pydecl: Run, tmp_path: Path, rule: str, code: int, said: str) -> None:
    file, picture = tmp_path / "game.pl", tmp_path / "board.svg"
    file.write_text(f"{GAME}position_picture(a) {rule}\n")
    done = pydecl("board", str(file), "--position", "a", "-o", str(picture))
    assert (done.code, done.out, done.err.count("pydecl: ")) == (code, "", 1)
    assert said in done.err
    assert not picture.exists()


def test_a_picture_that_takes_too_long_is_told(pydecl: Run, tmp_path: Path) -> None:
    file, picture = tmp_path / "game.pl", tmp_path / "board.svg"
    file.write_text(f"{GAME}position_picture(a) --> {{ repeat, fail }}.\n")
    done = pydecl("board", str(file), "--position", "a", "--time", "0.5", "-o", str(picture))
    assert (done.code, done.out, done.err.count("pydecl: ")) == (4, "", 1)
    # Time may be up before SWI-Prolog runs.
    assert re.search("no answer from SWI-Prolog within 0.5 s|time is up", done.err)
    assert not picture.exists()


def test_rules_without_a_picture_and_with_an_empty_one_are_drawn(pydecl: Run, tmp_path: Path) -> None:
    for number, rule in enumerate(("", "position_picture(a) --> [].", 'position_text(a) --> "<a>\\n & b".')):
        file, picture = tmp_path / f"game{number}.pl", tmp_path / f"board{number}.svg"
        file.write_text(GAME + rule)
        assert pydecl("board", str(file), "--position", "a", "-o", str(picture)).code == 0
        texts = [one.text for one in ElementTree.fromstring(picture.read_bytes()).iter(f"{SVG}text")]
        assert texts == [["a", "MAX to move"], ["MAX to move"], ["<a>", " & b", "MAX to move"]][number]


def test_the_parts_are_what_the_manual_says() -> None:
    def term(name: str, *args: Term) -> Term:
        return Compound(name, args)

    grey = Atom("grey")
    assert board("p", [term("line", 0, 0, 1, 2), term("line", 0, 0, 1, 2, grey), term("text", 1, 1, 7)]) == (
        Line(0, 0, 1, 2),
        Line(0, 0, 1, 2, Colour.GREY),
        Text(1, 1, "7"),
    )


def test_the_manual_names_the_shapes_and_colours_and_shows_rules_that_are_there() -> None:
    manual = (ROOT / "docs" / "draw.md").read_text("utf-8")
    (rules,) = re.findall(r"```prolog\n(.*?)```", manual, re.DOTALL)
    assert rules in (ROOT / "prolog" / "games" / "tictactoe.pl").read_text("utf-8")
    for name in (*SHAPES, *Colour):
        assert f"`{name}`" in manual
