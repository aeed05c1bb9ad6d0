/*  What SWI-Prolog's own read_term/3 makes of files: the other opinion on the reader of rules files.

    Answers requests on standard input, a line each, with lines of which the last one is a full stop:

    read FILE   a line for each term, in canonical notation with its variables as '$VAR'(N), behind the offsets
                of its start and end; a line for each syntax error
    print FILE  the last term as SWI-Prolog prints it, in three ways, each as a JSON string

    Directives that change how a file is read are obeyed, in a module of its own.
*/
:- module(swi_reading, [answer_requests/0]).
:- use_module(library(http/json)).

%!  answer_requests is det.

answer_requests :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    read_line_to_string(user_input, Line),
    answer_from(Line).

answer_from(end_of_file) :-
    !.                                      % no more requests
answer_from(Line) :-
    split_string(Line, " ", "", [Request|Parts]),
    atomic_list_concat(Parts, ' ', File),
    answer(Request, File),
    format("~n.~n"),
    flush_output,
    read_line_to_string(user_input, Next),
    answer_from(Next).

answer(Request, File) :-
    gensym(swi_reading_file, Module),
    add_import_module(Module, user, start),
    setup_call_cleanup(open(File, read, Stream, [encoding(utf8), newline(posix)]),
                       answer_terms(Request, Stream, Module, string),
                       close(Stream)).

answer_terms(Request, Stream, Module, Quotes) :-
    catch(read_term(Stream, Term,
                    [module(Module), double_quotes(Quotes), subterm_positions(Place)]),
          error(syntax_error(Why), _), true),
    (   nonvar(Why)
    ->  format("~nerror ~q", [Why]),
        answer_terms(Request, Stream, Module, Quotes)
    ;   Term == end_of_file
    ->  true
    ;   show(Request, Term, Place, Module),
        obey(Term, Module, Quotes, Quotes1),
        answer_terms(Request, Stream, Module, Quotes1)
    ).

show("print", Term, _, Module) :-
    !,                                      % a request has one name
    (   Term = (:- _)
    ->  true
    ;   with_output_to(string(Listed), portray_clause(current_output, Term, [module(Module)])),
        with_output_to(string(Written), write_printed(Term, Module, standard)),
        with_output_to(string(Spaced), write_printed(Term, Module, next_argument)),
        forall(member(Text, [Listed, Written, Spaced]), ( nl, json_write(current_output, Text) ))
    ).
show("read", Term, Place0, _) :-
    inner(Place0, Place),
    arg(1, Place, Start),
    arg(2, Place, End),
    (   \+ has_empty_arguments(Term)
    ->  \+ \+ ( numbervars(Term, 0, _),
                format("~n~d ~d ", [Start, End]),
                write_term(Term, [quoted(true), ignore_ops(true), numbervars(false)]) )
    ;   format("~n~d ~d strange", [Start, End])
    ).

write_printed(Term, Module, Spacing) :-
    \+ \+ ( numbervars(Term, 0, _),
            write_term(Term, [quoted(true), numbervars(true), module(Module), spacing(Spacing)]) ),
    format(" .~n").

inner(parentheses_term_position(_, _, Place0), Place) :-
    !,                                      % the term within parentheses is the term
    inner(Place0, Place).
inner(Place, Place).

has_empty_arguments(Term) :-
    sub_term(Sub, Term),
    compound(Sub),
    (   compound_name_arity(Sub, _, 0)
    ;   is_dict(Sub)
    ;   compound_name_arity(Sub, Name, _),
        Name == []
    ),
    !.                                      % one is enough

obey((:- Goal), Module, Quotes0, Quotes) :-
    !,                                      % a directive
    obey_goal(Goal, Module, Quotes0, Quotes).
obey((?- Goal), Module, Quotes0, Quotes) :-
    !,                                      % as a directive
    obey_goal(Goal, Module, Quotes0, Quotes).
obey(_, _, Quotes, Quotes).

obey_goal(Goal, _, Quotes, Quotes) :-
    var(Goal),
    !.                                      % a variable is no goal
obey_goal((A, B), Module, Quotes0, Quotes) :-
    !,                                      % both
    obey_goal(A, Module, Quotes0, Quotes1),
    obey_goal(B, Module, Quotes1, Quotes).
obey_goal(set_prolog_flag(Flag, Quotes), _, _, Quotes) :-
    Flag == double_quotes,
    memberchk(Quotes, [codes, chars, atom, string]),
    !.                                      % the flag is known
obey_goal(op(P, T, N), Module, Quotes, Quotes) :-
    !,                                      % an operator, if it can be one
    catch(op(P, T, Module:N), error(_, _), true).
obey_goal(module(_, Exports), Module, Quotes, Quotes) :-
    is_list(Exports),
    !,                                      % its operators
    forall(( member(Export, Exports), nonvar(Export), Export = op(P, T, N) ),
           catch(op(P, T, Module:N), error(_, _), true)).
obey_goal(use_module(Library), Module, Quotes, Quotes) :-
    ground(Library),
    memberchk(Library, [library(clpfd), library(clpb), library(record)]),
    !,                                      % with operators
    Module:use_module(Library).
obey_goal(_, _, Quotes, Quotes).
