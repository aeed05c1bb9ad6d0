/*  Lines of Action (Claude Soucie, 1969): a man moves in a straight line, in one of the
    eight directions, exactly as many squares as there are men of both players in all of this
    line; over own men, not over the opponent's, and may take one where it arrives. Whoever's
    men are all joined, diagonals included, wins; if one move does so for both, who has made
    it. Who cannot move loses. A board that comes again is a draw.
    Rules: S. Sackson, 'A Gamut of Games', 1969; en.wikipedia.org/wiki/Lines_of_Action. Of
    repeated boards they differ; this is the shortest rule.

    A position is loa(Mover, Own, Others, Earlier): the mover's men and the opponent's,
    sorted lists of Column/Row, and the earlier boards since the last capture: none of those
    before can come again. MAX is x, who begins.
*/

:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic size/1.

size(8).

initial(loa(x, Own, Others, [])) :-
    size(Size),
    Last is Size - 1,
    findall(X/Y, ( between(2, Last, X), member(Y, [1,Size]) ), Own),
    findall(X/Y, ( member(X, [1,Size]), between(2, Last, Y) ), Others).

max_to_move(loa(x, _, _, _)).

min_to_move(loa(o, _, _, _)).

opponent(x, o).
opponent(o, x).

move(Pos, X0/Y0-X/Y, loa(Opponent, Others, Own, Boards)) :-
    Pos = loa(Mover, Own0, Others0, Earlier),
    \+ over(Pos, _),
    opponent(Mover, Opponent),
    board(Pos, Board),
    select(X0/Y0, Own0, Own1),
    member(DX/DY, [1/0, 1/1, 0/1, (-1)/1, (-1)/0, (-1)/(-1), 0/(-1), 1/(-1)]),
    in_line(X0/Y0, DX/DY, Own0, Others0, Count),
    X is X0 + Count * DX,
    Y is Y0 + Count * DY,
    size(Size),
    between(1, Size, X),
    between(1, Size, Y),
    \+ memberchk(X/Y, Own1),
    \+ ( between(2, Count, N),
         X1 is X0 + (N - 1) * DX,
         Y1 is Y0 + (N - 1) * DY,
         memberchk(X1/Y1, Others0)
       ),
    subtract(Others0, [X/Y], Others),
    sort([X/Y|Own1], Own),
    (   Others == Others0
    ->  Boards = [Board|Earlier]
    ;   Boards = []
    ).

%   in_line(+Man, +Step, +Own, +Others, -Count): there are Count men in the man's line.

in_line(X0/Y0, DX/DY, Own, Others, Count) :-
    aggregate_all(count,
                  (   member(Men, [Own,Others]),
                      member(X/Y, Men),
                      (X - X0) * DY =:= (Y - Y0) * DX
                  ),
                  Count).

board(loa(x, Own, Others, _), Own/Others).
board(loa(o, Own, Others, _), Others/Own).

%   over(+Pos, -Winner): who has moved last is looked at first.

over(Pos, Winner) :-
    Pos = loa(Mover, Own, Others, Earlier),
    board(Pos, Board),
    (   memberchk(Board, Earlier)
    ->  Winner = none
    ;   joined(Others)
    ->  opponent(Mover, Winner)
    ;   joined(Own),
        Winner = Mover
    ).

joined([Man|Men]) :-
    all_reached([Man], Men).

all_reached(_, []) :-
    !.                                  % drops the next clause, for men who are left
all_reached([Man|Front], Men) :-
    partition(beside(Man), Men, Near, Rest),
    append(Near, Front, Next),
    all_reached(Next, Rest).

beside(X0/Y0, X/Y) :-
    max(abs(X - X0), abs(Y - Y0)) =:= 1.

staticval(Pos, Val) :-
    Pos = loa(Mover, _, _, _),
    (   over(Pos, Winner)
    ->  won(Winner, Val)
    ;   move(Pos, _, _)
    ->  Val = 0
    ;   opponent(Mover, Winner),
        won(Winner, Val)
    ).

won(x, 1).
won(o, -1).
won(none, 0).
