/*  Tests of prolog/refined/order.pl:

        swipl -q -g run_tests -t halt tests/prolog/refined/order.plt
*/

:- use_module(library(plunit)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/refined/order').

:- begin_tests(order).

%   Values are given by hand here: by_value/3 sorts Value-Position pairs.

test(max_sees_the_largest_first, Succs == [b, d, a, c]) :-
    by_value(max, [2-a, 7-b, -1-c, 7-d], Succs).
test(min_sees_the_smallest_first, Succs == [c, a, b, d]) :-
    by_value(min, [2-a, 7-b, -1-c, 7-d], Succs).
test(no_successor, Succs == []) :-
    by_value(max, [], Succs).
test(an_order_changes_no_value, [forall(( root(Pos), member(Order, [best, worst, random]) ))]) :-
    value(Pos, Val),
    get_time(Now),
    Deadline is Now + 600,
    once(pydecl_programs:search(alphabeta, Pos, 100, -1000, 1000, settings(Order, 7, 1000, 100, 0, []), Deadline,
                                Answer)),
    arg(2, Answer, Val).
test(a_seed_gives_the_same_order_again, Nodes == Again) :-
    findall(N, nodes(7, N), Nodes),
    findall(N, nodes(7, N), Again).

nodes(Seed, Nodes) :-
    root(Pos),
    get_time(Now),
    Deadline is Now + 600,
    pydecl_programs:search(alphabeta, Pos, 100, -1000, 1000, settings(random, Seed, 1000, 100, 0, []), Deadline,
                           Answer),
    arg(4, Answer, Nodes).

:- end_tests(order).
