% Domineering on two by three squares for a minimax program with utility/2: the mover is the last argument, moves/2
% gives a list, and the squares are numbers in an ordered set.

:- use_module(library(ordsets)).

initial(free([1,2,3,4,5,6], left)).

max_to_move(free(_, left)).
min_to_move(free(_, right)).

% Left lays dominoes upright, Right flat.
domino(left, A, B) :- member(A, [1,2,3]), B is A + 3.
domino(right, A, B) :- member(A, [1,2,4,5]), B is A + 1.

moves(free(Squares, Player), Nexts) :-
    findall(free(Rest, Other),
            ( domino(Player, A, B),
              ord_memberchk(A, Squares),
              ord_memberchk(B, Squares),
              ord_subtract(Squares, [A,B], Rest),
              other(Player, Other) ),
            Nexts),
    Nexts = [_|_].

other(left, right).
other(right, left).

utility(free(Squares, Player), Utility) :-
    (   moves(free(Squares, Player), _)
    ->  room(left, Squares, L),
        room(right, Squares, R),
        Utility is L - R
    ;   Player == left
    ->  Utility is -10
    ;   Utility is 10
    ).

room(Player, Squares, N) :-
    findall(A, ( domino(Player, A, B), memberchk(A, Squares), memberchk(B, Squares) ), As),
    length(As, N).
