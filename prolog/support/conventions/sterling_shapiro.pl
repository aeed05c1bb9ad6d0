/*  What the two readings of Sterling & Shapiro's files share; see sterling-shapiro.pl. */

:- use_module('../adapting').

:- dynamic first_player/1.

decided(first/1).
decided(second/1).

told(moves/2, move/2).
told(staticval/2, value/2).

initial(turn(Player, Position)) :-
    first(_),
    rules:initialize(_, Position, Player).

%   first(-Player): MAX.

first(Player) :-
    (   first_player(Player0)
    ->  true
    ;   rules:initialize(_, _, Player0)
    ->  (   ground(Player0)
        ->  assertz(first_player(Player0))
        ;   unlike("initialize/3 does not say which player begins", [])
        )
    ;   unlike("initialize/3 gives no first position", [])
    ),
    Player = Player0.

second(Player) :-
    first(First),
    rules:next_player(First, Player), !.        % drops: a third player

mover(turn(Player, _), Mover) :-
    (   first(Player)
    ->  Mover = max
    ;   second(Player)
    ->  Mover = min
    ).

max_to_move(Pos) :-
    mover(Pos, max).

min_to_move(Pos) :-
    mover(Pos, min).

move(turn(Player, Position), Move, turn(Player1, Position1)) :-
    \+ rules:game_over(Position, Player, _),
    rules:next_player(Player, Player1), !,      % drops: a third player
    rules:move(Position, Move),
    (   rules:move(Move, Position, Position1)
    ->  true
    ;   unlike("move/2 gives the move ~p in ~p, which move/3 does not make", [Move, Position])
    ).

%   winner(+Pos, -Winner): the game is over, and Winner (max, min or none) has won.

winner(turn(Player, Position), Winner) :-
    rules:game_over(Position, Player, Result), !,       % drops: further results
    (   nonvar(Result),
        won_by(Result, Winner0)
    ->  Winner = Winner0
    ;   unlike("game_over/3 gives ~p in ~p: expected the player who has won, or draw", [Result, Position])
    ).

won_by(Result, max) :- first(Result).
won_by(Result, min) :- second(Result).
won_by(draw, none).
won_by(tie, none).

worth(max, 1).
worth(min, -1).
worth(none, 0).

staticval(Pos, Val) :-
    (   valued(Pos, Val0)
    *-> Val = Val0,
        agrees(Pos, Val)
    ;   winner(Pos, Winner),
        worth(Winner, Val)
    ).

:- if(defines(value/2)).

valued(turn(Player, Position), Val) :-
    mover(turn(Player, Position), Mover),
    rules:value(Position, Val0),
    point_of_view(Mover, Val0, Val).

:- else.

valued(_, _) :-
    fail.

:- endif.

%   agrees(+Pos, +Val): game_over/3 does not say that the other player has won.

agrees(Pos, Val) :-
    (   number(Val),
        winner(Pos, Winner),
        worth(Winner, Worth),
        Val * Worth < 0
    ->  Pos = turn(Player, Position),
        unlike("value/2 and game_over/3 do not agree on who has won: from whose point of view is the value? \c
                (--convention sterling-shapiro: the mover's; sterling-shapiro-fixed: the first player's) \c
                ~p is to move in ~p", [Player, Position])
    ;   true
    ).

terminalwon(Pos) :-
    winner(Pos, max).

terminallost(Pos) :-
    winner(Pos, min).

:- if(defines(display_game/2)).

position_text(turn(Player, Position), Codes, Rest) :-
    picture(rules:display_game(Position, Player), Codes, Rest).

:- endif.
