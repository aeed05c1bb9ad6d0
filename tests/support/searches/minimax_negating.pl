minimax(P, Best, Val) :- colour(P, C), negamax(P, C, Best, W), Val is C * W.
colour(P, 1) :- max_to_move(P), !.
colour(P, -1) :- min_to_move(P).
negamax(P, C, Best, W) :- moves(P, Ps), !, D is -C, best_reply(Ps, D, none, -1000000, Best, W).
negamax(P, C, _, W) :- staticval(P, V), W is C * V.
best_reply([], _, Best, W, Best, W).
best_reply([P|Ps], D, Best0, W0, Best, W) :-
    negamax(P, D, _, U),
    W1 is -U,
    (   W1 > W0
    ->  best_reply(Ps, D, P, W1, Best, W)
    ;   best_reply(Ps, D, Best0, W0, Best, W)
    ).
