/*  The list library. */

%? members([a, b, c], _)
%? members([], _)
members(L, X) :- member(X, L).

%? member_as_test(b, [a, b, b])
%? member_as_test(z, [a, b])
member_as_test(X, L) :- member(X, L).

%? checked_member(b, [a, b, b])
%? checked_member(z, [a, b])
checked_member(X, L) :- memberchk(X, L).

%? member_pattern([a-1, b-2, a-3], a, _)
member_pattern(L, K, V) :- member(K-V, L).

%? first_of_key([a-1, b-2, a-3], a, _)
%? first_of_key([a-1], z, _)
first_of_key(L, K, V) :- memberchk(K-V, L).

%? appended([1, 2], [3], _)
%? appended([], [], _)
appended(A, B, C) :- append(A, B, C).

%? split([1, 2, 3], _, _)
%? split([], _, _)
split(L, A, B) :- append(A, B, L).

%? suffix_after([1, 2], [1, 2, 3], _)
%? suffix_after([2], [1, 2, 3], _)
suffix_after(P, L, S) :- append(P, S, L).

%? prefix_before([3], [1, 2, 3], _)
prefix_before(S, L, P) :- append(P, S, L).

%? all_elements([a, b, c], _)
all_elements(L, X) :- append(_, [X|_], L).

%? adjacent([a, b, c, d], _)
adjacent(L, X-Y) :- append(_, [X, Y|_], L).

%? replaced_by_append([x, e, o, e], x, _)
replaced_by_append(B, P, C) :- append(F, [e|T], B), append(F, [P|T], C).

%? in_a_row([x, o, o, o], 3, o)
%? in_a_row([o, x, o, o], 3, o)
%? in_a_row([o, o, o], 2, o)
%? in_a_row(o, 2, o)
in_a_row(L, N, E) :- length(Sub, N), maplist(=(E), Sub), append([_, Sub, _], L).

%? last_by_append([a, b, c], _)
last_by_append(L, X) :- append(_, [X], L).

%? concatenated([[1], [], [2, 3]], _)
%? concatenated([], _)
concatenated(Ls, L) :- append(Ls, L).

%? sublists([1, 2, 3], _)
sublists(L, S) :- append(_, R, L), append(S, _, R).

%? length_of([a, b, c], _)
%? length_of([], _)
length_of(L, N) :- length(L, N).

%? length_is([a, b], 2)
%? length_is([a, b], 3)
length_is(L, N) :- length(L, N).

%? length_of_improper([a|b], _)
length_of_improper(L, N) :- length(L, N).

%? length_of_atom(foo, _)
length_of_atom(L, N) :- length(L, N).

%? made_by_length(3, _)
made_by_length(N, L) :- length(L, N), maplist(=(e), L).

%? fixed_length(_)
fixed_length(L) :- length(L, 2), L = [a, b].

%? reversed([1, 2, 3], _)
%? reversed([], _)
reversed(L, R) :- reverse(L, R).

%? by_index0([a, b, c], 1, _)
%? by_index0([a, b, c], 3, _)
%? by_index0([a, b, c], -1, _)
%? by_index0([a, b, c], x, _)
by_index0(L, I, X) :- nth0(I, L, X).

%? by_index1([a, b, c], 1, _)
%? by_index1([a, b, c], 0, _)
by_index1(L, I, X) :- nth1(I, L, X).

%? indices0([a, b, a], a, _)
indices0(L, X, I) :- nth0(I, L, X).

%? indices1([a, b, a], a, _)
indices1(L, X, I) :- nth1(I, L, X).

%? index_and_element([a, b], _)
index_and_element(L, I-X) :- nth0(I, L, X).

%? removed_at0([a, b, c], 1, _)
removed_at0(L, I, X-R) :- nth0(I, L, X, R).

%? removed_each([a, b, c], _)
removed_each(L, I-X-R) :- nth1(I, L, X, R).

%? inserted_at([a, b, c], 1, z, _)
%? inserted_at([a, b, c], 3, z, _)
%? inserted_at([a, b, c], 4, z, _)
inserted_at(L, I, X, R) :- nth0(I, R, X, L).

%? replaced_at([a, b, c], 2, z, _)
replaced_at(L, I, X, R) :- nth1(I, L, _, R0), nth1(I, R, X, R0).

%? last_element([1, 2, 3], _)
%? last_element([], _)
last_element(L, X) :- last(L, X).

%? selected([1, 2, 3], _)
selected(L, X-R) :- select(X, L, R).

%? selected_known([a, b, c, b], b, _)
selected_known(L, X, R) :- select(X, L, R).

%? select_once([a, b, c, b], b, _)
%? select_once([a], z, _)
select_once(L, X, R) :- selectchk(X, L, R).

