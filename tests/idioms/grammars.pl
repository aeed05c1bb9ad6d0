/*  Grammar rules over lists. */

%? sentence([the, cat, sees, the, dog])
%? sentence([the, cat])
sentence(L) :- phrase(s, L).

s --> np, vp.

np --> [the], noun.

vp --> verb, np.

noun --> [cat].
noun --> [dog].

verb --> [sees].

%? parsed([the, dog, sees, the, cat], _)
parsed(L, T) :- phrase(st(T), L).

st(s(A, V, B)) --> nt(A), [V], { V == sees }, nt(B).

nt(n(X)) --> [the, X], { memberchk(X, [cat, dog]) }.

%? generated(_)
generated(L) :- phrase(nt_all, L).

nt_all --> [the], noun.

%? number_of([d(4), d(2)], _)
number_of(L, N) :- phrase(digits(0, N), L).

digits(N, N) --> [].
digits(N0, N) --> [d(D)], !, { N1 is N0 * 10 + D }, digits(N1, N).

%? counted_as([a, a, a], _)
counted_as(L, N) :- phrase(as(N), L).

as(0) --> [].
as(N) --> [a], as(M), { N is M + 1 }.

%? rest([x, y, z], _)
rest(L, R) :- phrase([x], L, R).

%? parsed_prefix([a, a, b], _)
parsed_prefix(L, N-R) :- phrase(as(N), L, R).

%? expression([1, +, 2, *, 3], _)
expression(L, V) :- phrase(sum(V), L).

sum(V) --> product(A), sum_rest(A, V).

sum_rest(A, V) --> [+], !, product(B), { C is A + B }, sum_rest(C, V).
sum_rest(V, V) --> [].

product(V) --> [A], { number(A) }, product_rest(A, V).

product_rest(A, V) --> [*], !, [B], { number(B), C is A * B }, product_rest(C, V).
product_rest(V, V) --> [].

%? alternatives([b], _)
alternatives(L, X) :- phrase(( [a], { X = 1 } ; [b], { X = 2 } ), L).

%? optional([x, c], _)
optional(L, R) :- phrase(opt(R), L).

opt(yes) --> [x], [c].
opt(no) --> [c].

%? balanced([l, l, r, r])
%? balanced([l, r, r])
balanced(L) :- phrase(balance, L).

balance --> [].
balance --> [l], balance, [r], balance.

%? anything_then([a, b, c, d], _)
anything_then(L, A-B) :- phrase(( any(A), [c], any(B) ), L).

any([]) --> [].
any([X|Xs]) --> [X], any(Xs).

%? negated([a])
%? negated([b])
negated(L) :- phrase(( \+ [b], [_] ), L).

%? conditional([a, b], _)
conditional(L, X) :- phrase(cond(X), L).

cond(X) --> ( [a] -> [b], { X = ab } ; [_], { X = other } ).

%? called([1, 2], _)
called(L, X) :- phrase(two(X), L).

two(A-B) --> call(taken, A), call(taken, B).

taken(X, [X|S], S).

%? with_code_string("42", _)
with_code_string(S, N) :- string_codes(S, Cs), phrase(code_digits(Ds), Cs), number_codes(N, Ds).

code_digits([D|T]) --> [D], { code_type(D, digit) }, code_digits(T).
code_digits([]) --> [].

%? literal_string(`abc`, _)
literal_string(L, R) :- phrase("ab", L, R).

%? state_threaded(3, _)
state_threaded(N, S) :- phrase(steps(N), [0], S).

steps(0) --> !.
steps(N) --> step, { M is N - 1 }, steps(M).

step, [S] --> [S0], { S is S0 + 2 }.

%? partial_list_in_a_rule([c, d], _)
partial_list_in_a_rule(L, X) :- phrase(one_of_two(X), L, _).
one_of_two(stay) --> [].
one_of_two(eat) --> [c|_].

%? pushed_back([c, d], _, _)
pushed_back(L, X, R) :- phrase(looked_at(X), L, R).
looked_at(X), [X, X] --> [X].
