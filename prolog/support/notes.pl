:- module(pydecl_notes,
          [ note_goals/1,               % +First
            noting/1,                   % -First
            begin_notes/1,              % +First
            latest/1,                   % -Number
            go_back_to/1,               % +Number
            row_told/2,                 % +Main, +Stream
            row_done/0,
            pydecl_here/1,              % +Number
            pydecl_tested/3,            % +Number, @A, @B
            pydecl_held/1               % +Number
          ]).

/*  What the marks in a program's clauses (marks.pl) note while it runs: which goals were tried, one after the other.

    What was tried since the last row is a row of text, MAIN TRIED TESTS. MAIN is the goal that brought an event about,
    -1 for none; TRIED the numbers of the last goals, with commas; TESTS the first comparisons, NUMBER:HELD:A:B with
    semicolons, HELD 1 or 0, an operand x if it is no number, or a long one; - is a list with nothing in it. They are
    kept in

        notes(Count, Latest, Tried, Tested, Tests)

    which is changed in place, so that no backtracking undoes it. Count goals were tried; Tried has the last of them,
    round and round. Latest is the last one, in an earlier row, too. Tested comparisons were made; Tests has the first.
*/

:- set_prolog_flag(optimise, true).

most(24).                               % goals, and comparisons, of a row

:- dynamic noting/1.                    % noting(First): traces have rows, and the program's first head is First

%!  note_goals(+First) is det.
%
%   From now on traces of the file's own programs have rows. First is the number of the first head of the program.

note_goals(First) :-
    retractall(noting(_)),
    assertz(noting(First)).

%!  begin_notes(+First) is det.
%
%   Nothing was tried, and First is about to be.

begin_notes(First) :-
    most(Most),
    functor(Tried, tried, Most),
    functor(Tests, tests, Most),
    b_setval(pydecl_notes, notes(0, First, Tried, 0, Tests)).

%!  latest(-Number) is det.
%
%   The goal that was tried last.

latest(Number) :-
    b_getval(pydecl_notes, Notes),
    arg(2, Notes, Number).

%!  go_back_to(+Number) is det.
%
%   This goal goes on: what it has called has ended.

go_back_to(Number) :-
    b_getval(pydecl_notes, Notes),
    nb_setarg(2, Notes, Number).

%   notes(-Notes) is semidet: fails if nobody traces, for what a directive or a plain search calls.

notes(Notes) :-
    nb_current(pydecl_notes, Notes),
    Notes \== [].

%!  pydecl_here(+Number) is det.

pydecl_here(Number) :-
    (   notes(Notes)
    ->  tried(Number, Notes)
    ;   true
    ).

tried(Number, Notes) :-
    Notes = notes(Count0, _, Tried, _, _),
    Count is Count0 + 1,
    nb_setarg(1, Notes, Count),
    nb_setarg(2, Notes, Number),
    most(Most),
    Slot is Count0 mod Most + 1,
    nb_setarg(Slot, Tried, Number).

%!  pydecl_tested(+Number, @A, @B) is det.

pydecl_tested(Number, A, B) :-
    (   notes(Notes)
    ->  tried(Number, Notes),
        arg(4, Notes, Tested0),
        Tested is Tested0 + 1,
        nb_setarg(4, Notes, Tested),
        most(Most),
        (   Tested =< Most
        ->  operand(A, ValA),
            operand(B, ValB),
            arg(5, Notes, Tests),
            nb_setarg(Tested, Tests, test(Number, 0, ValA, ValB))
        ;   true
        )
    ;   true
    ).

%!  pydecl_held(+Number) is det.
%
%   The comparison that was made last was true.

pydecl_held(Number) :-
    (   notes(Notes),
        Notes = notes(_, _, _, Tested, Tests),
        most(Most),
        Tested =< Most,
        arg(Tested, Tests, Test),
        arg(1, Test, Number)
    ->  nb_setarg(2, Test, 1)
    ;   true
    ).

%   operand(@Term, -Value): the number that it is, or x. What would have to be computed is x: that is the program's.

operand(Term, Value) :-
    (   number(Term)
    ->  (   is_short(Term)
        ->  Value = Term
        ;   Value = x
        )
    ;   nonvar(Term),
        Term = -Positive,
        operand(Positive, Value0),
        number(Value0)
    ->  Value is -Value0
    ;   Term == inf
    ->  Value is inf
    ;   Value = x
    ).

is_short(Number) :-
    (   rational(Number, Over, Under)
    ->  abs(Over) < 1 << 62,
        Under < 1 << 62
    ;   true
    ).

%!  row_told(+Main, +Stream) is det.
%
%   Writes the row of what was tried.

row_told(Main, Stream) :-
    b_getval(pydecl_notes, notes(Count, _, Tried, Tested, Tests)),
    most(Most),
    write(Stream, Main),
    (   Count =:= 0
    ->  write(Stream, ' -')
    ;   First is max(0, Count - Most),
        tried_told(First, Count, ' ', Tried, Stream)
    ),
    (   Tested =:= 0
    ->  write(Stream, ' -')
    ;   Last is min(Tested, Most),
        tests_told(1, Last, ' ', Tests, Stream)
    ).

tried_told(At, Count, Between, Tried, Stream) :-
    (   At =:= Count
    ->  true
    ;   most(Most),
        Slot is At mod Most + 1,
        arg(Slot, Tried, Number),
        write(Stream, Between),
        write(Stream, Number),
        At1 is At + 1,
        tried_told(At1, Count, ',', Tried, Stream)
    ).

tests_told(At, Last, Between, Tests, Stream) :-
    (   At > Last
    ->  true
    ;   arg(At, Tests, test(Number, Held, A, B)),
        format(Stream, '~w~w:~w:~w:~w', [Between, Number, Held, A, B]),
        At1 is At + 1,
        tests_told(At1, Last, ';', Tests, Stream)
    ).

%!  row_done is det.
%
%   What was tried is told.

row_done :-
    b_getval(pydecl_notes, Notes),
    nb_setarg(1, Notes, 0),
    nb_setarg(4, Notes, 0).
