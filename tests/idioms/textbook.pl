% Small programs as they are written in a first course.

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
