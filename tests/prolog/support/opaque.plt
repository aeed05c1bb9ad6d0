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

%   confused_loaded(+Start, +Atom): a program that takes the position for the value, in a game that begins at Start.

confused_loaded(Start, Atom) :-
    format(string(Text), "initial(~w).\nmost(P, V, M) :- staticval(P, W), W > V, \\+ W = ~w, M = P.\n\c
                          most(P, V, V) :- staticval(P, _).\nstaticval(_, 1).\n", [Start, Atom]),
    pydecl_loader:load_rules('/nowhere/own.pl', Text, [], loaded(_, _, _, _, _)).

test(a_position_is_no_number_where_it_is_compound, [setup(confused_loaded(p(1), 0)), true]) :-
    reached(most/3, [pos, atomic, atomic], [], _).
test(it_may_be_one_where_it_is_not, [setup(confused_loaded(1, 0)), fail]) :-
    reached(most/3, [pos, atomic, atomic], [], _).
test(it_may_be_what_an_atom_names, [setup(confused_loaded(p(1), over)), fail]) :-
    reached(most/3, [pos, atomic, atomic], [], _).

:- end_tests(opaque).
