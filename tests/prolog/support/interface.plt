/*  Tests of prolog/support/interface.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/interface.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/interface').

:- begin_tests(interface).

test(the_interface_of_rules_is_what_they_define, PIs == [initial/1, moves/2]) :-
    assertz(few_rules:initial(a)),
    assertz(few_rules:moves(a, [])),
    interface_of(few_rules, PIs).
test(a_game_of_moves_2_has_move_2, Nexts == [[1|even], [2|even]]) :-
    findall(Next, pydecl_game:move(even, Next), Nexts).
test(a_game_of_moves_2_has_move_3_that_names_each_move_after_its_position) :-
    forall(pydecl_game:move(even, Move, Next), Move == Next).
test(moves_2_fails_at_an_end, fail) :-
    pydecl_game:moves(end, _).
test(moves_without_names_have_none, Names == [none, none]) :-
    pydecl_game:moves(even, Nexts),
    named_moves(even, Nexts, Names).

:- end_tests(interface).
