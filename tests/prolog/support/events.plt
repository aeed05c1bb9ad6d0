/*  Tests of prolog/support/events.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/events.plt
*/

:- use_module(library(plunit)).
:- use_module(library(memfile)).
:- use_module('../../../prolog/support/events').

:- begin_tests(events).

test(what_is_written_goes_to_the_stream, Text == "one\ntwo\n") :-
    new_memory_file(Memory),
    open_memory_file(Memory, write, Stream),
    events_opened(Stream),
    with_events(line, Out, ( writeln(Out, one), writeln(Out, two) )),
    close(Stream),
    memory_file_to_string(Memory, Text).

:- end_tests(events).
