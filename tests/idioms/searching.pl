/*  Nondeterministic recursion: paths, permutations, subsets, puzzles, infinite generators under a cut. */

edge(a, b).
edge(b, c).
edge(c, d).
edge(a, d).
edge(d, a).

%? path(a, _)
path(X, P) :- path(X, [X], P).

path(_, V, P) :- reverse(V, P).
path(X, V, P) :- edge(X, Y), \+ memberchk(Y, V), path(Y, [Y|V], P).

%? reachable(a, _)
reachable(X, L) :- setof(Y, reached(X, Y), L).

reached(X, Y) :- path(X, P), last(P, Y).

%? endless_walk(a, _)
endless_walk(X, Y) :- edge(X, Y).
endless_walk(X, Z) :- edge(X, Y), endless_walk(Y, Z).

%? first_of_endless(a, _)
first_of_endless(X, Y) :- endless_walk(X, Y), Y == d, !.

%? permutation_of([1, 2, 3], _)
permutation_of([], []).
permutation_of(L, [X|Xs]) :- select(X, L, R), permutation_of(R, Xs).

%? subset_of([1, 2, 3], _)
subset_of([], []).
subset_of([X|Xs], [X|S]) :- subset_of(Xs, S).
subset_of([_|Xs], S) :- subset_of(Xs, S).

%? combination(2, [a, b, c], _)
combination(0, _, []) :- !.
combination(N, L, [X|Xs]) :- append(_, [X|R], L), M is N - 1, combination(M, R, Xs).

%? queens(4, _)
%? queens(6, _)
queens(N, Qs) :- numlist(1, N, L), permutation_of(L, Qs), safe(Qs).

safe([]).
safe([Q|Qs]) :- \+ attacked(Q, 1, Qs), safe(Qs).

attacked(Q, D, [X|_]) :- ( X =:= Q + D ; X =:= Q - D ).
attacked(Q, D, [_|Xs]) :- E is D + 1, attacked(Q, E, Xs).

%? queens_incrementally(6, _)
queens_incrementally(N, Qs) :- numlist(1, N, L), placed(L, [], Qs).

placed([], Qs, Qs).
placed(L, Qs0, Qs) :- select(Q, L, R), \+ attacked(Q, 1, Qs0), placed(R, [Q|Qs0], Qs).

%? natural(_)
natural(0).
natural(N) :- natural(M), N is M + 1.

%? first_natural_above(7, _)
first_natural_above(K, N) :- natural(N), N > K, !.

%? natural_once(3, _)
natural_once(K, N) :- once(( natural(N), N * N > K )).

%? counter(_)
counter(N) :- counter_from(10, N).

counter_from(N, N).
counter_from(M, N) :- K is M + 1, counter_from(K, N).

%? change(10, [5, 2, 1], _)
change(0, _, []) :- !.
change(N, [C|Cs], [C|R]) :- N >= C, M is N - C, change(M, [C|Cs], R).
change(N, [_|Cs], R) :- N > 0, change(N, Cs, R).

%? hanoi(3, _)
hanoi(N, Moves) :- hanoi(N, left, right, middle, Moves).

hanoi(0, _, _, _, []) :- !.
hanoi(N, A, B, C, Moves) :-
    M is N - 1,
    hanoi(M, A, C, B, First),
    hanoi(M, C, B, A, Second),
    append(First, [A-B|Second], Moves).

%? coloured(_)
coloured(A/B/C) :- colour(A), colour(B), A \== B, colour(C), C \== A, C \== B.

colour(red).
colour(green).
colour(blue).

%? sum_to(6, [1, 2, 3, 4], _)
sum_to(0, _, []).
sum_to(N, L, [X|S]) :- N > 0, append(_, [X|R], L), X =< N, M is N - X, sum_to(M, R, S).

%? tree_leaves(node(leaf(1), node(leaf(2), leaf(3))), _)
tree_leaves(leaf(X), X).
tree_leaves(node(L, _), X) :- tree_leaves(L, X).
tree_leaves(node(_, R), X) :- tree_leaves(R, X).

%? tree_sum(node(leaf(1), node(leaf(2), leaf(3))), _)
tree_sum(leaf(X), X).
tree_sum(node(L, R), S) :- tree_sum(L, A), tree_sum(R, B), S is A + B.

