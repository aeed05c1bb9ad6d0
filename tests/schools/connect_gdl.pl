% Two in a row upwards or sideways, with gravity, on three columns of height two: GDL with counting facts and recursion.

role(red).
role(blue).

succ_of(0, 1).
succ_of(1, 2).
succ_of(2, 3).

column(1). column(2). column(3).

init(height(C, 0)) :- column(C).
init(control(red)).
init(step(0)).

base(height(C, H)) :- column(C), member(H, [0,1,2]).
input(R, drop(C)) :- role(R), column(C).

legal(R, drop(C)) :-
    true(control(R)),
    true(height(C, H)),
    \+ full(H).
legal(R, noop) :-
    role(R),
    \+ true(control(R)).

full(2).

next(cell(C, H1, R)) :- does(R, drop(C)), true(height(C, H)), succ_of(H, H1).
next(cell(C, H, R)) :- true(cell(C, H, R)).
next(height(C, H1)) :- does(_, drop(C)), true(height(C, H)), succ_of(H, H1).
next(height(C, H)) :- true(height(C, H)), \+ dropped(C).
next(control(R)) :- true(control(Q)), opponent(Q, R).
next(step(N1)) :- true(step(N)), N1 is N + 1.

dropped(C) :- does(_, drop(C)).

opponent(R, Q) :- role(R), role(Q), distinct(R, Q).

line(R, 1, C, H, _, _) :- true(cell(C, H, R)).
line(R, N, C, H, DC, DH) :-
    N > 1,
    true(cell(C, H, R)),
    C1 is C + DC,
    H1 is H + DH,
    N1 is N - 1,
    line(R, N1, C1, H1, DC, DH).

wins(R) :- true(cell(C, H, R)), or(line(R, 3, C, H, 1, 0), line(R, 2, C, H, 0, 1)).

open :- true(height(_, H)), H < 2.

terminal :- role(R), wins(R).
terminal :- \+ open.

goal(R, 100) :- wins(R).
goal(R, 0) :- opponent(R, Q), wins(Q), \+ wins(R).
goal(R, 50) :- role(R), \+ ( role(Q), wins(Q) ).
