/*  Chess on small boards: Martin Gardner's on 5x5 (1969), and Los Alamos chess on 6x6 (1956),
    without bishops. The moves are those of chess, without castling, without the pawns' double
    step and en passant; a pawn becomes a piece with which the game begins, but no king.
    Checkmate wins; who cannot move and is not in check draws.
    Rules: en.wikipedia.org/wiki/Minichess, its sections on 5x5 chess and Los Alamos chess.

    A position is minichess(Mover, Own, Others): the mover's pieces and the opponent's, sorted
    lists of Column/Row-Kind. `pieces` are those of the first row, from the left; both players
    have the same: [r,n,b,q,k] for Gardner's, [r,n,q,k,n,r] for Los Alamos. A move is From-To,
    or From-To/Kind if a pawn becomes that. MAX is w, who begins below.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic pieces/1.

pieces([r,n,b,q,k]).

initial(minichess(w, Whites, Blacks)) :-
    size(Size),
    BeforeLast is Size - 1,
    army(1, 2, Whites),
    army(Size, BeforeLast, Blacks).

army(Back, Front, Army) :-
    pieces(Kinds),
    findall(X/Y-Kind,
            ( nth1(X, Kinds, Piece), member(Y-Kind, [Back-Piece, Front-p]) ),
            Pieces),
    sort(Pieces, Army).

size(Size) :-
    pieces(Kinds),
    length(Kinds, Size).

max_to_move(minichess(w, _, _)).

min_to_move(minichess(b, _, _)).

opponent(w, b).
opponent(b, w).

move(minichess(Mover, Own0, Others0), Name, minichess(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    select(From-Kind0, Own0, Own1),
    goes(Kind0, Mover, From, Own0, Others0, To),
    becomes(Kind0, To, Kind, From, Name),
    sort([To-Kind|Own1], Own),
    exclude(stands_on(To), Others0, Others),
    \+ in_check(Opponent, Others, Own).

stands_on(Square, Square-_).

%   becomes(+Kind0, +To, -Kind, +From, -Name): what arrives, and the move's name.

becomes(Kind, To, Kind, From, From-To) :-
    \+ ( Kind == p, last_row(To) ).
becomes(p, To, Kind, From, From-To/Kind) :-
    last_row(To),
    pieces(Kinds),
    sort(Kinds, Different),
    member(Kind, Different),
    Kind \== k.

%   A pawn never goes back, so either edge is its last row.

last_row(_/1).
last_row(_/Size) :-
    size(Size).

%   in_check(+Player, +Own, +Others): Player, who has Own, could take the king of Others.

in_check(Player, Own, Others) :-
    memberchk(King-k, Others),
    member(From-Kind, Own),
    goes(Kind, Player, From, Own, Others, King),
    !.                                  % drops: other checks

goes(p, Player, X0/Y0, Own, Others, X/Y) :-
    ahead(Player, DY),
    member(DX, [-1,0,1]),
    beyond(X0/Y0, DX/DY, X/Y),
    \+ memberchk(X/Y-_, Own),
    (   memberchk(X/Y-_, Others)
    ->  DX =\= 0
    ;   DX =:= 0
    ).
goes(Kind, _, From, Own, Others, To) :-
    steps(Kind, Range, Steps),
    member(Step, Steps),
    ride(Range, From, Step, Own, Others, To).

ahead(w, 1).
ahead(b, -1).

steps(n, once, [1/2, 2/1, 2/(-1), 1/(-2), (-1)/(-2), (-2)/(-1), (-2)/1, (-1)/2]).
steps(k, once, [0/1, 1/1, 1/0, 1/(-1), 0/(-1), (-1)/(-1), (-1)/0, (-1)/1]).
steps(q, far, [0/1, 1/1, 1/0, 1/(-1), 0/(-1), (-1)/(-1), (-1)/0, (-1)/1]).
steps(r, far, [0/1, 1/0, 0/(-1), (-1)/0]).
steps(b, far, [1/1, 1/(-1), (-1)/(-1), (-1)/1]).

ride(Range, From, Step, Own, Others, To) :-
    beyond(From, Step, Next),
    \+ memberchk(Next-_, Own),
    (   To = Next
    ;   Range == far,
        \+ memberchk(Next-_, Others),
        ride(far, Next, Step, Own, Others, To)
    ).

beyond(X0/Y0, DX/DY, X/Y) :-
    size(Size),
    X is X0 + DX,
    Y is Y0 + DY,
    between(1, Size, X),
    between(1, Size, Y).

staticval(Pos, Val) :-
    Pos = minichess(Mover, Own, Others),
    opponent(Mover, Opponent),
    (   \+ move(Pos, _, _),
        in_check(Opponent, Others, Own)
    ->  lost(Mover, Val)
    ;   Val = 0
    ).

lost(w, -1).
lost(b, 1).
