/*  TwixT (Alex Randolph, 1961): the players put pegs into empty holes, and each peg is
    linked to all own pegs a knight's move away, unless the link would cross another.
    Whoever first joins the own two border rows by links wins: x the first row and the last,
    o the first column and the last. Nobody may use the opponent's border rows. If there is
    no hole left, it is a draw. Links stay. With the first move the second player may swap
    if the peg is on no border row: it is o's then, and lies as if the board were turned
    clockwise by a quarter. So OpenSpiel has it; published rules let swap any peg.
    Rules: en.wikipedia.org/wiki/TwixT.

    A position is twixt(Mover, Own, Others, Links, Crossing): the mover's pegs and the
    opponent's, sorted lists of Column/Row, and their links, sorted pairs of pegs. MAX is x,
    who begins. A move is the peg's hole, also where it swaps.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic size/1.

size(5).

initial(twixt(x, [], [], [], [])).

max_to_move(twixt(x, _, _, _, _)).

min_to_move(twixt(o, _, _, _, _)).

opponent(x, o).
opponent(o, x).

move(Pos, X/Y, twixt(Opponent, Others, Own, Crossing, Links)) :-
    Pos = twixt(Mover, Own0, Others, Links0, Crossing),
    opponent(Mover, Opponent),
    \+ joined(Opponent, Others, Crossing),
    size(Size),
    between(1, Size, X),
    between(1, Size, Y),
    Peg = X/Y,
    \+ on_border(Opponent, Peg, 1),
    \+ on_border(Opponent, Peg, Size),
    \+ memberchk(Peg, Own0),
    \+ memberchk(Peg, Others),
    sort([Peg|Own0], Own),
    include(knights_move(Peg), Own0, Ends),
    maplist(link(Peg), Ends, New0),
    append(Links0, Crossing, All),
    exclude(crosses_one(All), New0, New),
    append(New, Links0, Links1),
    sort(Links1, Links).

move(twixt(o, [], [X/Y], [], []), X/Y, twixt(x, [], [Left/X], [], [])) :-
    size(Size),
    Y > 1,
    Y < Size,
    Left is Size + 1 - Y.

on_border(x, _/Y, Y).
on_border(o, X/_, X).

knights_move(X0/Y0, X/Y) :-
    abs((X - X0) * (Y - Y0)) =:= 2.

link(Peg, End, Link) :-
    sort([Peg,End], [First,Second]),
    Link = First-Second.

crosses_one(Links, Link) :-
    member(Other, Links),
    crosses(Link, Other),
    !.                                  % drops: other links

%   crosses(+Link, +Other): the ends of each lie on different sides of the other.

crosses(A-B, C-D) :-
    apart(A, B, C, D),
    apart(C, D, A, B).

%   apart(+A, +B, +C, +D): C and D lie on different sides of the line through A and B.

apart(A, B, C, D) :-
    side(A, B, C, Side0),
    side(A, B, D, Side),
    Side0 * Side < 0.

side(X0/Y0, X1/Y1, X/Y, Side) :-
    Side is (X1 - X0) * (Y - Y0) - (Y1 - Y0) * (X - X0).

joined(Player, Pegs, Links) :-
    partition(on_first(Player), Pegs, Front, Rest),
    reaches(Front, Rest, Player, Links).

on_first(Player, Peg) :-
    on_border(Player, Peg, 1).

%   reaches(+Front, +Rest, +Player, +Links): links lead from a peg of Front over pegs of
%   Rest to the other border row of Player.

reaches(Front, _, Player, _) :-
    size(Size),
    member(Peg, Front),
    on_border(Player, Peg, Size),
    !.                                  % drops: other ways
reaches([Peg|Front], Rest0, Player, Links) :-
    partition(linked(Links, Peg), Rest0, Near, Rest),
    append(Near, Front, Next),
    reaches(Next, Rest, Player, Links).

linked(Links, Peg, Other) :-
    link(Peg, Other, Link),
    memberchk(Link, Links).

staticval(twixt(Mover, _, Others, _, Crossing), Val) :-
    opponent(Mover, Opponent),
    (   joined(Opponent, Others, Crossing)
    ->  lost(Mover, Val)
    ;   Val = 0
    ).

lost(x, -1).
lost(o, 1).
