:- module(pydecl_white_black_minimax,
          [ white_black_minimax/3       % +Board, -Best, -Score
          ]).
:- use_module('../support/attached').

/*  white_black_minimax: minimax with the names of the lecture on Othello.

    Source: the lecture's section 2, 'Minimax algorithm'. Black is MAX, white MIN; a board's score is its
    static value.

    Contract: exact; Score is V(Board), as minimax's.
    Ties: the first of the best.
*/

:- set_prolog_flag(optimise, true).

white_black_minimax(Board, Best, Score) :-
    (   moves(Board, [First|Moves])
    ->  colour(Board, Colour),
        white_black_minimax(First, _, Score0),
        each(Moves, Colour, First, Score0, Best, Score)
    ;   staticval(Board, Score)
    ).

colour(Board, Colour) :-
    (   max_to_move(Board)
    ->  Colour = black
    ;   Colour = white
    ).

%   each(+Moves, +Colour, +Best0, +Score0, -Best, -Score): Best0 is the best so far.

each([], _, Best, Score, Best, Score).
each([Board|Moves], Colour, Best0, Score0, Best, Score) :-
    white_black_minimax(Board, _, Score1),
    (   prefers(Colour, Score1, Score0)
    ->  each(Moves, Colour, Board, Score1, Best, Score)
    ;   each(Moves, Colour, Best0, Score0, Best, Score)
    ).

prefers(black, Score1, Score0) :- Score1 > Score0.
prefers(white, Score1, Score0) :- Score1 < Score0.
