/*  Integers of any size. */

%? sum_and_difference(7, 3, _)
%? sum_and_difference(9223372036854775807, 1, _)
%? sum_and_difference(-9223372036854775808, 1, _)
sum_and_difference(X, Y, S/D) :- S is X + Y, D is X - Y.

%? product(3037000500, 3037000500, _)
%? product(-9223372036854775808, -1, _)
%? product(0, 5, _)
product(X, Y, Z) :- Z is X * Y.

%? divisions(7, 2, _)
%? divisions(-7, 2, _)
%? divisions(7, -2, _)
%? divisions(-7, -2, _)
%? divisions(7, 0, _)
%? divisions(-9223372036854775808, -1, _)
divisions(X, Y, [A, B, C, D]) :- A is X // Y, B is X rem Y, C is X div Y, D is X mod Y.

%? modulo_zero(5, 0, _)
modulo_zero(X, Y, Z) :- Z is X mod Y.

%? rem_zero(5, 0, _)
rem_zero(X, Y, Z) :- Z is X rem Y.

%? div_zero(5, 0, _)
div_zero(X, Y, Z) :- Z is X div Y.

%? slash(6, 3, _)
%? slash(7, 2, _)
%? slash(7, 0, _)
%? slash(100000000000000000000, 10, _)
slash(X, Y, Z) :- Z is X / Y.

%? signs(-5, _)
%? signs(0, _)
%? signs(5, _)
signs(X, [A, S, N]) :- A is abs(X), S is sign(X), N is -X.

%? smallest_abs(-9223372036854775808, _)
smallest_abs(X, [A, B]) :- A is abs(X), B is -X.

%? extremes(3, 5, _)
%? extremes(5, 3, _)
%? extremes(2, 2, _)
extremes(X, Y, Lo-Hi) :- Lo is min(X, Y), Hi is max(X, Y).

%? bits(12, 10, _)
%? bits(-12, 10, _)
%? bits(12345678901234567890, 98765432109876543210, _)
bits(X, Y, [A, O, E, N]) :- A is X /\ Y, O is X \/ Y, E is X xor Y, N is \ X.

%? shifts(1, 62, _)
%? shifts(1, 63, _)
%? shifts(1, 64, _)
%? shifts(-5, 1, _)
%? shifts(5, 0, _)
shifts(X, N, [L, R]) :- L is X << N, R is X >> N.

%? shift_back(-1, 100, _)
%? shift_back(123456789012345678901234567890, 60, _)
shift_back(X, N, R) :- R is X >> N.

%? negative_shift(1, -3, _)
negative_shift(X, N, R) :- R is X << N.

%? bit_counts(1000, _)
%? bit_counts(1, _)
%? bit_counts(18446744073709551616, _)
bit_counts(X, [M, P]) :- M is msb(X), P is popcount(X).

%? powers(2, 10, _)
%? powers(2, 100, _)
%? powers(-3, 3, _)
%? powers(0, 0, _)
powers(X, N, [A, B]) :- A is X ** N, B is X ^ N.

%? negative_power(2, -1, _)
%? negative_power(1, -1, _)
%? negative_power(-1, -3, _)
%? negative_power(0, -1, _)
negative_power(X, N, R) :- R is X ^ N.

%? star_power(2, -1, _)
%? star_power(1, -1, _)
star_power(X, N, R) :- R is X ** N.

%? gcds(12, 18, _)
%? gcds(-12, 18, _)
%? gcds(0, 5, _)
gcds(X, Y, G) :- G is gcd(X, Y).

%? factorial(5, _)
%? factorial(25, _)
%? factorial(0, _)
factorial(0, 1) :- !.
factorial(N, F) :- N > 0, M is N - 1, factorial(M, G), F is N * G.

%? fibonacci(10, _)
%? fibonacci(95, _)
fibonacci(N, F) :- fibonacci(N, 0, 1, F).

fibonacci(0, A, _, A) :- !.
fibonacci(N, A, B, F) :- M is N - 1, C is A + B, fibonacci(M, B, C, F).

