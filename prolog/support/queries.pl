:- module(pydecl_queries,
          [ solutions/3,                % +Text, +Most, -Solutions
            read_position/2             % +Text, -Pos
          ]).

/*  Texts that a user writes, read with the operators of the rules file. */

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
