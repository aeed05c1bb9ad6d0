/*  Reports for conftest.py which plunit tests a file has and how each of them ends.

        swipl ... plunit_report.pl -- list|run File Report

    Report becomes a list of records. Fields end with ASCII's unit separator and records with its record
    separator, so that no text needs escapes. Each record is flushed: what is known survives a kill.

        loading  Kind                         a message of this kind (error, warning) while loading
        test     Unit Name Line               a test of the file
        listed                                all tests are listed
        begin    Unit Name Line               a test starts
        message  Unit Line Text               an error or a warning while Unit runs; Line is 0 if unknown
        outcome  Kind Unit Name Line Detail   passed, failed, blocked, unmet, ...
        done                                  all tests have ended

    What plunit prints, and the messages that it sends, differ between SWI-Prolog 9.0 and 9.2. The facts
    that it keeps about each test do not: they all start with Unit, Name and Line.
*/

:- module(plunit_report, [main/0]).

:- use_module(library(plunit)).
:- use_module(library(lists)).

:- dynamic
    report/1,                   % Stream
    phase/1.                    % loading, or running(Unit, Line)

:- multifile user:message_hook/3.

user:message_hook(Term, Kind, Lines) :-
    plunit_report:heard(Kind, Term, Lines),
    fail.                       % the message is printed as ever

main :-
    current_prolog_flag(argv, Argv),
    append(_, [Mode, File, Report], Argv),
    !,
    plain_messages,
    % The defaults would drop the tests of an optimised program, and the facts.
    set_test_options([load(always), cleanup(false)]),
    setup_call_cleanup(
        ( open(Report, write, Stream, [encoding(utf8)]),
          assertz(report(Stream))
        ),
        report(Mode, File),
        close(Stream)).

%   An error message must not end this process; flags that this version does not know do not matter.

plain_messages :-
    forall(member(Flag-Value, [ encoding-utf8, color_term-false, on_error-print, on_warning-print ]),
           catch(set_prolog_flag(Flag, Value), error(_, _), true)).

report(Mode, File) :-
    enter(loading),
    catch(load_files(user:File, []), Error, print_message(error, Error)),
    enter(running(-, 0)),
    forall(current_test(Unit, Name, Line, _, _),
           record([test, Unit, Name, Line])),
    record([listed]),
    (   Mode == run
    ->  forall(current_test_unit(Unit, Options), run_unit(Unit, Options)),
        record([done])
    ;   true
    ).

run_unit(Unit, Options) :-
    enter(running(Unit, 0)),
    (   memberchk(blocked(Reason), Options)
    ->  forall(current_test(Unit, Name, Line, _, _),
               record([outcome, blocked, Unit, Name, Line, Reason]))
    ;   ignore(catch(run_tests(Unit), Error, print_message(error, Error))),
        forall(outcome(Unit, Kind, Name, Line, Detail),
               record([outcome, Kind, Unit, Name, Line, Detail])),
        forall(unmet(Unit, Options, Name, Line),
               record([outcome, unmet, Unit, Name, Line, 'its condition does not hold']))
    ).

%   outcome(+Unit, -Kind, -Name, -Line, -Detail) is nondet.
%
%   One fact that plunit keeps about the tests that ran last.

outcome(Unit, Kind, Name, Line, Detail) :-
    member(Kind, [passed, failed, failed_assertion, timeout, sto, blocked, fixme]),
    current_predicate(plunit:Kind/Arity),
    Arity > 3,
    functor(Fact, Kind, Arity),
    predicate_property(plunit:Fact, dynamic),
    Fact =.. [Kind, Unit, Name0, Line, Detail|_],
    call(plunit:Fact),
    (   Name0 = @(Name, _)              % one run of a forall test
    ->  true
    ;   Name = Name0
    ).

%   unmet(+Unit, +UnitOptions, -Name, -Line) is nondet.
%
%   This test has a condition and did not run: plunit says no more of it.

unmet(Unit, UnitOptions, Name, Line) :-
    current_test(Unit, Name, Line, _, Options),
    (   memberchk(condition(_), Options)
    ->  true
    ;   memberchk(condition(_), UnitOptions)
    ),
    \+ outcome(Unit, _, Name, Line, _).

%   heard(+Kind, +Term, +Lines) is semidet.

heard(_, plunit(begin(Unit:Name0, _:Line, _)), _) :-
    !,
    (   Name0 = @(Name, _)
    ->  true
    ;   Name = Name0
    ),
    enter(running(Unit, Line)),
    record([begin, Unit, Name, Line]).
heard(Kind, Term, Lines) :-
    memberchk(Kind, [error, warning]),
    phase(Phase),
    (   Phase == loading
    ->  record([loading, Kind])
    ;   Phase = running(Unit, Line0),
        (   message_line(Term, Line)
        ->  true
        ;   Line = Line0
        ),
        message_text(Lines, Text),
        record([message, Unit, Line, Text])
    ).

%   message_line(+Term, -Line) is nondet.
%
%   One of plunit's messages is about the test at Line; its place in the term depends on the version.

message_line(plunit(Event), Line) :-
    compound(Event),
    arg(_, Event, Argument),
    (   Line = Argument
    ;   Argument = _:Line
    ;   Argument = test(_, _, Line)
    ),
    integer(Line),
    current_test(_, _, Line, _, _).

message_text(Lines, Text) :-
    with_output_to(string(Text),
                   ( current_output(Stream),
                     print_message_lines(Stream, '', Lines)
                   )).

enter(Phase) :-
    retractall(phase(_)),
    assertz(phase(Phase)).

record(Fields) :-
    report(Stream),
    forall(member(Field, Fields), format(Stream, "~w\x1F\", [Field])),
    format(Stream, "\x1E\", []),
    flush_output(Stream).
