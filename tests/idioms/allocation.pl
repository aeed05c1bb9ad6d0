/*  Negations whose goals build terms, and such as only test: what is built around them stays as it is.
*/

%? kept([1, 2, 3, 4], _)
kept([], []).
kept([X|Xs], [f(X, Y)|Ys]) :- Y = [X, X], \+ X > 3, \+ member(X, [7, 8]), \+ Y = [_], !, kept(Xs, Ys).
kept([X|Xs], [g(X)|Ys]) :- kept(Xs, Ys).

%? built_within([[1], [2, 3], []], _)
built_within(Ls, Rs) :- findall(L, ( member(L, Ls), \+ append(L, [9], [2, 3, 9]) ), Rs).

%? collected_within([3, 1, 2], _)
collected_within(L, R) :- \+ findall(X, ( member(X, L), X > 5 ), [_|_]), \+ msort(L, L), R = [L, L].

%? nested([1, 2, 3], 2, _)
%? nested([1, 2, 3], 4, _)
nested(L, X, R) :- ( \+ \+ member(X, L) -> R = [X|L] ; \+ member([X], [L]), R = L ).

%? first_gap([1-a, 2-b, 4-c], 1, _)
%? first_gap([], 1, _)
first_gap(Pairs, N, N) :- \+ member(N-_, Pairs), !.
first_gap(Pairs, N0, N) :- N1 is N0 + 1, first_gap(Pairs, N1, N).

%? unlike([p(1, [a]), p(2, [b]), p(1, [a])], _)
unlike(Ps, Rs) :- findall(I-P, ( nth0(I, Ps, P), \+ P = p(1, [a]), \+ P == p(3, _) ), Rs).

%? queens(5, _)
queens(N, Qs) :- numlist(1, N, Ns), placed(Ns, [], Qs), !.

placed([], Qs, Qs).
placed(Left, Before, Qs) :- select(Q, Left, Rest), \+ attacked(Q, 1, Before), placed(Rest, [Q|Before], Qs).

attacked(Q, D, [R|_]) :- ( Q =:= R + D ; Q =:= R - D ).
attacked(Q, D, [_|Rs]) :- E is D + 1, attacked(Q, E, Rs).

%? longest([[a], [b, c], [d]], _)
longest(Ls, L) :- member(L, Ls), length(L, N), \+ ( member(M, Ls), length(M, K), K > N ).

%? without_pairs([1, 2, 3], _)
without_pairs(L, R) :- findall(X/Y, ( member(X, L), member(Y, L), \+ pair(X, Y, _) ), R).

pair(X, Y, p(X, [Y])) :- Y > X.
