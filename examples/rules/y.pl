/*  Y (Craige Schensted and Charles Titus, 1953): the players put stones on the empty cells
    of a triangle, and whoever first has a chain that touches all three sides wins. A corner
    belongs to two sides. There is no swap.
    Rules: C. Browne, 'Connection Games', 2005; en.wikipedia.org/wiki/Y_(game).

    A position is y(Mover, Own, Others): the mover's stones and the opponent's, sorted
    lists of Column/Row. A cell X/Y lies beside those above and below and left and right of
    it, and beside X+1/Y-1 and X-1/Y+1; no X + Y is above size + 1. MAX is x, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic size/1.

size(4).

initial(y(x, [], [])).

max_to_move(y(x, _, _)).

min_to_move(y(o, _, _)).

opponent(x, o).
opponent(o, x).

move(y(Mover, Own0, Others), X/Y, y(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    \+ joined(Others),
    size(Size),
    between(1, Size, Y),
    Last is Size + 1 - Y,
    between(1, Last, X),
    \+ memberchk(X/Y, Own0),
    \+ memberchk(X/Y, Others),
    sort([X/Y|Own0], Own).

%   joined(+Stones): a chain of the stones touches all sides.

joined(Stones) :-
    chain(Stones, Chain),
    size(Size),
    memberchk(1/_, Chain),
    memberchk(_/1, Chain),
    member(X/Y, Chain),
    X + Y =:= Size + 1,
    !.                                  % drops: other stones on this side

%   chain(+Stones, -Chain): Chain is all that is joined to one of the stones.

chain([Stone|Stones], Chain) :-
    grown([Stone], Stones, Chain0, Rest),
    (   Chain = Chain0
    ;   chain(Rest, Chain)
    ).

grown([], Rest, [], Rest).
grown([Stone|Front], Rest0, [Stone|Chain], Rest) :-
    partition(beside(Stone), Rest0, Near, Rest1),
    append(Near, Front, Next),
    grown(Next, Rest1, Chain, Rest).

beside(X0/Y0, X/Y) :-
    DX is X - X0,
    DY is Y - Y0,
    memberchk(DX/DY, [0/1, 1/0, 1/(-1), 0/(-1), (-1)/0, (-1)/1]).

staticval(y(Mover, _, Others), Val) :-
    (   joined(Others)
    ->  lost(Mover, Val)
    ;   Val = 0
    ).

lost(x, -1).
lost(o, 1).
