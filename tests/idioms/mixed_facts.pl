/*  Facts with constants of several kinds in one place: files and ranks, numbers and names, pairs and lists.
*/

after(1, 2).
after(2, 3).
after(3, 4).
after(2.0, 3.0).
after(a, b).
after(b, c).
after(c, d).
after(f(1), f(2)).
after([], [1]).
after([1], [1, 2]).

%? rank_after(1, _)
%? rank_after(4, _)
rank_after(R0, R) :- R1 is R0 + 1, after(R1, R).

%? file_after(a, _)
%? file_after(d, _)
%? file_after(1, _)
%? file_after(2.0, _)
%? file_after(f(1), _)
%? file_after(f(a), _)
%? file_after([], _)
%? file_after([1], _)
%? file_after([x], _)
file_after(F0, F) :- after(F0, F).

%? steps([a-1, b-2, c-3, d-3, a-7], _)
steps(Squares, Next) :- findall(F-R, ( member(F0-R0, Squares), after(F0, F), after(R0, R) ), Next).

%? before(3, _)
%? before(b, _)
%? before(a, _)
before(X, Y) :- after(Y, X).

%? square_before(b-2, _)
%? square_before(a-2, _)
square_before(F-R, F0-R0) :- before(F, F0), before(R, R0).

%? all_after(_)
all_after(L) :- findall(X-Y, after(X, Y), L).

%? is_after(1, 2, _)
%? is_after(a, b, _)
%? is_after(a, 2, _)
%? is_after(1, b, _)
is_after(X, Y, yes) :- after(X, Y).

%? kinds_after(_)
kinds_after([X, Y, Z]) :- after(1, X), after(a, Y), after(f(1), Z).

%? never(_)
never(X) :- after(nothing(x), X).

%? name_after_number(2, _)
name_after_number(N, X) :- M is N * 1.0, after(M, X).

worth(1, one).
worth(1, uno).
worth(x, ten).
worth(x, 10).
worth(2, two).
worth(2.0, float).

%? worths([1, 2], _)
worths(Ns, Ws) :- findall(W, ( member(N, Ns), M is N + 0, worth(M, W) ), Ws).

%? worth_of_names([x, y], _)
worth_of_names(Ns, Ws) :- findall(W, ( member(N, Ns), atom(N), worth(N, W) ), Ws).

%? chain(1, 4)
%? chain(a, d)
%? chain(a, 4)
chain(X, X).
chain(X, Z) :- after(X, Y), chain(Y, Z).
