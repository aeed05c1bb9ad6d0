:- module(pydecl_sampling,
          [ own_predicates/2,           % +Folder, -Predicates
            sampled/2                   % +Samples, -Answers
          ]).
:- use_module(library(aggregate), []).          % loaded here, for a limit of effort would stop autoloading half-way
:- use_module(library(apply), []).
:- use_module(library(assoc), []).
:- use_module(library(error), []).
:- use_module(library(lists), [member/2]).
:- use_module(library(ordsets), []).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(yall), []).
:- use_module(terms, [fits/2]).

/*  A program that is no game's rules yet: which predicates it has, and what some of them answer.

    Its predicates lie in module `rules`, in `theirs`, and in the modules that its files define. A sample is a
    goal that is called under a limit of effort: without input, its output thrown away, and whatever it asserts
    or retracts undone.
*/

%!  own_predicates(+Folder, -Predicates) is det.
%
%   Predicates lists predicate(Module, Name, Arity, Kind, File, Clauses) for each predicate of a file in Folder, or
%   of those modules: Kind is `dynamic` or `static`, File the one that defines it or '', Clauses its first clauses,
%   (Head :- Body). They come in the order of each file's text: SWI-Prolog's own depends on where things lie in
%   memory.

own_predicates(Folder, Predicates) :-
    findall(place(File, Line, Name, Arity, Module)-predicate(Module, Name, Arity, Kind, File, Clauses),
            ( own_module(Folder, Module),
              current_predicate(Module:Name/Arity),
              functor(Head, Name, Arity),
              \+ predicate_property(Module:Head, imported_from(_)),
              \+ sub_atom(Name, 0, _, _, $),
              kind(Module:Head, Kind),
              defining_file(Module:Head, File),
              first_line(Module:Head, Line),
              first_clauses(Module:Head, Clauses) ),
            Placed),
    keysort(Placed, Sorted),
    pairs_values(Sorted, Predicates).

own_module(_, rules).
own_module(_, theirs) :-
    current_module(theirs).
own_module(Folder, Module) :-
    current_module(Module),
    \+ memberchk(Module, [rules, theirs]),
    module_property(Module, file(File)),
    sub_atom(File, 0, _, _, Folder),
    \+ sub_atom(Module, 0, _, _, pydecl).

kind(Head, Kind) :-
    (   predicate_property(Head, dynamic)
    ->  Kind = (dynamic)
    ;   predicate_property(Head, number_of_clauses(_)),
        Kind = static
    ).

defining_file(Head, File) :-
    (   predicate_property(Head, file(File0))
    ->  File = File0
    ;   File = ''
    ).

first_line(Head, Line) :-
    (   predicate_property(Head, line_count(Line0))
    ->  Line = Line0
    ;   Line = 0
    ).

most_clauses(120).

first_clauses(Module:Head, Clauses) :-
    most_clauses(Most),
    findall(Clause,
            ( limit(Most, catch(clause(Module:Head, Body), _, fail)),
              acyclic_term(Head-Body),
              fits(Head-Body, 20000),
              without_brackets((Head :- Body), Clause) ),
            Clauses).

%   without_brackets(+Term0, -Term): p() is p, as it is where it is called.

without_brackets(Term0, Term) :-
    (   \+ compound(Term0)
    ->  Term = Term0
    ;   compound_name_arguments(Term0, Name, []),
        atom(Name)
    ->  Term = Name
    ;   mapargs(without_brackets, Term0, Term)
    ).

%!  sampled(+Samples, -Answers) is det.
%
%   Each sample is sample(Goal, Domains, Wanted, Facts, Most, Each, Effort). Goal is called once for each choice
%   of values for the variables of Domains, a list of Variable-Values. Facts is `none`, or facts(State, Heads):
%   the clauses of the predicates of Heads are those of the list State then. Each is how many solutions a choice
%   may have, Most how many all have together, Effort the inferences for each choice. The answer is
%   answer(Solutions, End): a solution is Wanted, or Wanted-State if there are Facts; End is `done`, `more`,
%   `limit`, or error(Text), of the last choice that did not end well, and `done` if all did. Free variables of a
%   solution are '$VAR'(N).

