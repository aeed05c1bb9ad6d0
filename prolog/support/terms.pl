:- module(pydecl_terms,
          [ write_canonical_term/1,     % +Term
            write_fault/1,              % +Term
            lines_text/2                % +Lines, -Text
          ]).

/*  Terms and messages as text. */

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

%!  lines_text(+Lines, -Text) is det.
%
%   The text of a message, given as message lines, on one line and without the place it may start with.

lines_text([url(_), ': '|Lines], Text) :-
    !,                                          % drops: the text with the place
    lines_text(Lines, Text).
lines_text(Lines, Text) :-
    with_output_to(string(Text0), print_message_lines(current_output, '', Lines)),
    normalize_space(string(Text), Text0).
