/*  Floats and rationals. */

%? basic(1.5, 2, _)
%? basic(0.1, 0.2, _)
basic(X, Y, [A, B, C, D]) :- A is X + Y, B is X - Y, C is X * Y, D is X / Y.

%? float_zero_division(1.0, 0, _)
%? float_zero_division(1.0, 0.0, _)
%? float_zero_division(0.0, 0.0, _)
%? float_zero_division(1, 0.0, _)
float_zero_division(X, Y, Z) :- Z is X / Y.

%? roundings(2.5, _)
%? roundings(-2.5, _)
%? roundings(0.49999999999999994, _)
%? roundings(7, _)
%? roundings(1.0e20, _)
roundings(X, [A, B, C, D, E]) :-
    A is round(X), B is truncate(X), C is ceiling(X), D is floor(X), E is integer(X).

%? parts(3.75, _)
%? parts(-3.75, _)
%? parts(5, _)
parts(X, [A, B]) :- A is float_integer_part(X), B is float_fractional_part(X).

%? to_float(3, _)
%? to_float(9007199254740993, _)
to_float(X, Y) :- Y is float(X).

%? roots(2, _)
%? roots(4, _)
%? roots(-1, _)
roots(X, Y) :- Y is sqrt(X).

%? logs(1, _)
%? logs(0, _)
%? logs(0.0, _)
%? logs(-1, _)
logs(X, Y) :- Y is log(X).

%? constants(_)
constants([A, B, C]) :- A is pi, B is e, C is inf.

%? minus_infinity(_)
minus_infinity(X) :- X is -inf.

%? max_of_mixed(1, 1.0, _)
%? max_of_mixed(1.0, 1, _)
%? max_of_mixed(2, 1.5, _)
%? max_of_mixed(2.5, 2, _)
max_of_mixed(X, Y, A-B) :- A is max(X, Y), B is min(X, Y).

%? mixed_comparison(1, 1.0, _)
%? mixed_comparison(1, 1.5, _)
%? mixed_comparison(9007199254740993, 9007199254740992.0, _)
mixed_comparison(X, Y, R) :-
    ( X =:= Y -> R = equal ; X < Y -> R = less ; X > Y -> R = greater ; R = none ).

%? infinite_comparison(5)
infinite_comparison(X) :- X < inf, X > -inf.

%? float_powers(2, 0.5, _)
%? float_powers(2.0, 3, _)
%? float_powers(0.0, -1, _)
float_powers(X, Y, [A, B]) :- A is X ** Y, B is X ^ Y.

%? overflow(1.0e308, _)
overflow(X, Y) :- Y is X * 10.

%? trigonometry(_)
trigonometry([A, B, C]) :- A is sin(0), B is cos(0.0), C is atan2(1, 1).

%? exponential(0, _)
%? exponential(1, _)
exponential(X, Y) :- Y is exp(X).

%? average([1, 2, 3, 4], _)
%? average([], _)
average(L, A) :- sum_list(L, S), length(L, N), A is S / N.

%? weighted([1-0.5, 2-0.25], _)
weighted(L, S) :- foldl(add_weighted, L, 0, S).

add_weighted(X-W, S0, S) :- S is S0 + X * W.

%? type_of_sum(1, 2.0, _)
%? type_of_sum(1, 2, _)
type_of_sum(X, Y, T) :- Z is X + Y, ( integer(Z) -> T = int(Z) ; T = float(Z) ).

%? integer_operation_on_float(1.5, _)
integer_operation_on_float(X, Y) :- Y is X // 2.

%? shift_of_float(1.0, _)
shift_of_float(X, Y) :- Y is X << 2.

%? mod_of_float(5.0, _)
mod_of_float(X, Y) :- Y is X mod 2.

%? negative_zero(_)
negative_zero([A, B]) :- A is -0.0, B is 0.0 * -1.

%? zero_equal
zero_equal :- 0.0 =:= -0.0.

%? zero_identical
zero_identical :- 0.0 == -0.0.

%? sign_of_float(-2.5, _)
%? sign_of_float(0.0, _)
sign_of_float(X, [S, A]) :- S is sign(X), A is abs(X).

%? rational_sum(1r3, 1r6, _)
%? rational_sum(1r2, 1r2, _)
rational_sum(X, Y, Z) :- Z is X + Y.

%? rational_made(1, 3, _)
%? rational_made(4, 2, _)
%? rational_made(1, 0, _)
rational_made(X, Y, Z) :- Z is X rdiv Y.

%? rational_parts(6r4, _)
rational_parts(R, N/D) :- N is numerator(R), D is denominator(R).

%? rational_comparison(1r3, _)
rational_comparison(X, R) :- ( X < 1 -> R = less ; R = not_less ).

%? rational_and_float(1r4, 0.25, _)
rational_and_float(X, Y, [S, C]) :- S is X + Y, ( X =:= Y -> C = equal ; C = unequal ).

%? exact_from_float(0.5, _)
exact_from_float(X, R) :- R is rationalize(X).

%? rational_power(2r3, 3, _)
rational_power(X, N, Y) :- Y is X ^ N.

%? rational_type(1r3, _)
%? rational_type(3, _)
rational_type(X, L) :- findall(T, ( member(T, [integer, rational, float, number, atomic]), call(T, X) ), L).

%? sums_of_floats(_)
sums_of_floats(S) :- sum_list([0.1, 0.2, 0.3], S).

%? float_literals(_)
float_literals([1.0, 1.0e10, 1.0e-7, 123456789.0, 1.0e100, 0.1, 1.0e15, 1.0e16, 1.5NaN]) :- fail.
float_literals([1.0, 1.0e10, 1.0e-7, 123456789.0, 1.0e100, 0.1, 1.0e15, 1.0e16]).

