:- module(pydecl_alphabeta_tt,
          [ alphabeta_tt/5              % +Pos, +Alpha, +Beta, -Best, -Val
          ]).
:- use_module('../support/attached').
:- use_module('../support/transpositions').
:- use_module('../refined/negamax_ply', [score/3, ply_allowed/2]).

/*  alphabeta_tt: negamax_ply with a hash table, which never changes a value.

    Source: 'Forcing progress in winning positions', the fragments on the hash table; 'Transposition tables'
    in lecture 20. Unlike in negamax_ply the value that comes back is the best that was found, not a bound of
    the window: only what the leaves below a position are worth may be told to another place.

    Contract: as negamax_ply.
    Ties: the first of the best.

    An entry of the table is Score-Bound: Bound (exact, lower, upper) says how Score relates to what the
    position is worth, for the player to move. Scores of won and lost positions are kept relative to the
    position, not to the root. The key is the position as the search sees it, with the plies that remain to be
    searched below it: an entry serves only the same remaining depth. The setting `table` says how many entries there
    are at the most: transpositions.pl has the rule by which they are given up.
*/

:- set_prolog_flag(optimise, true).

about(once_a_node(search(At, _, Alpha, Beta, _, _, Val), At, Alpha-Beta, Val)).

alphabeta_tt(Pos, Alpha, Beta, Best, Val) :-
    table_new(Table),
    (   max_to_move(Pos)
    ->  search(Pos, 0, Alpha, Beta, Table, Best, Val)
    ;   Alpha1 is -Beta,
        Beta1 is -Alpha,
        search(Pos, 0, Alpha1, Beta1, Table, Best, Val1),
        Val is -Val1
    ).

%   search(+Pos, +Ply, +Alpha, +Beta, +Table, -Best, -Val): for the player to move in Pos, like all below.

search(Pos, Ply, Alpha, Beta, Table, _, Val) :-
    retrieved(Table, Pos, Ply, Alpha, Beta, Val), !,    % drops: the search
    table_hit(Pos).
search(Pos, Ply, Alpha, Beta, Table, Best, Val) :-
    ply_allowed(Pos, Ply),
    (   moves(Pos, [First|PosList])
    ->  Ply1 is Ply + 1,
        valued(First, Ply1, Alpha, Beta, Table, Val0),
        each(PosList, Ply1, Alpha, Beta, Table, First, Val0, Best, Val),
        bound(Val, Alpha, Beta, Bound)
    ;   score(Pos, Ply, Val),
        Bound = exact
    ),
    store(Table, Pos, Ply, Val, Bound).

%   each(+PosList, +Ply, +Alpha, +Beta, +Table, +Best0, +Val0, -Best, -Val): Best0 is the best so far.

each(PosList, Ply, Alpha, Beta, Table, Best0, Val0, Best, Val) :-
    (   PosList = [Pos|PosList1],
        Val0 < Beta
    ->  max_of(Val0, Alpha, Alpha1),
        valued(Pos, Ply, Alpha1, Beta, Table, Val1),
        (   Val1 > Val0
        ->  each(PosList1, Ply, Alpha1, Beta, Table, Pos, Val1, Best, Val)
        ;   each(PosList1, Ply, Alpha1, Beta, Table, Best0, Val0, Best, Val)
        )
    ;   Best = Best0,
        Val = Val0
    ).

max_of(Val, Alpha, Max) :-
    (   Val > Alpha
    ->  Max = Val
    ;   Max = Alpha
    ).

%   valued(+Pos, …, -Val): for the player who moved to Pos.

valued(Pos, Ply, Alpha, Beta, Table, Val) :-
    Alpha1 is -Beta,
    Beta1 is -Alpha,
    search(Pos, Ply, Alpha1, Beta1, Table, _, Val1),
    Val is -Val1.

%   bound(+Val, +Alpha, +Beta, -Bound): in a window without inside nobody can tell.

bound(Val, Alpha, Beta, Bound) :-
    (   Alpha >= Beta
    ->  Bound = none
    ;   Val =< Alpha
    ->  Bound = upper
    ;   Val >= Beta
    ->  Bound = lower
    ;   Bound = exact
    ).

%   The table

retrieved(Table, Pos, Ply, Alpha, Beta, Score) :-
    table_lookup(Table, Pos, Score0-Bound),
    Down is -Ply,
    adjusted(Score0, Down, Score),
    serves(Bound, Score, Alpha, Beta).

store(Table, Pos, Ply, Score0, Bound) :-
    adjusted(Score0, Ply, Score),
    table_keep(Table, Ply, Pos, Score-Bound).

serves(exact, _, _, _).
serves(lower, Score, _, Beta) :- Score >= Beta.
serves(upper, Score, Alpha, _) :- Score =< Alpha.

%   adjusted(+Score0, +Plies, -Score): what a score for a win or a loss would be, seen from so many plies
%   further down.

adjusted(Score0, Plies, Score) :-
    setting(win, Win),
    setting(max_ply, MaxPly),
    Limit is Win - MaxPly,
    (   Score0 > Limit
    ->  Score is Score0 + Plies
    ;   Score0 < -Limit
    ->  Score is Score0 - Plies
    ;   Score = Score0
    ).
