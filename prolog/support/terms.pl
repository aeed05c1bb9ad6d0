:- module(pydecl_terms,
          [ write_canonical_term/1,     % +Term
            write_fault/1,              % +Term
            fits/2,                     % +Term, +Most
            printable/1,                % +Pos
            cyclic/2,                   % +Term, -Fault
            lines_text/2                % +Lines, -Text
          ]).

/*  Terms and messages as text. */

%!  write_canonical_term(+Term) is det.
%
%   In functional notation, so that no operator table matters to the reader.

write_canonical_term(Term) :-
    write_term(Term, [quoted(true), ignore_ops(true), numbervars(false)]).

%!  fits(+Term, +Most) is semidet.
%
%   The text of Term, which is not cyclic, has at most Most characters. Few cells in memory can stand for a
%   text without end: f(X,X), nested n deep, is 2^n leaves. No more than Most characters are ever made.

fits(Term, Most) :-
    write_length(Term, _, [quoted(true), ignore_ops(true), max_length(Most)]).

%!  printable(+Pos) is det.
%
%   Throws pydecl(Fault) where the position is too large to be told.

printable(Pos) :-
    (   \+ acyclic_term(Pos)            % another fault
    ->  true
    ;   term_size(Pos, Cells),
        Cells =< 24,                    % at most 3^(24/4) leaves
        short_names(Pos)
    ->  true
    ;   position_limit(Most),
        \+ fits(Pos, Most)
    ->  throw(pydecl(position_too_large(Most)))
    ;   true
    ).

%   short_names(+Term): the names in it, which are no part of its size, have at most 1,000 characters each.

short_names(Term) :-
    (   compound(Term)
    ->  compound_name_arguments(Term, Name, Args),
        short_name(Name),
        maplist(short_names, Args)
    ;   short_name(Term)
    ).

short_name(Name) :-
    (   atom(Name)
    ->  atom_length(Name, Length),
        Length =< 1000
    ;   true
    ).

position_limit(1000000).                % characters

%!  write_fault(+Term) is det.
%
%   As write_canonical_term/1; every free variable is `_`, so that equal faults have equal texts.

write_fault(Term) :-
    (   acyclic_term(Term)
    ->  position_limit(Most),
        (   fits(Term, Most)
        ->  write_short_fault(Term)
        ;   write_short_fault(game(position_too_large(Most)))
        )
    ;   cyclic(Term, Fault),
        write_short_fault(game(Fault))
    ).

%!  cyclic(+Term, -Fault) is det.
%
%   Fault says of Term, which is cyclic, what in it is: cyclic(said("A=f(A)")).

cyclic(Term, cyclic(said(Text))) :-
    '$factorize_term'(Term, _, Bindings0),
    without_ground(Bindings0, Bindings1),
    copy_term(Bindings1, Bindings, _),
    numbervars(Bindings, 0, _),
    with_output_to(string(Listed), write_term(Bindings, [quoted(true), numbervars(true), max_depth(20)])),
    sub_string(Listed, 1, _, 1, Text).

%   without_ground(+Bindings0, -Bindings): what only stands twice in a term is put where it stands.

without_ground(Bindings0, Bindings) :-
    (   select(Var=Term, Bindings0, Bindings1),
        ground(Term)
    ->  Var = Term,
        without_ground(Bindings1, Bindings)
    ;   Bindings = Bindings0
    ).

write_short_fault(Term) :-
    copy_term(Term, Plain, _),                  % binding a variable must not wake its goals
    term_variables(Plain, Variables),
    maplist(=('$VAR'('_')), Variables),
    write_term(Plain, [quoted(true), ignore_ops(true), numbervars(true)]).

%!  lines_text(+Lines, -Text) is det.
%
%   The text of a message, given as message lines, on one line and without the place it may start with.

lines_text([url(_), ': '|Lines], Text) :-
    !,                                          % drops: the text with the place
    lines_text(Lines, Text).
lines_text(Lines, Text) :-
    with_output_to(string(Text0), print_message_lines(current_output, '', Lines)),
    normalize_space(string(Text), Text0).