%? select_replace([e, x, e], e, o, _)
select_replace(L, X, Y, R) :- select(X, L, Y, R).

%? inserted_everywhere([1, 2], x, _)
inserted_everywhere(L, X, R) :- select(X, R, L).

%? deleted([a, b, a, c], a, _)
deleted(L, X, R) :- delete(L, X, R).

%? excluded([a, b, c, b], [b, z], _)
excluded(L, D, R) :- subtract(L, D, R).

%? intersected([a, b, c], [c, a, z], _)
intersected(A, B, C) :- intersection(A, B, C).

%? united([a, b], [b, c], _)
united(A, B, C) :- union(A, B, C).

%? as_set([b, a, b, 1, 1.0], _)
as_set(L, S) :- list_to_set(L, S).

%? ordered_set([b, a, b], _)
ordered_set(L, S) :- list_to_ord_set(L, S).

%? ord_operations([a, c], [b, c], _)
ord_operations(A, B, [U, S, I]) :- ord_union(A, B, U), ord_subtract(A, B, S), ord_intersection(A, B, I).

%? ord_insert([a, c], b, _)
ord_insert(S, X, T) :- ord_insert_(S, X, T), ord_memberchk(X, T).

ord_insert_(S, X, T) :- ord_add_element(S, X, T).

%? is_subset([a, b], [b, c, a])
%? is_subset([a, z], [b, c, a])
is_subset(A, B) :- subset(A, B).

%? sum_of([1, 2, 3], _)
%? sum_of([], _)
%? sum_of([1, 2.5], _)
%? sum_of([1, a], _)
sum_of(L, S) :- sum_list(L, S).

%? sum_old_name([1, 2], _)
sum_old_name(L, S) :- sumlist(L, S).

%? greatest([3, 1, 4], _)
%? greatest([], _)
%? greatest([1, 2.0, 2], _)
greatest(L, M) :- max_list(L, M).

%? least([3, 1, 4], _)
%? least([], _)
least(L, M) :- min_list(L, M).

%? counted_up(2, 5, _)
%? counted_up(5, 2, _)
%? counted_up(3, 3, _)
counted_up(A, B, L) :- numlist(A, B, L).

%? permuted([1, 2, 3], _)
%? permuted([], _)
permuted(L, P) :- permutation(L, P).

%? flattened([1, [2, [3, []]], [], 4], _)
%? flattened(a, _)
flattened(L, F) :- flatten(L, F).

%? sum_pairs([a-1, b-2], _)
sum_pairs(L, K/V) :- pairs_keys_values(L, K, V).

%? paired([a, b], [1, 2], _)
paired(K, V, L) :- pairs_keys_values(L, K, V).

%? keys_and_values([a-1, b-2], _)
keys_and_values(L, K/V) :- pairs_keys(L, K), pairs_values(L, V).

%? sorted([c, a, b, a], _)
sorted(L, S) :- sort(L, S).

%? merged([c, a, b, a], _)
merged(L, S) :- msort(L, S).

%? sorted_by_key([b-1, a-2, b-0, a-1], _)
sorted_by_key(L, S) :- keysort(L, S).

%? sort_descending([3, 1, 2, 3], _)
sort_descending(L, S) :- sort(0, @>=, L, S).

%? sort_descending_set([3, 1, 2, 3], _)
sort_descending_set(L, S) :- sort(0, @>, L, S).

%? sort_ascending_bag([3, 1, 2, 3], _)
sort_ascending_bag(L, S) :- sort(0, @=<, L, S).

%? sort_on_argument([f(2, a), f(1, b), f(2, c)], _)
sort_on_argument(L, S) :- sort(1, @=<, L, S).

%? sort_on_second([f(1, b), f(2, a), f(3, b)], _)
sort_on_second(L, S) :- sort(2, @<, L, S).

%? sort_on_missing([f(1), g], _)
sort_on_missing(L, S) :- sort(1, @<, L, S).

%? sort_by_predicate([3, 1, 2, 3], _)
sort_by_predicate(L, S) :- predsort(reverse_order, L, S).

reverse_order(O, A, B) :- compare(O, B, A).

%? sort_by_predicate_with_ties([b-1, a-1, c-0], _)
sort_by_predicate_with_ties(L, S) :- predsort(by_value, L, S).

by_value(O, _-A, _-B) :- compare(O, A, B).

%? sort_improper([a|b], _)
sort_improper(L, S) :- msort(L, S).

%? exclude_one([1, 2, 3], _)
exclude_one(L, R) :- exclude(==(2), L, R).

%? sumlist_of_products([1-2, 3-4], _)
sumlist_of_products(L, S) :- findall(P, ( member(A-B, L), P is A * B ), Ps), sum_list(Ps, S).

