/*  Tests of prolog/games/connect4.pl:

        swipl -q -g run_tests -t halt tests/prolog/games/connect4.plt
*/

:- use_module(library(plunit)).
:- ensure_loaded('../../../prolog/games/connect4').

:- begin_tests(connect4).

%   board(+Width, +Height, +Run): play on this board; the file's own is 7, 6, 4.

board(Width, Height, Run) :-
    retractall(user:width(_)),
    retractall(user:height(_)),
    retractall(user:run(_)),
    assertz(user:width(Width)),
    assertz(user:height(Height)),
    assertz(user:run(Run)).

usual_board :-
    board(7, 6, 4).

leaves(0, _, 1) :-
    !.                                  % drops the next clause, for Depth > 0
leaves(Depth, Pos, Leaves) :-
    Depth1 is Depth - 1,
    aggregate_all(sum(N), ( move(Pos, _, Next), leaves(Depth1, Next, N) ), Leaves).

%   nodes_value(+Depth, +Pos, -Nodes, -Value): plain minimax to this depth.

nodes_value(Depth, Pos, Nodes, Val) :-
    Depth1 is Depth - 1,
    findall(N-V,
            ( Depth > 0, move(Pos, _, Next), nodes_value(Depth1, Next, N, V) ),
            Pairs),
    pairs_keys_values(Pairs, Ns, Vals),
    sum_list([1|Ns], Nodes),
    (   Vals == []
    ->  staticval(Pos, Val)
    ;   max_to_move(Pos)
    ->  max_list(Vals, Val)
    ;   min_list(Vals, Val)
    ).

level_below(Level0, Level) :-
    findall(Next, ( member(Pos, Level0), move(Pos, _, Next) ), Nexts),
    sort(Nexts, Level).

reachable(Positions) :-
    initial(Pos),
    reachable([Pos], Positions).

reachable([], []).
reachable(Level0, Positions) :-
    Level0 = [_|_],
    level_below(Level0, Level),
    reachable(Level, Positions0),
    append(Level0, Positions0, Positions).

%   cells(+Direction, +Column, +Row, +Count, -Cells): Count cells of the usual
%   board that start at Column/Row. columns_with/3 puts a disc on each; where
%   nothing else holds it up, there are discs of a third kind, z.

line(right, 1, 0).
line(up,    0, 1).
line(rising, 1, 1).
line(falling, 1, -1).

columns_with(Cells, Disc, Columns) :-
    findall(Column, ( between(1, 7, C), column_with(Cells, C, Disc, Column) ), Columns).

column_with(Cells, C, Disc, Column) :-
    findall(R, member(C/R, Cells), Rows),
    max_list([0|Rows], Top),
    findall(D, ( between(1, Top, R), ( memberchk(R, Rows) -> D = Disc ; D = z ) ), Column).

cells(Direction, Column, Row, Count, Cells) :-
    line(Direction, DC, DR),
    Last is Count - 1,
    findall(C/R,
            ( between(0, Last, I), C is Column + I*DC, R is Row + I*DR ),
            Cells),
    forall(member(C/R, Cells), ( between(1, 7, C), between(1, 6, R) )).

picture(Pos, Picture) :-
    phrase(position_text(Pos), Codes),
    string_codes(Picture, Codes).

test('the start is seven empty columns, with x to move',
     all(Pos == [connect4(x, [[],[],[],[],[],[],[]])])) :-
    initial(Pos).

test('another fact width/1 gives another start',
     [ setup(board(2, 3, 4)), cleanup(usual_board), all(Pos == [connect4(x, [[],[]])]) ]) :-
    initial(Pos).

test('discs fall on top, left column first; a full column is no move',
     [ setup(board(3, 2, 3)), cleanup(usual_board),
       Successors == [ 1-connect4(x, [[o],[x,o],[x]]), 3-connect4(x, [[],[x,o],[x,o]]) ]
     ]) :-
    findall(Move-Next, move(connect4(o, [[],[x,o],[x]]), Move, Next), Successors).

test('a move can be asked for by its number', all(Next == [connect4(o, [[],[],[x],[],[],[],[]])])) :-
    initial(Pos),
    move(Pos, 3, Next).

test('a disc on top of a full column, or beside the board, is no move', fail) :-
    member(Move, [0,1,8]),
    move(connect4(x, [[x,o,x,o,x,o],[],[],[],[],[],[]]), Move, _).

%   Until a column is full or a run is there, 7^Depth.

test('leaves by depth: 7, 49, 343, 2401, 16807', Leaves == [7,49,343,2401,16807]) :-
    initial(Pos),
    findall(N, ( between(1, 5, Depth), leaves(Depth, Pos, N) ), Leaves).

test('7x6 has 24 lines across, 21 up, 12 rising, 12 falling: 69 wins with four discs',
     Counts == [24,21,12,12]) :-
    findall(Count,
            (   member(Direction, [right, up, rising, falling]),
                aggregate_all(count,
                              (   between(1, 7, C), between(1, 6, R),
                                  cells(Direction, C, R, 4, Cells),
                                  columns_with(Cells, x, Columns),
                                  terminalwon(connect4(o, Columns))
                              ),
                              Count)
            ),
            Counts).

