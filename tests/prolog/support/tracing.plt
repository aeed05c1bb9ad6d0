/*  Tests of prolog/support/tracing.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/tracing.plt
*/

:- use_module(library(plunit)).
:- use_module(library(memfile)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/tracing').

:- begin_tests(tracing).

test(a_trace_changes_no_answer_and_tells_what_happens, [forall(root(Pos))]) :-
    new_memory_file(Memory),
    open_memory_file(Memory, write, Stream),
    retractall(pydecl_events:events(_)),
    pydecl_events:events_opened(Stream),
    get_time(Now),
    Deadline is Now + 600,
    once(search_tracing(alphabeta, Pos, 100, -1000, 1000, settings(game, 0, 1000, 100, 0, []), Deadline, 100000,
                        Answer)),
    close(Stream),
    memory_file_to_string(Memory, Text),
    once(searched(alphabeta, Pos, found(Val, _, Nodes))),
    Answer = answer(complete, Val, _, Nodes, _, _, _, _, _, _),
    split_string(Text, "\n", "", Lines),
    length(Lines, Events),
    Events > Nodes.

:- end_tests(tracing).