%? scaled_value(7, _)
scaled_value(X, V) :- V is X * 0.1 + 1.0e-3.

%? truncated_average(7, 2, _)
truncated_average(A, B, M) :- M is truncate((A + B) / 2).

%? power_of_zero_is_an_integer(2.5, _)
%? power_of_zero_is_an_integer(1, _)
power_of_zero_is_an_integer(X, Y) :- Y is X ** 0.0.

%? power_of_one_is_an_integer(1, _)
%? power_of_one_is_an_integer(1.0, _)
power_of_one_is_an_integer(X, Y) :- Y is X ** 2.5.

%? larger_zero(0, -0.0, _)
%? larger_zero(-0.0, 0, _)
%? larger_zero(0.0, 0, _)
larger_zero(X, Y, Z) :- Z is max(X, Y).

%? quotient_of_large(9007199254740993, 7, _)
%? quotient_of_large(1, 9007199254740993, _)
quotient_of_large(X, Y, Z) :- Z is X / Y.

%? caret_of_one(1, _)
%? caret_of_one(2, _)
caret_of_one(X, Y) :- Y is X ^ 2.5.

%? over_infinity(1, _)
%? over_infinity(0, _)
%? over_infinity(1.0, _)
over_infinity(X, Y) :- Y is X / inf.

%? sign_and_parts(-0.0, _)
%? sign_and_parts(0.0, _)
%? sign_and_parts(-3.0, _)
%? sign_and_parts(-0.5, _)
%? sign_and_parts(2.75, _)
%? sign_and_parts(-7, _)
sign_and_parts(X, [S, A, I, F]) :-
    S is sign(X), A is abs(X), I is float_integer_part(X), F is float_fractional_part(X).

%? sign_of_zero(_)
sign_of_zero(S) :- S is sign(-0.0).

%? fraction_of_whole(_)
fraction_of_whole(F) :- F is float_fractional_part(-3.0).

%? extremes_of_two(2, 2.0, _)
%? extremes_of_two(2.0, 2, _)
%? extremes_of_two(0.0, -0.0, _)
%? extremes_of_two(-0.0, 0.0, _)
%? extremes_of_two(9007199254740993, 9007199254740992.0, _)
extremes_of_two(X, Y, Z-W) :- Z is max(X, Y), W is min(X, Y).

%? extremes_of_all([1, 2, 2.0], _)
%? extremes_of_all([2.0, 2, 1], _)
%? extremes_of_all([0.0, -0.0], _)
%? extremes_of_all([-0.0, 0], _)
%? extremes_of_all([9007199254740993, 9007199254740992.0], _)
%? extremes_of_all([], _)
extremes_of_all(L, Max-Min) :- aggregate_all(max(X), member(X, L), Max), aggregate_all(min(X), member(X, L), Min).

%? extremes_with_witness([2-a, 2.0-b], _)
%? extremes_with_witness([-0.0-a, 0.0-b], _)
%? extremes_with_witness([9007199254740992.0-a, 9007199254740993-b], _)
extremes_with_witness(L, Max-Min) :-
    aggregate_all(max(X, W), member(X-W, L), Max), aggregate_all(min(X, W), member(X-W, L), Min).

%? infinity_among_numbers([1, inf], _)
%? infinity_among_numbers([1.5], _)
infinity_among_numbers(L, Max) :- findall(Y, (member(X, L), Y is X), Ys), max_list(Ys, Max).

%? function_of_infinity(1.0, _)
%? function_of_infinity(0, _)
function_of_infinity(X, Y) :- ( X > 0 -> Z is inf ; Z is -inf ), Y is exp(Z).

%? quotient_of_rational(2.0, 1, _)
%? quotient_of_rational(4, 2, _)
%? quotient_of_rational(1, 2.5, _)
quotient_of_rational(X, Y, Z) :- Z is X rdiv Y.

%? float_as_atom(1.0e15, _)
%? float_as_atom(2.5e15, _)
%? float_as_atom(999999999999999.0, _)
%? float_as_atom(1234567890123460.0, _)
%? float_as_atom(9007199254740992.0, _)
%? float_as_atom(1039514241563211.8, _)
%? float_as_atom(-2.5e20, _)
%? float_as_atom(1.0e22, _)
%? float_as_atom(0.0001, _)
%? float_as_atom(0.00001, _)
%? float_as_atom(1.25e-7, _)
%? float_as_atom(1.7976931348623157e308, _)
%? float_as_atom(5.0e-324, _)
%? float_as_atom(-0.0, _)
float_as_atom(X, A) :- atom_number(A, X).

%? texts_of_a_float(2.5e15, _)
%? texts_of_a_float(1.0e-5, _)
texts_of_a_float(X, [A, B, C, D, E, F]) :-
    atomic_list_concat([a, X], A), atom_length(X, B), atom_concat(X, a, C), atom_chars(X, D),
    number_codes(X, E), atomic_list_concat([X, X], -, F).

%? inverse_sum(0.5, _)
%? inverse_sum(1, _)
%? inverse_sum(2, _)
%? inverse_sum(a, _)
inverse_sum(X, Y) :- Y is asin(X) + acos(X).

%? inverse_tanh(0.5, _)
%? inverse_tanh(1, _)
%? inverse_tanh(3, _)
inverse_tanh(X, Y) :- Y is atanh(X).

%? inverse_cosh(0.5, _)
%? inverse_cosh(2, _)
inverse_cosh(X, Y) :- Y is acosh(X).

%? hyperbolic(0.5, _)
%? hyperbolic(1000, _)
hyperbolic(X, Y) :- Y is sinh(X) - cosh(X) + asinh(X) * tanh(X).
