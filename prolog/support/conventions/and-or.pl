/*  AND/OR: won/1 in the form of AND/OR trees, between us and them.

        tomove(Pos, Player)         Player is us or them
        terminal(Pos, Winner)       Winner is us or them, draw, or a number: what Pos is worth to us
        moves(Pos, Move, Next)      by backtracking

    Seen in github.com/Ball-Man/prolog-game-solving, which solves nim and m,n,k-games by won/1 on them.
    Positions are the file's own; us is MAX. A terminal position has no moves, whatever moves/3 says. One
    that is not terminal and has no moves is drawn. A terminal position is worth 1 where we have won, -1
    where they have, 0 where it is drawn; all others have the value that the file's own staticval/2 gives,
    or none.
*/

:- use_module('../adapting').

told(moves/2, moves/3).
told(staticval/2, terminal/2).

:- as_it_is([initial/1, position/1, position_text/3, position_picture/3]).

max_to_move(Pos) :-
    rules:tomove(Pos, Player),
    player(Player, max), !.             % drops: further answers

min_to_move(Pos) :-
    rules:tomove(Pos, Player),
    player(Player, min), !.             % drops: further answers

player(us, max).
player(them, min).
player(max, max).
player(min, min).

move(Pos, Move, Next) :-
    \+ rules:terminal(Pos, _),
    rules:moves(Pos, Move, Next).

staticval(Pos, Val) :-
    (   rules:terminal(Pos, Winner)
    ->  worth(Winner, Pos, Val)
    ;   estimated(Pos, Val)
    ).

:- if(defines(staticval/2)).

estimated(Pos, Val) :-
    rules:staticval(Pos, Val).

:- else.

estimated(Pos, 0) :-
    \+ rules:moves(Pos, _, _).

:- endif.

worth(Winner, Pos, Val) :-
    (   number(Winner)
    ->  Val = Winner
    ;   player(Winner, Player)
    ->  ( Player == max -> Val = 1 ; Val = -1 )
    ;   Winner == draw
    ->  Val = 0
    ;   unlike("terminal/2 gives ~p in ~p: expected us, them, draw or a number", [Winner, Pos])
    ).

terminalwon(Pos) :-
    rules:terminal(Pos, Winner),
    worth(Winner, Pos, Val),
    Val > 0.

terminallost(Pos) :-
    rules:terminal(Pos, Winner),
    worth(Winner, Pos, Val),
    Val < 0.

:- if(defines(show/1)).

position_text(Pos, Codes, Rest) :-
    picture(rules:show(Pos), Codes, Rest).

:- endif.
