/*  Unification and patterns. A line `%? goal` asks a predicate of this file; `_` is an argument that is asked for. */

%? head_pattern(f(1, g(2)), _)
%? head_pattern(f(1, h(2)), _)
%? head_pattern(f, _)
head_pattern(f(X, g(Y)), [Y, X]).

%? same(a, a)
%? same(a, b)
%? same(1, 1.0)
%? same(f(1), f(1))
same(X, X).

%? twice_in_head(p(a, a), _)
%? twice_in_head(p(a, b), _)
twice_in_head(p(X, X), equal(X)).
twice_in_head(p(_, _), any).

%? swapped(b(1, 2, 3), _)
swapped(b(X, Y, Z), b(Z, Y, X)).

%? built_later(_)
built_later(X) :- T = f(A, B), A = 1, B = 2, X = g(T, A).

%? filled_pair(_)
filled_pair(P) :- P = A-B, B = b, A = a.

%? through_alias(5, _)
through_alias(N, Y) :- X = Y, X is N + 1.

%? alias_chain(_)
alias_chain(Z) :- X = Y, Y = Z, X = end.

%? taken_apart([a, b, c, d], _)
%? taken_apart([a, b, c], _)
%? taken_apart([a, b], _)
taken_apart([A, B, C|T], r(A, B, C, T)).

%? nested_lists([[1, 2], [3]], _)
%? nested_lists([[1], [3]], _)
%? nested_lists([], _)
nested_lists([[A, B], [C]], A-B-C).

%? first_argument(foo, _)
%? first_argument(7, _)
%? first_argument([], _)
%? first_argument([x|y], _)
%? first_argument(f(z), _)
%? first_argument("s", _)
first_argument(foo, atom).
first_argument(7, number).
first_argument([], nil).
first_argument([_|_], list).
first_argument(f(_), compound).
first_argument("s", string).

%? equal_in_body(f(1, 2), _)
%? equal_in_body(f(1, 1), _)
equal_in_body(T, R) :- T = f(X, Y), ( X = Y -> R = same ; R = different ).

%? not_unifiable(a, b)
%? not_unifiable(a, a)
%? not_unifiable(f(1), f(1.0))
not_unifiable(X, Y) :- X \= Y.

%? pattern_test([x, o, x])
%? pattern_test([x, x, x])
pattern_test(B) :- B \= [x, x, x].

%? output_as_test(3, 6)
%? output_as_test(3, 7)
output_as_test(X, Y) :- Y is 2 * X.

%? partly_known(f(1, 2), _)
partly_known(f(X, _), f(_, Y)) :- Y = X, fail.
partly_known(f(X, Y), g(Y, X)).

%? operator_terms(a+b*c, _)
%? operator_terms(a*b, _)
%? operator_terms(-(a), _)
operator_terms(A+B, sum(A, B)).
operator_terms(A*B, product(A, B)).
operator_terms(-A, minus(A)).

%? braces({x, y}, _)
%? braces({}, _)
braces({A, B}, A-B).
braces({}, empty).

%? quoted('hello world', _)
%? quoted('[]', _)
%? quoted([], _)
quoted('hello world', 1).
quoted('[]', 2).
quoted([], 3).

%? integers_and_floats(1, _)
%? integers_and_floats(1.0, _)
%? integers_and_floats(-0.0, _)
%? integers_and_floats(0.0, _)
integers_and_floats(1, int).
integers_and_floats(1.0, float).
integers_and_floats(0.0, zero).
integers_and_floats(-0.0, minus_zero).

%? big_pattern(12345678901234567890, _)
%? big_pattern(1, _)
big_pattern(12345678901234567890, big).
big_pattern(_, other).

%? deep(s(s(s(z))), _)
deep(z, 0).
deep(s(X), N) :- deep(X, N0), N is N0 + 1.

%? peano_plus(s(s(z)), s(z), _)
peano_plus(z, Y, Y).
peano_plus(s(X), Y, s(Z)) :- peano_plus(X, Y, Z).

%? head_and_tail_lists([1|[2, 3]], _)
head_and_tail_lists([H|T], [T, H]).

%? improper([a|b], _)
%? improper([a, b], _)
improper([X|b], X).

%? unify_lists(_)
unify_lists(X-Y) :- [X, b|Y] = [a, b, c, d].

%? unify_inside_out(_)
unify_inside_out(A-B) :- f(A, g(B)) = f(1, g(A)).

%? wide(b(1, 2, 3, 4, 5, 6, 7, 8, 9), _)
wide(b(A, _, _, _, E, _, _, _, I), [A, E, I]).

%? swap_cells(b(x, o), _)
swap_cells(B, C) :- B = b(L, R), C = b(R, L).

%? unequal_arguments(p(1, 2))
%? unequal_arguments(p(2, 2))
unequal_arguments(p(X, Y)) :- X \== Y.

%? subsumes_shape(f(a, b), _)
%? subsumes_shape(f(a, a), _)
subsumes_shape(T, R) :- ( T = f(X, X) -> R = twice(X) ; R = other ).

%? as_list(f(1, 2), _)
as_list(T, [N|As]) :- T =.. [N|As].

%? constant_result(_)
constant_result([a, "s", 1.5, f([]), 'A b', -3, 99999999999999999999]).

%? of_a_table(1, _)
%? of_a_table(1.0, _)
%? of_a_table(0.0, _)
%? of_a_table(-0.0, _)
%? of_a_table(f(2.0), _)
%? of_a_table(f(2), _)
%? of_a_table(7, _)
%? of_a_table(_, _)
of_a_table(1, a).
of_a_table(1.0, b).
of_a_table(0.0, c).
of_a_table(-0.0, d).
of_a_table(f(2), e).
of_a_table(f(2.0), f).
of_a_table(3, g).
of_a_table(4, h).
of_a_table(5, i).
