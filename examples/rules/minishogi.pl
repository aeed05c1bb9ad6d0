/*  Minishogi (5x5, Shigenobu Kusumoto, about 1970): the moves of shogi on a small board. A
    taken piece changes sides, unpromoted, and may be dropped on an empty square instead of a
    move. A piece may be promoted if its move begins or ends on the last row; a pawn there
    must. No pawn is dropped on the last row, in a column with another own pawn, or to mate.
    Who is mated, or cannot move, loses.
    Rules: en.wikipedia.org/wiki/Minishogi. The rule about repetition is left out.

    A position is minishogi(Mover, Own, Hand, Others, OtherHand): the mover's pieces and the
    opponent's, sorted lists of Column/Row-Kind, and what they have in hand, sorted. Kinds are
    k, g, s, b, r and p, and promoted(Kind). A move is From-To, From-To/promoted or Kind-To.
    MAX is w, who begins below.
*/

:- use_module(library(lists)).

initial(minishogi(w, [1/1-k, 1/2-p, 2/1-g, 3/1-s, 4/1-b, 5/1-r], [],
                     [1/5-r, 2/5-b, 3/5-s, 4/5-g, 5/4-p, 5/5-k], [])).

max_to_move(minishogi(w, _, _, _, _)).

min_to_move(minishogi(b, _, _, _, _)).

opponent(w, b).
opponent(b, w).

move(Pos, Name, Next) :-
    change(Pos, Name, Next),
    \+ drops_to_mate(Name, Next).

drops_to_mate(p-_, Next) :-
    Next = minishogi(_, Own, _, Others, _),
    opponent_of(Next, Opponent),
    in_check(Opponent, Others, Own),
    \+ change(Next, _, _).

opponent_of(minishogi(Mover, _, _, _, _), Opponent) :-
    opponent(Mover, Opponent).

%   change(+Pos, -Name, -Next): a move, if mate by a pawn's drop were allowed.

change(minishogi(Mover, Own0, Hand0, Others0, OtherHand), Name,
       minishogi(Opponent, Others, OtherHand, Own, Hand)) :-
    opponent(Mover, Opponent),
    (   select(From-Kind0, Own0, Own1),
        goes(Kind0, Mover, From, Own1, Others0, To),
        arrives(Kind0, Mover, From, To, Kind, Name),
        (   select(To-Taken, Others0, Others)
        ->  plain(Taken, InHand),
            msort([InHand|Hand0], Hand)
        ;   Others = Others0,
            Hand = Hand0
        )
    ;   sort(Hand0, Kinds),
        member(Kind, Kinds),
        square(To),
        \+ memberchk(To-_, Own0),
        \+ memberchk(To-_, Others0),
        \+ ( Kind == p, no_pawn(Mover, To, Own0) ),
        selectchk(Kind, Hand0, Hand),
        Own1 = Own0,
        Others = Others0,
        Name = Kind-To
    ),
    sort([To-Kind|Own1], Own),
    \+ in_check(Opponent, Others, Own).

plain(Taken, Kind) :-
    (   Taken = promoted(Kind)
    ->  true
    ;   Kind = Taken
    ).

no_pawn(Mover, To, _) :-
    last_row(Mover, To).
no_pawn(_, X/_, Own) :-
    memberchk(X/_-p, Own).

arrives(Kind, Mover, From, To, Kind, From-To) :-
    \+ ( Kind == p, last_row(Mover, To) ).
arrives(Kind, Mover, From, To, promoted(Kind), From-To/promoted) :-
    memberchk(Kind, [s,b,r,p]),
    (   last_row(Mover, To)
    ->  true
    ;   last_row(Mover, From)
    ).

last_row(w, _/5).
last_row(b, _/1).

%   in_check(+Player, +Own, +Others): Player, who has Own, could take the king of Others.

in_check(Player, Own, Others) :-
    memberchk(King-k, Others),
    member(From-Kind, Own),
    goes(Kind, Player, From, Own, Others, King),
    !.                                  % drops: other checks

goes(Kind, Player, From, Own, Others, To) :-
    steps(Kind, Range, Steps),
    member(DX/Ahead, Steps),
    ahead(Player, Ahead, DY),
    ride(Range, From, DX/DY, Own, Others, To).

ahead(w, DY, DY).
ahead(b, Ahead, DY) :-
    DY is -Ahead.

steps(k, once, [0/1, 1/1, 1/0, 1/(-1), 0/(-1), (-1)/(-1), (-1)/0, (-1)/1]).
steps(g, once, [0/1, 1/1, 1/0, 0/(-1), (-1)/0, (-1)/1]).
steps(s, once, [0/1, 1/1, 1/(-1), (-1)/(-1), (-1)/1]).
steps(p, once, [0/1]).
steps(b, far, [1/1, 1/(-1), (-1)/(-1), (-1)/1]).
steps(r, far, [0/1, 1/0, 0/(-1), (-1)/0]).
steps(promoted(s), once, Steps) :-
    steps(g, once, Steps).
steps(promoted(p), once, Steps) :-
    steps(g, once, Steps).
steps(promoted(b), Range, Steps) :-
    steps(b, Range, Steps).
steps(promoted(b), once, [0/1, 1/0, 0/(-1), (-1)/0]).
steps(promoted(r), Range, Steps) :-
    steps(r, Range, Steps).
steps(promoted(r), once, [1/1, 1/(-1), (-1)/(-1), (-1)/1]).

ride(Range, X0/Y0, DX/DY, Own, Others, To) :-
    X is X0 + DX,
    Y is Y0 + DY,
    square(X/Y),
    \+ memberchk(X/Y-_, Own),
    (   To = X/Y
    ;   Range == far,
        \+ memberchk(X/Y-_, Others),
        ride(far, X/Y, DX/DY, Own, Others, To)
    ).

square(X/Y) :-
    between(1, 5, X),
    between(1, 5, Y).

staticval(Pos, Val) :-
    Pos = minishogi(Mover, _, _, _, _),
    (   move(Pos, _, _)
    ->  Val = 0
    ;   lost(Mover, Val)
    ).

lost(w, -1).
lost(b, 1).
