/*  Isolation (Bernd Kienitz, 1972): a player moves the own pawn like a king of chess and then
    removes any free square, which nobody may enter any more; the two squares on which the
    pawns began stay. Whoever cannot move loses.
    Rules: en.wikipedia.org/wiki/Isolation_(board_game). In the snail's trail, `remove` is
    behind: the square that goes is the one from which the pawn came.

    A position is isolation(Mover, Pawn, Other, Removed): the mover's pawn and the opponent's,
    and the removed squares, a sorted list of Column/Row. A move is To-Square, the square
    being the one that is removed. MAX is w, who begins below.
*/

:- use_module(library(lists)).

:- dynamic columns/1, rows/1, from_left/1, remove/1.

columns(6).
rows(8).
from_left(3).
remove(anywhere).

initial(isolation(w, White, Black, [])) :-
    starts(White, Black).

starts(Left/1, Right/Rows) :-
    columns(Columns),
    rows(Rows),
    from_left(Left),
    Right is Columns + 1 - Left.

max_to_move(isolation(w, _, _, _)).

min_to_move(isolation(b, _, _, _)).

opponent(w, b).
opponent(b, w).

move(isolation(Mover, From, Other, Removed0), To-Square,
     isolation(Opponent, Other, To, Removed)) :-
    opponent(Mover, Opponent),
    beside(From, To),
    free(To, Other, Removed0),
    remove(Where),
    removed(Where, From, Square),
    Square \== To,
    free(Square, Other, Removed0),
    sort([Square|Removed0], Removed).

beside(X0/Y0, X/Y) :-
    square(X/Y),
    max(abs(X - X0), abs(Y - Y0)) =:= 1.

square(X/Y) :-
    columns(Columns),
    rows(Rows),
    between(1, Columns, X),
    between(1, Rows, Y).

free(Square, Other, Removed) :-
    Square \== Other,
    \+ memberchk(Square, Removed).

removed(behind, From, From).
removed(anywhere, _, Square) :-
    starts(White, Black),
    square(Square),
    \+ memberchk(Square, [White,Black]).

staticval(Pos, Val) :-
    Pos = isolation(Mover, _, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(w, -1).
lost(b, 1).