%? inserted_in_tree([5, 2, 8, 1], _)
inserted_in_tree(L, T) :- foldl(tree_insert, L, nil, T).

tree_insert(X, nil, t(nil, X, nil)).
tree_insert(X, t(L, Y, R), t(L1, Y, R)) :- X < Y, !, tree_insert(X, L, L1).
tree_insert(X, t(L, Y, R), t(L, Y, R1)) :- X > Y, !, tree_insert(X, R, R1).
tree_insert(_, T, T).

%? ancestors(eve, _)
ancestors(X, Y) :- parent(Y, X).
ancestors(X, Z) :- parent(Y, X), ancestors(Y, Z).

parent(adam, cain).
parent(cain, enoch).
parent(enoch, eve).

%? even_length([a, b])
%? even_length([a])
even_length([]).
even_length([_|T]) :- odd_length(T).

odd_length([_|T]) :- even_length(T).

%? depth_limited(a, 3, _)
depth_limited(X, _, X).
depth_limited(X, N, Z) :- N > 0, M is N - 1, edge(X, Y), depth_limited(Y, M, Z).

%? breadth_first([a], _)
breadth_first(Front, L) :- wave(Front, [], L).

wave([], Seen, L) :- reverse(Seen, L).
wave([X|Xs], Seen, L) :-
    (   memberchk(X, Seen)
    ->  wave(Xs, Seen, L)
    ;   findall(Y, edge(X, Y), Ys),
        append(Xs, Ys, Front),
        wave(Front, [X|Seen], L)
    ).

%? partition_number(5, _)
partition_number(N, P) :- partition_of(N, N, P).

partition_of(0, _, []) :- !.
partition_of(N, M, [K|P]) :- between(1, M, I), K is M - I + 1, K =< N, R is N - K, partition_of(R, K, P).

%? mutual(3, _)
mutual(N, [a|L]) :- N > 0, M is N - 1, mutual_b(M, L).
mutual(0, []).

mutual_b(N, [b|L]) :- N > 0, M is N - 1, mutual(M, L).
mutual_b(0, []).

%? puzzle(_)
puzzle([A, B, C]) :- member(A, [1, 2, 3]), member(B, [1, 2, 3]), A =\= B, C is 6 - A - B, C > 0, C =\= A, C =\= B.

%? word(3, _)
word(0, []) :- !.
word(N, [C|W]) :- member(C, [a, b]), M is N - 1, word(M, W).

%? gray(2, _)
gray(0, [[]]) :- !.
gray(N, L) :-
    M is N - 1, gray(M, L0), reverse(L0, R0),
    findall([0|X], member(X, L0), A), findall([1|X], member(X, R0), B),
    append(A, B, L).

%? ackermann(2, 3, _)
ackermann(0, N, R) :- !, R is N + 1.
ackermann(M, 0, R) :- !, K is M - 1, ackermann(K, 1, R).
ackermann(M, N, R) :- K is M - 1, L is N - 1, ackermann(M, L, S), ackermann(K, S, R).

%? long_list(2000, _)
long_list(N, S) :- numlist(1, N, L), summed(L, S).

summed([], 0).
summed([X|Xs], S) :- summed(Xs, S0), S is S0 + X.

%? deep_count(20000, _)
deep_count(N, R) :- counted(N, 0, R).

counted(0, R, R) :- !.
counted(N, A, R) :- M is N - 1, B is A + 1, counted(M, B, R).

%? cut_in_recursion([1, 2, 3, 4], _)
cut_in_recursion([X|_], X) :- X > 2, !.
cut_in_recursion([_|T], X) :- cut_in_recursion(T, X).

%? last_of_many([1, 2, 3], _)
last_of_many(L, X) :- findall(Y, member(Y, L), Ys), last(Ys, X).

%? lazy_join(_)
lazy_join(X-Y) :- natural(X), X > 2, natural(Y), Y > 4, !.

%? generate_and_test(_)
generate_and_test(X-Y-Z) :-
    between(1, 20, X), between(X, 20, Y), Z2 is X * X + Y * Y, between(Y, 20, Z), Z * Z =:= Z2.

%   A file's own predicates of the names of library(ugraphs) are its own.

%? own_edges(3, _)
own_edges(X, Y) :- edges(X, Z), neighbours(Z, 2, Y).
edges(X, Y) :- Y is X + 1.
neighbours(X, Z, Y) :- Y is X * Z.
