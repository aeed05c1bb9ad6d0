:- module(pydecl_own_marks,
          [ marked_program/5,           % +Own, +Texts, -First, -Goals, -Clauses
            program_predicates/2        % +PI, -PIs
          ]).
:- use_module(marks).
:- use_module(own).
:- use_module(own_tracing).

/*  A program that a rules file brings itself, with marks in its clauses (marks.pl). The rules are loaded as ever; then
    the texts are read once more, for the places, and what was read is laid beside what was loaded.
*/

:- dynamic written/5.                   % written(PI, File, Line, Read, Layout): a clause that was read

%!  marked_program(+Own, +Texts, -First, -Goals, -Clauses) is det.
%
%   Texts lists File-Text for each file that the program may be in. Goals are as of goals/1, and First is the number of
%   the program's first head. Clauses is the text of an attached program, with marks, as of own_clauses/3. A bare
%   program stays where it is, with marks from now on, and Clauses is "".

marked_program(Own, Texts, First, Goals, Clauses) :-
    forall(member(File-Text, Texts), read_clauses(File, Text)),
    Own = own(Name, Arity, Manner),
    (   Manner == bare
    ->  clauses_replaced(Name/Arity),
        Clauses = ""
    ;   own_clauses(marked_clause, Name/Arity, Clauses)
    ),
    goals(Goals),
    whole(Own, _, PI),
    first_head(PI, _, First),
    retractall(written(_, _, _, _, _)).

read_clauses(File, Text) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        forall(clause_read(Stream, PI, Line, Read, Layout),
               assertz(written(PI, File, Line, Read, Layout))),
        close(Stream)).

%   clause_read(+Stream, -PI, -Line, -Read, -Layout) is nondet. What is no Prolog is passed over.

clause_read(Stream, PI, Line, Read, Layout) :-
    repeat,
    catch(read_term(Stream, Read0, [ module(rules), subterm_positions(Layout0), term_position(Position) ]),
          error(syntax_error(_), _),
          fail),
    (   Read0 == end_of_file
    ->  !,                              % drops: reading on
        fail
    ;   as_clause(Read0, Layout0, Read, Layout),
        head_of(Read, PI),
        stream_position_data(line_count, Position, Line)
    ).

as_clause(Read0, Layout0, Read, Layout) :-
    (   nonvar(Read0),
        Read0 = (_ --> _)
    ->  catch(dcg_translate_rule(Read0, Layout0, Read, Layout), error(_, _), fail)
    ;   Read = Read0,
        Layout = Layout0
    ).

head_of(Read, Name/Arity) :-
    nonvar(Read),
    Read \= (:- _),
    (   Read = (Head0 :- _)
    ->  true
    ;   Head0 = Read
    ),
    strip_module(Head0, _, Head),
    callable(Head),
    functor(Head, Name, Arity).

%!  marked_clause(+Module, +PI, -Clause) is nondet.
%
%   The clauses of a predicate, as clause/2 gives them, with marks. One that stands in no text has none, and if the
%   program changes the predicate as it runs, none of its clauses has any.

marked_clause(Module, Name/Arity, Clause) :-
    functor(Head, Name, Arity),
    clause(Module:Head, Body, Reference),
    (   \+ predicate_property(Module:Head, dynamic),
        clause_property(Reference, file(File)),
        clause_property(Reference, line_count(Line)),
        retract(written(Name/Arity, File, Line, Read, Layout)),
        marked((Head :- Body), Read, Layout, File, Clause0)
    ->  Clause = Clause0
    ;   Clause = (Head :- Body)
    ).

%   clauses_replaced(+PI): the predicates that the bare program PI calls get marks, but for those that the game calls.

clauses_replaced(PI) :-
    program_predicates(PI, PIs),
    forall(member(One, PIs), replaced(One)).

%!  program_predicates(+PI, -PIs) is det.
%
%   PIs are the predicates that the bare program PI calls, itself included, whose clauses can be replaced: those that
%   the game calls, too, are left out, and those with properties that their text does not say.

program_predicates(PI, PIs) :-
    reached(called, [PI], Called),
    findall(Asked, interface(Asked), Interface),
    reached(called, Interface, Shared),
    findall(One, ( member(One, Called), \+ memberchk(One, Shared), \+ has_properties(One) ), PIs).

%   called(+PI, -Called): PI of the rules calls Called, by itself or by a library's predicate such as foldl/4.

called(PI, Called) :-
    (   calls(rules, PI, Called)
    ;   called_by_library(PI, Called)
    ),
    of_the_program(rules, Called).

called_by_library(Name/Arity, CalledName/CalledArity) :-
    functor(Head, Name, Arity),
    catch(clause(rules:Head, Body), error(_, _), fail),
    sub_term(Goal, Body),
    compound(Goal),
    predicate_property(rules:Goal, meta_predicate(Specification)),
    arg(At, Specification, More),
    integer(More),
    More > 0,
    arg(At, Goal, Closure),
    callable(Closure),
    functor(Closure, CalledName, Given),
    CalledArity is Given + More,
    current_predicate(rules:CalledName/CalledArity).

replaced(PI) :-
    findall(Clause, marked_clause(rules, PI, Clause), Clauses),
    abolish(rules:PI),
    forall(member(Clause, Clauses), assertz(rules:Clause)),
    compile_predicates([rules:PI]).

%   has_properties(+PI): replacing its clauses would change more than its text.

has_properties(Name/Arity) :-
    functor(Head, Name, Arity),
    member(Property, [dynamic, tabled, multifile, transparent, ssu]),
    catch(predicate_property(rules:Head, Property), error(_, _), fail), !.      % drops: further ones
