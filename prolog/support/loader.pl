:- module(pydecl_loader,
          [ load_rules/4,               % +File, +Text, +Options, -Report
            take_source/2,              % +File, +Text
            load_facts/1,               % +Facts
            assert_all/1,               % +Facts
            replace_all/2               % +PIs, +Facts
          ]).
:- use_module(interface).
:- use_module(policy).
:- use_module(reading).
:- use_module(terms).

/*  Load a rules file into module `rules`, whatever module its header may name, strictly: whatever
    SWI-Prolog has to say about the file is collected, with its place, and nothing is printed. What the file
    may not do is refused (policy.pl).
*/

:- dynamic found/6.                     % found(Severity, Code, File, Line, Column, Text)
:- dynamic loading/1.                   % loading(File)

:- multifile user:message_hook/3.

user:message_hook(Term, Kind, Lines) :-
    pydecl_loader:loading(_),
    pydecl_loader:severity(Kind, Term, Severity),
    pydecl_loader:collect(Term, Lines, Severity).

%   severity(+Kind, +Term, -Severity): a declaration that SWI-Prolog does not heed loses nothing of the file.

severity(error, Term, Severity) :-
    (   subsumes_term(error(type_error(predicate_indicator, _), _), Term)
    ->  Severity = warning
    ;   Severity = error
    ).
severity(warning, _, warning).

:- multifile user:term_expansion/4.
:- dynamic user:term_expansion/4.

user:term_expansion(Term, Place, [], Place) :-
    pydecl_loader:loading(File),
    pydecl_loader:of_the_game(File),
    pydecl_reading:note_read(Term, Place),
    pydecl_policy:vetted(Term, Verdict),
    pydecl_loader:left_out(Verdict).
user:term_expansion(Term0, Place, Term, Place) :-
    pydecl_loader:loading(File),
    pydecl_loader:of_the_game(File),
    nonvar(Term0),
    pydecl_loader:as_rules(Term0, File, Term).

:- dynamic source/2.                    % source(File, Text)

:- multifile prolog:open_source_hook/3.

prolog:open_source_hook(File, Stream, _) :-
    pydecl_loader:loading(_),
    (   pydecl_loader:source(File, Text)
    ->  open_text(Text, Stream),
        set_stream(Stream, file_name(File))
    ;   open(File, read, Stream, [encoding(utf8)])
    ).

%   open_text(+Text, -Stream): a file that another one includes is read in the encoding of that one's stream. That
%   of a string is UTF-8 only if one of its characters is beyond Latin-1: the first one, which is not counted.

open_text(Text, Stream) :-
    string_concat("\u20AC", Text, Wide),
    open_string(Wide, Stream),
    set_stream(Stream, record_position(false)),
    get_char(Stream, _),
    set_stream(Stream, record_position(true)).

%!  take_source(+File, +Text) is det.
%
%   Text is what File holds, which is another file of the game than the rules file: its bytes are not UTF-8.

take_source(File, Text) :-
    retractall(source(File, _)),
    assertz(source(File, Text)).

%!  load_rules(+File, +Text, +Options, -Report) is det.
%
%   File is the path of the file, Text what it holds. Report is
%   loaded(Messages, Defined, Named, Unknown, Read): Messages are
%   message(Severity, Code, File, Line, Column, Text) with 0 for an unknown line or column, Code one of
%   policy.pl's, or '' for what SWI-Prolog itself says; Defined the interface predicates that the file has, Named
%   all the PIs that it defines, Unknown the options (Key-Value) that it does not declare, Read what was read of
%   the file, as reading.pl tells it. Each option Key-Value replaces the one clause of the dynamic predicate
%   Key/1.

