:- module(pydecl_giving,
          [ giving/4                    % +PI, +Pos, +Which, -Places
          ]).
:- use_module(interface, [asked_as/2]).
:- use_module(library(solution_sequences), [limit/2]).

/*  Which clause of the rules gives the answer that breaks their contract. */

%!  giving(+PI, +Pos, +Which, -Places) is det.
%
%   Places holds the place, such as "nim.pl:12, in staticval/2", of the clause of PI, staticval/2 or moves/2, that
%   gives the first answer for Pos, or, where Which is second, the first answer that differs from it. Each clause
%   is called by itself, in order: as long as those before it gave no other answer, none of their cuts can have
%   kept it from being called. Places is [] if no clause does, if it is not from a file, or if the rules follow
%   another convention, where the author's own predicate has another name. Throws what the rules throw.

giving(PI, Pos, Which, Places) :-
    findall(Place,
            ( \+ asked_as(PI, _),
              limit(1, answer(Which, PI, Pos, Clause)),
              place(Clause, PI, Place) ),
            Places).

answer(first, PI, Pos, Clause) :-
    by_clause(PI, Pos, _, Clause).
answer(second, PI, Pos, Clause) :-
    limit(1, by_clause(PI, Pos, First, _)),
    by_clause(PI, Pos, Second, Clause),
    Second \== First.

by_clause(Name/2, Pos, Answer, Clause) :-
    Head =.. [Name,Pos,Answer],
    nth_clause(rules:Head, _, Clause),
    clause(rules:Head, Body, Clause),
    call(rules:Body).                   % a cut in it is local

place(Clause, PI, Place) :-
    clause_property(Clause, file(File)),
    clause_property(Clause, line_count(Line)),
    file_base_name(File, Base),
    format(string(Place), '~w:~d, in ~q', [Base, Line, PI]).
