:- module(pydecl_reading,
          [ begin_reading/2,            % +File, +Length
            note_read/2,                % +Term, +Layout
            what_was_read/1             % -Text
          ]).

/*  What SWI-Prolog has loaded of a game, as lines of text: rules are compiled from this
    (`pydecl/compiler/frontend/loaded.py`), and from nothing else.

        F File              a file that terms come from, relative to the rules file, which is the first; the others
                            are numbered from 1 on
        T File Line Start End Module Names Term Layout
                            a term as it was read, or what the file's own term expansion made of it, in the order of
                            loading. Start and End are offsets of characters. Names are those of its variables, as
                            Number=Name; Layout says where its parts stand.
        P Module Name Arity Kind Clause ...
                            a predicate of one of these modules, `dynamic` or `static`: for each clause the line it
                            comes from, and the number of the file, if it is not the first; the clause itself, behind
                            a colon, if it was added while the files were loaded; `-` if that cannot be told
        I Module Name Arity From
                            a predicate that one of these modules imports from another one that is no library's
        S Flag              a flag that is not what it was before; goal_expansion, if goals are expanded in a way
                            that no file says
        V Name Value        a global variable whose value is small
        O                   there was more than is told

    Fields are separated by tabs. Terms are in canonical notation, their variables numbered in the order of
    the text.
*/

:- dynamic noted/1.                     % noted(Line): a line of the text
:- dynamic reading/1.                   % reading(File)
:- dynamic file_number/2.               % file_number(File, Number)
:- dynamic noted_module/1.              % noted_module(Module): there are terms of it
:- dynamic room/1.                      % room(Chars): how many more are noted
:- dynamic flag_before/2.               % flag_before(Flag, Value)

longest(300000).                        % as LONGEST_COMPILED of pydecl/rules/source.py: a longer file is not compiled
most_noted(3000000).                    % characters
most_added(20000).                      % clauses of a predicate to which some are added
most_cells(1000).                       % parts of the value of a global variable

%!  begin_reading(+File, +Length) is det.
%
%   From here on the terms of File, whose text has Length characters, are noted.

begin_reading(File, Length) :-
    retractall(noted(_)),
    retractall(reading(_)),
    retractall(file_number(_, _)),
    retractall(noted_module(_)),
    retractall(room(_)),
    retractall(flag_before(_, _)),
    longest(Longest),
    (   Length =< Longest
    ->  most_noted(Most),
        assertz(room(Most)),
        assertz(reading(File)),
        assertz(file_number(File, 0)),
        assertz(noted_module(rules)),
        forall(flag(Flag, Value), assertz(flag_before(Flag, Value)))
    ;   true
    ).

%!  note_read(+Term, ?Layout) is det.
%
%   Note a term that is being loaded: what the file's own term expansion made of the one that was read. Layout
%   says where the parts of that one stand in the file, as read_term/2 does. A term that cannot be noted is more
%   than is told.

note_read(Term, Layout) :-
    (   reading(Main),
        \+ ( member(Other, [begin_of_file, end_of_file, []]), Other == Term )
    ->  (   prolog_load_context(term, Read),
            Read == Term,
            note_term(Main, Term, Layout)
        ->  true
        ;   note_term(Main, Term, _)
        ->  true
        ;   retractall(room(_)),
            assertz(room(0))
        )
    ;   true
    ).

note_term(Main, Term, Layout) :-
    prolog_load_context(file, File),
    prolog_load_context(term_position, Position),
    stream_position_data(char_count, Position, Start),
    stream_position_data(line_count, Position, Line),
    prolog_load_context(module, Module),
    prolog_load_context(variable_names, Names),
    numbered_file(Main, File, Number),
    (   noted_module(Module)
    ->  true
    ;   assertz(noted_module(Module))
    ),
    phrase(places(Layout, Start), Places),
    (   nonvar(Layout),
        arg(2, Layout, End)
    ->  true
    ;   End = Start
    ),
    atomic_list_concat(Places, ' ', Where),
    \+ \+ ( number_variables(Term),
            findall(Name, variable_name(Names, Name), Named),
            atomic_list_concat(Named, ' ', Called),
            note("T\t~d\t~d\t~d\t~d\t~q\t~w\t~W\t~w",
                 [Number, Line, Start, End, Module, Called, Term, [quoted(true), ignore_ops(true), numbervars(false)], Where]) ).

number_variables(Term) :-
    numbervars(Term, 0, _, [functor_name('pydecl_'), attvar(bind)]).

variable_name(Names, Named) :-
    member(Name=Variable, Names),
    nonvar(Variable),
    Variable = 'pydecl_'(Number),
    format(atom(Named), '~d=~w', [Number, Name]).

numbered_file(Main, File, Number) :-
    (   file_number(File, Number)
    ->  true
    ;   aggregate_all(count, file_number(_, _), Number),
        assertz(file_number(File, Number)),
        file_directory_name(Main, Folder),
        atom_concat(Folder, /, Start),
        (   atom_concat(Start, Name0, File)
        ->  Name = Name0
        ;   Name = File
        ),
        note("F\t~q", [Name])
    ).

%   places(+Layout, +Start)//: where the parts of a term stand, from Start on, in the order of its parts:
%
%       a From To                   an atom, a number, a variable, or all that cannot be told apart
%       t From To From1 To1 Number  a compound: its functor from From1 to To1, and its arguments
%       b From To                   a term in braces, and what stands there
%       l From To Number Tail       a list: its items, and its tail if Tail is 1

