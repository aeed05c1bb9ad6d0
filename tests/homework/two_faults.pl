/*  Another board, as in other_board.pl, with two faults: an offer is refused, for the game goes on after it; and
    minimax lets MIN choose where MAX should.
*/

initial(5-a).

move(3-a, offer-b).
move(3-b, offer-a).
move(offer-a, 1-b).
move(offer-b, 1-a).
move(Count-P, Left-Q) :-
    number(Count),
    member(Taken, [1,2]),
    Taken =< Count,
    Left is Count - Taken,
    ( P == a -> Q = b ; Q = a ).

max_to_move(_-a).

min_to_move(_-b).

staticval(0-a, -1).
staticval(0-b, 1).
staticval(offer-_, 0).
staticval(Count-_, 0) :-
    number(Count),
    Count > 0.

minimax(Pos, Best, Val) :-
    findall(V-Next, (move(Pos, Next), minimax(Next, _, V)), Scored),
    Scored = [_|_], !,
    keysort(Scored, Sorted),
    ( max_to_move(Pos) -> Sorted = [Val-Best|_] ; last(Sorted, Val-Best) ).
minimax(Pos, none, Val) :-
    staticval(Pos, Val).
