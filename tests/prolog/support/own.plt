/*  Tests of prolog/support/own.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/own.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/own').

:- begin_tests(own).

:- dynamic folder/1.

:- prolog_load_context(directory, Folder),
   assertz(folder(Folder)).

%   program_loaded: the textbook's minimax is a program of the rules file's own.

program_loaded :-
    folder(Folder),
    atom_concat(Folder, '/../../../prolog/textbook/minimax.pl', File),
    read_file_to_string(File, Text, []),
    string_concat(Text, "\nlook(f(X)) :- X = 1.\n", Whole),
    pydecl_loader:load_rules('/nowhere/own.pl', Whole, [], loaded([], _, _, _, _)).

answer(Own, Pos, Answer) :-
    get_time(Now),
    Deadline is Now + 600,
    once(own_search(Own, Pos, 100, -1000, 1000, settings(game, 0, 1000, 100, 0, []), Deadline, own(Answer, _))).

test(a_program_is_found_and_can_be_attached, [setup(program_loaded)]) :-
    own_programs(Programs),
    memberchk(own(minimax, 3, attached), Programs).
test(an_attached_program_answers_and_counts_as_pydecl_s_own, [forall(root(Pos))]) :-
    own_clauses(minimax/3, Text),
    attach_own(minimax/3, Text),
    once(searched(minimax, Pos, found(Val, _, Nodes))),
    answer(own(minimax, 3, attached), Pos, answer(complete, Val, _, Nodes, _, _, _, _, _, _)).

:- end_tests(own).
