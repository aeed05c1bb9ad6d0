/*  Two walkers on a path of seven stones, each of whom goes one or two stones towards the other. Who cannot go without
    stepping on the other, or past, has lost: the end is told as a compound with a reason. */

first_position(path(west, 1, 7)).

walk(path(west, West, East), Steps, path(east, Next, East)) :-
    member(Steps, [1, 2]),
    Next is West + Steps,
    Next < East.
walk(path(east, West, East), Steps, path(west, West, Next)) :-
    member(Steps, [1, 2]),
    Next is East - Steps,
    Next > West.

rival(west, east).
rival(east, west).

finished(Path, result(Winner, no_stone)) :-
    \+ walk(Path, _, _),
    arg(1, Path, Loser),
    rival(Loser, Winner).

stroll :-
    first_position(Path),
    stroll(Path).

stroll(Path) :-
    finished(Path, result(Winner, Why)), !,
    format("~w has won: ~w.~n", [Winner, Why]).
stroll(Path) :-
    read(Steps),
    walk(Path, Steps, Next),
    stroll(Next).
