/*  Sterling & Shapiro, The Art of Prolog, 2nd edition, ch. 20 (Game-Playing Programs) and 21 (Nim, Kalah).

        initialize(Game, Position, Player)      Player is to move in the first Position
        move(Position, Move)                    Move is a legal move, by backtracking
        move(Move, Position, Position1)         makes it
        game_over(Position, Player, Result)     Player is to move; Result is the winner, or draw
        next_player(Player, Player1)
        value(Position, Value)                  optional
        display_game(Position, Player)          optional: what it prints is the picture
        play/1, choose_move/3, announce/1, ...  are not asked

    A position here is turn(Player, Position), for theirs does not say who is to move. MAX is the Player of
    the first answer of initialize/3.

    value/2 is read from the point of view of the player who is to move in Position: so the book's alpha-beta
    (20.4) takes it, which negates the value that comes up at each ply, and so Kalah (21.3) computes it, which
    swaps the sides of the board after each move. Where the values are always the first player's, as 20.3's
    minimax takes them with its MaxMin, say that the file is sterling-shapiro-fixed. At an end, value/2 and
    game_over/3 must agree on who has won; where value/2 gives nothing there, the end is worth 1, -1 or 0.
*/

:- include('sterling_shapiro').

point_of_view(min, Val0, Val) :-
    negated(Val0, Val).
point_of_view(max, Val, Val).
