/*  The same game as good.pl, told in another way: Count-Mover, the player as a or b, the moves by backtracking and
    the other way round, and minimax with a list of scored moves that looks into the position.
*/

initial(5-a).

move(3-a, offer-b).
move(3-b, offer-a).
move(Count-P, Left-Q) :-
    number(Count),
    member(Taken, [2,1]),
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
    Pos = _-Player,
    ( Player == a -> last(Sorted, Val-Best) ; Sorted = [Val-Best|_] ).
minimax(Pos, none, Val) :-
    staticval(Pos, Val).
