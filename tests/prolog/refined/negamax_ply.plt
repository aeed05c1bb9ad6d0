/*  Tests of prolog/refined/negamax_ply.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/negamax_ply.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(negamax_ply).

test(a_win_is_worth_more_the_sooner_it_comes, [forall(root(Pos))]) :-
    ply_value(Pos, Val),
    once(searched(negamax_ply, Pos, found(Val, _, _))).

test(visits_no_more_nodes_than_minimax, [forall(root(Pos))]) :-
    once(searched(minimax, Pos, found(_, _, All))),
    once(searched(negamax_ply, Pos, found(_, _, Nodes))),
    Nodes =< All.

:- end_tests(negamax_ply).
