/*  Lists whose tail is bound later, difference lists, accumulators. */

%? tail_bound_later(_)
tail_bound_later(L) :- L = [a|T], T = [b|U], U = [].

%? two_holes(_)
two_holes(L) :- L = [X|T], T = [2], X = 1.

%? copied([a, b, c], _)
copied([], []).
copied([X|Xs], [X|Ys]) :- copied(Xs, Ys).

%? doubled([1, 2, 3], _)
doubled([], []).
doubled([X|Xs], [Y|Ys]) :- Y is X * 2, doubled(Xs, Ys).

%? evens([1, 2, 3, 4], _)
evens([], []).
evens([X|Xs], [X|Ys]) :- X mod 2 =:= 0, !, evens(Xs, Ys).
evens([_|Xs], Ys) :- evens(Xs, Ys).

%? first_part(2, [a, b, c], _)
%? first_part(0, [a, b, c], _)
%? first_part(4, [a, b, c], _)
first_part(0, _, []) :- !.
first_part(N, [X|Xs], [X|Ys]) :- M is N - 1, first_part(M, Xs, Ys).

%? replaced(1, [a, b, c], z, _)
%? replaced(3, [a, b, c], z, _)
replaced(0, [_|T], X, [X|T]) :- !.
replaced(I, [H|T], X, [H|R]) :- J is I - 1, replaced(J, T, X, R).

%? replace_each(e, x, [e, o, e], _)
replace_each(A, B, [A|T], [B|T]).
replace_each(A, B, [H|T], [H|R]) :- replace_each(A, B, T, R).

%? interleaved([1, 2], [a, b, c], _)
interleaved([], L, L).
interleaved([X|Xs], Ys, [X|Zs]) :- interleaved(Ys, Xs, Zs).

%? reversed_with_accumulator([1, 2, 3], _)
reversed_with_accumulator(L, R) :- reversed_onto(L, [], R).

reversed_onto([], A, A).
reversed_onto([H|T], A, R) :- reversed_onto(T, [H|A], R).

%? summed_with_accumulator([1, 2, 3], _)
summed_with_accumulator(L, S) :- summed(L, 0, S).

summed([], S, S).
summed([X|Xs], S0, S) :- S1 is S0 + X, summed(Xs, S1, S).

%? counted_with_two([a, b, a], _)
counted_with_two(L, A/B) :- counted_ab(L, 0, A, 0, B).

counted_ab([], A, A, B, B).
counted_ab([a|T], A0, A, B0, B) :- A1 is A0 + 1, counted_ab(T, A1, A, B0, B).
counted_ab([b|T], A0, A, B0, B) :- B1 is B0 + 1, counted_ab(T, A0, A, B1, B).

%? flattened_tree(t(t(n, 1, n), 2, t(n, 3, n)), _)
flattened_tree(T, L) :- in_order(T, L, []).

in_order(n, L, L).
in_order(t(A, X, B), L, Z) :- in_order(A, L, [X|M]), in_order(B, M, Z).

%? quicksorted([3, 1, 2, 3], _)
quicksorted(L, S) :- quick(L, S, []).

quick([], S, S).
quick([P|L], S, Z) :- parted(L, P, A, B), quick(A, S, [P|M]), quick(B, M, Z).

parted([], _, [], []).
parted([X|Xs], P, [X|A], B) :- X < P, !, parted(Xs, P, A, B).
parted([X|Xs], P, A, [X|B]) :- parted(Xs, P, A, B).

%? difference_append(_)
difference_append(L) :- A = [1, 2|T]-T, B = [3|U]-U, joined(A, B, L-[]).

joined(A-B, B-C, A-C).

%? queue([1, 2, 3], _)
queue(L, R) :- L = [A|T], append(T, [A], R).

%? counted_down(4, _)
counted_down(0, [0]) :- !.
counted_down(N, [N|T]) :- M is N - 1, counted_down(M, T).

%? range(2, 5, _)
%? range(5, 2, _)
range(A, B, []) :- A > B, !.
range(A, B, [A|T]) :- C is A + 1, range(C, B, T).

%? windows([a, b, c, d], _)
windows([A, B|T], [A-B|R]) :- !, windows([B|T], R).
windows(_, []).

%? run_lengths([a, a, b, a], _)
run_lengths([], []).
run_lengths([X|Xs], [X-N|R]) :- run(Xs, X, 1, N, T), run_lengths(T, R).

run([X|Xs], X, N0, N, T) :- !, N1 is N0 + 1, run(Xs, X, N1, N, T).
run(T, _, N, N, T).

%? chunks([1, 2, 3, 4, 5, 6], 2, _)
chunks([], _, []) :- !.
chunks(L, N, [C|Cs]) :- length(C, N), append(C, R, L), chunks(R, N, Cs).

%? merged([1, 3, 5], [2, 3], _)
merged([], L, L) :- !.
merged(L, [], L) :- !.
merged([A|As], [B|Bs], [A|Cs]) :- A =< B, !, merged(As, [B|Bs], Cs).
merged(As, [B|Bs], [B|Cs]) :- merged(As, Bs, Cs).

%? inserted(3, [1, 2, 4, 5], _)
inserted(X, [Y|T], [Y|R]) :- Y < X, !, inserted(X, T, R).
inserted(X, L, [X|L]).

%? insertion_sorted([3, 1, 2], _)
insertion_sorted([], []).
insertion_sorted([X|Xs], S) :- insertion_sorted(Xs, S0), inserted(X, S0, S).

%? split_in_two([a, b, c, d, e], _)
split_in_two([], []/[]).
split_in_two([X], [X]/[]).
split_in_two([X, Y|T], [X|A]/[Y|B]) :- split_in_two(T, A/B).

