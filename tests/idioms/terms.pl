/*  Type tests, construction and inspection of terms, between, succ, plus, strings and atoms. */

%? types_of(a, _)
%? types_of(1, _)
%? types_of(1.5, _)
%? types_of(1r3, _)
%? types_of("s", _)
%? types_of([], _)
%? types_of([a], _)
%? types_of(f(x), _)
%? types_of(100000000000000000000, _)
types_of(X, L) :-
    ( atom(X) -> A = [atom] ; A = [] ), ( number(X) -> B = [number|A] ; B = A ),
    ( integer(X) -> C = [integer|B] ; C = B ), ( float(X) -> D = [float|C] ; D = C ),
    ( atomic(X) -> E = [atomic|D] ; E = D ), ( compound(X) -> F = [compound|E] ; F = E ),
    ( is_list(X) -> G = [list|F] ; G = F ), ( string(X) -> H = [string|G] ; H = G ),
    ( callable(X) -> I = [callable|H] ; I = H ), ( ground(X) -> L = [ground|I] ; L = I ).

%? var_tests(1, _)
var_tests(X, R) :- ( var(X) -> R = var ; nonvar(X) -> R = nonvar ).

%? functor_of(f(a, b), _)
%? functor_of(a, _)
%? functor_of(7, _)
%? functor_of([x], _)
%? functor_of("s", _)
functor_of(T, N/A) :- functor(T, N, A).

%? argument(1, f(a, b), _)
%? argument(3, f(a, b), _)
%? argument(0, f(a, b), _)
%? argument(-1, f(a, b), _)
%? argument(1, a, _)
%? argument(x, f(a), _)
argument(I, T, X) :- arg(I, T, X).

%? arguments(f(a, b, c), _)
arguments(T, X) :- arg(_, T, X).

%? argument_position(f(a, b, a), a, _)
argument_position(T, X, I) :- arg(I, T, X).

%? univ_apart(f(a, b), _)
%? univ_apart(a, _)
%? univ_apart(3, _)
univ_apart(T, L) :- T =.. L.

%? univ_built([f, 1, 2], _)
%? univ_built([f], _)
%? univ_built([3], _)
%? univ_built([3, 1], _)
%? univ_built([], _)
%? univ_built([f(x), 1], _)
univ_built(L, T) :- T =.. L.

%? changed_argument(f(a, b, c), 2, z, _)
changed_argument(T, I, X, U) :-
    T =.. [F|As], findall(B, ( nth1(J, As, A), ( J =:= I -> B = X ; B = A ) ), Bs), U =.. [F|Bs].

%? functor_built(_)
functor_built(T) :- functor(T, p, 2), arg(1, T, a), arg(2, T, b).

%? functor_atomic(_)
functor_atomic(T) :- functor(T, p, 0).

%? numbers_between(1, 3, _)
%? numbers_between(3, 1, _)
%? numbers_between(a, 3, _)
%? numbers_between(1.0, 3, _)
numbers_between(A, B, X) :- between(A, B, X).

%? tested_between(2)
%? tested_between(5)
%? tested_between(a)
tested_between(X) :- between(1, 3, X).

%? unbounded_between(_)
unbounded_between(X) :- between(1, inf, Y), Y > 5, !, X = Y.

%? endless(5, _)
endless(A, X) :- between(A, inf, X).

%? successor(3, _)
%? successor(a, _)
%? successor(-1, _)
successor(X, Y) :- succ(X, Y).

%? predecessor(3, _)
%? predecessor(0, _)
predecessor(X, Y) :- succ(Y, X).

%? added(3, 4, _)
%? added(3, a, _)
added(X, Y, Z) :- plus(X, Y, Z).

%? subtracted(3, 10, _)
subtracted(X, Z, Y) :- plus(X, Y, Z).

%? string_as_text(42, _)
string_as_text(T, S) :- format(string(S), "~w-~a", [T, x]).

%? digit_value('7', _)
%? digit_value(x, _)
%? digit_value(0, _)
%? digit_value(52, _)
%? digit_value(-1, _)
%? digit_value(5.0, _)
%? digit_value(1114112, _)
%? digit_value(4, 4)
%? digit_value('٣', _)
digit_value(C, V) :- char_type(C, digit(V)).

%? digit_of_itself('7')
%? digit_of_itself(x)
digit_of_itself(C) :- char_type(C, digit(C)).

%? as_text(f(x), _)
as_text(T, A) :- term_to_atom(T, A).

