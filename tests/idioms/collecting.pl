/*  All solutions: findall, bagof, setof, aggregate_all, forall. */

score(ann, 3).
score(bob, 1).
score(cid, 3).
score(dan, 2).

edge(a, b).
edge(a, c).
edge(b, c).
edge(b, d).

%? all_names(_)
all_names(L) :- findall(X, score(X, _), L).

%? none(_)
none(L) :- findall(X, score(X, 99), L).

%? templates(_)
templates(L) :- findall(s(N, [X]), score(X, N), L).

%? constant_template(_)
constant_template(L) :- findall(x, score(_, _), L).

%? findall_with_tail(_)
findall_with_tail(L) :- findall(X, score(X, 3), L, [end]).

%? findall_as_test([ann, cid])
%? findall_as_test([ann])
findall_as_test(L) :- findall(X, score(X, 3), L).

%? findall_pattern(_)
findall_pattern(H) :- findall(X, score(X, _), [H|_]).

%? findall_nested(_)
findall_nested(L) :- findall(X-Ys, ( member(X, [a, b]), findall(Y, edge(X, Y), Ys) ), L).

%? findall_sees_outer(a, _)
findall_sees_outer(X, L) :- findall(Y, edge(X, Y), L).

%? findall_binds_nothing(_)
findall_binds_nothing(R) :- findall(X, score(X, _), L), length(L, X), R = X.

%? findall_keeps_duplicates(_)
findall_keeps_duplicates(L) :- findall(N, score(_, N), L).

%? findall_with_arithmetic(3, _)
findall_with_arithmetic(K, L) :- findall(M, ( score(_, N), M is N * K ), L).

%? findall_with_disjunction(_)
findall_with_disjunction(L) :- findall(X, ( X = 1 ; score(X, 3) ; X = 2 ), L).

%? set_of_scores(_)
set_of_scores(L) :- setof(N, X^score(X, N), L).

%? set_of_none(_)
set_of_none(L) :- setof(X, score(X, 99), L).

%? set_of_pairs(_)
set_of_pairs(L) :- setof(N-X, score(X, N), L).

%? set_with_two_carets(_)
set_with_two_carets(L) :- setof(N, X^Y^( score(X, N), edge(Y, _) ), L).

%? set_as_condition(_)
set_as_condition(R) :- ( setof(X, score(X, 99), L) -> R = L ; R = [] ).

%? set_by_outer_key(3, _)
%? set_by_outer_key(7, _)
set_by_outer_key(N, L) :- setof(X, score(X, N), L).

%? bag_of_names(3, _)
bag_of_names(N, L) :- bagof(X, score(X, N), L).

%? bag_of_none(_)
bag_of_none(L) :- bagof(X, score(X, 99), L).

%? bag_with_caret(_)
bag_with_caret(L) :- bagof(X, N^score(X, N), L).

%? bag_with_free_variable(_)
bag_with_free_variable(N-L) :- bagof(X, score(X, N), L).

%? set_with_free_variable(_)
set_with_free_variable(X-L) :- setof(Y, edge(X, Y), L).

%? set_of_goal_pair(_)
set_of_goal_pair(L) :- setof(X-Y, ( edge(X, Y), Y \== d ), L).

%? count_all(_)
count_all(N) :- aggregate_all(count, score(_, _), N).

%? count_none(_)
count_none(N) :- aggregate_all(count, score(_, 99), N).

%? count_as_test(4)
%? count_as_test(5)
count_as_test(N) :- aggregate_all(count, score(_, _), N).

%? sum_all(_)
sum_all(S) :- aggregate_all(sum(N), score(_, N), S).

%? sum_of_expression(_)
sum_of_expression(S) :- aggregate_all(sum(N * N), score(_, N), S).

%? sum_of_floats(_)
sum_of_floats(S) :- aggregate_all(sum(X), member(X, [0.5, 1]), S).

%? sum_none(_)
sum_none(S) :- aggregate_all(sum(N), score(nobody, N), S).

%? max_all(_)
max_all(M) :- aggregate_all(max(N), score(_, N), M).

%? max_none(_)
max_none(M) :- aggregate_all(max(N), score(nobody, N), M).

%? min_all(_)
min_all(M) :- aggregate_all(min(N), score(_, N), M).

%? min_none(_)
min_none(M) :- aggregate_all(min(N), score(nobody, N), M).

%? max_witness(_)
max_witness(M) :- aggregate_all(max(N, X), score(X, N), M).

