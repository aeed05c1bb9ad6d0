% Nim in GDL, with no fact control(Role): whoever is not to move has noop alone.

role(first).
role(second).

init(heap(1, 1)).
init(heap(2, 3)).
init(heap(3, 5)).
init(turn(first)).

other(first, second).
other(second, first).

legal(Role, take(Heap, Count)) :-
    true(turn(Role)),
    true(heap(Heap, Size)),
    between(1, Size, Count).
legal(Role, noop) :-
    role(Role),
    \+ true(turn(Role)).

next(heap(Heap, Left)) :-
    does(_, take(Heap, Count)),
    true(heap(Heap, Size)),
    Left is Size - Count.
next(heap(Heap, Size)) :-
    true(heap(Heap, Size)),
    \+ does(_, take(Heap, _)).
next(turn(Other)) :-
    true(turn(Role)),
    other(Role, Other).

left :- true(heap(_, Size)), Size > 0.

terminal :- \+ left.

goal(Role, 0) :- true(turn(Role)), terminal.
goal(Role, 100) :- role(Role), \+ true(turn(Role)), terminal.
