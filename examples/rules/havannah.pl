/*  Havannah (Christian Freeling, 1979): the players put stones on the empty cells of a
    hexagon, and whoever first makes one of three figures wins: a ring, which is a chain
    around one or more cells, whoever's they are; a bridge, a chain between two corners; a
    fork, one between three sides. No corner belongs to a side. A full board without a
    figure is a draw. There is no swap.
    Rules: the inventor's, mindsports.nl/index.php/arena/havannah.

    A position is havannah(Mover, Own, Others): the mover's stones and the opponent's,
    sorted lists of X/Y. A cell X/Y lies beside those with X or Y one more or less, and
    beside X+1/Y+1 and X-1/Y-1; X and Y are 1 to 2 * size - 1 and differ by less than size.
    MAX is x, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic size/1.

size(3).

initial(havannah(x, [], [])).

max_to_move(havannah(x, _, _)).

min_to_move(havannah(o, _, _)).

opponent(x, o).
opponent(o, x).

move(havannah(Mover, Own0, Others), X/Y, havannah(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    \+ figure(Others),
    cell(0, X/Y),
    \+ memberchk(X/Y, Own0),
    \+ memberchk(X/Y, Others),
    sort([X/Y|Own0], Own).

%   cell(+Margin, -Cell): Cell is on the board, or at most so many cells beside it.

cell(Margin, X/Y) :-
    size(Size),
    First is 1 - Margin,
    Last is 2 * Size - 1 + Margin,
    between(First, Last, Y),
    between(First, Last, X),
    abs(X - Y) < Size + Margin.

figure(Stones) :-
    chain(Stones, Chain),
    (   ends(corner, Chain, [_,_|_])
    ;   ends(side, Chain, [_,_,_|_])
    ;   ring(Chain)
    ),
    !.                                  % drops: other figures

%   ends(+Kind, +Chain, -Ends): the different corners, or sides, that Chain touches.

ends(Kind, Chain, Ends) :-
    findall(End, ( member(Cell, Chain), touched(Cell, Kind, End) ), All),
    sort(All, Ends).

touched(Cell, Kind, End) :-
    findall(Edge, edge(Cell, Edge), Edges),
    (   Edges = [End]
    ->  Kind = side
    ;   Edges = [_,_],
        Kind = corner,
        End = Edges
    ).

edge(1/_, left).
edge(_/1, top).
edge(X/_, right) :-
    size(Size),
    X =:= 2 * Size - 1.
edge(_/Y, bottom) :-
    size(Size),
    Y =:= 2 * Size - 1.
edge(X/Y, upper) :-
    size(Size),
    X - Y =:= Size - 1.
edge(X/Y, lower) :-
    size(Size),
    Y - X =:= Size - 1.

%   ring(+Chain): from somewhere no path leads out but across Chain, or a stone has six
%   others of Chain around it.

ring(Chain) :-
    member(Stone, Chain),
    partition(beside(Stone), Chain, [_,_,_,_,_,_], _).
ring(Chain) :-
    findall(Cell, ( cell(1, Cell), \+ memberchk(Cell, Chain) ), [Outside|Cells]),
    grown([Outside], Cells, _, [_|_]).

%   chain(+Stones, -Chain): Chain is all that is joined to one of the stones.

chain([Stone|Stones], Chain) :-
    grown([Stone], Stones, Chain0, Rest),
    (   Chain = Chain0
    ;   chain(Rest, Chain)
    ).

grown([], Rest, [], Rest).
grown([Cell|Front], Rest0, [Cell|Chain], Rest) :-
    partition(beside(Cell), Rest0, Near, Rest1),
    append(Near, Front, Next),
    grown(Next, Rest1, Chain, Rest).

beside(X0/Y0, X/Y) :-
    DX is X - X0,
    DY is Y - Y0,
    memberchk(DX/DY, [0/1, 1/1, 1/0, 0/(-1), (-1)/(-1), (-1)/0]).

staticval(havannah(Mover, _, Others), Val) :-
    (   figure(Others)
    ->  lost(Mover, Val)
    ;   Val = 0
    ).

lost(x, -1).
lost(o, 1).
