:- module(pydecl_queries,
          [ solutions/3,                % +Text, +Most, -Solutions
            read_position/2,            % +Text, -Pos
            write_canonical_term/1,     % +Term
            write_fault/1               % +Term
          ]).

/*  Texts that a user writes, read with the operators of the rules file; and terms written back. */

%!  solutions(+Text, +Most, -Solutions) is det.
%
%   Solutions lists at most Most answers to the goal that Text stands for, each a list of Name=Value. The
%   goal runs in module `top`.

solutions(Text, Most, Solutions) :-
    read_one(Text, Goal, Bindings),
    findall(Bindings, limit(Most, top:Goal), Solutions).

read_position(Text, Pos) :-
    read_one(Text, Pos, _),
    (   ground(Pos)
    ->  true
    ;   throw(pydecl(position_not_ground(Pos)))
    ).

%   read_one(+Text, -Term, -Bindings): Text is one term, with or without a full stop, and nothing more.

read_one(Text, Term, Bindings) :-
    split_string(Text, "", " \t\n", [Trimmed]),
    (   string_concat(Bare, ".", Trimmed)
    ->  true
    ;   Bare = Trimmed
    ),
    string_concat(Bare, "\n.", Whole),
    setup_call_cleanup(
        open_string(Whole, Stream),
        catch(( read_term(Stream, Term, [variable_names(Bindings), module(rules)]),
                read_term(Stream, Rest, [module(rules)]) ),
              error(syntax_error(Fault), _),
              throw(pydecl_syntax(Fault))),
        close(Stream)),
    (   Rest == end_of_file
    ->  true
    ;   throw(pydecl_syntax(text_after_the_term))
    ).

%!  write_canonical_term(+Term) is det.
%
%   In functional notation, so that no operator table matters to the reader.

write_canonical_term(Term) :-
    write_term(Term, [quoted(true), ignore_ops(true), numbervars(false)]).

%!  write_fault(+Term) is det.
%
%   As write_canonical_term/1; every free variable is `_`, so that equal faults have equal texts.

write_fault(Term) :-
    (   acyclic_term(Term)
    ->  \+ \+ ( term_variables(Term, Variables),
                maplist(=('$VAR'('_')), Variables),
                write_term(Term, [quoted(true), ignore_ops(true), numbervars(true)]) )
    ;   write('game(position_not_ground(cyclic))')
    ).
