/*  Tests of prolog/support/marking.pl, a program of its own:

        swipl -q -g run_tests -t halt tests/prolog/support/marking.plt
*/

:- use_module(library(plunit)).
:- use_module(library(process)).
:- use_module(library(readutil)).
:- use_module(library(memfile)).
:- use_module('../../support/small_trees').
:- use_module('../../../prolog/support/tracing').

:- prolog_load_context(directory, Here),
   atom_concat(Here, '/../../../prolog/support/marking.pl', File),
   assertz(marking_file(File)).

:- begin_tests(marking).

%   recorded(+Pos, -Lines): what alphabeta does from Pos, without the positions.

recorded(Pos, Lines) :-
    new_memory_file(Memory),
    open_memory_file(Memory, write, Stream),
    retractall(pydecl_events:events(_)),
    pydecl_events:events_opened(Stream),
    get_time(Now),
    Deadline is Now + 600,
    once(search_tracing(alphabeta, Pos, 100, -1000, 1000, settings(game, 0, 1000, 100, 0, []), Deadline, 100000, _)),
    close(Stream),
    memory_file_to_string(Memory, Text),
    split_string(Text, "\n", "", Lines0),
    exclude(no_event, Lines0, Lines).

no_event("").
no_event(Line) :-
    sub_string(Line, 0, 1, _, "p").

%   marked(+Lines, -Goals, -Rows): what marking.pl answers: its table, and a row for each line.

marked(Lines, Goals, Rows) :-
    marking_file(File),
    current_prolog_flag(executable, Swipl),
    Lines = [First|_],
    split_string(First, " ", "", [_, Node, _, Mover|_]),
    setup_call_cleanup(
        process_create(Swipl, ['-q', '-f', none, File], [stdin(pipe(In)), stdout(pipe(Out)), process(Id)]),
        ( format(In, "question(alphabeta, 100, ~w, ~w, -1000, 1000, [win = 1000]).~n", [Mover, Node]),
          forall(member(Line, Lines), format(In, "~w~n", [Line])),
          close(In),
          read_string(Out, _, Answer) ),
        ( close(Out), process_wait(Id, _) )),
    split_string(Answer, "\n", "", Told),
    findall(Number-Goal, ( member(Line, Told), split_string(Line, " ", "", ["g", Text|Rest]), last(Rest, Goal),
                           number_string(Number, Text) ), Goals),
    findall([Main, Tried, Tests],
            ( member(Line, Told), Line \== "", \+ sub_string(Line, 0, 2, _, "g "),
              split_string(Line, " ", "", [MainText, Tried, Tests]), number_string(Main, MainText) ), Rows).

%   brings(?Kind, ?Goal): which goal brings a line about.

brings("e", "alphabeta/5").
brings("s", "moves/2").
brings("l", "staticval/2").
brings("v", "alphabeta/5").

test(every_line_has_a_goal_of_its_kind, [forall(root(Pos))]) :-
    recorded(Pos, Lines),
    marked(Lines, Goals, Rows),
    length(Lines, Count),
    length(Rows, Count),
    forall(( nth0(N, Lines, Line), nth0(N, Rows, [Main|_]) ),
           ( sub_string(Line, 0, 1, _, Kind),
             memberchk(Main-Goal, Goals),
             brings(Kind, Goal) )).

test(a_recording_that_goes_on_otherwise_is_marked_so_far, Found == 1) :-
    once(root(Pos)),
    recorded(Pos, [First|_]),
    marked([First, "h", "h"], _, Rows),
    length(Rows, Found).

:- end_tests(marking).
