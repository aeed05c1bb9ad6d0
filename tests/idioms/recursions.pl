/*  Recursions along lists that end in others, that count, that fold, and sums of what atoms are worth. */

%? first_then_rest([a, b, c], 2, _)
%? first_then_rest([a, b, c], 0, _)
%? first_then_rest([a], 5, _)
first_then_rest([], _, []).
first_then_rest([X|Xs], N, [X|Ys]) :- N > 0, M is N - 1, first_then_rest(Xs, M, Ys).
first_then_rest([_|Xs], 0, Ys) :- the_rest(Xs, Ys).

the_rest([], [end]).
the_rest([X|Xs], [X, X|Ys]) :- the_rest(Xs, Ys).

%? first_then_any([a, b, c], 1, _)
first_then_any([], _, []).
first_then_any([X|Xs], N, [X|Ys]) :- N > 0, M is N - 1, first_then_any(Xs, M, Ys).
first_then_any([_|Xs], 0, Ys) :- some_of(Xs, Ys).

some_of([], []).
some_of([X|Xs], [X|Ys]) :- some_of(Xs, Ys).
some_of([_|Xs], Ys) :- some_of(Xs, Ys).

%? not_before_a([a], _)
%? not_before_a([a, b, a], _)
%? not_before_a([b], _)
%? not_before_a([], _)
not_before_a(L, X) :- phrase(items_not_before_a(X), L).

items_not_before_a([V|Vs]) --> [V], items_not_before_a(Vs).
items_not_before_a([]) --> \+ [a].

%? taken_after_a_choice([a, b], _)
%? taken_after_a_choice([], _)
taken_after_a_choice([], []).
taken_after_a_choice([X|Xs], [X|Ys]) :- member(_, [1, 2]), taken_after_a_choice(Xs, Ys).

%? leads([b, w, e, b, b], 0, _)
%? leads([b, x, b], 0, _)
%? leads([], 5, _)
%? leads([w], -9223372036854775808, _)
%? leads([b, w], 9223372036854775807, _)
%? leads([x], 9223372036854775807, _)
leads(Cells, N0, N) :- foldl(counted_cell, Cells, N0, N).
counted_cell(e, N, N).
counted_cell(b, N0, N) :- N is N0 + 1.
counted_cell(w, N0, N) :- N is N0 - 1.

%? weighed([b, w, g, b], 0, _)
weighed([], W, W).
weighed([C|Cs], W0, W) :- weighed_cell(W0, C, W1), weighed(Cs, W1, W).
weighed_cell(W0, b, W) :- W is 3 + W0.
weighed_cell(W, g, W).
weighed_cell(W0, w, W) :- W is W0 - 1000000.
weighed_cell(W, b, W).

%? doubled_cells([b, w, b], 1, _)
doubled_cells(Cells, N0, N) :- foldl(doubled_cell, Cells, N0, N).
doubled_cell(b, N0, N) :- N is N0 + N0.
doubled_cell(w, N0, N) :- N is 10 - N0.

%? worths(board(wk, e, bq, wq, e), _)
%? worths(board(e, e, e, e, e), _)
worths(Board, Sum) :- aggregate_all(sum(W), ( arg(_, Board, P), piece_weight(P, W) ), Sum).
piece_weight(P, W) :- coloured_piece(P, C, K), kind_weight(K, W0), ( C == w -> W = W0 ; W is -W0 ).
coloured_piece(wk, w, king).
coloured_piece(wq, w, queen).
coloured_piece(bq, b, queen).
kind_weight(queen, 9).
kind_weight(king, W) :- royal(W).
royal(100).

%? member_worths([wk, e, wq, bq], _)
member_worths(Ps, Sum) :- aggregate_all(sum(W), ( member(P, Ps), piece_weight(P, W) ), Sum).

%? sum_from_the_end([1, 2, 3], _)
%? sum_from_the_end([], _)
%? sum_from_the_end([1, a, 3], _)
%? sum_from_the_end([x, 9223372036854775807, 9223372036854775807, 3], _)
sum_from_the_end([], 0).
sum_from_the_end([X|Xs], S) :- sum_from_the_end(Xs, S0), S is S0 + X.

%? digits_value([4, 0, 7], 10, _)
digits_value([], _, 0).
digits_value([D|Ds], Base, N) :- digits_value(Ds, Base, N0), D < Base, N is N0 * Base + D.

%? divided_from_the_end([1, 0, 2], 12, _)
%? divided_from_the_end([1, 2], 12, _)
divided_from_the_end([], N, N).
divided_from_the_end([D|Ds], N, Q) :- divided_from_the_end(Ds, N, Q0), Q0 > 0, Q is Q0 // D.

%? crossed_sums([1, 2, 3, 4], _, _)
crossed_sums([], 0, 100).
crossed_sums([X|Xs], A, B) :- crossed_sums(Xs, A0, B0), B is A0 + X, A = B0.

%? crossed_again([1, 2, 3, 4], _, _)
crossed_again([], 0, 100).
crossed_again([_|Xs], A, B) :- crossed_again(Xs, B, A0), A is A0 + 1.

