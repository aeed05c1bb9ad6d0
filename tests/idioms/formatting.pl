% Text by format/3.

%? named(1, b, _)
%? named(-1, 'X y', _)
%? named([], -, _)
%? named(f(x), b, _)
%? named("ab", c, _)
%? named(12345678901234567890, c, _)
named(X, Y, A) :- format(atom(A), "~w-~w", [X, Y]).

%? square(2, 3, _)
%? square(2, c, _)
%? square(2, 1+2, _)
square(X, Y, A) :- format(atom(A), 'to ~a, ~d~n', [X, Y]).

%? plain(_)
plain(A) :- format(atom(A), "100~~", []).

%? single(a, _)
single(X, A) :- format(atom(A), "[~w]", [X]).

%? alone(_)
alone(A) :- format(atom(A), "<~w>", b2).

%? is_named(1, 'n1')
%? is_named(1, n2)
%? is_named(1, 1)
is_named(X, A) :- format(atom(A), "n~w", [X]).

%? digits(12, _)
digits(X, L) :- format(codes(L), "~d!", [X]).

%? letters(ab, _)
letters(X, L) :- format(chars(L), "~a", [X]).

%? number_text(7, 7)
%? number_text(7, '7')
number_text(X, A) :- format(atom(A), "~w", [X]).

%? bound_later(4, _)
bound_later(X, A) :- Args = [X, Y], Y = z, format(atom(A), "~w~w", Args).

%? column(1, _)
column(X, A) :- format(atom(A), "~t~w~10|", [X]).

%? as_string(a, 1, _)
%? as_string("b", x, _)
as_string(X, Y, S) :- format(string(S), "~w-~w", [X, Y]).

%? is_that_string(a, "a!")
%? is_that_string(a, "b!")
is_that_string(X, S) :- format(string(S), "~w!", [X]).

%   Numbers by ~p and ~q, characters by ~c, what is left out by ~i, several lines.

%? quoted(3, _)
%? quoted(-3, _)
%? quoted(0.5, _)
%? quoted('A b', _)
quoted(X, A) :- format(atom(A), "~q|~p", [X, X]).

%? characters(65, _)
%? characters(0'x, _)
%? characters(a, _)
%? characters(-1, _)
%? characters(0, _)
characters(C, A) :- format(atom(A), "<~c~3c>", [C, C]).

%? left_out(f(x), 2, _)
left_out(X, Y, A) :- format(atom(A), "~i~d~2n", [X, Y]).