%? max_witness_taken(_)
max_witness_taken(X) :- aggregate_all(max(N, Y), score(Y, N), max(_, X)).

%? min_witness(_)
min_witness(M) :- aggregate_all(min(N, X), score(X, N), M).

%? min_witness_compound(_)
min_witness_compound(M) :- aggregate_all(min(N, X-N), score(X, N), M).

%? max_of_terms(_)
max_of_terms(M) :- aggregate_all(max(X), member(X, [b, c, a]), M).

%? max_of_expression(_)
max_of_expression(M) :- aggregate_all(max(N + 1), score(_, N), M).

%? max_of_pairs(_)
max_of_pairs(M) :- aggregate_all(max(X-Y), member(X-Y, [1-4, 3-1, 2-7]), M).

%? max_of_mixed_numbers(_)
max_of_mixed_numbers(M) :- aggregate_all(max(X), member(X, [1, 2.0, 2, 1.5]), M).

%? min_of_mixed_numbers(_)
min_of_mixed_numbers(M) :- aggregate_all(min(X), member(X, [2, 1.0, 1]), M).

%? first_of_equal_maxima(_)
first_of_equal_maxima(W) :- aggregate_all(max(X, Y), member(X-Y, [1-a, 2-b, 2-c]), max(_, W)).

%? first_of_equal_minima(_)
first_of_equal_minima(W) :- aggregate_all(min(X, Y), member(X-Y, [1-a, 1-b, 2-c]), min(_, W)).

%? witness_of_mixed_maxima(_)
witness_of_mixed_maxima(M) :- aggregate_all(max(X, Y), member(X-Y, [1-a, 1.0-b]), M).

%? bag_all(_)
bag_all(L) :- aggregate_all(bag(N), score(_, N), L).

%? set_all(_)
set_all(L) :- aggregate_all(set(N), score(_, N), L).

%? set_all_none(_)
set_all_none(L) :- aggregate_all(set(N), score(nobody, N), L).

%? several_at_once(_)
several_at_once(R) :- aggregate_all(r(count, max(N), bag(X)), score(X, N), R).

%? count_condition([1, 5, 9, 3], 4, _)
count_condition(L, K, N) :- aggregate_all(count, ( member(X, L), X > K ), N).

%? best_of([a-3, b-7, c-5], _)
best_of(L, K) :- aggregate_all(max(V, X), member(X-V, L), max(_, K)).

%? aggregate_in_condition([1, 2, 3], _)
aggregate_in_condition(L, R) :- ( aggregate_all(count, member(_, L), 3) -> R = three ; R = other ).

%? forall_in_findall(_)
forall_in_findall(L) :- findall(X, ( member(X, [a, b, c]), forall(edge(X, Y), Y @> b) ), L).

%? counted_solutions(_)
counted_solutions(N) :- findall(X-Y, ( edge(X, Z), edge(Z, Y) ), L), length(L, N).

%? collect_with_cut(_)
collect_with_cut(L) :- findall(X, first_two(X), L).

first_two(X) :- score(X, N), N < 3, !.
first_two(x).

%? error_while_collecting(_)
error_while_collecting(L) :- findall(X, ( member(Y, [1, a]), X is Y + 1 ), L).

%? sum_of_non_number(_)
sum_of_non_number(S) :- aggregate_all(sum(X), member(X, [1, a]), S).

%? max_of_one_term(_)
max_of_one_term(M) :- aggregate_all(max(X), member(X, [f(z)]), M).

%? generated_pairs(3, _)
generated_pairs(N, L) :- findall(X/Y, ( between(1, N, X), between(X, N, Y) ), L).

%? findall_then_member(_)
findall_then_member(X) :- findall(Y, score(Y, 3), L), member(X, L).

%? least_unused([1, 2, 4], _)
least_unused(L, N) :- between(1, inf, N), \+ memberchk(N, L), !.

%? sort_of_findall(_)
sort_of_findall(L) :- findall(N-X, score(X, N), L0), sort(0, @>=, L0, L).

%? grouped_by_hand(_)
grouped_by_hand(L) :- setof(N, X^score(X, N), Ns), findall(N-Xs, ( member(N, Ns), findall(X, score(X, N), Xs) ), L).

%? aggregate_count_distinct(_)
aggregate_count_distinct(N) :- aggregate_all(set(S), score(_, S), L), length(L, N).

%? min_of_constant(0, _)
%? min_of_constant(99, _)
min_of_constant(N, M) :- aggregate_all(min(7), score(_, N), M).

