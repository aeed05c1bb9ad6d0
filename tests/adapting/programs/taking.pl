/*  Three heaps of sticks. Who is to move and finds no stick has lost: `finished` names that player. A move is a heap and
    a number of sticks. */

first_heaps([1, 2, 3]).

next_one(left, right).
next_one(right, left).

go :- first_heaps(Heaps), go(Heaps, right).

go(Heaps, Who) :-
    finished(Heaps, Who, Whom),
    !,
    format("~w finds nothing to take.~n", [Whom]).
go(Heaps, Who) :-
    print(Heaps),
    read(Heap/Sticks),
    take(Heap/Sticks, Heaps, Heaps1),
    next_one(Who, Who1),
    go(Heaps1, Who1).

finished([0, 0, 0], Who, Who).

take(1/Sticks, [Heap|Heaps], [Rest|Heaps]) :-
    Sticks > 0,
    Sticks =< Heap,
    Rest is Heap - Sticks.
take(N/Sticks, [Heap|Heaps], [Heap|Heaps1]) :-
    N > 1,
    N1 is N - 1,
    take(N1/Sticks, Heaps, Heaps1).
