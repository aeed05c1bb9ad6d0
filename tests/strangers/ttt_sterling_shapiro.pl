% Tic-tac-toe in the framework of The Art of Prolog. A position is a list of nine squares.

play(Game) :-
    initialize(Game, Position, Player),
    display_game(Position, Player),
    play(Position, Player, _).

play(Position, Player, Result) :-
    game_over(Position, Player, Result),
    !,
    announce(Result).
play(Position, Player, Result) :-
    move(Position, Move),
    move(Move, Position, Position1),
    next_player(Player, Player1),
    !,
    play(Position1, Player1, Result).

initialize(tictactoe, [b,b,b, b,b,b, b,b,b], cross).

next_player(cross, nought).
next_player(nought, cross).

% Which mark is to be placed follows from the number of blanks.
mark(Position, Mark) :-
    findall(b, member(b, Position), Blanks),
    length(Blanks, N),
    (   N mod 2 =:= 1
    ->  Mark = cross
    ;   Mark = nought
    ).

move(Position, Square) :-
    nth1(Square, Position, b).

move(Square, Position, Position1) :-
    mark(Position, Mark),
    same_length(Position, Position1),
    Before is Square - 1,
    length(Front, Before),
    append(Front, [b|Back], Position),
    append(Front, [Mark|Back], Position1).

game_over(Position, _, Mark) :-
    three(Position, Mark),
    Mark \== b,
    !.
game_over(Position, _, draw) :-
    \+ member(b, Position).

% From the point of view of the player who is to move: whoever has three in a row was the last to move.
value(Position, Value) :-
    (   three(Position, Mark),
        Mark \== b
    ->  Value = -1
    ;   Value = 0
    ).

three([P,P,P,_,_,_,_,_,_], P).
three([_,_,_,P,P,P,_,_,_], P).
three([_,_,_,_,_,_,P,P,P], P).
three([P,_,_,P,_,_,P,_,_], P).
three([_,P,_,_,P,_,_,P,_], P).
three([_,_,P,_,_,P,_,_,P], P).
three([P,_,_,_,P,_,_,_,P], P).
three([_,_,P,_,P,_,P,_,_], P).

display_game([A,B,C,D,E,F,G,H,I], Player) :-
    format("~w ~w ~w~n~w ~w ~w~n~w ~w ~w~n~w to move~n", [A,B,C,D,E,F,G,H,I,Player]).

announce(Result) :-
    write(Result), nl.
