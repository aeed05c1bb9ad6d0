% Two boxes of dominoes: who empties the left one moves again. Who takes the last domino has won.
moves_again.

initial_state(_, [3, 4]-one).

current_player(_-Player, Player).

valid_moves([Left, Right]-_, Moves) :-
    findall(left(K), (between(1, 2, K), K =< Left), Lefts),
    findall(right(K), (between(1, 3, K), K =< Right), Rights),
    append(Lefts, Rights, Moves).

move([Left, Right]-Player, left(K), [Less, Right]-Next) :-
    Less is Left - K,
    (   Less =:= 0,
        Right > 0
    ->  Next = Player
    ;   after(Player, Next)
    ).
move([Left, Right]-Player, right(K), [Left, Less]-Next) :-
    Less is Right - K,
    after(Player, Next).

after(one, two).
after(two, one).

game_over([0, 0]-Player, Winner) :-
    after(Player, Winner).
