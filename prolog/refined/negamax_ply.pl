:- module(pydecl_negamax_ply,
          [ negamax_ply/5,              % +Pos, +Alpha, +Beta, -Best, -Val
            score/3,                    % +Pos, +Ply, -Val
            ply_allowed/2               % +Pos, +Ply
          ]).
:- use_module('../support/attached').

/*  negamax_ply: alpha-beta in which a win in fewer moves is worth more.

    Source: 'Forcing progress in winning positions' (ICS 180, February 2, 1999), the function alphabeta. There
    a drawn position without moves would be worth alpha; here it has its static value.

    Contract: V(P) is minimax's on the same tree, won leaves valued WIN - ply and lost ones ply - WIN.
    Between Alpha and Beta, both exclusive, Val is V(P). Where V(P) =< Alpha, V(P) =< Val =< Alpha; where
    V(P) >= Beta, Beta =< Val =< V(P). All from MAX's point of view.
    Ties: the first of the best.

    Static values lie between MAX_PLY - WIN and WIN - MAX_PLY, both exclusive, and ply stays below MAX_PLY.
*/

:- set_prolog_flag(optimise, true).

about(once_a_node(negamax(At, _, Alpha, Beta, _, Val), At, Alpha-Beta, Val)).

negamax_ply(Pos, Alpha, Beta, Best, Val) :-
    (   max_to_move(Pos)
    ->  negamax(Pos, 0, Alpha, Beta, Best, Val)
    ;   Alpha1 is -Beta,
        Beta1 is -Alpha,
        negamax(Pos, 0, Alpha1, Beta1, Best, Val1),
        Val is -Val1
    ).

%   negamax(+Pos, +Ply, +Alpha, +Beta, -Best, -Val): for the player to move in Pos, like all below.

negamax(Pos, Ply, Alpha, Beta, Best, Val) :-
    ply_allowed(Pos, Ply),
    (   moves(Pos, [First|PosList])
    ->  Ply1 is Ply + 1,
        each([First|PosList], Ply1, Alpha, Beta, First, Best, Val)
    ;   score(Pos, Ply, Val)
    ).

%   each(+PosList, +Ply, +Alpha, +Beta, +Best0, -Best, -Val): Alpha is what Best0, the best so far, is worth,
%   or what was there before.

each([], _, Alpha, _, Best, Best, Alpha).
each([Pos|PosList], Ply, Alpha, Beta, Best0, Best, Val) :-
    Alpha1 is -Beta,
    Beta1 is -Alpha,
    negamax(Pos, Ply, Alpha1, Beta1, _, Val1),
    Val0 is -Val1,
    better(Pos, Val0, Best0, Alpha, Best2, Alpha2),
    (   Alpha2 >= Beta
    ->  Best = Best2,
        Val = Alpha2
    ;   each(PosList, Ply, Alpha2, Beta, Best2, Best, Val)
    ).

better(Pos, Val, Best0, Alpha, Best, Max) :-
    (   Val > Alpha
    ->  Best = Pos,
        Max = Val
    ;   Best = Best0,
        Max = Alpha
    ).

%!  score(+Pos, +Ply, -Val) is det.
%
%   What the leaf Pos is worth to the player to move there.

score(Pos, Ply, Val) :-
    score_for_max(Pos, Ply, MaxVal),
    (   max_to_move(Pos)
    ->  Val = MaxVal
    ;   Val is -MaxVal
    ).

score_for_max(Pos, Ply, Val) :-
    decided(Pos, Outcome), !,           % drops: the static value of a won or lost leaf
    setting(win, Win),
    (   Outcome == won
    ->  Val is Win - Ply
    ;   Val is Ply - Win
    ).
score_for_max(Pos, _, Val) :-
    staticval(Pos, Val),
    setting(win, Win),
    setting(max_ply, MaxPly),
    Limit is Win - MaxPly,
    (   Val < Limit,
        Val > -Limit
    ->  true
    ;   broken(value_beyond_win(Val, Limit), Pos)
    ).

%!  ply_allowed(+Pos, +Ply) is det.
%
%   Ply, how far Pos is from the root, is below MAX_PLY.

ply_allowed(Pos, Ply) :-
    setting(max_ply, MaxPly),
    (   Ply < MaxPly
    ->  true
    ;   broken(ply_beyond_max(MaxPly), Pos)
    ).
