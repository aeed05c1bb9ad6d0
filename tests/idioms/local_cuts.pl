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

%? cut_behind_soft_condition([1, 2, 3], _)
%? cut_behind_soft_condition([], _)
cut_behind_soft_condition(L, X) :- ( member(X, L) *-> ! ; X = none ).
cut_behind_soft_condition(_, other).

%? later_cut_behind_soft_condition([1, 2, 3], _)
%? later_cut_behind_soft_condition([1], _)
%? later_cut_behind_soft_condition([], _)
later_cut_behind_soft_condition(L, X) :- ( member(Y, L) *-> Y > 1, !, ( X = Y ; X = again(Y) ) ; X = none ).
later_cut_behind_soft_condition(_, other).

%? cut_then_failure_behind_soft_condition([1, 2], _)
%? cut_then_failure_behind_soft_condition([2], _)
%? cut_then_failure_behind_soft_condition([], _)
cut_then_failure_behind_soft_condition(L, X) :- ( member(Y, L) *-> !, Y > 1, X = Y ; X = none ), X \= 9.
cut_then_failure_behind_soft_condition(_, other).

%? cut_behind_soft_call([1, 2, 3], _)
%? cut_behind_soft_call([], _)
cut_behind_soft_call(L, X-Z) :- member(Z, [a, b]), ( picked(X, L) *-> X > 1, ! ; X = none ).
cut_behind_soft_call(_, other).

picked(X, [X|_]).
picked(X, [_|L]) :- picked(X, L).

%? cut_in_soft_otherwise([1, 2], _)
%? cut_in_soft_otherwise([], _)
cut_in_soft_otherwise(L, X) :- member(Y, [p, q]), ( member(Z, L) *-> X = Y-Z ; !, X = Y ).
cut_in_soft_otherwise(_, other).

%? goals_behind_soft_cut([1, 2, 3], _)
goals_behind_soft_cut(L, X) :- ( picked(Y, L) *-> ( Y > 1 -> ! ; true ) ; Y = 0 ), ( X = Y ; X = twice(Y) ).
goals_behind_soft_cut(_, other).

%? once_around_soft_cut([1, 2], _)
once_around_soft_cut(L, X) :- member(Z, [a, b]), once(soft_with_cut(L, Y)), X = Z-Y.

soft_with_cut(L, X) :- ( picked(X, L) *-> X > 1, ! ; X = none ).
soft_with_cut(_, other).

%? cut_in_a_goal_that_was_a_variable(_)
cut_in_a_goal_that_was_a_variable(K) :- G = (member(K, [1, 2]), !), G.
cut_in_a_goal_that_was_a_variable(3).

%? cut_alone_in_a_variable(_)
cut_alone_in_a_variable(K) :- G = !, member(K, [1, 2]), G.
cut_alone_in_a_variable(3).

%? cut_in_an_argument_that_is_called(_)
cut_in_an_argument_that_is_called(K) :- called_here((member(K, [1, 2]), !)).
cut_in_an_argument_that_is_called(3).
called_here(G) :- G.
called_here(_).

%? cut_in_a_variable_in_a_branch(_)
cut_in_a_variable_in_a_branch(K) :- G = (member(K, [1, 2]), !), ( G ; K = 5 ).
cut_in_a_variable_in_a_branch(3).

%? cut_in_a_variable_of_a_module(_)
cut_in_a_variable_of_a_module(K) :- G = (member(K, [1, 2]), !), lists:G.
cut_in_a_variable_of_a_module(3).

%? cut_in_a_lambda_that_reads_a_variable([1], foo, _)
%? cut_in_a_lambda_that_reads_a_variable([1], 0, _)
cut_in_a_lambda_that_reads_a_variable(L, M, X) :- maplist([A, B]>>( A =\= M, !, B = A ; B = A ), L, X).

/*  A cut in a variable is local to it in a clause's own branches and in a negation. What calls a goal puts the
    variable's goals in its place first, so that the cut is the whole goal's.
*/

%? cut_in_variable_of_call(_)
cut_in_variable_of_call(K) :- G = ( member(K, [1, 2]), ! ), call(( G ; K = 5 )).
cut_in_variable_of_call(3).

