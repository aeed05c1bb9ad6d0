% Tabled predicates: one answer at most, or compiled rules give up.

:- table fib/2, grundy/2.
:- table reach/2, any/1.

%? fib(0, _)
%? fib(12, _)
%? fib(13, _)
%? fib(6, 8)
%? fib(6, 7)
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y.

%? grundy(5, _)
%? grundy(a, _)
grundy(0, 0) :- !.
grundy(N, G) :- findall(V, option(N, V), Vs), sort(Vs, Set), mex(Set, 0, G).
option(N, V) :-
    member(T, [1,2]), T =< N, L is N - T, between(0, L, A), B is L - A, A =< B,
    grundy(A, X), grundy(B, Y), V is xor(X, Y).
mex([X|Xs], X, G) :- !, Y is X + 1, mex(Xs, Y, G).
mex(_, G, G).

%? reach(a, d)
%? reach(a, z)
%? reach(a, a)
reach(X, X).
reach(X, Y) :- edge(X, Z), reach(Z, Y).
edge(a, b).
edge(a, c).
edge(b, d).
edge(c, d).

%? reached(a, _)
reached(X, Y) :- reach(X, Y).

%? only(_)
%? only(x)
only(X) :- any(X).
any(one).
any(X) :- X == one.

%? twice(a, d, _)
twice(X, Y, n) :- reach(X, Y), reach(X, Y).

%? branch(7, _)
branch(N, X) :- ( fib(N, 13) -> X = yes ; X = no ).

%? listed([1,2,3,4,5], _)
listed(L, S) :- maplist(fib, L, S).

%   Several answers, where their order is not seen; left recursion; questions that depend on each other.

:- table path/2, from/1, even/1, odd/1, up/1, gap/2, both/2.

%? tests(a, _)
%? tests(d, _)
%? tests(q, _)
tests(X, [A,B,C,D]) :-
    ( path(X, c) -> A = yes ; A = no ),
    ( \+ path(X, X) -> B = acyclic ; B = cyclic ),
    ( forall(path(X, Y), Y @> a) -> C = yes ; C = no ),
    ( path(X, Z), Z @>= d -> D = yes ; D = no ).
path(X, Y) :- path(X, Z), arc(Z, Y).
path(X, Y) :- arc(X, Y).
arc(a, b).
arc(b, c).
arc(c, a).
arc(c, d).

%? counts(a, _)
%? counts(d, _)
counts(X, c(N,S,L,M)) :-
    aggregate_all(count, path(X, _), N),
    ( setof(Y, path(X, Y), S) -> true ; S = none ),
    findall(Y, path(X, Y), Ys), length(Ys, L),
    findall(Y-Z, (path(X, Y), path(Y, Z)), Ps), msort(Ps, M).

%? all_pairs(_)
all_pairs(S) :- setof(X-Y, path(X, Y), S).
%? grouped(_, _)
grouped(X, S) :- setof(Y, path(X, Y), S).
%? nobody(_)
nobody(X) :- path(X, zzz).

%? one(d, _)
%? one(a, _)
one(X, Y) :- path(X, Y).
%? again(a)
%? again(d)
again(X) :- path(X, _).
%? first(a, _)
first(X, Y) :- once(path(X, Y)).
%? cut(a, _)
%? cut(d, _)
cut(X, yes) :- path(X, Y), Y @>= c, !.
cut(_, no).
%? committed(a, _)
committed(X, Y) :- path(X, Y), !.
%? chosen(a, _)
chosen(X, R) :- ( path(X, Y), Y == d -> R = f(X) ; R = none ).

%? from_all(_)
from_all(S) :- setof(X, from(X), S).
from(1).
from(X) :- from(Y), Y < 40, X is Y * 2.
from(X) :- from(Y), Y > 3, X is Y - 3.

%? parities(_, _)
parities(E, O) :- setof(X, even(X), E), setof(X, odd(X), O).
even(0).
even(X) :- odd(Y), Y < 9, X is Y + 1.
odd(X) :- even(Y), Y < 9, X is Y + 1.

%? ups(3, _)
%? ups(0, _)
ups(N, L) :- findall(X, (up(X), X =< N), Xs), sort(0, @>=, Xs, L).
up(X) :- between(0, 3, X).
up(X) :- call((up(Y), Y < 6)), X is Y + 1.

%? sums(_)
sums([A,B,C]) :-
    aggregate_all(sum(X), from(X), A), aggregate_all(max(X), from(X), B), aggregate_all(min(X), from(X), C).
%? listed_sum(_)
listed_sum([A,B]) :- findall(X, from(X), L), sum_list(L, A), max_list(L, B).

%   Nested components, and one that is asked in the middle of another.

:- table outer/2, inner/2, through/2.

%? nested(_)
nested(S) :- setof(X-Y, outer(X, Y), S).
outer(X, Y) :- inner(X, Y).
outer(X, Y) :- outer(X, Z), inner(Z, Y).
inner(X, Y) :- arc(X, Y).
inner(X, Y) :- through(X, Y).
through(X, Y) :- arc(X, Z), inner(Z, Y), Y @> b.

%   Terms of all kinds, and repeated variables.

:- table state/2, pair/2.

