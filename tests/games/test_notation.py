"""Each message of the notation and of the terms, and the texts of some positions."""

from __future__ import annotations

from typing import Any

import pytest

from pydecl.errors import Exit, PositionError
from pydecl.games.atari_go import AtariGo
from pydecl.games.backgammon import Backgammon
from pydecl.games.bearoff import BearOff
from pydecl.games.checkers import Checkers
from pydecl.games.chess import Chess
from pydecl.games.connect4 import Connect4
from pydecl.games.domineering import Domineering
from pydecl.games.dots_and_boxes import DotsAndBoxes
from pydecl.games.go import Go
from pydecl.games.graph import Edge, Graph
from pydecl.games.hexapawn import Hexapawn
from pydecl.games.kalah import Kalah
from pydecl.games.kqk import Kqk
from pydecl.games.krk import Krk
from pydecl.games.kuhn import Kuhn
from pydecl.games.nim import Nim
from pydecl.games.nine_mens_morris import NineMensMorris
from pydecl.games.othello import Othello
from pydecl.games.pig import Pig
from pydecl.games.tictactoe import TicTacToe
from pydecl.model.game import Game
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, PrologList

START_OF_OTHELLO = "......../......../......../...wb.../...bw.../......../......../........ b"
START_OF_CONNECT4 = "/".join(["......."] * 6)

SMALL_BOXES = DotsAndBoxes(width=1, height=1)
SMALL_KALAH = Kalah(pits=2, seeds=2)

GAMMON = Backgammon(men=(0, 0, 1, 1, 0), faces=2)

BOTH_MEN = (
    "expected the men of MAX/those of MIN, who is to move and the dice, such as 6:2,5:1/- max 2-1, found"
)

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
    (
        Chess(),
        "4k2r/8/8/8/3pP3/8/8/4K3 b k e3 0 7",
        f"chess(b,board({'e,e,e,e,bk,e,e,br,' + 'e,' * 27}bp,wp,{'e,' * 23}wk,e,e,e),[g8],e3,0,7)",
    ),
    (Kqk(), "Kd6 Qa7 ke8 w", "kqk(w,/(4,6),/(1,7),/(5,8))"),
    (Kqk(), "Kd6 ke8 w", "kqk(w,/(4,6),none,/(5,8))"),
    (Krk(board=4), "Ka1 Ra3 kd4 b", "krk(b,/(1,1),/(1,3),/(4,4))"),
    (Checkers(), "B:W18,K32:BK5,11", "checkers(b,[-(5,king),-(11,man)],[-(18,man),-(32,king)])"),
    (Checkers(), "W:W:B1", "checkers(w,[-(1,man)],[])"),
    (AtariGo(size=2), "x./.o x", "atari_go(x,[[x,e],[e,o]])"),
    (AtariGo(size=3), ".../.x./... o", "atari_go(o,[[e,e,e],[e,x,e],[e,e,e]])"),
    (Go(rows=1, columns=3), ".x. o 2", "go(o,[[e,x,e]],2,[])"),
    (Go(rows=2, columns=1), "./x x 0 ./. ./o", "go(x,[[e],[x]],0,[[[e],[e]],[[e],[o]]])"),
    (Domineering(width=3, height=2), ".xx/... h", "domineering(h,[[e,x,x],[e,e,e]])"),
    (DotsAndBoxes(), "x./x../../.../.. 0 max", "dots_and_boxes(max,0,[[x,e],[x,e,e],[e,e],[e,e,e],[e,e]])"),
    (SMALL_BOXES, "x/xx/x -1 min", "dots_and_boxes(min,-1,[[x],[x,x],[x]])"),
    (SMALL_KALAH, "0,3+1/2,2+0 max", "kalah(max,-([0,3],1),-([2,2],0))"),
    (SMALL_KALAH, "0,0+1/0,0+7 min", "kalah(min,-([0,0],1),-([0,0],7))"),
    (
        NineMensMorris(),
        "x../.o./.../x...../.../.../..o 14 x",
        "nine_mens_morris(x,14,[x,e,e,e,o,e,e,e,e,x,e,e,e,e,e,e,e,e,e,e,e,e,e,o])",
    ),
    (
        NineMensMorris(points=16, men=6),
        "xo./.../..../.../... 9 o",
        "nine_mens_morris(o,9,[x,o,e,e,e,e,e,e,e,e,e,e,e,e,e,e])",
    ),
    (
        NineMensMorris(points=9, men=3),
        "xox/o.o/x.. 0 o",
        "nine_mens_morris(o,0,[x,o,x,o,e,o,x,e,e])",
    ),
    (Pig(), "4/0+3 max", "pig(max,4,0,3)"),
    (Pig(), "4/0+3 min rolls", "die(min,4,0,3)"),
    (Pig(), "10/4+0 min", "pig(min,10,4,0)"),
    (GAMMON, "4:1,3:1/4:1,3:1 both", "backgammon(both,[],[0,0,1,1,0],[0,0,1,1,0])"),
    (GAMMON, "5:2/- max", "backgammon(max,[],[0,0,0,0,2],[0,0,0,0,0])"),
    (GAMMON, "5:1,1:1/3:1 min 2-2-2-2", "backgammon(min,[2,2,2,2],[1,0,0,0,1],[0,0,1,0,0])"),
    (BearOff(), "0,2,1/0,0,1 max", "bearoff(max,[],[0,2,1],[0,0,1])"),
    (BearOff(), "0,2,1/0,0,1 min 2-1", "bearoff(min,[2,1],[0,2,1],[0,0,1])"),
    (BearOff(home=(3,)), "3/1 max 3-3-3-3", "bearoff(max,[3,3,3,3],[3],[1])"),
    (BearOff(home=(3,)), "0/3 min", "bearoff(min,[],[0],[3])"),
    (Kuhn(), "deal", "deal"),
    (Kuhn(), "qk", "kuhn(q,k,[])"),
    (Kuhn(), "jq pass,bet,pass", "kuhn(j,q,[pass,bet,pass])"),
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
    assert Checkers().parse_position(" B : BK5 : W 18, K32 .\n") == Checkers().parse_position("B:W18,K32:BK5")


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