test('each of those lines ends the game for either player',
     [forall(( line(Direction, _, _), between(1, 7, C), between(1, 6, R),
               cells(Direction, C, R, 4, Cells) ))]) :-
    columns_with(Cells, x, Xs),
    staticval(connect4(o, Xs), 1),
    \+ terminallost(connect4(o, Xs)),
    \+ move(connect4(o, Xs), _, _),
    columns_with(Cells, o, Os),
    staticval(connect4(x, Os), -1),
    terminallost(connect4(x, Os)),
    \+ terminalwon(connect4(x, Os)),
    \+ move(connect4(x, Os), _, _).

test('three of a line win nothing',
     [forall(( line(Direction, _, _), between(1, 7, C), between(1, 6, R),
               cells(Direction, C, R, 3, Cells) ))]) :-
    columns_with(Cells, x, Columns),
    \+ terminalwon(connect4(o, Columns)),
    \+ terminallost(connect4(o, Columns)).

test('three in a row win where run is 3',
     [ setup(board(3, 3, 3)), cleanup(usual_board) ]) :-
    terminalwon(connect4(o, [[x,o],[x,o],[x]])).

test('a full board without a run is drawn',
     [ setup(board(2, 2, 4)), cleanup(usual_board) ]) :-
    Pos = connect4(x, [[x,o],[o,x]]),
    \+ move(Pos, _, _),
    findall(Val, staticval(Pos, Val), [0]),
    \+ terminalwon(Pos),
    \+ terminallost(Pos).

test('the empty board is estimated as 0.0, a float') :-
    initial(Pos),
    staticval(Pos, Val),
    Val == 0.0.

%   In the corner a disc is on 3 of the 69 lines, in the middle of the bottom row
%   on 7: one up, four across, one rising and one falling. One line across has
%   both discs, so that neither player can complete it.

test('estimates: 3/70 for x in the corner, 7/70 in the middle, (2-6)/70 with o there') :-
    Corner is 3/70.0,
    Middle is 7/70.0,
    Both is (2-6)/70.0,
    staticval(connect4(o, [[x],[],[],[],[],[],[]]), Corner),
    staticval(connect4(o, [[],[],[],[x],[],[],[]]), Middle),
    staticval(connect4(x, [[x],[],[],[o],[],[],[]]), Both).

test('exchanging the players changes the sign of the estimate') :-
    staticval(connect4(x, [[x,o],[],[x,x],[o],[],[],[]]), Val),
    staticval(connect4(x, [[o,x],[],[o,o],[x],[],[],[]]), Opposite),
    Val =:= -Opposite,
    Val =\= 0.

test('a mirrored position has the same value') :-
    Columns = [[x,o],[],[x,x],[o],[],[],[x,o]],
    reverse(Columns, Mirrored),
    staticval(connect4(o, Columns), Val),
    staticval(connect4(o, Mirrored), Val).

test('a board too small for any line is estimated as 0.0, and drawn when full',
     [ setup(board(3, 3, 4)), cleanup(usual_board) ]) :-
    staticval(connect4(o, [[x],[],[]]), Val),
    Val == 0.0,
    staticval(connect4(o, [[x,x,x],[x,x,x],[x,x,x]]), 0).

test('a column higher than the board is no position') :-
    Pos = connect4(x, [[x,o,x,o,x,o,x],[],[],[],[],[],[]]),
    \+ move(Pos, _, _),
    \+ staticval(Pos, _).

test('a third player never is to move') :-
    Pos = connect4(z, [[],[],[],[],[],[],[]]),
    \+ max_to_move(Pos),
    \+ min_to_move(Pos),
    \+ move(Pos, _, _).

test('in every position of 3x3, run 3: one mover, movers alternate, one value, right outcome',
     [ setup(board(3, 3, 3)), cleanup(usual_board) ]) :-
    reachable(Positions),
    forall(member(Pos, Positions), lawful(Pos)).

lawful(Pos) :-
    findall(Mover, mover(Pos, Mover), [Mover]),
    forall(move(Pos, _, Next), ( mover(Next, Other), Other \== Mover )),
    findall(Val, staticval(Pos, Val), [Val]),
    (   move(Pos, _, _)
    ->  abs(Val) < 1, float(Val)
    ;   integer(Val)
    ),
    (   terminalwon(Pos) ->  Val == 1 ; Val \== 1 ),
    (   terminallost(Pos) ->  Val == -1 ; Val \== -1 ).

mover(Pos, max) :-
    max_to_move(Pos).
mover(Pos, min) :-
    min_to_move(Pos).

test('7x6 to depth 4 has 1+7+49+343+2401 nodes', Nodes == 2801) :-
    initial(Pos),
    nodes_value(4, Pos, Nodes, _).

test('the picture of a position',
     [ setup(board(3, 4, 4)), cleanup(usual_board),
       Picture == "  .  .  .\n  .  .  .\n  .  o  .\n  .  x  x\n  1  2  3\no to move"
     ]) :-
    picture(connect4(o, [[],[x,o],[x]]), Picture).

test('in the picture, columns of two digits stay apart',
     [ setup(board(11, 1, 4)), cleanup(usual_board),
       Picture == "  .  .  .  .  .  .  .  .  .  .  .\n  1  2  3  4  5  6  7  8  9 10 11\nx to move"
     ]) :-
    initial(Pos),
    picture(Pos, Picture).

:- end_tests(connect4).