%? copied_term(f(a), _)
copied_term(T, U) :- copy_term(T, U).

%? ground_of(f(a), _)
ground_of(T, R) :- ( ground(T) -> R = yes ; R = no ).

%? variables_of(f(a), _)
variables_of(T, L) :- term_variables(T, L).

%? compound_name(f(a, b), _)
compound_name(T, N-As) :- compound_name_arguments(T, N, As).

%? compound_made(f, [1, 2], _)
compound_made(N, As, T) :- compound_name_arguments(T, N, As).

%? arity_of(f(a, b), _)
arity_of(T, N) :- compound_name_arity(T, _, N).

%? type_driven([1, a, f(x), 2.5], _)
type_driven([], []).
type_driven([X|Xs], [K|Ks]) :-
    (   integer(X)
    ->  K = i
    ;   atom(X)
    ->  K = a
    ;   compound(X)
    ->  K = c
    ;   K = o
    ),
    type_driven(Xs, Ks).

%? nb_setarg_like(f(1, 2), _)
nb_setarg_like(T, R) :- T = f(A, B), C is A + B, R = f(C, B).

%? tab_of_numbers(_)
tab_of_numbers(L) :- findall(X, ( between(1, 10, X), X mod 3 =:= 0, \+ X = 6 ), L).

%? must_be_integer(3)
%? must_be_integer(a)
must_be_integer(X) :- must_be(integer, X).

%? must_be_positive(0)
%? must_be_positive(1)
must_be_positive(X) :- must_be(positive_integer, X).

%? is_of_type(5)
is_of_type(X) :- is_of_type(nonneg, X).

%? cell_set(b(e,x,e), 2, o, _)
%? cell_set(b(e,x,e), 4, o, _)
%? cell_set(c(e,x), 1, x, _)
cell_set(B0, I, V, B) :- B0 =.. [F|L0], nth1(I, L0, _, R), nth1(I, L, V, R), B =.. [F|L].

%? piece(w, 1, _)
%? piece(b, 2, _)
%? piece(5, 2, _)
piece(F, X, P) :- ( F == w -> Y = 1 ; Y = 2 ), P =.. [F,X,Y].

%? pieces(_)
pieces(Ps) :- findall(P, ( member(F, [w,b]), member(X, [1,2]), P =.. [F,X] ), Ps).

%? turned(f(1,2), _)
%? turned(a-b, _)
%? turned(a, _)
turned(T0, T) :- T0 =.. [F,X,Y], T =.. [F,Y,X].

%? same_name(f(f,2), _)
%? same_name(f(g,2), _)
same_name(T, X) :- T =.. [F,F,X].

%? two_colours([1,2], _)
two_colours(Xs, [P|Ps]) :- coloured(Xs, w, [P|_]), coloured(Xs, b, Ps), \+ memberchk(P, Ps).
coloured([], _, []).
coloured([X|Xs], F, [P|Ps]) :- Y is X + 1, P =.. [F,Y], coloured(Xs, F, Ps).

%? part_or_rebuilt(r(0,0,a)-0, 0, _)
%? part_or_rebuilt(r(0,0,a)-0, 1, _)
part_or_rebuilt(T, N, X) :- arg(N, T, X).
part_or_rebuilt(T, _, X) :- T =.. [F|Args], X =.. [F|Args].

%? tree([a], _)
%? tree(f(x), _)
tree(T, tree) :- acyclic_term(T).

%   A term is taken apart into, or made of, what may be no list.

%? tail_given(f(a), b, _)
%? tail_given(f(a), [a], _)
%? tail_given(f(a), [], _)
%? tail_given(a, b, _)
tail_given(T, X, R) :- catch(( T =.. [_|X] -> R = yes ; R = no ), error(E, _), R = E).
%? name_and_tail(f(a), b, _)
%? name_and_tail(f(a), [a], _)
name_and_tail(T, X, R) :- catch(( T =.. [N|X] -> R = N ; R = no ), error(E, _), R = E).
%? unread_term([])
%? unread_term([1,2])
%? unread_term([f(x)])
%? unread_term(a)
unread_term(L) :- _ =.. L.

%? named_by_a_number([[]], f(x,"a",0), _)
named_by_a_number([_|Xs], _, T) :- N is 0, P is N ** 0, U =.. [P, "A"], named_by_a_number(Xs, U, T).

%? of_one_name(m:x, _)
%? of_one_name(f(x), _)
%? of_one_name(1, _)
of_one_name(N, T) :- T =.. [N].
