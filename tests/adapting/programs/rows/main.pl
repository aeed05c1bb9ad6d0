:- use_module(board).
:- use_module(rules).

play :-
    empty_board(Board),
    show(Board),
    turn(Board, white).

turn(Board, Player) :-
    read(Row-Column),
    empty_at(Board, Row, Column),
    place(Board, Row, Column, Player, Next),
    show(Next),
    other_player(Player, Other),
    (   three(Next, Player)
    ->  write(Player)
    ;   turn(Next, Other)
    ).
