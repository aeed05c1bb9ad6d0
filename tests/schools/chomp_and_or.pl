% Chomp for an AND/OR solver: bars of chocolate as row lengths; who must eat the poisoned corner has lost.

initial(bar([4,3,2], us)).

tomove(bar(_, Who), Who).

terminal(bar([1], Who), Winner) :-
    once(opponent(Who, Winner)).

opponent(X, Y) :-
    member(X-Y, [us-them, them-us]).

moves(bar(Rows, Who), bite(R, C), bar(Left, Opp)) :-
    opponent(Who, Opp),
    nth1(R, Rows, Length),
    between(1, Length, C),
    \+ ( R =:= 1, C =:= 1 ),
    Keep is C - 1,
    bitten(Rows, R, Keep, Left0),
    partition([N]>>( N > 0 ), Left0, Left, _).

bitten(Rows, R, Keep, Bitten) :-
    findall(New, ( nth1(I, Rows, Old), ( I < R -> New = Old ; New is min(Old, Keep) ) ), Bitten).

show(bar(Rows, _)) :-
    maplist([N]>>( forall(between(1, N, _), put_char(#)), nl ), Rows).
