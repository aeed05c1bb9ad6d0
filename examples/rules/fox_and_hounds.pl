/*  Fox and hounds: on the dark squares of a chessboard the fox goes one square diagonally in
    all directions, and each of the four hounds one square diagonally ahead. Nobody takes. The
    fox wins on the hounds' first row, or if they cannot move; the hounds, if the fox cannot.
    Rules: en.wikipedia.org/wiki/Fox_games#Fox_and_hounds.

    A position is fox_and_hounds(Mover, Fox, Hounds): Hounds is a sorted list of Column/Row.
    The fox moves first, from the bottom, and is MAX.
*/

:- use_module(library(lists)).

:- dynamic size/1, start/1.

size(8).
start(5).

initial(fox_and_hounds(fox, X/1, Hounds)) :-
    start(X),
    size(Size),
    Parity is (X + 1) mod 2,
    findall(Column/Size,
            ( between(1, Size, Column), (Column + Size) mod 2 =:= Parity ),
            Hounds).

max_to_move(fox_and_hounds(fox, _, _)).

min_to_move(fox_and_hounds(hounds, _, _)).

move(fox_and_hounds(fox, Fox0, Hounds), Fox0-Fox, fox_and_hounds(hounds, Fox, Hounds)) :-
    diagonal(Fox0, _, Fox),
    \+ memberchk(Fox, Hounds).
move(fox_and_hounds(hounds, Fox, Hounds0), From-To, fox_and_hounds(fox, Fox, Hounds)) :-
    \+ arrived(Fox),
    select(From, Hounds0, Others),
    diagonal(From, -1, To),
    To \== Fox,
    \+ memberchk(To, Others),
    sort([To|Others], Hounds).

%   diagonal(+Square0, ?Up, -Square): one step, up (1) or down (-1).

diagonal(X0/Y0, Up, X/Y) :-
    member(Aside, [-1,1]),
    member(Up, [1,-1]),
    X is X0 + Aside,
    Y is Y0 + Up,
    size(Size),
    between(1, Size, X),
    between(1, Size, Y).

arrived(_/Size) :-
    size(Size).

staticval(Pos, Val) :-
    Pos = fox_and_hounds(Mover, Fox, _),
    (   arrived(Fox)
    ->  Val = 1
    ;   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(fox, -1).
lost(hounds, 1).
