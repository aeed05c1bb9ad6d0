% High card twice, with points: facts hold(Role, Card), score; next by foldl and nth0 of side facts; helper library used.

role(ann).
role(bob).

cards(ann, [2,5,6]).
cards(bob, [3,4,7]).

init(holds(R, C)) :- cards(R, Cs), nth0(_, Cs, C).
init(score(R, 0)) :- role(R).
init(control(ann)).
init(table([])).

legal(R, play(C)) :- true(control(R)), true(holds(R, C)).
legal(R, noop) :- role(R), \+ true(control(R)).

next(holds(R, C)) :- true(holds(R, C)), \+ does(R, play(C)).
next(control(R)) :- role(R), \+ true(control(R)).
next(table([C])) :- true(table([])), does(_, play(C)).
next(table([])) :- true(table([_])).
next(score(R, S)) :-
    role(R),
    true(score(R, S0)),
    gains(R, G),
    S is S0 + G.

gains(R, 1) :- true(table([C])), does(P, play(D)), ( D > C -> R = P ; R \== P ), !.
gains(_, 0).

terminal :- \+ true(holds(_, _)).

total(R, T) :- findall(S, true(score(R, S)), Ss), foldl([X,A,B]>>( B is A + X ), Ss, 0, T).

goal(R, V) :- role(R), total(R, T), V is 25 * T.
