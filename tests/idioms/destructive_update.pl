/*  Copies that setarg/3 changes. */

%? set(1, p(a, b), _)
%? set(3, p(a, b), _)
%? set(-1, p(a, b), _)
%? set(x, p(a, b), _)
%? set(1, a, _)
set(I, T0, T) :- duplicate_term(T0, T), setarg(I, T, z).

%? set_all(p(a, b, c), _)
set_all(T0, T) :- duplicate_term(T0, T), functor(T, _, N), each_set(1, N, T).
each_set(I, N, _) :- I > N, !.
each_set(I, N, T) :- setarg(I, T, I), I1 is I + 1, each_set(I1, N, T).

%? set_and_tried(p(a, b), _)
set_and_tried(T0, T) :- duplicate_term(T0, T), each_set(1, 2, T), ( setarg(1, T, a) ; setarg(2, T, b) ; true ).

%? read_between(p(1, 2), _, _)
read_between(T0, X, T) :- duplicate_term(T0, T), setarg(1, T, 5), arg(1, T, X), Y is X + 1, setarg(2, T, Y).

%? set_in_branches(1, p(a, b), _)
%? set_in_branches(2, p(a, b), _)
%? set_in_branches(3, p(a, b), _)
set_in_branches(I, T0, T-X) :-
    duplicate_term(T0, T),
    (   I =:= 1
    ->  setarg(1, T, x)
    ;   I =:= 2
    ->  each_set(2, 2, T), T = p(_, _)
    ;   true
    ),
    arg(1, T, X).

%? set_part(p(a, b), _)
set_part(T0, S) :- duplicate_term(T0, T), S = s(T), setarg(1, T, z).

%? set_part_of_a_branch(1, p(a, b), _)
%? set_part_of_a_branch(2, p(a, b), _)
set_part_of_a_branch(I, T0, S) :- duplicate_term(T0, T), ( I =:= 1 -> S = s(T) ; S = none ), setarg(1, T, z).

%? set_part_of_both_branches(1, p(a, b), _)
%? set_part_of_both_branches(2, p(a, b), _)
set_part_of_both_branches(I, T0, S) :- duplicate_term(T0, T), ( I =:= 1 -> S = s(T) ; S = T ), setarg(1, T, z).

%? set_behind(p(a, b), _)
set_behind(T0, S) :- duplicate_term(T0, T), findall(T, member(_, [1, 2]), S), setarg(1, T, z).

%? set_two_names(p(a, b), _)
set_two_names(T0, T-U) :- duplicate_term(T0, T), U = T, setarg(1, U, z).

%? copied_before(p(a, b), _)
copied_before(T0, T-C) :- duplicate_term(T0, T), copy_term(T, C), setarg(1, T, z).

%? compared(p(a, b), p(z, b))
%? compared(p(a, b), p(a, b))
compared(T0, U) :- duplicate_term(T0, T), setarg(1, T, z), T == U.

%? set_by_another(2, p(a, b), _)
set_by_another(I, T0, T) :- duplicate_term(T0, T), put_at(T, I).
put_at(T, I) :- setarg(I, T, z).

%? passed_twice(p(a, b), _)
passed_twice(T0, R) :- duplicate_term(T0, T), setarg(1, T, z), pair(T, f(T), R).
pair(T, F, R) :- F = f(U), ( T == U -> arg(1, T, R) ; R = no ).

%? set_when_shared(1, p(a, b), _)
set_when_shared(I, T0, T-S) :- duplicate_term(T0, T), wrapped(T, S), setarg(I, T, z).
wrapped(T, s(T)).

%? set_by_another_when_shared(2, p(a, b), _)
set_by_another_when_shared(N, T0, T-S) :- duplicate_term(T0, T), wrapped(T, S), each_set(1, N, T).

%? set_by_lambda([a, b], p(x, y), _)
set_by_lambda(Xs, T0, T) :- duplicate_term(T0, T), maplist([X]>>setarg(1, T, X), Xs).

%? set_by_shared_lambda([a, b], p(x, y), _)
set_by_shared_lambda(Xs, T0, T) :- duplicate_term(T0, T), maplist({T}/[X]>>setarg(1, T, X), Xs).

%? set_by_bagof(p(x, y), _)
set_by_bagof(T0, T) :- duplicate_term(T0, T), bagof(x, setarg(1, T, z), _).

%? asked_of_a_table(1, _)
%? asked_of_a_table(2, _)
asked_of_a_table(I, R) :- duplicate_term(p(e, x), T), setarg(I, T, e), ( tabled(T) -> R = yes ; R = no ).
:- table tabled/1.
tabled(p(e, e)).

%? caught_when_set(2, p(a, b), _)
caught_when_set(I, T0, T) :-
    duplicate_term(T0, T),
    catch(( setarg(I, T, x), throw(no) ), no, setarg(1, T, y)).

%? counted_too(p(a, b), _)
counted_too(T0, T-M) :- duplicate_term(T0, T), counted(1, 2, T, 0, M).
counted(I, N, _, M, M) :- I > N, !.
counted(I, N, T, M0, M) :- setarg(I, T, e), M1 is M0 + 1, I1 is I + 1, counted(I1, N, T, M1, M).
