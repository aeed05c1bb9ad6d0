% Coins in a row, taken from either end; utility/2 is the difference. Moves have names, and sums come by foldl.

:- dynamic row/1.

row([3,9,1,2,8,4]).

initial(coins(Row, 0, 0, first)) :-
    row(Row).

max_to_move(coins(_, _, _, first)).
min_to_move(coins(_, _, _, second)).

move(coins(Row, A0, B0, Turn), take(End, Coin), coins(Rest, A, B, Next)) :-
    taken(End, Row, Coin, Rest),
    (   Turn = first
    ->  A is A0 + Coin, B = B0, Next = second
    ;   B is B0 + Coin, A = A0, Next = first
    ).

taken(left, [Coin|Rest], Coin, Rest).
taken(right, Row, Coin, Rest) :-
    Row = [_,_|_],
    append(Rest, [Coin], Row).

utility(coins(Row, A, B, _), Val) :-
    foldl([Coin,S0,S]>>( S is S0 + Coin ), Row, 0, Left),
    ( Left =:= 0 -> Val is A - B ; Val is A - B + Left mod 2 ).

show(coins(Row, A, B, Turn)) :-
    format("~w  ~d:~d  ~a~n", [Row, A, B, Turn]).
