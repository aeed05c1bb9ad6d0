/*  Tests of prolog/games/dots_and_boxes.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/dots_and_boxes.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/dots_and_boxes').

:- begin_tests(dots_and_boxes).

board(Width, Height) :-
    retractall(user:width(_)),
    retractall(user:height(_)),
    assertz(user:width(Width)),
    assertz(user:height(Height)).

usual_board :-
    board(2, 2).

moves(Pos, Moves) :-
    findall(Move, move(Pos, Move, _), Moves).

after(Pos, Move, Next) :-
    findall(Pos1, move(Pos, Move, Pos1), [Next]).

leaves(0, _, 1) :-
    !.                                  % drops the next clause, for Depth > 0
leaves(Depth, Pos, Leaves) :-
    Depth1 is Depth - 1,
    aggregate_all(sum(N), ( move(Pos, _, Next), leaves(Depth1, Next, N) ), Leaves).

%   value(+Pos, -Value): plain minimax of the whole game, where each position says who
%   is to move.

value(Pos, Val) :-
    findall(V, ( move(Pos, _, Next), value(Next, V) ), Vals),
    (   Vals == []
    ->  staticval(Pos, Val)
    ;   max_to_move(Pos)
    ->  max_list(Vals, Val)
    ;   min_list(Vals, Val)
    ).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('the start: no line, max to move', [ setup(board(2, 1)), cleanup(usual_board),
     all(Pos == [dots_and_boxes(max, 0, [[e,e],[e,e,e],[e,e]])]) ]) :-
    initial(Pos).

test('a move is the two dots of a line, row by row from the top',
     Moves == [a2-b2, b2-c2, a1-a2, b1-b2, c1-c2, a1-b1, b1-c1]) :-
    moves(dots_and_boxes(min, 0, [[e,e],[e,e,e],[e,e]]), Moves).

test('lines that are drawn are no moves', Moves == [a2-b2, b1-b2, c1-c2, b1-c1]) :-
    moves(dots_and_boxes(max, 0, [[e,x],[x,e,e],[x,e]]), Moves).

test('who completes no box gives the other one the turn') :-
    after(dots_and_boxes(max, 0, [[e,e],[e,e,e],[e,e]]), b1-b2,
          dots_and_boxes(min, 0, [[e,e],[e,x,e],[e,e]])).

test('who completes a box owns it, and moves again') :-
    after(dots_and_boxes(max, 0, [[x,e],[x,e,e],[x,e]]), b1-b2,
          dots_and_boxes(max, 1, [[x,e],[x,x,e],[x,e]])),
    after(dots_and_boxes(min, 0, [[x,e],[x,x,e],[e,e]]), a1-b1,
          dots_and_boxes(min, -1, [[x,e],[x,x,e],[x,e]])).

test('one line can complete two boxes, beside each other or one above the other') :-
    after(dots_and_boxes(min, 0, [[x,x],[x,e,x],[x,x]]), b1-b2,
          dots_and_boxes(min, -2, [[x,x],[x,x,x],[x,x]])),
    after(dots_and_boxes(max, 0, [[x],[x,x],[e],[x,x],[x]]), a2-b2,
          dots_and_boxes(max, 2, [[x],[x,x],[x],[x,x],[x]])).

test('when all lines are drawn, who owns more boxes has won') :-
    Rows = [[x,x],[x,x,x],[x,x]],
    \+ move(dots_and_boxes(max, 2, Rows), _, _),
    terminalwon(dots_and_boxes(max, 2, Rows)),
    \+ terminallost(dots_and_boxes(max, 2, Rows)),
    terminallost(dots_and_boxes(min, -2, Rows)),
    \+ terminalwon(dots_and_boxes(min, 0, Rows)),
    \+ terminallost(dots_and_boxes(min, 0, Rows)),
    \+ terminalwon(dots_and_boxes(max, 1, [[x,e],[x,x,x],[x,x]])).

test('no box is complete before the fourth line: 12, 12 * 11, 12 * 11 * 10 plays',
     Leaves == [12,132,1320]) :-
    initial(Pos),
    findall(N, ( between(1, 3, Depth), leaves(Depth, Pos, N) ), Leaves).

%   On one box the fourth line is the second player's.

test('one box goes to the second player, of two each gets one', Values == [-1,0]) :-
    findall(Val,
            ( member(Width, [1,2]),
              setup_call_cleanup(board(Width, 1), initial(Pos), usual_board),
              value(Pos, Val)
            ),
            Values).

test('the picture') :-
    picture(dots_and_boxes(min, -1, [[x,e],[x,x,e],[x,e],[e,e,x],[e,x]]), Picture),
    atomics_to_string(["  3  +--+  +\n     |  |   \n  2  +--+  +\n           |\n  1  +  +--+\n     a  b  c\n",
                       "min to move, lead -1"], Picture).

test('on the board a box with all four sides is grey',
     Cells-Lines == [cell(1.5,2.5,grey)]-[line(1,2,2,2,black),line(1,2,1,3,black),line(2,2,2,3,black),line(1,3,2,3,black)]) :-
    phrase(position_picture(dots_and_boxes(min, -1, [[e,e],[e,e,e],[x,e],[x,x,e],[x,e]])), Parts),
    findall(cell(X,Y,C), member(cell(X,Y,C), Parts), Cells),
    findall(line(X,Y,X1,Y1,C), member(line(X,Y,X1,Y1,C), Parts), Lines).

:- end_tests(dots_and_boxes).
