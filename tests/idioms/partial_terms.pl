/*  Terms that functor/3 makes, and arg/3 or setarg/3 fills one argument at a time. */

%? filled(3, _)
%? filled(0, _)
%? filled(-1, _)
%? filled(a, _)
filled(N, B) :- functor(B, board, N), fill(1, N, B).
fill(I, N, _) :- I > N, !.
fill(I, N, B) :- arg(I, B, e), I1 is I + 1, fill(I1, N, B).

%? filled_board(_)
filled_board(s(x, B)) :- functor(B, board, 9), fill(1, 9, B).

%? filled_in_part(9, _)
%? filled_in_part(8, _)
%? filled_in_part(10, _)
%? filled_in_part(x, _)
filled_in_part(N, B) :- functor(B, board, 9), fill(1, N, B).

%? of_name(f, 2, _)
%? of_name(f, 0, _)
%? of_name(f(x), 2, _)
%? of_name([x], 2, _)
%? of_name(7, 2, _)
%? of_name(7, -1, _)
%? of_name(f, 2.0, _)
of_name(F, N, B) :- functor(B, F, N), fill(1, N, B).

%? like(board(1, 2, 3), 2, _)
%? like(board(1, 2, 3), 4, _)
like(B0, I, B) :- functor(B0, F, N), blank(F, N, B), like(1, N, I, B0, B).
blank(F, N, B) :- functor(B, F, N).
like(J, N, _, _, _) :- J > N, !.
like(J, N, I, B0, B) :-
    (   J =:= I
    ->  arg(J, B, 7)
    ;   arg(J, B0, X), arg(J, B, X)
    ),
    J1 is J + 1,
    like(J1, N, I, B0, B).

%? filled_twice(1, a, _)
%? filled_twice(1, b, _)
%? filled_twice(2, b, _)
filled_twice(I, X, T) :- functor(T, p, 2), arg(I, T, X), arg(1, T, a), arg(2, T, b).

%? choices(2, _)
choices(N, T) :- functor(T, p, N), each(1, N, T).
each(I, N, _) :- I > N, !.
each(I, N, T) :- member(X, [a, b]), arg(I, T, X), I1 is I + 1, each(I1, N, T).

%? by_closure([a, b, c], _)
%? by_closure([a, b], _)
by_closure(Xs, T) :- functor(T, p, 3), length(Xs, N), numlist(1, N, Is), maplist(put(T), Is, Xs).
put(T, I, X) :- arg(I, T, X).

%? undone(2, _)
undone(I, T) :- functor(T, p, 2), \+ \+ arg(I, T, x), arg(I, T, y), forall(arg(I, T, y), true), arg(1, T, z).

%? only_tested(2, _)
only_tested(N, T) :- functor(T, p, N), forall(between(1, N, I), arg(I, T, e)).

%? read_again(2, _)
read_again(N, L) :- functor(T, p, N), fill(1, N, T), arg(N, T, X), T =.. Xs, L = [X|Xs].

%? compared(2, p(e, e))
%? compared(2, p(e, a))
compared(N, U) :- functor(T, p, N), fill(1, N, T), T == U.

%? taken_apart(2, _)
%? taken_apart(3, _)
taken_apart(N, A-B) :- functor(T, p, N), fill(1, N, T), T = p(A, B).

%? two_names(2, _)
two_names(N, T-U) :- functor(T, p, N), U = T, fill(1, N, U).

%? shared_argument(1, _)
shared_argument(I, X-T) :- T = p(X, _), arg(I, T, a), arg(2, T, b).

%? from_a_pattern(2, _)
from_a_pattern(I, T) :- T = p(a, _, c), arg(I, T, b).

%? in_branches(1, _)
%? in_branches(2, _)
%? in_branches(3, _)
in_branches(I, T) :-
    functor(T, p, 2),
    (   I =:= 1
    ->  arg(I, T, a), arg(2, T, b)
    ;   I =:= 2
    ->  fill(1, 2, T), T = p(e, _)
    ;   fill(2, 2, T), arg(1, T, c)
    ),
    arg(2, T, X), X \== a.

%? set(1, _)
%? set(3, _)
%? set(-1, _)
%? set(x, _)
set(I, T) :- functor(T, p, 2), fill(1, 2, T), setarg(I, T, z).

%? set_all(3, _)
set_all(N, T) :- functor(T, p, N), set(1, N, T).
set(I, N, _) :- I > N, !.
set(I, N, T) :- setarg(I, T, I), I1 is I + 1, set(I1, N, T).

%? set_and_tried(2, _)
set_and_tried(N, T) :- functor(T, p, N), set(1, N, T), ( setarg(1, T, a) ; setarg(N, T, b) ; true ).

%? set_part(2, _)
set_part(N, S) :- functor(T, p, N), fill(1, N, T), S = s(T), setarg(1, T, z).

%? set_behind(2, _)
set_behind(N, S) :- functor(T, p, N), fill(1, N, T), findall(T, member(_, [1, 2]), S), setarg(1, T, z).

