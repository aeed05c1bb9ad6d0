/*  Solutions as SWI-Prolog finds them: the oracle for all that is compiled.

    Answers requests on standard input, one canonical term a line, with lines of which the last one is a full stop:

    load(Module, File)          a file's clauses into a module of their own; a line `warning Text` or `error Text` for
                                each
    solve(Module, Goal, Outputs, Most, Inferences)
                                a line `solution Values` for each of the first solutions, in order, and one for
                                the end: `end`, `more` (than Most), `error Ball` or `limit` (of
                                inferences, time or memory)
*/
:- module(swi_solutions, [answer_requests/0]).

:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(backcomp), []).
:- use_module(library(dcg/basics)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(library(pairs)).
:- use_module(library(time)).
:- use_module(library(ugraphs), []).
:- use_module(library(yall)).

/*  The libraries are loaded beforehand: a limit that strikes while one is being loaded leaves half of it. But as in
    a fresh SWI-Prolog, lambdas of files that do not load library(yall) are called, not compiled.  */

:- forall(( clause(system:goal_expansion(_, _), _, Clause),
            clause_property(Clause, file(File)),
            file_base_name(File, 'yall.pl') ),
          erase(Clause)).

:- set_prolog_flag(stack_limit, 268_435_456).

/*  SWI-Prolog 9.0.4 moves unifications into the head, and then `p(Y, X) :- X = 0, Y = [X].` leaves X unbound. */

:- set_prolog_flag(optimise_unify, false).

:- set_prolog_flag(debug_on_error, false).

:- dynamic message/2.

:- multifile user:message_hook/3.

user:message_hook(Message, Kind, _) :-
    memberchk(Kind, [error, warning]),
    message_text(Message, Text),
    assertz(message(Kind, Text)).

%   message_text(+Message, -Text): what print_message/2 would show, in one string.

message_text(Message, Text) :-
    message_lines(Message, Lines),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)).

message_lines(Message, Lines) :-
    phrase(prolog:translate_message(Message), Lines0),
    append(Lines0, [nl], Lines).

%!  answer_requests is det.

answer_requests :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    open_null_stream(Nowhere),              % for what goals print
    set_output(Nowhere),
    repeat,
    read_term(user_input, Request, []),
    (   Request == end_of_file
    ->  !                                   % drops: more requests, of which there are none
    ;   answer(Request),
        format(user_output, ".~n", []),
        flush_output(user_output),
        fail
    ).

answer(load(Module, File)) :-
    retractall(message(_, _)),
    load_files(Module:File, [silent(true)]),
    forall(message(Kind, Text), format(user_output, "~w ~q~n", [Kind, Text])).
answer(solve(Module, Goal, Outputs, Most, Inferences)) :-
    flag(solutions, _, 0),
    catch(call_with_time_limit(5, solve(Module:Goal, Outputs, Most, Inferences, End)), Ball, true),
    (   nonvar(Ball),
        is_limit(Ball)
    ->  format(user_output, "limit~n", [])
    ;   nonvar(Ball)
    ->  with_output_to(string(Text), write_canonical_term(Ball)),
        format(user_output, "error ~w~n", [Text])
    ;   format(user_output, "~w~n", [End])
    ).

is_limit(time_limit_exceeded).
is_limit(error(resource_error(_), _)).

solve(Goal, Outputs, Most, Inferences, End) :-
    (   call_with_inference_limit(Goal, Inferences, Result),
        flag(solutions, Count, Count + 1),  % how many there were, kept over backtracking
        (   Result == inference_limit_exceeded
        ->  End = limit
        ;   Count >= Most
        ->  End = more
        ;   \+ acyclic_term(Outputs)        % it has no text
        ->  End = limit
        ;   with_output_to(string(Text), write_canonical_term(Outputs)),
            string_length(Text, Length),
            (   Length > 100_000            % a term that shares its parts
            ->  End = limit
            ;   format(user_output, "solution ~w~n", [Text]),
                fail
            )
        )
    ->  true                                % drops: solutions after the last one that is wanted
    ;   End = end
    ).

write_canonical_term(Term) :-
    \+ \+ ( numbervars(Term, 0, _, [attvar(skip)]),
            write_term(Term, [quoted(true), ignore_ops(true), numbervars(false)]) ).
