/*  Pentago (Tomas Floden, 2005): a player puts a marble on an empty place of the board of
    6x6 and then turns one of its quarters by 90 degrees. Five in a line win, whoever's turn
    it is, and if both have them it is a draw, as if the board is full. Who has five before
    turning has won without it.
    Rules: en.wikipedia.org/wiki/Pentago.

    A position is pentago(Mover, Own, Others): the mover's marbles and the opponent's, sorted
    lists of Column/Row, the first row on top. A move is Column/Row/Turn, and Turn is s to z:
    s and t turn the upper left quarter, s counter-clockwise and t clockwise, u and v the
    upper right one, w and x the lower right one, y and z the lower left one. If `twist` is
    always, one has to turn and is looked at only then. MAX is o, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic twist/1.

twist(unless_won).

initial(pentago(o, [], [])).

max_to_move(pentago(o, _, _)).

min_to_move(pentago(x, _, _)).

opponent(o, x).
opponent(x, o).

move(pentago(Mover, Own0, Others0), Name, pentago(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    \+ five(Own0),
    \+ five(Others0),
    between(1, 6, X),
    between(1, 6, Y),
    \+ memberchk(X/Y, Own0),
    \+ memberchk(X/Y, Others0),
    sort([X/Y|Own0], Own1),
    (   twist(unless_won),
        five(Own1)
    ->  Name = X/Y,
        Own = Own1,
        Others = Others0
    ;   Name = X/Y/Turn,
        turn(Turn, Left, Top, Sense),
        turned(Left, Top, Sense, Own1, Own),
        turned(Left, Top, Sense, Others0, Others)
    ).

turn(s, 1, 1, left).
turn(t, 1, 1, right).
turn(u, 4, 1, left).
turn(v, 4, 1, right).
turn(w, 4, 4, left).
turn(x, 4, 4, right).
turn(y, 1, 4, left).
turn(z, 1, 4, right).

turned(Left, Top, Sense, Marbles0, Marbles) :-
    maplist(carried(Left, Top, Sense), Marbles0, Marbles1),
    sort(Marbles1, Marbles).

carried(Left, Top, Sense, X0/Y0, X/Y) :-
    Right is X0 - Left,
    Down is Y0 - Top,
    (   between(0, 2, Right),
        between(0, 2, Down)
    ->  rotated(Sense, Right, Down, Right1, Down1),
        X is Left + Right1,
        Y is Top + Down1
    ;   X = X0,
        Y = Y0
    ).

rotated(right, Right0, Down, Right, Right0) :-
    Right is 2 - Down.
rotated(left, Right, Down0, Down0, Down) :-
    Down is 2 - Right.

five(Marbles) :-
    member(X/Y, Marbles),
    member(DX/DY, [1/0, 1/1, 0/1, 1/(-1)]),
    forall(between(1, 4, N),
           (   X1 is X + N * DX,
               Y1 is Y + N * DY,
               memberchk(X1/Y1, Marbles)
           )),
    !.                                  % drops: other fives

staticval(pentago(Mover, Own, Others), Val) :-
    (   five(Own),
        \+ five(Others)
    ->  opponent(Mover, Loser),
        lost(Loser, Val)
    ;   five(Others),
        \+ five(Own)
    ->  lost(Mover, Val)
    ;   Val = 0
    ).

lost(o, -1).
lost(x, 1).