places(Layout, _) -->
    { var(Layout) }, !,
    [a, 0, 1].
places(term_position(From, To, From1, To1, Args), Start) -->
    { is_list(Args) }, !,
    { length(Args, Number) },
    place(t, From, To, Start),
    between(From1, To1, Start),
    [Number],
    all_places(Args, Start).
places(brace_term_position(From, To, Arg), Start) --> !,
    place(b, From, To, Start),
    places(Arg, Start).
places(list_position(From, To, Items, Tail), Start) --> !,
    place(l, From, To, Start),
    { length(Items, Number) },
    (   { Tail == none }
    ->  [Number, 0],
        all_places(Items, Start)
    ;   [Number, 1],
        all_places(Items, Start),
        places(Tail, Start)
    ).
places(parentheses_term_position(_, _, Content), Start) --> !,
    places(Content, Start).
places(From-To, Start) --> !,
    place(a, From, To, Start).
places(Layout, Start) -->
    { arg(1, Layout, From), arg(2, Layout, To) },
    place(a, From, To, Start).

all_places([], _) --> [].
all_places([Layout|Layouts], Start) -->
    places(Layout, Start),
    all_places(Layouts, Start).

place(Kind, From, To, Start) -->
    [Kind],
    between(From, To, Start).

between(From0, To0, Start) -->
    { From is From0 - Start, To is To0 - Start },
    [From, To].

note(Format, Args) :-
    room(Room),
    (   Room > 0
    ->  format(string(Text), Format, Args),
        assertz(noted(Text)),
        string_length(Text, Length),
        Left is Room - Length,
        retractall(room(_)),
        assertz(room(Left))
    ;   true
    ).

%!  what_was_read(-Text) is det.
%
%   A file that is too long to be compiled is more than is told.

what_was_read("O") :-
    \+ reading(_), !.                   % drops: what is told
what_was_read(Text) :-
    findall(Line, noted(Line), Lines0),
    findall(Line, told(Line), Others0),
    sort(Others0, Others),              % SWI-Prolog's own order depends on where things lie in memory
    append(Lines0, Others, Lines),
    atomic_list_concat(Lines, '\n', Text0),
    atom_string(Text0, Text),
    retractall(noted(_)),
    retractall(reading(_)).

%   told(-Line): what is told beside the terms that were noted.

told("O") :-
    room(Room),
    Room =< 0.
told(Line) :-
    noted_module(Module),
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    (   predicate_property(Module:Head, imported_from(From))
    ->  module_property(From, class(user)),
        format(string(Line), "I\t~q\t~q\t~d\t~q", [Module, Name, Arity, From])
    ;   \+ generated(Name),
        (   predicate_property(Module:Head, dynamic)
        ->  Kind = (dynamic)
        ;   Kind = static
        ),
        findall(Place, clause_place(Module:Head, Kind, Place), Places),
        atomic_list_concat(Places, '\t', Text),
        format(string(Line), "P\t~q\t~q\t~d\t~w\t~w", [Module, Name, Arity, Kind, Text])
    ).
told(Line) :-
    flag_before(Flag, Before),
    flag(Flag, Value),
    Value \== Before,
    format(string(Line), "S\t~w", [Flag]).

told(Line) :-
    nb_current(Name, Value),
    \+ ( member(Start, [$, pydecl_]), sub_atom(Name, 0, _, _, Start) ),
    most_cells(Most),
    without(Value, Most, _),
    format(string(Line), "V\t~q\t~W", [Name, Value, [quoted(true), ignore_ops(true), numbervars(false)]]).
told("S\tgoal_expansion") :-
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

%   without(+Value, +Cells0, -Cells) is semidet: what is left of Cells0 without the parts of Value, which is ground.

without(Value, Cells0, Cells) :-
    nonvar(Value),
    succ(Cells1, Cells0),
    (   compound(Value)
    ->  compound_name_arguments(Value, _, Args),
        foldl(without, Args, Cells1, Cells)
    ;   Cells = Cells1
    ).

%   generated(+Name): SWI-Prolog makes predicates of such names for tabling, and for library(apply_macros).

generated(Name) :-
    member(Start, [$, '__aux_']),
    sub_atom(Name, 0, _, _, Start), !.  % drops: nothing, for one start is enough

%   clause_place(+Head, +Kind, -Place): what is told of a clause. Only a dynamic one can be told as it is: of others
%   SWI-Prolog moves unifications into the head.

clause_place(Head, Kind, Place) :-
    catch(clause(Head, Body, Clause), _, Clause = none),
    (   Clause \== none,
        clause_property(Clause, file(File)),
        clause_property(Clause, line_count(Line)),
        file_number(File, Number)
    ->  (   Number =:= 0
        ->  Place = Line
        ;   format(atom(Place), '~d ~d', [Line, Number])
        )
    ;   Kind == (dynamic),
        Clause \== none,
        predicate_property(Head, number_of_clauses(Number)),
        most_added(Most),
        Number =< Most
    ->  strip_module(Head, _, Plain),
        added(Plain, Body, Term),
        number_variables(Term),
        format(string(Place), ":~W", [Term, [quoted(true), ignore_ops(true), numbervars(false)]])
    ;   Place = (-)
    ).

added(Head, true, Head) :- !.           % drops: the same as a rule
added(Head, Body, (Head :- Body)).

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