sampled(Samples, Answers) :-
    setup_call_cleanup(
        ( open_null_stream(Null), current_output(Out), set_output(Null) ),
        maplist(sample, Samples, Answers),
        ( set_output(Out), close(Null) )).

sample(Sample, Answer) :-
    copy_term(Sample, Copy),            % a request has one scope of variables
    copied_sample(Copy, Answer).

copied_sample(sample(Goal, Domains, Wanted, Facts, Most, Each, Effort), answer(Solutions, End)) :-
    forget_solutions,
    Found = found(0, done),
    total_effort(Effort, Total),
    statistics(inferences, Start),
    (   chosen(Domains),
        statistics(inferences, Now),
        (   Now - Start > Total
        ->  nb_setarg(2, Found, limit)
        ;   choice(Facts, Goal, Wanted, Each, Effort, Found),
            arg(1, Found, Count),
            Count >= Most,
            nb_setarg(2, Found, more)
        )
    ->  true
    ;   true
    ),
    arg(2, Found, End),
    findall(Solution, recorded(pydecl_sampling, Solution), Solutions),
    forget_solutions.

%   Solutions are records, which a snapshot does not undo, and which are copied once.

forget_solutions :-
    forall(recorded(pydecl_sampling, _, Reference), erase(Reference)).

total_effort(Effort, Total) :-
    Total is 6 * Effort.

chosen([]).
chosen([Variable-Values|Domains]) :-
    member(Variable, Values),
    chosen(Domains).

%   choice(+Facts, +Goal, +Wanted, +Each, +Effort, !Found): the solutions of one choice are added to Found.

choice(none, Goal, Wanted, Each, Effort, Found) :-
    limited(rules:Goal, Wanted, Each, Effort, Found).
choice(facts(State, Heads), Goal, Wanted, Each, Effort, Found) :-
    catch(snapshot(( restored(State, Heads),
                     limited(( rules:Goal, state(Heads, After) ), Wanted-After, Each, Effort, Found) )),
          Ball,
          note_end(Found, Ball)).

limited(Goal, Wanted, Each, Effort, Found) :-
    Count = count(0),
    catch(call_with_inference_limit(
              (   call(Goal),
                  kept(Found, Wanted),
                  arg(1, Count, Count0),
                  Count1 is Count0 + 1,
                  nb_setarg(1, Count, Count1),
                  Count1 >= Each
              ->  true
              ;   true
              ),
              Effort,
              Result),
          Ball,
          Result = raised(Ball)),
    (   Result == inference_limit_exceeded
    ->  nb_setarg(2, Found, limit)
    ;   Result = raised(Error)
    ->  note_end(Found, Error)
    ;   true
    ).

largest(20000).                         % characters of one solution

kept(Found, Wanted) :-
    largest(Largest),
    (   acyclic_term(Wanted),
        fits(Wanted, Largest)
    ->  copy_term(Wanted, Copy, _),     % without what is attached to variables
        numbervars(Copy, 0, _),
        recordz(pydecl_sampling, Copy),
        arg(1, Found, Count0),
        Count is Count0 + 1,
        nb_setarg(1, Found, Count)
    ;   true
    ).

note_end(Found, Ball) :-
    (   Ball = error(Formal, _)
    ->  format(string(Text), '~W', [Formal, [quoted(true), max_depth(6)]])
    ;   format(string(Text), '~W', [Ball, [quoted(true), max_depth(6)]])
    ),
    nb_setarg(2, Found, error(Text)).

restored(State, Heads) :-
    forall(member(Head, Heads), retractall(rules:Head)),
    forall(member(Fact, State), assertz(rules:Fact)).

%   state(+Heads, -State): all facts of these predicates, in the standard order of terms, so that a state is one
%   position however it came about.

state(Heads, State) :-
    findall(Fact, ( member(Fact, Heads), fact(Fact) ), State0),
    msort(State0, State).

fact(Module:Fact) :-
    !,                                  % drops: a fact of module `rules`
    clause(rules:(Module:Fact), true).
fact(Fact) :-
    clause(rules:Fact, true).