%? states(_)
states(N) :- aggregate_all(count, state(s(0,[a]), _), N).
%? some_state(_)
some_state(S) :- setof(X, state(s(0,[a]), X), S).
state(S, S).
state(S, T) :- state(S, U), step(U, T).
step(s(N,L), s(M,[b|L])) :- N < 3, M is N + 1.
step(s(N,[_|L]), s(N,L)).
step(s(N,_), s(N,["text"])).
step(s(N,_), s(0,[N])).
%? loops(_)
loops(S) :- setof(X, pair(X, X), S).
pair(X, Y) :- arc(X, Y).
pair(X, Y) :- pair(X, Z), arc(Z, Y).

%   What depends on itself where all its answers are needed is SWI-Prolog's to answer.

:- table win/1, lose/1, total/2.

%? win(3)
%? win(4)
%? win(a)
win(X) :- takes(X, Y), \+ win(Y).
takes(N, M) :- integer(N), member(K, [1,2,3]), K =< N, M is N - K.
takes(a, b).
takes(b, c).
takes(c, d).

%? total(4, _)
total(0, 1) :- !.
total(N, S) :- aggregate_all(sum(T), (between(1, N, K), M is N - K, total(M, T)), S).

%   Errors in a table are the question's.

:- table wrong/1, ratio/2.

%? wrongs(_)
wrongs(S) :- setof(X, wrong(X), S).
wrong(1).
wrong(X) :- wrong(Y), Y < 4, X is Y + a.
%? ratios(_)
ratios(N) :- aggregate_all(count, ratio(4, _), N).
ratio(N, R) :- N >= -1, R is 12 / N.
ratio(N, R) :- N > 0, M is N - 1, ratio(M, R).

%   Questions with long lists, which are numbered: the same list again, other lists of the same length, lists that
%   are made and gone, and recursion on them.

:- table walk/3, down/2.

%? walks(a, _)
walks(X, Set) :-
    numlist(1, 40, L0), numlist(2, 41, L1), numlist(1, 41, L2), reverse(L0, L3),
    findall(N-Y, ( nth_member(N, [L0,L1,L2,L3,L0,L1], L), walk(L, X, Y) ), All),
    sort(All, Set).
nth_member(N, Ls, L) :- nth1(N, Ls, L0), append(L0, [], L).
walk(L, X, Y) :- step(L, X, Y).
walk(L, X, Z) :- walk(L, X, Y), step(L, Y, Z).
step([1|_], a, b).
step([2|_], a, c).
step([40|_], a, d).
step(L, b, N) :- length(L, N).
step(L, c, S) :- sum_list(L, S).
step([_,_,X|_], d, X).

%? downs(_)
downs(Ss) :- numlist(1, 50, L), findall(S, ( member(_, [1,2]), down(L, S) ), Ss).
down([], 0).
down([X|Xs], S) :- down(Xs, S0), S is S0 + X.

%   A question that is asked first below one leader and then below another.

:- table leads/2.

%? led(1, _)
%? led(4, _)
led(X, N) :- aggregate_all(count, leads(X, _), N).
leads(X, Y) :- tied(X, Y).
leads(X, Y) :- tied(X, Z), leads(Z, Y).
tied(1, 2).
tied(4, 2).
tied(2, 4).
tied(2, 1).
tied(1, 4).

%   Of the answers that differ in one argument alone the first or the last in the standard order is kept.

:- table far(_, _, min), near(index, max, +), best(max), price(_, min), term_of(_, min).

%? fars(a, _)
%? fars(d, _)
fars(X, L) :- findall(Y-D, far(X, Y, D), L0), msort(L0, L).
far(X, X, 0).
far(X, Y, D) :- far(X, Z, D0), road(Z, Y, W), D is D0 + W.
road(a, b, 5).
road(b, c, 1).
road(a, c, 9).
road(c, a, 2).
road(c, b, 0.5).
%? far_from(a, c, _)
%? far_from(d, a, _)
far_from(X, Y, D) :- far(X, Y, D).
%? all_far(_)
all_far(S) :- setof(X-Y-D, (member(X, [a,b,c]), far(X, Y, D)), S).
%? all_near(_)
all_near(S) :- setof(n(X,Y,D), X^near(X, D, Y), S).
near(X, D, Y) :- road(X, Y, W), D is 10 - W.
near(X, D, Y) :- road(X, Z, W), near(Z, D0, Y), D0 > W, D is D0 - W.
%? the_best(_)
the_best(X) :- best(X).
best(X) :- member(X, [1, 3.0, 3, f(0), 2]).
%? prices(_)
prices(S) :- setof(N-P, (between(0, 12, N), price(N, P)), S).
price(0, 0).
price(N, P) :- N > 0, member(K-C, [1-3, 4-10, 5-11]), K =< N, M is N - K, price(M, P0), P is P0 + C.
%? terms(_)
terms(S) :- setof(X-T, (member(X, [1,2]), term_of(X, T)), S).
term_of(1, b).
term_of(X, f(X)).
term_of(_, "a").

%   A grammar rule that is left-recursive.

:- table counted//1.
counted(N) --> counted(M), [a], { N is M + 1 }.
counted(0) --> [].

%? count_of([a, a, a], _)
%? count_of([a, b], _)
%? count_of([], _)
count_of(L, N) :- phrase(counted(N), L).

%? counts_of_beginnings([a, a, b], _)
counts_of_beginnings(L, Ns) :- findall(N-R, phrase(counted(N), L, R), Ns0), sort(Ns0, Ns).
