/*  Tests of prolog/support/recording.pl:

        swipl -q -g run_tests -t halt tests/prolog/support/recording.plt
*/

:- use_module(library(plunit)).
:- use_module(library(memfile)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/recording').
:- use_module('../../../prolog/support/programs', [search/8]).

:- begin_tests(recording).

%   text_of(:Goal, -Lines): what Goal sends, a list of facts a line.

text_of(Goal, Lines) :-
    new_memory_file(Memory),
    open_memory_file(Memory, write, Stream),
    retractall(pydecl_events:events(_)),
    pydecl_events:events_opened(Stream),
    call(Goal),
    close(Stream),
    memory_file_to_string(Memory, Text),
    split_string(Text, "\n", "", Texts),
    findall(Facts, ( member(Line, Texts), split_string(Line, "\t", "", Facts), Facts \== [""] ), Lines).

recording_of(Program, Pos, Most, Lines) :-
    get_time(Now),
    Deadline is Now + 600,
    Search = search(Program, Pos, 100, -1000, 1000, settings(game, 0, 1000, 100, 0, [])),
    text_of(record_search(Search, Deadline, Most), Lines).

test(a_recording_tells_each_fact_once, [forall(( root(Pos), member(Program, [minimax, alphabeta, alphabeta_tt]) ))]) :-
    recording_of(Program, Pos, 100000, Lines),
    findall(Number-Kind,
            ( member([Number|Facts], Lines), member(Fact, Facts), sub_string(Fact, 0, 1, _, Kind) ),
            Told),
    Told = ["1"-_|_],
    sort(Told, Once),
    length(Told, Count),
    length(Once, Count).

test(a_recording_is_only_of_what_the_search_visits, [forall(root(Pos))]) :-
    recording_of(alphabeta, Pos, 100000, Lines),
    once(searched(alphabeta, Pos, found(_, _, Nodes))),
    findall(Number, member([Number|_], Lines), Numbers0),
    sort(Numbers0, Numbers),
    length(Numbers, Told),
    Told =< Nodes.

test(a_recording_ends_where_it_has_met_enough, [forall(root(Pos))]) :-
    recording_of(minimax, Pos, 2, Lines),
    forall(( member([Text|_], Lines) ), ( number_string(Number, Text), Number =< 2 )).

test(positions_are_found_by_their_numbers, [forall(root(Pos)), true(Found == [Pos])]) :-
    recording_of(minimax, Pos, 100000, _),
    recorded_positions([1], Found).

test(one_question_is_answered_by_itself, [forall(root(Pos))]) :-
    recording_of(minimax, Pos, 1, _),
    text_of(record_answer(mover, 1), Lines),
    memberchk(["1", Mover], Lines),
    memberchk(Mover, ["x", "n"]).

test(nothing_stays_wrapped, [forall(root(Pos))]) :-
    recording_of(alphabeta, Pos, 100000, _),
    forall(pydecl_recording:point(wrap(Module:Head, _, _)),
           \+ predicate_property(Module:Head, wrapped(_))).

:- end_tests(recording).
