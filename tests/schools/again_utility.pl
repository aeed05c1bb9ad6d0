% A walk on a line: a step onto an even number is followed by another one of the same player.
moves_again.

initial(at(max, 0)).

moves(at(Who, N), Nexts) :-
    findall(at(Next, M), step(Who, N, Next, M), Nexts).

step(Who, N, Next, M) :-
    member(K, [1, 2]),
    M is N + K,
    M =< 6,
    (   0 is M mod 2 -> Next = Who ; opponent(Who, Next) ).

opponent(max, min).
opponent(min, max).

max_to_move(at(max, _)).
min_to_move(at(min, _)).

utility(at(max, N), V) :- V is N - 5.
utility(at(min, N), V) :- V is 5 - N.
