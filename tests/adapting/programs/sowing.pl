/*  Three holes on each side and a store: b(Mine, MyStore, Yours, YourStore), turned round after each move. A hole
    has a name, h1 to h3, and `sow` must be told one; `holds` says which there are. Nobody but the loop is told the
    player. Who has nothing to sow ends the game, the other one keeps the rest. */

dish(ann, b([2, 2, 2], 0, [2, 2, 2], 0)).

change(ann, bob).
change(bob, ann).

start :- dish(Who, Dish), loop(Dish, Who).

loop(Dish, Who) :- ended(Dish, Who, Result), !, writeln(Result).
loop(Dish, Who) :-
    writeln(Dish),
    ask(Dish, Name),
    sow(Name, Dish, Dish1),
    change(Who, Who1),
    loop(Dish1, Who1).

ask(Dish, Name) :- read(Name), holds(Dish, Name).

holds(b(Mine, _, _, _), Name) :-
    hole(Name, N),
    nth1(N, Mine, Seeds),
    Seeds > 0.

hole(Name, N) :- between(1, 3, N), atom_concat(h, N, Name).

sow(Name, b(Mine, MyStore, Yours, YourStore), b(Yours1, YourStore, Mine1, MyStore1)) :-
    atom_concat(h, Digit, Name),
    atom_number(Digit, N),
    append(Mine, [MyStore|Yours], Ring),
    nth1(N, Ring, Seeds),
    Seeds > 0,
    emptied(N, Ring, Ring1),
    dropped(Seeds, N, Ring1, Ring2),
    length(Mine1, 3),
    append(Mine1, [MyStore1|Yours1], Ring2).

emptied(1, [_|Ring], [0|Ring]) :- !.
emptied(N, [Hole|Ring], [Hole|Ring1]) :- N1 is N - 1, emptied(N1, Ring, Ring1).

dropped(0, _, Ring, Ring) :- !.
dropped(Seeds, N, Ring, Ring2) :-
    At is N mod 7 + 1,
    nth1(At, Ring, Hole, Others),
    Hole1 is Hole + 1,
    nth1(At, Ring1, Hole1, Others),
    Seeds1 is Seeds - 1,
    dropped(Seeds1, At, Ring1, Ring2).

ended(b([0, 0, 0], Mine, Rest, Yours), Who, Result) :-
    sum_list([Yours|Rest], Yours1),
    change(Who, Other),
    compare(Order, Mine, Yours1),
    told(Order, Who, Other, Result).

told(>, Who, _, Who).
told(<, _, Other, Other).
told(=, _, _, nobody).
