minimax(P, B, V) :- P = h(_,N), N > 0, !, moves(P, L), best(P, L, B, V).
minimax(P, _, V) :- staticval(P, V).
best(_, [X], X, V) :- !, minimax(X, _, V).
best(P, [X|Xs], B, V) :-
    minimax(X, _, V1),
    best(P, Xs, B2, V2),
    (   P = h(max,_), V1 > V2 -> B = X, V = V1
    ;   P = h(min,_), V1 < V2 -> B = X, V = V1
    ;   B = B2, V = V2
    ).
