won(P) :-
    (   terminalwon(P)
    ->  true
    ;   terminallost(P)
    ->  fail
    ;   move(P, Q),
        findall(R, move(Q, R), Rs),
        all_won(Rs)
    ->  true
    ).
all_won([]).
all_won([R|Rs]) :- won(R), all_won(Rs).
