/*  Hex (Piet Hein, 1942; John Nash, 1948): the players put stones on empty cells, and
    whoever first joins the own two sides of the board by a chain wins: x the first row and
    the last, o the first column and the last. There is no swap.
    Rules: C. Browne, 'Hex Strategy', 2000; www.hexwiki.net/index.php/Rules.

    A position is hex(Mover, Own, Others): the mover's stones and the opponent's, sorted
    lists of Column/Row. A cell X/Y lies beside those above and below and left and right of
    it, and beside X+1/Y-1 and X-1/Y+1. MAX is x, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

:- dynamic size/1.

size(5).

initial(hex(x, [], [])).

max_to_move(hex(x, _, _)).

min_to_move(hex(o, _, _)).

opponent(x, o).
opponent(o, x).

move(hex(Mover, Own0, Others), X/Y, hex(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    \+ joined(Opponent, Others),
    size(Size),
    between(1, Size, Y),
    between(1, Size, X),
    \+ memberchk(X/Y, Own0),
    \+ memberchk(X/Y, Others),
    sort([X/Y|Own0], Own).

%   joined(+Player, +Stones): the stones join the two sides of Player.

joined(Player, Stones) :-
    partition(on_side(Player, 1), Stones, Front, Rest),
    size(Size),
    reaches(Front, Rest, Player, Size).

%   reaches(+Front, +Rest, +Player, +Side): a chain leads from Front along stones of Rest
%   to the side.

reaches(Front, _, Player, Side) :-
    member(Stone, Front),
    on_side(Player, Side, Stone),
    !.                                  % drops: other chains
reaches([Stone|Front], Rest0, Player, Side) :-
    partition(beside(Stone), Rest0, Near, Rest),
    append(Near, Front, Next),
    reaches(Next, Rest, Player, Side).

on_side(x, Side, _/Side).
on_side(o, Side, Side/_).

beside(X0/Y0, X/Y) :-
    DX is X - X0,
    DY is Y - Y0,
    memberchk(DX/DY, [0/1, 1/0, 1/(-1), 0/(-1), (-1)/0, (-1)/1]).

staticval(hex(Mover, _, Others), Val) :-
    opponent(Mover, Opponent),
    (   joined(Opponent, Others)
    ->  lost(Mover, Val)
    ;   Val = 0
    ).

lost(x, -1).
lost(o, 1).
