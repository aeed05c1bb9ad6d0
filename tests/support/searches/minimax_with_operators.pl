:- op(700, xfx, beats).

minimax(h(Who,N), Best, Val) :-
    N > 0,
    moves(h(Who,N), [First|Rest]),
    minimax(First, _, Val0), !,
    foldl(tried(Who), Rest, First-Val0, Best-Val).
minimax(Pos, _, Val) :- once(staticval(Pos, Val)).

tried(Who, Next, Best0-Val0, Best-Val) :-
    minimax(Next, _, Val1),
    ( Who:Val1 beats Val0 -> Best-Val = Next-Val1 ; Best-Val = Best0-Val0 ).

max:V beats W :- V > W.
min:V beats W :- V < W.
