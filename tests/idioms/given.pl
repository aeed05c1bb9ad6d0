/*  Results that are given, and wrong ones among them; texts of several kinds. */

%? upcase_is(a, f(x))
%? upcase_is(a, 'A')
%? upcase_is(a, b)
%? upcase_is(a, "A")
%? upcase_is('1', 1)
%? upcase_is(1, '1')
%? upcase_is(a, [])
%? upcase_is(a, [x])
%? upcase_is(f(x), f(y))
%? upcase_is([], _)
upcase_is(X, Y) :- upcase_atom(X, Y).

%? part_is(abc, b)
%? part_is(abc, f(x))
%? part_is(a1, 1)
%? part_is(abc, "b")
%? part_is(abc, [])
%? part_is(f(x), b)
%? part_is(abab, ab)
%? part_is([], b)
part_is(X, Y) :- sub_atom(X, _, _, _, Y).

%? part_places(abab, ab, _)
%? part_places(abab, '', _)
part_places(X, Y, B) :- sub_atom(X, B, _, _, Y).

%? part_at(abc, 1, _, _)
%? part_at(abc, a, _, _)
%? part_at(abc, -1, _, _)
%? part_at(f(x), a, _, _)
%? part_at(abc, 4, _, _)
part_at(X, B, L, Y) :- sub_atom(X, B, L, _, Y).

%? part_of_size(abc, 1, _)
%? part_of_size(abc, 1.0, _)
%? part_of_size(abc, f(x), _)
part_of_size(X, L, Y) :- sub_atom(X, _, L, _, Y).

%? part_before(abc, 1, _)
%? part_before(abc, x, _)
part_before(X, A, Y) :- sub_atom(X, _, _, A, Y).

%? whole_part(abc, 0, 1, 2, a)
%? whole_part(abc, 0, 1, 2, f(x))
%? whole_part(abc, 0, 1, x, a)
%? whole_part(abc, 0, 9, x, a)
%? whole_part(abc, x, y, z, f(x))
%? whole_part(abc, 0, -1, z, f(x))
%? whole_part(f(y), x, y, z, f(x))
whole_part(X, B, L, A, Y) :- sub_atom(X, B, L, A, Y).

%? suffix_of(abc, _)
suffix_of(X, Y) :- sub_atom(X, _, _, 0, Y).

%? begins(abc, ab)
%? begins(abc, b)
%? begins(abc, f(x))
begins(X, Y) :- sub_atom(X, 0, _, _, Y).

%? joined_is(a, b, ab)
%? joined_is(a, b, ba)
%? joined_is(a, b, f(x))
%? joined_is(f(x), b, f(y))
%? joined_is(1, 2, 12)
%? joined_is(a, b, [])
%? joined_is(a, b, "ab")
joined_is(X, Y, Z) :- atom_concat(X, Y, Z).

%? rest_of(ab, a, _)
%? rest_of(ab, b, _)
%? rest_of(ab, f(x), _)
%? rest_of(f(x), a, _)
%? rest_of(12, 1, _)
%? rest_of(ab, [], _)
rest_of(Z, X, Y) :- atom_concat(X, Y, Z).

%? front_of(ab, b, _)
%? front_of(ab, a, _)
%? front_of(ab, f(x), _)
front_of(Z, Y, X) :- atom_concat(X, Y, Z).

%? characters_are(ab, [a, b])
%? characters_are(ab, [a, c])
%? characters_are(ab, foo)
%? characters_are(ab, [a, f(x)])
%? characters_are(ab, [f(x)])
%? characters_are(ab, [a, bc])
%? characters_are(ab, [0'a, 0'b])
%? characters_are(12, ['1', '2'])
%? characters_are(f(x), foo)
%? characters_are([], [a])
%? characters_are('', [])
%? characters_are(ab, ["a"])
characters_are(X, L) :- atom_chars(X, L).

