alphabeta(P, A, B, Best, Val) :- max_to_move(P), !, nab(P, 1, A, B, Best, Val).
alphabeta(P, A, B, Best, Val) :- A1 is -B, B1 is -A, nab(P, -1, A1, B1, Best, W), Val is -W.
nab(P, C, A, B, Best, W) :- moves(P, Ps), !, D is -C, nab_all(Ps, D, A, B, none, Best, W).
nab(P, C, _, _, _, W) :- staticval(P, V), W is C * V.
nab_all([], _, A, _, Best, Best, A).
nab_all([P|Ps], D, A, B, Best0, Best, W) :-
    A1 is -B,
    B1 is -A,
    nab(P, D, A1, B1, _, U),
    V is -U,
    (   V >= B
    ->  Best = P, W = V
    ;   V > A
    ->  nab_all(Ps, D, V, B, P, Best, W)
    ;   nab_all(Ps, D, A, B, Best0, Best, W)
    ).
