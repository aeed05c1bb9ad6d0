% Four edges of a figure, painted in turn: a pattern of two wins. The board is a compound, read by arg/3 and univ.

initial(game(max, b(0,0,0,0))).

max_to_move(game(max, _)).
min_to_move(game(min, _)).

flip(max, min, 1).
flip(min, max, 2).

move(game(P, Board), paint(I), game(Q, Board1)) :-
    flip(P, Q, Mark),
    \+ finished(Board),
    arg(I, Board, 0),
    Board =.. [b|Cells],
    nth1(I, Cells, _, Rest),
    nth1(I, Cells1, Mark, Rest),
    Board1 =.. [b|Cells1].

finished(Board) :- wins(_, Board).
finished(b(A,B,C,D)) :- \+ member(0, [A,B,C,D]).

wins(M, b(M,M,_,_)) :- M > 0.
wins(M, b(_,_,M,M)) :- M > 0.
wins(M, b(M,_,_,M)) :- M > 0.

utility(game(_, B), 1) :- wins(1, B), !.
utility(game(_, B), -1) :- wins(2, B), !.
utility(_, 0).
