alphabeta(P, A, B, Best, Val) :- moves(P, Ps), !, look(P, Ps, A, B, Best, Val).
alphabeta(P, _, _, _, Val) :- staticval(P, Val).
look(P, Ps, A, B, Best, Val) :- max_to_move(P), !, best_for_max(Ps, A, B, none, Best, Val).
look(P, Ps, A, B, Best, Val) :- min_to_move(P), best_for_min(Ps, A, B, none, Best, Val).
best_for_max([], A, _, Best, Best, A).
best_for_max([P|Ps], A, B, Best0, Best, Val) :-
    alphabeta(P, A, B, _, V),
    raised(V, A, P, Best0, A1, Best1),
    stop_or_go(A1, B, max, Ps, Best1, Best, Val).
best_for_min([], _, B, Best, Best, B).
best_for_min([P|Ps], A, B, Best0, Best, Val) :-
    alphabeta(P, A, B, _, V),
    lowered(V, B, P, Best0, B1, Best1),
    stop_or_go(A, B1, min, Ps, Best1, Best, Val).
raised(V, A, P, _, V, P) :- V > A, !.
raised(_, A, _, Best, A, Best).
lowered(V, B, P, _, V, P) :- V < B, !.
lowered(_, B, _, Best, B, Best).
stop_or_go(A, B, Who, _, Best, Best, Val) :- A >= B, !, ( Who == max -> Val = A ; Val = B ).
stop_or_go(A, B, max, Ps, Best0, Best, Val) :- best_for_max(Ps, A, B, Best0, Best, Val).
stop_or_go(A, B, min, Ps, Best0, Best, Val) :- best_for_min(Ps, A, B, Best0, Best, Val).
