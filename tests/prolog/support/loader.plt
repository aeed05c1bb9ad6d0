/*  Tests of prolog/support/loader.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/loader.plt
*/

:- use_module(library(plunit)).
:- use_module('../../../prolog/support/loader').

:- begin_tests(loader).

test(facts_are_added_in_order, Vals == [2, 1]) :-
    assert_all([some_fact(2), some_fact(1)]),
    findall(Val, rules:some_fact(Val), Vals).
test(facts_are_replaced, Vals == [7]) :-
    assert_all([other_fact(2), other_fact(1)]),
    replace_all([other_fact/1], [other_fact(7)]),
    findall(Val, rules:other_fact(Val), Vals).
test(a_file_is_read_into_rules, Messages-Defined == []-[moves/2]) :-
    load_rules('/nowhere/loader_test.pl', "moves(a, [b]).\nhelper(1).\n", [],
               loaded(Messages, Defined, Named, [], _)),
    memberchk(helper/1, Named).
test(what_is_wrong_has_its_place, Line-Column == 2-8) :-
    load_rules('/nowhere/loader_fault.pl', "one(1).\ntwo(2) oops.\n", [], loaded(Messages, _, _, _, _)),
    member(message(error, _, _, Line, Column, _), Messages), !.
test(a_library_below_the_folder_is_not_the_game_s, Messages == []) :-
    current_prolog_flag(home, Home),
    file_directory_name(Home, Folder),
    atom_concat(Folder, '/loader_library.pl', File),
    load_rules(File, ":- use_module(library(clpfd)).\n", [], loaded(Messages, _, _, _, _)).
test(an_option_replaces_a_fact, Unknown-Width == [height-3]-5) :-
    load_rules('/nowhere/loader_options.pl', ":- dynamic width/1.\nwidth(4).\n", [width-5, height-3],
               loaded([], _, _, Unknown, _)),
    rules:width(Width).

:- end_tests(loader).
