initial(state(G, max)) :- once(theirs:initial_state([3, 3, [1, 1]], G)).
move(state(G, P), M/K, state(N, Q)) :- put(G, M, x, A), put(A, K, o, B), once(theirs:change_turn(B, N)), other(P, Q).
put(G, M, C, N) :- once(theirs:valid_moves(G, L)), member(M, L), once(theirs:move(G, (M, C), A)), score(A, M, C, N).
score(A, M, C, N) :- once(theirs:change_score(A, (M, C), N)).
won(G, P) :- nth1(K, [max, min], P), once(theirs:game_over(G, K)).
