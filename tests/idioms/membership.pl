/*  Membership as a test: values that a list of constants has once, twice, or not at all.
*/

%? is_digit(3, _)
%? is_digit(3.0, _)
%? is_digit(x, _)
%? is_digit([], _)
is_digit(X, yes) :- member(X, [1, 2, 3, 4]).

%? counted_once(a, _)
%? counted_once(b, _)
%? counted_once(d, _)
counted_once(X, N) :- findall(X, member(X, [a, b, c]), L), length(L, N).

%? counted_twice(a, _)
%? counted_twice(b, _)
counted_twice(X, N) :- findall(X, member(X, [a, b, a]), L), length(L, N).

%? mixed(1, _)
%? mixed(1.0, _)
%? mixed('1', _)
%? mixed([], _)
%? mixed(0.0, _)
%? mixed(-0.0, _)
mixed(X, N) :- findall(X, member(X, [1, 1.0, '1', 0.0, -0.0, []]), L), length(L, N).

%? nothing(a, _)
nothing(X, Y) :- member(X, []), Y = X.

%? both(1-8, _)
%? both(1-9, _)
%? both(5-8, _)
both(X-Y, R) :- member(X, [1, 2, 3, 4]), member(Y, [5, 6, 7, 8]), R = X+Y.

%? squares([1-5, 2-6], _)
%? squares([1-5, 2-9], _)
%? squares([], _)
squares([], []).
squares([X-Y|Ps], [Z|Zs]) :- both(X-Y, Z), squares(Ps, Zs).

%? within_if(2, _)
%? within_if(7, _)
within_if(X, R) :- ( member(X, [1, 2, 3]) -> R = small ; member(X, [6, 7]), X > 6 -> R = large ; R = none ).

%? compounds(f(1), _)
%? compounds(f(2), _)
compounds(X, N) :- findall(X, member(X, [f(1), f(2), f(1)]), L), length(L, N).

%? not_among(4, _)
%? not_among(1, _)
not_among(X, X) :- \+ member(X, [1, 2, 3]).

%? given_later(2, _)
given_later(Y, X) :- member(X, [1, 2, 3]), member(X, [2, 3]), X >= Y.

% Lists that are written out, but not known.

%? on_last_row(3/1, _)
%? on_last_row(3/2, _)
%? on_last_row(1/8, _)
on_last_row(To, yes) :- memberchk(To, [_/1, _/8]).

%? partner(a, _)
%? partner(b, _)
%? partner(c, _)
partner(X, Y) :- member(X-Y, [a-1, _-2, b-3]), Y > 0.

%? settled(_, _)
settled(K, V) :- member(K-V, [one-A, two-B, one-C]), A = 1, B = 2, C = V.

%? first_partner(1, _)
%? first_partner(2, _)
first_partner(X, Y) :- member(X-Y, [1-a, _-b, _-c]), !.

%? is_other(a-1, _)
%? is_other(b-1, _)
is_other(P, yes) :- \+ member(P, [a-_, _-2]).

%? all_partners(a, _)
all_partners(X, Ys) :- findall(Y, member(X-Y, [a-1, _-2, a-3]), Ys).

%? one_of_nothing(a, _)
one_of_nothing(X, Y) :- L = [], member(X-Y, L).

%? tail_of_a_member_that_is_no_list(_, _)
tail_of_a_member_that_is_no_list(X, T) :- member([X|T], [0]).

%? tail_of_a_member(_)
tail_of_a_member(T) :- member([_|T], [0, [1,2], b, [3]]).
