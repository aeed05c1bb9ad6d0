"""Chess, with castling, en passant and promotion; mate wins, stalemate is a draw.

>>> game = Chess()
>>> start = game.initial()[0]
>>> len(game.successors(start))
20
>>> for move, after in game.successors(game.parse_position("4k3/P7/8/8/8/8/8/4K2R w K - 0 1"))[:5]:
...     print(move, game.format_position(after), game.static_value(after))
a7a8b B3k3/8/8/8/8/8/8/4K2R b K - 0 1 8
a7a8n N3k3/8/8/8/8/8/8/4K2R b K - 0 1 8
a7a8q Q3k3/8/8/8/8/8/8/4K2R b K - 0 1 14
a7a8r R3k3/8/8/8/8/8/8/4K2R b K - 0 1 10
e1d2 4k3/P7/8/8/8/8/3K4/7R b - - 1 1 6
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from pydecl.games import fen, notation
from pydecl.games.fen import CASTLES, SQUARES, Position
from pydecl.games.notation import EMPTY, OTHER, BoardGame
from pydecl.model.game import Outcome, Successor
from pydecl.model.term import Atom, Term

_START = Atom(fen.START)

MATE = 200
"""What mate is worth: more than any material, less than WIN - MAX_PLY."""


@dataclass(frozen=True)
class Chess(BoardGame[Position]):
    """MAX is White; a move is the squares left and reached, e2e4, and the new piece if any, e7e8q.

    `start` is a FEN; `knight` is what a knight is worth (lecture 20 says 4); the game is drawn when the
    halfmove clock reaches `clock_limit`, in plies. Repetition is no draw: it needs the game's history.
    """

    start: Atom = _START  # type: ignore[assignment]  # the option's name
    knight: int = 3
    clock_limit: int = 150

    movers = ("w", "b")

    def __post_init__(self) -> None:
        self.require("start", isinstance(self.start, Atom), "a FEN in single quotes")
        written = self.parse_position(self.start.name).fen()
        self.require("start", self.start.name == written, f"written as '{written}'")
        self.require_whole_number("knight", 1, 9)
        self.require_whole_number("clock_limit", 1, 10_000)
        super().__post_init__()

    def initial(self) -> Sequence[Position]:
        return [self.parse_position(self.start.name)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        if position.clock >= self.clock_limit:
            return []
        return [(_move_name(*move), after) for move, after in _legal(position)]

    def static_value(self, position: Position) -> int:
        """The material, Q 9, R 5, B 3, N `knight`, P 1, White's less Black's; MATE; 0 for a drawn end."""
        outcome = self.outcome(position)
        if outcome is not None:
            return {Outcome.WON: MATE, Outcome.LOST: -MATE, Outcome.DRAWN: 0}[outcome]
        count = position.board.count
        return (
            9 * (count("Q") - count("q"))
            + 5 * (count("R") - count("r"))
            + 3 * (count("B") - count("b"))
            + self.knight * (count("N") - count("n"))
            + (count("P") - count("p"))
        )

    def outcome(self, position: Position) -> Outcome | None:
        if any(True for _ in _legal(position)):
            return Outcome.DRAWN if position.clock >= self.clock_limit else None
        if not _in_check(position.board, position.mover):
            return Outcome.DRAWN
        return Outcome.LOST if position.mover == "w" else Outcome.WON

    def from_term(self, term: Term) -> Position:
        return _checked(fen.from_term(term))

    def format_position(self, position: Position) -> str:
        return position.fen()

    def parse_position(self, text: str) -> Position:
        return _checked(fen.from_fen(text))


def _checked(position: Position) -> Position:
    """The position itself; raises PositionError where the side to move could take the king."""
    other, name = ("b", "black") if position.mover == "w" else ("w", "white")
    if _in_check(position.board, other):
        raise notation.no_position("chess", f"the {name} king is in check, and {position.mover} is to move")
    return position


# Where pieces go

Ways = tuple[tuple[int, ...], ...]
"""For a square, the squares that follow it in each direction, nearest first."""


def _ways(steps: Sequence[tuple[int, int]], longest: int) -> tuple[Ways, ...]:
    """The ways from each of the squares; a step is so many down and right."""
    return tuple(
        tuple(
            tuple(
                8 * (row + i * down) + column + i * right
                for i in range(1, longest + 1)
                if row + i * down in range(8) and column + i * right in range(8)
            )
            for down, right in steps
        )
        for row in range(8)
        for column in range(8)
    )


def _leaps(steps: Sequence[tuple[int, int]]) -> Ways:
    """The squares that are one step from each of the squares."""
    return tuple(tuple(to for way in ways for to in way) for ways in _ways(steps, 1))


_STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))

_ROOK = _ways(_STRAIGHT, 7)
_BISHOP = _ways(_DIAGONAL, 7)
_QUEEN = _ways(_STRAIGHT + _DIAGONAL, 7)
_SLIDES = dict(zip("RrBbQq", (_ROOK, _ROOK, _BISHOP, _BISHOP, _QUEEN, _QUEEN), strict=True))
_KING = _leaps(_STRAIGHT + _DIAGONAL)
_KNIGHT = _leaps(((1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)))
_PAWN_TAKES = {"w": _leaps(((-1, -1), (-1, 1))), "b": _leaps(((1, -1), (1, 1)))}

_MEN = {"w": "KQRBNP", "b": "kqrbnp"}

_HOMES = {
    SQUARES.index(square): [letter for letter, (*homes, _) in CASTLES.items() if square in homes]
    for square in ("a1", "e1", "h1", "a8", "e8", "h8")
}
"""Squares of kings and rooks, and the castling that is lost when a piece leaves or reaches them."""

Move = tuple[int, int, str]
"""The squares left and reached; and b, n, q or r for a promotion, else nothing."""


@cache
def _move_name(left: int, reached: int, promotion: str) -> Atom:
    return Atom(SQUARES[left] + SQUARES[reached] + promotion)


def _in_check(board: str, side: str) -> bool:
    return _attacked(board, board.index(_MEN[side][0]), OTHER[side])


def _attacked(board: str, square: int, side: str) -> bool:
    """Whether a piece of the side could take on the square."""
    king, queen, rook, bishop, knight, pawn = tuple(_MEN[side])
    for ways, slider in ((_ROOK[square], rook), (_BISHOP[square], bishop)):
        for way in ways:
            for i in way:
                cell = board[i]
                if cell != EMPTY:
                    if cell in (slider, queen):
                        return True
                    break
    pawns = _PAWN_TAKES[OTHER[side]][square]
    for squares, leaper in ((_KNIGHT[square], knight), (pawns, pawn), (_KING[square], king)):
        for i in squares:
            if board[i] == leaper:
                return True
    return False


def _legal(position: Position) -> Iterator[tuple[Move, Position]]:
    """The moves that do not leave the own king attacked, in order, and where they lead."""
    mover, board = position.mover, position.board
    king = board.index(_MEN[mover][0])
    suspects = _suspects(position, king)
    for move in _candidates(position):
        after = _after(position, move)
        left, reached, _ = move
        if left in suspects or reached == position.passant:
            now = reached if left == king else king
            if _attacked(after.board, now, after.mover):
                continue
        yield move, after


def _suspects(position: Position, king: int) -> set[int] | range:
    """The squares of the pieces whose moves might leave the king attacked: all of them in check."""
    if _attacked(position.board, king, OTHER[position.mover]):
        return range(64)
    nearest = (next((i for i in way if position.board[i] != EMPTY), king) for way in _QUEEN[king])
    return {king, *nearest}


def _candidates(position: Position) -> Iterator[Move]:
    """The moves without regard to what happens to the king, in order."""
    mover, board = position.mover, position.board
    men = _MEN[mover]
    targets: list[int]
    for left, cell in enumerate(board):
        if cell not in men:
            continue
        if cell in "Pp":
            for reached in sorted(_pawn_targets(position, left)):
                for promotion in "bnqr" if reached < 8 or reached > 55 else ("",):
                    yield left, reached, promotion
            continue
        if cell in "Nn":
            targets = [i for i in _KNIGHT[left] if board[i] not in men]
        elif cell in "Kk":
            targets = [i for i in _KING[left] if board[i] not in men]
            targets += _castling_targets(position, left)
        else:
            targets = []
            for way in _SLIDES[cell][left]:
                for i in way:
                    if board[i] != EMPTY:
                        if board[i] not in men:
                            targets.append(i)
                        break
                    targets.append(i)
        targets.sort()
        for reached in targets:
            yield left, reached, ""


def _pawn_targets(position: Position, left: int) -> list[int]:
    mover, board = position.mover, position.board
    ahead, home = (-8, range(48, 56)) if mover == "w" else (8, range(8, 16))
    enemies = _MEN[OTHER[mover]]
    targets = [i for i in _PAWN_TAKES[mover][left] if board[i] in enemies or i == position.passant]
    if board[left + ahead] == EMPTY:
        targets.append(left + ahead)
        if left in home and board[left + 2 * ahead] == EMPTY:
            targets.append(left + 2 * ahead)
    return targets


def _castling_targets(position: Position, king: int) -> list[int]:
    """Where the king may castle to: nothing stands between it and the rook, and it passes no attack."""
    mover, board = position.mover, position.board
    targets = []
    for letter in position.castling:
        if letter in _MEN[mover]:
            rook = SQUARES.index(CASTLES[letter][1])
            side = 1 if rook > king else -1
            between = board[min(king, rook) + 1 : max(king, rook)]
            if between.strip(EMPTY) == "" and not any(
                _attacked(board, i, OTHER[mover]) for i in (king, king + side)
            ):
                targets.append(king + 2 * side)
    return targets


def _after(position: Position, move: Move) -> Position:
    mover, board, castling, passant, clock, number = position
    left, reached, promotion = move
    piece, taken = board[left], board[reached]
    arriving = piece if not promotion else promotion.upper() if mover == "w" else promotion
    cells = board[:left] + EMPTY + board[left + 1 :]
    cells = cells[:reached] + arriving + cells[reached + 1 :]
    passed = None
    if piece in "Pp":
        if reached == passant:
            victim = reached + 8 if mover == "w" else reached - 8
            cells = cells[:victim] + EMPTY + cells[victim + 1 :]
        elif abs(reached - left) == 16:
            passed = (left + reached) // 2
    elif piece in "Kk" and abs(reached - left) == 2:
        rook, passes = (reached + 1, reached - 1) if reached > left else (reached - 2, reached + 1)
        cells = cells[:rook] + EMPTY + cells[rook + 1 :]
        cells = cells[:passes] + _MEN[mover][2] + cells[passes + 1 :]
    if castling:
        for square in (left, reached):
            for letter in _HOMES.get(square, ()):
                castling = castling.replace(letter, "")
    fresh = piece in "Pp" or taken != EMPTY
    return Position(OTHER[mover], cells, castling, passed, 0 if fresh else clock + 1, number + (mover == "b"))
