/*  Tests of prolog/support/contract.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/contract.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/contract').

:- begin_tests(contract).

test(the_player_is_the_one_that_is_to_move, Player == Mover) :-
    member(Pos-Mover, [even-max, [1|even]-min]),
    player(Pos, Player), !.
test(a_position_that_nobody_is_to_move_in_is_refused, [throws(pydecl(neither_to_move(nowhere)))]) :-
    player(nowhere, _).
test(a_position_with_a_free_variable_is_refused, [throws(pydecl(position_not_ground(_)))]) :-
    player([_|even], _).
test(a_turn_without_chance_is_the_player_s, Turn-Chances == max-[]) :-
    turn(even, Turn, Chances).
test(a_value_is_a_number, Val == 9) :-
    static_value([2, 2|even], Val).
test(a_position_without_a_value_is_refused, [throws(pydecl(no_value(nowhere)))]) :-
    static_value(nowhere, _).
test(a_list_of_moves_is_proper) :-
    proper_list([a, b], even).
test(a_partial_list_is_refused, [throws(pydecl(no_list_of_moves(even)))]) :-
    proper_list([a|_], even).
test(an_end_that_names_its_player_is_not_nobody_s, fail) :-
    nobodys_end(end).
test(what_nobody_knows_is_nobody_s_end) :-
    nobodys_end(nowhere).
test(a_broken_contract_is_told_as_that, Fault == game(no_value(a))) :-
    fault(pydecl(no_value(a)), Fault).
test(another_exception_is_told_as_prolog_s) :-
    catch(atom_length(_, _), Ball, true),
    fault(Ball, prolog(Text, '')),
    once(sub_string(Text, _, _, _, "not sufficiently instantiated")).
test(what_is_no_recursion_has_no_culprit, Text == '') :-
    culprit(error(type_error(a, b), _), Text).

:- end_tests(contract).
