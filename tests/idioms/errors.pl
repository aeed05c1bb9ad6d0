/*  Errors, and their order relative to solutions. */

%? type_error_in_is(a, _)
type_error_in_is(X, Y) :- Y is X + 1.

%? unknown_function(3, _)
unknown_function(X, Y) :- Y is foo(X).

%? zero_division(5, _)
zero_division(X, Y) :- Y is X // 0.

%? zero_division_in_comparison(5)
zero_division_in_comparison(X) :- X > 1 mod 0.

%? undefined_value(_)
undefined_value(X) :- X is 0 / 0.

%? unknown_procedure(_)
unknown_procedure(X) :- not_there(X).

%? unknown_procedure_behind_failure(1, _)
%? unknown_procedure_behind_failure(2, _)
unknown_procedure_behind_failure(N, X) :- N > 1, not_there_either(X).
unknown_procedure_behind_failure(1, ok).

%? solutions_then_error(_)
solutions_then_error(X) :- member(Y, [1, 2, a, 3]), X is Y * 10.

%? error_behind_cut(_)
error_behind_cut(X) :- member(Y, [1, 2, a]), X is Y * 10, X > 5, !.

%? error_not_reached(_)
error_not_reached(X) :- once(( member(Y, [1, a]), X is Y + 1 )).

%? error_in_second_clause(_)
error_in_second_clause(1).
error_in_second_clause(X) :- X is a.
error_in_second_clause(3).

%? error_in_condition(a, _)
error_in_condition(X, Y) :- ( X > 0 -> Y = 1 ; Y = 2 ).

%? error_in_negation(a)
error_in_negation(X) :- \+ X > 0.

%? error_in_forall([1, a, 2])
error_in_forall(L) :- forall(member(X, L), X > 0).

%? failure_before_error([0, a])
failure_before_error(L) :- forall(member(X, L), X > 0).

%? error_in_disjunction(_)
error_in_disjunction(X) :- ( X = 1 ; X is foo + 1 ; X = 3 ).

%? left_operand_first(_)
left_operand_first(X) :- X is foo + bar.

%? right_operand(_)
right_operand(X) :- X is 1 + bar.

%? error_in_left_of_comparison
error_in_left_of_comparison :- foo < bar.