SCORES = "expected MAX's points/MIN's points+the turn's total, such as 4/0+3, found"
HOMES = "expected MAX's home/MIN's home, who is to move and the dice, such as 0,2,1/0,2,1 max 2-1, found"
DICE = "expected the dice as they can be used, such as 2-1 or 1-1-1-1, the larger number first, found"
WORDS = "expected what can be said, pass or bet in turn, such as pass,bet, found"

SMALL_MORRIS = NineMensMorris(points=9, men=3)

GO_BOARDS = "expected the earlier boards in the standard order, none twice, none as the board is now"

WRONG_TEXTS = [
    (Nim(), "3/4/5", "expected the side to move, max or min, after a blank at the end, found '3/4/5'"),
    (Nim(), "3/-4/5 max", "heap 2: expected a whole number from 0, found '-4'"),
    (Nim(), "3//5 max", "heap 2: expected a whole number from 0, found ''"),
    (Nim(), "3/4/²  max", "heap 3: expected a whole number from 0, found '²'"),
    (TicTacToe(), "x.o/x?/...", "row 2: expected 3 cells of x, o or ., found 'x?'"),
    (TicTacToe(), "x.o/.x./... o", "row 3: expected 3 cells of x, o or ., found '... o'"),
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
        Connect4(width=2, height=3),
        "o./../x.",
        "row 2, column 1: expected a disc under the disc above, found an empty cell",
    ),
    (
        Othello(width=6, height=4),
        "..../.wb./.bw./.... b",
        "row 1: expected 6 cells of b, w or ., found '....'",
    ),
    (Graph(), "5 max", "expected a node of the graph, such as 1, found 5"),
    (Graph(), "1.0 max", "expected a node of the graph, such as 1, found 1.0"),
    (Graph(), "a b max", "expected a node of the graph, such as 1, found 'a b'"),
    (Checkers(), "W18:B5", "expected the side to move, B or W, and a colon, found 'W18:B5'"),
    (Checkers(), "B:W18", "expected :W and :B, each with its pieces, found 'B:W18'"),
    (Checkers(), "B:W18:B5:B6", "expected :W and :B, each with its pieces, found 'B:W18:B5:B6'"),
    (Checkers(), "B:W18,33:B5", "expected a square from 1 to 32, after K for a king, found '33'"),
    (Checkers(), "B:W18,:B5", "expected a square from 1 to 32, after K for a king, found ''"),
    (Checkers(), "B:W18:BKK5", "expected a square from 1 to 32, after K for a king, found 'KK5'"),
    (Checkers(), "B:W18,5:B5", "expected one piece on a square, found two on 5"),
    (Checkers(), "B:W18:B29", "a black man on 29 would have become a king"),
    (Checkers(), "B:W4:B28", "a white man on 4 would have become a king"),
    (AtariGo(size=2), "ox/x. x", "expected a liberty for each group of o, with x to move, found ox/x. x"),
    (Go(rows=1, columns=3), "x.o x 3", "expected 0, 1 or 2 passes, found '3'"),
    (Go(rows=1, columns=3), ".xo o", "expected a liberty for each group, found .xo"),
    (Go(rows=1, columns=3), "x.. o 0 oxo", "expected a liberty for each group, found oxo"),
    (Go(rows=1, columns=3), "x.. o 0 x..", GO_BOARDS),
    (Go(rows=1, columns=3), "x.. o 0 ..x ...", GO_BOARDS),
    (
        SMALL_BOXES,
        "x/xx/x min",
        "expected the lead, a whole number, before who is to move, found 'x/xx/x'",
    ),
    (SMALL_BOXES, "x/x/x 0 min", "row 2: expected 2 lines of x or ., found 'x'"),
    (SMALL_BOXES, "x/xx/x 0 min", "expected a lead that 1 complete box can give, found 0"),
    (SMALL_BOXES, "x/../x 2 min", "expected a lead that 0 complete boxes can give, found 2"),
    (
        SMALL_KALAH,
        "2,2+0 max",
        "expected MAX's houses and store/MIN's, such as 0,3,3+0/2,2,2+0, found '2,2+0'",
    ),
    (SMALL_KALAH, "2,2+0/2,2 max", "expected 2 houses divided by commas, and + and the store, found '2,2'"),
    (SMALL_KALAH, "2,2+0/2,2+1 max", "expected 8 seeds, found 9"),
    (
        SMALL_KALAH,
        "0,0+4/2,2+0 max",
        "one side is empty, and the seeds of the other are not in the store: 0,0+4/2,2+0 max",
    ),
    (
        SMALL_MORRIS,
        "xox/o.o/x.. o",
        "expected the men still to be placed, a whole number from 0 to 6, before the side to move, "
        "found 'xox/o.o/x..'",
    ),
    (
        SMALL_MORRIS,
        "xox/o.o/x.. 7 o",
        "expected the men still to be placed, a whole number from 0 to 6, before the side to move, found '7'",
    ),
    (SMALL_MORRIS, "xox/o.w/x.. 0 o", "row 2: expected 3 points of x, o or ., found 'o.w'"),
    (SMALL_MORRIS, "xxx/ooo/.x. 0 o", "expected at most 3 men of x, found 4"),
    (Pig(), "4/0 max", f"{SCORES} '4/0'"),
    (Pig(), "4/0+-1 max rolls", f"{SCORES} '4/0+-1'"),
    (Pig(), "11/0+0 min", "expected at most 10 points, and one winner, found 11 and 0"),
    (Pig(), "10/0+0 min rolls", "the game is over with 10 points: expected no roll and no total"),
    (Pig(goal=5), "0/5+2 max", "the game is over with 5 points: expected no roll and no total"),
    (GAMMON, "4:1/4:1", f"{BOTH_MEN} '4:1/4:1'"),
    (GAMMON, "6:1/4:1 max", "the men of MAX: expected 5 whole numbers from 0, found '6:1/4:1 max'"),
    (GAMMON, "4:1/4:1,4:1 max", "the men of MIN: expected 5 whole numbers from 0, found '4:1/4:1,4:1 max'"),
    (GAMMON, "4:1/1:1 max", "expected men of one player on each point, found '4:1/1:1 max'"),
    (GAMMON, "4:3/4:1 max", "expected 2 men each at most, found '4:3/4:1 max'"),
    (GAMMON, "4:1/4:1 both 2-1", "expected max or min with dice, or at the end, found '4:1/4:1 both 2-1'"),
    (GAMMON, "4:1/- both", "expected max or min with dice, or at the end, found '4:1/- both'"),
    (BearOff(), "0,2,1 max", f"{HOMES} '0,2,1 max'"),
    (BearOff(), "0,2,1/0,2,1 max 2,1", f"{HOMES} '0,2,1/0,2,1 max 2,1'"),
    (
        BearOff(),
        "0,2,1/0,2 max",
        "the home of MIN: expected 3 whole numbers from 0, found '0,2,1/0,2 max'",
    ),
    (BearOff(home=(1,)), "0/0 max", "one player at least must have men, found '0/0 max'"),
    (BearOff(home=(1,)), "0/1 max 2-1", "the game is over: expected no dice, found '0/1 max 2-1'"),
    (BearOff(home=(1,)), "1/1 max 1-2", f"{DICE} '1/1 max 1-2'"),
    (BearOff(home=(1,)), "1/1 max 4-1", f"{DICE} '1/1 max 4-1'"),
    (BearOff(home=(1,)), "1/1 max 2-2", f"{DICE} '1/1 max 2-2'"),
    (Kuhn(), "qq", "expected two different cards of j, q and k, such as qk, or deal, found 'qq'"),
    (
        Kuhn(),
        "deal pass",
        "expected two different cards of j, q and k, such as qk, or deal, found 'deal pass'",
    ),
    (Kuhn(), "qk bet,bet,bet", f"{WORDS} 'qk bet,bet,bet'"),
    (Kuhn(), "qk call", f"{WORDS} 'qk call'"),
]


