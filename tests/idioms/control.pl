/*  Control: cuts, conditions, negation, once, ignore, forall, disjunctions that bind. */

%? first_clause_cut(-3, _)
%? first_clause_cut(0, _)
%? first_clause_cut(7, _)
first_clause_cut(N, neg) :- N < 0, !.
first_clause_cut(0, zero) :- !.
first_clause_cut(_, pos).

%? cut_at_once(_)
cut_at_once(X) :- !, member(X, [1, 2, 3]).
cut_at_once(9).

%? cut_in_the_middle(_)
cut_in_the_middle(X-Y) :- member(X, [1, 2, 3]), X > 1, !, member(Y, [a, b]).
cut_in_the_middle(none).

%? cut_at_the_end(_)
cut_at_the_end(X) :- pair(X, b), !.
cut_at_the_end(9).

pair(2, a).
pair(1, b).
pair(2, b).
pair(3, c).

%? cut_fail(1)
%? cut_fail(2)
cut_fail(1) :- !, fail.
cut_fail(_).

%? two_cuts(_)
two_cuts(X) :- member(Y, [1, 2, 3]), Y >= 2, !, member(X, [Y, 10]), X > 5, !.
two_cuts(0).

%? cut_in_disjunction(1, _)
%? cut_in_disjunction(2, _)
cut_in_disjunction(N, X) :- ( N =:= 1, ! , X = one ; X = many ; X = more ).
cut_in_disjunction(_, last).

%? cut_in_then(1, _)
%? cut_in_then(2, _)
cut_in_then(N, X) :- ( N =:= 1 -> !, X = one ; X = two ).
cut_in_then(_, other).

%? cut_in_else(1, _)
%? cut_in_else(2, _)
cut_in_else(N, X) :- ( N =:= 1 -> X = one ; !, X = two ).
cut_in_else(_, other).

%? cut_in_condition_is_local(_)
cut_in_condition_is_local(X) :- ( member(X, [1, 2]), ! -> true ; X = 0 ).
cut_in_condition_is_local(5).

%? cut_in_negation_is_local(_)
cut_in_negation_is_local(X) :- member(X, [1, 2]), \+ ( !, fail ).

%? cut_in_once_is_local(_)
cut_in_once_is_local(X-Y) :- member(X, [1, 2]), once(( member(Y, [a, b]), ! )).

%? cut_in_findall_is_local(_)
cut_in_findall_is_local(X-L) :- member(X, [1, 2]), findall(Y, ( member(Y, [a, b]), ! ), L).

%? cut_in_call_is_local(_)
cut_in_call_is_local(X) :- member(X, [1, 2, 3]), call(( true, ! )).
cut_in_call_is_local(4).

%? cut_then_backtrack_into_caller(_)
cut_then_backtrack_into_caller(X-Y) :- member(X, [1, 2]), determined(X, Y).

determined(X, Y) :- member(Y, [X, 10]), !.
determined(_, 99).

%? cut_and_accumulate([a, b, a, c, a], a, _)
cut_and_accumulate([], _, 0).
cut_and_accumulate([X|T], X, N) :- !, cut_and_accumulate(T, X, N0), N is N0 + 1.
cut_and_accumulate([_|T], X, N) :- cut_and_accumulate(T, X, N).

%? red_cut_result_as_test(1, b)
%? red_cut_result_as_test(1, a)
%? red_cut_result_as_test(1, _)
red_cut_result_as_test(1, a) :- !.
red_cut_result_as_test(_, b).

%? if_then_else(5, _)
%? if_then_else(-5, _)
if_then_else(X, Y) :- ( X >= 0 -> Y = plus ; Y = minus ).

%? if_then_without_else(5, _)
%? if_then_without_else(-5, _)
if_then_without_else(X, Y) :- ( X >= 0 -> Y = plus ).

%? else_if(1, _)
%? else_if(2, _)
%? else_if(3, _)
else_if(X, Y) :-
    (   X =:= 1
    ->  Y = one
    ;   X =:= 2
    ->  Y = two
    ;   Y = many
    ).

