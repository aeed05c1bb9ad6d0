/*  m,n,k-games: the players put stones on the empty squares of a board of m columns and n
    rows, and whoever first has k in a line, or more, wins. A full board is a draw. With 3,
    3 and 3 it is tic-tac-toe; with 15, 15 and 5 it is gomoku without restrictions.
    Rules: H. J. van den Herik, J. W. H. M. Uiterwijk, J. van Rijswijck, 'Games solved: Now
    and in the future', Artificial Intelligence 134, 2002, section 4.

    A position is mnk(Mover, Own, Others): the mover's stones and the opponent's, sorted
    lists of Column/Row. MAX is x, who begins.
*/

:- use_module(library(lists)).

:- dynamic m/1, n/1, k/1.

m(4).
n(4).
k(3).

initial(mnk(x, [], [])).

max_to_move(mnk(x, _, _)).

min_to_move(mnk(o, _, _)).

opponent(x, o).
opponent(o, x).

move(mnk(Mover, Own0, Others), X/Y, mnk(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    \+ has_line(Others),
    m(Columns),
    n(Rows),
    between(1, Rows, Y),
    between(1, Columns, X),
    \+ memberchk(X/Y, Own0),
    \+ memberchk(X/Y, Others),
    sort([X/Y|Own0], Own).

has_line(Stones) :-
    k(Length),
    member(Stone, Stones),
    member(Step, [1/0, 1/1, 0/1, 1/(-1)]),
    goes_on(Length, Stone, Step, Stones),
    !.                                  % drops: other lines

%   goes_on(+Length, +Stone, +Step, +Stones): so many stones are in a line from Stone on.

goes_on(1, _, _, _) :-
    !.                                  % drops the next clause, for longer lines
goes_on(Length, X0/Y0, DX/DY, Stones) :-
    X is X0 + DX,
    Y is Y0 + DY,
    memberchk(X/Y, Stones),
    Length1 is Length - 1,
    goes_on(Length1, X/Y, DX/DY, Stones).

staticval(mnk(Mover, _, Others), Val) :-
    (   has_line(Others)
    ->  lost(Mover, Val)
    ;   Val = 0
    ).

lost(x, -1).
lost(o, 1).
