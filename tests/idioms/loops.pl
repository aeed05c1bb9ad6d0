/*  Recursions that compilers turn into loops, facts that they turn into tables, terms as wide as a list. */

%? doubled([1, 2, 3], _)
%? doubled([], _)
doubled([], []).
doubled([X|Xs], [Y|Ys]) :- Y is 2 * X, doubled(Xs, Ys).

%? positives([1, -2, 3, -4], _)
%? positives([], _)
positives([], []).
positives([X|Xs], Ys) :- ( X > 0 -> Ys = [X|Ys1] ; Ys = Ys1 ), positives(Xs, Ys1).

%? joined_on([1, 2], [3, 4], _)
%? joined_on([], [3], _)
%? joined_on([1], [], _)
joined_on([], L, L).
joined_on([X|Xs], L, [X|Ys]) :- joined_on(Xs, L, Ys).

%? twice_each([a, b], _)
twice_each([], []).
twice_each([X|Xs], [X,X|Ys]) :- twice_each(Xs, Ys).

%? ended([a, b], _)
ended([], [end]).
ended([X|Xs], [X|Ys]) :- ended(Xs, Ys).

%? some_ended([1, 2, 0, 3], _)
%? some_ended([1, 2], _)
some_ended([0|Xs], [zero, one|Xs]).
some_ended([X|Xs], [X|Ys]) :- X > 0, some_ended(Xs, Ys).

%? split_by([1, 5, 2, 7], 4, _, _)
split_by([], _, [], []).
split_by([X|Xs], N, Small, Large) :-
    (   X < N
    ->  Small = [X|Small1], Large = Large1
    ;   Small = Small1, Large = [X|Large1]
    ),
    split_by(Xs, N, Small1, Large1).

%? zipped([1, 2, 3], [a, b, c], _)
%? zipped([1, 2], [a], _)
zipped([], [], []).
zipped([X|Xs], [Y|Ys], [X-Y|Zs]) :- zipped(Xs, Ys, Zs).

%? first_as_many([x, y], [a, b, c], _)
%? first_as_many([x, y], [a], _)
%? first_as_many([], [a], _)
first_as_many([], _, []).
first_as_many([_|M], [X|Xs], [X|Ys]) :- first_as_many(M, Xs, Ys).

%? as_long([x, y], [a, b])
%? as_long([x, y], [a])
%? as_long([], [a])
as_long([], []).
as_long([_|M], [_|Xs]) :- as_long(M, Xs).

%? rest_after([x, y], [a, b, c, d], _)
%? rest_after([x, y], [a], _)
rest_after([], L, L).
rest_after([_|M], [_|Xs], L) :- rest_after(M, Xs, L).

%? fronts([x, y], [[a, b, c], [d, e], [f]], _)
fronts(_, [], []).
fronts(M, [L|Ls], Fs) :- ( first_as_many(M, L, F) -> Fs = [F|Fs1] ; Fs = Fs1 ), fronts(M, Ls, Fs1).

%? put_at_each([e, x, e, e], o, _)
%? put_at_each([x], o, _)
put_at_each([e|Cells], P, [P|Cells]).
put_at_each([C|Cells0], P, [C|Cells]) :- put_at_each(Cells0, P, Cells).

%? two_put([e, e, e], _)
two_put(L0, L) :- put_at_each(L0, a, L1), put_at_each(L1, b, L).

%? nth_put(1, [a, b, c], x, _)
%? nth_put(3, [a, b, c], x, _)
%? nth_put(4, [a, b, c], x, _)
%? nth_put(0, [a], x, _)
nth_put(N, [X0|Xs], X, Ys) :-
    (   N =:= 1
    ->  Ys = [X|Xs]
    ;   M is N - 1,
        Ys = [X0|Ys1],
        nth_put(M, Xs, X, Ys1)
    ).

%? cell_put(2, 1, [[a, b], [c, d]], x, _)
%? cell_put(2, 3, [[a, b], [c, d]], x, _)
cell_put(R, C, Rows0, X, Rows) :- nth_put(R, Rows0, Row, Rows), nth1(R, Rows0, Row0), nth_put(C, Row0, X, Row).

