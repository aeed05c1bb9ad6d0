initial(state(b(B, 0, 0), max)) :- initBoard(B).
move(state(b(B, S, T), P), I, state(N, Q)) :- S < 25, T < 25, other(P, Q), between(1, 6, I), sow(P, B, I, S/T, N).
sow(P, B, I, S/T, b(C,U,V)) :- nth1(K, [max,min], P), playSeeds(B, K, I-1, C, Z), updateScoreandTurn(K,Z,S,T,_,U,V).
terminalwon(state(b(_, S, _), _)) :- S >= 25.
terminallost(state(b(_, _, T), _)) :- T >= 25.
