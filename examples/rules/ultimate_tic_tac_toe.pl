/*  Ultimate tic-tac-toe: nine boards of tic-tac-toe lie in three rows of three. The cell in
    which a player plays names the board on which the opponent plays next; if that is won or
    full, the opponent may take any other. Three won boards in a line win.
    Rules: en.wikipedia.org/wiki/Ultimate_tic-tac-toe.

    A position is uttt(Mover, Board, Own, Others): the number of the board to play on, or
    any, and the mover's and the opponent's marks, sorted lists of Board/Cell, both 1 to 9
    in reading order. A move is such a mark. MAX is x, who begins.
*/

:- use_module(library(lists)).

initial(uttt(x, any, [], [])).

max_to_move(uttt(x, _, _, _)).

min_to_move(uttt(o, _, _, _)).

opponent(x, o).
opponent(o, x).

move(uttt(Mover, Forced, Own0, Others), Board/Cell, uttt(Opponent, Next, Others, Own)) :-
    opponent(Mover, Opponent),
    \+ won_boards(Others),
    between(1, 9, Board),
    (   Forced == any
    ->  playable(Board, Own0, Others)
    ;   Board = Forced
    ),
    between(1, 9, Cell),
    \+ memberchk(Board/Cell, Own0),
    \+ memberchk(Board/Cell, Others),
    sort([Board/Cell|Own0], Own),
    (   playable(Cell, Own, Others)
    ->  Next = Cell
    ;   Next = any
    ).

%   playable(+Board, +Some, +Others): nobody has won Board, and a cell of it is free.

playable(Board, Some, Others) :-
    \+ won_board(Board, Some),
    \+ won_board(Board, Others),
    between(1, 9, Cell),
    \+ memberchk(Board/Cell, Some),
    \+ memberchk(Board/Cell, Others),
    !.                                  % drops: other free cells

won_board(Board, Marks) :-
    line(A, B, C),
    memberchk(Board/A, Marks),
    memberchk(Board/B, Marks),
    memberchk(Board/C, Marks),
    !.                                  % drops: other lines

won_boards(Marks) :-
    line(A, B, C),
    won_board(A, Marks),
    won_board(B, Marks),
    won_board(C, Marks),
    !.                                  % drops: other lines

line(1, 2, 3).
line(4, 5, 6).
line(7, 8, 9).
line(1, 4, 7).
line(2, 5, 8).
line(3, 6, 9).
line(1, 5, 9).
line(3, 5, 7).

staticval(uttt(Mover, _, _, Others), Val) :-
    (   won_boards(Others)
    ->  lost(Mover, Val)
    ;   Val = 0
    ).

lost(x, -1).
lost(o, 1).
