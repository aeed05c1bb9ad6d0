/*  Tests of prolog/support/playouts.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/playouts.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/playouts').

:- begin_tests(playouts).

test(no_end_of_these_trees_is_nobody_s, fail) :-
    met_nobodys_end(_).
test(a_drawn_end_is_met) :-
    pydecl_loader:assert_all([staticval(drawn, 0), max_to_move(drawn), initial(drawn)]),
    once(doubtful_end(drawn, Pos)),
    \+ pydecl_game:terminalwon(Pos),
    \+ pydecl_game:terminallost(Pos).
test(an_end_of_min_s_that_is_not_won_is_misjudged) :-
    once(doubtful_end(misjudged, Pos)),
    once(pydecl_game:min_to_move(Pos)),
    \+ pydecl_game:terminalwon(Pos).

:- end_tests(playouts).
