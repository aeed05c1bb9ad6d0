:- theirs:assertz(nextPlayer(x, o)), theirs:assertz(nextPlayer(o, x)).
initial(state([x, play, [0, 0, 0, 0, 0, 0, 0, 0, 0]], max)).
next(B, _, N, N) :- theirs:move(B, N).
won(B, max) :- theirs:utility(B, 1).
won(B, min) :- theirs:utility(B, -1).
