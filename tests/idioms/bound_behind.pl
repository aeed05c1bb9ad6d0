/*  What a call leaves unbound is bound by a goal behind it: the row of a board first has its place in the new
    board, and is made then.
*/

%? row_first(2, 1, [[e, e], [e, e]], x, _)
%? row_first(2, 1, [[e, e], [e, e]], x, [[e, e], [x, e]])
%? row_first(3, 1, [[e, e], [e, e]], x, _)
%? row_first(2, 3, [[e, e], [e, e]], x, _)
row_first(R, C, Board, X, New) :- changed(Board, R, Row, NewRow, New), changed(Row, C, _, X, NewRow).
changed([X|T], 1, X, Y, [Y|T]) :- !.
changed([H|T], N, X, Y, [H|T2]) :- M is N - 1, changed(T, M, X, Y, T2).

%? without_cut(2, [1, 2, 3], _)
%? without_cut(1, [1, 2, 3], _)
%? without_cut(4, [1, 2, 3], _)
without_cut(N, L, L2) :- place(L, N, Old, L2, New), New is Old * 10.
place([X|T], 1, X, [Y|T], Y).
place([H|T], N, X, [H|T2], Y) :- N > 1, M is N - 1, place(T, M, X, T2, Y).

%   Both goals have several solutions, which come in the order of SWI-Prolog.

%? each_way([1, 2, 3], _)
%? each_way([], _)
each_way(L, L2) :- somewhere(L, Old, New, L2), member(New, [Old, a, b]).
somewhere([X|T], X, Y, [Y|T]).
somewhere([H|T], X, Y, [H|T2]) :- somewhere(T, X, Y, T2).

%? first_that_fits([3, 8, 9], _)
%? first_that_fits([1, 2], _)
first_that_fits(L, L2) :- somewhere(L, Old, New, L2), Old > 5, New = big(Old), !.

%? with_tests(4, [1, 4, 4, 5], _)
with_tests(N, L, L2) :- somewhere(L, Old, New, L2), Old =:= N, half(Old, Half), New = Half-Old.
half(X, Y) :- Y is X // 2.

%? two_places([1, 2, 3], _)
two_places(L, L3) :- pair(L, A, B, A2, B2, L3), A < B, A2 = B, B2 is A + 0.
pair([A|T], A, B, A2, B2, [A2|T2]) :- somewhere(T, B, B2, T2).
pair([H|T], A, B, A2, B2, [H|T2]) :- pair(T, A, B, A2, B2, T2).

%? in_branches(2, [1, 2, 3], _)
%? in_branches(7, [1, 2, 3], _)
in_branches(N, L, L2) :- stepped(L, N, Y, L2), ( N > 5 -> Y = big ; Y = small(N) ).
stepped([], _, _, []).
stepped([X|T], N, Y, L2) :- ( X =:= N -> L2 = [Y|T] ; L2 = [X|T2], stepped(T, N, Y, T2) ).

%? not_the_last([1, 2, 3], _)
not_the_last(L, L2) :- marked(L, L2, Y, N), Y = total(N).
marked([], [], _, 0).
marked([X|T], [X-Y|T2], Y, N) :- marked(T, T2, Y, M), N is M + X.

%? asks_whether_it_is_free([1], _)
asks_whether_it_is_free(L, L2) :- told(L, Y, L2), Y = a.
told([], Y, [K]) :- ( var(Y) -> K = free ; K = Y ).
told([X|T], Y, [X, Y|T2]) :- told(T, Y, T2).

%? inside_findall([1, 2], _)
inside_findall(L, All) :- findall(L2, (somewhere(L, X, Y, L2), Y is -X), All).

%? inside_not([1, 2])
%? inside_not([2])
inside_not(L) :- \+ ( somewhere(L, X, Y, L2), Y is X * 2, L2 = [Y|_], Y > 2 ).

%? an_error_behind([a], _)
%? an_error_behind([], _)
an_error_behind(L, L2) :- somewhere(L, X, Y, L2), Y is X + 1.

%? own_variable([p(1, 2), p(3, 4)], _)
own_variable(L, L2) :- somewhere(L, Old, New, L2), Old = p(A, B), swapped(A, B, New).
swapped(A, B, p(C, D)) :- C = B, D = A.

%   Lists are joined before what is in them is known.

%? front_kept(2, [a, b, c], _)
%? front_kept(5, [a, b, c], _)
front_kept(I, L, L2) :-
    append(Front, [Old|Back], L), length(Front, I), append(Front, [New|Back], L2), New = was(Old).

%? nth_again(2, [a, b, c], _)
%? nth_again(4, [a, b, c], _)
nth_again(I, L, L2) :- nth1(I, L, Old, Rest), nth1(I, L2, New, Rest), atom_length(Old, N), New = Old/N.

%? anywhere([a, b], _)
anywhere(L, L2) :- nth0(_, L, Old, Rest), nth0(0, L2, New, Rest), member(New, [Old, z]).

%? selected(1, [1, 2, 1], _)
selected(X, L, L2) :- select(X, L, Y, L2), ( Y = a ; Y = b ).

%? joined_and_cut([a, b], _)
joined_and_cut(L, L2) :- append(L, [X|T], L2), member(X, [1, 2]), !, T = [end].

%? joined_and_read([a], _)
joined_and_read(L, N) :- append(L, [X], L2), length(L2, N), X = b.

%? of_two_arities([a], _)
of_two_arities(L, L2) :- put(L, X, L2), X = b.
put(L, X, L2) :- put(L, L, X, L2).
put([], _, X, [X]).
put([H|T], L, X, [H|T2]) :- put(T, L, X, T2).

%? last_of_what_is_open(a, _)
last_of_what_is_open(X, Y) :- way(X, P), last(P, Y).
way(X, P) :- way(X, [], P).
way(_, _, _).
