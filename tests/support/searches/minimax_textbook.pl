minimax(Pos, Best, Val) :- moves(Pos, Nexts), !, best(Nexts, Best, Val).
minimax(Pos, _, Val) :- staticval(Pos, Val).
best([Pos], Pos, Val) :- !, minimax(Pos, _, Val).
best([Pos|Rest], Best, Val) :-
    minimax(Pos, _, Val1),
    best(Rest, Pos2, Val2),
    betterof(Pos, Val1, Pos2, Val2, Best, Val).
betterof(Pos, Val, _, Val2, Pos, Val) :- min_to_move(Pos), Val > Val2, !.
betterof(Pos, Val, _, Val2, Pos, Val) :- max_to_move(Pos), Val < Val2, !.
betterof(_, _, Pos, Val, Pos, Val).
