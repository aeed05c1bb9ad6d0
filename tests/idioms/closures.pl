/*  maplist, foldl, include, exclude, partition; closures and lambdas. */

double(X, Y) :- Y is 2 * X.

add(X, Y, Z) :- Z is X + Y.

above(N, X) :- X > N.

%? mapped([1, 2, 3], _)
%? mapped([], _)
mapped(L, M) :- maplist(double, L, M).

%? map_with_argument([1, 2, 3], 10, _)
map_with_argument(L, N, M) :- maplist(add(N), L, M).

%? map_tested([5, 6])
%? map_tested([5, 1])
map_tested(L) :- maplist(above(3), L).

%? map_two_lists([1, 2], [10, 20], _)
%? map_two_lists([1, 2], [10], _)
map_two_lists(A, B, C) :- maplist(add, A, B, C).

%? map_builtin([1, 2], _)
map_builtin(L, M) :- maplist(succ, L, M).

%? map_unify([a, b], _)
map_unify(L, M) :- maplist(=, L, M).

%? map_constant([1, 2, 3], _)
map_constant(L, M) :- same_length(L, M), maplist(=(x), M).

%? map_nondeterministic([[1, 2], [3, 4]], _)
map_nondeterministic(Ls, M) :- maplist(picked, Ls, M).

picked(L, X) :- member(X, L).

%? map_to_pair([a, b], _)
map_to_pair(L, M) :- maplist(paired(1), L, M).

paired(N, X, X-N).

%? map_four([1, 2], [3, 4], _)
map_four(A, B, S/P) :- maplist(sum_product, A, B, S, P).

sum_product(X, Y, S, P) :- S is X + Y, P is X * Y.

%? nested_map([[1], [2, 3]], _)
nested_map(Ls, Ms) :- maplist(maplist(double), Ls, Ms).

%? map_error([1, a], _)
map_error(L, M) :- maplist(double, L, M).

%? folded([1, 2, 3], _)
%? folded([], _)
folded(L, S) :- foldl(add, L, 0, S).

%? folded_reverse([1, 2, 3], _)
folded_reverse(L, R) :- foldl(pushed, L, [], R).

pushed(X, L, [X|L]).

%? folded_two([1, 2], [3, 4], _)
folded_two(A, B, S) :- foldl(dot, A, B, 0, S).

dot(X, Y, S0, S) :- S is S0 + X * Y.

%? folded_with_argument([1, 2, 3], 2, _)
folded_with_argument(L, K, S) :- foldl(scaled(K), L, 0, S).

scaled(K, X, S0, S) :- S is S0 + K * X.

%? folded_maximum([3, 9, 4], _)
folded_maximum([H|T], M) :- foldl(larger, T, H, M).

larger(X, M0, M) :- M is max(X, M0).

%? folded_nondeterministically([[1, 2], [10, 20]], _)
folded_nondeterministically(Ls, S) :- foldl(add_one_of, Ls, 0, S).

add_one_of(L, S0, S) :- member(X, L), S is S0 + X.

%? included([1, 5, 9], _)
included(L, R) :- include(above(4), L, R).

%? excluded([1, 5, 9], _)
excluded(L, R) :- exclude(above(4), L, R).

%? parted([1, 5, 9, 2], _)
parted(L, A/B) :- partition(above(4), L, A, B).

%? parted_in_three([1, 5, 9, 5], _)
parted_in_three(L, A/B/C) :- partition(ordered(5), L, A, B, C).

ordered(N, X, O) :- compare(O, X, N).

%? included_twice_true([1, 2, 3], _)
included_twice_true(L, R) :- include(one_of([1, 1, 3]), L, R).

one_of(L, X) :- member(X, L).

%? included_atoms([a, 1, b], _)
included_atoms(L, R) :- include(atom, L, R).

%? excluded_pattern([e, x, e], _)
excluded_pattern(L, R) :- exclude(==(e), L, R).

%? included_unifying([p(1), q(2), p(3)], _)
included_unifying(L, R) :- include(is_p, L, R).

is_p(p(_)).

%? filter_error([1, a], _)
filter_error(L, R) :- include(above(0), L, R).

%? lambda_map([1, 2, 3], _)
lambda_map(L, M) :- maplist([X, Y]>>(Y is X * X), L, M).

%? lambda_with_global([1, 2], 5, _)
lambda_with_global(L, N, M) :- maplist([X, Y]>>(Y is X + N), L, M).

%? lambda_with_declared_global([1, 2], 5, _)
lambda_with_declared_global(L, N, M) :- maplist(\X^Y^(Y is X + N), L, M).

%? lambda_free([1, 2], 5, _)
lambda_free(L, N, M) :- maplist({N}/[X, Y]>>(Y is X + N), L, M).

%? lambda_test([1, 5], _)
lambda_test(L, R) :- include([X]>>(X > 2), L, R).

%? lambda_exclude([1, 2, 3, 4], _)
lambda_exclude(L, R) :- exclude([X]>>(X > 2), L, R).

%? lambda_partition([1, 2, 3, 4], _)
lambda_partition(L, A-B) :- partition([X]>>(X < 3), L, A, B).

%? lambda_fold([1, 2, 3], _)
lambda_fold(L, S) :- foldl([X, A0, A]>>(A is A0 + X), L, 0, S).

