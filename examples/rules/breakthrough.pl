/*  Breakthrough (Dan Troyka, 2000): whoever first brings a man to the last row wins, or
    takes all of the opponent's. A man goes one square ahead, straight or diagonally, if
    that is empty; it takes diagonally only.
    Rules: en.wikipedia.org/wiki/Breakthrough_(board_game).

    A position is breakthrough(Mover, Own, Others): the mover's men and the opponent's,
    sorted lists of Column/Row. White moves up and begins, and is MAX.
*/

:- use_module(library(lists)).

:- dynamic columns/1, rows/1.

columns(8).
rows(8).

initial(breakthrough(w, Whites, Blacks)) :-
    rows(Last),
    BeforeLast is Last - 1,
    men([1,2], Whites),
    men([BeforeLast,Last], Blacks).

men(Rows, Men) :-
    columns(Columns),
    findall(X/Y, (between(1, Columns, X), member(Y, Rows)), Men).

max_to_move(breakthrough(w, _, _)).

min_to_move(breakthrough(b, _, _)).

opponent(w, b).
opponent(b, w).

move(breakthrough(Mover, Own0, Others0), X0/Y0-X/Y, breakthrough(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    \+ arrived(Opponent, Others0),
    select(X0/Y0, Own0, Own1),
    ahead(Mover, Y0, Y),
    member(Aside, [-1,0,1]),
    X is X0 + Aside,
    columns(Columns),
    between(1, Columns, X),
    \+ memberchk(X/Y, Own1),
    (   select(X/Y, Others0, Others)
    ->  Aside =\= 0
    ;   Others = Others0
    ),
    sort([X/Y|Own1], Own).

ahead(w, Y0, Y) :-
    Y is Y0 + 1.
ahead(b, Y0, Y) :-
    Y is Y0 - 1.

arrived(w, Men) :-
    rows(Last),
    memberchk(_/Last, Men).
arrived(b, Men) :-
    memberchk(_/1, Men).

%   Who cannot move has lost.

staticval(Pos, Val) :-
    Pos = breakthrough(Mover, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(w, -1).
lost(b, 1).
