/*  Col (Colin Vout) and Snort (Simon Norton): Left paints squares black and Right white. In
    Col no two squares of one colour may lie beside each other in a row or column; in Snort,
    no two of different colours. Whoever cannot paint loses.
    Rules: E. R. Berlekamp, J. H. Conway, R. K. Guy, 'Winning Ways', chapters 2 and 6. No
    second opinion is known.

    A position is col_and_snort(Mover, Own, Others): the mover's squares and the opponent's,
    sorted lists of Column/Row. MAX is left, who begins. The option `game` is col or snort.
*/

:- use_module(library(lists)).

:- dynamic game/1, columns/1, rows/1.

game(col).
columns(4).
rows(3).

initial(col_and_snort(left, [], [])).

max_to_move(col_and_snort(left, _, _)).

min_to_move(col_and_snort(right, _, _)).

opponent(left, right).
opponent(right, left).

move(col_and_snort(Mover, Own0, Others), X/Y, col_and_snort(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    columns(Columns),
    rows(Rows),
    between(1, Rows, Y),
    between(1, Columns, X),
    \+ memberchk(X/Y, Own0),
    \+ memberchk(X/Y, Others),
    game(Game),
    forbidding(Game, Own0, Others, Squares),
    \+ ( member(Square, Squares), beside(Square, X/Y) ),
    sort([X/Y|Own0], Own).

%   forbidding(+Game, +Own, +Others, -Squares): what is beside them may not be painted.

forbidding(col, Own, _, Own).
forbidding(snort, _, Others, Others).

beside(X0/Y0, X/Y) :-
    abs(X - X0) + abs(Y - Y0) =:= 1.

staticval(Pos, Val) :-
    Pos = col_and_snort(Mover, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(left, -1).
lost(right, 1).
