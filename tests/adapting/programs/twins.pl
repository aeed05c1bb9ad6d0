/*  Three pegs in a row on a board of three by three. Who has a peg in a hole is said by two predicates, which the
    dialogue of the one and the choice of the other assert. No predicate says what is free. */

side(1).
side(2).
side(3).

along(hole(1, Y), hole(2, Y), hole(3, Y)) :- side(Y).
along(hole(X, 1), hole(X, 2), hole(X, 3)) :- side(X).
along(hole(1, 1), hole(2, 2), hole(3, 3)).
along(hole(1, 3), hole(2, 2), hole(3, 1)).

main :-
    red_turn,
    green_turn,
    main.

red_turn :-
    writeln('Where do you put the red peg?'),
    read(X-Y),
    side(X), side(Y),
    \+ red(X, Y),
    \+ green(X, Y),
    assertz(red(X, Y)),
    praise.

green_turn :-
    side(X), side(Y),
    \+ ( red(X, Y) ; green(X, Y) ),
    !,
    assertz(green(X, Y)),
    praise.

letter(X, Y, 'R') :- red(X, Y).
letter(X, Y, 'G') :- green(X, Y).

praise :-
    along(hole(A, B), hole(C, D), hole(E, F)),
    red(A, B), red(C, D), red(E, F),
    format("Red has won.~n").
praise :-
    along(hole(A, B), hole(C, D), hole(E, F)),
    green(A, B), green(C, D), green(E, F),
    format("Green has won.~n").
praise.
