/*  Quoridor (Mirko Marchesi, 1997): a player moves the pawn to a square beside it, or puts up
    a wall, two squares long. Walls cannot be crossed, by pawns or walls, and must leave both
    pawns a way. A pawn jumps over the other one; if a wall or the edge is behind that, to
    either side of it. Whoever first reaches the opposite row wins. Who can do nothing passes.
    Rules: Gigamic's, en.wikipedia.org/wiki/Quoridor.

    A position is quoridor(Mover, Pawn, Left, Other, OtherLeft, Walls): the mover's pawn and
    how many walls are left, the same of the opponent, and the walls, a sorted list. Squares
    are Column/Row, the first row on top; a wall X/Y/h lies below X/Y and X+1/Y, and X/Y/v on
    the right of X/Y and X/Y+1. A move is such a wall, or the pawn's square. MAX is w, who
    begins at the bottom.
*/

:- use_module(library(lists)).

:- dynamic size/1, walls/1.

size(5).
walls(2).

initial(quoridor(w, Middle/Size, Walls, Middle/1, Walls, [])) :-
    size(Size),
    walls(Walls),
    Middle is Size // 2 + 1.

max_to_move(quoridor(w, _, _, _, _, _)).

min_to_move(quoridor(b, _, _, _, _, _)).

opponent(w, b).
opponent(b, w).

goal(w, _/1).
goal(b, _/Size) :-
    size(Size).

move(Pos, Move, quoridor(Opponent, Other, OtherLeft, Pawn, Left, Walls)) :-
    Pos = quoridor(Mover, _, _, Other, OtherLeft, _),
    opponent(Mover, Opponent),
    \+ goal(Opponent, Other),
    (   change(Pos, _, _, _, _)
    ->  change(Pos, Move, Pawn, Left, Walls)
    ;   Pos = quoridor(_, Pawn, Left, _, _, Walls),
        Move = pass
    ).

change(quoridor(_, Pawn0, Left, Other, _, Walls), Pawn, Pawn, Left, Walls) :-
    goes(Pawn0, Other, Walls, Pawn).
change(quoridor(Mover, Pawn, Left0, Other, _, Walls0), X/Y/Way, Pawn, Left, Walls) :-
    Left0 > 0,
    Left is Left0 - 1,
    size(Size),
    Last is Size - 1,
    between(1, Last, Y),
    between(1, Last, X),
    member(Way, [h,v]),
    free(Way, X, Y, Walls0),
    sort([X/Y/Way|Walls0], Walls),
    opponent(Mover, Opponent),
    has_way([Pawn], [], Mover, Walls),
    has_way([Other], [], Opponent, Walls).

free(h, X, Y, Walls) :-
    X0 is X - 1,
    X1 is X + 1,
    \+ ( member(Wall, [X0/Y/h, X/Y/h, X1/Y/h, X/Y/v]), memberchk(Wall, Walls) ).
free(v, X, Y, Walls) :-
    Y0 is Y - 1,
    Y1 is Y + 1,
    \+ ( member(Wall, [X/Y0/v, X/Y/v, X/Y1/v, X/Y/h]), memberchk(Wall, Walls) ).

goes(Pawn0, Other, Walls, Pawn) :-
    step(Pawn0, Way, Walls, Next),
    (   Next \== Other
    ->  Pawn = Next
    ;   step(Other, Way, Walls, Beyond)
    ->  Pawn = Beyond
    ;   across(Way, Aside),
        step(Other, Aside, Walls, Pawn)
    ).

across(up, left).
across(up, right).
across(down, left).
across(down, right).
across(left, up).
across(left, down).
across(right, up).
across(right, down).

%   step(+Square0, ?Way, +Walls, -Square): no wall is between them.

step(X/Y0, up, Walls, X/Y) :-
    Y0 > 1,
    Y is Y0 - 1,
    \+ wall_below(X, Y, Walls).
step(X/Y0, down, Walls, X/Y) :-
    size(Size),
    Y0 < Size,
    Y is Y0 + 1,
    \+ wall_below(X, Y0, Walls).
step(X0/Y, left, Walls, X/Y) :-
    X0 > 1,
    X is X0 - 1,
    \+ wall_right(X, Y, Walls).
step(X0/Y, right, Walls, X/Y) :-
    size(Size),
    X0 < Size,
    X is X0 + 1,
    \+ wall_right(X0, Y, Walls).

wall_below(X, Y, Walls) :-
    X0 is X - 1,
    ( memberchk(X/Y/h, Walls) ; memberchk(X0/Y/h, Walls) ).

wall_right(X, Y, Walls) :-
    Y0 is Y - 1,
    ( memberchk(X/Y/v, Walls) ; memberchk(X/Y0/v, Walls) ).

%   has_way(+Front, +Seen, +Player, +Walls): a way leads from Front to Player's goal, but
%   not by squares of Seen.

has_way([Square|Front], Seen, Player, Walls) :-
    (   goal(Player, Square)
    ->  true
    ;   memberchk(Square, Seen)
    ->  has_way(Front, Seen, Player, Walls)
    ;   findall(Next, step(Square, _, Walls, Next), Nexts),
        append(Nexts, Front, Front1),
        has_way(Front1, [Square|Seen], Player, Walls)
    ).

staticval(quoridor(Mover, _, _, Other, _, _), Val) :-
    opponent(Mover, Opponent),
    (   goal(Opponent, Other)
    ->  lost(Mover, Val)
    ;   Val = 0
    ).

lost(w, -1).
lost(b, 1).
