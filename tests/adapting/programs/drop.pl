% Four in a column or a row on a board of columns, whose number is given to what makes the board.

:- use_module(library(lists)).

play :-
    new_game(4, Columns),
    loop(Columns, 'R').

new_game(N, Columns) :-
    length(Columns, N),
    maplist(=([]), Columns).

drop(Columns, Number, Disc, After) :-
    nth1(Number, Columns, Column, Rest),
    length(Column, Height),
    Height < 3,
    append(Column, [Disc], Higher),
    nth1(Number, After, Higher, Rest).

switch('R', 'Y').
switch('Y', 'R').

connected(Columns, Disc) :-
    member(Column, Columns),
    append(_, [Disc, Disc, Disc|_], Column).
connected(Columns, Disc) :-
    between(1, 3, Row),
    append(_, [A, B, C|_], Columns),
    maplist(nth1(Row), [A, B, C], [Disc, Disc, Disc]).

loop(Columns, Disc) :-
    write(Columns), nl,
    read(Number),
    drop(Columns, Number, Disc, After),
    (   connected(After, Disc)
    ->  write(won(Disc))
    ;   switch(Disc, Other),
        loop(After, Other)
    ).