%? naive_fibonacci(10, _)
naive_fibonacci(0, 0).
naive_fibonacci(1, 1).
naive_fibonacci(N, F) :-
    N > 1,
    A is N - 1, B is N - 2,
    naive_fibonacci(A, FA), naive_fibonacci(B, FB),
    F is FA + FB.

%? euclid(48, 36, _)
%? euclid(17, 5, _)
euclid(X, 0, X) :- !.
euclid(X, Y, G) :- Z is X mod Y, euclid(Y, Z, G).

%? is_known_value(4)
%? is_known_value(5)
is_known_value(X) :- X is 2 + 2.

%? nested_expression(3, 4, _)
nested_expression(X, Y, Z) :- Z is (X + Y) * (X - Y) // 2 - -(X) + max(X, Y * 2).

%? expression_as_data(1+2*3, _)
%? expression_as_data(7, _)
%? expression_as_data(foo, _)
%? expression_as_data(f(x), _)
%? expression_as_data("a", _)
%? expression_as_data([5], _)
%? expression_as_data([5, 6], _)
%? expression_as_data([], _)
expression_as_data(E, V) :- V is E.

%? stored_expression(_)
stored_expression(V) :- E = 2 * 3, V is E + 1.

%? integer_functions(_)
integer_functions([A, B, C, D]) :-
    A is truncate(3.7), B is integer(2.5), C is integer(-2.5), D is ceiling(2.1) + floor(-2.1) + round(2.5).

%? isqrt(_)
isqrt(L) :- findall(R, ( member(X, [0, 1, 8, 9, 10]), R is truncate(sqrt(X)) ), L).

