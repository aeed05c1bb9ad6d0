% game: othello
first(B) :- findall(L, ( between(1, 8, I), findall(C, ( between(1, 8, J), cell(I-J, C) ), L) ), B).
cell(S, C) :- memberchk(S, [4-4, 5-5]) -> C = o ; memberchk(S, [4-5, 5-4]) -> C = x ; C = 0.
next(B, P, M, N) :- who(P, S), M = [X, Y], nth1(X, B, R), nth1(Y, R, 0), set_piece(B, M, S, N).
who(P, S) :- member(P/S, [max/x, min/o]).
won(B, P) :- \+ next(B, _, _, _), who(P, S), who(_, T), counter2D(S, B, N), counter2D(T, B, M), N > M.
