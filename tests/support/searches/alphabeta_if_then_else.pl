alphabeta(P, A, B, Q, V) :-
    (   moves(P, Ps)
    ->  (   max_to_move(P)
        ->  maximise(Ps, A, B, none, Q, V)
        ;   minimise(Ps, A, B, none, Q, V)
        )
    ;   staticval(P, V)
    ).
maximise([], A, _, Q, Q, A).
maximise([P|Ps], A, B, Q0, Q, V) :-
    alphabeta(P, A, B, _, W),
    (   W >= B
    ->  Q = P, V = W
    ;   W > A
    ->  maximise(Ps, W, B, P, Q, V)
    ;   maximise(Ps, A, B, Q0, Q, V)
    ).
minimise([], _, B, Q, Q, B).
minimise([P|Ps], A, B, Q0, Q, V) :-
    alphabeta(P, A, B, _, W),
    (   A >= W                          /* the other way round */
    ->  Q = P, V = W
    ;   B > W
    ->  minimise(Ps, A, W, P, Q, V)
    ;   minimise(Ps, A, B, Q0, Q, V)
    ).
