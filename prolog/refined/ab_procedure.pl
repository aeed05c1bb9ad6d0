:- module(pydecl_ab_procedure,
          [ ab_procedure/5              % +J, +Alpha, +Beta, -Best, -Val
          ]).
:- use_module('../support/attached').

/*  ab_procedure: V(J, alpha, beta), steps 1 to 4'.

    Source: lecture 20, 'Games', the pseudocode 'ABProcedure'.

    Contract: clamped; Val is V(J), but Alpha where that is below, and Beta where it is above. (A root that is
    evaluated itself has its own value.)
    Ties: the first of the best.
*/

:- set_prolog_flag(optimise, true).

ab_procedure(J, Alpha, Beta, Best, Val) :-
    (   moves(J, [J1|Js])
    ->  (   max_to_move(J)
        ->  at_max([J1|Js], Alpha, Beta, J1, Best, Val)         % 2
        ;   at_min([J1|Js], Alpha, Beta, J1, Best, Val)         % 2'
        )
    ;   staticval(J, Val)                                       % 1
    ).

at_max([Jk|Js], Alpha, Beta, Best0, Best, Val) :-
    ab_procedure(Jk, Alpha, Beta, _, Val1),
    (   Val1 > Alpha
    ->  Alpha1 = Val1,
        Best1 = Jk
    ;   Alpha1 = Alpha,
        Best1 = Best0
    ),
    (   Alpha1 >= Beta                                          % 3
    ->  Best = Best1,
        Val = Beta
    ;   Js == []                                                % 4
    ->  Best = Best1,
        Val = Alpha1
    ;   at_max(Js, Alpha1, Beta, Best1, Best, Val)
    ).

at_min([Jk|Js], Alpha, Beta, Best0, Best, Val) :-
    ab_procedure(Jk, Alpha, Beta, _, Val1),
    (   Val1 < Beta
    ->  Beta1 = Val1,
        Best1 = Jk
    ;   Beta1 = Beta,
        Best1 = Best0
    ),
    (   Beta1 =< Alpha                                          % 3'
    ->  Best = Best1,
        Val = Alpha
    ;   Js == []                                                % 4'
    ->  Best = Best1,
        Val = Beta1
    ;   at_min(Js, Alpha, Beta1, Best1, Best, Val)
    ).
