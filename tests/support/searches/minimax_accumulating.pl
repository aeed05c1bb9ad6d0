minimax(P, Best, Val) :-
    (   moves(P, [Q|Qs])
    ->  minimax(Q, _, V0),
        foldl(choose(P), Qs, Q-V0, Best-Val)
    ;   staticval(P, Val)
    ).
choose(P, Q, Q0-V0, Q1-V1) :-
    minimax(Q, _, V),
    (   max_to_move(P), V > V0 -> Q1 = Q, V1 = V
    ;   min_to_move(P), V < V0 -> Q1 = Q, V1 = V
    ;   Q1 = Q0, V1 = V0
    ).
