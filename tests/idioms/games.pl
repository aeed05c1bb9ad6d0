/*  Game idioms: boards as lists, compounds, bits and trees; replacing, counting, lines, captures, movers. */

%? opponent(x, _)
opponent(x, o).
opponent(o, x).

%? list_move(x-[x, e, o, e], _)
list_move(P-B, Q-C) :- opponent(P, Q), nth0(I, B, e), replaced_at(I, B, P, C).

replaced_at(0, [_|T], X, [X|T]) :- !.
replaced_at(I, [H|T], X, [H|R]) :- J is I - 1, replaced_at(J, T, X, R).

%? named_move(x-[x, e, o, e], _, _)
named_move(P-B, I, Q-C) :- opponent(P, Q), nth1(I, B, e, R), nth1(I, C, P, R).

%? appended_move([e, x, e], _)
appended_move(B, C) :- append(F, [e|T], B), append(F, [x|T], C).

%? pattern_line([x, x, x, o, o, e, e, e, e], _)
%? pattern_line([x, o, x, o, o, o, e, e, e], _)
%? pattern_line([e, e, e, e, e, e, e, e, e], _)
pattern_line(B, P) :- ( line(P, B), P \== e -> true ; P = none ).

line(P, [P, P, P, _, _, _, _, _, _]).
line(P, [_, _, _, P, P, P, _, _, _]).
line(P, [_, _, _, _, _, _, P, P, P]).
line(P, [P, _, _, _, P, _, _, _, P]).

%? won_by([x, o, x, o, x, o, e, e, x], x)
%? won_by([x, o, x, o, x, o, e, e, x], o)
won_by(B, P) :- winning(A, M, Z), nth1(A, B, P), nth1(M, B, P), nth1(Z, B, P), !.

winning(1, 2, 3).
winning(4, 5, 6).
winning(1, 5, 9).
winning(3, 5, 7).

%? compound_board(b(e, x, e), _)
compound_board(b(e, B, C), b(x, B, C)).
compound_board(b(A, e, C), b(A, x, C)).
compound_board(b(A, B, e), b(A, B, x)).

%? compound_cell(b(x, o, e), _)
compound_cell(B, I-X) :- arg(I, B, X), X \== e.

%? compound_line(b(x, x, x, e, o, o, e, e, e), _)
compound_line(B, P) :- winning(A, M, Z), arg(A, B, P), P \== e, arg(M, B, P), arg(Z, B, P).

%? bits_move(bits(1, 6), _)
bits_move(bits(X, O), bits(O, Y)) :-
    Full is X \/ O, between(0, 8, I), Full /\ (1 << I) =:= 0, Y is X \/ (1 << I).

%? bits_won(7)
%? bits_won(73)
%? bits_won(84)
%? bits_won(80)
bits_won(B) :- member(L, [7, 56, 448, 73, 146, 292, 273, 84]), B /\ L =:= L, !.

%? bits_shifted_four(15, _)
bits_shifted_four(B, R) :-
    (   member(D, [1, 7, 6, 8]), M is B /\ (B >> D), M /\ (M >> (2 * D)) =\= 0
    ->  R = D
    ;   R = none
    ).

%? wide_bits(_)
wide_bits(N) :- findall(I, ( between(0, 63, I), I mod 9 =:= 0 ), L), foldl(with_bit, L, 0, B), N is B.

with_bit(I, B0, B) :- B is B0 \/ (1 << I).

%? counted_pieces([x, e, x, o], x, _)
counted_pieces(B, P, N) :- include(==(P), B, L), length(L, N).

%? counted_by_recursion([x, e, x, o], x, _)
counted_by_recursion([], _, 0).
counted_by_recursion([P|T], P, N) :- !, counted_by_recursion(T, P, M), N is M + 1.
counted_by_recursion([_|T], P, N) :- counted_by_recursion(T, P, N).

%? mover_by_count([x, e, o, x], _)
%? mover_by_count([x, e, o, e], _)
mover_by_count(B, P) :-
    aggregate_all(count, member(x, B), X), aggregate_all(count, member(o, B), O), ( X > O -> P = o ; P = x ).

%? column_drop([[], [x], [x, o]], 2, _)
%? column_drop([[], [x], [x, o]], 3, _)
column_drop(Cs, H, Ds) :-
    nth1(I, Cs, C, Rest), length(C, N), N < H, append(C, [x], D), nth1(I, Ds, D, Rest).

%? column_full([x, o, x], 3)
column_full(C, H) :- length(C, H).

%? four_in_column([e, x, x, x, x], x)
%? four_in_column([x, x, e, x, x], x)
four_in_column(C, P) :- append(_, [P, P, P, P|_], C), !.

%? diagonal([[a, b, c], [d, e, f], [g, h, i]], _)
diagonal(Rows, D) :- findall(X, ( nth1(I, Rows, R), nth1(I, R, X) ), D).

%? neighbours(2/2, _)
%? neighbours(1/1, _)
neighbours(X/Y, L) :- findall(A/B, neighbour(X/Y, A/B), L).

