% Programs as they are written in a first course, many from the usual books: Bratko; Sterling and Shapiro; Clocksin and
% Mellish; the ninety-nine problems. One is refused: the zebra puzzle fills in open structures.

%? app([a], [b,c], _)
app([], L, L).
app([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).

%? rev([1,2,3], _)
rev(L, R) :- rev(L, [], R).
rev([], R, R).
rev([X|Xs], A, R) :- rev(Xs, [X|A], R).

%? queens(5, _)
queens(N, Qs) :- numlist(1, N, L), permutation(L, Qs), safe(Qs).
safe([]).
safe([Q|Qs]) :- unattacked(Q, 1, Qs), safe(Qs).
unattacked(_, _, []).
unattacked(Q, D, [P|Ps]) :- abs(Q - P) =\= D, E is D + 1, unattacked(Q, E, Ps).

%? hanoi(4, _)
hanoi(N, Ms) :- hanoi(N, a, b, c, Ms).
hanoi(0, _, _, _, []) :- !.
hanoi(N, A, B, C, Ms) :- M is N - 1, hanoi(M, A, C, B, Xs), hanoi(M, C, B, A, Ys), append(Xs, [A-B|Ys], Ms).

%? quicksort([3,1,2,3], _)
quicksort([], []).
quicksort([X|Xs], S) :- partition([Y]>>(Y < X), Xs, L, G), quicksort(L, A), quicksort(G, B), append(A, [X|B], S).

%? primes(20, _)
primes(N, Ps) :- numlist(2, N, L), sieve(L, Ps).
sieve([], []).
sieve([P|Xs], [P|Ps]) :- exclude([X]>>(0 is X mod P), Xs, Ys), sieve(Ys, Ps).

%? ackermann(2, 2, _)
ackermann(0, N, R) :- !, R is N + 1.
ackermann(M, 0, R) :- !, A is M - 1, ackermann(A, 1, R).
ackermann(M, N, R) :- A is M - 1, B is N - 1, ackermann(M, B, X), ackermann(A, X, R).

%? gcd_of(12, 18, _)
gcd_of(A, 0, A) :- !.
gcd_of(A, B, G) :- C is A mod B, gcd_of(B, C, G).

%? tree_sorted([3,1,2], _)
tree_sorted(L, S) :- foldl(insert, L, nil, T), in_order(T, S).
insert(X, nil, t(nil,X,nil)).
insert(X, t(L,Y,R), T) :- ( X < Y -> insert(X, L, L1), T = t(L1,Y,R) ; insert(X, R, R1), T = t(L,Y,R1) ).
in_order(nil, []).
in_order(t(L,X,R), S) :- in_order(L, A), in_order(R, B), append(A, [X|B], S).

%? way(a, d, _)
way(X, Y, P) :- way(X, Y, [X], Q), reverse(Q, P).
way(Y, Y, P, P).
way(X, Y, V, P) :- arc(X, Z), \+ memberchk(Z, V), way(Z, Y, [Z|V], P).
arc(a, b).
arc(b, c).
arc(c, a).
arc(c, d).
arc(a, d).

%? palindrome("never odd or even")
%? palindrome("prolog")
palindrome(S) :- string_chars(S, Cs), exclude(==(' '), Cs, Ds), reverse(Ds, Ds).

%? encoded([a,a,b], _)
encoded(L, Rs) :- clumped(L, Rs).

%? coloured(_)
coloured([A,B,C]) :- colour(A), colour(B), A \= B, colour(C), C \= A, C \= B.
colour(red).
colour(green).
colour(blue).

%? sums_to(_, _, _)
sums_to(A, B, C) :- member(A, [1,2,3]), member(B, [1,2,3]), A =\= B, C is A + B, C =< 4.

%? reply("I need a break", _)
%? reply("hello", _)
reply(S, R) :-
    split_string(S, " ", "", Ws),
    (   append(_, ["need"|Rest], Ws) -> atomic_list_concat(Rest, ' ', A), format(string(R), "Why do you need ~w?", [A])
    ;   R = "Go on."
    ).

%? tokens("12 + x", _)
tokens(S, Ts) :- split_string(S, " ", " ", Ws), maplist(token, Ws, Ts).
token(W, T) :- ( number_string(N, W) -> T = number(N) ; atom_string(A, W), T = name(A) ).

%? vowels(banana, _)
vowels(W, N) :- atom_chars(W, Cs), include([C]>>memberchk(C, [a,e,i,o,u]), Cs, Vs), length(Vs, N).

%? derivative(x*x, _)
derivative(x, 1) :- !.
derivative(N, 0) :- number(N), !.
derivative(A+B, C+D) :- derivative(A, C), derivative(B, D).
derivative(A*B, A*D+B*C) :- derivative(A, C), derivative(B, D).

%? digits(1203, _)
digits(N, Ds) :- number_codes(N, Cs), maplist([C,D]>>(D is C - 0'0), Cs, Ds).

%? flat_leaves([1,[2,[]],3], _)
flat_leaves(T, L) :- flatten(T, L).

%? merge_sort([3,1,2,5,4], _)
merge_sort([], []) :- !.
merge_sort([X], [X]) :- !.
merge_sort(L, S) :- halves(L, A, B), merge_sort(A, C), merge_sort(B, D), merged(C, D, S).
halves([], [], []).
halves([X], [X], []).
halves([X,Y|L], [X|A], [Y|B]) :- halves(L, A, B).
merged([], L, L) :- !.
merged(L, [], L) :- !.
merged([X|Xs], [Y|Ys], [X|Zs]) :- X =< Y, !, merged(Xs, [Y|Ys], Zs).
merged(Xs, [Y|Ys], [Y|Zs]) :- merged(Xs, Ys, Zs).

%? insertion_sort([3,1,2], _)
insertion_sort([], []).
insertion_sort([X|Xs], S) :- insertion_sort(Xs, S0), inserted_in_order(X, S0, S).
inserted_in_order(X, [Y|Ys], [Y|Zs]) :- X > Y, !, inserted_in_order(X, Ys, Zs).
inserted_in_order(X, Ys, [X|Ys]).

%? bubble_sort([3,1,2], _)
bubble_sort(L, S) :- append(A, [X,Y|B], L), X > Y, !, append(A, [Y,X|B], M), bubble_sort(M, S).
bubble_sort(L, L).

%? permutation_sort([3,1,2], _)
permutation_sort(L, S) :- arranged(L, S), in_sequence(S), !.
arranged([], []).
arranged(L, [X|P]) :- taken(X, L, R), arranged(R, P).
taken(X, [X|Xs], Xs).
taken(X, [Y|Xs], [Y|Ys]) :- taken(X, Xs, Ys).
in_sequence([]).
in_sequence([_]).
in_sequence([X,Y|L]) :- X =< Y, in_sequence([Y|L]).

%? compressed([a,a,b,c,c,a], _)
compressed([], []).
compressed([X], [X]).
compressed([X,X|L], Z) :- compressed([X|L], Z).
compressed([X,Y|L], [X|Z]) :- X \= Y, compressed([Y|L], Z).

%? run_lengths([a,a,b,c,c,a], _)
run_lengths(L, E) :- packed(L, P), counted(P, E).
packed([], []).
packed([X|Xs], [Z|Zs]) :- run(X, Xs, Ys, Z), packed(Ys, Zs).
run(X, [], [], [X]).
run(X, [Y|Ys], [Y|Ys], [X]) :- X \= Y.
run(X, [X|Xs], Ys, [X|Zs]) :- run(X, Xs, Ys, Zs).
counted([], []).
counted([[X|Xs]|Ys], [N-X|Zs]) :- length([X|Xs], N), counted(Ys, Zs).

%? decoded([2-a,1-b], _)
decoded([], []).
decoded([0-_|L], Z) :- !, decoded(L, Z).
decoded([N-X|L], [X|Z]) :- M is N - 1, decoded([M-X|L], Z).

%? flat([a,[b,[c,d],e]], _)
flat(X, [X]) :- \+ is_list(X).
flat([], []).
flat([X|Xs], Z) :- flat(X, Y), flat(Xs, Ys), append(Y, Ys, Z).

%? fibonacci(20, _)
fibonacci(N, F) :- fibonacci(N, 0, 1, F).
fibonacci(0, F, _, F) :- !.
fibonacci(N, A, B, F) :- M is N - 1, C is A + B, fibonacci(M, B, C, F).

%? power_set([a,b,c], _)
power_set(L, P) :- findall(S, part(L, S), P).
part([], []).
part([X|Xs], [X|Ys]) :- part(Xs, Ys).
part([_|Xs], Ys) :- part(Xs, Ys).

%? chosen(2, [a,b,c,d], _)
chosen(0, _, []).
chosen(N, L, [X|Xs]) :- N > 0, rest_after(X, L, R), M is N - 1, chosen(M, R, Xs).
rest_after(X, [X|L], L).
rest_after(X, [_|L], R) :- rest_after(X, L, R).

%? adding_up_to([3,34,4,12,5,2], 9, _)
adding_up_to(L, S, P) :- part(L, P), sum_list(P, S).

%? shortest(a, d, _)
shortest(X, Y, P) :- breadth_first([[X]], Y, Q), reverse(Q, P).
breadth_first([[Y|P]|_], Y, [Y|P]) :- !.
breadth_first([[X|P]|Ps], Y, Q) :-
    findall([Z,X|P], ( road(X, Z, _), \+ member(Z, [X|P]) ), New),
    append(Ps, New, All),
    breadth_first(All, Y, Q).
road(a, b, 2).
road(b, c, 1).
road(a, c, 5).
road(c, d, 1).
road(b, d, 7).

%? cheapest(a, d, _, _)
cheapest(X, Y, P, C) :- dijkstra([0-[X]], Y, [], Q, C), reverse(Q, P).
dijkstra([C-[Y|P]|_], Y, _, [Y|P], C) :- !.
dijkstra([C-[X|P]|Queue], Y, Closed, Q, D) :-
    (   memberchk(X, Closed)
    ->  dijkstra(Queue, Y, Closed, Q, D)
    ;   findall(E-[Z,X|P], ( road(X, Z, W), E is C + W ), New),
        append(Queue, New, All),
        keysort(All, Sorted),
        dijkstra(Sorted, Y, [X|Closed], Q, D)
    ).

%? jugs(_)
jugs(Moves) :- poured([jugs(0,0)], Moves0), reverse(Moves0, Moves).
poured([jugs(2,X)|Before], [jugs(2,X)|Before]) :- !.
poured([J|Before], Moves) :- pour(J, K), \+ memberchk(K, [J|Before]), poured([K,J|Before], Moves), !.
pour(jugs(A,B), jugs(4,B)) :- A < 4.
pour(jugs(A,B), jugs(A,3)) :- B < 3.
pour(jugs(A,B), jugs(0,B)) :- A > 0.
pour(jugs(A,B), jugs(A,0)) :- B > 0.
pour(jugs(A,B), jugs(C,D)) :- A > 0, B < 3, T is min(A, 3 - B), C is A - T, D is B + T.
pour(jugs(A,B), jugs(C,D)) :- B > 0, A < 4, T is min(B, 4 - A), C is A + T, D is B - T.

%? farmer(_)
farmer(P) :- crossing(w(l,l,l,l), [w(l,l,l,l)], P).
crossing(w(r,r,r,r), P, P) :- !.
crossing(S, V, P) :- crossed(S, T), \+ unsafe(T), \+ member(T, V), crossing(T, [T|V], P), !.
crossed(w(X,X,G,C), w(Y,Y,G,C)) :- bank(X, Y).
crossed(w(X,W,X,C), w(Y,W,Y,C)) :- bank(X, Y).
crossed(w(X,W,G,X), w(Y,W,G,Y)) :- bank(X, Y).
crossed(w(X,W,G,C), w(Y,W,G,C)) :- bank(X, Y).
bank(l, r).
bank(r, l).
unsafe(w(F,W,W,_)) :- F \= W.
unsafe(w(F,_,G,G)) :- F \= G.

%? cannibals(_)
cannibals(N) :- ferried([b(3,3,l)], P), length(P, N).
ferried([b(0,0,r)|P], [b(0,0,r)|P]) :- !.
ferried([S|P], Q) :- ferry(S, T), \+ member(T, P), ferried([T,S|P], Q), !.
ferry(b(M,C,l), b(M1,C1,r)) :- boat(X, Y), M >= X, C >= Y, M1 is M - X, C1 is C - Y, legal(M1, C1).
ferry(b(M,C,r), b(M1,C1,l)) :- boat(X, Y), M1 is M + X, C1 is C + Y, M1 =< 3, C1 =< 3, legal(M1, C1).
boat(1, 0).
boat(2, 0).
boat(0, 1).
boat(0, 2).
boat(1, 1).
legal(M, C) :- ( M =:= 0 ; M >= C ), N is 3 - M, D is 3 - C, ( N =:= 0 ; N >= D ), !.

%? grandparent(_, ann)
%? ancestor(tom, _)
%? sister(liz, _)
parent(pam, bob).
parent(tom, bob).
parent(tom, liz).
parent(bob, ann).
parent(bob, pat).
parent(pat, jim).
female(pam).
female(liz).
female(ann).
female(pat).
grandparent(X, Z) :- parent(X, Y), parent(Y, Z).
ancestor(X, Z) :- parent(X, Z).
ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).
sister(X, Y) :- parent(Z, X), parent(Z, Y), female(X), X \= Y.

%? derivative(x*x + 3*x, x, _)
%? derivative(sin(x^2), x, _)
derivative(X, X, 1) :- !.
derivative(C, _, 0) :- atomic(C), !.
derivative(U + V, X, A + B) :- derivative(U, X, A), derivative(V, X, B).
derivative(U - V, X, A - B) :- derivative(U, X, A), derivative(V, X, B).
derivative(U * V, X, A * V + U * B) :- derivative(U, X, A), derivative(V, X, B).
derivative(U ^ N, X, N * U ^ M * A) :- integer(N), M is N - 1, derivative(U, X, A).
derivative(sin(U), X, cos(U) * A) :- derivative(U, X, A).

%? simplified(0 + 1*x, _)
simplified(E, E) :- atomic(E), !.
simplified(E, F) :- E =.. [Op,A,B], simplified(A, C), simplified(B, D), simpler(Op, C, D, F), !.
simpler(+, 0, X, X).
simpler(+, X, 0, X).
simpler(*, 1, X, X).
simpler(*, X, 1, X).
simpler(*, 0, _, 0).
simpler(*, _, 0, 0).
simpler(Op, X, Y, Z) :- number(X), number(Y), E =.. [Op,X,Y], Z is E.
simpler(Op, X, Y, E) :- E =.. [Op,X,Y].

%? calculated("2+3*4-1", _)
calculated(Text, V) :- string_codes(Text, Codes), phrase(sum_of(V), Codes).
sum_of(V) --> product_of(A), sum_rest(A, V).
sum_rest(A, V) --> "+", !, product_of(B), { C is A + B }, sum_rest(C, V).
sum_rest(A, V) --> "-", !, product_of(B), { C is A - B }, sum_rest(C, V).
sum_rest(V, V) --> [].
product_of(V) --> factor_of(A), product_rest(A, V).
product_rest(A, V) --> "*", !, factor_of(B), { C is A * B }, product_rest(C, V).
product_rest(V, V) --> [].
factor_of(V) --> [D], { D >= 0'0, D =< 0'9, V is D - 0'0 }.

%? parsed([the,cat,eats,a,mouse], _)
%? parsed([the,cats,eats], _)
parsed(Words, Tree) :- phrase(sentence(Tree), Words).
sentence(s(NP,VP)) --> noun_phrase(NP), verb_phrase(VP).
noun_phrase(np(D,N)) --> determiner(D), noun(N).
verb_phrase(vp(V,NP)) --> verb(V), noun_phrase(NP).
verb_phrase(vp(V)) --> verb(V).
determiner(d(the)) --> [the].
determiner(d(a)) --> [a].
noun(n(cat)) --> [cat].
noun(n(mouse)) --> [mouse].
verb(v(eats)) --> [eats].

%? anagrams(listen, _)
anagrams(W, As) :- signature(W, S), findall(A, ( word(A), A \== W, signature(A, S) ), As).
signature(W, S) :- atom_chars(W, Cs), msort(Cs, S).
word(silent).
word(enlist).
word(listen).
word(tinsel).
word(google).

%? caesar("hello, world", 3, _)
caesar(Text, K, Coded) :- string_codes(Text, Cs), maplist(shifted(K), Cs, Ds), string_codes(Coded, Ds).
shifted(K, C, D) :- C >= 0'a, C =< 0'z, !, D is (C - 0'a + K) mod 26 + 0'a.
shifted(_, C, C).

%? roman(1994, _)
roman(0, '') :- !.
roman(N, R) :- numeral(V, S), V =< N, !, M is N - V, roman(M, T), atom_concat(S, T, R).
numeral(1000, 'M').
numeral(900, 'CM').
numeral(500, 'D').
numeral(400, 'CD').
numeral(100, 'C').
numeral(90, 'XC').
numeral(50, 'L').
numeral(40, 'XL').
numeral(10, 'X').
numeral(9, 'IX').
numeral(5, 'V').
numeral(4, 'IV').
numeral(1, 'I').

%? binary(10, _)
binary(N, B) :- binary(N, [], B).
binary(0, [], [0]) :- !.
binary(0, Bs, Bs) :- !.
binary(N, Bs, B) :- D is N mod 2, M is N // 2, binary(M, [D|Bs], B).

%? collatz(27, _)
collatz(1, 0) :- !.
collatz(N, K) :- ( 0 is N mod 2 -> M is N // 2 ; M is 3 * N + 1 ), collatz(M, L), K is L + 1.

%? perfect(30, _)
perfect(Max, Ns) :- findall(N, ( between(2, Max, N), divisors_sum(N, N) ), Ns).
divisors_sum(N, S) :- H is N // 2, findall(D, ( between(1, H, D), 0 is N mod D ), Ds), sumlist(Ds, S).

%? transposed([[1,2,3],[4,5,6]], _)
transposed([[]|_], []) :- !.
transposed(M, [C|Cs]) :- firsts(M, C, R), transposed(R, Cs).
firsts([], [], []).
firsts([[X|Xs]|Rs], [X|C], [Xs|R]) :- firsts(Rs, C, R).

%? multiplied([[1,2],[3,4]], [[5,6],[7,8]], _)
multiplied(A, B, C) :- transposed(B, T), maplist(row_times(T), A, C).
row_times(T, R, C) :- maplist(dot(R), T, C).
dot(R, S, D) :- foldl([X,Y,A0,A]>>( A is A0 + X * Y ), R, S, 0, D).

%? knights(3, 3, _)
knights(X, Y, Ps) :- findall(U/V, knight(X/Y, U/V), Ps).
knight(X/Y, U/V) :- member(A-B, [1-2,2-1]), member(S, [1,-1]), member(T, [1,-1]), U is X + S*A, V is Y + T*B, U >= 1, V >= 1, U =< 8, V =< 8.

%? bratko_queens(_)
bratko_queens(S) :- placed([1,2,3,4,5,6], S).
placed(L, S) :- placed(L, [], S).
placed([], S, S).
placed(L, B, S) :- select(Q, L, R), \+ attacks(Q, 1, B), placed(R, [Q|B], S).
attacks(Q, D, [P|_]) :- ( Q is P + D ; Q is P - D ), !.
attacks(Q, D, [_|Ps]) :- E is D + 1, attacks(Q, E, Ps).

%? to_too(_)
to_too([T,O,G]) :-
    select(T, [1,2,3,4,5,6,7,8,9], A), select(O, [0|A], B), member(G, B),
    10*T + O + 10*T + O =:= 100*G + 10*O + O - 0 * T.

%? gray(3, _)
gray(1, ['0','1']) :- !.
gray(N, C) :- M is N - 1, gray(M, C1), maplist(atom_concat('0'), C1, A), reverse(C1, R), maplist(atom_concat('1'), R, B), append(A, B, C).

%? huffman([f(a,45),f(b,13),f(c,12),f(d,16)], _)
huffman(Fs, Cs) :- maplist([f(S,W),W-l(S)]>>true, Fs, Ps), keysort(Ps, Q), joined(Q, T), findall(S-C, coded(T, S, C), Cs).
joined([_-T], T) :- !.
joined([A-S,B-T|Q], U) :- W is A + B, append(Q, [W-n(S,T)], R), keysort(R, Q1), joined(Q1, U).
coded(l(S), S, []).
coded(n(L,_), S, [0|C]) :- coded(L, S, C).
coded(n(_,R), S, [1|C]) :- coded(R, S, C).

%? pascal(5, _)
pascal(1, [1]) :- !.
pascal(N, R) :- M is N - 1, pascal(M, P), sums([0|P], R).
sums([X], [X]).
sums([X,Y|L], [Z|R]) :- Z is X + Y, sums([Y|L], R).

%? balanced(t(1,t(2,nil,nil),t(3,nil,nil)))
%? depth_of(t(1,t(2,nil,nil),nil), _)
balanced(nil).
balanced(t(_,L,R)) :- depth_of(L, A), depth_of(R, B), abs(A - B) =< 1, balanced(L), balanced(R).
depth_of(nil, 0).
depth_of(t(_,L,R), D) :- depth_of(L, A), depth_of(R, B), D is max(A, B) + 1.

%? manhattan([1,2,3,4,5,6,8,7,0], _)
manhattan(B, D) :- findall(E, ( nth0(I, B, T), T > 0, G is T - 1, E is abs(I mod 3 - G mod 3) + abs(I // 3 - G // 3) ), Es), sum_list(Es, D).

%? words("the cat and the dog", _)
words(Text, Cs) :- split_string(Text, " ", "", Ws), sort(Ws, Ds), findall(W-N, ( member(W, Ds), occurrences(W, Ws, N) ), Cs).
occurrences(_, [], 0).
occurrences(W, [W|Ws], N) :- !, occurrences(W, Ws, M), N is M + 1.
occurrences(W, [_|Ws], N) :- occurrences(W, Ws, N).

%? won_line([x,x,x,o,o,e,e,e,e], _)
won_line(B, P) :- line(L), member(P, [x,o]), forall(member(I, L), nth1(I, B, P)), !.
line([1,2,3]).
line([4,5,6]).
line([7,8,9]).
line([1,4,7]).
line([2,5,8]).
line([3,6,9]).
line([1,5,9]).
line([3,5,7]).

%? nth_prime(6, _)
nth_prime(N, P) :- nth_prime(N, 2, P).
nth_prime(N, C, P) :- ( prime(C) -> ( N =:= 1 -> P = C ; M is N - 1, D is C + 1, nth_prime(M, D, P) ) ; D is C + 1, nth_prime(N, D, P) ).
prime(2) :- !.
prime(N) :- N > 2, N mod 2 =\= 0, \+ divided(N, 3).
divided(N, D) :- N mod D =:= 0, !.
divided(N, D) :- D * D < N, E is D + 2, divided(N, E).

%? change(12, [10,5,1], _)
change(0, _, []) :- !.
change(A, [C|Cs], [C|R]) :- A >= C, B is A - C, change(B, [C|Cs], R).
change(A, [_|Cs], R) :- Cs \== [], change(A, Cs, R).

%? elements_of([], _)
%? oldest(_)
oldest(N) :- age(N, A), \+ ( age(_, B), B > A ).
age(peter, 7).
age(ann, 11).
age(pat, 8).
age(tom, 5).
elements_of(L, S) :- list_to_set(L, S).

%? by_age(_)
by_age(L) :- setof(A-N, age(N, A), L).

%? zebra(_)
zebra(Owner) :-
    Hs = [h(_,norwegian,_),_,_],
    member(h(red,english,_), Hs),
    member(h(_,japanese,zebra), Hs),
    next_to(h(blue,_,_), h(red,_,_), Hs),
    member(h(_,Owner,zebra), Hs).
next_to(A, B, [A,B|_]).
next_to(A, B, [B,A|_]).
next_to(A, B, [_|L]) :- next_to(A, B, L).

%? interpreted(_)
interpreted(L) :- solved_by(app2([1],[2],L)).
solved_by(true) :- !.
solved_by(( A, B )) :- !, solved_by(A), solved_by(B).
solved_by(H) :- rule(H, B), solved_by(B).
rule(app2([], L, L), true).
rule(app2([X|Xs], Ys, [X|Zs]), app2(Xs, Ys, Zs)).

%   Iterative deepening: length/2 of an unknown list asks for the shortest first.

%? shortest_path(a, d, _)
%? shortest_path(a, a, _)
shortest_path(A, B, Path) :- length(Path, _), deepened(A, B, Path), !.
deepened(B, B, [B]).
deepened(A, B, [A|Path]) :- arrow(A, C), deepened(C, B, Path).
arrow(a, b).
arrow(b, a).
arrow(b, c).
arrow(c, d).

%? lengths(_)
lengths(N) :- length(_, N).

%? its_own_length(_)
its_own_length(N) :- length(N, N).

%? lists_of_free_variables(_)
lists_of_free_variables(L) :- length(L, N), N * N > 3, !, maplist(=(N), L).