%? collatz(6, _)
%? collatz(27, _)
collatz(1, 0) :- !.
collatz(N, S) :- ( N mod 2 =:= 0 -> M is N // 2 ; M is 3 * N + 1 ), collatz(M, S0), S is S0 + 1.

%? digits(4071, _)
%? digits(5, _)
digits(N, [N]) :- N < 10, !.
digits(N, L) :- D is N mod 10, M is N // 10, digits(M, L0), append(L0, [D], L).

%? prime(7)
%? prime(9)
%? prime(2)
prime(N) :- N > 1, \+ ( between(2, N, D), D < N, N mod D =:= 0 ).

%? primes(30, _)
primes(N, L) :- findall(P, ( between(2, N, P), prime(P) ), L).

%? cmpflags(3, 4, _)
cmpflags(X, Y, R) :- C is cmpflags, R = C-X-Y.

%? trunc_division_of_big(123456789012345678901234567890, 987654321, _)
%? trunc_division_of_big(-123456789012345678901234567890, 987654321, _)
trunc_division_of_big(X, Y, [Q, R, M]) :- Q is X // Y, R is X rem Y, M is X mod Y.

%? overflow_in_loop(40, _)
overflow_in_loop(N, P) :- power_of_three(N, 1, P).

power_of_three(0, P, P) :- !.
power_of_three(N, P0, P) :- M is N - 1, P1 is P0 * 3, power_of_three(M, P1, P).

%? overflow_and_back(_)
overflow_and_back(X) :- A is 1 << 70, B is A - 1, X is B mod 1000.

%? char_code_arithmetic(0'c, _)
char_code_arithmetic(C, R) :- R is C - 0'a.

%? single_char_value(_)
single_char_value(X) :- X is "a" + 0.

%? hexadecimal(_)
hexadecimal(X) :- X is 0xFF + 0b101 + 0o17 + 1_000_000.

%? bit_test(5, 2)
%? bit_test(5, 1)
bit_test(B, I) :- B /\ (1 << I) =\= 0.

%? set_bits(22, _)
set_bits(B, L) :- findall(I, ( between(0, 7, I), B /\ (1 << I) =\= 0 ), L).

%? lowest_bit(40, _)
lowest_bit(B, L) :- L is B /\ -B.

%? limits_of_words(_)
limits_of_words([A, B]) :- A is max_integer + 1, B is min_integer - 1.

%? succ_both_ways(3, _)
%? succ_both_ways(0, _)
succ_both_ways(X, A-B) :- succ(X, A), succ(B, X).

%? plus_three_ways(3, 5, _)
plus_three_ways(X, Y, [A, B, C]) :- plus(X, Y, A), plus(X, B, Y), plus(C, X, Y).

%? power_modulo(3, 200, 13, _)
power_modulo(B, E, M, R) :- R is powm(B, E, M).

%? truncating_toward_zero(-1, 2, _)
truncating_toward_zero(X, Y, R) :- R is X // Y.

%? copy_of_sign(-3, _)
copy_of_sign(X, R) :- R is copysign(2, X).

%? int_of_rational_division(_)
int_of_rational_division(X) :- X is 2 rdiv 6.

%? chained_comparison(3)
%? chained_comparison(9)
chained_comparison(X) :- 1 =< X, X =< 8.

%? functions_of_constants(_)
functions_of_constants([A, B, C]) :- A is msb(5), B is popcount(7), C is abs(-3) + sign(-2).

%? test_of_constants
test_of_constants :- 0 =\= msb(5), msb(8) =:= 3.

% All operands are computed before one of them is found to be no integer.
%? second_is_no_number(2.0, '1', _)
%? second_is_no_number('1', 2.0, _)
%? second_is_no_number(2.0, 1, _)
%? second_is_no_number(1, 2.0, _)
%? second_is_no_number(2.0, f, _)
second_is_no_number(X, Y, Z) :- Z is X // Y.

%? quotient_of_no_number(2.0, '1', _)
%? quotient_of_no_number('1', 2.0, _)
%? quotient_of_no_number(4, 2, _)
quotient_of_no_number(X, Y, Z) :- Z is X rdiv Y.

%   Sums that are passed on as terms, and evaluated later.

%? walked([a, b, c], 0, _)
%? walked([], 7, _)
%? walked([a], x, _)
%? walked([], x, _)
walked([], N, C) :- C is N.
walked([_|T], N, C) :- walked(T, N + 1, C).

%? repeated_argument(2, _)
repeated_argument(N, C) :- same_twice(N + 1, 3, C).
same_twice(N, N, equal).
same_twice(N, M, different(K)) :- K is N - M.

%? functions_of_terms(7, 2, _)
%? functions_of_terms(7, 0, _)
%? functions_of_terms(7, a, _)
%? functions_of_terms(7, 1.5, _)
functions_of_terms(X, Y, Rs) :-
    findall(T-R, ( member(T, [X / Y, X mod Y, max(X, Y), -(X), sqrt(X) + Y, float(X) * -(Y), X]), R is T ), Rs).

%? last_operand_first(a - 1 / 0, _)
%? last_operand_first(1 / 0 - a, _)
%? last_operand_first(1.5 mod 2.5, _)
%? last_operand_first(2 mod b, _)
%? last_operand_first(foo(1), _)
%? last_operand_first([a], _)
last_operand_first(T, R) :- R is T.

%? kinds_of_results(3, _)
%? kinds_of_results(0, _)
kinds_of_results(N, R) :- halved(N, 1, R).
halved(0, T, R) :- !, ( T > 0.2 -> R is T ; R = small(T) ).
halved(N, T, R) :- M is N - 1, halved(M, -(T / 2.0) * -1, R).

%? kinds_by_way_of_others(0, _)
%? kinds_by_way_of_others(2, _)
kinds_by_way_of_others(N, R) :- product_of_halves(N, -(3), R).
product_of_halves(0, T, R) :- !, R is T.
product_of_halves(N, T, R) :- M is N - 1, product_of_halves(M, T * 0.5, R).

%? compared_terms(a + 1, 1 / 0, _)
%? compared_terms(1 / 0, a + 1, _)
compared_terms(S, T, R) :- ( S < T -> R = less ; R = more ).

%? difference_of_terms(a + 1, 1 / 0, _)
%? difference_of_terms(1 / 0, a + 1, _)
difference_of_terms(S, T, R) :- R is S - T.
