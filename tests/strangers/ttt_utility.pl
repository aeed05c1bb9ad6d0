% Tic-tac-toe for a minimax program that collects move/2 by bagof/3 and asks utility/2.

initial(pos(x, [e,e,e, e,e,e, e,e,e])).

min_to_move(pos(o, _)).
max_to_move(pos(x, _)).

next_player(x, o).
next_player(o, x).

move(pos(Player, Board), pos(Next, Board1)) :-
    \+ has_won(_, Board),
    next_player(Player, Next),
    append(Front, [e|Back], Board),
    append(Front, [Player|Back], Board1).

utility(pos(_, Board), 1) :-
    has_won(x, Board),
    !.
utility(pos(_, Board), -1) :-
    has_won(o, Board),
    !.
utility(_, 0).

has_won(P, Board) :-
    member(P, [x,o]),
    member(Line, [[1,2,3], [4,5,6], [7,8,9], [1,4,7], [2,5,8], [3,6,9], [1,5,9], [3,5,7]]),
    forall(member(N, Line), nth1(N, Board, P)).

minimax(Pos, BestNext, Val) :-
    bagof(Next, move(Pos, Next), Nexts),
    best(Nexts, BestNext, Val),
    !.
minimax(Pos, _, Val) :-
    utility(Pos, Val).

best([Pos], Pos, Val) :-
    minimax(Pos, _, Val),
    !.
best([Pos1|Poss], Best, Val) :-
    minimax(Pos1, _, Val1),
    best(Poss, Pos2, Val2),
    better_of(Pos1, Val1, Pos2, Val2, Best, Val).

better_of(Pos1, Val1, _, Val2, Pos1, Val1) :-
    (   min_to_move(Pos1),
        Val1 > Val2
    ;   max_to_move(Pos1),
        Val1 < Val2
    ),
    !.
better_of(_, _, Pos2, Val2, Pos2, Val2).
