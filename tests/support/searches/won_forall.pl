won(P) :- terminalwon(P), !.
won(P) :- \+ terminallost(P), move(P, Q), forall(move(Q, R), won(R)), !.
