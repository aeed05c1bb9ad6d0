/*  Antichess (losing chess): who loses all pieces, or cannot move, wins. Who can take must
    take. The king is a piece as any other: there is no check and no castling, and a pawn may
    become a king, too.
    Rules: lichess.org/variant/antichess; en.wikipedia.org/wiki/Losing_chess. The draws by
    repetition and by fifty moves are left out.

    A position is antichess(Mover, Own, Others, Passed): the mover's pieces and the
    opponent's, sorted lists of Column/Row-Kind, and the square over which a pawn has just
    gone, or none. A move is From-To, or From-To/Kind if a pawn becomes that. MAX is w.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

initial(antichess(w, Whites, Blacks, none)) :-
    army(1, 2, Whites),
    army(8, 7, Blacks).

army(Back, Front, Army) :-
    findall(X/Y-Kind,
            ( nth1(X, [r,n,b,q,k,b,n,r], Piece), member(Y-Kind, [Back-Piece, Front-p]) ),
            Pieces),
    sort(Pieces, Army).

max_to_move(antichess(w, _, _, _)).

min_to_move(antichess(b, _, _, _)).

opponent(w, b).
opponent(b, w).

move(Pos, Name, antichess(Opponent, Others, Own, Passed)) :-
    Pos = antichess(Mover, Own0, Others0, _),
    opponent(Mover, Opponent),
    (   taking(Pos, _, _, _, _)
    ->  taking(Pos, From, Kind0, To, Taken),
        selectchk(Taken-_, Others0, Others),
        Passed = none
    ;   member(From-Kind0, Own0),
        walks(Kind0, Mover, From, Own0, Others0, To, Passed),
        Others = Others0
    ),
    selectchk(From-_, Own0, Own1),
    becomes(Kind0, To, Kind, From, Name),
    sort([To-Kind|Own1], Own).

%   taking(+Pos, -From, -Kind, -To, -Taken): what stands on From takes what is on Taken.

taking(antichess(Mover, Own, Others, Passed), From, Kind, To, Taken) :-
    member(From-Kind, Own),
    (   Kind == p
    ->  ahead(Mover, DY),
        member(DX, [-1,1]),
        beyond(From, DX/DY, To),
        (   memberchk(To-_, Others)
        ->  Taken = To
        ;   To == Passed,
            To = X/_,
            From = _/Y0,
            Taken = X/Y0
        )
    ;   steps(Kind, Range, Steps),
        member(Step, Steps),
        ride(Range, From, Step, Own, Others, To),
        memberchk(To-_, Others),
        Taken = To
    ).

walks(p, Mover, X/Y0, Own, Others, To, Passed) :-
    !,                                  % drops the next clause, for pieces
    ahead(Mover, DY),
    beyond(X/Y0, 0/DY, Next),
    empty(Next, Own, Others),
    (   To = Next,
        Passed = none
    ;   first_row(Mover, Y0),
        beyond(Next, 0/DY, To),
        empty(To, Own, Others),
        Passed = Next
    ).
walks(Kind, _, From, Own, Others, To, none) :-
    steps(Kind, Range, Steps),
    member(Step, Steps),
    ride(Range, From, Step, Own, Others, To).

empty(Square, Own, Others) :-
    \+ memberchk(Square-_, Own),
    \+ memberchk(Square-_, Others).

ahead(w, 1).
ahead(b, -1).

first_row(w, 2).
first_row(b, 7).

becomes(p, To, Kind, From, From-To/Kind) :-
    memberchk(To, [_/1, _/8]),
    !,                                  % drops the next clause, for all other moves
    member(Kind, [b,k,n,q,r]).
becomes(Kind, To, Kind, From, From-To).

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
    X is X0 + DX,
    Y is Y0 + DY,
    between(1, 8, X),
    between(1, 8, Y).

%   Who cannot move has won.

staticval(Pos, Val) :-
    Pos = antichess(Mover, _, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   won(Mover, Val)
    ).

won(w, 1).
won(b, -1).
