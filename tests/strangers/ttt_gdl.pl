% Tic-tac-toe as a general game player gets it.

role(white).
role(black).

index(1).
index(2).
index(3).

init(cell(M, N, b)) :- index(M), index(N).
init(control(white)).

legal(Role, mark(M, N)) :- true(control(Role)), true(cell(M, N, b)).
legal(Role, noop) :- role(Role), \+ true(control(Role)).

next(cell(M, N, Role)) :- does(Role, mark(M, N)).
next(cell(M, N, Role)) :- true(cell(M, N, Role)), distinct(Role, b).
next(cell(M, N, b)) :-
    does(_, mark(J, K)),
    true(cell(M, N, b)),
    or(distinct(M, J), distinct(N, K)).
next(control(white)) :- true(control(black)).
next(control(black)) :- true(control(white)).

row(M, Role) :- true(cell(M, 1, Role)), true(cell(M, 2, Role)), true(cell(M, 3, Role)).
column(N, Role) :- true(cell(1, N, Role)), true(cell(2, N, Role)), true(cell(3, N, Role)).
diagonal(Role) :- true(cell(1, 1, Role)), true(cell(2, 2, Role)), true(cell(3, 3, Role)).
diagonal(Role) :- true(cell(1, 3, Role)), true(cell(2, 2, Role)), true(cell(3, 1, Role)).

line(Role) :- row(_, Role).
line(Role) :- column(_, Role).
line(Role) :- diagonal(Role).

open :- true(cell(_, _, b)).

goal(Role, 100) :- role(Role), line(Role).
goal(white, 50) :- \+ line(white), \+ line(black).
goal(black, 50) :- \+ line(white), \+ line(black).
goal(white, 0) :- line(black).
goal(black, 0) :- line(white).

terminal :- line(white).
terminal :- line(black).
terminal :- \+ open.