load_rules(File, Text, Options, loaded(Messages, Defined, Named, Unknown, Read)) :-
    retractall(found(_, _, _, _, _, _)),
    string_length(Text, Length),
    begin_reading(File, Length),
    setup_call_cleanup(
        ( asserta(loading(File)), open_text(Text, Stream) ),
        catch(load_files(rules:File, [ module(rules), stream(Stream), silent(true), check_script(false) ]),
              Ball,
              abandoned(Ball, File, Stream)),
        ( close(Stream), retractall(loading(_)) )),
    findall(message(Severity, Code, In, Line, Column, Said),
            found(Severity, Code, In, Line, Column, Said),
            Messages),
    what_was_read(Read),
    interface_of(rules, Defined),
    findall(PI, own(PI), Named0),
    sort(Named0, Named),                % SWI-Prolog's own order depends on where things lie in memory
    findall(Key-Value, ( member(Key-Value, Options), \+ set_option(Key, Value) ), Unknown).

%   as_rules(+Term0, +File, -Term) is semidet: what Term0 is where the file is module `rules`, and not `user`,
%   nor a module of its own. Fails where that is Term0.

as_rules((:- module(_, Exports)), File, _) :-
    prolog_load_context(source, File),
    retractall(exported(_)),
    is_list(Exports),
    assertz(exported(Exports)),
    forall(( member(Export, Exports), nonvar(Export), Export = op(Priority, Type, Names) ),
           rules:op(Priority, Type, Names)),
    fail.
as_rules((:- Goal), File, (:- pydecl_loader:import_rules(Module, Imports))) :-
    imports(Goal, Spec, Imports),
    prolog_load_context(source, Source),
    Source \== File,
    prolog_load_context(directory, Directory),
    catch(absolute_file_name(Spec, Path,
                             [ relative_to(Directory), file_type(prolog), access(exist), file_errors(fail) ]),
          _, fail),
    same_file(Path, File), !,
    prolog_load_context(module, Module).
as_rules((:- initialization(Goal0)), _, (:- initialization(pydecl_loader:start(Module, Goal, Place)))) :-
    prolog_load_context(module, Module),
    here(File, Line, Column),
    Place = place(File, Line, Column),
    without_user((:- Goal0), own, (:- Goal)), !.     % drops: the directive as it is
as_rules(Term0, _, Term) :-
    prolog_load_context(module, Module),
    home(Module, Home),
    without_user(Term0, Home, Term),
    Term \== Term0.

%   home(+Module, -Home): where what is `user` for a file of Module lies, `own` if in Module itself. Glue may put a
%   program into a module of its own, `theirs`.

home(Module, Home) :-
    (   memberchk(Module, [rules, theirs])
    ->  Home = own
    ;   current_module(theirs)
    ->  Home = theirs
    ;   Home = rules
    ).

:- dynamic exported/1.                  % exported(PIs): what the header of the rules file exports

imports(use_module(Spec), Spec, all).
imports(use_module(Spec, Imports), Spec, Imports).
imports(ensure_loaded(Spec), Spec, all).
imports(reexport(Spec), Spec, all).
imports(autoload(Spec), Spec, all).
imports(autoload(Spec, Imports), Spec, Imports).

%   import_rules(+Module, +Imports): a file beside the rules file uses that file, which is being loaded.

import_rules(Module, Imports) :-
    (   is_list(Imports)
    ->  PIs = Imports
    ;   exported(PIs)
    ->  true
    ;   PIs = []
    ),
    forall(( member(Name/Arity, PIs), Module \== rules ),
           ( rules:export(Name/Arity), Module:import(rules:Name/Arity) )).

%   start(+Module, +Goal, +Place): Goal is to be run now that the file is loaded: it is if it makes facts for the
%   rules, and not if it starts a program.

start(Module, Goal, place(File, Line, Column)) :-
    (   Module == rules,
        callable(Goal),
        sets_up(Goal)
    ->  call(rules:Goal)
    ;   not_started(Goal, left_out(Code, Text)),
        assertz(found(note, Code, File, Line, Column, Text))
    ), !.                               % drops: other solutions of Goal

%   abandoned(+Ball, +File, +Stream): loading ended with an exception; SWI-Prolog goes on only after errors.