%? is_it_a_list([a], _)
%? is_it_a_list([a|b], _)
%? is_it_a_list(a, _)
is_it_a_list(L, R) :- ( is_list(L) -> R = yes ; R = no ).

%? without_last([1, 2, 3], _)
without_last(L, R) :- append(R, [_], L).

%? taken(2, [a, b, c], _)
%? taken(5, [a, b, c], _)
taken(N, L, P) :- length(P, N), append(P, _, L).

%? dropped(2, [a, b, c], _)
dropped(N, L, R) :- length(P, N), append(P, R, L).

%? rotated([a, b, c], _)
rotated([H|T], R) :- append(T, [H], R).

%? zipped([a, b], [1, 2], _)
%? zipped([a, b], [1], _)
zipped([], [], []).
zipped([X|Xs], [Y|Ys], [X-Y|Zs]) :- zipped(Xs, Ys, Zs).

%? transposed([[1, 2, 3], [4, 5, 6]], _)
transposed([[]|_], []).
transposed(M, [C|Cs]) :- heads(M, C, R), transposed(R, Cs).

heads([], [], []).
heads([[H|T]|Rs], [H|Hs], [T|Ts]) :- heads(Rs, Hs, Ts).

%? pairs_of([1, 2, 3], _)
pairs_of(L, X-Y) :- append(_, [X|T], L), member(Y, T).

%? same_length_lists([a, b], _)
same_length_lists(L, M) :- same_length(L, M), maplist(=(0), M).

%? sum_by_recursion([1, 2, 3], _)
sum_by_recursion([], 0).
sum_by_recursion([X|Xs], S) :- sum_by_recursion(Xs, S0), S is S0 + X.

%? max_by_recursion([3, 1, 4, 1, 5], _)
max_by_recursion([X], X).
max_by_recursion([X|Xs], M) :- max_by_recursion(Xs, M1), ( X > M1 -> M = X ; M = M1 ).

%? exclude_pattern([p(1), q, p(2)], _)
exclude_pattern(L, R) :- exclude([X]>>(X = p(_)), L, R).

%? nextto_of([1, 2, 3], _)
nextto_of(L, X-Y) :- nextto(X, Y, L).

%? sumlist_empty(_)
sumlist_empty(S) :- sum_list([], S).

%? pairs_sorted_by_value([a-3, b-1, c-2], _)
pairs_sorted_by_value(L, S) :- transpose_pairs(L, T), pairs_values(T, S).

%? clumped_runs([a-1, a-2, b-3], _)
clumped_runs(L, R) :- findall(K, member(K-_, L), Ks), msort(Ks, S), findall(X-1, member(X, S), P), clumped(P, R).

%? joined_of_no_lists([a], _)
%? joined_of_no_lists([[b], a], _)
%? joined_of_no_lists([[a], [b]], _)
joined_of_no_lists(Ls, L) :- append(Ls, L).

%? known_length([a], -1)
%? known_length([a], foo)
%? known_length([a], 1)
known_length(L, N) :- L = [X], length([X, _], M), M > 0, length([_|L], N).

%? filled_like([a, b], _)
%? filled_like([], _)
filled_like(L, M) :- same_length(L, M), maplist(=(0), M).

%? filled_from(_, [a, b])
filled_from(M, L) :- same_length(M, L), M = [x, y].

%? longer_by_one([a, b], _)
%? longer_by_one([], _)
longer_by_one(L, N) :- length([_|L], N).

%? is_longer_by_one([a, b], 3)
%? is_longer_by_one([a, b], 2)
%? is_longer_by_one([a, b], -1)
%? is_longer_by_one([a, b], foo)
is_longer_by_one(L, N) :- length([_|L], N).

% A length that is known, and no length at all.
%? length_of_no_list(2, _)
%? length_of_no_list(foo, _)
%? length_of_no_list([a], _)
length_of_no_list(N, P) :- length(P, N), length(N, P).

% Lists that are made for nobody: what can go wrong while they are made still does.
%? made_for_nobody([c, a, b, a], _)
%? made_for_nobody([], _)
%? made_for_nobody([f(1), 2.0, 1], _)
made_for_nobody(L, yes) :-
    sort(L, _), msort(L, _), reverse(L, _), list_to_set(L, _), length(L, _), append(L, [x|L], _).

%? sorted_for_nobody(foo, _)
%? sorted_for_nobody([b, a|foo], _)
%? sorted_for_nobody([b, a], _)
sorted_for_nobody(L, yes) :- sort(L, _).

%? reversed_for_nobody(foo, _)
%? reversed_for_nobody([b], _)
reversed_for_nobody(L, yes) :- reverse(L, _).

%? measured_for_nobody(foo, _)
%? measured_for_nobody([b], _)
measured_for_nobody(L, yes) :- length(L, _).

