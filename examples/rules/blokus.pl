/*  Blokus Duo: both players have the same polyominoes, each once, and lay them on the board, turned
    and flipped as they like. The first one covers the player's start square; each further one
    touches an own one at a corner, and none at an edge. Whoever cannot lay one passes; the game
    ends if both cannot. Whoever has fewer squares left wins.
    Rules: B. Tavitian's, en.wikipedia.org/wiki/Blokus, its section on Blokus Duo; scored by
    squares alone. Duo is 14x14 with the start at 5 and pieces of up to 5 squares. No second
    opinion is known.

    A position is blokus(Mover, Own, Others, Mine, Theirs): the squares that the mover's pieces
    cover, and the opponent's, sorted lists of Column/Row, and the names of the pieces that they
    have left. A move is Piece-Squares, or pass. MAX is x, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic size/1, start/1, squares/1.

size(6).
start(2).                               % in the same column and row, and as many from the end
squares(3).                             % of the largest pieces

piece(i1, [0/0]).
piece(i2, [0/0, 1/0]).
piece(i3, [0/0, 1/0, 2/0]).
piece(v3, [0/0, 1/0, 0/1]).
piece(i4, [0/0, 1/0, 2/0, 3/0]).
piece(l4, [0/0, 1/0, 2/0, 0/1]).
piece(t4, [0/0, 1/0, 2/0, 1/1]).
piece(o4, [0/0, 1/0, 0/1, 1/1]).
piece(z4, [0/0, 1/0, 1/1, 2/1]).
piece(f, [1/0, 0/1, 1/1, 1/2, 2/2]).
piece(i, [0/0, 1/0, 2/0, 3/0, 4/0]).
piece(l, [0/0, 1/0, 2/0, 3/0, 0/1]).
piece(n, [0/0, 1/0, 2/0, 2/1, 3/1]).
piece(p, [0/0, 1/0, 0/1, 1/1, 0/2]).
piece(t, [0/0, 1/0, 2/0, 1/1, 1/2]).
piece(u, [0/0, 1/0, 2/0, 0/1, 2/1]).
piece(v, [0/0, 1/0, 2/0, 0/1, 0/2]).
piece(w, [0/0, 0/1, 1/1, 1/2, 2/2]).
piece(x, [1/0, 0/1, 1/1, 2/1, 1/2]).
piece(y, [0/0, 1/0, 2/0, 3/0, 1/1]).
piece(z, [0/0, 0/1, 1/1, 2/1, 2/2]).

initial(blokus(x, [], [], Pieces, Pieces)) :-
    squares(Most),
    findall(Piece, ( piece(Piece, Cells), length(Cells, Count), Count =< Most ), Pieces).

max_to_move(blokus(x, _, _, _, _)).

min_to_move(blokus(o, _, _, _, _)).

opponent(x, o).
opponent(o, x).

move(Pos, Name, blokus(Opponent, Others, Own, Theirs, Mine)) :-
    Pos = blokus(Mover, Own0, Others, Mine0, Theirs),
    opponent(Mover, Opponent),
    (   laid(Pos, _, _)
    ->  laid(Pos, Piece, Squares),
        Name = Piece-Squares,
        selectchk(Piece, Mine0, Mine),
        append(Squares, Own0, Own1),
        sort(Own1, Own)
    ;   laid(blokus(Opponent, Others, Own0, Theirs, Mine0), _, _),
        Name = pass,
        Mine = Mine0,
        Own = Own0
    ).

%   laid(+Pos, -Piece, -Squares): a piece may lie there; Squares is sorted.

laid(blokus(Mover, Own, Others, Mine, _), Piece, Squares) :-
    member(Piece, Mine),
    piece(Piece, Cells0),
    findall(Cells, turned(Cells0, Cells), All),
    sort(All, Different),
    member(Cells, Different),
    square(Corner),
    maplist(beside(Corner), Cells, Squares),
    maplist(is_free(Own, Others), Squares),
    touches(Own, Mover, Squares).

%   turned(+Cells0, -Cells): flipped or not, and turned by right angles; sorted, from 0/0 on.

turned(Cells0, Cells) :-
    member(Matrix, [m(1,0,0,1), m(0,1,-1,0), m(-1,0,0,-1), m(0,-1,1,0),
                    m(0,1,1,0), m(1,0,0,-1), m(0,-1,-1,0), m(-1,0,0,1)]),
    maplist(times(Matrix), Cells0, Cells1),
    findall(X1, member(X1/_, Cells1), Xs),
    findall(Y1, member(_/Y1, Cells1), Ys),
    min_list(Xs, Left),
    min_list(Ys, Low),
    X2 is -Left,
    Y2 is -Low,
    maplist(beside(X2/Y2), Cells1, Cells2),
    sort(Cells2, Cells).

times(m(A,B,C,D), X0/Y0, X/Y) :-
    X is A*X0 + B*Y0,
    Y is C*X0 + D*Y0.

beside(DX/DY, X0/Y0, X/Y) :-
    X is X0 + DX,
    Y is Y0 + DY.

square(X/Y) :-
    size(Size),
    between(1, Size, X),
    between(1, Size, Y).

is_free(Own, Others, Square) :-
    square(Square),
    \+ memberchk(Square, Own),
    \+ memberchk(Square, Others).

touches([], Mover, Squares) :-
    start(Place),
    start(Mover, Place, Start),
    memberchk(Start, Squares).
touches([One|More], _, Squares) :-
    \+ neighbours(Squares, [1/0, 0/1, (-1)/0, 0/(-1)], [One|More]),
    neighbours(Squares, [1/1, 1/(-1), (-1)/1, (-1)/(-1)], [One|More]).

start(x, Place, Place/Place).
start(o, Place0, Place/Place) :-
    size(Size),
    Place is Size + 1 - Place0.

%   neighbours(+Squares, +Steps, +Own): one of Squares is such a step from one of Own.

neighbours(Squares, Steps, Own) :-
    member(Square, Squares),
    member(Step, Steps),
    beside(Step, Square, Neighbour),
    memberchk(Neighbour, Own),
    !.                                  % drops: other neighbours

staticval(Pos, Val) :-
    Pos = blokus(Mover, Own, Others, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   length(Own, Mine),
        length(Others, Theirs),
        Lead is sign(Mine - Theirs),
        lead(Mover, Lead, Val)
    ).

lead(x, Lead, Lead).
lead(o, Lead, Val) :-
    Val is -Lead.
