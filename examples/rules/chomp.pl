/*  Chomp (Fred Schuh, 1952; David Gale, 1974): a player takes a square of a bar of chocolate
    and all that is above it or on its right, or both. Whoever takes the poisoned square in
    the corner loses. The first player wins on any board but 1x1.
    Rules: en.wikipedia.org/wiki/Chomp. No second opinion is known but what is proved there.

    A position is chomp(Mover, Heights): how many squares are left of each column, from the
    left. A move is Column/Row. MAX is x, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic columns/1, rows/1.

columns(4).
rows(3).

initial(chomp(x, Heights)) :-
    columns(Columns),
    rows(Rows),
    length(Heights, Columns),
    maplist(=(Rows), Heights).

max_to_move(chomp(x, _)).

min_to_move(chomp(o, _)).

opponent(x, o).
opponent(o, x).

move(chomp(Mover, Heights0), X/Y, chomp(Opponent, Heights)) :-
    opponent(Mover, Opponent),
    nth1(X, Heights0, Height),
    between(1, Height, Y),
    Left is X - 1,
    length(Before, Left),
    append(Before, After0, Heights0),
    Most is Y - 1,
    maplist(cut(Most), After0, After),
    append(Before, After, Heights).

cut(Most, Height0, Height) :-
    Height is min(Height0, Most).

%   Who finds nothing has not taken the poisoned square, and wins.

staticval(chomp(Mover, Heights), Val) :-
    (   max_list(Heights, 0)
    ->  won(Mover, Val)
    ;   Val = 0
    ).

won(x, 1).
won(o, -1).
