/*  Tests of prolog/support/textbook.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/textbook.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(textbook).

test(minimax_and_alphabeta_have_the_value, [forall(root(Pos))]) :-
    value(Pos, Val),
    once(searched(minimax, Pos, found(Val, _, _))),
    once(searched(alphabeta, Pos, found(Val, _, _))).
test(alphabeta_keeps_its_window, [forall(( root(Pos), window(Pos, Alpha, Beta) ))]) :-
    value(Pos, Val),
    once(searched(alphabeta, Pos, Alpha, Beta, Found)),
    keeps_window(Val, Alpha, Beta, Found).
test(won_is_a_value_above_0, [forall(root(Pos))]) :-
    value(Pos, Val),
    ( Val > 0 -> Won = true ; Won = false ),
    once(searched(won, Pos, found(Won, none, _))).

:- end_tests(textbook).
