minimax(P, B, V) :- moves(P, L), best(L, B, V).
best([P], P, V) :- !, valued(P, V).
best([P|Ps], B, V) :-
    valued(P, V1), best(Ps, B2, V2),
    (   min_to_move(P), V1 > V2 -> B = P, V = V1
    ;   max_to_move(P), V1 < V2 -> B = P, V = V1
    ;   B = B2, V = V2
    ).
valued(P, V) :- ( moves(P, _) -> minimax(P, _, V) ; staticval(P, V) ).