%? filled_one_by_one(2, _)
filled_one_by_one(N, T) :-
    functor(T, p, N),
    ( N > 1 -> arg(1, T, a) ; arg(1, T, b) ),
    ( N > 2 -> setarg(1, T, c) ; true ),
    ( N < 3 -> arg(2, T, d) ; arg(2, T, e) ).

%? collected(2, _)
collected(N, L) :- findall(T, choices(N, T), L).

%? unbound(_)
unbound(T) :- functor(T, p, 2).

%? made_of_free_names(_)
made_of_free_names(X) :- functor(T, _, 2), arg(1, T, X).

%? with_a_part_of_its_own(2, _)
with_a_part_of_its_own(I, T) :- functor(T, p, 2), arg(I, T, f(X)), arg(1, T, g), X = 1.

%? bound_later(2, _)
bound_later(I, T) :- functor(T, p, 2), arg(I, T, X), arg(1, T, a), X = b.

%? branches_of_a_shape(1, a, _)
%? branches_of_a_shape(2, a, _)
%? branches_of_a_shape(2, b, _)
branches_of_a_shape(I, X, T) :-
    functor(T, p, 2),
    (   X == a
    ->  arg(I, T, a)
    ;   arg(I, T, b)
    ),
    J is 3 - I,
    arg(J, T, c).

%? own_argument(1, _)
own_argument(I, T) :- T = p(X, _), own_argument(I, T, X).
own_argument(I, T, X) :- arg(I, T, a), arg(2, T, X).

%? of_a_free_list(3, _)
%? of_a_free_list(-1, _)
of_a_free_list(N, T) :- length(L, N), T =.. [board|L], fill(1, N, T).

%? of_a_known_list(2, _)
of_a_known_list(I, T) :- length(L, 3), T =.. [board|L], fill(1, 3, T), arg(I, T, e).

%? of_a_list_that_is_read(2, _)
of_a_list_that_is_read(N, L) :- length(L, N), T =.. [board|L], fill(1, N, T).

%? of_items(2, _)
of_items(X, T) :- T =.. [f, A, X|B], B = [Y], A = 1, Y = A.

%? of_items_known_later(2, _)
of_items_known_later(X, T) :- T =.. [f, A, X], A = 1.

%? ground_when_filled(2, _)
%? ground_when_filled(1, _)
ground_when_filled(N, R) :- functor(T, p, 2), fill(1, N, T), ( ground(T) -> R = yes ; R = no ).

%? copied_before(1, _)
%? copied_before(2, _)
copied_before(N, T-C) :- functor(T, p, 2), fill(1, N, T), copy_term(T, C), fill(2, 2, C), fill(1, 2, T).

%? by_lambda([a, b], _)
by_lambda(Xs, T) :- functor(T, p, 2), fill(1, 1, T), maplist([X]>>arg(1, T, X), Xs).

%? by_shared_lambda([e, e], _)
by_shared_lambda(Xs, T) :- functor(T, p, 2), fill(1, 2, T), maplist({T}/[X]>>arg(1, T, X), Xs).

%? by_lambda_without_braces([1])
by_lambda_without_braces(Xs) :- T = p(1), maplist(T/[X]>>arg(1, T, X), Xs).

%? filled_by_bagof(2, _)
filled_by_bagof(I, T) :- functor(T, p, 2), fill(1, 1, T), bagof(x, arg(I, T, a), _).

%? asked_of_a_table(2, _)
%? asked_of_a_table(1, _)
asked_of_a_table(N, R) :- functor(T, p, 2), fill(1, N, T), ( tabled(T) -> R = yes ; R = no ).
:- table tabled/1.
tabled(p(e, e)).

%? passed_twice(2, _)
passed_twice(N, R) :- functor(T, p, N), fill(1, N, T), pair(T, f(T), R).
pair(T, F, R) :- F = f(U), ( T == U -> arg(1, T, R) ; R = no ).

%? set_by_another(2, _)
set_by_another(N, T) :- functor(T, p, 2), set(1, N, T).

%? put_by_another(2, _)
put_by_another(I, T) :- functor(T, p, 2), fill(1, 2, T), put_at(T, I).
put_at(T, I) :- setarg(I, T, z).

%? of_many(81, _)
of_many(N, X) :- functor(T, board, 81), set(1, N, T), arg(80, T, X).

%? caught_while_filled(2, _)
caught_while_filled(N, T) :-
    functor(T, p, 2),
    catch(( fill(1, N, T), throw(no) ), no, fill(1, 2, T)).

%? filled_with_a_count(2, _)
filled_with_a_count(N, T-M) :- functor(T, p, N), counted(1, N, T, 0, M).
counted(I, N, _, M, M) :- I > N, !.
counted(I, N, T, M0, M) :- arg(I, T, e), M1 is M0 + 1, I1 is I + 1, counted(I1, N, T, M1, M).

% A branch gives a value to a term of which another one is a part.

%? filled_behind_a_branch([], a, _)
%? filled_behind_a_branch([1], a, _)
filled_behind_a_branch([], X, X).
filled_behind_a_branch([N|Ns], X, _) :-
    ( N > 0 -> Y = X ),
    functor(T, a, 3),
    arg(1, T, Y),
    U = T,
    filled_behind_a_branch(Ns, U, _).
