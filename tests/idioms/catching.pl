/*  catch/3: what is thrown, what is caught, what is undone, and what comes back for more solutions. */

%? divided(2, _)
%? divided(0, _)
%? divided(a, _)
divided(X, R) :- catch(R is 10 // X, error(evaluation_error(zero_divisor), _), R = none).

%? typed(2, _)
%? typed(a, _)
%? typed(f(x), _)
%? typed([], _)
typed(X, R) :- catch(R is X + 1, error(type_error(T, V), _), R = wrong(T, V)).

%? checked(0, _)
%? checked(2, _)
%? checked(9, _)
checked(X, R) :- catch(( check(X), R = fine ), bad(W), R = bad(W)).
check(X) :- ( X > 3 -> throw(bad(X)) ; X > 1 ).

%? each([1,2,3], _)
%? each([1,a,3], _)
%? each([], _)
each(L, R) :- catch(( member(X, L), R is X * 2 ), _, R = none).

%? holds(3)
%? holds(1)
%? holds(a)
holds(X) :- catch(greater(X), _, fail).
greater(X) :- X > 2.

%? layered(1, _)
%? layered(2, _)
%? layered(3, _)
%? layered(4, _)
%? layered(5, _)
layered(X, R) :- catch(catch(thrower(X, R), inner, R = inner), outer(Y), R = outer(Y)).
thrower(1, _) :- throw(inner).
thrower(2, _) :- throw(outer(z)).
thrower(3, _) :- throw(other).
thrower(4, one).
thrower(4, two).
thrower(4, _) :- throw(inner).
thrower(5, X) :- member(Y, [a, b]), atom_length(Y, N), X is N + Y.

%? told(1, _)
%? told(2, _)
%? told(4, _)
%? told(6, _)
told(X, R) :- catch(thrower(X, R), E, R = told(E)).

%? not_told(5, _)
not_told(X, R) :- catch(thrower(X, R), E, R = told(E)).

%   What comes behind the goal is not caught, nor is what the recovery throws.

%? behind(0, _)
%? behind(1, _)
behind(X, R) :- catch(Y is X, _, Y = 7), R is 1 // Y.
%? recovering(0, _)
recovering(X, R) :- catch(R is 1 // X, _, throw(again)).
%? outside(0, _)
outside(X, R) :- catch(recovering(X, R), again, R = twice).

%   Cuts in the goal and in the recovery are their own.

%? cuts([1,2], _)
%? cuts([a], _)
cuts(L, R) :- catch(( member(X, L), R is X, ! ), _, ( member(R, [p, q]), ! )).
cuts(_, last).
%? caught_twice([1,x,y], _)
caught_twice(L, R) :- member(X, L), catch(number(X, R), no(N), R = no(N)).
number(X, R) :- ( integer(X) -> R = X ; throw(no(X)) ).

%   Bindings of the goal are undone.

%? undone(1, _, _)
%? undone(2, _, _)
undone(X, A, B) :- catch(( A = 1, B = 2, thrower(X, _) ), _, ( A = x, B = y )).

%   In conditions, negations, collections; around predicates of the library.

%? condition(0, _)
%? condition(5, _)
condition(X, R) :- ( catch(10 / X > 1, _, fail) -> R = yes ; R = no ).
%? negation(0)
%? negation(50)
negation(X) :- \+ catch(10 / X > 1, _, fail).
%? collected([1,a,2,0], _)
collected(L, S) :- findall(Y, ( member(X, L), catch(Y is 12 / X, _, fail) ), S).
%? counted([1,a,2,0], _)
counted(L, N) :- aggregate_all(count, ( member(X, L), catch(_ is 12 / X, error(type_error(_, _), _), true) ), N).
%? second([a,b], _)
%? second([a], _)
second(L, X) :- catch(nth0(1, L, X), _, X = none).
%? argument(f(a), _)
%? argument(7, _)
argument(T, X) :- catch(arg(1, T, X), error(type_error(compound, Y), _), X = no(Y)).
%? parsed('12', _)
%? parsed(ab, _)
parsed(A, N) :- catch(( atom_codes(A, Cs), number_codes(N, Cs) ), error(syntax_error(_), _), N = none).
%? summed([1,2], _)
%? summed([1,b], _)
summed(L, S) :- catch(sum_list(L, S), error(type_error(evaluable, F), _), S = F).
%? lifted([1,2], _)
%? lifted([1,b,3], _)
lifted(L, S) :- catch(maplist([X,Y]>>(Y is X + 1), L, S), _, S = []).
%? meta(div, 3, _)
%? meta(div, 0, _)
meta(G, X, R) :- catch(call(G, X, R), error(evaluation_error(W), _), R = W).
div(X, R) :- R is 6 // X.

%   Throwing as a way out of a recursion.

%? found([3,1,-4,2], _)
%? found([3,1], _)
found(L, R) :- catch(( scan(L), R = none ), found(X), R = found(X)).
scan([]).
scan([X|Xs]) :- ( X < 0 -> throw(found(X)) ; true ), scan(Xs).
%? deep(50, _)
deep(N, R) :- catch(down(N), bottom(L), R = L).
down(N) :- ( N =:= 0 -> throw(bottom([N,N])) ; M is N - 1, down(M) ).

%   Balls: a catcher that is known, one that is known in part, one that does not fit.

%? known_ball(2, _)
%? known_ball(1, _)
known_ball(X, R) :- C = outer(z), catch(thrower(X, _), C, R = yes).
%? part(2, _)
part(X, R) :- C = outer(_), catch(thrower(X, _), C, R = C).
%? atoms(one, _)
%? atoms(two, _)
%? atoms(three, _)
atoms(A, R) :- catch(throw(A), one, R = 1), !.
atoms(A, R) :- catch(throw(A), two, R = 2).
%? lists([1,2], _)
%? lists([], _)
lists(L, R) :- catch(throw(L), [X|_], R = X).
%? numbers(1, _)
%? numbers(1.0, _)
numbers(N, R) :- catch(throw(N), 1, R = yes).
%? own_errors(a, _)
own_errors(X, R) :- catch(throw(error(domain_error(thing, X), here)), error(domain_error(D, Y), _), R = D-Y).
%? instantiation(_)
instantiation(R) :- catch(atom_length(_, _), error(E, _), R = E).
%? rethrown(1, _)
%? rethrown(2, _)
rethrown(X, R) :- catch(catch(thrower(X, _), B, throw(wrapped(B))), wrapped(C), R = C).
%? unread(a, _)
unread(X, R) :- catch(( Y is X + 1, R = Y ), _, ( R = x ; R = y )).
%? ignored(a)
%? ignored(1)
ignored(X) :- ignore(catch(( X > 0, fail ), _, fail)).
%? several_catches([a,0,2], _)
several_catches(L, Rs) :- maplist(safe, L, Rs).
safe(X, R) :- catch(R is 4 / X, error(E, _), ( E = type_error(T, _) -> R = T ; E = evaluation_error(W) -> R = W )).

%   What is no goal in a body is an error before the body runs.

%? no_goal(_)
no_goal(R) :- catch(call((fail, 1)), error(E, _), true), R = E.
%? no_goal_called_once(_)
no_goal_called_once(R) :- G = 1, catch(once(( fail ; G )), error(E, _), true), R = E.
%? no_goal_in_all(_)
no_goal_in_all(R) :- catch(findall(x, ( fail, \+ 1 ), _), error(E, _), true), R = E.
%? no_goal_alone(_)
no_goal_alone(R) :- catch(call(1), error(E, _), true), R = E.

%   What compiled rules give up for is not caught.

%? beyond_64_bits(1, _)
%? beyond_64_bits(a, _)
beyond_64_bits(N, R) :- catch(R is 9223372036854775807 + N, _, R = 0).

%? power_or_caught(2, -100, _)
%? power_or_caught(2, -9223372036854775808, _)
%? power_or_caught(2, -9223372036854775809, _)
%? power_or_caught(-1, -9223372036854775809, _)
power_or_caught(X, Y, Z) :- catch(Z is X ** Y, error(_, _), Z = caught).
