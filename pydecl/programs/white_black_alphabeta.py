"""white_black_alphabeta: alpha-beta with the names of the lecture on Othello. The twin of
`prolog/refined/white_black_alphabeta.pl`.

Black is MAX, white MIN. Alpha is the best that white has, at first +infinity; beta is the best that black
has, at first -infinity. (Elsewhere it is the other way round: alpha is MAX's.) Between beta and alpha,
both exclusive, the score is V(board). Where V(board) <= beta it is from V(board) to beta, where V(board)
>= alpha from alpha to V(board). Ties: the first of the best.

Source: the lecture's section 6, 'AlphaBeta'.
"""

from __future__ import annotations

from pydecl.model.number import Number, less
from pydecl.model.program import Contract, Declaration, Kind, Side, Tie, Traced
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "white_black_alphabeta",
    Contract(Kind.FAIL_SOFT, Tie.FIRST, window=True),
    summary="alpha-beta in the words of OL: alpha is MIN's",
    source="OL, section 6",
    ordered=True,
    traced=(Traced("white_black_alphabeta", bounds=2, side=Side.WHITE),),
    beta_first=True,
    place=13,
)


def white_black_alphabeta(
    game: Interface[N], board: N, alpha: Number, beta: Number
) -> tuple[N | None, Number]:
    """The best successor (None where there is none) and its score."""
    moves = game.moves(board)
    if not moves:
        return None, game.staticval(board)
    best = moves[0]
    if game.max_to_move(board):
        for successor in moves:
            attempt = white_black_alphabeta(game, successor, alpha, beta)[1]
            if less(beta, attempt):
                best, beta = successor, attempt  # found a better move
            if not less(beta, alpha):
                break  # white would choose a different previous move
        return best, beta
    for successor in moves:
        attempt = white_black_alphabeta(game, successor, alpha, beta)[1]
        if less(attempt, alpha):
            best, alpha = successor, attempt  # found a better move
        if not less(beta, alpha):
            break  # black would choose a different previous move
    return best, alpha
