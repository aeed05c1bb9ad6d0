/*  Clobber (M. Albert, J. P. Grossman, R. Nowakowski, D. Wolfe, 2001): a stone goes to a
    square beside it, in its row or column, and takes the stone of the opponent that is
    there. Whoever cannot move loses.
    Rules: M. H. Albert et al., 'An introduction to Clobber', Integers 5(2), 2005, A1.

    A position is clobber(Mover, Own, Others): the mover's stones and the opponent's,
    sorted lists of Column/Row. At first the board is full, like a chequered one. MAX is
    o, who begins.
*/

:- use_module(library(lists)).

:- dynamic columns/1, rows/1.

columns(6).
rows(5).

initial(clobber(o, Own, Others)) :-
    rows(Rows),
    Even is Rows mod 2,
    Odd is 1 - Even,
    stones(Odd, Own),
    stones(Even, Others).

stones(Parity, Stones) :-
    columns(Columns),
    rows(Rows),
    findall(X/Y,
            ( between(1, Columns, X), between(1, Rows, Y), (X + Y) mod 2 =:= Parity ),
            Stones).

max_to_move(clobber(o, _, _)).

min_to_move(clobber(x, _, _)).

opponent(o, x).
opponent(x, o).

move(clobber(Mover, Own0, Others0), X0/Y0-X/Y, clobber(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    select(X0/Y0, Own0, Own1),
    beside(X0/Y0, X/Y),
    select(X/Y, Others0, Others),
    sort([X/Y|Own1], Own).

beside(X/Y0, X/Y) :-
    Y is Y0 + 1.
beside(X0/Y, X/Y) :-
    X is X0 + 1.
beside(X/Y0, X/Y) :-
    Y is Y0 - 1.
beside(X0/Y, X/Y) :-
    X is X0 - 1.

staticval(Pos, Val) :-
    Pos = clobber(Mover, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(o, -1).
lost(x, 1).
