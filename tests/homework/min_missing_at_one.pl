/*  Wrong: when one is left and MIN should be to move, nobody is.

    Take one or two from a heap; who takes the last one wins. But a player may also offer a draw when three are
    left, and the other must accept.

    A position is heap(Mover, Count), or offered(Mover) after an offer.
*/

initial(heap(max, 5)).

moves(Pos, Nexts) :-
    findall(Next, step(Pos, Next), Nexts),
    Nexts = [_|_].

step(heap(Mover, Count), heap(Other, Left)) :-
    other(Mover, Other),
    member(Taken, [1,2]),
    Taken =< Count,
    Left is Count - Taken.
step(heap(Mover, 3), offered(Other)) :-
    other(Mover, Other).

other(max, min).
other(min, max).

max_to_move(heap(max, _)).
max_to_move(offered(max)).

min_to_move(heap(min, Count)) :-
    Count =\= 1.
min_to_move(offered(min)).

staticval(heap(max, 0), -1) :- !.
staticval(heap(min, 0), 1) :- !.
staticval(_, 0).

minimax(Pos, Best, Val) :-
    moves(Pos, Nexts), !,
    best(Nexts, Best, Val).
minimax(Pos, _, Val) :-
    staticval(Pos, Val).

best([Pos], Pos, Val) :-
    !,
    minimax(Pos, _, Val).
best([Pos1|Rest], Best, Val) :-
    minimax(Pos1, _, Val1),
    best(Rest, Pos2, Val2),
    betterof(Pos1, Val1, Pos2, Val2, Best, Val).

betterof(Pos1, Val1, _, Val2, Pos1, Val1) :-
    min_to_move(Pos1),
    Val1 > Val2, !.
betterof(Pos1, Val1, _, Val2, Pos1, Val1) :-
    max_to_move(Pos1),
    Val1 < Val2, !.
betterof(_, _, Pos2, Val2, Pos2, Val2).

alphabeta(Pos, Best, Val) :-
    alphabeta(Pos, -100, 100, Best, Val).

alphabeta(Pos, Alpha, Beta, Best, Val) :-
    moves(Pos, Nexts), !,
    boundedbest(Nexts, Alpha, Beta, Best, Val).
alphabeta(Pos, _, _, _, Val) :-
    staticval(Pos, Val).

boundedbest([Pos|Rest], Alpha, Beta, Best, BestVal) :-
    alphabeta(Pos, Alpha, Beta, _, Val),
    goodenough(Rest, Alpha, Beta, Pos, Val, Best, BestVal).

goodenough([], _, _, Pos, Val, Pos, Val) :- !.
goodenough(_, _, Beta, Pos, Val, Pos, Val) :-
    min_to_move(Pos),
    Val > Beta, !.
goodenough(_, Alpha, _, Pos, Val, Pos, Val) :-
    max_to_move(Pos),
    Val < Alpha, !.
goodenough(Rest, Alpha, Beta, Pos, Val, Best, BestVal) :-
    newbounds(Alpha, Beta, Pos, Val, NewAlpha, NewBeta),
    boundedbest(Rest, NewAlpha, NewBeta, Pos1, Val1),
    betterof(Pos, Val, Pos1, Val1, Best, BestVal).

newbounds(Alpha, Beta, Pos, Val, Val, Beta) :-
    min_to_move(Pos),
    Val > Alpha, !.
newbounds(Alpha, Beta, Pos, Val, Alpha, Val) :-
    max_to_move(Pos),
    Val < Beta, !.
newbounds(Alpha, Beta, _, _, Alpha, Beta).
