/*  Abalone (Michel Lalet, Laurent Lévi, 1987): on a board of 61 hexagons with five on each side,
    a player moves one, two or three own marbles that stand in a line by one step: along the
    line, or sideways to empty cells. Along the line they may push fewer marbles of the
    opponent's ahead, to an empty cell or off the board. Whoever first pushes six off wins.
    Rules: en.wikipedia.org/wiki/Abalone_(board_game), the standard start.

    A position is abalone(Mover, Own, Others): the mover's marbles and the opponent's, sorted
    lists of Row/Diagonal, as 5/1 for E1. A move is Marble-Step, with the last marble of those
    that move along, or First/Last-Step for those that move sideways. MAX is black, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic pushed/1.

pushed(6).                              % so many marbles are to be pushed off

initial(abalone(black, Blacks, Whites)) :-
    marbles([1/1-5, 2/1-6, 3/3-5], Blacks),
    marbles([7/5-7, 8/4-9, 9/5-9], Whites).

marbles(Rows, Marbles) :-
    findall(Row/Diagonal, ( member(Row/First-Last, Rows), between(First, Last, Diagonal) ), Marbles).

max_to_move(abalone(black, _, _)).

min_to_move(abalone(white, _, _)).

opponent(black, white).
opponent(white, black).

move(abalone(Mover, Own0, Others0), Name, abalone(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    \+ beaten(Own0),
    member(Marble, Own0),
    (   step(Step),
        along(Marble, Step, Own0, Others0, Others, To),
        Name = Marble-Step,
        selectchk(Marble, Own0, Own1),
        sort([To|Own1], Own)
    ;   sideways(Marble, Own0, Others0, Line, Last, Step),
        Others = Others0,
        Name = Marble/Last-Step,
        subtract(Own0, Line, Own1),
        maplist(beside(Step), Line, Moved),
        append(Moved, Own1, Own2),
        sort(Own2, Own)
    ).

step(0/1).
step(1/1).
step(1/0).
step(0/(-1)).
step((-1)/(-1)).
step((-1)/0).

beside(DR/DD, Row0/Diagonal0, Row/Diagonal) :-
    Row is Row0 + DR,
    Diagonal is Diagonal0 + DD.

cell(Row/Diagonal) :-
    between(1, 9, Row),
    between(1, 9, Diagonal),
    abs(Row - Diagonal) =< 4.

beaten(Own) :-
    length(Own, Count),
    pushed(Most),
    Count =< 14 - Most.

%   along(+Marble, +Step, +Own, +Others0, -Others, -To): the line that begins with Marble moves,
%   and To is the cell before it.

along(Marble, Step, Own, Others0, Others, To) :-
    in_line(Marble, Step, Own, 3, Count, To),
    (   memberchk(To, Others0)
    ->  Fewer is Count - 1,
        in_line(To, Step, Others0, Fewer, _, Behind),
        \+ memberchk(Behind, Own),
        selectchk(To, Others0, Others1),
        (   cell(Behind)
        ->  sort([Behind|Others1], Others)
        ;   Others = Others1
        )
    ;   cell(To),
        Others = Others0
    ).

%   in_line(+Marble, +Step, +Marbles, +Most, -Count, -Next): so many marbles, at most Most, stand
%   one before the other; Next is the cell before them.

in_line(Marble, Step, Marbles, Most, Count, Next) :-
    Most > 0,
    beside(Step, Marble, Next0),
    (   memberchk(Next0, Marbles)
    ->  Fewer is Most - 1,
        in_line(Next0, Step, Marbles, Fewer, Count0, Next),
        Count is Count0 + 1
    ;   Count = 1,
        Next = Next0
    ).

%   sideways(+First, +Own, +Others, -Line, -Last, -Step): two or three marbles in a Line from First
%   can move by Step.

sideways(First, Own, Others, Line, Last, Step) :-
    member(Axis, [0/1, 1/1, 1/0]),
    beside(Axis, First, Second),
    memberchk(Second, Own),
    (   Line = [First,Second],
        Last = Second
    ;   beside(Axis, Second, Last),
        memberchk(Last, Own),
        Line = [First,Second,Last]
    ),
    step(Step),
    \+ parallel(Axis, Step),
    maplist(is_free(Step, Own, Others), Line).

parallel(DR/DD, Row/Diagonal) :-
    DR * Diagonal =:= DD * Row.

is_free(Step, Own, Others, Marble) :-
    beside(Step, Marble, Cell),
    cell(Cell),
    \+ memberchk(Cell, Own),
    \+ memberchk(Cell, Others).

%   Who has lost enough marbles, or cannot move, has lost.

staticval(Pos, Val) :-
    Pos = abalone(Mover, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(black, -1).
lost(white, 1).
