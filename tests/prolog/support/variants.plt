/*  Tests of prolog/support/variants.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/variants.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/own').
:- use_module('../../../prolog/support/variants').

:- begin_tests(variants).

:- dynamic folder/1.

:- prolog_load_context(directory, Folder),
   assertz(folder(Folder)).

%   loaded(+More): the textbook's minimax is a program of the rules file's own, with these clauses, too.

loaded(More) :-
    folder(Folder),
    atom_concat(Folder, '/../../../prolog/textbook/minimax.pl', File),
    read_file_to_string(File, Text, []),
    string_concat(Text, More, Whole),
    pydecl_loader:load_rules('/nowhere/own.pl', Whole, [], loaded([], _, _, _, _)).

search(Manner, Pos, search(own(minimax, 3, Manner), Pos, 100, -1000, 1000, settings(game, 0, 1000, 100, 0, []))).

%   answered(+Own, +Variants, -Values): for each variant the value of a root without moves, or what else comes of it.

answered(Own, Variants, Values) :-
    Own = own(_, _, Manner),
    search(Manner, end, Search),
    varied_clauses(Own, Text),
    own_variants(Own, Text, Variants, [Search], 1000000, 60, Answers),
    maplist([[Answer], Value]>>told(Answer, Value), Answers, Values).

told(own(answer(complete, Value, _, _, _, _, _, _, _, _), _), Value) :- !.
told(error(_), error) :- !.
told(endless, endless).

changed(Format, Clause, Variant) :-
    varied_clauses(own(minimax, 3, attached), Text),
    term_string(own(_, _, Clauses), Text),
    once(nth0(N, Clauses, (minimax(_, _, _) :- _))),
    format(string(Variant), Format, [N, Clause]).

test(no_change_is_the_program, [setup(loaded("")), true(Values == [3, 3]), nondet]) :-
    answered(own(minimax, 3, attached), ["[]", "[]"], Values).
test(a_clause_is_put_in_or_in_the_place_of_another, [setup(loaded("")), true(Values == [7, 8, 3]), nondet]) :-
    changed("[replace(~w,~w)]", ":-(minimax(_,_,7),!)", Other),
    changed("[insert(~w,~w)]", ":-(minimax(_,_,8),!)", In),
    answered(own(minimax, 3, attached), [Other, In, "[]"], Values).
test(without_its_clauses_a_program_is_in_error, [setup(loaded("")), true(Values == [error]), nondet]) :-
    changed("[delete(~w),replace(-1,~w)]", none, Out),
    answered(own(minimax, 3, attached), [Out], Values).
test(a_search_without_an_end_has_its_inferences, [setup(loaded("")), nondet]) :-
    changed("[insert(~w,~w)]", ":-(minimax(P,B,V),minimax(P,B,V))", Loop),
    answered(own(minimax, 3, attached), [Loop, "[]"], [Value, 3]),
    memberchk(Value, [error, endless]).
test(in_the_end_the_program_is_what_it_was, [setup(loaded("")), true(Values == [3]), nondet]) :-
    changed("[replace(~w,~w)]", ":-(minimax(_,_,7),!)", Other),
    answered(own(minimax, 3, attached), [Other], _),
    answered(own(minimax, 3, attached), ["[]"], Values).
test(a_bare_program_is_changed_where_it_stands, [setup(loaded("")), true(Values == [7, 3]), nondet]) :-
    varied_clauses(own(minimax, 3, bare), Text),
    term_string(own(_, _, Clauses), Text),
    once(nth0(N, Clauses, (minimax(_, _, _) :- _))),
    format(string(Other), "[replace(~w,:-(minimax(_,_,7),!))]", [N]),
    answered(own(minimax, 3, bare), [Other, "[]"], Values).

:- end_tests(variants).