%? max_of_constant_and_none(_)
max_of_constant_and_none(M) :- aggregate_all(max(7), score(nobody, _), M).

%? max_of_what_is_known(5, 3, _)
%? max_of_what_is_known(5, 99, _)
max_of_what_is_known(K, N, M) :- aggregate_all(max(K), score(_, N), M).

%? max_of_expression_and_none(_)
max_of_expression_and_none(M) :- aggregate_all(max(N + 1), score(nobody, N), M).

%? max_of_constant_expression(_)
max_of_constant_expression(M) :- aggregate_all(max(1 + 1), score(nobody, _), M).

%? sum_of_constant(3, _)
sum_of_constant(N, S) :- aggregate_all(sum(2), score(_, N), S).

%? max_of_none_is_known(0)
%? max_of_none_is_known(_)
max_of_none_is_known(M) :- aggregate_all(max(N), score(nobody, N), M).

%? min_of_some_is_known(1)
%? min_of_some_is_known(2)
min_of_some_is_known(M) :- aggregate_all(min(N), score(_, N), M).

%? largest_double([3, 1, 2], _)
%? largest_double([], _)
%? largest_double([a], _)
%? largest_double([1, 2.5], _)
largest_double(L, M) :- aggregate_all(max(2 * X), member(X, L), M).

%? largest_double_is([3, 1], 6)
%? largest_double_is([3, 1], 5)
%? largest_double_is([], 6)
largest_double_is(L, M) :- aggregate_all(max(2 * X), member(X, L), M).

%? least_distance([3-1, 2-7], 4, _)
least_distance(L, K, M) :- aggregate_all(min(abs(X - Y) + K), member(X-Y, L), M).

%? largest_or_none([], _)
%? largest_or_none([4], _)
largest_or_none(L, M) :- ( L = [] -> M = none ; aggregate_all(max(X + 1), member(X, L), M) ).

%? distinct_count([a, b, a], _)
distinct_count(L, N) :- aggregate_all(count, X, member(X, L), N).

%? odd_template([1, 2], _)
odd_template(L, N) :- aggregate_all(count(X), member(X, L), N).

%? first_not_a_number([a-b], _)
%? first_not_a_number([1-a, (2-1)-b], _)
%? first_not_a_number([0-a, (2-1)-b], _)
%? first_not_a_number([0-a, foo-b], _)
first_not_a_number(L, M) :- aggregate_all(max(X, Y), member(X-Y, L), M).

%? witness_of_expression([1-a, 2-b], _)
%? witness_of_expression([], _)
witness_of_expression(L, M) :- aggregate_all(max(X + 1, Y), member(X-Y, L), M).

% aggregate/3.

%? counted_by_key([a-1,b-2,a-3], _, _)
counted_by_key(L, K, X) :- aggregate(count, V^member(K-V, L), X).

%? collected_for_nothing(b, _)
collected_for_nothing(X, Y) :- format(atom(A), 'x~w', [X]), findall(Z, member(Z, [1]), _), Y = A.

/*  distinct/1 and distinct/2 of library(solution_sequences): the first solution of each witness. */

%? distinct_values([2, 1, 2, 3, 1], _)
%? distinct_values([1, 1.0, a, "a", f(1), f(1)], _)
%? distinct_values([], _)
distinct_values(Xs, X) :- distinct(X, member(X, Xs)).

%? distinct_keys([a-1, b-2, a-3], _, _)
distinct_keys(Pairs, K, V) :- distinct(K, member(K-V, Pairs)).

%? distinct_calls([a-1, b-2, a-1, a-3], _, _)
distinct_calls(Pairs, K, V) :- distinct(member(K-V, Pairs)).

%? distinct_witness([3, 4, 5, 6], _)
distinct_witness(Xs, X) :- distinct(R, ( member(X, Xs), R is X mod 2 )).

%? first_distinct([3, 4], _)
first_distinct(Xs, X) :- once(distinct(X, member(X, Xs))).

%? distinct_given([1, 2, 1], 1)
%? distinct_given([1, 2, 1], 3)
distinct_given(Xs, X) :- distinct(X, member(X, Xs)).

%? distinct_then_error([1, 2, a], _)
distinct_then_error(Xs, Y) :- distinct(Y, ( member(X, Xs), Y is X + 1 )).

%? count_distinct([1, 2, 1], _)
count_distinct(Xs, N) :- aggregate_all(count, distinct(X, member(X, Xs)), N).