%? cut_in_variable_of_once(_)
cut_in_variable_of_once(K) :- G = ( member(K, [1, 2]), ! ), once(( G ; K = 5 )).
cut_in_variable_of_once(3).

%? cut_in_variable_of_ignore(_)
cut_in_variable_of_ignore(K) :- G = ( member(K, [1, 2]), ! ), ignore(( G ; K = 5 )).
cut_in_variable_of_ignore(3).

%? cut_in_variable_of_branch(_)
cut_in_variable_of_branch(K) :- G = ( member(K, [1, 2]), ! ), ( G ; K = 5 ).
cut_in_variable_of_branch(3).

%? cut_in_variable_of_condition(_)
cut_in_variable_of_condition(K) :- G = ( member(K, [1, 2]), ! ), ( ( G ; K = 5 ) -> true ; K = 7 ).
cut_in_variable_of_condition(3).

%? cut_in_variable_of_conjunction(_)
cut_in_variable_of_conjunction(K) :- G = ( member(K, [1, 2]), ! ), call(( true, ( G ; K = 5 ) )).
cut_in_variable_of_conjunction(3).

%? cut_in_variable_of_closure(_)
cut_in_variable_of_closure(K) :- G = ( member(K, [1, 2]), ! ), call(','(( G ; K = 5 )), true).
cut_in_variable_of_closure(3).

%? cut_in_variable_of_negation
cut_in_variable_of_negation :- G = ( !, fail ), \+ ( G ; true ).

%? cut_in_variable_of_not
cut_in_variable_of_not :- G = ( !, fail ), not(( G ; true )).

%? cut_in_variable_of_called_negation
cut_in_variable_of_called_negation :- G = ( !, fail ), call(\+ ( G ; true )).

%? cut_in_variable_of_all
cut_in_variable_of_all :- G = ( !, fail ), forall(( G ; true ), fail).

%? cut_in_variable_of_action
cut_in_variable_of_action :- G = ( !, fail ), forall(true, ( G ; true )).

%? cut_in_variable_of_findall
cut_in_variable_of_findall :- G = ( !, fail ), findall(x, ( G ; true ), []).

%? cut_in_variable_of_bag
cut_in_variable_of_bag :- G = ( !, fail ), \+ bagof(x, ( G ; true ), _).

%? cut_in_variable_of_count
cut_in_variable_of_count :- G = ( !, fail ), aggregate_all(count, ( G ; true ), 0).

%? cut_in_a_goal_of_a_module(_)
cut_in_a_goal_of_a_module(K) :- G = ( member(K, [1,2]), ! ), N = lists:G, call(N).
cut_in_a_goal_of_a_module(3).

%? cut_of_the_clause_in_a_module(_)
cut_of_the_clause_in_a_module(K) :- lists:( member(K, [1,2]), ! ).
cut_of_the_clause_in_a_module(3).

%? called_cut_in_a_module(_)
called_cut_in_a_module(K) :- call(lists:( member(K, [1,2]), ! )).
called_cut_in_a_module(3).

%? called_in_an_unknown_module(_)
called_in_an_unknown_module(K) :- call(_:member(K, [])).

%? called_in_a_module_of_a_variable(_)
called_in_a_module_of_a_variable(K) :- M = user, call(M:in_no_module_user(K)).
in_no_module_user(2).

%? no_goal_in_a_module(_)
no_goal_in_a_module(K) :- call(lists:( member(K, [1,2]), 3 )).

%? unknown_goal_in_a_module(_)
unknown_goal_in_a_module(K) :- call(lists:( K, 3 )).

%? cut_behind_a_call_that_leaves_a_part_open(1, _)
%? cut_behind_a_call_that_leaves_a_part_open(2, _)
%? cut_behind_a_call_that_leaves_a_part_open(3, _)
cut_behind_a_call_that_leaves_a_part_open(X, Y) :- half(X, Z), !, Z = c, Y = Z.
cut_behind_a_call_that_leaves_a_part_open(_, none).

half(1, _).
half(1, c).
half(2, b).