%? appended_for_nobody(foo, [a], _)
%? appended_for_nobody([b], foo, _)
%? appended_for_nobody([b], [c], _)
appended_for_nobody(A, B, yes) :- append(A, B, _).

% append/2 of what is not only lists fails.
%? joined_for_nobody([[a], b], _)
%? joined_for_nobody([a], _)
%? joined_for_nobody([[a], [b]], _)
joined_for_nobody(L, yes) :- append(L, _).

%? keys_for_nobody([a-1, b], _)
%? keys_for_nobody([a-1], _)
keys_for_nobody(L, yes) :- pairs_keys(L, _).

%? some_item([a, b, a], _)
%? some_item([], _)
some_item(L, X) :- select(X, L, _).

% More of the list library.

%? no_duplicates([1,2,3])
%? no_duplicates([1,2,1])
%? no_duplicates(f)
no_duplicates(L) :- is_set(L).

%? length_of_list([1,2], _)
%? length_of_list(x, _)
length_of_list(L, N) :- proper_length(L, N).

%? squares_above_one([1,2,3], _)
squares_above_one(L, R) :- convlist([X,Y]>>(X > 1, Y is X*X), L, R).

%? flat([1,[2,[3]],[]], _)
%? flat([], _)
%? flat(a, _)
flat(A, B) :- flatten(A, B).

%? flat_begins([1,[2,[3]]], _)
flat_begins(A, B) :- flatten(A, [B|_]).

%? shuffled([1,2,3], _)
%? shuffled(f, _)
shuffled(A, B) :- permutation(A, B).

%? shuffled_to([1,2,3], _)
shuffled_to(A, B) :- permutation(A, [_,B|_]).

%? turned_pairs([b-1,a-2,c-0], _)
turned_pairs(L, T) :- transpose_pairs(L, T).

%? runs([1,1,2,2,2,3], _)
%? runs([], _)
%? runs([1,1.0,a], _)
runs(L, X) :- clumped(L, X).

%? furthest([3,-5,4], _)
%? furthest([], _)
furthest(L, X) :- max_member([A,B]>>(abs(A) =< abs(B)), X, L).

%? nearest([3,-5,4,-3], _)
nearest(L, X) :- min_member([A,B]>>(abs(A) =< abs(B)), X, L).

%? keyed([aa,b,ccc], _)
keyed(L, Ps) :- map_list_to_pairs(atom_length, L, Ps).

%? four_folded([1,2], [3,4], [5,6], [7,8], _)
four_folded(A, B, C, D, S) :- foldl([W,X,Y,Z,P,Q]>>(Q is P + W*X*Y*Z), A, B, C, D, 0, S).

%? differing([a,c,e], [b,c], _)
%? differing([a,a], [b], _)
%? differing([b,a], [a,b], _)
differing(A, B, C) :- ord_symdiff(A, B, C).

%? united([[c],[a,b],[b]], _)
%? united([[a,a]], _)
%? united([[b,a],[a,c]], _)
%? united([[a],[b,b],[a,c]], _)
united(Sets, S) :- ord_union(Sets, S).

%? flattened_variable(_)
flattened_variable(S) :- flatten([[S]], _).

%? flattened_list([[a,[b]],[],c], _)
flattened_list(L, F) :- flatten(L, F).

%? nearest_of(0, _)
%? nearest_of([], _)
%? nearest_of([3,-1,2], _)
nearest_of(L, X) :- min_member([A,B]>>(abs(A) =< abs(B)), X, L).

%? farthest_of(0, _)
%? farthest_of([3,-4,2], _)
farthest_of(L, X) :- max_member([A,B]>>(abs(A) =< abs(B)), X, L).

%? taken_out(b, [a,b,c], _)
%? taken_out(b, [a,b,b], _)
%? taken_out(d, [a,b,c], _)
taken_out(A, Set, Rest) :- ord_selectchk(A, Set, Rest).

%? turned_in_silence(3r2)
%? turned_in_silence([a])
turned_in_silence(L) :- reverse(L, _).

%   Lists that are none, whose result nobody reads.

%? idle_reverse(3r2)
%? idle_reverse([a])
idle_reverse(L) :- reverse(L, _).
%? idle_sum(f(x))
idle_sum(L) :- sum_list(L, _).
%? idle_extremes(a)
%? idle_extremes([])
idle_extremes(L) :- max_member(_, L), min_member(_, L).
%? idle_sets(a)
%? idle_sets([a])
idle_sets(L) :- intersection([a], L, _), union([a], L, _), subtract([a], L, _).
%? idle_subset(3)
idle_subset(L) :- subset([], L).

%   The end of a list that is an item of another list.

%? ends_within([a], _)
%? ends_within([[a,b]], _)
ends_within(V, []) :- end_within(V, _, W), ends_within(W, _).
end_within([[_|Rest]], [], [Rest]).
