% game: connect4
:- assertz(size(7, 6)), init_top(7), createEvalTable.
move(state(F, P), X, state(N, Q)) :- \+ over(F), other(P, Q), between(1, 7, X), put(F, P, X, N).
put(F, P, X, N) :- snapshot(( restored_(F), member(P/C, [max/r, min/y]), insert(X, C), facts_(N) )).
won(P) :- member(P/C, [max/r, min/y]), piece(X, Y, C), check(X, Y).
