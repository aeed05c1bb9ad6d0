/*  Toads and Frogs (Richard Guy): on a strip, toads go right and frogs left, one square, or
    by a jump over one of the other kind, onto an empty square. Whoever cannot move loses.
    Rules: E. R. Berlekamp, J. H. Conway, R. K. Guy, 'Winning Ways', chapter 1. No second
    opinion is known but the values there.

    A position is toads_and_frogs(Mover, Strip): a list of t, f and e (empty). A move is
    From-To, numbers from the left. MAX is t, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic toads/1, frogs/1, empty/1.

toads(3).
frogs(3).
empty(2).

initial(toads_and_frogs(t, Strip)) :-
    toads(Toads),
    empty(Empty),
    frogs(Frogs),
    maplist(row_of, [Toads,Empty,Frogs], [t,e,f], Parts),
    append(Parts, Strip).

row_of(Count, Kind, Row) :-
    length(Row, Count),
    maplist(=(Kind), Row).

max_to_move(toads_and_frogs(t, _)).

min_to_move(toads_and_frogs(f, _)).

opponent(t, f).
opponent(f, t).

move(toads_and_frogs(Mover, Strip0), From-To, toads_and_frogs(Opponent, Strip)) :-
    opponent(Mover, Opponent),
    append(Left, Part0, Strip0),
    length(Left, Length),
    hop(Mover, Part0, Part, From0, To0),
    From is Length + From0,
    To is Length + To0,
    append(Left, Part, Strip).

%   hop(+Mover, +Part0, -Part, -From, -To): the move happens at the front of the strip's part.

hop(t, [t,e|Rest], [e,t|Rest], 1, 2).
hop(t, [t,f,e|Rest], [e,f,t|Rest], 1, 3).
hop(f, [e,f|Rest], [f,e|Rest], 2, 1).
hop(f, [e,t,f|Rest], [f,t,e|Rest], 3, 1).

staticval(Pos, Val) :-
    Pos = toads_and_frogs(Mover, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(t, -1).
lost(f, 1).
