% Strings, and the text of atoms taken apart in all modes.

%? c1(a, b, _)
%? c1("a", b, _)
%? c1(1, 2.5, _)
%? c1([], b, _)
%? c1(f(x), b, _)
c1(A, B, C) :- string_concat(A, B, C).
%? c2(abc, _)
%? c2("abc", _)
%? c2(12, _)
c2(W, X) :- string_concat(a, X, W).
%? c3("abc", _)
c3(W, X) :- string_concat(X, "c", W).
%? c4("abc", _, _)
%? c4(ab, _, _)
c4(W, X, Y) :- string_concat(X, Y, W).
%? c5(a, b, "ab")
%? c5(a, b, ab)
%? c5(1, 2, 12)
%? c5(a, b, f(x))
c5(A, B, C) :- string_concat(A, B, C).
%? a1(abc, _)
%? a1(1, _)
a1(W, X) :- atom_concat(a, X, W).
%? a2(abc, _)
%? a2(axc, _)
a2(W, X) :- atom_concat(X, bc, W).
%? a3(abc, _, _)
a3(W, X, Y) :- atom_concat(X, Y, W).
%? a4(12, 1, _)
a4(W, X, Y) :- atom_concat(X, Y, W).
%? l1("abc", _)
%? l1(abc, _)
%? l1(f(x), _)
%? l1([], _)
l1(S, N) :- string_length(S, N).
%? l2("abc", 3)
%? l2("abc", 2)
%? l2("abc", x)
%? l2("abc", -1)
l2(S, N) :- string_length(S, N).
%? k1("abc", _)
%? k1(abc, _)
%? k1(12, _)
%? k1(f(x), _)
k1(S, L) :- string_chars(S, L).
%? k2([a,b], _)
%? k2([0'a], _)
%? k2([], _)
%? k2([a|b], _)
%? k2([a,1], _)
%? k2(x, _)
k2(L, S) :- string_chars(S, L).
%? k3("ab", [a,b])
%? k3("ab", [a,c])
%? k3(ab, [a,f(x)])
k3(S, L) :- string_chars(S, L).
%? k4("ab", _)
k4(S, L) :- string_codes(S, L).
%? k5([97], _)
k5(L, S) :- string_codes(S, L).
%? k6("abc", _)
k6(S, T) :- string_chars(S, [a|T]).
%? t1("abc", _)
%? t1(12, _)
%? t1(f(x), _)
t1(S, A) :- string_to_atom(S, A).
%? t2(abc, _)
t2(A, S) :- string_to_atom(S, A).
%? t3("ab", ab)
%? t3(ab, "ab")
%? t3(ab, c)
t3(S, A) :- string_to_atom(S, A).

% A string is compared as a term, another text as a text.
%? t7("ab", ab, _)
%? t7("ab", "ab", _)
%? t7(ab, ab, _)
%? t7(ab, "ab", _)
%? t7("ab", f(x), _)
t7(X, Y, V) :- text_to_string(X, Y), V = 1.
%? t4("ab", _)
%? t4(ab, _)
%? t4(1, _)
t4(S, A) :- atom_string(A, S).
%? t5(ab, _)
%? t5(1, _)
t5(A, S) :- atom_string(A, S).
%? t6(ab, "ab")
%? t6(ab, ab)
%? t6(12, "12")
%? t6('12', 12)
t6(A, S) :- atom_string(A, S).
%? n1("12", _)
%? n1("ab", _)
%? n1("1.5", _)
%? n1("", _)
%? n1(" 12", _)
%? n1(x, _)
n1(S, N) :- number_string(N, S).
%? n2(12, _)
%? n2(a, _)
n2(N, S) :- number_string(N, S).
%? n3(12, "12")
%? n3(12, "012")
%? n3(12, "13")
%? n3(a, "13")
n3(N, S) :- number_string(N, S).
%? joined_on(a, _)
%? joined_on(s(a), _)
joined_on(A, E) :- catch(atom_concat(A, _, _), error(E, _), true).
%? s1("a,b", ",", "", _)
%? s1("a b  c", " ", " ", _)
%? s1("  a ", "", " ", _)
%? s1("/home//jan///nice/path", "/", "", _)
%? s1("//a//b//", "/", "/", _)
%? s1(abc, b, "", _)
%? s1("", "", "", _)
%? s1("a.b-c", ".-", "", _)
%? s1("a, b", ", ", " ", _)
%? s1(" a ,b ", ",", " ", _)
%? s1("a\x0\b", "", "", _)
%? s1("\x0\a\x0\", "/", " ", _)
%? s1("a\x0\b", "b\x0\", "", _)
%? s1("a\x0\b", "", "b", _)
%? s1("/home//\x0\/jan", "/", "", _)
s1(A, B, C, L) :- split_string(A, B, C, L).
%? fields(3, _)
fields(N, Ls) :-
    findall(L, ( letters(N, Cs), atomic_list_concat(Cs, S), ends(A), ends(P), split_string(S, A, P, L) ), Ls).
letters(0, []).
letters(N, [C|Cs]) :- N > 0, member(C, [a,b,',',' ']), M is N - 1, letters(M, Cs).
ends('').
ends(',').
ends(', ').
ends('b ').
%? no_fields(0, a, _)
%? no_fields("0", a, _)
%? no_fields("0", ["0"], _)
no_fields(S, L, E) :- catch(( split_string(S, ",", " ", L), E = none ), error(E, _), true).
%? s2("a b", _, _)
s2(A, X, Y) :- split_string(A, " ", "", [X, Y]).
%? s3("a b", ["a", "b"])
%? s3("a b", [a, b])
%? s3("a b", f(x))
s3(A, X) :- split_string(A, " ", "", X).
%? u1("abC", _, _)
%? u1(abC, _, _)
%? u1(12, _, _)
%? u1([], _, _)
%? u1(f(x), _, _)
%? u1('ÄÖß', _, _)
u1(A, U, L) :- string_upper(A, U), string_lower(A, L).
%? u2('AbC', _)
%? u2("AbC", _)
%? u2(12, _)
%? u2([], _)
%? u2(f(x), _)
%? u2('ÄÖß', _)
u2(A, L) :- downcase_atom(A, L).
%? u3('AbC', abc)
%? u3('AbC', "abc")
u3(A, L) :- downcase_atom(A, L).
%? o1(1, "abc", _)
%? o1(0, "abc", _)
%? o1(4, "abc", _)
%? o1(-1, "abc", _)
%? o1(1, abc, _)
o1(I, S, C) :- string_code(I, S, C).
%? o2(1, "abc", 97)
%? o2(1, "abc", 97.0)
%? o2(1, "abc", a)
%? o2(4, "abc", f(x))
%? o2(18446744073709551616, "abc", 97)
%? o2(18446744073709551615, "abc", 97)
o2(I, S, C) :- string_code(I, S, C).
%? p1("abcde", 1, 2, _, _)
%? p1(abcde, 1, 2, _, _)
%? p1("abc", -1, 2, _, _)
%? p1("abc", a, 2, _, _)
%? p1(f(x), 1, 2, _, _)
%? p1([], 1, 2, _, _)
p1(S, B, L, A, T) :- sub_string(S, B, L, A, T).
%? p2("abab", "ab", _, _, _)
%? p2("aaa", "aa", _, _, _)
%? p2("abab", "", _, _, _)
%? p2("abab", ab, _, _, _)
%? p2("ab1", 1, _, _, _)
%? p2("abab", f(x), _, _, _)
p2(S, T, B, L, A) :- sub_string(S, B, L, A, T).
%? p3("abc", _, _, _, _)
%? p3(abc, _, _, _, _)
p3(S, B, L, A, T) :- sub_string(S, B, L, A, T).
%? p4("abc", _, _, _)
p4(S, B, A, T) :- sub_string(S, B, 1, A, T).
%? p5(abc, _, _, _)
p5(S, B, A, T) :- sub_atom(S, B, 1, A, T).
%? p6(abc, _, _)
p6(S, L, T) :- sub_atom(S, 1, L, _, T).
%? p7(abc, _, _)
p7(S, L, T) :- sub_atom(S, _, L, 1, T).
%? p8(abc, _)
p8(S, T) :- sub_atom(S, 1, _, 0, T).
%? p9(abc, _)
p9(S, T) :- sub_atom(S, _, 2, 0, T).
%? q1(abc, ab)
%? q1(abc, bc)
q1(S, T) :- sub_atom(S, 0, _, _, T).
%? q2(abc, ab)
%? q2(abc, bc)
q2(S, T) :- sub_atom(S, _, _, 0, T).
%? q3(abcbc, bc)
q3(S, T) :- sub_atom(S, _, _, _, T).
%? q4(abcbc, 1, 2, 2, bc)
%? q4(abcbc, 1, 2, 1, bc)
%? q4(abcbc, 1, 2, x, bc)
q4(S, B, L, A, T) :- sub_atom(S, B, L, A, T).
%? q5(abcbc, 1, 2, _, bc)
%? q5(abcbc, 1, -2, _, bc)
%? q5(abcbc, 1, x, _, bc)
%? q5(abcbc, 1, 3, _, bc)
q5(S, B, L, A, T) :- sub_atom(S, B, L, A, T).
%? q6(abcbc, 2, 2, _)
%? q6(abcbc, 2, -2, _)
%? q6(abcbc, 2, a, _)
%? q6(abcbc, 7, 1, _)
q6(S, L, A, T) :- sub_atom(S, _, L, A, T).
%? r1("abc", _)
r1(S, A) :- ( string(S) -> A = s ; atom(S) -> A = a ; A = o ).
%? r2(["b", a, 1, "a", f(x), [], [z]], _)
r2(L, M) :- msort(L, M).
%? r3("a", _)
%? r3(b, _)
r3("a", 1).
r3(a, 2).
r3(b, 3).
%? r4(t("a", b), _)
r4(T, L) :- T =.. L.
%? r5("ab", _)
r5(S, X) :- X = f(S, "lit").
%? r6("a", a, _)
%? r6("a", "a", _)
%? r6("a", "b", _)
r6(X, Y, O) :- compare(O, X, Y).
%? r7(["x", "y", "x"], _)
r7(L, S) :- sort(L, S).
%? r8("abc", _)
%? r8(abc, _)
%? r8(12, _)
r8(S, T) :- text_to_string(S, T).

%? codes_are(12, ['1','2'])
%? codes_are(12, [0'1,0'2])
%? codes_are(ab, [a,b])
%? codes_are("ab", [a,b])
%? codes_are("ab", [0'a,0'b])
codes_are(T, L) :- atom_codes(T, L).

%? chars_are(12, [0'1,0'2])
%? chars_are(12, ['1','2'])
%? chars_are(ab, [0'a,0'b])
chars_are(T, L) :- atom_chars(T, L).

%? string_of("ab", _)
%? string_of(ab, _)
%? string_of(f(x), _)
%? string_of([0'a,b], _)
string_of(L, S) :- string_codes(S, L).

%? atom_of("ab", _)
%? atom_of(12, _)
atom_of(L, A) :- atom_codes(A, L).

%? joined_text([a,1,"b",2.5], _)
%? joined_text([], _)
%? joined_text([a,f(x)], _)
joined_text(Parts, Text) :- atomics_to_string(Parts, Text).

%? joined_is([a,b], "ab")
%? joined_is([a,b], ab)
joined_is(Parts, Text) :- atomics_to_string(Parts, Text).

%   Text of up to twenty bytes, with a character beyond ASCII at its start, within and at its end.

%? char_at(abcdefgé, 7, _)
%? char_at(éabcdefgh, 8, _)
%? char_at(abcdéfghijklmnop, 5, _)
%? char_at(abcdefghijklmnopé, 16, _)
%? char_at(abcdefghijklmnopqrst, 19, _)
%? char_at("abcdefé", 6, _)
char_at(Text, At, Char) :- sub_atom(Text, At, 1, _, Char).

%? each_code(éaé, _)
%? each_code("日本語abc", _)
%? each_code(-120, _)
each_code(Text, Codes) :- atom_codes(Text, Codes).

%? each_char(éaé, _)
%? each_char("日本語abc", _)
each_char(Text, Chars) :- atom_chars(Text, Chars).

%? same_again(ab, [a,b])
%? same_again('aé', [a,'é'])
same_again(Text, Chars) :- atom_chars(Back, Chars), Back == Text.

%? joined_each([a,bc,def], _)
%? joined_each([], _)
joined_each(Words, Made) :-
    findall(Word-All, ( member(Word, Words), joined_with(Word, Words, All) ), Made).
joined_with(Word, Words, All) :-
    findall(Part, ( member(Other, Words), atomic_list_concat([Word,Other], -, Part) ), Parts),
    atomic_list_concat(Parts, All).

%   More atoms than fit into the first table of them; some are the program's own.

%? many(1500, _)
many(N, Last-Found) :-
    findall(A, ( between(1, N, I), atom_concat(name, I, A) ), As),
    last(As, Last),
    findall(A, ( member(A, As), own(A) ), Found).
own(name7).
own(name700).
own(name1499).

%   A text that is split, with parts that are given: those before the first that is not must be texts.

%? parts_given(a, b, _)
%? parts_given(a, c, _)
%? parts_given(1, b, _)
%? parts_given(f(x), b, _)
%? parts_given([], b, _)
%? parts_given(a, f(x), _)
parts_given(X, Z, R) :-
    catch(( atomic_list_concat([X,Y,Z], ',', 'a,b,b') -> R = Y ; R = none ), error(E, _), R = E).

%? beyond_the_floats('1.0e400', _)
%? beyond_the_floats('1.7976931348623159e308', _)
%? beyond_the_floats('1.7976931348623157e308', _)
beyond_the_floats(A, N) :- atom_number(A, N).

%? sub_string_of_nil([], a, _)
%? sub_string_of_nil(abc, 0, _)
sub_string_of_nil(A, B, V) :- sub_string(A, B, [], 0, V).

%? nil_as_a_part([], 0, _)
%? nil_as_a_part(abc, 0, _)
nil_as_a_part(P, B, L) :- sub_string(abc, B, L, 0, P).

% format/3 with a text that is written out.

%? named_by_format(3, b, _)
%? named_by_format(-3, 'B c', _)
%? named_by_format(x, "s", _)
%? named_by_format(3, f(x), _)
%? named_by_format(3, 2.5, _)
%? named_by_format(3, [], _)
named_by_format(N, X, A) :- format(atom(A), "~w-~a", [X, N]).

%? numbered_by_format(1234567, _)
%? numbered_by_format(-1, _)
%? numbered_by_format(a, _)
%? numbered_by_format(1.0, _)
numbered_by_format(N, A) :- format(atom(A), 'row ~d~~~n', [N]).

%? formatted_string(a, 1, _)
%? formatted_string(a, 1, "a1")
%? formatted_string(a, 1, a1)
formatted_string(X, Y, S) :- format(string(S), "~w~w", [X, Y]).

%? formatted_alone(a, _, _)
%? formatted_alone('', _, _)
formatted_alone(X, A, B) :- format(atom(A), "~w", [X]), format(atom(B), "x", []).

%? formatted_move(1, 2, 1-2)
%? formatted_move(1, 2, '1-2')
%? formatted_move(1, 2, _)
formatted_move(X, Y, M) :- format(atom(M), "~d-~d", [X, Y]).

%? formatted_otherwise(1, _)
formatted_otherwise(X, A) :- format(atom(A), "~t~w~10|", [X]).

%? formatted_unbound(_)
formatted_unbound(A) :- format(atom(A), "~w", [_]).

%? too_many(_)
too_many(A) :- catch(format(atom(A), "~w", [a, b]), error(format(_), _), A = wrong).

%   What is printed is thrown away, but not its errors.

%? printed(1, _)
%? printed(f(x), _)
printed(X, Y) :- format("~w ~p~t~10|~q~n", [X, Y, Y]), format('~~'), format("x", []), Y = X.

%? printed_number(-1, _)
%? printed_number(a, _)
printed_number(X, ok) :- format("~d~n", [X]).

%? printed_text(a, _)
%? printed_text("a", _)
%? printed_text(1.5, _)
%? printed_text([], _)
printed_text(X, ok) :- format("~a", [X]).

%? printed_too_few(_)
printed_too_few(ok) :- format("~w ~w", [a]).
