/*  Seven seats at a counter. A guest is seated, and the query fails unless three of the party sit side by side then:
    the facts have changed all the same. */

:- dynamic seat/2.

seat(1, vacant).
seat(2, vacant).
seat(3, vacant).
seat(4, vacant).
seat(5, vacant).
seat(6, vacant).
seat(7, vacant).

colour(blue).
colour(yellow).

seated(Number, Colour) :-
    retract(seat(Number, vacant)),
    assertz(seat(Number, Colour)),
    print_counter,
    three_of(Colour),
    format("~w has three in a row.~n", [Colour]).

print_counter :-
    forall(seat(_, Who), ( write(Who), tab(1) )),
    nl.

three_of(Colour) :-
    seat(Left, Colour),
    Middle is Left + 1, seat(Middle, Colour),
    Right is Left + 2, seat(Right, Colour).
