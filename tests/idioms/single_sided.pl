/*  Rules with `=>`: heads that only match, guards, and a commitment to the first rule that matches. */

%? sum([1, 2, 3], _)
%? sum([1, 2, 3], 6)
%? sum([1, 2, 3], 7)
%? sum(a, _)
sum([], S) => S = 0.
sum([X|Xs], S) => sum(Xs, S0), S is S0 + X.

%? sign(5, _)
%? sign(0, _)
%? sign(-5, _)
%? sign(a, _)
sign(X, S), X > 0 => S = plus.
sign(0, S) => S = zero.
sign(X, S), X < 0 => S = minus.

%? only_zero(0)
%? only_zero(1)
only_zero(0) => true.

%? result_in_head(1, _)
%? result_in_head(1, a)
%? result_in_head(1, b)
result_in_head(1, a) => true.
result_in_head(_, X) => X = c.

%? same(1, 1, _)
%? same(1, 2, _)
%? same(f(1), f(1), _)
same(X, X, R) => R = yes.
same(_, _, R) => R = no.

%? same_inside(f(1, 1), _)
%? same_inside(f(1, 2), _)
same_inside(f(X, X), R) => R = yes.
same_inside(f(_, _), R) => R = no.

%? same_free(_)
same_free(R) :- same(X, Y, R0), X = 1, Y = 1, R = R0.

%? same_alias(_)
same_alias(R) :- X = Y, same(X, Y, R0), X = 1, R = R0-Y.

%? known_in_part(_)
known_in_part(R) :- T = f(_, 1), shape(T, R), T = f(2, _).
shape(f(2, _), R) => R = two.
shape(f(_, X), R), X == 1 => R = one.
shape(g, R) => R = g.

%? free_then_bound(_)
free_then_bound(R) :- kind(X, R), X = a.
kind(a, R) => R = a.
kind(X, R), var(X) => R = free.
kind(_, R) => R = other.

%? several(3, _)
%? several(0, _)
several(N, X), N > 0 => between(1, N, X).
several(_, X) => X = none ; X = nothing.

%? guard_solutions([1, 5, 7], _)
%? guard_solutions([1], _)
guard_solutions(L, X), member(Y, L), Y > 2 => X = Y.
guard_solutions(_, X) => X = none.

%? guard_unifies(f(1), _)
%? guard_unifies(g, _)
guard_unifies(X, Y), X = f(Z) => Y = Z.
guard_unifies(_, Y) => Y = none.

%? guard_binds(_)
guard_binds(X), X = 1 => true.
guard_binds(X) => X = 2.

%? cut_in_body(_)
%? cut_in_body(2)
cut_in_body(X) => ( X = 1 ; X = 2 ), !.
cut_in_body(_) => true.

%? cut_in_guard(_)
cut_in_guard(X), ! => X = 1.
cut_in_guard(X) => X = 2.

%? failing(a)
%? failing(b)
failing(a) => fail.
failing(_) => true.

%? list_end([a, b], _)
%? list_end([], _)
list_end([X], Y) => Y = X.
list_end([_|Xs], Y) => list_end(Xs, Y).

%? mapped([1, -1, 0], _)
mapped(Xs, Ys) :- maplist(sign, Xs, Ys).

%? caught(5, _)
%? caught(a, _)
caught(X, R) :- catch(only_zero(X), _, true), R = X.

%? text("a", _)
%? text('a', _)
%? text([], _)
text("a", R) => R = string.
text(a, R) => R = atom.
text([], R) => R = list.

%? reached(1, _)
%? reached(3, _)
%? reached(5, _)
reached(X, Ys) :- findall(Y, reach(X, Y), Ys0), sort(Ys0, Ys).
:- table reach/2.
reach(X, Y), X < 4 => ( Z is X + 1, reach(Z, Y) ; Y = X ).
reach(4, Y) => Y = 4.
