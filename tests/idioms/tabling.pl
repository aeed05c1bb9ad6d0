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
