/*  What SWI-Prolog's own read_term/3 makes of files: the other opinion on the reader of rules files.

    Reads names of files from standard input, a line each, and answers with a line for each term, in canonical
    notation with its variables as '$VAR'(N), behind the offsets of its start and end; a line for each syntax
    error; and a line with a full stop. Directives that change how a file is read are obeyed, in a module of its own.
*/
:- module(swi_reading, [answer_files/0]).

%!  answer_files is det.

answer_files :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    repeat,
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  !                                   % end of input: no other answers
    ;   answer(Line),
        format("~n.~n"),
        flush_output,
        fail
    ).

answer(File) :-
    gensym(swi_reading_file, Module),
    add_import_module(Module, user, start),
    setup_call_cleanup(open(File, read, Stream, [encoding(utf8), newline(posix)]),
                       answer_terms(Stream, Module, string),
                       close(Stream)).

answer_terms(Stream, Module, Quotes) :-
    catch(read_term(Stream, Term,
                    [module(Module), double_quotes(Quotes), subterm_positions(Place)]),
          error(syntax_error(Why), _), true),
    (   nonvar(Why)
    ->  format("~nerror ~q", [Why]),
        answer_terms(Stream, Module, Quotes)
    ;   Term == end_of_file
    ->  true
    ;   show(Term, Place),
        obey(Term, Module, Quotes, Quotes1),
        answer_terms(Stream, Module, Quotes1)
    ).

show(Term, Place0) :-
    inner(Place0, Place),
    arg(1, Place, Start),
    arg(2, Place, End),
    (   \+ has_empty_arguments(Term)
    ->  \+ \+ ( numbervars(Term, 0, _),
                format("~n~d ~d ", [Start, End]),
                write_term(Term, [quoted(true), ignore_ops(true), numbervars(false)]) )
    ;   format("~n~d ~d strange", [Start, End])
    ).

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
