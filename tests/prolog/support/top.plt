/*  Tests of prolog/support/top.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/top.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').

:- begin_tests(top).

test(the_bare_programs_run_on_plain_positions, [forall(root(Pos))]) :-
    value(Pos, Val),
    once(top:minimax(Pos, _, Val)),
    once(top:alphabeta(Pos, -1000, 1000, _, Val)).
test(the_game_and_the_rules_are_seen, Nexts == [[1|even], [2|even]]) :-
    once(top:moves(even, Nexts)).

:- end_tests(top).