%? type_before_division(_)
type_before_division(X) :- X is (1 // 0) + foo.

%? integers_expected(1.5, _)
integers_expected(X, Y) :- Y is X mod 2.

%? both_floats(1.5, 2.5, _)
both_floats(X, Y, Z) :- Z is X // Y.

%? thrown(_)
thrown(_) :- throw(my_ball).

%? thrown_value(3, _)
thrown_value(X, _) :- Y is X + 1, throw(failed(Y)).

%? thrown_after_solutions(_)
thrown_after_solutions(X) :- member(X, [1, 2, 3]), ( X < 3 -> true ; throw(too_big(X)) ).

%? iso_error(_)
iso_error(_) :- throw(error(type_error(board, x), _)).

%? caught(a, _)
%? caught(1, _)
caught(X, Y) :- catch(Y is X + 1, error(type_error(_, _), _), Y = bad).

%? caught_any(_)
caught_any(X) :- catch(throw(b), B, X = got(B)).

%? not_caught(_)
not_caught(X) :- catch(throw(b), c, X = 1).

%? caught_solutions(_)
caught_solutions(X) :- catch(member(X, [1, 2]), _, X = 0).

%? list_expected(foo, _)
list_expected(L, N) :- length(L, N).

%? nth_of_non_integer(_)
nth_of_non_integer(X) :- nth0(a, [x, y], X).

%? bad_numlist(a, 3, _)
bad_numlist(A, B, L) :- numlist(A, B, L).

%? msort_of_non_list(foo, _)
msort_of_non_list(X, L) :- msort(X, L).

%? atom_length_of_compound(f(x), _)
atom_length_of_compound(X, N) :- atom_length(X, N).

%? arg_of_atom(foo, _)
arg_of_atom(T, X) :- arg(1, T, X).

%? succ_of_negative(-1, _)
succ_of_negative(X, Y) :- succ(X, Y).

%? no_predecessor(0, _)
no_predecessor(X, Y) :- succ(Y, X).

%? deep_error(3, _)
deep_error(0, X) :- X is a + 1.
deep_error(N, X) :- N > 0, M is N - 1, deep_error(M, X).

%? member_of_non_list(_)
member_of_non_list(X) :- member(X, foo).

%? member_of_improper(_)
member_of_improper(X) :- member(X, [a, b|c]).

%? append_to_non_list(_)
append_to_non_list(X) :- append([a], foo, X).

%? reverse_of_improper(_)
reverse_of_improper(X) :- reverse([a|b], X).

%? sum_of_atoms(_)
sum_of_atoms(X) :- sum_list([a], X).

%? max_of_atoms(_)
max_of_atoms(X) :- max_list([a, b], X).

%? max_of_single_atom(_)
max_of_single_atom(X) :- max_list([a], X).

%? last_of_improper(_)
last_of_improper(X) :- last([a|b], X).

%? calls_number(_)
calls_number(_) :- call(1).

%? calls_given(3, _)
%? calls_given(foo, _)
%? calls_given(true, _)
calls_given(G, done) :- call(G).

%? between_of_atoms(_)
between_of_atoms(X) :- between(1, foo, X).

%? bad_shift(_)
bad_shift(X) :- X is 1 << a.

%? negative_root(_)
negative_root(X) :- X is sqrt(-4.0).

%? msb_of_negative(_)
msb_of_negative(X) :- X is msb(-1).

%? infinite_integer(_)
infinite_integer(X) :- X is truncate(inf).

%? bad_evaluable_atom(_)
bad_evaluable_atom(X) :- X is foo.

%? bad_evaluable_string(_)
bad_evaluable_string(X) :- X is "ab" + 1.

%? error_order_in_clause(_)
error_order_in_clause(X) :- X is 1 // 0, not_there(X).

%? failing_before(_)
failing_before(X) :- fail, X is 1 // 0.

%? error_in_findall_in_negation
error_in_findall_in_negation :- \+ findall(X, X is a, _).

%? keysort_of_non_pairs([a], _)
keysort_of_non_pairs(L, S) :- keysort(L, S).

%? sort_with_bad_order([a], _)
sort_with_bad_order(L, S) :- sort(0, foo, L, S).

%? maplist_of_unknown([1], _)
maplist_of_unknown(L, M) :- maplist(no_such_predicate, L, M).

%? maplist_of_unknown_and_empty([], _)
maplist_of_unknown_and_empty(L, M) :- maplist(no_such_predicate, L, M).

%? error_of_unread_value(0, _)
%? error_of_unread_value(2, _)
error_of_unread_value(X, ok) :- _ is 6 // X.

%? unread_root(_)
unread_root(ok) :- _ is sqrt(-2).

%? unread_value_of_atom(a)
unread_value_of_atom(X) :- _ is X.

%? error_before_endless_loop(0)
error_before_endless_loop(X) :- _ is 1 // X, error_before_endless_loop(X).

%? unbound_and_ill_typed([leaf(0)], _)
unbound_and_ill_typed([X], Y) :- Y - X >= X.

%? succ_of_known_negative
succ_of_known_negative :- succ(0, -3).

%? huge_index(_)
huge_index(X) :- nth0(9223372036854775808, [a], X).

%? last_is_evaluated_first(0, 0, _)
%? last_is_evaluated_first(1, 0, _)
last_is_evaluated_first(X, Y, Z) :- Z is msb(X) - 0 div Y.

%? left_is_compared_first(a, b)
left_is_compared_first(X, Y) :- X < Y.

%? code_of_list([0.5, a], _)
%? code_of_list([a, b], _)
%? code_of_list([a], _)
%? code_of_list([], _)
%? code_of_list("ab", _)
%? code_of_list([-2], _)
code_of_list(L, X) :- X is L.

%? error_in_last_branch(_)
error_in_last_branch(X) :- ( X = a ; _ is foo + 1 ).

%? negative_length(-1, _)
negative_length(N, L) :- length(L, N), L = [].

%? given_characters(a, [0-a])
%? given_characters(a, [a])
given_characters(X, L) :- atom_chars(X, L).

%? given_code(a, foo)
given_code(X, C) :- char_code(X, C).

%? given_parts(f(x), foo)
given_parts(T, L) :- T =.. L.

%? characters_known_in_part(ab, _)
characters_known_in_part(X, C) :- atom_chars(X, [C|_]).

%? known_in_part_of_no_list(foo, _)
%? known_in_part_of_no_list([b-2, a-1], _)
known_in_part_of_no_list(L, X) :- memberchk(a-X, L).

%? unknown_of_no_list(foo, _)
unknown_of_no_list(L, X) :- ( memberchk(a-Y, L) -> X = Y ; X = none ).

%? not_known_in_part_of_no_list(foo, _)
not_known_in_part_of_no_list(L, X) :- \+ memberchk(a-_, L), X = y.

%? length_that_is_a_term([a], _)
length_that_is_a_term(L, R) :- ( length(L, f(_)) -> R = a ; R = b ).

%? integer_operators(7r2, 2, _)
%? integer_operators(7, 2r3, _)
integer_operators(X, Y, Z) :- Z is X // Y.

%? floored_division(7r2, 2, _)
%? floored_division(7, 2r3, _)
floored_division(X, Y, Z) :- Z is X div Y.

%? known_when_it_runs(lsb(8), _)
%? known_when_it_runs(cosh(0), _)
%? known_when_it_runs(eval(1 + 2), _)
%? known_when_it_runs(foo(1), _)
known_when_it_runs(E, X) :- X is E.

%? thrown_free(0, _)
thrown_free(_, X) :- throw(_), X = 1.

%? thrown_alias(0, _)
thrown_alias(_, X) :- Y = Z, throw(Z), X = Y.

%? thrown_with_free(1)
thrown_with_free(X) :- throw(ball(X, [_])).

%? free_item_of_no_list(a, _)
%? free_item_of_no_list([], _)
%? free_item_of_no_list([a], _)
free_item_of_no_list(L, X) :- memberchk(_, L), X = Y, Y = L.

%? number_of_no_atom(0, '0')
%? number_of_no_atom(0, a)
%? number_of_no_atom(f(x), 1)
%? number_of_no_atom(f(x), a)
%? number_of_no_atom(0, 1)
%? number_of_no_atom('1', 1)
%? number_of_no_atom("1", 1)
number_of_no_atom(X, Y) :- atom_number(X, Y).

%? index_that_is_a_term(f(a, b), _)
index_that_is_a_term(T, X) :- arg([_], T, X).

%? place_that_is_a_term([a], _)
place_that_is_a_term(L, S) :- nth0([0|_], L, _), sort(0, @=<, L, S).

%? successor_that_is_a_term(1, _)
successor_that_is_a_term(N, X) :- ( succ(N, f(_)) -> X = y ; X = n ).

%? sum_that_is_a_term(1, _)
sum_that_is_a_term(N, X) :- ( plus(N, f(_), 3) -> X = y ; X = n ).

%? bound_that_is_a_term(1, _)
bound_that_is_a_term(N, X) :- ( between(1, N, f(_)) -> X = y ; X = n ).

%? code_that_is_a_term(a, _)
code_that_is_a_term(A, X) :- ( char_code(A, f(_)) -> X = y ; X = n ).

%? order_that_is_a_term(a, _)
order_that_is_a_term(A, X) :- ( compare(f(_), A, b) -> X = y ; X = n ).

%? order_that_is_the_empty_list([], a)
order_that_is_the_empty_list(O, A) :- compare(O, A, b).

%? parts_that_are_a_term(f(x, y), _)
%? parts_that_are_a_term([f, 1], _)
parts_that_are_a_term(L, X) :- ( f(_) =.. L -> X = y ; X = n ).

%? parts_of_a_list_known_in_part([2, 1], _)
%? parts_of_a_list_known_in_part(['[|]', a, b], _)
parts_of_a_list_known_in_part(L, X) :- ( [_|_] =.. L -> X = y ; X = n ).

%? permuted_to_a_term([], _)
permuted_to_a_term(L, X) :- ( permutation(L, f(_)) -> X = y ; X = n ).

%? text_of_a_term_known_in_part([b, a], _)
text_of_a_term_known_in_part(L, X) :- ( atom_chars([_|_], L) -> X = y ; X = n ).

%? codes_that_are_a_string("str", "str")
codes_that_are_a_string(X, Y) :- atom_codes(X, Y).

%? constant_that_ends_in_a_term(0, _)
%? constant_that_ends_in_a_term(1, _)
constant_that_ends_in_a_term(_, X) :- compared_with_a_constant([0|t(t, 2)], _), X = [].
constant_that_ends_in_a_term(_, 1).
compared_with_a_constant([], 0).

%? thrown_with_a_free_variable(1, _)
%? thrown_with_a_free_variable(2, _)
thrown_with_a_free_variable(X, Y) :- ( X > 1 -> throw(too_large(X, _)) ; Y = X ).

%? thrown_with_a_free_context(2, _)
thrown_with_a_free_context(X, Y) :- ( X > 1 -> throw(error(too_large(X), _)) ; Y = X ).

%? type_error_with_a_free_variable(2, _)
type_error_with_a_free_variable(X, Y) :- ( X > 1 -> type_error(small, f(_)) ; Y = X ).

%? checked_list([a], _)
%? checked_list([], _)
%? checked_list(foo, _)
%? checked_list(f(x), _)
checked_list(L, N) :- must_be(list, L), length(L, N).
