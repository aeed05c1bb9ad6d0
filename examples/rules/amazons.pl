/*  The Game of the Amazons (Walter Zamkauskas, 1988): an amazon moves like the queen of
    chess, and from where it arrives shoots an arrow, which flies like a queen, too. Nothing
    goes over amazons and arrows, and arrows stay. Whoever cannot move loses.
    Rules: en.wikipedia.org/wiki/Game_of_the_Amazons.

    A position is amazons(Mover, Own, Others, Arrows): the mover's amazons and the opponent's
    and all arrows, sorted lists of Column/Row. Each player has two amazons
    on the own side, as many squares from the corners as `from_corner` says, and two on the
    edges beside it, `from_side` squares from the side. A move is From-To-Arrow. MAX is w, who begins at the bottom.
*/

:- use_module(library(lists)).

:- dynamic size/1, from_corner/1, from_side/1.

size(10).
from_corner(3).
from_side(3).

initial(amazons(w, Own, Others, [])) :-
    size(Size),
    from_corner(Corner),
    from_side(Side),
    Left is Corner + 1,
    Right is Size - Corner,
    Low is Side + 1,
    High is Size - Side,
    sort([Left/1, Right/1, 1/Low, Size/Low], Own),
    sort([Left/Size, Right/Size, 1/High, Size/High], Others).

max_to_move(amazons(w, _, _, _)).

min_to_move(amazons(b, _, _, _)).

opponent(w, b).
opponent(b, w).

move(amazons(Mover, Own0, Others, Arrows0), From-To-Arrow,
     amazons(Opponent, Others, Own, Arrows)) :-
    opponent(Mover, Opponent),
    select(From, Own0, Own1),
    append([Own1,Others,Arrows0], Occupied),
    queen(From, Occupied, To),
    queen(To, [To|Occupied], Arrow),
    sort([To|Own1], Own),
    sort([Arrow|Arrows0], Arrows).

%   queen(+From, +Occupied, -To): a queen goes from From to To over empty squares.

queen(From, Occupied, To) :-
    member(Step, [0/1, 1/1, 1/0, 1/(-1), 0/(-1), (-1)/(-1), (-1)/0, (-1)/1]),
    slide(From, Step, Occupied, To).

slide(X0/Y0, DX/DY, Occupied, To) :-
    X is X0 + DX,
    Y is Y0 + DY,
    size(Size),
    between(1, Size, X),
    between(1, Size, Y),
    \+ memberchk(X/Y, Occupied),
    (   To = X/Y
    ;   slide(X/Y, DX/DY, Occupied, To)
    ).

staticval(Pos, Val) :-
    Pos = amazons(Mover, _, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(w, -1).
lost(b, 1).
