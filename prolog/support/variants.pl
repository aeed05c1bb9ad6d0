:- module(pydecl_variants,
          [ varied_clauses/2,           % +Own, -Text
            own_answers/4,              % +Searches, +Most, +Seconds, -Answers
            own_variants/7              % +Own, +Text, +Variants, +Searches, +Most, +Seconds, -Answers
          ]).

:- use_module(own).
:- use_module(own_marks).
:- use_module(terms).

/*  A program of the rules file's own with changes in some of its clauses: which change makes its answers right?

    Many variants are asked the same questions, one variant after the other, in one process. No clock decides what
    is found: each search may take so many inferences.
*/

%!  varied_clauses(+Own, -Text) is det.
%
%   The clauses of the program that may be changed, as one canonical term, own(Ends, Dynamic, Clauses): those that
%   attach_own/2 needs; of a bare program those that are called by it and not by the rules, the tabled ones left out.

varied_clauses(own(Name, Arity, bare), Text) :-
    !,                                  % drops: what is attached
    program_predicates(Name/Arity, PIs),
    findall((Head :- Body),
            ( member(One/OneArity, PIs), functor(Head, One, OneArity), clause(rules:Head, Body) ),
            Clauses),
    with_output_to(string(Text), write_canonical_term(own(fails, [], Clauses))).
varied_clauses(own(Name, Arity, _), Text) :-
    own_clauses(Name/Arity, Text).

%!  own_answers(+Searches, +Most, +Seconds, -Answers) is det.
%
%   The answers to the searches, as own_search/8 gives them, error(Fault), or `endless` for a search that takes more
%   than Most inferences; and fewer of them where the time is over.

own_answers(Searches, Most, Seconds, Answers) :-
    get_time(Now),
    Deadline is Now + Seconds,
    answers(Searches, Most, Deadline, Answers).

%!  own_variants(+Own, +Text, +Variants, +Searches, +Most, +Seconds, -Answers) is det.
%
%   Text is that of varied_clauses/2, for the program Own. Each variant is a text, one canonical term: a list of
%   replace(N, Clause), delete(N) and insert(N, Clause), the clause being put before the Nth of Text; N counts from
%   0, and may be the number of clauses. Answers has for each variant what own_answers/4 gives. In the end the program
%   is Text's again.

own_variants(Own, Text, Variants, Searches, Most, Seconds, Answers) :-
    get_time(Now),
    Deadline is Now + Seconds,
    term_string(own(Ends, Dynamic, Clauses), Text),
    call_cleanup(maplist(variant_answers(Own, own(Ends, Dynamic, Clauses), Searches, Most, Deadline),
                         Variants, Answers),
                 made(Own, own(Ends, Dynamic, Clauses))).

variant_answers(Own, own(Ends, Dynamic, Clauses), Searches, Most, Deadline, Variant, Answers) :-
    term_string(Changes, Variant),
    varied(Clauses, 0, Changes, Varied),
    made(Own, own(Ends, Dynamic, Varied)),
    answers(Searches, Most, Deadline, Answers).

varied([], N, Changes, Varied) :-
    findall(Clause, member(insert(N, Clause), Changes), Varied).
varied([Clause|Clauses], N, Changes, Varied) :-
    findall(New, member(insert(N, New), Changes), Varied, Varied1),
    (   memberchk(replace(N, Other), Changes)
    ->  Varied1 = [Other|Varied2]
    ;   memberchk(delete(N), Changes)
    ->  Varied1 = Varied2
    ;   Varied1 = [Clause|Varied2]
    ),
    N1 is N + 1,
    varied(Clauses, N1, Changes, Varied2).

%   made(+Own, +Clauses): the program has these clauses, and no others.

made(own(_, _, bare), own(_, _, Clauses)) :-
    !,                                  % drops: what is attached
    findall(PI, ( member(Clause, Clauses), indicator(Clause, PI) ), PIs0),
    sort(PIs0, PIs),
    forall(member(PI, PIs), catch(abolish(rules:PI), error(_, _), true)),
    forall(member(Clause, Clauses), assertz(rules:Clause)).
made(own(Name, Arity, _), Program) :-
    detach_own(Name/Arity),
    with_output_to(string(Text), write_canonical_term(Program)),
    attach_own(Name/Arity, Text).

indicator((Head :- _), Name/Arity) :-
    functor(Head, Name, Arity).

answers([], _, _, []).
answers([Search|Searches], Most, Deadline, Answers) :-
    get_time(Now),
    (   Now > Deadline
    ->  Answers = []
    ;   limited_answer(Search, Most, Deadline, Answer),
        Answers = [Answer|Rest],
        answers(Searches, Most, Deadline, Rest)
    ).

limited_answer(Search, Most, Deadline, Answer) :-
    call_with_inference_limit(own_answer(Deadline, Search, Answer0), Most, Result),
    (   Result == inference_limit_exceeded
    ->  Answer = endless
    ;   Answer = Answer0
    ).
