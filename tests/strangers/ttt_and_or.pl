% Tic-tac-toe for an AND/OR solver. A full board is no terminal position: it is one without moves.

initial(ttt(us, [blank,blank,blank, blank,blank,blank, blank,blank,blank])).

tomove(ttt(Player, _), Player).

terminal(ttt(_, Board), Winner) :-
    member(Winner, [us,them]),
    line(Line),
    maplist(holds(Board, Winner), Line),
    !.

holds(Board, Player, Square) :-
    nth1(Square, Board, Player).

line([1,2,3]).
line([4,5,6]).
line([7,8,9]).
line([1,4,7]).
line([2,5,8]).
line([3,6,9]).
line([1,5,9]).
line([3,5,7]).

moves(ttt(Player, Board0), Square, ttt(Other, Board)) :-
    other(Player, Other),
    nth1(Square, Board0, blank, Rest),
    nth1(Square, Board, Player, Rest).

other(us, them).
other(them, us).

show(ttt(_, Board)) :-
    forall(member(Square, Board), ( write(Square), write(' ') )).
