:- module(board, [empty_board/1, empty_at/3, place/5, show/1]).
:- use_module(rules).

empty_board([['.', '.', '.'], ['.', '.', '.'], ['.', '.', '.']]).

cell(Board, Row, Column, What) :-
    nth1(Row, Board, Cells),
    nth1(Column, Cells, What).

empty_at(Board, Row, Column) :-
    cell(Board, Row, Column, '.').

place(Board, Row, Column, Player, Next) :-
    change(Row, Board, Cells, NewCells, Next),
    change(Column, Cells, _, Player, NewCells).

change(1, [Old|Rest], Old, New, [New|Rest]).
change(N, [One|Rest], Old, New, [One|More]) :-
    N > 1,
    N1 is N - 1,
    change(N1, Rest, Old, New, More).

show(Board) :-
    forall(member(Cells, Board), ( write(Cells), nl )),
    ( three(Board, Player) -> write(Player) ; true ).
