/*  Konane (Hawaii): stones of two colours fill the board like a chequered one. Black takes
    away one of the own stones in the middle or at a corner, White a neighbour of it; then a
    stone jumps over one of the opponent's to the empty square behind, as often as it can and
    likes in the same direction, and takes what it jumps over. Whoever cannot jump loses.
    Rules: en.wikipedia.org/wiki/Konane. No second opinion is known.

    A position is konane(Mover, Own, Others, Turn): the mover's stones and the opponent's,
    sorted lists of Column/Row, and which turn it is: 1, 2 or later. A move is the square that
    is cleared, or From-To. MAX is b, who begins, and whose stones lie where Column + Row is
    even.
*/

:- use_module(library(lists)).

:- dynamic size/1.

size(6).

initial(konane(b, Blacks, Whites, 1)) :-
    stones(0, Blacks),
    stones(1, Whites).

stones(Parity, Stones) :-
    size(Size),
    findall(X/Y,
            ( between(1, Size, X), between(1, Size, Y), (X + Y) mod 2 =:= Parity ),
            Stones).

max_to_move(konane(b, _, _, _)).

min_to_move(konane(w, _, _, _)).

opponent(b, w).
opponent(w, b).

move(konane(b, Own0, Others, 1), Square, konane(w, Others, Own, 2)) :-
    size(Size),
    Middle is Size // 2,
    Next is Middle + 1,
    member(Square, [1/1, Middle/Middle, Next/Next, Size/Size]),
    selectchk(Square, Own0, Own).
move(konane(w, Own0, Others, 2), Square, konane(b, Others, Own, later)) :-
    select(Square, Own0, Own),
    straight(Step),
    next(Square, Step, Beside),
    \+ memberchk(Beside, Others).
move(konane(Mover, Own0, Others0, later), From-To, konane(Opponent, Others, Own, later)) :-
    opponent(Mover, Opponent),
    select(From, Own0, Own1),
    straight(Step),
    jumps(From, Step, Own1, Others0, To, Others),
    sort([To|Own1], Own).

jumps(From, Step, Own, Others0, To, Others) :-
    next(From, Step, Over),
    selectchk(Over, Others0, Others1),
    next(Over, Step, Behind),
    \+ memberchk(Behind, Own),
    \+ memberchk(Behind, Others1),
    (   To = Behind,
        Others = Others1
    ;   jumps(Behind, Step, Own, Others1, To, Others)
    ).

straight(0/1).
straight(1/0).
straight(0/(-1)).
straight((-1)/0).

next(X0/Y0, DX/DY, X/Y) :-
    X is X0 + DX,
    Y is Y0 + DY,
    size(Size),
    between(1, Size, X),
    between(1, Size, Y).

staticval(Pos, Val) :-
    Pos = konane(Mover, _, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(b, -1).
lost(w, 1).
