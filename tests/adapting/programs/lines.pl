/*  Noughts and crosses in a term of nine arguments. A predicate for each direction is asked by the one that names
    the winner, and all of them are called so that a name tells nothing. */

fresh(grid(n, n, n, n, n, n, n, n, n)).

foe(x, o).
foe(o, x).

play(Grid, Mark) :-
    show(Grid),
    read(At),
    step(Grid, At, Mark, Grid1),
    (   victory(Grid1, Mark)
    ->  writeln(Mark)
    ;   foe(Mark, Foe),
        play(Grid1, Foe)
    ).

main :- fresh(Grid), play(Grid, x).

show(Grid) :- writeln(Grid).

step(Grid, At, Mark, Grid1) :-
    arg(At, Grid, n),
    Grid =.. [grid|Marks],
    before(At, Marks, Mark, Marks1),
    Grid1 =.. [grid|Marks1].

before(1, [_|Marks], Mark, [Mark|Marks]) :- !.
before(At, [First|Marks], Mark, [First|Marks1]) :-
    At0 is At - 1,
    before(At0, Marks, Mark, Marks1).

victory(Grid, Mark) :- victory_along(Grid, Mark).
victory(Grid, Mark) :- victory_down(Grid, Mark).
victory(Grid, Mark) :- victory_across(Grid, Mark).

victory_along(Grid, Mark) :- member(At, [1, 4, 7]), three(Grid, At, 1, Mark).
victory_down(Grid, Mark) :- member(At, [1, 2, 3]), three(Grid, At, 3, Mark).
victory_across(Grid, Mark) :- three(Grid, 1, 4, Mark) ; three(Grid, 3, 2, Mark).

three(Grid, At, Step, Mark) :-
    arg(At, Grid, Mark), Mark \== n,
    At1 is At + Step, arg(At1, Grid, Mark),
    At2 is At1 + Step, arg(At2, Grid, Mark).
