/*  Tests of prolog/support/opaque.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/opaque.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/loader').
:- use_module('../../../prolog/support/opaque').

:- begin_tests(opaque).

:- dynamic folder/1.

:- prolog_load_context(directory, Folder),
   assertz(folder(Folder)).

%   program_loaded: the textbook's minimax is a program of the rules file's own.

program_loaded :-
    folder(Folder),
    atom_concat(Folder, '/../../../prolog/textbook/minimax.pl', File),
    read_file_to_string(File, Text, []),
    string_concat(Text, "\nlook(f(X)) :- X = 1.\ncalls(P) :- no_such(P).\n", Whole),
    pydecl_loader:load_rules('/nowhere/own.pl', Whole, [], loaded([], _, _, _, _)).

test(what_a_program_reaches, [setup(program_loaded), true(PIs == [best/3, betterof/6, minimax/3])]) :-
    reached(minimax/3, [pos, pos, atomic], [], PIs0),
    msort(PIs0, PIs).
test(what_looks_into_a_position_is_not_opaque, fail) :-
    reached(look/1, [pos], [], _).
test(what_is_not_known_is_not_opaque, fail) :-
    reached(calls/1, [pos], [], _).

:- end_tests(opaque).
