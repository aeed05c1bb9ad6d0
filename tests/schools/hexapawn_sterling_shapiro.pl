% Hexapawn, three by three, after The Art of Prolog's programs: the position knows whose turn it is, the values are
% those of the player who is to move.

initialize(hexapawn, game(white, [1/1,2/1,3/1], [1/3,2/3,3/3]), white).

next_player(white, black).
next_player(black, white).

step(white, 1).
step(black, -1).

goal_row(white, 3).
goal_row(black, 1).

pawns(game(white, Whites, Blacks), Whites, Blacks).
pawns(game(black, Whites, Blacks), Blacks, Whites).

move(Position, Move) :-
    Position = game(Player, _, _),
    pawns(Position, Mine, Theirs),
    step(Player, Step),
    member(X/Y, Mine),
    Y1 is Y + Step,
    target(X, Y1, Mine, Theirs, X1, Kind),
    Move = move(X/Y, X1/Y1, Kind).

target(X, Y, Mine, Theirs, X, push) :-
    \+ memberchk(X/Y, Theirs),
    \+ memberchk(X/Y, Mine).
target(X, Y, _, Theirs, X1, capture) :-
    (   X1 is X - 1
    ;   X1 is X + 1
    ),
    memberchk(X1/Y, Theirs).

move(move(From, To, Kind), Position, Position1) :-
    Position = game(Player, _, _),
    pawns(Position, Mine, Theirs),
    selectchk(From, Mine, To, Mine1),
    (   Kind == capture
    ->  selectchk(To, Theirs, Theirs1)
    ;   Theirs1 = Theirs
    ),
    next_player(Player, Player1),
    pawns(Position1, Theirs1, Mine1),
    Position1 = game(Player1, _, _).

game_over(Position, Player, Winner) :-
    next_player(Player, Winner),
    (   goal_row(Winner, Row),
        pawns(Position, _, Pawns),
        memberchk(_/Row, Pawns)
    ;   \+ move(Position, _)
    ),
    !.

value(Position, Value) :-
    Position = game(Player, _, _),
    (   game_over(Position, Player, _)
    ->  Value = -100
    ;   pawns(Position, Mine, Theirs),
        length(Mine, M),
        length(Theirs, T),
        Value is M - T
    ).