%? lowered([3, 0, 2], _)
%? lowered([], _)
lowered([H0|Hs], [H|Hs]) :- between(1, H0, N), H is H0 - N.
lowered([H|Hs0], [H|Hs]) :- lowered(Hs0, Hs).

%? raised([1, 2, 3], 2, _)
%? raised([1, 2, 3], 7, _)
raised([], _, []).
raised([X|Xs], N, [Y|Xs]) :- X >= N, Y is X + 1.
raised([X|Xs], N, [X|Ys]) :- X < N, raised(Xs, N, Ys).

%? put_before([1, 4], 3, _)
%? put_before([1, 2], 3, _)
put_before([], N, [N]).
put_before([X|Xs], N, [N,X|Xs]) :- X >= N.
put_before([X|Xs], N, [X|Ys]) :- X < N, put_before(Xs, N, Ys).

%? turned_after([1, 0, 2, 3], _)
turned_after([0|Xs], Ys) :- reverse(Xs, Ys).
turned_after([X|Xs], [X|Ys]) :- X > 0, turned_after(Xs, Ys).

%? other_rest([1, 0, 2], [a, b, c], _)
other_rest([0|_], [_|Ys], [z|Ys]).
other_rest([X|Xs], [Y|Ys], [Y|Zs]) :- X > 0, other_rest(Xs, Ys, Zs).

%? numbered_put([e, x, e], _, _)
numbered_put(L, N, M) :- numbered_put(L, 1, N, M).
numbered_put([e|Cells], N, N, [o|Cells]).
numbered_put([C|Cells0], N0, N, [C|Cells]) :- N1 is N0 + 1, numbered_put(Cells0, N1, N, Cells).

%? sublists([1, 2, 3], _)
sublists([], []).
sublists([X|Xs], [X|Ys]) :- sublists(Xs, Ys).
sublists([_|Xs], Ys) :- sublists(Xs, Ys).

%? transposed_rows([[1, 2], [3, 4], [5, 6]], _)
transposed_rows([], [[], []]).
transposed_rows([R|Rs], Cs) :- transposed_rows(Rs, Cs0), in_front(R, Cs0, Cs).
in_front([], Cs, Cs).
in_front([X|Xs], [C|Cs0], [[X|C]|Cs]) :- in_front(Xs, Cs0, Cs).

edge(a, b, 1). edge(a, c, 2). edge(b, d, 3). edge(c, d, 4). edge(d, e, 5).
edge(b, a, 1). edge(e, a, 6). edge(a, d, 7). edge(f(x), a, 8).

%? edges_from(a, _, _)
%? edges_from(z, _, _)
%? edges_from(f(x), _, _)
edges_from(A, B, N) :- edge(A, B, N).

%? edge_between(a, d, _)
%? edge_between(d, a, _)
edge_between(A, B, N) :- edge(A, B, N).

%? edges_to(d, _)
edges_to(B, L) :- findall(A-N, edge(A, B, N), L).

%? two_edges(a, _, _)
two_edges(A, B, C) :- edge(A, B, _), edge(B, C, _).

%? first_edge(a, _)
first_edge(A, B) :- edge(A, B, _), !.

%? no_edge(e, b)
%? no_edge(e, a)
no_edge(A, B) :- \+ edge(A, B, _).

roman(1, i). roman(5, v). roman(10, x). roman(50, l). roman(100, c). roman(500, d). roman(1000, m).
roman(-1, minus).

%? roman_of(50, _)
%? roman_of(51, _)
%? roman_of(-1, _)
roman_of(N, R) :- roman(N, R).

%? number_of(x, _)
number_of(R, N) :- roman(N, R).

kinds(p, [n], q(1)). kinds(k, [a, b], q(2)). kinds(q, [], q(3)).

%? kinds_known(_, _, _)
%? kind_with(q(2), _)
kinds_known(A, B, C) :- kinds(A, B, C).
kind_with(C, A) :- kinds(A, _, C).

