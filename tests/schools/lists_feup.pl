% Two neighbours of a row are taken at a time; the player is the first of the state, moves come from a helper with setof.

default_config(6).

initial_state(N, [black, Row, 0]) :-
    length(Row, N),
    maplist([C]>>( C = '.' ), Row).

valid_moves([P, Row, _], Moves) :-
    ( setof(I, free_at(P, Row, I), Moves) -> true ; Moves = [] ).

free_at(_, Row, I) :-
    nth1(I, Row, '.'),
    J is I + 1,
    nth1(J, Row, '.').

move([P, Row, K], I, [Q, Row2, K1]) :-
    other(P, Q),
    piece(P, C),
    K1 is K + 1,
    put_at(I, C, Row, Row1),
    J is I + 1,
    put_at(J, C, Row1, Row2).

put_at(I, C, Row, New) :-
    I0 is I - 1,
    length(Before, I0),
    append(Before, [_|After], Row),
    append(Before, [C|After], New).

piece(black, b).
piece(white, w).

other(black, white).
other(white, black).

game_over([P, Row, _], Winner) :-
    valid_moves([P, Row, _], Moves),
    length(Moves, 0),
    other(P, Winner).

value([P, Row, K], Player, Value) :-
    game_over([P, Row, K], W), !,
    ( W = Player -> Value is 20 - K ; Value is K - 20 ).
value([_, Row, _], black, V) :- include(==(b), Row, Bs), length(Bs, V).
value([_, Row, _], white, V) :- include(==(w), Row, Ws), length(Ws, V0), V is V0 / 2.
