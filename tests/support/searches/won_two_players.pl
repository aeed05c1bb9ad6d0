won(P) :- terminalwon(P).
won(P) :- \+ terminallost(P), move(P, Q), beaten(Q).
beaten(Q) :- \+ escapes(Q).
escapes(Q) :- move(Q, R), \+ won(R).
