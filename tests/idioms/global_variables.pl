/*  Global variables, and terms that nb_setarg/3 changes: a counter, the best so far, a value handed down. */

%? counted([a, b, a], a, _)
%? counted([], a, _)
counted(L, X, N) :-
    nb_setval(count, 0),
    (   member(X, L),
        nb_getval(count, N0),
        N1 is N0 + 1,
        nb_setval(count, N1),
        fail
    ;   true
    ),
    nb_getval(count, N).

%? total([1, 2, 3], _)
%? total([1, a], _)
total(L, N) :-
    nb_setval(sum, 0),
    forall(member(X, L), ( nb_getval(sum, N0), N1 is N0 + X, nb_setval(sum, N1) )),
    nb_getval(sum, N).

%? best([l(3), l(7, x), l(7), k], _)
%? best([], _)
best(L, Best) :-
    nb_setval(best, none),
    (   member(One, L),
        functor(One, _, N),
        nb_getval(best, Now),
        ( Now = some(M, _) -> N > M ; true ),
        nb_setval(best, some(N, One)),
        fail
    ;   true
    ),
    nb_getval(best, Best).

%? each([1, 2], _)
each(L, N) :- member(X, L), nb_setval(one, X), bumped, nb_getval(one, N).

bumped :- nb_getval(one, N), M is N * 10, nb_setval(one, M).

%? recursive([1, 5, 2], _)
recursive(L, M) :- nb_setval(most, 0), seen(L), nb_getval(most, M).

seen([]).
seen([X|L]) :- nb_getval(most, M), ( X > M -> nb_setval(most, X) ; true ), seen(L).

%? collected([3, 1], _, _)
collected(L, Ns, N) :-
    nb_setval(at, 0),
    findall(X-A, ( member(X, L), nb_getval(at, B), A is B + 1, nb_setval(at, A) ), Ns),
    nb_getval(at, N).

%? both_ways(1, _)
%? both_ways(2, _)
both_ways(X, V) :- ( X > 1 -> nb_setval(way, up) ; nb_setval(way, down(X)) ), nb_getval(way, V).

%? caught(_)
caught(V) :- nb_setval(c, 1), catch(( nb_setval(c, 2), throw(oops) ), oops, true), nb_getval(c, V).

%? unfinished(_)
unfinished(V) :- nb_setval(u, 1), \+ ( nb_setval(u, 2), fail ), nb_getval(u, V).

%? handed(3, _)
handed(X, Y) :- b_setval(hand, X), down(2, Y).

down(0, Y) :- b_getval(hand, Y).
down(N, Y) :- N > 0, M is N - 1, down(M, Y).

%? handed_to_each(_)
handed_to_each(Ys) :- b_setval(on, 1), findall(F-Z, ( member(F, [f, g]), b_getval(on, Z) ), Ys).

%? again(_)
again(V) :- b_setval(again, 1), ( fail ; true ), b_setval(again, 2), b_getval(again, V).

%? state([a, b, a], a, _)
state(L, X, N) :-
    State = count(0),
    (   member(X, L),
        arg(1, State, N0),
        N1 is N0 + 1,
        nb_setarg(1, State, N1),
        fail
    ;   arg(1, State, N)
    ).

%? state_of_two([3, 7, 5], _)
%? state_of_two([], _)
state_of_two(L, V-At) :-
    State = best(-100, none, 0),
    forall(member(X, L), stepped(X)),
    forall(member(X, L), ( arg(3, State, N0), N is N0 + 1, nb_setarg(3, State, N),
                           ( arg(1, State, V0), X > V0 -> nb_setarg(1, State, X), nb_setarg(2, State, at(N)) ; true ) )),
    State = best(V, At, _).

stepped(X) :- X > 0.

%? no_such_argument(_)
no_such_argument(X) :- State = f(1), ( nb_setarg(2, State, 3) -> X = none ; State = f(X) ).

%? counted_by_repeat(3, _)
counted_by_repeat(N, M) :-
    nb_setval(rounds, 0), repeat, nb_getval(rounds, M0), M is M0 + 1, nb_setval(rounds, M), M >= N, !.
