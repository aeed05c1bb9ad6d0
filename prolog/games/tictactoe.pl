/*  Tic-tac-toe: x and o take turns, x first, and whoever has three in a row, a
    column or a diagonal wins.

    A position is tictactoe(Mover, Cells): Mover is x or o, and Cells are the
    nine cells row by row, each x, o or e (empty):

        tictactoe(o, [x,e,e,      x | 2 | 3
                      e,e,e,      4 | 5 | 6
                      e,e,e])     7 | 8 | 9

    A move is the number of the cell that it fills, as in the picture. MAX is x.

    The option `evaluation` says what a position is worth:

        outcome     1 where x has won, -1 where o has won, 0 elsewhere
        lecture     3*X3 - 3*O3 + 2*X2 - 2*O2 + X1 - O1, finished or not, where Xn
                    is the number of lines with n x's and no o, and On the same
                    for o (lecture 20, 'Games', which prints the terms of 3 and 2
                    and three dots)
*/

:- use_module(library(apply)).
:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

:- dynamic evaluation/1.

evaluation(outcome).

default_depth(unlimited).
default_plies(1).

initial(tictactoe(x, [e,e,e,
                      e,e,e,
                      e,e,e])).

max_to_move(tictactoe(x, _)).

min_to_move(tictactoe(o, _)).

opponent(x, o).
opponent(o, x).

move(tictactoe(Mover, Cells0), Number, tictactoe(Opponent, Cells)) :-
    \+ winner(Cells0, _),
    opponent(Mover, Opponent),
    filled(Cells0, Mover, 1, Number, Cells).

%   filled(+Cells0, +Player, +Number0, ?Number, ?Cells): Cells are Cells0 with
%   the empty cell Number given to Player; the first of Cells0 is Number0.

filled([e|Cells], Player, Number, Number, [Player|Cells]).
filled([Cell|Cells0], Player, Number0, Number, [Cell|Cells]) :-
    Number1 is Number0 + 1,
    filled(Cells0, Player, Number1, Number, Cells).

%   winner(+Cells, ?Player): once for each line of three that Player holds.

winner(Cells, Player) :-
    three(Cells, Player),
    Player \== e.

three([P,P,P,_,_,_,_,_,_], P).
three([_,_,_,P,P,P,_,_,_], P).
three([_,_,_,_,_,_,P,P,P], P).
three([P,_,_,P,_,_,P,_,_], P).
three([_,P,_,_,P,_,_,P,_], P).
three([_,_,P,_,_,P,_,_,P], P).
three([P,_,_,_,P,_,_,_,P], P).
three([_,_,P,_,P,_,P,_,_], P).

%   Of the eight images of a board, the first in the standard order of terms
%   stands for all.

canonical(tictactoe(Mover, Cells), tictactoe(Mover, Same)) :-
    images(Cells, Images),
    foldl(first, Images, Cells, Same).

images([A,B,C,
        D,E,F,
        G,H,I], [[C,B,A,F,E,D,I,H,G], [G,H,I,D,E,F,A,B,C], [I,H,G,F,E,D,C,B,A],
                 [A,D,G,B,E,H,C,F,I], [C,F,I,B,E,H,A,D,G], [G,D,A,H,E,B,I,F,C],
                 [I,F,C,H,E,B,G,D,A]]).

first(Image, Same0, Same) :-
    (   Image @< Same0
    ->  Same = Image
    ;   Same = Same0
    ).

staticval(tictactoe(_, Cells), Val) :-
    evaluation(Evaluation),
    evaluated(Evaluation, Cells, Val).

evaluated(outcome, Cells, Val) :-
    outcome(Cells, Val).
evaluated(lecture, Cells, Val) :-
    lines(Cells, Lines),
    foldl(line_value, Lines, 0, Val).

outcome(Cells, Val) :-
    (   winner(Cells, x)
    ->  Val = 1
    ;   winner(Cells, o)
    ->  Val = -1
    ;   Val = 0
    ).

lines([A,B,C,
       D,E,F,
       G,H,I], [[A,B,C], [D,E,F], [G,H,I],
                [A,D,G], [B,E,H], [C,F,I],
                [A,E,I], [C,E,G]]).

%   line_value(+Line, +Val0, -Val): n x's and no o count n, n o's and no x -n.

line_value(Line, Val0, Val) :-
    foldl(count, Line, 0-0, Xs-Os),
    (   Os =:= 0
    ->  Val is Val0 + Xs
    ;   Xs =:= 0
    ->  Val is Val0 - Os
    ;   Val = Val0
    ).

count(e, Xs-Os, Xs-Os).
count(x, Xs0-Os, Xs-Os) :-
    Xs is Xs0 + 1.
count(o, Xs-Os0, Xs-Os) :-
    Os is Os0 + 1.

terminalwon(tictactoe(_, Cells)) :-
    outcome(Cells, 1).

terminallost(tictactoe(_, Cells)) :-
    outcome(Cells, -1).

move_text(Number) -->
    "square ", integer(Number).

%   The picture: an empty cell shows its number.
%
%        x | 2 | 3
%       ---+---+---
%        4 | 5 | 6
%       ---+---+---
%        7 | 8 | 9
%       o to move

position_text(tictactoe(Mover, [A,B,C,D,E,F,G,H,I])) -->
    row_text(A, B, C, 1), "---+---+---\n",
    row_text(D, E, F, 4), "---+---+---\n",
    row_text(G, H, I, 7),
    atom(Mover), " to move".

row_text(Left, Middle, Right, Number) -->
    { Number1 is Number + 1,
      Number2 is Number + 2
    },
    " ",   cell_text(Left, Number),
    " | ", cell_text(Middle, Number1),
    " | ", cell_text(Right, Number2), "\n".

cell_text(e, Number) --> integer(Number).
cell_text(x, _)      --> "x".
cell_text(o, _)      --> "o".

%   The same as a picture.

position_picture(tictactoe(_, Cells)) -->
    { findall(Part, part(Cells, Part), Parts) },
    Parts.

part(Cells, Part) :-
    nth1(Number, Cells, Cell),
    X is (Number - 1) mod 3,
    Y is (Number - 1) // 3,
    (   Part = cell(X, Y)
    ;   cell_part(Cell, X, Y, Number, Part)
    ).

cell_part(e, X, Y, Number, text(X, Y, Number)).
cell_part(x, X, Y, _, piece(X, Y, max, cross)).
cell_part(o, X, Y, _, piece(X, Y, min, ring)).