abandoned(Ball, File, Stream) :-
    (   Ball = error(_, _)
    ->  print_message(error, Ball)
    ;   line_count(Stream, Line),
        format(string(Text), "a directive raised the exception ~W", [Ball, [quoted(true), max_depth(6)]]),
        assertz(found(error, '', File, Line, 0, Text))
    ).

%   of_the_game(+File): what is being read belongs to File or to a file beside it, not to a library. SWI-Prolog may be
%   below the folder of the game: there lies a virtual environment.

of_the_game(File) :-
    prolog_load_context(source, Source),
    (   Source == File
    ->  true
    ;   file_directory_name(File, Folder),
        sub_atom(Source, 0, _, _, Folder),
        current_prolog_flag(home, Home),
        \+ sub_atom(Source, 0, _, _, Home)
    ).

%   left_out(+Verdict) is semidet: the term is not to be loaded, and it is noted why.

left_out(heeded).
left_out(left_out(Code, Text)) :-
    note(note, Code, Text).
left_out(refused(Code, Text)) :-
    note(error, Code, Text).

note(Severity, Code, Text) :-
    here(File, Line, Column),
    assertz(found(Severity, Code, File, Line, Column, Text)).

set_option(Key, Value) :-
    functor(Head, Key, 1),
    predicate_property(rules:Head, dynamic),
    predicate_property(rules:Head, number_of_clauses(1)),
    Old =.. [Key, _],
    New =.. [Key, Value],
    retractall(rules:Old),
    assertz(rules:New).

own(Name/Arity) :-
    current_predicate(rules:Name/Arity),
    functor(Head, Name, Arity),
    \+ ( predicate_property(rules:Head, imported_from(Module)),
         module_property(Module, class(Class)),
         Class \== user ).                  % a library's

%   Messages

collect(Term, Lines, Severity) :-
    (   place(Term, File, Line, Column)
    ->  true
    ;   here(File, Line, Column)
    ),
    lines_text(Lines, Text0),
    shortened(Text0, Text),
    assertz(found(Severity, '', File, Line, Column, Text)).

%   shortened(+Text0, -Text): a name in a message may be of any length.

shortened(Text0, Text) :-
    (   sub_string(Text0, 0, 2000, After, Start),
        After > 0
    ->  string_concat(Start, "...", Text)
    ;   Text = Text0
    ).

%   place(+Term, -File, -Line, -Column) is semidet: fails where an error has no context, or another one.

place(error(_, Context), File, Line, Column) :-
    nonvar(Context),
    in_file(Context, File, Line, LinePos),
    Column is LinePos + 1.

in_file(file(File, Line, LinePos, _), File, Line, LinePos).
in_file(stream(_, Line, LinePos, _), File, Line, LinePos) :-
    prolog_load_context(file, File).

here(File, Line, Column) :-
    prolog_load_context(file, File),
    prolog_load_context(term_position, Position), !,    % drops: the unknown place
    stream_position_data(line_count, Position, Line),
    stream_position_data(line_position, Position, LinePos),
    Column is LinePos + 1.
here('', 0, 0).

%!  load_facts(+Facts) is det.
%
%   Make Facts the rules: a list of facts of the interface, in any order.

load_facts(Facts) :-
    PIs = [ initial/1, moves/2, max_to_move/1, min_to_move/1,
            staticval/2, terminalwon/1, terminallost/1, turbulent/1, plausible/2, chance/3 ],
    forall(member(PI, PIs), rules:dynamic(PI)),
    assert_all(Facts),
    interface_of(rules, Defined),
    complete_interface(rules, Defined).

%!  assert_all(+Facts) is det.
%
%   Add Facts to the rules, in order.

assert_all([]).
assert_all([Fact|Facts]) :-
    rules:assertz(Fact),
    assert_all(Facts).

%!  replace_all(+PIs, +Facts) is det.
%
%   Make Facts all that the rules say by the dynamic predicates PIs.

replace_all(PIs, Facts) :-
    forall(member(Name/Arity, PIs),
           ( functor(Head, Name, Arity), retractall(rules:Head) )),
    assert_all(Facts).
