% Take one coin from either end of a row, with an assoc for the points; init/3 gives scores.

:- use_module(library(assoc)).
:- use_module(library(pairs)).

init(S, P, 0) :- initial_coins(C), S = state(C, [p1-0,p2-0], P), P = p1.

initial_coins([5,3,7,1]).

current_player(state(_, _, P), P).

legal_actions(state(Coins, _, _), As) :-
    length(Coins, N),
    ( N =:= 0 -> As = [] ; N =:= 1 -> As = [left] ; As = [left,right] ).

apply_action(state(Coins, Points0, P), A, state(Rest, Points, Q)) :-
    ( A == left -> Coins = [C|Rest] ; append(Rest, [C], Coins) ),
    list_to_assoc(Points0, T0),
    get_assoc(P, T0, Old),
    New is Old + C,
    put_assoc(P, T0, New, T),
    assoc_to_list(T, Points),
    ( P = p1, Q = p2 ; P = p2, Q = p1 ), !.

is_terminal(state([], _, _)).

returns(state(_, Points, _), P, R) :-
    memberchk(P-Mine, Points),
    findall(X, ( member(O-X, Points), O \== P ), [Theirs]),
    R is sign(Mine - Theirs).
