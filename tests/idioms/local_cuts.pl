/*  Cuts that are local to a negation, a condition, a collection or a call, in a branch of it. */

%? cut_in_negated_branch([1, 2])
%? cut_in_negated_branch([4, 9])
%? cut_in_negated_branch([1, 9])
cut_in_negated_branch(L) :- \+ ( member(X, L), ( X > 3 -> ! ; true ), X > 5 ).

%? cut_in_collected_branch([1, 5, 7], _)
%? cut_in_collected_branch([1, 2], _)
cut_in_collected_branch(L, R) :- findall(X, ( member(X, L), ( X > 3, ! ; true ) ), R).

%? cut_in_branch_of_once([1, 3, 4], _)
%? cut_in_branch_of_once([1], _)
cut_in_branch_of_once(L, X) :- once(( member(X, L), ( X > 2 -> ! ; fail ) )).

%? cut_in_branch_of_condition([1, 3, 4], _, _)
%? cut_in_branch_of_condition([2, 3], _, _)
%? cut_in_branch_of_condition([0, 1], _, _)
cut_in_branch_of_condition(L, X, Y) :-
    ( member(X, L), ( X > 2 -> !, Y = big ; Y = small ), X > 1 -> true ; X = 0, Y = none ).

%? cut_in_branch_of_call([1, 2, 3], _)
%? cut_in_branch_of_call([3], _)
cut_in_branch_of_call(L, X) :- call(( member(X, L), ( X >= 2, ! ; X = 1 ) )).

%? cut_in_branch_of_count([1, 2, 3, 4], _)
cut_in_branch_of_count(L, N) :- aggregate_all(count, ( member(X, L), ( X > 2 -> ! ; true ) ), N).

%? cut_in_disjunction_called(_)
cut_in_disjunction_called(X) :- call(( X = 1, ( true ; ! ) ; X = 2 )).

%? cut_in_branch_of_set([3, 1, 2], _)
%? cut_in_branch_of_set([1, 2], _)
cut_in_branch_of_set(L, S) :- setof(X-Y, ( member(X, L), ( X > 2 -> !, Y = b ; Y = a ) ), S).

%? cut_in_branch_of_groups([1-a, 2-b, 3-a, 4-b], _, _)
cut_in_branch_of_groups(L, Y, S) :- setof(X, ( member(X-Y, L), ( X > 2 -> ! ; true ) ), S).

%? cut_in_branch_for_all([1, 2, 9, 0])
%? cut_in_branch_for_all([1, 2])
cut_in_branch_for_all(L) :- forall(( member(X, L), ( X > 5 -> ! ; true ) ), X > 0).

%? cut_in_branch_binds_a_part(3, _)
%? cut_in_branch_binds_a_part(1, _)
cut_in_branch_binds_a_part(N, T) :- T = pair(A, B), call(( N > 2 -> !, A = big ; A = small )), B = N.
