alphabeta(P, A, B, Q, V) :- moves(P, Ps), !, scan(Ps, P, A-B, none, Q, V).
alphabeta(P, _, _, none, V) :- staticval(P, V).

scan(Ps, Top, A-B, Q, Q, V) :- ( Ps = [] ; A >= B ), !, ( max_to_move(Top) -> V = A ; V = B ).
scan([P|Ps], Top, A0-B0, Q0, Q, V) :-
    alphabeta(P, A0, B0, _, W),
    (   max_to_move(Top) -> A is max(A0, W), B = B0 ; B is min(B0, W), A = A0 ),
    (   A-B == A0-B0 -> Q1 = Q0 ; Q1 = P ),
    scan(Ps, Top, A-B, Q1, Q, V).