%? suffixes_counted([a, b, a], _)
suffixes_counted([], 0).
suffixes_counted([X|Xs], N) :- suffixes_counted(Xs, N0), ( member(X, Xs) -> N is N0 + 1 ; N = N0 ).

%? kept_from_the_end([3, 1, 2], 2, _)
kept_from_the_end([], _, []).
kept_from_the_end([X|Xs], Least, Ys) :-
    kept_from_the_end(Xs, Least, Ys0),
    ( X >= Least -> Ys = [X|Ys0] ; Ys = Ys0 ).

%? spread_from_the_end([1, 2], _)
spread_from_the_end([], [0]).
spread_from_the_end([X|Xs], Ys) :- spread_from_the_end(Xs, Ys0), findall(Y, ( member(Z, Ys0), Y is Z + X ), Ys).

%? first_above_from_the_end([5, 1, 3], _)
%? first_above_from_the_end([5, 9, 3], _)
first_above_from_the_end([], 0).
first_above_from_the_end([X|Xs], Y) :- first_above_from_the_end(Xs, Y0), once(( between(Y0, 7, Y), Y > X )).

%? long_sum(_)
long_sum(S) :- numlist(1, 5000, L), sum_from_the_end(L, S).

%? owners([[x, e], [o, x], [o], [], [e]], 0, _)
%? owners([[x], [x]], 9223372036854775806, _)
%? owners([[x, o], [e]], 9223372036854775807, _)
owners(Lines, N0, N) :- foldl(owner, Lines, N0, N).
owner(Line, N0, N) :-
    (   memberchk(x, Line)
    ->  ( memberchk(o, Line) -> N = N0 ; N is N0 + 1 )
    ;   ( memberchk(o, Line) -> N is N0 - 2 ; N = N0 )
    ).

%? nth_of(1, [a, b, c], _)
%? nth_of(3, [a, b, c], _)
%? nth_of(4, [a, b, c], _)
%? nth_of(0, [a, b, c], _)
%? nth_of(-9223372036854775808, [a, b, c], _)
%? nth_of(9223372036854775807, [a, b, c], _)
nth_of(1, [X|_], X).
nth_of(N, [_|Xs], X) :- N > 1, M is N - 1, nth_of(M, Xs, X).

%? nth_or_first(2, [a, b, c], _)
%? nth_or_first(0, [a, b], _)
%? nth_or_first(-1, [a, b], _)
nth_or_first(0, [X|_], X).
nth_or_first(_, [X|_], first(X)).
nth_or_first(N, [_|Xs], X) :- M is N - 1, nth_or_first(M, Xs, X).

%? guarded_above(1, [a, b, c, d, e], _)
%? guarded_above(2, [a, b, c, d, e], _)
%? guarded_above(4, [a, b, c, d, e], _)
guarded_above(1, [X|_], X).
guarded_above(N, [_|Xs], X) :- N > 3, M is N - 1, guarded_above(M, Xs, X).

%? guarded_other(3, 1, [a, b, c], _)
%? guarded_other(3, 0, [a, b, c], _)
%? guarded_other(1, 0, [a, b, c], _)
guarded_other(1, _, [X|_], X).
guarded_other(N, Y, [_|Xs], X) :- N > 1, Y > 0, M is N - 1, guarded_other(M, Y, Xs, X).

%? after_each(2, [a, b, c], [x, y], _)
%? after_each(1, [a, b, c], [x], _)
%? after_each(3, [a, b, c, d], [x, y], _)
%? after_each(0, [a], [], _)
after_each(N, As, Bs, As-Bs) :- N =:= 0.
after_each(N, [_|As], [_|Bs], Rest) :- N =\= 0, M is N - 1, after_each(M, As, Bs, Rest).

%? empty_at_last(2, [a, b], _)
%? empty_at_last(2, [a], _)
%? empty_at_last(3, [a, b], _)
empty_at_last(0, Xs, Xs).
empty_at_last(N, [_|Xs], Ys) :- M is N - 1, empty_at_last(M, Xs, Ys).

%? cut_at(2, [a, b, c], _)
%? cut_at(9, [a, b, c], _)
cut_at(0, Xs, Xs) :- !.
cut_at(N, [_|Xs], Ys) :- M is N - 1, cut_at(M, Xs, Ys).

%? down_again(2, [a, b, c, d, e, f], _)
down_again(0, [X|Xs], Y) :- ( X == c -> down_again(1, Xs, Y) ; Y = X ).
down_again(N, [_|Xs], Y) :- N > 0, M is N - 1, down_again(M, Xs, Y).

%? put_in_half(1.0, [a, b], x, _)
%? put_in_half(2, [a, b], x, _)
put_in_half(N, [X|Xs], Y, L) :-
    (   N =:= 1
    ->  L = [Y|Xs]
    ;   M is N - 1,
        L = [X|Ys],
        put_in_half(M, Xs, Y, Ys)
    ).

