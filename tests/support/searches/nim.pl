initial(h(max,4)).
moves(h(M,N), L) :-
    findall(h(O,K), ( other(M,O), member(T,[1,2]), T =< N, K is N-T ), L),
    L = [_|_].
move(P, Q) :- moves(P, L), member(Q, L).
other(max,min).
other(min,max).
max_to_move(h(max,_)).
min_to_move(h(min,_)).
staticval(h(max,0), -1) :- !.
staticval(h(min,0), 1) :- !.
staticval(_, 0).
terminalwon(h(min,0)).
terminallost(h(max,0)).
