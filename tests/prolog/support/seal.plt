/*  Tests of prolog/support/seal.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/seal.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/seal').

:- begin_tests(seal).

test(the_programs_are_listed_and_what_rules_may_change_is_not) :-
    programs(Heads),
    memberchk(pydecl_textbook:minimax(_, _, _), Heads),
    memberchk(lists:append(_, _, _), Heads),
    \+ memberchk(rules:_, Heads),
    \+ ( member(Head, Heads), predicate_property(Head, dynamic) ).
test(a_canary_that_changes_has_another_generation) :-
    canary_changed(One),
    canary_changed(Other),
    Other > One.
test(a_canary_that_is_wrapped_and_unwrapped_again_answers_as_before, After == Before) :-
    findall(X, pydecl_seal:canary(X), Before),
    wrapped_canary,
    findall(X, pydecl_seal:canary(X), Before),
    unwrapped_canary,
    findall(X, pydecl_seal:canary(X), After).
test(what_traces_wrap_are_programs) :-
    wrapped_by_traces(Heads),
    memberchk(pydecl_attached:staticval(_, _), Heads),
    forall(member(Head, Heads), predicate_property(Head, defined)).
test(what_is_asked_of_the_game_is_there) :-
    asked_of_game(Heads),
    forall(member(Module:_, Heads), memberchk(Module, [pydecl_game, adapted])).

:- end_tests(seal).
