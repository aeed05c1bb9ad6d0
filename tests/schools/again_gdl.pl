% Lamps in a row: who lights the second one stays in control. Who lights the last one has won.
moves_again.

role(red).
role(blue).

init(dark(1)). init(dark(2)). init(dark(3)). init(dark(4)).
init(control(red)).

legal(R, light(L)) :- true(control(R)), true(dark(L)).
legal(R, noop) :- role(R), \+ true(control(R)).

next(dark(L)) :- true(dark(L)), \+ lit(L).
next(control(R)) :- true(control(R)), lit(2).
next(control(R)) :- role(R), \+ true(control(R)), \+ lit(2).
next(last(R)) :- lit(_), true(control(R)).

lit(L) :- does(_, light(L)).

terminal :- \+ some_dark.
some_dark :- true(dark(_)).

goal(R, 100) :- true(last(R)).
goal(R, 0) :- role(R), \+ true(last(R)).
