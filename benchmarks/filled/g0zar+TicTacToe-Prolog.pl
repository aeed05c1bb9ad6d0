% game: tictactoe
initial(state(B, max)) :- length(L, 9), maplist(=(f(0)), L), B =.. [play_area|L].
move(state(B, P), I, state(N, O)) :- \+ over(B), other(P, O), find_empty(B, I), put_(B, I, P, N).
put_(B, I, P, N) :- nth1(K, [max, min], P), duplicate_term(B, N), setarg(I, N, f(K)).
won(B, P) :- nth1(K, [max, min], P), B =.. [F|Xs], maplist(only(f(K)), Xs, Ys), T =.. [F|Ys], board(T).
only(M, X, Y) :- ( X == M -> Y = X ; Y = f(0) ).