colour(wk, w, king). colour(bk, b, king). colour(wp, w, pawn). colour(bp, b, pawn).

%? is_kind(wk, king)
%? is_kind(wk, pawn)
%? is_side(wk, w)
%? is_side(wk, king)
is_kind(P, K) :- colour(P, _, K).
is_side(P, S) :- colour(P, S, _).

%? branches(1, _)
%? branches(3, _)
branches(X, Y) :- ( X > 2 ; X < 2 ), ( Y = a ; Y = b ), ( Y == a -> true ; X =:= 1 ).

%? three_in_line([x, x, x, o, e, e], _)
%? three_in_line([o, x, e, o, e, e], _)
%? three_in_line([e, e, e, e, e, e], _)
three_in_line(L, P) :- line_of(L, P), P \== e.
line_of([P,P,P,_,_,_], P).
line_of([_,_,_,P,P,P], P).
line_of([P,_,_,P,_,_], P).

%? either_then([1, 2, 3], _)
either_then(L, Y) :- ( member(X, L), X > 1 ; X = 10 ), ( X = 2, Y = two ; Y = X ).

%? cut_in_branch([1, 2, 3], _)
cut_in_branch(L, X) :- ( member(X, L), X > 1, ! ; X = none ).
cut_in_branch(_, never).

%? wide([a, b, c], _)
%? wide([a], _)
wide(L, T) :- T =.. [board|L].

%? wide_argument([a, b, c], 2, _)
%? wide_argument([a, b, c], 4, _)
%? wide_argument([a, b, c], 0, _)
wide_argument(L, N, X) :- T =.. [board|L], arg(N, T, X).

%? wide_arguments([a, b, a], _, _)
wide_arguments(L, N, X) :- T =.. [board|L], arg(N, T, X).

%? wide_place([a, b, a], a, _)
wide_place(L, X, N) :- T =.. [board|L], arg(N, T, X).

%? wide_changed([a, b, c], 2, _)
%? wide_changed([a, b, c], 4, _)
wide_changed(L, N, T) :- T0 =.. [board|L], duplicate_term(T0, T), setarg(N, T, z).

%? wide_and_before([a, b, c], _, _)
wide_and_before(L, T0, T) :- T0 =.. [board|L], duplicate_term(T0, T), setarg(1, T, z).

%? wide_shape([a, b], _)
%? wide_shape([a, b, c], _)
wide_shape(L, X) :- T =.. [board|L], ( T = board(X, _) ; T = board(_, X, _) ; T = other(X) ).

%? wide_compared([a, b], [a, b], _)
%? wide_compared([a, b], [a], _)
%? wide_compared([a, b], [a, c], _)
wide_compared(K, L, O) :- S =.. [board|K], T =.. [board|L], compare(O, S, T).

%? wides_compared([a, b], [a, b], _)
%? wides_compared([a, b], [a], _)
wides_compared(K, L, O) :- S =.. [a|K], T =.. [board|L], compare(O, S, T).

%? wide_apart([a, b], _, _)
wide_apart(L, N, A) :- T =.. [board|L], functor(T, N, A).

%? known_width([1, 2], _)
known_width(L, T) :- T =.. [point,here|L], T = point(_, _, _).

%? texts(7, a, _)
texts(N, A, T) :- atomic_list_concat([A, N, b], T).

%? pieces('a b c', ' ', _)
%? pieces('', ' ', _)
%? pieces('a--b', '--', _)
pieces(T, S, L) :- atomic_list_concat(L, S, T).

%? parts_of(abc, _, _)
parts_of(A, B, S) :- sub_atom(A, B, 2, _, S).

%? insert_at(0, [a], _)
%? insert_at(1, [a], _)
%? insert_at(3, [a], _)
insert_at(N, L0, L) :- nth1(N, L, x, L0).

%? taken_at(0, [a, b], _)
%? taken_at(2, [a, b], _)
taken_at(N, L, R) :- nth1(N, L, _, R).