%? else_if_without_else(3, _)
else_if_without_else(X, Y) :- ( X =:= 1 -> Y = one ; X =:= 2 -> Y = two ).

%? condition_binds([3, 5, 8], _)
%? condition_binds([1], _)
condition_binds(L, Y) :- ( member(X, L), X > 4 -> Y = found(X) ; Y = none ).

%? then_is_nondeterministic(1, _)
%? then_is_nondeterministic(2, _)
then_is_nondeterministic(X, Y) :- ( X =:= 1 -> member(Y, [a, b]) ; member(Y, [c, d]) ).

%? soft_cut([1, 2, 3], _)
%? soft_cut([], _)
soft_cut(L, Y) :- ( member(X, L) *-> Y = got(X) ; Y = none ).

%? soft_cut_filtered([1, 2, 3, 4], _)
soft_cut_filtered(L, Y) :- ( member(X, L), X mod 2 =:= 0 *-> Y is X * 10 ; Y = 0 ).

%? soft_cut_then_fails([1, 2], _)
soft_cut_then_fails(L, Y) :- ( member(X, L) *-> X > 5, Y = X ; Y = none ).
soft_cut_then_fails(_, last).

%? soft_cut_without_else([1, 2], _)
soft_cut_without_else(L, Y) :- ( member(X, L) *-> Y = X ).

%? cut_in_soft_then(_)
cut_in_soft_then(X) :- ( member(X, [1, 2]) *-> ! ; X = 0 ).
cut_in_soft_then(9).

%? disjunction_binds(_)
disjunction_binds(X) :- ( X = a ; X = b ; X = c ).

%? disjunction_binds_two(3, _)
disjunction_binds_two(N, X-Y) :- ( X = N, Y is N + 1 ; Y = N, X is N - 1 ).

%? disjunction_of_tests([1, 2, 3, 4], _)
disjunction_of_tests(L, R) :- findall(X, ( member(X, L), ( X < 2 ; X > 3 ) ), R).

%? disjunction_both_hold(5, _)
disjunction_both_hold(X, L) :- findall(yes, ( X > 1 ; X > 2 ), L).

%? disjunction_with_failure(_)
disjunction_with_failure(X) :- ( fail ; X = 1 ; false ; X = 2 ).

%? nested_disjunctions(_)
nested_disjunctions(X) :- ( ( X = 1 ; X = 2 ) ; ( X = 3 ; X = 4 ) ), X =\= 2.

%? disjunction_then_goal(_)
disjunction_then_goal(Y) :- ( X = 1 ; X = 2 ), Y is X * 100.

%? disjunction_of_conditions(1, _)
%? disjunction_of_conditions(3, _)
disjunction_of_conditions(X, Y) :- ( X =:= 1 -> Y = a ; Y = b ), ( Y = a ; Y = b ; Y = c ).

%? if_then_inside_disjunction(1, _)
if_then_inside_disjunction(X, Y) :- ( ( X > 0 -> Y = p ; Y = n ) ; Y = z ).

%? negation(3, [1, 2])
%? negation(1, [1, 2])
negation(X, L) :- \+ member(X, L).

%? negation_binds_nothing(_)
negation_binds_nothing(X) :- \+ ( Y = 1, Y > 2 ), X = ok.

%? double_negation([1, 2, 3], _)
double_negation(L, R) :- \+ \+ member(2, L), R = yes.

%? negation_of_conjunction([1, 2, 3])
%? negation_of_conjunction([1, 2, 9])
negation_of_conjunction(L) :- \+ ( member(X, L), X > 5 ).

%? negated_disjunction(3)
%? negated_disjunction(30)
negated_disjunction(X) :- \+ ( X < 0 ; X > 10 ).

%? not_spelled_out(3)
not_spelled_out(X) :- not(X > 5).

%? once_of([3, 4, 5], _)
%? once_of([], _)
once_of(L, X) :- once(member(X, L)).

