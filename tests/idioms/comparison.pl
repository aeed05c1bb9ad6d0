/*  Comparing numbers, and the standard order of terms. */

%? numeric(1, 2, _)
%? numeric(2, 2, _)
%? numeric(3, 2, _)
numeric(X, Y, L) :-
    findall(Op, ( member(Op, [<, >, =<, >=, =:=, =\=]), G =.. [Op, X, Y], call(G) ), L).

%? spelled(1, 2, _)
%? spelled(2, 2, _)
spelled(X, Y, L) :-
    ( X < Y -> A = lt ; A = ge ), ( X =< Y -> B = le ; B = gt ), ( X =:= Y -> C = eq ; C = ne ),
    ( X =\= Y -> D = ne ; D = eq ), ( X >= Y -> E = ge ; E = lt ), ( X > Y -> F = gt ; F = le ),
    L = [A, B, C, D, E, F].

%? expressions_compared(3, 4)
%? expressions_compared(4, 3)
expressions_compared(X, Y) :- X * X + 1 < Y * Y - 1.

%? identical(f(1), f(1))
%? identical(f(1), f(1.0))
%? identical(a, b)
identical(X, Y) :- X == Y.

%? not_identical(f(1), f(1.0))
%? not_identical("a", a)
%? not_identical("a", "a")
not_identical(X, Y) :- X \== Y.

%? ordered(a, b, _)
%? ordered(1, a, _)
%? ordered(1, 1.0, _)
%? ordered(1.0, 1, _)
%? ordered(2, 1.0, _)
%? ordered("a", a, _)
%? ordered(1, "a", _)
%? ordered([], a, _)
%? ordered([], '[]', _)
%? ordered([], "a", _)
%? ordered([], [a], _)
%? ordered(f(a), f(b), _)
%? ordered(f(b), g(a), _)
%? ordered(f(a, b), g(a), _)
%? ordered(z, f(a), _)
%? ordered([a], f(a), _)
%? ordered([a], f(a, b), _)
%? ordered([a, b], [a], _)
%? ordered(1-2, 1-3, _)
%? ordered(2-1, 1-3, _)
%? ordered(1r2, 0.5, _)
%? ordered(1r2, 1, _)
%? ordered(aa, b, _)
%? ordered(b, aa, _)
%? ordered('B', a, _)
%? ordered(10, 9, _)
%? ordered(12345678901234567890, 1, _)
%? ordered(inf, 1.0e300, _)
%? ordered(0.0, -0.0, _)
%? ordered('é', z, _)
%? ordered(a, a, _)
ordered(X, Y, O) :- compare(O, X, Y).

%? compare_known(<, 1, 2)
%? compare_known(>, 1, 2)
%? compare_known(=, x, x)
compare_known(O, X, Y) :- compare(O, X, Y).

%? compare_bad_order(foo, 1, 2)
%? compare_bad_order(1, 1, 2)
compare_bad_order(O, X, Y) :- compare(O, X, Y).

%? four_orders(f(x), f(y), _)
%? four_orders(f(y), f(x), _)
%? four_orders(x, x, _)
four_orders(X, Y, [A, B, C, D]) :-
    ( X @< Y -> A = yes ; A = no ), ( X @> Y -> B = yes ; B = no ),
    ( X @=< Y -> C = yes ; C = no ), ( X @>= Y -> D = yes ; D = no ).

%? case_of_order(3, 5, _)
%? case_of_order(5, 5, _)
case_of_order(X, Y, R) :- compare(O, X, Y), chosen(O, X, Y, R).

chosen(<, X, _, first(X)).
chosen(=, X, _, both(X)).
chosen(>, _, Y, second(Y)).

%? sorted_mixture(_)
sorted_mixture(L) :- msort([b, 2, "s", f(x), 1.5, [], [a], 1, a, 2.0, f(x, y), "r", g(a), 1r3], L).

%? deduplicated_mixture(_)
deduplicated_mixture(L) :- sort([1, 1.0, a, 1, "a", a, 1.0, f(1), f(1.0), f(1)], L).

%? equal_numbers_of_two_types(1, 1.0)
equal_numbers_of_two_types(X, Y) :- X =:= Y, X \== Y, X \= Y.

%? smaller_term(b, a, _)
smaller_term(X, Y, M) :- ( X @< Y -> M = X ; M = Y ).

%? max_member_of([3, 1, 4], _)
%? max_member_of([a, f(x), 1], _)
%? max_member_of([], _)
max_member_of(L, M) :- max_member(M, L).

%? min_member_of([3, 1, 4], _)
%? min_member_of([], _)
min_member_of(L, M) :- min_member(M, L).

%? non_numbers_compared(a, 1)
non_numbers_compared(X, Y) :- X < Y.

%? compound_compared(f(1), 1)
compound_compared(X, Y) :- X =:= Y.

%? expression_compared(1+1, 2)
%? expression_compared(2, 1+1)
expression_compared(X, Y) :- X =:= Y.

%? is_versus_unification(_)
is_versus_unification(R) :- ( 1 + 1 = 2 -> R = equal ; R = different ).

%? variant_of(f(a), f(a))
variant_of(X, Y) :- X =@= Y.

%? ordered_pairs([b-1, a-2, a-1], _)
ordered_pairs(L, S) :- msort(L, S).

%? nothing_is_a_number(a, _)
nothing_is_a_number(X, Y) :- Z = [], compare(<, [[Z]], [[X]]), Y is X.

