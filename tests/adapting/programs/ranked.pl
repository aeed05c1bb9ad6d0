/*  A row of six squares, on which 1 and 2 put their numbers in turn; three of a kind side by side win. The free squares
    are listed with what they are worth, which is how many of one's own are beside them. */

row([0, 0, 0, 0, 0, 0]).

called(1, 'the first').
called(2, 'the second').

game :- row(Row), game(Row, 1).

game(Row, Who) :-
    listed(Row, Who, Moves),
    called(Who, Name),
    best(Moves, [0, -1], [At, _]),
    format("~w takes ~w~n", [Name, At]),
    laid(Row, At, Who, Row1),
    (   three(Row1, Who)
    ->  writeln(Name)
    ;   Next is 3 - Who,
        game(Row1, Next)
    ).

best([], Best, Best).
best([[At, Worth]|Moves], [_, Most], Best) :- Worth > Most, !, best(Moves, [At, Worth], Best).
best([_|Moves], Most, Best) :- best(Moves, Most, Best).

listed(Row, Who, Moves) :-
    findall([At, Worth], ( nth1(At, Row, 0), beside(Row, At, Who, Worth) ), Moves).

beside(Row, At, Who, Worth) :-
    Before is At - 1,
    After is At + 1,
    findall(Who, ( member(Square, [Before, After]), nth1(Square, Row, Who) ), Own),
    length(Own, Worth).

laid([_|Row], 1, Who, [Who|Row]) :- !.
laid([Square|Row], At, Who, [Square|Row1]) :-
    At0 is At - 1,
    laid(Row, At0, Who, Row1).

three([Who, Who, Who|_], Who).
three([_|Row], Who) :- three(Row, Who).
