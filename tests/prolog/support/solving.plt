/*  Tests of prolog/support/solving.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/solving.plt
*/

:- use_module(library(plunit)).
:- use_module(library(memfile)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/solving').

:- begin_tests(solving).

test(the_positions_that_are_enumerated_are_those_of_the_rules, Poss == Roots) :-
    findall(Pos, root(Pos), Roots),
    enumerated(initial, Poss).
test(all_positions_are_solved, Status-Count == complete-5) :-
    lines_of(none, solved(Status, Count, Nodes, Leaves, _, 0), Lines),
    length(Lines, Nodes),
    Leaves < Nodes,
    memberchk("even\tmax\twon\t2", Lines).
test(all_positions_have_values, Status-Count-Sweeps == complete-5-1) :-
    lines_of(0.001, solved(Status, Count, Nodes, Leaves, _, Sweeps), Lines),
    length(Lines, Nodes),
    Leaves < Nodes,
    memberchk("even\tmax\t1.0\t1.0", Lines).

%   lines_of(+Bound, -Answer, -Lines): Lines are those of the positions.

lines_of(Bound, Answer, Lines) :-
    new_memory_file(Memory),
    open_memory_file(Memory, write, Stream),
    pydecl_events:events_opened(Stream),
    get_time(Now),
    Deadline is Now + 600,
    once(solve(Bound, Deadline, Answer)),
    close(Stream),
    retractall(pydecl_events:events(_)),
    memory_file_to_string(Memory, Text),
    split_string(Text, "\n", "", Lines0),
    once(append(Lines, [""], Lines0)).  % what follows the last end of line is empty

:- end_tests(solving).
