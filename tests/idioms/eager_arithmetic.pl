/*  Sums that are passed on as terms, and evaluated later. */

%? walked([a, b, c], 0, _)
%? walked([], 7, _)
%? walked([a], 1.5, _)
%? walked([a], x, _)
%? walked([], x, _)
walked([], N, C) :- C is N.
walked([_|T], N, C) :- walked(T, N + 1, C).

%? not_always_evaluated([a, b], 0, _)
%? not_always_evaluated([], x, _)
%? not_always_evaluated([a, b], x, _)
not_always_evaluated([_, _|_], _, many).
not_always_evaluated([_|T], N, C) :- not_always_evaluated(T, N - 1, C).
not_always_evaluated([], N, C) :- N < 0, C = below.
not_always_evaluated([], _, end).

%? matched_with_a_number(2, _)
%? matched_with_a_number(0, _)
matched_with_a_number(0, zero).
matched_with_a_number(N, C) :- N > 0, matched_with_a_number(N - 1, C).
matched_with_a_number(N, below(N)) :- N < -1.

%? kept_as_a_term(3, _)
kept_as_a_term(N, C) :- kept(N + 1, C).
kept(N, N - M) :- M is N * 2.

%? strength([1, 1, 2], 1, _)
%? strength([1, 1, 2, 2], 1, _)
strength(Cells, Player, C) :- pushed(Cells, Player, 0, C).
pushed([], _, S, S1) :- S1 is S.
pushed([P|Cells], P, S, C) :- !, S =< 3, pushed(Cells, P, S + 1, C).
pushed([_|Cells], P, S, C) :- pushed(Cells, P, S - 1, C).

%? by_branches(3, _)
%? by_branches(-3, _)
by_branches(N, C) :- ( N > 0 -> twice(N * 2, C) ; \+ twice(-N, 3), twice(N - -N, C) ).
twice(N, C) :- C is 2 * N.

%? repeated_argument(2, _)
repeated_argument(N, C) :- same_twice(N + 1, 3, C).
same_twice(N, N, equal).
same_twice(N, M, different(K)) :- K is N - M.

%? summed_in_all(3, _)
summed_in_all(N, Cs) :- findall(C, ( between(1, N, I), twice(I + 1, C) ), Cs).
