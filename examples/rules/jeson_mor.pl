/*  Jeson Mor, nine horses (Mongolia): the pieces are knights of chess, which fill the first
    rows. Whose knight first stands on the middle square and then leaves it wins, and so does
    who takes all the opponent's.
    Rules: en.wikipedia.org/wiki/Jeson_Mor. Fairy-Stockfish has the same moves, but ends the
    game where the knight may leave the middle, not where it has.

    A position is jeson_mor(Mover, Own, Others, Left): the mover's knights and the opponent's,
    sorted lists of Column/Row, and whether the last move has left the middle: yes or no. A
    move is From-To. MAX is w, who begins below.
*/

:- use_module(library(lists)).

:- dynamic size/1.

size(9).

initial(jeson_mor(w, Whites, Blacks, no)) :-
    size(Size),
    findall(X/1, between(1, Size, X), Whites),
    findall(X/Size, between(1, Size, X), Blacks).

max_to_move(jeson_mor(w, _, _, _)).

min_to_move(jeson_mor(b, _, _, _)).

opponent(w, b).
opponent(b, w).

move(jeson_mor(Mover, Own0, Others0, no), From-X/Y, jeson_mor(Opponent, Others, Own, Left)) :-
    opponent(Mover, Opponent),
    select(From, Own0, Own1),
    From = X0/Y0,
    member(DX/DY, [1/2, 2/1, 2/(-1), 1/(-2), (-1)/(-2), (-2)/(-1), (-2)/1, (-1)/2]),
    X is X0 + DX,
    Y is Y0 + DY,
    size(Size),
    between(1, Size, X),
    between(1, Size, Y),
    \+ memberchk(X/Y, Own1),
    sort([X/Y|Own1], Own),
    subtract(Others0, [X/Y], Others),
    (   X0 =:= Y0,
        2 * X0 =:= Size + 1
    ->  Left = yes
    ;   Left = no
    ).

%   Who cannot move has lost.

staticval(Pos, Val) :-
    Pos = jeson_mor(Mover, _, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(w, -1).
lost(b, 1).