%? lambda_pattern([a-1, b-2], _)
lambda_pattern(L, V) :- maplist([_-X, X]>>true, L, V).

%? lambda_conjunction([1, 2, 3], _)
lambda_conjunction(L, R) :- include([X]>>( X > 1, X < 3 ), L, R).

%? lambda_local_variable([1, 2], _)
lambda_local_variable(L, M) :- maplist([X, Y]>>( Z is X + 1, Y is Z * Z ), L, M).

%? lambda_fewer_parameters([1, 2], _)
lambda_fewer_parameters(L, M) :- maplist([X]>>add(X), [10, 20], L, M).

%? call_lambda(3, _)
call_lambda(X, Y) :- call([A, B]>>(B is A * 2), X, Y).

%? call_many(1, 2, _)
call_many(X, Y, Z) :- call(add, X, Y, Z).

%? call_partial(1, 2, _)
call_partial(X, Y, Z) :- G = add(X), call(G, Y, Z).

%? closure_from_data(double, 4, _)
%? closure_from_data(add(3), 4, _)
%? closure_from_data(nothing, 4, _)
closure_from_data(G, X, Y) :- call(G, X, Y).

%? forall_with_closure([1, 2])
forall_with_closure(L) :- forall(member(X, L), above(0, X)).

%? aggregate_of_closure([1, 2, 3], _)
aggregate_of_closure(L, N) :- aggregate_all(count, ( member(X, L), call(above(1), X) ), N).

%? sum_of_map([1, 2, 3], _)
sum_of_map(L, S) :- maplist(double, L, M), sum_list(M, S).

%? composed([3, 1, 2], _)
composed(L, R) :- msort(L, S), maplist(double, S, D), include(above(2), D, I), reverse(I, R).

%? map_inverse([3, 4], _)
map_inverse(L, M) :- maplist([X, Y]>>succ(Y, X), L, M).

%? mapped_board([[x, e], [e, o]], _)
mapped_board(Rows, Ns) :- maplist(empties, Rows, Ns).

empties(Row, N) :- include(==(e), Row, Es), length(Es, N).

%? parted_by_size([1, 7, 5, 6, 2], _)
%? parted_by_size([], _)
parted_by_size(L, A/B/C) :- partition(size_to(5), L, A, B, C).

size_to(N, X, Order) :- compare(Order, X, N).

%? parted_badly([1], _)
parted_badly(L, A/B/C) :- partition(no_order, L, A, B, C).

no_order(_, foo).

%? parameters_in_excess([1, 2], _)
parameters_in_excess(L, R) :- include([X, _]>>(X > 1), L, R).

%? order_of_a_default([3, 1, 2], _)
order_of_a_default(L, S) :- predsort(compared_or_equal, L, S).
compared_or_equal(O, A, B) :- compare(O, A, B).
compared_or_equal(=, _, _).

%? order_of_two_clauses([3, 1, 2, 1], _)
order_of_two_clauses(L, S) :- predsort(less_or_not, L, S).
less_or_not(<, A, B) :- A < B.
less_or_not(>, A, B) :- A >= B.

%? order_by_choice([3, 1, 2, 1], _)
order_by_choice(L, S) :- predsort([O, A, B]>>(member(O, [<, >]), ( A < B -> O = (<) ; O = (>) )), L, S).

%? order_that_is_none([3, 1], _)
%? order_that_is_none([3], _)
order_that_is_none(L, S) :- predsort(no_order, L, S).
no_order(foo, _, _).

%? order_that_fails([3, 1], _)
order_that_fails(L, S) :- predsort(failing_order, L, S).
failing_order(<, A, B) :- A < B.

%? order_of_both([3, 1, 2], _)
order_of_both(L, S) :- predsort(either_order, L, S).
either_order(<, _, _).
either_order(>, _, _).

%? order_of_all([3, 1, 2, 5], _)
order_of_all(L, S) :- predsort(any_order, L, S).
any_order(>, _, _).
any_order(<, _, _).
any_order(=, _, _).

%? order_that_is_not_told([3, 1, 2], _)
order_that_is_not_told(L, S) :- predsort(untold_order, L, S).
untold_order(_, _, _).

%? parameter_that_the_call_binds([], 0, _)
%? parameter_that_the_call_binds([1], 0, _)
parameter_that_the_call_binds(L, X, S) :- foldl([V, N, M]>>(M is V + N), L, X, N), S = N.

%? parameters_end_in_the_result([1, 2], _)
parameters_end_in_the_result(L, S) :- foldl([X, S0, S]>>(S is S0 + X), L, 0, S).

%? parameter_fits_no_longer([1, 2], _)
parameter_fits_no_longer(L, M) :- maplist([X, Y]>>(Y = X), L, [Y|M]).

%? lambda_for_each_cell([[1, 2], [3]], 5, _)
lambda_for_each_cell(L, K, M) :- maplist(maplist({K}/[X, Y]>>(Y is X + K)), L, M).

%? nested_lambda_binds_nothing([[1, 2], [1]], _)
nested_lambda_binds_nothing(L, X-Y) :- maplist(maplist([Z]>>(Z = Y ; true)), L), X = 1, Y = 2.

%? variables_of_a_nested_lambda_elsewhere([[2]], _)
variables_of_a_nested_lambda_elsewhere(L, M) :- maplist(foldl([X, A, B]>>(B is A + X)), L, [0], M).
