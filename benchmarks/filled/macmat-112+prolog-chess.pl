% game: chess
next(B, max, R/C-S/D, N) :- sq(B, R, C, b, X, F), sq(B, S, D, _, Y, T), decide_piece_w(B, R, S, X, Y, C, D, F, T, 1, N).
next(B, min, R/C-S/D, N) :- sq(B, R, C, c, X, F), sq(B, S, D, _, Y, T), decide_piece_b(B, R, S, X, Y, C, D, F, T, 1, N).
sq(B, R, C, S, X, F) :- nth0(R, B, X), nth0(C, X, F), sub_atom(F, 1, _, 0, S).
won(B, max) :- flatten(B, L), \+ memberchk(kc, L).
won(B, min) :- flatten(B, L), \+ memberchk(kb, L).
