"""white_black_minimax: minimax with the names of the lecture on Othello. The twin of
`prolog/refined/white_black_minimax.pl`.

Black is MAX, white MIN; a board's score is its static value. Exact. Ties: the first of the best.

Source: the lecture's section 2, 'Minimax algorithm'.
"""

from __future__ import annotations

from pydecl.model.number import Number, less
from pydecl.model.program import Contract, Declaration, Kind, Tie, Traced
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "white_black_minimax",
    Contract(Kind.EXACT, Tie.FIRST),
    summary="minimax in the words of OL",
    source="OL, section 2",
    ordered=True,
    traced=(Traced("white_black_minimax"),),
    place=12,
)


def white_black_minimax(game: Interface[N], board: N) -> tuple[N | None, Number]:
    """The best successor (None where there is none) and its score."""
    moves = game.moves(board)
    if not moves:
        return None, game.staticval(board)
    black = game.max_to_move(board)
    best = moves[0]
    score = white_black_minimax(game, best)[1]
    for successor in moves[1:]:
        score1 = white_black_minimax(game, successor)[1]
        if less(score, score1) if black else less(score1, score):
            best, score = successor, score1
    return best, score
