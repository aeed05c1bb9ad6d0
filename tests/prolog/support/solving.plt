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
    new_memory_file(Memory),
    open_memory_file(Memory, write, Stream),
    pydecl_events:events_opened(Stream),
    get_time(Now),
    Deadline is Now + 60,
    solve(Deadline, solved(Status, Count, Nodes, Leaves, _)),
    close(Stream),
    memory_file_to_string(Memory, Text),
    split_string(Text, "\n", "", Lines),
    length(Lines, Nodes1),
    Nodes1 =:= Nodes + 1,               % what follows the last end of line is empty
    Leaves < Nodes,
    memberchk("even\tmax\twon\t2", Lines).

:- end_tests(solving).
