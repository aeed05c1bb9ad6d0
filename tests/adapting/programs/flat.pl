% Noughts and crosses on a flat list; the player comes first, and a move is the next board.

start_board([b, b, b, b, b, b, b, b, b]).

rival(nought, cross).
rival(cross, nought).

put(Who, [b|Rest], [Who|Rest]).
put(Who, [Cell|Rest], [Cell|More]) :-
    put(Who, Rest, More).

triple([W, W, W, _, _, _, _, _, _], W).
triple([_, _, _, W, W, W, _, _, _], W).
triple([_, _, _, _, _, _, W, W, W], W).
triple([W, _, _, W, _, _, W, _, _], W).
triple([_, W, _, _, W, _, _, W, _], W).
triple([_, _, W, _, _, W, _, _, W], W).
triple([W, _, _, _, W, _, _, _, W], W).
triple([_, _, W, _, W, _, W, _, _], W).

has_won(Board, Who) :-
    rival(Who, _),
    triple(Board, Who).

go :-
    start_board(Board),
    turn(Board, cross).

turn(Board, _) :-
    has_won(Board, Winner),
    format("~w wins~n", [Winner]).
turn(Board, Who) :-
    print(Board), nl,
    read(Number),
    nth1(Number, Board, b),
    put(Who, Board, Next),
    nth1(Number, Next, Who),
    rival(Who, Other),
    turn(Next, Other).
