/*  Tests of prolog/refined/alphabeta_tt.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/alphabeta_tt.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(alphabeta_tt).

test(a_win_is_worth_more_the_sooner_it_comes, [forall(root(Pos))]) :-
    ply_value(Pos, Val),
    once(searched(alphabeta_tt, Pos, found(Val, _, _))).

test(visits_no_more_nodes_than_minimax, [forall(root(Pos))]) :-
    once(searched(minimax, Pos, found(_, _, All))),
    once(searched(alphabeta_tt, Pos, found(_, _, Nodes))),
    Nodes =< All.

:- end_tests(alphabeta_tt).
