/*  Teeko (John Scarne, 1937): on 5x5 each player drops four men in turn, and then moves one
    of them to an empty square beside it, diagonals included. Four in a line, or in a square
    of 2x2, win.
    Rules: en.wikipedia.org/wiki/Teeko, the standard game. No second opinion is known.

    A position is teeko(Mover, Own, Others): the mover's men and the opponent's, sorted lists
    of Column/Row. A move is To or From-To. MAX is x, who begins. Nothing forbids going round.
*/

:- use_module(library(lists)).

initial(teeko(x, [], [])).

max_to_move(teeko(x, _, _)).

min_to_move(teeko(o, _, _)).

opponent(x, o).
opponent(o, x).

move(teeko(Mover, Own0, Others), Move, teeko(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    \+ won(Others),
    (   Own0 = [_,_,_,_]
    ->  select(X0/Y0, Own0, Own1),
        square(X/Y),
        max(abs(X - X0), abs(Y - Y0)) =:= 1,
        Move = X0/Y0-X/Y
    ;   Own1 = Own0,
        square(X/Y),
        Move = X/Y
    ),
    \+ memberchk(X/Y, Own1),
    \+ memberchk(X/Y, Others),
    sort([X/Y|Own1], Own).

square(X/Y) :-
    between(1, 5, X),
    between(1, 5, Y).

%   won(+Men): sorted, the four of a line follow each other by one step.

won([X1/Y1, X2/Y2, X3/Y3, X4/Y4]) :-
    DX is X2 - X1,
    DY is Y2 - Y1,
    (   max(abs(DX), abs(DY)) =:= 1,
        X3 - X2 =:= DX,
        Y3 - Y2 =:= DY,
        X4 - X3 =:= DX,
        Y4 - Y3 =:= DY
    ->  true
    ;   X2 =:= X1,
        Y2 =:= Y1 + 1,
        X3 =:= X1 + 1,
        X4 =:= X3,
        Y3 =:= Y1,
        Y4 =:= Y2
    ).

staticval(teeko(Mover, _, Others), Val) :-
    (   won(Others)
    ->  lost(Mover, Val)
    ;   Val = 0
    ).

lost(x, -1).
lost(o, 1).