%? once_of_conjunction(_)
once_of_conjunction(X-Y) :- once(( member(X, [1, 2, 3]), X > 1 )), member(Y, [a, b]).

%? ignored(5, _)
%? ignored(1, _)
ignored(X, ok) :- ignore(X > 3).

%? ignore_binds([7, 8], _)
ignore_binds(L, R) :- findall(X, ( member(_, [1, 2]), ignore(member(X, L)) ), R).

%? all_positive([1, 2, 3])
%? all_positive([1, -2, 3])
%? all_positive([])
all_positive(L) :- forall(member(X, L), X > 0).

%? nested_forall([[1, 2], [3]])
nested_forall(Ls) :- forall(member(L, Ls), forall(member(X, L), X > 0)).

%? forall_with_known(4, [1, 2, 3])
%? forall_with_known(2, [1, 2, 3])
forall_with_known(M, L) :- forall(member(X, L), X < M).

%? true_and_fail(_)
true_and_fail(X) :- true, X = 1.
true_and_fail(_) :- fail.
true_and_fail(2).

%? facts_then_rule(_)
facts_then_rule(1).
facts_then_rule(X) :- facts_more(X).
facts_then_rule(4).

facts_more(2).
facts_more(3).

%? nondeterministic_join(_)
nondeterministic_join(X-Z) :- pair(X, Y), pair(Z, Y), X < Z.

%? called_goal([1, 2, 3], _)
called_goal(L, X) :- call(member(X, L)).

%? called_with_extra(3, _)
called_with_extra(X, Y) :- call(plus(4), X, Y).

%? goal_in_variable([a, b], _)
goal_in_variable(L, X) :- G = member(X, L), G.

%? closure_given(big, [1, 5, 9], _)
closure_given(big, L, R) :- include(bigger(4), L, R).

bigger(N, X) :- X > N.

%? fallthrough(0, _)
%? fallthrough(2, _)
fallthrough(N, R) :- ( N > 0, M = N ; N =< 0, M = 1 ), R is M * 2.

%? variable_set_in_each_case(x, _)
%? variable_set_in_each_case(o, _)
%? variable_set_in_each_case(e, _)
variable_set_in_each_case(P, S) :-
    (   P = x
    ->  A = 1, B = 2
    ;   P = o
    ->  A = 3, B = 4
    ;   A = 5, B = 6
    ),
    S is A * 10 + B.

%? variable_local_to_branches(1, _)
%? variable_local_to_branches(2, _)
variable_local_to_branches(N, R) :-
    ( N =:= 1 -> T = f(N), arg(1, T, R) ; T = [N, N], length(T, R) ).

%? deep_cut([1, 2, 3, 4], _)
deep_cut(L, R) :- findall(X, ( member(X, L), small_or_big(X) ), R).

small_or_big(X) :- X < 2, !.
small_or_big(X) :- X < 4, !, fail.
small_or_big(_).

%? cut_with_local_choice(_)
cut_with_local_choice(X) :- ( X = 1 ; X = 2 ), ( X =:= 2 -> ! ; true ).
cut_with_local_choice(3).

%? cut_semantics_in_branches([3, 1, 2], _)
cut_semantics_in_branches(L, X) :- member(X, L), ( X < 3, ! ; X > 2 ).
cut_semantics_in_branches(_, none).

%? repeated_until(_)
repeated_until(X) :- between(1, inf, X), X * X > 50, !.

%? disjunction_without_result([0, 1])
disjunction_without_result([]).
disjunction_without_result([_|T]) :- ( true ; true ), disjunction_without_result(T).

%? tests_that_both_hold([0, 1], 5)
tests_that_both_hold([], _).
tests_that_both_hold([X|T], N) :- ( X >= 0 ; N > X ), tests_that_both_hold(T, N).

%? branches_in_condition([], _)
%? branches_in_condition([1], _)
branches_in_condition(L, X) :- ( ( L = [] -> Y = f(_) ; Y = 1 ), X = a -> ground(Y) ; X = b ).