%? put_at_numbers([a, b, c, d], 1, [2, 4], x, _)
%? put_at_numbers([a, b, c, d], 1, [], x, _)
%? put_at_numbers([a, b, c], 5, [1, 6], x, _)
%? put_at_numbers([a, b, c], 1, [2, 1, 3], x, _)
%? put_at_numbers([a, b, c], 1, [1, 1, 2], x, _)
%? put_at_numbers([], 1, [1], x, _)
%? put_at_numbers([a, b], 9223372036854775805, [9223372036854775806], x, _)
%? put_at_numbers([a, b, c], 9223372036854775805, [9223372036854775807], x, _)
%? put_at_numbers([a, b, c], -9223372036854775808, [-9223372036854775807], x, _)
%? put_at_numbers([a, b, c], -1, [9223372036854775807], x, _)
put_at_numbers([], _, _, _, []).
put_at_numbers([X|Xs], N, Ns, Y, [Z|Zs]) :-
    ( Ns = [N|Ms] -> Z = Y ; Ms = Ns, Z = X ),
    M is N + 1,
    put_at_numbers(Xs, M, Ms, Y, Zs).

%? put_in_rows([[a, b], [], [c, d, e], [f]], [2, 5, 6], _, _)
put_in_rows(Rows0, Ns, Rows, Left) :- put_in_rows(Rows0, 1, Ns, Rows, Left).

put_in_rows([], _, Ns, [], Ns).
put_in_rows([Row0|Rows0], N0, Ns0, [Row|Rows], Left) :-
    put_in_row(Row0, N0, N, Ns0, Ns, Row),
    put_in_rows(Rows0, N, Ns, Rows, Left).

put_in_row([], N, N, Ns, Ns, []).
put_in_row([X|Xs], N0, N, Ns0, Ns, [Y|Ys]) :-
    N1 is 1 + N0,
    ( Ns0 = [N0|Ns1] -> Y = new ; Y = X, Ns1 = Ns0 ),
    put_in_row(Xs, N1, N, Ns1, Ns, Ys).

%? put_until([a, b, c, d, e], 1, [2, 4, 5], _)
put_until([], _, Ns, end(Ns)-[]) :- Ns == [].
put_until([X|Xs], N, Ns, E-[Y|Ys]) :-
    ( Ns = [N|Ms] -> Y = N ; Ms = Ns, Y = X ),
    M is N + 1,
    put_until(Xs, M, Ms, E-Ys).

%? put_where_even([a, b, c, d, e], 1, [2, 3, 4, 5], _)
put_where_even([], _, _, []).
put_where_even([X|Xs], N, Ns, [Y|Ys]) :-
    ( Ns = [N|Ms], N mod 2 =:= 0 -> Y = even ; Ns = [N|Ms] -> Y = odd ; Ms = Ns, Y = X ),
    M is N + 1,
    put_where_even(Xs, M, Ms, Ys).

%? put_twice_apart([a, b, c, d, e], 1, [2, 3], _)
put_twice_apart([], _, _, []).
put_twice_apart([X|Xs], N, Ns, [Y|Ys]) :-
    ( Ns = [N|Ms] -> Y = new ; Ms = Ns, Y = X ),
    M is N + 2,
    put_twice_apart(Xs, M, Ms, Ys).

%? marks_total([b, w, e, b], 10, _)
%? marks_total([b, x, e], 10, _)
%? marks_total([], 10, _)
%? marks_total([w, b, b], 9223372036854775806, _)
%? marks_total([b, b, w], 9223372036854775806, _)
%? marks_total([x, b, b], 9223372036854775806, _)
marks_total([], N, N).
marks_total([C|Cs], N0, N) :- mark_adds(C, N0, N1), marks_total(Cs, N1, N).

mark_adds(b, N0, N) :- N is N0 + 1.
mark_adds(w, N0, N) :- N is N0 - 1.
mark_adds(e, N, N).

%? rows_of_marks([[b, w], [], [b, b]], _)
rows_of_marks(Rows, N) :- foldl(row_of_marks, Rows, 0, N).

row_of_marks(Row, N0, N) :- foldl(mark_adds, Row, N0, N).

%? heavy_marks([h, l, h], 0, _)
heavy_marks([], N, N).
heavy_marks([C|Cs], N0, N) :- heavy_mark(C, N0, N1), heavy_marks(Cs, N1, N).

heavy_mark(h, N0, N) :- N is N0 + 4294967295.
heavy_mark(l, N0, N) :- N is N0 - 4294967295.

%? marks_from_where([b, b], 1, _)
marks_from_where([], N, N).
marks_from_where([C|Cs], N0, N) :- mark_adds(C, N0, _), marks_from_where(Cs, N0, N).

%? inserts_a_large_number(3, [1, 2, 4, 5], _)
%? inserts_a_large_number(0, [1], _)
inserts_a_large_number(X, [Y|T], [18446744073709551616|R]) :- Y < X, !, inserts_a_large_number(X, T, R).
inserts_a_large_number(X, L, [X|L]).