%? sorted_or_known([], [[]], _)
sorted_or_known([], V, [V] - 0).
sorted_or_known(_, [], [V] - 0) :- keysort([], V).

%? worth_of([1, 2, 3], _)
worth_of(L, S) :- aggregate_all(sum(W), ( member(X, L), roman(X, _), W is 2 * X ), S).

%? skipping_some([0, 0], o, _)
%? skipping_some([0, 1, 2], o, _)
skipping_some([], _, []).
skipping_some([_|Xs], o, Ys) :- skipping_some(Xs, a, Ys).
skipping_some([X|Xs], M, [X|Ys]) :- skipping_some(Xs, M, Ys).

%? all_tails([a, b, c], _)
all_tails([], []).
all_tails([_|Xs], [Xs|Ys]) :- all_tails(Xs, Ys).

%? all_suffixes([a, b, c], _)
all_suffixes([], [[]]).
all_suffixes([X|Xs], [[X|Xs]|Ys]) :- all_suffixes(Xs, Ys).

%? items_with_their_tails([a, b, c], z, _)
items_with_their_tails([], _, []).
items_with_their_tails([X|Xs], Z, [f(X, Xs, Z)|Ys]) :- items_with_their_tails(Xs, Z, Ys).

%? tails_beside_another_list([a, b, c], [x, y, z], _)
%? tails_beside_another_list([a, b, c], [x, y, z, u], _)
%? tails_beside_another_list([a, b, c], [x, y], _)
tails_beside_another_list([], [], []).
tails_beside_another_list([_|Xs], [Y|Ys], [Y-Xs|Zs]) :- tails_beside_another_list(Xs, Ys, Zs).

%? tails_of_both_lists([a, b, c], [x, y, z], _)
tails_of_both_lists([], _, []).
tails_of_both_lists([_|Xs], [_|Ys], [Ys-Xs|Zs]) :- tails_of_both_lists(Xs, Ys, Zs).

% Recursions that count down along a list, and some that nearly do.

%? counted_at(1, [a,b,c], _)
%? counted_at(3, [a,b,c], _)
%? counted_at(4, [a,b,c], _)
%? counted_at(0, [a,b,c], _)
counted_at(1, [X|_], X).
counted_at(N, [_|Xs], X) :- N > 1, M is N - 1, counted_at(M, Xs, X).

%? counted_or(2, [a,b,c], _)
%? counted_or(9, [a,b,c], _)
counted_or(N, [X|Xs], Y) :- ( N =:= 1 -> Y = X ; M is N - 1, counted_or(M, Xs, Y) ).

%? counted_gap(1, [a,b,c], _)
%? counted_gap(2, [a,b,c], _)
%? counted_gap(3, [a,b,c], _)
counted_gap(1, [X|_], X).
counted_gap(N, [_|Xs], X) :- N > 2, M is N - 1, counted_gap(M, Xs, X).

%? counted_none(3, [a,b,c], _)
counted_none(1, [X|_], X).
counted_none(_, _, none).
counted_none(N, [_|Xs], X) :- N > 1, M is N - 1, counted_none(M, Xs, X).

%? counted_past(3, [1,2,3], _)
%? counted_past(3, [1,-2,3], _)
counted_past(1, [X|_], X).
counted_past(N, [Y|Xs], X) :- Y > 0, M is N - 1, counted_past(M, Xs, X).

%? counted_put([a,b,c], 2, z, _)
%? counted_put([a,b,c], 5, z, _)
counted_put([_|Xs], 1, Y, [Y|Xs]).
counted_put([X|Xs], N, Y, [X|Ys]) :- N > 1, M is N - 1, counted_put(Xs, M, Y, Ys).

% Lists that are made of the items of lists alone, and asked what is in them.

%? lanes_among([[a,b],[b,b]], [a,b], _)
%? lanes_among([[a,b],[b,b]], [b,a], _)
lanes_among(Rows, Lane, Yes) :- lanes(Rows, Lanes), ( memberchk(Lane, Lanes) -> Yes = yes ; Yes = no ).

