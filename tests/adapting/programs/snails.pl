/*  Two snails climb a wall of a hundred bricks, a brick up or down in turn; the first one at the top has won. Played at
    random they never come there. */

start_wall(wall(50, 50, 100)).

after(ada, ben).
after(ben, ada).

climb :- start_wall(Wall), climb(Wall, ada, Winner), writeln(Winner).

climb(Wall, Snail, Winner) :-
    is_over(Wall, Snail, Winner),
    !.
climb(Wall, Snail, Winner) :-
    writeln(Wall),
    read(Way),
    creep(Way, Snail, Wall, Wall1),
    after(Snail, Snail1),
    climb(Wall1, Snail1, Winner).

creep(Way, ada, wall(A, B, Top), wall(A1, B, Top)) :- brick(Way, A, A1).
creep(Way, ben, wall(A, B, Top), wall(A, B1, Top)) :- brick(Way, B, B1).

brick(up, N, N1) :- N1 is N + 1.
brick(down, N, N1) :- N > 0, N1 is N - 1.

is_over(wall(Top, _, Top), _, ada).
is_over(wall(_, Top, Top), _, ben).
