minimax(P, B, V) :- max_to_move(P), !, maximum(P, B, V).
minimax(P, B, V) :- minimum(P, B, V).
maximum(P, B, V) :-
    moves(P, L), !, findall(X-Y, ( member(Y, L), minimum(Y, _, X) ), Pairs), keysort(Pairs, S), last(S, V-B).
maximum(P, _, V) :- staticval(P, V).
minimum(P, B, V) :-
    moves(P, L), !, findall(X-Y, ( member(Y, L), maximum(Y, _, X) ), Pairs), keysort(Pairs, [V-B|_]).
minimum(P, _, V) :- staticval(P, V).