%? lanes_many([[a,b,c],[],[d]], _)
%? lanes_many([[a,b,c],[d]], _)
lanes_many(Rows, N) :- lanes(Rows, Lanes), length(Lanes, N).

%? lanes_lead([[a,b,a],[e,a],[b]], 10, _)
%? lanes_lead([[e,e]], 10, _)
lanes_lead(Rows, N0, N) :- lanes(Rows, Lanes), foldl(lane_owned, Lanes, N0, N).

lane_owned(Lane, N0, N) :-
    (   memberchk(a, Lane)
    ->  ( memberchk(b, Lane) -> N is N0 - 7 ; N is N0 + 1 )
    ;   memberchk(b, Lane)
    ->  N is N0 - 1
    ;   N is N0 + 100
    ).

lanes(Rows, Lanes) :- append(Rows, [], All), lane_pairs(All, Lanes).
lane_pairs([], []).
lane_pairs([Row|Rows], Pairs) :- lane_pairs(Rows, Pairs0), lane_stretches(Row, Pairs0, Pairs).
lane_stretches([A,B|Row], Pairs0, [[A,B]|Pairs]) :- lane_stretches([B|Row], Pairs0, Pairs).
lane_stretches([A], Pairs, [[A]|Pairs]).

% A list that is copied but for the items at given numbers, and recursions that nearly do that.

%? put_at([a,b,c,d,e], 1, [], _)
%? put_at([a,b,c,d,e], 1, [2,3], _)
%? put_at([a,b,c,d,e], 1, [5,9], _)
%? put_at([a,b,c,d,e], 1, [3,1,4], _)
%? put_at([a,b,c,d,e], 1, [0,4], _)
put_at([], _, _, []).
put_at([X|Xs], N, Ns, [Y|Ys]) :- ( Ns = [N|Ms] -> Y = new ; Ms = Ns, Y = X ), M is N + 1, put_at(Xs, M, Ms, Ys).

%? put_every_other([a,b,c,d,e], 1, [3], _)
put_every_other([], _, _, []).
put_every_other([X|Xs], N, Ns, [Y|Ys]) :-
    ( Ns = [N|Ms] -> Y = new ; Ms = Ns, Y = X ), M is N + 2, put_every_other(Xs, M, Ms, Ys).

%? put_or_fill([a,b,c,d,e], 1, [3], _)
put_or_fill([], _, _, []).
put_or_fill([_|Xs], N, Ns, [Y|Ys]) :-
    ( Ns = [N|Ms] -> Y = new ; Ms = Ns, Y = b ), M is N + 1, put_or_fill(Xs, M, Ms, Ys).

%? put_unless([a,b,c,d,e], 1, [3], _)
%? put_unless([a,z,c,d,e], 1, [3], _)
put_unless([], _, _, []).
put_unless([X|Xs], N, Ns, [Y|Ys]) :-
    ( Ns = [N|Ms] -> Y = new ; Ms = Ns, Y = X ), M is N + 1, X \== z, put_unless(Xs, M, Ms, Ys).

%? put_longer([a,b,c,d,e], 1, [3], _)
put_longer([], _, _, []).
put_longer([X|Xs], N, Ns, [Y|Ys]) :-
    ( Ns = [N|Ms] -> Y = new ; Ms = [3|Ns], Y = X ), M is N + 1, put_longer(Xs, M, Ms, Ys).

%   The list itself is read behind the call, too.

%? tails_behind([a, b], _)
tails_behind([], [[]]).
tails_behind([X|Xs], [[X|Xs]|Ys]) :- tails_behind(Xs, Ys), Ys = [_|_].

%? lengths_behind([a, b, c], _)
lengths_behind([], 0).
lengths_behind([X|Xs], S) :- lengths_behind(Xs, S1), length([X|Xs], N), S is S1 + N.

%? tails_in_front([a, b], _)
tails_in_front([], [[]]).
tails_in_front([X|Xs], [[X|Xs]|Ys]) :- tails_in_front(Xs, Ys).
