/*  Ataxx (Dave Crummack and Craig Galley, 1988): a piece is put on an empty square next to an
    own one, diagonals included, or jumps from two squares away, which leaves its square
    empty. All pieces of the opponent around where it arrives change sides. Who cannot move
    passes. The game is over if neither can; more pieces win.
    Rules: en.wikipedia.org/wiki/Ataxx; the board without holes.

    A position is ataxx(Mover, Own, Others): the mover's pieces and the opponent's, sorted
    lists of Column/Row. A move is To, From-To or pass. MAX is x, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic size/1.

size(7).

initial(ataxx(x, [1/Size, Size/1], [1/1, Size/Size])) :-
    size(Size).

max_to_move(ataxx(x, _, _)).

min_to_move(ataxx(o, _, _)).

opponent(x, o).
opponent(o, x).

move(ataxx(Mover, Own0, Others0), Move, ataxx(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    Own0 = [_|_],
    Others0 = [_|_],
    (   change(Own0, Others0, _, _, _)
    ->  change(Own0, Others0, Move, To, Own1),
        partition(apart(1, To), Others0, Turned, Others),
        append([To|Turned], Own1, Own2),
        sort(Own2, Own)
    ;   once(change(Others0, Own0, _, _, _)),
        Move = pass,
        Own = Own0,
        Others = Others0
    ).

%   change(+Own0, +Others, -Move, -To, -Own): a piece arrives on To, and Own are there before.

change(Own, Others, To, To, Own) :-
    size(Size),
    between(1, Size, X),
    between(1, Size, Y),
    To = X/Y,
    \+ memberchk(To, Own),
    \+ memberchk(To, Others),
    once(( member(Near, Own), apart(1, To, Near) )).
change(Own0, Others, From-To, To, Own) :-
    size(Size),
    select(From, Own0, Own),
    between(1, Size, X),
    between(1, Size, Y),
    To = X/Y,
    apart(2, From, To),
    \+ memberchk(To, Own0),
    \+ memberchk(To, Others).

%   apart(+Distance, +Square, +Other): they are so many steps of a king apart.

apart(Distance, X0/Y0, X/Y) :-
    Distance =:= max(abs(X - X0), abs(Y - Y0)).

staticval(ataxx(Mover, Own, Others), Val) :-
    length(Own, Mine),
    length(Others, Theirs),
    Lead is Mine - Theirs,
    lead(Mover, Lead, Val).

lead(x, Lead, Lead).
lead(o, Lead, Val) :-
    Val is -Lead.