@pytest.mark.sampled(40, "all games complain in the same way")
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
SIDE = "expected a list of 2 houses and a store, whole numbers from 0, found"
LEAD = "expected a lead that 0 complete boxes can give"
NINE = "a list of 9 cells of x, o or e"
CHECKERS = "checkers(Mover, Blacks, Whites), Mover b or w, Blacks and Whites lists of pieces Square-Rank"
PIECE = "a piece Square-Rank, Square from 1 to 32 and Rank man or king"
OTHELLO = "othello(Mover, Rows), Mover b or w and Rows a list of lists of b, w and e"
ROWS = "[[e,e,e,e],[e,w,b,e],[e,b,w,e],[e,e,e,e]]"

WRONG_TERMS: list[tuple[Game[Any], str, str]] = [
    (
        Domineering(width=2, height=1),
        "domineering(v)",
        "expected domineering(Mover, Rows), Mover v or h and Rows a list of lists of x and e, "
        "found domineering(v)",
    ),
    (
        SMALL_BOXES,
        "dots_and_boxes(max,0)",
        "expected dots_and_boxes(Mover, Lead, Rows), Mover max or min, Lead a whole number and Rows a list "
        "of lists of x and e, found dots_and_boxes(max,0)",
    ),
    (SMALL_BOXES, "dots_and_boxes(max,0.0,[])", "expected the lead, a whole number, found 0.0"),
    (SMALL_BOXES, "dots_and_boxes(max,1,[[e],[e,e],[e]])", f"{LEAD}, found 1"),
    (
        SMALL_KALAH,
        "kalah(max)",
        "expected kalah(Mover, Max, Min), Mover max or min, Max and Min each a list of seeds and a store, "
        "Houses-Store, found kalah(max)",
    ),
    (SMALL_KALAH, "kalah(max,1,2)", f"{SIDE} 1"),
    (SMALL_KALAH, "kalah(max,-([2,2],0),-([2,2],-1))", f"{SIDE} -([2,2],-1)"),
    (SMALL_KALAH, "kalah(max,-([2,2],0),-([2,2],1))", "expected 8 seeds, found 9"),
    (
        SMALL_MORRIS,
        "nine_mens_morris(x,[])",
        "expected nine_mens_morris(Mover, Hand, Cells), Mover x or o, Hand the men still to be placed, "
        "and Cells a list of x, o and e, found nine_mens_morris(x,[])",
    ),
    (
        SMALL_MORRIS,
        "nine_mens_morris(x,-1,[])",
        "expected the men still to be placed, a whole number from 0 to 6, found -1",
    ),
    (
        SMALL_MORRIS,
        "nine_mens_morris(x,0,[x,x,x,x,e,o,o,o,e])",
        "expected at most 3 men of x, found 4",
    ),
    (
        Pig(),
        "pig(max,1,2)",
        "expected pig(Mover, Max, Min, Total), or the same as die(…), found pig(max,1,2)",
    ),
    (Pig(), "pig(max,1,2,-1)", "expected whole numbers from 0, found pig(max,1,2,-1)"),
    (
        BearOff(),
        "bearoff(max,[])",
        "expected bearoff(Mover, Dice, Max, Min), Dice, Max and Min lists of whole numbers, "
        "found bearoff(max,[])",
    ),
    (
        GAMMON,
        "backgammon(max,[])",
        "expected backgammon(Mover, Dice, Max, Min), Dice, Max and Min lists of whole numbers, "
        "found backgammon(max,[])",
    ),
    (GAMMON, "backgammon(w,[],[1],[1])", "expected max, min or both to move, found w"),
    (
        BearOff(home=(1,)),
        "bearoff(max,[],[1.0],[1])",
        "the home of MAX: expected 1 whole number from 0, found bearoff(max,[],[1.0],[1])",
    ),
    (BearOff(home=(1,)), "bearoff(max,dice,[1],[1])", f"{DICE} bearoff(max,dice,[1],[1])"),
    (
        Kuhn(),
        "kuhn(q)",
        "expected deal, or kuhn(Max, Min, Said), two different cards of j, q and k and a list of words, "
        "found kuhn(q)",
    ),
    (
        Kuhn(),
        "kuhn(q,1,[])",
        "expected two different cards of j, q and k, such as qk, or deal, found kuhn(q,1,[])",
    ),
    (Kuhn(), "kuhn(q,k,bet)", f"{WORDS} kuhn(q,k,bet)"),
    (Kuhn(), "kuhn(q,k,[1])", f"{WORDS} kuhn(q,k,[1])"),
    (TicTacToe(), "nim(max,[3,4,5])", f"expected {TICTACTOE}, found nim(max,[3,4,5])"),
    (TicTacToe(), "tictactoe(x)", f"expected {TICTACTOE}, found tictactoe(x)"),
    (TicTacToe(), "tictactoe(z,[])", "expected x or o to move, found z"),
    (TicTacToe(), 'tictactoe("x",[])', 'expected x or o to move, found "x"'),
    (TicTacToe(), "tictactoe(x,cells)", f"expected {NINE}, found cells"),
    (
        TicTacToe(),
        "tictactoe(x,[e,e,e,e,e,e,e,e,E])",
        f"expected {NINE}, found [e,e,e,e,e,e,e,e,E]",
    ),
    (
        TicTacToe(),
        "tictactoe(x,[e,e,e,e,e,e,e,e,e|e])",
        f"expected {NINE}, found [e,e,e,e,e,e,e,e,e|e]",
    ),
    (
        Nim(),
        "nim([3])",
        "expected nim(Mover, Heaps), Mover max or min and Heaps a list of whole numbers, found nim([3])",
    ),
    (
        Graph(),
        "at(max)",
        "expected at(Mover, Node), Mover max or min and Node a node of the graph, found at(max)",
    ),
    (Graph(), "at(max,9)", "expected a node of the graph, such as 1, found 9"),
    (Nim(), "nim(max,[3,-1])", "expected one or more heaps, whole numbers from 0, found [3,-1]"),
    (Nim(), "nim(max,[3,1.0])", "expected one or more heaps, whole numbers from 0, found [3,1.0]"),
    (Nim(), "nim(max,[])", "expected one or more heaps, whole numbers from 0, found []"),
    (Connect4(width=2), "connect4(x,[[],[],[]])", "expected a list of 2 columns, found [[],[],[]]"),
    (Connect4(width=1), "connect4(x,[])", "expected a list of 1 column, found []"),
    (
        Connect4(width=2, height=2),
        "connect4(x,[[],[x,o,x]])",
        "column 2: expected a list of at most 2 discs, x or o, found [x,o,x]",
    ),
    (
        Connect4(width=2, height=2),
        "board(x)",
        "expected connect4(Mover, Columns), Mover x or o and Columns a list of lists of x and o, "
        "found board(x)",
    ),
    (Othello(size=4), "othello(b,x,y)", f"expected {OTHELLO}, found othello(b,x,y)"),
    (Othello(width=4, height=6), "othello(b,[])", "expected a list of 6 rows, found []"),
    (
        Othello(size=4),
        f"othello(b,{ROWS.replace('[e,b,w,e]', '[e,b,e]')})",
        "row 3: expected a list of 4 cells of b, w or e, found [e,b,e]",
    ),
    (
        Hexapawn(),
        "chess(w)",
        "expected hexapawn(Mover, Rows), Mover w or b and Rows a list of lists of w, b and e, found chess(w)",
    ),
    (Checkers(), "checkers(b,[])", f"expected {CHECKERS}, found checkers(b,[])"),
    (Checkers(), "checkers(b,[],none)", "expected a list of pieces, found none"),
    (Checkers(), "checkers(b,[],[5])", f"expected {PIECE}, found 5"),
    (Checkers(), "checkers(b,[],[-(33,man)])", f"expected {PIECE}, found -(33,man)"),
    (
        Checkers(),
        "checkers(b,[],[-(6,man),-(5,man)])",
        "expected pieces in the order of squares, found [-(6,man),-(5,man)]",
    ),
    (Checkers(), "checkers(b,[-(5,man)],[-(5,king)])", "expected one piece on a square, found two on 5"),
    (Checkers(), "checkers(b,[-(32,man)],[])", "a black man on 32 would have become a king"),
    (
        AtariGo(size=2),
        "atari_go(o,[[x,o],[o,e]])",
        "expected a liberty for each group of x, with o to move, found xo/o. o",
    ),
    (
        AtariGo(size=2),
        "atari_go(x)",
        "expected atari_go(Mover, Rows), Mover x or o and Rows a list of lists of x, o and e, "
        "found atari_go(x)",
    ),
    (Go(rows=1, columns=2), "go(x,[[e,e]],pass,[])", "expected 0, 1 or 2 passes, found pass"),
    (Go(rows=1, columns=2), "go(x,[[e,e]],0,none)", "expected a list of boards, found none"),
    (
        Go(rows=1, columns=2),
        "go(x,[[e,e]])",
        "expected go(Mover, Rows, Passes, Earlier), Mover x or o, Earlier a list of boards, "
        "found go(x,[[e,e]])",
    ),
]


@pytest.mark.sampled(40, "all games complain in the same way")
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
