% A cat chases a mouse on a path of places; whoever has a choice moves, noop for the other; no control facts. The
% rules use findall, if-then-else, maplist and tables.

:- table reach/2.

role(mouse).
role(cat).

edge(a, b). edge(b, c). edge(c, d). edge(d, e). edge(b, e).

next_to(X, Y) :- edge(X, Y).
next_to(X, Y) :- edge(Y, X).

reach(X, Y) :- edge(X, Y).
reach(X, Y) :- reach(X, Z), edge(Z, Y).

init(at(mouse, a)).
init(at(cat, e)).
init(turn(mouse)).
init(left(5)).

legal(Role, go(Place)) :-
    true(turn(Role)),
    true(at(Role, Here)),
    next_to(Here, Place).
legal(Role, wait) :-
    true(turn(Role)).
legal(Role, noop) :-
    role(Role),
    \+ true(turn(Role)).

next(at(Role, Place)) :-
    role(Role),
    true(at(Role, Here)),
    (   does(Role, go(There))
    ->  Place = There
    ;   Place = Here
    ).
next(turn(Role)) :-
    true(turn(Other)),
    role(Role),
    Role \= Other.
next(left(N)) :-
    true(left(N0)),
    N is N0 - 1.

same_place :-
    findall(Place, true(at(_, Place)), [Place,Place]).

terminal :- same_place.
terminal :- true(left(0)).
terminal :- maplist(true, [at(mouse, e), turn(mouse)]).

goal(cat, Val) :- ( same_place -> Val = 100 ; Val = 0 ).
goal(mouse, Val) :-
    (   same_place
    ->  Val = 0
    ;   true(at(mouse, Place)),
        aggregate_all(count, reach(_, Place), Count),
        Val is min(100, 60 + Count * 10)
    ).
