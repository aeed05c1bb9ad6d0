% game: tictactoe
initial(state([-, -, -, -, -, -, -, -, -], max)).
next(B, P, M, N) :- s(P, S), once(theirs:next(state(B, S), L, K)), nth1(I, L, M), nth1(I, K, state(N, _)).
won(B, P) :- s(P, S), theirs:win(state(B, _), S).
s(max, x).
s(min, o).
