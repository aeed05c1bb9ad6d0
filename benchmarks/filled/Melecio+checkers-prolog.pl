% game: checkers
next(B, P, X/Y/U/V, N) :- maplist(between(1, 8), [X, Y, U, V]), once(go(B, P, X, Y, U, V, N)).
go(B, P, X, Y, U, V, N) :- set_up(B, P), jugada(X, Y, U, V), nb_getval(tab, N).
set_up(B, P) :- nth0(T, [min, max], P), maplist(nb_setval, [tab, turno, fichas0, fichas1], [B, T, 12, 12]).
won(B, max) :- \+ member('<', B), \+ member('<<', B).
won(B, min) :- \+ member('>', B), \+ member('>>', B).
