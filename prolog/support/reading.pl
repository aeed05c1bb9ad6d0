:- module(pydecl_reading,
          [ begin_reading/2,            % +File, +Length
            note_read/1,                % +Term
            what_was_read/1             % -Text
          ]).

/*  What SWI-Prolog read of a rules file, and what it made of it, as lines of text. Whoever compiles the file
    reads it by other means, and compares (`pydecl/compiler/frontend/loaded.py`): the two must never play two games.

        T Line Term         a term of the file itself, in order; Line is where it begins
        I Line File Term    one of a file that it includes
        X Term              what the file's own term expansion made of the term before; none if it left it as it is
        P Name Arity Clause ...
                            a predicate that the rules have: for each clause the line it comes from, with its
                            file where that is included; `-` where it comes from no term of the file
        S Flag              a flag that is not what it was before; goal_expansion, if goals are expanded in a way
                            that no file says
        O                   there was more than is told

    Fields are separated by tabs. Terms are in canonical notation, their variables numbered in the order of
    the text.
*/

:- dynamic noted/1.                     % noted(Line): a line of the text
:- dynamic last_noted/3.                % last_noted(File, Start, Left): of the term that was noted last; Left if
                                        % its first part is the term itself, and not told yet
:- dynamic reading/1.                   % reading(File)
:- dynamic room/1.                      % room(Chars): how many more are noted
:- dynamic flag_before/2.               % flag_before(Flag, Value)

longest(300000).                        % as LONGEST_COMPILED of pydecl/rules/source.py: a longer file is not compiled
most_noted(600000).                     % characters

%!  begin_reading(+File, +Length) is det.
%
%   From here on the terms of File, whose text has Length characters, are noted.

begin_reading(File, Length) :-
    retractall(noted(_)),
    retractall(last_noted(_, _, _)),
    retractall(reading(_)),
    retractall(room(_)),
    retractall(flag_before(_, _)),
    longest(Longest),
    (   Length =< Longest
    ->  most_noted(Most),
        assertz(room(Most)),
        assertz(reading(File)),
        forall(flag(Flag, Value), assertz(flag_before(Flag, Value)))
    ;   true
    ).

%!  note_read(+Term) is det.
%
%   Note the term that is being loaded, as it was read, and Term, which is what the file's own term expansion
%   made of it.

note_read(Term) :-
    (   reading(Main),
        prolog_load_context(source, Main),
        prolog_load_context(term, Read),
        nonmember(Read, [begin_of_file, end_of_file])
    ->  prolog_load_context(file, File),
        prolog_load_context(term_position, Position),
        stream_position_data(char_count, Position, Start),
        (   retract(last_noted(File, Start, Left))
        ->  (   Left == true
            ->  note("X\t~W", Read)
            ;   true
            ),
            note("X\t~W", Term),
            assertz(last_noted(File, Start, false))
        ;   retractall(last_noted(_, _, _)),
            stream_position_data(line_count, Position, Line),
            note_term(File, Main, Line, Read),
            (   Term == Read
            ->  assertz(last_noted(File, Start, true))
            ;   note("X\t~W", Term),
                assertz(last_noted(File, Start, false))
            )
        )
    ;   true
    ).

nonmember(Term, Terms) :-
    \+ ( member(One, Terms), One == Term ).

note_term(Main, Main, Line, Term) :-
    !,                                  % drops: an included file
    format(string(Format), "T\t~d\t~~W", [Line]),
    note(Format, Term).
note_term(File, _, Line, Term) :-
    file_base_name(File, Name),
    format(string(Start), "I\t~d\t~q\t", [Line, Name]),
    split_string(Start, "~", "", Parts),
    atomic_list_concat(Parts, '~~', Format0),
    string_concat(Format0, "~W", Format),
    note(Format, Term).

note(Format, Term) :-
    room(Room),
    (   Room > 0
    ->  \+ \+ ( numbervars(Term, 0, _, [functor_name('pydecl_'), attvar(bind)]),
                format(string(Text), Format, [Term, [quoted(true), ignore_ops(true), numbervars(false)]]),
                assertz(noted(Text)),
                string_length(Text, Length),
                Left is Room - Length,
                retractall(room(_)),
                assertz(room(Left)) )
    ;   true
    ).

%!  what_was_read(-Text) is det.
%
%   A file that is too long to be compiled is more than is told.

what_was_read("O") :-
    \+ reading(_), !.                   % drops: what is told
what_was_read(Text) :-
    reading(Main),
    findall(Line, noted(Line), Lines0),
    findall(Line, told(Main, Line), Others0),
    sort(Others0, Others),              % SWI-Prolog's own order depends on where things lie in memory
    append(Lines0, Others, Lines),
    atomic_list_concat(Lines, '\n', Text0),
    atom_string(Text0, Text),
    retractall(noted(_)),
    retractall(reading(_)).

%   told(+Main, -Line): what is told beside the terms that were noted.

told(_, "O") :-
    room(Room),
    Room =< 0.
told(Main, Line) :-
    current_predicate(rules:Name/Arity),
    functor(Head, Name, Arity),
    (   predicate_property(rules:Head, imported_from(Module))
    ->  module_property(Module, class(user)),
        Places = [-]
    ;   findall(Place, clause_place(rules:Head, Main, Place), Places)
    ),
    atomic_list_concat(Places, '\t', Text),
    format(string(Line), "P\t~q\t~d\t~w", [Name, Arity, Text]).
told(_, Line) :-
    flag_before(Flag, Before),
    flag(Flag, Value),
    Value \== Before,
    format(string(Line), "S\t~w", [Flag]).

told(_, "S\tgoal_expansion") :-
    once(expands_goals).

%   expands_goals: goals are expanded in a way that no file says.

expands_goals :-
    member(Module, [rules, user, system]),
    member(Arity, [2, 4]),
    functor(Head, goal_expansion, Arity),
    predicate_property(Module:Head, number_of_clauses(_)),
    \+ predicate_property(Module:Head, imported_from(_)),
    catch(clause(Module:Head, _, Clause), _, fail),
    \+ clause_property(Clause, file(_)).

clause_place(Head, Main, Place) :-
    catch(clause(Head, _, Clause), _, Clause = none),
    (   Clause \== none,
        clause_property(Clause, source(Main)),
        clause_property(Clause, file(File)),
        clause_property(Clause, line_count(Line))
    ->  (   File == Main
        ->  Place = Line
        ;   file_base_name(File, Name),
            format(atom(Place), '~d ~q', [Line, Name])
        )
    ;   Place = (-)
    ).

%   flag(-Flag, -Value): a flag that may change what rules do. Those of reading are set back at the end of a
%   file: what they change is seen in its terms.

flag(Flag, Value) :-
    current_prolog_flag(Flag, Value),
    \+ harmless(Flag).

harmless(Flag) :-
    memberchk(Flag, [ double_quotes, back_quotes, rational_syntax, character_escapes, var_prefix ]).
harmless(Flag) :-
    memberchk(Flag, [ optimise, unknown, gc, agc_margin, generate_debug_info, verbose, verbose_load, history,
                      last_call_optimisation, toplevel_print_anon, toplevel_var_size, answer_write_options,
                      print_write_options, debugger_write_options, warn_override_implicit_import, color_term,
                      debug, report_error, debug_on_error, encoding, emulated_dialect ]).
