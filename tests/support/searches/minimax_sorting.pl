minimax(P, Best, Val) :-
    moves(P, Ps), !,
    findall(V-Q, ( member(Q, Ps), minimax(Q, _, V) ), Pairs),
    keysort(Pairs, Sorted),
    (   max_to_move(P)
    ->  last(Sorted, Val-Best)
    ;   Sorted = [Val-Best|_]
    ).
minimax(P, _, Val) :- staticval(P, Val).
