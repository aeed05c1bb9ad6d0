:- module(pydecl_white_black_alphabeta,
          [ white_black_alphabeta/5     % +Board, +Alpha, +Beta, -Best, -Score
          ]).
:- use_module('../support/attached').

/*  white_black_alphabeta: alpha-beta with the names of the lecture on Othello.

    Source: the lecture's section 6, 'AlphaBeta'. Black is MAX, white MIN. Alpha is the best that white has,
    at first +infinity; Beta is the best that black has, at first -infinity. (Elsewhere it is the other way
    round: alpha is MAX's.)

    Contract: between Beta and Alpha, both exclusive, Score is V(Board). Where V(Board) =< Beta,
    V(Board) =< Score =< Beta; where V(Board) >= Alpha, Alpha =< Score =< V(Board).
    Ties: the first of the best.
*/

:- set_prolog_flag(optimise, true).

about(beta_first).

white_black_alphabeta(Board, Alpha, Beta, Best, Score) :-
    (   moves(Board, [First|Moves])
    ->  (   max_to_move(Board)
        ->  black([First|Moves], Alpha, Beta, First, Best, Score)
        ;   white([First|Moves], Alpha, Beta, First, Best, Score)
        )
    ;   staticval(Board, Score)
    ).

%   black(+Moves, +Alpha, +Beta, +Best0, -Best, -Score): Best0 is the best so far.

black([], _, Beta, Best, Best, Beta).
black([Board|Moves], Alpha, Beta, Best0, Best, Score) :-
    white_black_alphabeta(Board, Alpha, Beta, _, Try),
    (   Try > Beta
    ->  Beta1 = Try,
        Best1 = Board                   % found a better move
    ;   Beta1 = Beta,
        Best1 = Best0
    ),
    (   Beta1 >= Alpha
    ->  Best = Best1,                   % white would choose a different previous move
        Score = Beta1
    ;   black(Moves, Alpha, Beta1, Best1, Best, Score)
    ).

white([], Alpha, _, Best, Best, Alpha).
white([Board|Moves], Alpha, Beta, Best0, Best, Score) :-
    white_black_alphabeta(Board, Alpha, Beta, _, Try),
    (   Try < Alpha
    ->  Alpha1 = Try,
        Best1 = Board                   % found a better move
    ;   Alpha1 = Alpha,
        Best1 = Best0
    ),
    (   Beta >= Alpha1
    ->  Best = Best1,                   % black would choose a different previous move
        Score = Alpha1
    ;   white(Moves, Alpha1, Beta, Best1, Best, Score)
    ).
