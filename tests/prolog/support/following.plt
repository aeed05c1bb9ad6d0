/*  Tests of prolog/support/following.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/following.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/following').

:- begin_tests(following).

%   line(-Nodes, +Expected): to the first leaf of the tree `even`, which is 3; Expected is the hash there.

line([node(1, 0, start, any), node(2, 1, [1|even], any), node(3, 2, [1,1|even], Expected)], Expected).

test(the_hash_that_is_told_is_the_one_that_is_expected, Differing == []) :-
    followed([node(1, 0, start, other)], 9, [1-Hash]),
    followed([node(1, 0, start, Hash)], 9, Differing).
test(an_end_is_the_sign_of_its_value_for_who_began, Differing == []) :-
    term_hash(end(1), Hash),
    line(Nodes, Hash),
    followed(Nodes, 9, Differing).
test(what_looks_other_is_told_with_its_place, Places == [3]) :-
    line(Nodes, other),
    followed(Nodes, 9, Differing),
    pairs_keys(Differing, Places).
test(a_move_that_is_none_leads_nowhere, Differing == [2-none]) :-
    followed([node(1, 0, start, any), node(2, 1, nowhere, other)], 9, Differing).
test(no_more_are_told_than_asked_for, Places == [1]) :-
    followed([node(1, 0, start, other), node(2, 1, [1|even], other)], 1, Differing),
    pairs_keys(Differing, Places).

:- end_tests(following).