neighbour(X/Y, A/B) :-
    member(DX/DY, [1/0, 0/1, -1/0, 0/(-1)]), A is X + DX, B is Y + DY, inside(A), inside(B).

inside(N) :- N >= 1, N =< 3.

%? knight_moves(1/1, _)
knight_moves(X/Y, A/B) :-
    member(D/E, [1/2, 2/1]), member(S, [1, -1]), member(T, [1, -1]),
    A is X + S * D, B is Y + T * E, between(1, 8, A), between(1, 8, B).

%? ray([e, o, o, x, e], _)
%? ray([o, o, x, e], _)
%? ray([o, o, e], _)
ray(L, N) :- captured(L, x, 0, N).

captured([o|T], P, N0, N) :- N1 is N0 + 1, captured(T, P, N1, N).
captured([P|_], P, N, N) :- N > 0.

%? flipped([x, o, o, x, e], 1, _)
flipped(B, I, C) :- findall(X, ( nth0(J, B, Y), ( J > I, Y == o -> X = x ; X = Y ) ), C).

%? nim_move([1, 2, 0], _)
nim_move(Piles, Next) :- append(F, [N|T], Piles), between(1, N, K), M is N - K, append(F, [M|T], Next).

%? nim_move_named([2, 1], _, _)
nim_move_named(Piles, take(I, K), Next) :-
    nth1(I, Piles, N), between(1, N, K), M is N - K, nth1(I, Piles, _, R), nth1(I, Next, M, R).

%? nim_value([3, 5, 6], _)
nim_value(Piles, V) :- foldl(nim_xor, Piles, 0, V).

nim_xor(X, A, B) :- B is A xor X.

%? sorted_position([2, 1, 3], _)
sorted_position(P, C) :- msort(P, C).

%? pass_when_stuck([x, x], _)
%? pass_when_stuck([x, e], _)
pass_when_stuck(B, M) :- place(B, M).
pass_when_stuck(B, pass) :- \+ place(B, _).

place(B, put(I)) :- nth0(I, B, e).

%? captures_first([x, o, e, e], _)
captures_first(B, M) :- ( capture(B, _) -> capture(B, M) ; place(B, M) ).

capture(B, take(I)) :- append(F, [x, o, e|_], B), length(F, I).

%? static_value([x, x, e, o], _)
static_value(B, V) :-
    aggregate_all(count, member(x, B), X), aggregate_all(count, member(o, B), O), V is X - O.

%? weighted_value([x, e, o], [3, 2, 1], _)
weighted_value(B, Ws, V) :- foldl(add_weight, B, Ws, 0, V).

add_weight(x, W, V0, V) :- V is V0 + W.
add_weight(o, W, V0, V) :- V is V0 - W.
add_weight(e, _, V, V).

%? game_over([x, o])
%? game_over([x, e])
game_over(B) :- \+ memberchk(e, B).

%? tree_board(_)
tree_board(L) :- list_to_assoc([a-1, b-2], A), put_assoc(a, A, 5, B), assoc_to_list(B, L).

%? tree_lookup(b, _)
%? tree_lookup(z, _)
tree_lookup(K, V) :- list_to_assoc([a-1, b-2], A), get_assoc(K, A, V).

%? tree_keys(_)
tree_keys(K/V) :- list_to_assoc([b-1, a-2], A), assoc_to_keys(A, K), assoc_to_values(A, V).

%? piece_list([w(k, 1/1), b(k, 3/3)], _)
piece_list(Ps, Qs) :- select(w(k, At), Ps, R), neighbour(At, To), \+ member(b(_, To), R), Qs = [w(k, To)|R].

%? piece_set([w-3, b-1], _)
piece_set(Ps, S) :- select(w-I, Ps, R), J is I + 1, \+ memberchk(_-J, R), sort([w-J|R], S).

%? attack_lines(1/1, 1/4, [])
%? attack_lines(1/1, 1/4, [1/2])
%? attack_lines(1/1, 4/4, [2/3])
%? attack_lines(1/1, 2/3, [])
attack_lines(X/Y, A/B, Blocks) :-
    DX is sign(A - X), DY is sign(B - Y),
    ( A =:= X ; B =:= Y ; abs(A - X) =:= abs(B - Y) ), !,
    X1 is X + DX, Y1 is Y + DY,
    free_line(X1/Y1, A/B, DX/DY, Blocks).

free_line(S, S, _, _) :- !.
free_line(X/Y, T, DX/DY, Blocks) :-
    \+ memberchk(X/Y, Blocks), X1 is X + DX, Y1 is Y + DY, free_line(X1/Y1, T, DX/DY, Blocks).

%? minimax_value(n([l(3), n([l(5), l(1)])]), max, _)
minimax_value(l(V), _, V).
minimax_value(n(Ts), P, V) :-
    other(P, Q), findall(W, ( member(T, Ts), minimax_value(T, Q, W) ), Ws),
    ( P == max -> max_list(Ws, V) ; min_list(Ws, V) ).

other(max, min).
other(min, max).

