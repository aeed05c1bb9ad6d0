% Noughts and crosses in facts, which a move retracts and asserts; the screen is drawn in between.

:- dynamic cell/2.

cell(1, free).
cell(2, free).
cell(3, free).
cell(4, free).
cell(5, free).
cell(6, free).
cell(7, free).
cell(8, free).
cell(9, free).

opponent(x, o).
opponent(o, x).

mark(Number, Player) :-
    retract(cell(Number, free)),
    assertz(cell(Number, Player)).

line(1, 2, 3).
line(4, 5, 6).
line(7, 8, 9).
line(1, 4, 7).
line(2, 5, 8).
line(3, 6, 9).
line(1, 5, 9).
line(3, 5, 7).

winner(Player) :-
    opponent(Player, _),
    line(A, B, C),
    cell(A, Player),
    cell(B, Player),
    cell(C, Player).

draw_screen :-
    forall(cell(Number, What), ( write(Number), write(What), nl )).

main :-
    draw_screen,
    read(Number),
    mark(Number, x),
    \+ winner(x),
    main.