%? branches_in_branches(1, _)
%? branches_in_branches(2, _)
branches_in_branches(N, X) :- ( true -> ( N = 1 -> Y = f(_) ; Y = N ), Z = [Y] ), ( ground(Z) -> X = yes ; X = no ).

%? extreme_in_condition(_)
extreme_in_condition([]) :- ( aggregate_all(min(V + 0), V is 0, W), _ = a *-> compare(<, a, a), W =< W ).

%? no_branch_fits(a)
no_branch_fits(X) :- Y = f(X), ( Y = g(_) ; \+ true ).

%? no_branch_fits_later([1, 2], _)
no_branch_fits_later([], none).
no_branch_fits_later([X|Xs], Y-Z) :- T =.. [f, X, Xs], ( T = (_ + _), Z = 1 ; fail, Z = 2 ), no_branch_fits_later(Xs, Y).

%? other_branch_is_an_error([], _)
%? other_branch_is_an_error([a], _)
other_branch_is_an_error([], X) :-
    (   ( true ; nth1(0, _, [], []) ), \+ true
    ->  X = a
    ;   X = b
    ).
other_branch_is_an_error([_], b) :-
    \+ ( ( true ; _ is foo + 1 ), fail ).

%? fail_behind_a_cut_in_a_branch(1, 1, _)
%? fail_behind_a_cut_in_a_branch(1, 2, _)
fail_behind_a_cut_in_a_branch(K, Last, R) :- differs_or_is_cut(K, Last), R = yes.
fail_behind_a_cut_in_a_branch(_, _, no).
differs_or_is_cut(K, Last) :- ( K =:= Last, !, fail ; true ).

%? cut_and_fail_behind_a_choice([1, 2, 3], _)
%? cut_and_fail_behind_a_choice([1, 4, 2], _)
cut_and_fail_behind_a_choice(Xs, Y) :- member(Y, Xs), not_two(Y).
not_two(X) :- ( X > 3 -> true ; X =:= 2, !, fail ; X =:= 2 ; true ).

%? error_in_a_later_clause(1, _)
%? error_in_a_later_clause(2, _)
error_in_a_later_clause(X, a) :- X =:= 1.
error_in_a_later_clause(X, b) :- Y is X / 0, Y > 1, X =\= 1.

%? error_before_the_test_that_tells(1, foo, _)
%? error_before_the_test_that_tells(1, 3, _)
%? error_before_the_test_that_tells(2, 3, _)
error_before_the_test_that_tells(1, _, a).
error_before_the_test_that_tells(X, Y, b) :- Y > 1, X = 2.

%? error_in_a_call_of_a_later_clause(1, _)
error_in_a_call_of_a_later_clause(1, a).
error_in_a_call_of_a_later_clause(X, b) :- divides_by_zero(X), X = 2.
divides_by_zero(X) :- Y is X / 0, Y > 1.

%? no_number_beside_an_atom(f, _)
%? no_number_beside_an_atom(3, _)
no_number_beside_an_atom(X, a) :- atom(X).
no_number_beside_an_atom(X, b) :- Y is X + 1, Y > 3, \+ atom(X).

%? last_call_that_the_next_clause_denies([1, 2], _)
%? last_call_that_the_next_clause_denies([2, 1], _)
%? last_call_that_the_next_clause_denies([1, 1], _)
last_call_that_the_next_clause_denies([X|T], Y) :- X > 0, last_call_that_the_next_clause_denies(T, Y).
last_call_that_the_next_clause_denies([X|T], Y) :-
    X > 0, \+ last_call_that_the_next_clause_denies(T, _), T = [Z|_], Y = Z.
last_call_that_the_next_clause_denies([], _) :- fail.

%? last_call_or_a_default([1, 2], _)
%? last_call_or_a_default([5, 2], _)
last_call_or_a_default(L, Y) :- first_small(L, Y).
last_call_or_a_default(L, none) :- \+ first_small(L, _), L = [_|_].
first_small([X|T], Y) :- ( X < 3 -> Y = X ; first_small(T, Y) ), Y \== 2.