%? textbook_best(n([l(3), l(7), l(7)]), _)
textbook_best(n([T|Ts]), Best) :- best_of(Ts, T, Best).

best_of([], B, B).
best_of([l(V)|Ts], l(W), B) :- ( V > W -> best_of(Ts, l(V), B) ; best_of(Ts, l(W), B) ).

%? alternating(3, _)
alternating(N, L) :- alternate(N, x, L).

alternate(0, _, []) :- !.
alternate(N, P, [P|T]) :- opponent(P, Q), M is N - 1, alternate(M, Q, T).

%? matrix_cell([[a, b], [c, d]], 2, 1, _)
matrix_cell(M, I, J, X) :- nth1(I, M, R), nth1(J, R, X).

%? matrix_set([[a, b], [c, d]], 2, 1, z, _)
matrix_set(M, I, J, X, N) :- nth1(I, M, R, Ms), nth1(J, R, _, Rs), nth1(J, S, X, Rs), nth1(I, N, S, Ms).

%? matrix_empty([[e, b], [c, e]], _)
matrix_empty(M, I/J) :- nth1(I, M, R), nth1(J, R, e).

%? facts_board(_)
facts_board(L) :- findall(S-W, weight(S, W), L).

weight(a1, 100).
weight(a2, -20).
weight(b1, 10).

%? facts_looked_up([a1, b1], _)
facts_looked_up(Ss, V) :- findall(W, ( member(S, Ss), weight(S, W) ), Ws), sum_list(Ws, V).

%? fact_both_ways(_)
fact_both_ways(S) :- weight(S, W), W < 0.

%? initial(_)
initial(p(x, [e, e, e])).
initial(p(o, [e, e, e])) :- fail.

%? max_to_move(p(x, []))
%? max_to_move(p(o, []))
max_to_move(p(x, _)).

%? shortest_line([a, b, c, d, e, f], _)
shortest_line(L, X) :- member(X, L), \+ ( member(Y, L), Y @< X ), !.

%? jumps([x, o, e, o, e], _)
jumps(B, Ps) :- findall(C, jump(0, B, C), Ps).

jump(I, B, C) :-
    nth0(I, B, x, R0), J is I + 1, K is I + 2, nth0(J, B, o), nth0(K, B, e),
    nth0(I, B1, e, R0), set(J, B1, e, B2), set(K, B2, x, B3),
    ( jump(K, B3, C) *-> true ; C = B3 ).

set(I, L, X, M) :- nth0(I, L, _, R), nth0(I, M, X, R).

%? mirror([[a, b], [c, d]], _)
mirror(M, N) :- maplist(reverse, M, N).

%? score_string(p(3, 4), _)
score_string(p(A, B), S) :- format(atom(S), "~d:~d", [A, B]).

%? history_free(s(1, [a]), _)
history_free(s(N, H), s(M, [x|H])) :- M is N + 1, M < 4, \+ memberchk(x, H).

%? lanes_count([[x, o, e], [x, x, o], [x, e, o]], _)
%? lanes_count([[x, o], [o, x]], _)
%? lanes_count([[o, o, o]], _)
%? lanes_count([[x, o, x], [x, x]], _)
%? lanes_count([], _)
lanes_count(Rows, N-Lead) :-
    lanes(Rows, Lanes), length(Lanes, N), foldl(lane_owner, Lanes, 0, Lead).

%? lanes_winner([[x, o, e], [x, x, o], [x, e, o]], 3, _)
%? lanes_winner([[x, o, o], [x, o, o], [e, e, o]], 3, _)
%? lanes_winner([[x, o, o], [x, x, o], [e, e, x]], 2, _)
%? lanes_winner([[x, o], [o, x]], 2, _)
%? lanes_winner([[x, o], [o, x]], 0, _)
%? lanes_winner([[]], 1, _)
lanes_winner(Rows, Length, Winner) :-
    lanes(Rows, Lanes),
    (   lane_of(x, Length, Lanes) -> Winner = x
    ;   lane_of(o, Length, Lanes) -> Winner = o
    ;   length(Lanes, Winner)
    ).

lane_of(Player, Length, Lanes) :-
    length(Lane, Length), maplist(=(Player), Lane), memberchk(Lane, Lanes).

lanes(Rows, Lanes) :- lane_columns(Rows, Columns), append(Rows, Columns, Lanes).

lane_columns([], []).
lane_columns([Row|Rows], Columns) :- lane_columns(Rows, Below), lane_fronts(Row, Below, Columns).

lane_fronts([], _, []).
lane_fronts([X|Xs], [], [[X]|Columns]) :- lane_fronts(Xs, [], Columns).
lane_fronts([X|Xs], [Lane|Lanes], [[X|Lane]|Columns]) :- lane_fronts(Xs, Lanes, Columns).

lane_owner(Lane, Lead0, Lead) :-
    (   memberchk(x, Lane)
    ->  ( memberchk(o, Lane) -> Lead = Lead0 ; Lead is Lead0 + 1 )
    ;   memberchk(o, Lane)
    ->  Lead is Lead0 - 1
    ;   Lead = Lead0
    ).
