minimax(Pos, Best, Val) :-
    findall(V-Next, ( successor(Pos, Next), minimax(Next, _, V) ), Found),
    Found = [_|_], !,
    keysort(Found, Sorted),
    (   max_to_move(Pos)
    ->  last(Sorted, Val-Best)
    ;   Sorted = [Val-Best|_]
    ).
minimax(Pos, _, Val) :-
    staticval(Pos, Val).
successor(Pos, Next) :- move(Pos, Next).
