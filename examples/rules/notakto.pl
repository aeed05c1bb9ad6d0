/*  Notakto (Bob Koca; Thane Plambeck): both players put crosses on boards of tic-tac-toe. A
    board with three in a row is dead, and nobody plays there; whoever kills the last board
    loses. On one board the first player wins, on two the second one, on three the first.
    Rules: T. E. Plambeck, G. Whitehead, 'The Secrets of Notakto: Winning at X-only
    Tic-Tac-Toe', arXiv:1301.1672. No second opinion is known but what is proved there.

    A position is notakto(Mover, Boards): each board is a sorted list of cells 1 to 9, or
    dead. A move is Board/Cell. MAX is x, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic boards/1.

boards(1).

initial(notakto(x, Boards)) :-
    boards(Count),
    length(Boards, Count),
    maplist(=([]), Boards).

max_to_move(notakto(x, _)).

min_to_move(notakto(o, _)).

opponent(x, o).
opponent(o, x).

move(notakto(Mover, Boards0), Number/Cell, notakto(Opponent, Boards)) :-
    opponent(Mover, Opponent),
    nth1(Number, Boards0, Cells0, Others),
    Cells0 \== dead,
    between(1, 9, Cell),
    \+ memberchk(Cell, Cells0),
    sort([Cell|Cells0], Cells),
    (   has_line(Cells)
    ->  Board = dead
    ;   Board = Cells
    ),
    nth1(Number, Boards, Board, Others).

has_line(Cells) :-
    member(Line, [[1,2,3], [4,5,6], [7,8,9], [1,4,7], [2,5,8], [3,6,9], [1,5,9], [3,5,7]]),
    subset(Line, Cells),
    !.                                  % drops: other lines

%   Who finds only dead boards has not killed the last one, and wins.

staticval(notakto(Mover, Boards), Val) :-
    (   maplist(==(dead), Boards)
    ->  won(Mover, Val)
    ;   Val = 0
    ).

won(x, 1).
won(o, -1).