%? partitioned([3, -1, 0, 4], _)
partitioned([], []-[]).
partitioned([X|Xs], P-N) :-
    partitioned(Xs, P0-N0),
    ( X >= 0 -> P = [X|P0], N = N0 ; P = P0, N = [X|N0] ).

%? set_cell(b(a, b, c), 2, z, _)
set_cell(B, I, X, C) :- B =.. [F|As], nth1(I, As, _, R), nth1(I, Bs, X, R), C =.. [F|Bs].

%? filled_template(_)
filled_template(R) :- R = row(A, B, C), A = 1, B = [A|T], T = [2], C = B.

%? open_list_member(_)
open_list_member(L) :- length(L, 2), L = [a|_], nth0(1, L, b).

%? unzip([a-1, b-2], _)
unzip([], []/[]).
unzip([A-B|T], [A|As]/[B|Bs]) :- unzip(T, As/Bs).

%? compressed([a, a, b, b, a], _)
compressed([], []).
compressed([X], [X]) :- !.
compressed([X, X|T], R) :- !, compressed([X|T], R).
compressed([X, Y|T], [X|R]) :- compressed([Y|T], R).

%? accumulated_pairs([1, 2, 3], _)
accumulated_pairs(L, R) :- accumulated(L, 0, R).

accumulated([], _, []).
accumulated([X|Xs], S0, [S|R]) :- S is S0 + X, accumulated(Xs, S, R).

%? list_of_free(0, _)
%? list_of_free(2, _)
list_of_free(N, [A, B, C, D, E, F, G, H]) :-
    length(L, N),
    ( is_list(L) -> A = y ; A = n ), ( compound(L) -> B = y ; B = n ), ( atom(L) -> C = y ; C = n ),
    ( atomic(L) -> D = y ; D = n ), ( callable(L) -> E = y ; E = n ), ( var(L) -> F = y ; F = n ),
    ( nonvar(L) -> G = y ; G = n ), ( ground(L) -> H = y ; H = n ).

%? list_of_free_compared(0, _)
%? list_of_free_compared(2, _)
list_of_free_compared(N, [A, B, C]) :-
    length(L, N),
    ( L == [] -> A = y ; A = n ), ( [] \== L -> B = y ; B = n ), ( L == [_, _] -> C = y ; C = n ).

%? list_of_free_and_a_value(0, [], _)
%? list_of_free_and_a_value(1, [], _)
list_of_free_and_a_value(N, M, R) :- length(L, N), ( L == M -> R = y ; R = n ).

%? two_lists_of_free(0, 0, _)
%? two_lists_of_free(1, 1, _)
two_lists_of_free(N, M, R) :- length(K, N), length(L, M), ( K == L -> R = y ; R = n ).

%? ground_within_a_term(0, _)
%? ground_within_a_term(1, _)
ground_within_a_term(N, R) :- length(L, N), ( ground(f(L, N)) -> R = y ; R = n ).

%? filled_behind_a_test(3, _)
filled_behind_a_test(N, L) :- length(L, N), is_list(L), nonvar(L), maplist(=(z), L).

%? as_long_as_another([a, b], _)
as_long_as_another(K, R) :- same_length(K, L), ( is_list(L) -> R = y ; R = n ).

%? list_of_free_evaluated(1, _)
list_of_free_evaluated(N, X) :- length(L, N), X is L + 1.

%? list_of_free_thrown(2, _)
list_of_free_thrown(N, X) :- length(L, N), ( N > 1 -> throw(ball(L)) ; X = N ).

%? list_of_free_in_a_lambda(2, _)
list_of_free_in_a_lambda(N, X) :- length(L, N), maplist([Y, Z]>>( L = [] -> Z = Y ; Z = no ), [1, 2], X).

%? rows_of_free_cells(2, 2, _)
%? rows_of_free_cells(1, 3, _)
rows_of_free_cells(N, M, B) :- length(B, N), maplist([R]>>length(R, M), B), filled_rows(B, 5).
filled_rows([], _).
filled_rows([R|Rs], N) :- maplist(=(N), R), filled_rows(Rs, N).

%? rows_of_free_cells_by_a_recursion(2, 2, _)
rows_of_free_cells_by_a_recursion(N, M, B) :- length(B, N), rows_as_long_as(B, M), filled_rows(B, 5).
rows_as_long_as([], _).
rows_as_long_as([R|Rs], M) :- length(R, M), rows_as_long_as(Rs, M).

%? holes_of_one_name_and_two_arities(1, 2, _)
holes_of_one_name_and_two_arities(A, B, X-Y) :- placed(A, H, X), H = h(B), placed(A, 3, G, Y), G = g(B).
placed(A, H, [A, H]).
placed(A, N, H, [A, N, H]).

%? union_of_a_list_known_in_part(1, _)
union_of_a_list_known_in_part(X, R) :- ord_add_element([a|_], [[a], [b]], X), R = y.

% What is no length is an error.

%? of_no_length(1, _)
of_no_length(X, L) :- length(L, []), maplist(=(X), L).

%? of_a_term_for_a_length(1, _)
of_a_term_for_a_length(X, L) :- length(L, f(X)), maplist(=(X), L).

% Items of a list that is written out, by a number that is, or by any.

%? items_by_number(_)
items_by_number(L) :- L = [_, _, _], nth1(3, L, c), nth0(0, L, a), nth1(2, L, b).

%? any_item(_)
any_item(I-L) :- L = [I, _], nth0(I, L, 0), L = [_, 1].

%? two_neighbours(_)
two_neighbours(L) :- L = [_, _], nth1(I, L, x), nth1(J, L, y), J is I + 1.

%? item_of_no_number(_)
item_of_no_number(L) :- L = [_, _], nth1(1.0, L, x), L = [_, y].
