/*  Arguments that are taken apart and passed on in one piece, and numbers that are looked for where none can be. */

%? put_at([1, 2], z, [[a, b, c], [d, e, f], [g, h, i]], _)
%? put_at([0, 0], z, [[a]], _)
%? put_at([3, 0], z, [[a]], _)
put_at(Place, X, Rows, New) :- put_at(Rows, Place, 0, X, New).

put_at([], _, _, _, []).
put_at([Row|Rows], [R, C], R, X, [New|News]) :- nth0(C, Row, _, Rest), nth0(C, New, X, Rest),
    R1 is R + 1, put_at(Rows, [R, C], R1, X, News).
put_at([Row|Rows], [R, C], I, X, [Row|News]) :- R \= I, J is I + 1, put_at(Rows, [R, C], J, X, News).

%? climbed(s(1, [a]), 3, _)
%? climbed(s(2, []), 0, _)
climbed(s(Step, [Tag]), N, R) :- N > 0, M is N - Step, climbed(s(Step, [Tag]), M, R).
climbed(s(Step, Tags), N, N-Step-Tags) :- N =< 0.

%? rebuilt_otherwise(p(1, 1.0), 2, _)
rebuilt_otherwise(p(A, B), N, R) :- N > 0, M is N - 1, rebuilt_otherwise(p(B, A), M, R).
rebuilt_otherwise(P, 0, P).

%? constants_as_they_are(f(1, x), 2, _)
%? constants_as_they_are(f(1.0, x), 2, _)
constants_as_they_are(f(1, X), N, R) :- N > 0, M is N - 1, constants_as_they_are(f(1, X), M, R).
constants_as_they_are(f(K, X), N, K-X-N).

%? over(board([0, 0], 3, [1, 0], 4), _)
%? over(board([0, 0], 3, [0, 0], 3), _)
over(board(0, N, 0, N), draw) :- N >= 0.
over(board([0, 0], N, _, M), W) :- ( N > M -> W = first ; W = second ).
over(board(Left, _, Right, _), open) :- sum_list(Left, L), sum_list(Right, R), L + R > 0.

%? number_or_atom(x, _)
%? number_or_atom(1, _)
number_or_atom(0, zero) :- atom_length(abc, 3).
number_or_atom(X, other) :- atom(X).
number_or_atom(1, one) :- true.

%? text_that_only_the_recursion_passes(node(node(leaf(1), leaf(6)), leaf(3)), [9], _, _)
text_that_only_the_recursion_passes(leaf(N), _, N, N).
text_that_only_the_recursion_passes(node(L, R), _, V, W) :-
    Mark = "a",
    text_that_only_the_recursion_passes(L, Mark, Next, V0),
    text_that_only_the_recursion_passes(R, Next, _, W0),
    V = V0,
    W is W0.
