/*  Racing kings (Vernon Parton, 1961): the pieces of chess without pawns, both kings on the
    right and left of the first two rows. Nobody may give check, or be in check. Whose king
    first reaches the last row wins; but if White's is there, Black may move once more, and
    draws by following. Who cannot move otherwise draws.
    Rules: lichess.org/variant/racingKings. Repetition and fifty moves are left out.

    A position is racing_kings(Mover, Own, Others): the mover's pieces and the opponent's,
    sorted lists of Column/Row-Kind. MAX is w, who begins.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

initial(racing_kings(w, Whites, Blacks)) :-
    Whites = [5/1-n, 5/2-n, 6/1-b, 6/2-b, 7/1-r, 7/2-r, 8/1-q, 8/2-k],
    Blacks = [1/1-q, 1/2-k, 2/1-r, 2/2-r, 3/1-b, 3/2-b, 4/1-n, 4/2-n].

max_to_move(racing_kings(w, _, _)).

min_to_move(racing_kings(b, _, _)).

opponent(w, b).
opponent(b, w).

move(racing_kings(Mover, Own0, Others0), From-To, racing_kings(Opponent, Others, Own)) :-
    opponent(Mover, Opponent),
    \+ arrived(Own0),
    \+ ( Mover == w, arrived(Others0) ),
    select(From-Kind, Own0, Own1),
    goes(Kind, From, Own1, Others0, To),
    sort([To-Kind|Own1], Own),
    exclude(stands_on(To), Others0, Others),
    (   arrived(Others0)
    ->  arrived(Own)
    ;   true
    ),
    \+ in_check(Others, Own),
    \+ in_check(Own, Others).

arrived(Pieces) :-
    memberchk(_/8-k, Pieces).

stands_on(Square, Square-_).

%   in_check(+Own, +Others): a piece of Own could take the king of Others.

in_check(Own, Others) :-
    memberchk(King-k, Others),
    member(From-Kind, Own),
    goes(Kind, From, Own, Others, King),
    !.                                  % drops: other checks

goes(Kind, From, Own, Others, To) :-
    steps(Kind, Range, Steps),
    member(Step, Steps),
    ride(Range, From, Step, Own, Others, To).

steps(n, once, [1/2, 2/1, 2/(-1), 1/(-2), (-1)/(-2), (-2)/(-1), (-2)/1, (-1)/2]).
steps(k, once, [0/1, 1/1, 1/0, 1/(-1), 0/(-1), (-1)/(-1), (-1)/0, (-1)/1]).
steps(q, far, [0/1, 1/1, 1/0, 1/(-1), 0/(-1), (-1)/(-1), (-1)/0, (-1)/1]).
steps(r, far, [0/1, 1/0, 0/(-1), (-1)/0]).
steps(b, far, [1/1, 1/(-1), (-1)/(-1), (-1)/1]).

ride(Range, X0/Y0, DX/DY, Own, Others, To) :-
    X is X0 + DX,
    Y is Y0 + DY,
    between(1, 8, X),
    between(1, 8, Y),
    \+ memberchk(X/Y-_, Own),
    (   To = X/Y
    ;   Range == far,
        \+ memberchk(X/Y-_, Others),
        ride(far, X/Y, DX/DY, Own, Others, To)
    ).

staticval(racing_kings(Mover, Own, Others), Val) :-
    (   arrived(Own),
        arrived(Others)
    ->  Val = 0
    ;   arrived(Own)
    ->  won(Mover, Val)
    ;   arrived(Others)
    ->  opponent(Mover, Winner),
        won(Winner, Val)
    ;   Val = 0
    ).

won(w, 1).
won(b, -1).
