% Tic-tac-toe as an assignment of the FEUP course: GameState is Board-Player, Board a list of rows.

:- use_module(library(lists)).

play :-
    initial_state(3, GameState),
    display_game(GameState).

initial_state(3, [[empty,empty,empty], [empty,empty,empty], [empty,empty,empty]]-red).

next_player(red, blue).
next_player(blue, red).

valid_moves(Board-_, ListOfMoves) :-
    findall(Row/Column, ( nth1(Row, Board, Line), nth1(Column, Line, empty) ), ListOfMoves).

move(Board-Player, Row/Column, NewBoard-NextPlayer) :-
    nth1(Row, Board, Line, OtherLines),
    nth1(Column, Line, empty, OtherCells),
    nth1(Column, NewLine, Player, OtherCells),
    nth1(Row, NewBoard, NewLine, OtherLines),
    next_player(Player, NextPlayer).

game_over(Board-_, Winner) :-
    three_in_line(Board, Winner),
    Winner \= empty,
    !.
game_over(Board-_, draw) :-
    \+ ( member(Line, Board), member(empty, Line) ).

three_in_line(Board, Piece) :-
    member([Piece,Piece,Piece], Board).
three_in_line(Board, Piece) :-
    member(Column, [1,2,3]),
    maplist(nth1(Column), Board, [Piece,Piece,Piece]).
three_in_line([[P,_,_], [_,P,_], [_,_,P]], P).
three_in_line([[_,_,P], [_,P,_], [P,_,_]], P).

value(GameState, Player, Value) :-
    (   game_over(GameState, Winner),
        Winner \= draw
    ->  (   Winner = Player
        ->  Value = 1
        ;   Value = -1
        )
    ;   Value = 0
    ).

display_game(Board-Player) :-
    forall(member([A,B,C], Board), format("~w ~w ~w~n", [A,B,C])),
    format("~w to play~n", [Player]).