%? codes_are(ab, [0'a, 0'b])
%? codes_are(ab, [0'a])
%? codes_are(ab, [a, b])
%? codes_are(ab, [0'a, b])
%? codes_are(ab, foo)
%? codes_are(ab, [-1])
codes_are(X, L) :- atom_codes(X, L).

%? number_is(12, [0'1, 0'2])
%? number_is(12, [0'1, 0'3])
%? number_is(12, ['1', '2'])
%? number_is(a, [0'1])
%? number_is(f(x), foo)
%? number_is(12, [f(x)])
%? number_is(12, [0'a])
number_is(N, L) :- number_codes(N, L).

%? atom_of_codes([97, b], _)
%? atom_of_codes([a, 98], _)
%? atom_of_codes([97, 98], _)
%? atom_of_codes([97, -1], _)
%? atom_of_codes([], _)
%? atom_of_codes([[a]], _)
atom_of_codes(L, X) :- atom_codes(X, L).

%? code_is(a, 97)
%? code_is(a, 98)
%? code_is(a, foo)
%? code_is(ab, 97)
%? code_is(ab, foo)
%? code_is(1, 97)
%? code_is(a, -1)
%? code_is(a, -4294967296)
%? code_is(a, 2147483647)
%? code_is(a, 9223372036854775808)
code_is(X, C) :- char_code(X, C).

%? character_of(55296, _)
%? character_of(1114112, _)
%? character_of(97, _)
%? character_of(2147483648, _)
%? character_of(-2147483649, _)
character_of(C, X) :- char_code(X, C).

%? is_permutation([a, b], [b, a])
%? is_permutation([a, a], [a, a])
%? is_permutation([a, b], foo)
%? is_permutation(foo, [a])
%? is_permutation(foo, bar)
%? is_permutation([a], [a, b])
is_permutation(L, M) :- permutation(L, M).

%? parts_are(f(x), [f, x])
%? parts_are(f(x), [f, y])
%? parts_are(f(x), foo)
%? parts_are(a, [a])
%? parts_are(1, 1)
parts_are(T, L) :- T =.. L.

%? parts_known_in_part(f(x), _)
parts_known_in_part(T, X) :- T =.. [f, X].

%? length_is(ab, 2)
%? length_is(ab, foo)
%? length_is(ab, -1)
%? length_is(ab, 2.0)
%? length_is(f(x), foo)
length_is(X, N) :- atom_length(X, N).

%? list_has_length([a], 1)
%? list_has_length([a], foo)
%? list_has_length(foo, bar)
%? list_has_length([a], -1)
list_has_length(L, N) :- length(L, N).

%? sum_is([1, 2], 3)
%? sum_is([1, 2], foo)
%? sum_is([], f(x))
sum_is(L, N) :- sum_list(L, N).

%? largest_is([1, 2], 2)
%? largest_is([1, 2], foo)
%? largest_is([a], a)
largest_is(L, N) :- max_list(L, N).

%? sorted_is([b, a], [a, b])
%? sorted_is([b, a], foo)
sorted_is(L, M) :- msort(L, M).

%? item_is(0, [a, b], a)
%? item_is(x, [a, b], a)
%? item_is(-1, [a, b], a)
%? item_is(-9223372036854775809, [a, b], a)
%? item_is(9223372036854775808, [a, b], a)
item_is(N, L, X) :- nth0(N, L, X).

%? item_from_one(9223372036854775808, [a, b], a)
%? item_from_one(9223372036854775807, [a, b], a)
item_from_one(N, L, X) :- nth1(N, L, X).

%? taken_is(0, [a, b], a, [b])
%? taken_is(x, [a, b], a, [b])
%? taken_is(-1, [a, b], a, [b])
%? taken_is(0, [a, b], a, foo)
taken_is(N, L, X, R) :- nth0(N, L, X, R).

%? number_of(x, 1)
%? number_of('1', 1)
%? number_of('1', f(x))
%? number_of('1', '1')
number_of(A, N) :- atom_number(A, N).

%? pieces_are([a, b], 'a,b')
%? pieces_are([a, b], f(x))
%? pieces_are(foo, 'a,b')
%? pieces_are([f(x)], 'a,b')
pieces_are(L, A) :- atomic_list_concat(L, ',', A).

%? between_is(1, 3, 2)
%? between_is(1, inf, 5)
%? between_is(1, infinite, 0)
%? between_is(1, 3, foo)
%? between_is(a, b, c)
%? between_is(1, foo, 2)
between_is(L, H, X) :- between(L, H, X).

%? endless_is(5)
%? endless_is(0)
%? endless_is(foo)
endless_is(X) :- between(1, inf, X).

%? argument_is(f(a, b), 1, a)
%? argument_is(f(a, b), x, a)
%? argument_is(f(a, b), -1, a)
%? argument_is(a, 1, a)
%? argument_is(a, x, a)
argument_is(T, N, X) :- arg(N, T, X).

%? phrase_of(foo, _)
%? phrase_of([a], _)
%? phrase_of("ab", _)
phrase_of(L, R) :- phrase(letters, L, R).

%? phrase_leaves([a, b], foo)
%? phrase_leaves([a, b], [b])
phrase_leaves(L, R) :- phrase(letters, L, R).

%? phrase_whole(foo)
%? phrase_whole([a, a])
%? phrase_whole([])
phrase_whole(L) :- phrase(letters, L).

letters --> [].
letters --> [a], letters.

%? in_set(b, [b, a])
%? in_set(c, [a, b, c, d, e])
%? in_set(a, [b, c, a])
%? in_set(d, [a, b, d])
%? in_set(c, [a, b, d, e])
%? in_set(a, [c, b, a, d])
in_set(X, L) :- ord_memberchk(X, L).

%? is_subset_of([b, a], [a, b])
%? is_subset_of([a, c], [a, b, c])
%? is_subset_of([], foo)
is_subset_of(A, B) :- ord_subset(A, B).

%? set_union([a, c], [b], _)
%? set_union([c, a], [b, b], _)
set_union(A, B, C) :- ord_union(A, B, C).

%? sorted_by_order([b, a, c, a], _)
sorted_by_order(L, M) :- predsort(compare, L, M).

%? applied_in_turn([1, 2, 3, 4], _)
applied_in_turn(L, M) :- odd_ones(doubled, L, M).

odd_ones(_, [], []).
odd_ones(G, [X|Xs], [Y|Ys]) :- call(G, X, Y), even_ones(G, Xs, Ys).

even_ones(_, [], []).
even_ones(G, [X|Xs], [X|Ys]) :- odd_ones(G, Xs, Ys).

doubled(X, Y) :- Y is 2 * X.

%? unread_joined(a, b, _)
%? unread_joined(f(x), b, _)
%? unread_joined([a], b, _)
%? unread_joined(a, [], _)
%? unread_joined(a, 1, _)
unread_joined(X, Y, ok) :- atom_concat(X, Y, _).

%? unread_list_joined([a], b, _)
%? unread_list_joined([a, 1], b, _)
unread_list_joined([X], Y, ok) :- atom_concat([X], Y, _).
unread_list_joined([X|_], Y, ok) :- atom_concat(X, Y, _).

%? unread_pieces([a, 1], _)
%? unread_pieces([a, f(x)], _)
%? unread_pieces(foo, _)
%? unread_pieces([], _)
unread_pieces(L, ok) :- atomic_list_concat(L, _).

%? unread_pieces_of_an_atom(foo, _)
unread_pieces_of_an_atom(L, ok) :- atomic_list_concat(L, _).

%? unread_pieces_with(a, -, _)
%? unread_pieces_with(a, f(x), _)
%? unread_pieces_with([], -, _)
unread_pieces_with(X, Y, ok) :- atomic_list_concat([X, b], Y, _).

%? unread_upper(a, _)
%? unread_upper([a], _)
unread_upper(X, ok) :- upcase_atom(X, _).

%? unread_upper_of_number(1, _)
unread_upper_of_number(X, ok) :- upcase_atom(X, _).

%? unread_helper([a, b], _)
%? unread_helper([a, f(x)], _)
unread_helper(L, N) :- labels(L, _, N).

labels([], [], 0).
labels([X|Xs], [Y|Ys], N) :- atom_concat(X, '_', Y), labels(Xs, Ys, M), N is M + 1.

%? unread_helper_of_lists([[a], [b]], _)
unread_helper_of_lists(L, N) :- labels(L, _, N).

%? length_of_a_string(_)
length_of_a_string(N) :- atom_length("Ab", N).

%? pieces_of_a_number(8, _)
%? pieces_of_a_number(9, _)
pieces_of_a_number(N, M) :- counted_up(N, M), atomic_list_concat(M, _).

counted_up(9, 0).
counted_up(N, 0) :- N < 9, M is N + 1, counted_up(M, K), compare(<, [], [[K]]).

%? same_start_and_size(a, _)
same_start_and_size(S, X) :- sub_atom('a-b-a', X, X, _, S).

%? somewhere(a)
%? somewhere(x)
somewhere(S) :- sub_atom('a-b-a', _, _, _, S).

%? anywhere(-, _)
anywhere(S, X) :- sub_atom('a-b-a', X, _, _, S).

%? behind_the_end(25000000000000000000)
%? behind_the_end(18446744073709551616)
%? behind_the_end(18446744073709551615)
%? behind_the_end(3)
behind_the_end(N) :- sub_atom('a-b', 0, 0, N, _).

%? far_behind(a)
far_behind(A) :- sub_atom(A, 0, 0, 25000000000000000000, _).

%? so_long('a-b', 25000000000000000000)
%? so_long('a-b', 18446744073709551615)
so_long(A, N) :- sub_atom(A, 0, N, _, _).

%? so_late('a-b', 25000000000000000000)
%? so_late('a-b', 1)
so_late(A, N) :- sub_atom(A, N, 1, _, _).

%? its_own_number(f(2, 2), _)
%? its_own_number(f(1, 2), _)
its_own_number(T, N) :- arg(N, T, N).

%? holds_its_number(f(g(2), g(2)), _)
holds_its_number(T, N) :- arg(N, T, g(N)).

%? some_argument(f(2, 2), _)
some_argument(T, N) :- arg(_, T, _), arg(N, T, _).

%? number_of_characters(['1', '2'], _)
%? number_of_characters([0'1, 0'2], _)
%? number_of_characters([a], _)
number_of_characters(L, N) :- number_chars(N, L).

%? characters_of_number(-12, _)
%? characters_of_number(-12, ['-', '1', '2'])
%? characters_of_number(12, [0'1, 0'2])
%? characters_of_number(12, ['0', '1', '2'])
%? characters_of_number(a, _)
characters_of_number(N, L) :- number_chars(N, L).