%? fact_of_number(1, _)
%? fact_of_number(1.0, _)
%? fact_of_number(0.0, _)
%? fact_of_number(-0.0, _)
%? fact_of_number(2, _)
fact_of_number(1, integer).
fact_of_number(1.0, float).
fact_of_number(0.0, zero).
fact_of_number(-0.0, negative_zero).
fact_of_number(1, again).
fact_of_number(f(1), compound).
fact_of_number(f(1.0), other).
fact_of_number(0, nothing).
fact_of_number([1], list).
fact_of_number([1.0], list_of_float).

%? fact_of_compound(f(1), _)
%? fact_of_compound(f(1.0), _)
%? fact_of_compound(f(-0.0), _)
%? fact_of_compound(f(2), _)
fact_of_compound(f(1), a).
fact_of_compound(f(1.0), b).
fact_of_compound(f(0.0), c).
fact_of_compound(f(-0.0), d).
fact_of_compound(f(1), e).

%? fact_of_two(1, 0.0, _)
%? fact_of_two(1.0, -0.0, _)
%? fact_of_two(1.0, 0.0, _)
fact_of_two(1, 0.0, a).
fact_of_two(1, -0.0, b).
fact_of_two(1.0, 0.0, c).
fact_of_two(1.0, -0.0, d).
fact_of_two(1, 0.0, e).

%? not_both_zeros(0.0, _)
%? not_both_zeros(-0.0, _)
%? not_both_zeros(1, _)
not_both_zeros(X, a) :- X == 0.0.
not_both_zeros(X, b) :- X \== -0.0.

%? lists_of_zeros([0.0], _)
%? lists_of_zeros([-0.0], _)
%? lists_of_zeros([0.0, -0.0], _)
lists_of_zeros(L, a) :- memberchk(-0.0, L).
lists_of_zeros(L, b) :- \+ memberchk(0.0, L).

%? counted_down(3, [a, b, c, d], _)
counted_down(N, [_|Xs], Y) :- N > 0, M is N - 1.0, counted_down(M, Xs, Y).
counted_down(0.0, [X|_], X).

%? equal_by_value_or_not_identical(1, _)
%? equal_by_value_or_not_identical(1.0, _)
%? equal_by_value_or_not_identical(2, _)
equal_by_value_or_not_identical(X, a) :- X =:= 1.
equal_by_value_or_not_identical(X, b) :- X \== 1.

%? half_by_value_or_not_identical(4, _)
%? half_by_value_or_not_identical(4.0, _)
half_by_value_or_not_identical(X, a) :- Y is X / 2, Y =:= 2.
half_by_value_or_not_identical(X, b) :- Y is X / 2, Y \== 2.

%? identical_or_not_above(2, _)
%? identical_or_not_above(2.0, _)
identical_or_not_above(X, a) :- X == 2.
identical_or_not_above(X, b) :- X =< 2.
identical_or_not_above(X, c) :- X >= 2.
identical_or_not_above(X, d) :- X < 2.

%? between_large_integers(9007199254740992.0, _)
%? between_large_integers(9007199254740993, _)
between_large_integers(X, a) :- X =< 9007199254740992.
between_large_integers(X, b) :- X >= 9007199254740993.

%? zeros(0.0, _)
%? zeros(-0.0, _)
zeros(0.0, a).
zeros(-0.0, b).

%? equal_or_not([1, 1.0, 0.0, -0.0, f(1), f(1.0), "a", a, [], '[]'], _)
equal_or_not(Xs, Rs) :- findall(X-Y-R, ( member(X, Xs), member(Y, Xs), equal_or_other(X, Y, R) ), Rs).
equal_or_other(X, X, same).
equal_or_other(X, Y, other) :- X \= Y.

%? equal_when_taken_apart(_)
equal_when_taken_apart(Rs) :- findall(R, ( member(X, [1, Y, Y]), equal_or_other(f(X, Z), f(1, Z), R) ), Rs).

%? compared_after_tests(b, [a, c], 4, _)
%? compared_after_tests(a, [a, c], 4, _)
%? compared_after_tests(b, [a, c], 3, _)
compared_after_tests(X, Ys, N, f(X, N)) :- none_is(X, Ys), Z = f(X, N), Z \== f(N, N), M = N, M > 3.
none_is(_, []).
none_is(X, [Y|Ys]) :- none_is(X, Ys), X \== Y.

%? compared_after_errors([5, a], 4)
%? compared_after_errors([5, a], 3)
%? compared_after_errors([5, 4], 3)
compared_after_errors(Xs, N) :- all_above_3(Xs), N > 3.
all_above_3([]).
all_above_3([X|Xs]) :- X > 3, all_above_3(Xs).

%? compared_with_no_number(b, [a], 4)
%? compared_with_no_number(a, [a], x)
%? compared_with_no_number(b, [a], x)
compared_with_no_number(X, Ys, N) :- none_is(X, Ys), N > 3.

%? divided_after_tests(a, [a], 0)
%? divided_after_tests(b, [a], 0)
divided_after_tests(X, Ys, N) :- none_is(X, Ys), 6 mod N =:= 0.

%? dif_of_values(a, a)
%? dif_of_values(a, b)
%? dif_of_values(1, 1.0)
%? dif_of_values([a], [a])
%? dif_of_values(f(a), g(a))
dif_of_values(X, Y) :- dif(X, Y).

%? dif_of_shapes(f(1), _)
dif_of_shapes(X, Y) :- dif(X, Y0), Y0 = h(_), Y = ok.

%? dif_never_equal(_)
dif_never_equal(ok) :- dif(f(X), g(X)).

%? unifiable_or_not(f(a), _)
%? unifiable_or_not(g, _)
unifiable_or_not(X, Y) :- ( unifiable(X, f(_), _) -> Y = yes ; Y = no ).
