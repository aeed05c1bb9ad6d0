:- module(pydecl_loader,
          [ load_rules/3,               % +File, +Options, -Report
            load_facts/1,               % +Facts
            assert_all/1,               % +Facts
            replace_all/2               % +PIs, +Facts
          ]).
:- use_module(interface).
:- use_module(terms).

/*  Load a rules file into module `rules`, whatever module its header may name, strictly: whatever
    SWI-Prolog has to say about the file is collected, with its place, and nothing is printed.
*/

:- dynamic found/5.                     % found(Severity, File, Line, Column, Text)
:- dynamic loading/0.

:- multifile user:message_hook/3.

user:message_hook(Term, Kind, Lines) :-
    pydecl_loader:loading,
    pydecl_loader:severity(Kind, Severity),
    pydecl_loader:collect(Term, Lines, Severity).

severity(error, error).
severity(warning, warning).

%!  load_rules(+File, +Options, -Report) is det.
%
%   Report is loaded(Messages, Defined, Named, Unknown): Messages are message(Severity, File, Line, Column, Text)
%   with 0 for an unknown line or column, Defined the interface predicates that the file has, Named all the
%   PIs that it and the files it uses define, Unknown the options (Key-Value) that it does not declare. Each
%   option Key-Value replaces the one clause of the dynamic predicate Key/1.

load_rules(File, Options, loaded(Messages, Defined, Named, Unknown)) :-
    retractall(found(_, _, _, _, _)),
    setup_call_cleanup(
        assertz(loading),
        catch(load_files(rules:File, [module(rules), encoding(utf8), silent(true), check_script(false)]),
              Ball,
              print_message(error, Ball)),
        retractall(loading)),
    findall(message(Severity, In, Line, Column, Text),
            found(Severity, In, Line, Column, Text),
            Messages),
    interface_of(rules, Defined),
    findall(PI, own(PI), Named),
    findall(Key-Value, ( member(Key-Value, Options), \+ set_option(Key, Value) ), Unknown).

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
    lines_text(Lines, Text),
    assertz(found(Severity, File, Line, Column, Text)).

place(error(_, file(File, Line, LinePos, _)), File, Line, Column) :-
    Column is LinePos + 1.
place(error(_, stream(_, Line, LinePos, _)), File, Line, Column) :-
    prolog_load_context(file, File),
    Column is LinePos + 1.

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
    complete_interface(rules, _).

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
