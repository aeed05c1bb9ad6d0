minimax(P, Best, Val) :-
    moves(P, Ps), !,
    findall(V, ( member(Q, Ps), minimax(Q, _, V) ), Vs),
    (   max_to_move(P) -> max_list(Vs, Val) ; min_list(Vs, Val) ),
    nth0(At, Vs, Val), !,
    nth0(At, Ps, Best).
minimax(P, _, Val) :- staticval(P, Val).
