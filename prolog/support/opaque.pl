:- module(pydecl_opaque,
          [ reached/4,                  % +PI, +Types, +Given, -PIs
            supplied/1                  % ?PI
          ]).
:- use_module(library(assoc)).
:- use_module(library(apply)).

/*  Does a program in the rules file look into a position, or only ask the game about it?

    The types of its variables are inferred as in a functional language without polymorphism, by unification with
    the occurs check. The type of a position is a constant of its own, which unifies with no other:

        pos             a position
        move            the name of a move
        atomic          a number or an atom
        list(T)         a list
        s(F/N, Ts)      any other compound term

    So a program that has types never takes a position apart, and does the same when another term stands for
    each position. (A program without may do so too: the inference knows no polymorphism and few libraries.)
    An atom that says 'no position', such as none, and [] have any type.

    A program that takes a position for a number by mistake has no types. Where the positions of the file are compound
    terms nothing right does that: there such a program is given types once more, with positions and numbers for one
    type, which no atom of the program has.
*/

%!  reached(+PI, +Types, +Given, -PIs) is semidet.
%
%   PIs are the predicates of module `rules` that PI, whose arguments have these Types, calls directly or not,
%   itself included and those of the game's interface excluded. Given lists PI-Types of further predicates that
%   will be there and need not be in `rules`. Fails where a position is, or might be, looked into, or where
%   something is called that is not known.

reached(PI, Types, Others, PIs) :-
    (   reached(pos, PI, Types, Others, PIs)
    ->  true
    ;   compound_positions,
        reached(atomic, PI, Types, Others, PIs)
    ).

%   reached(+Pos, +PI, +Types, +Others, -PIs): Pos is the type of positions.

reached(Pos, PI, Types0, Others, PIs) :-
    with_positions(Pos, Types0, Types),
    list_to_assoc([PI-Types], Known0),
    typed([PI], given(Pos, Others), Known0, Known),
    assoc_to_keys(Known, PIs).

compound_positions :-
    catch(pydecl_game:initial(Pos), _, fail), !,
    compound(Pos).

%   with_positions(+Pos, +Types0, -Types): Types0 with the type Pos in the place of pos.

with_positions(_, Type, Type) :-
    var(Type), !.
with_positions(Pos, pos, Pos) :- !.
with_positions(Pos, Type0, Type) :-
    Type0 =.. [Name|Args0],
    maplist(with_positions(Pos), Args0, Args),
    Type =.. [Name|Args].

%   typed(+Todo, +Given, +Known0, -Known): the clauses of Todo have types; Known maps each PI to its types. Given is
%   given(Pos, Others), as above.

typed([], _, Known, Known).
typed([Name/Arity|Todo], Given, Known0, Known) :-
    functor(Head, Name, Arity),
    findall(Head-Body, clause(rules:Head, Body), Clauses),
    get_assoc(Name/Arity, Known0, Types),
    foldl(clause_typed(Types, Given), Clauses, Known0-Todo, Known1-Todo1),
    typed(Todo1, Given, Known1, Known).

clause_typed(Types, Given, Head-Body, S0, S) :-
    term_variables(Head-Body, Variables),
    maplist(typed_variable, Variables),
    Head =.. [_|Args],
    Given = given(Pos, _),
    maplist(type(Pos), Args, Types),
    goal(Body, Given, S0, S).

typed_variable('$t'(_)).

%   goal(+Goal, +Given, +S0, -S): S0 and S are Known-Todo, before and after.

goal(Goal, Given, S0, S) :-
    (   control(Goal, Goals)
    ->  goals(Goals, Given, S0, S)
    ;   Goal = findall(Term, Inner, List)
    ->  goal(Inner, Given, S0, S),
        Given = given(Pos, _),
        type(Pos, Term, Type),
        type(Pos, List, list(Type))
    ;   Goal = (Result is Expression)
    ->  Given = given(Pos, _),
        type(Pos, Result, atomic),
        number_typed(Expression),
        S = S0
    ;   comparison(Goal, A, B)
    ->  number_typed(A),
        number_typed(B),
        S = S0
    ;   Goal = rules:Inner
    ->  goal(Inner, Given, S0, S)
    ;   called(Goal, Given, Types, S0, S)
    ->  Goal =.. [_|Args],
        Given = given(Pos, _),
        maplist(type(Pos), Args, Types)
    ).

goals([], _, S, S).
goals([Goal|Goals], Given, S0, S) :-
    goal(Goal, Given, S0, S1),
    goals(Goals, Given, S1, S).

control((A, B), [A, B]).
control((A ; B), [A, B]).
control((A -> B), [A, B]).
control((A *-> B), [A, B]).
control(\+ A, [A]).
control(not(A), [A]).
control(once(A), [A]).
control(ignore(A), [A]).
control(call(A), [A]).
control(forall(A, B), [A, B]).
control(assertz(A), [A]) :- A \= (_ :- _).
control(asserta(A), [A]) :- A \= (_ :- _).
control(assert(A), [A]) :- A \= (_ :- _).
control(retract(A), [A]) :- A \= (_ :- _).
control(retractall(A), [A]).

comparison(A < B, A, B).
comparison(A > B, A, B).
comparison(A =< B, A, B).
comparison(A >= B, A, B).
comparison(A =:= B, A, B).
comparison(A =\= B, A, B).

%   number_typed(+Expression): every variable in an arithmetic expression is a number.

number_typed(Expression) :-
    Expression = '$t'(Type), !,         % drops: the operands of an operation
    unify_with_occurs_check(Type, atomic).
number_typed(Expression) :-
    compound(Expression), !,            % drops: the numbers
    compound_name_arguments(Expression, _, Operands),
    maplist(number_typed, Operands).
number_typed(_).

%   called(+Goal, +Given, -Types, +S0, -S): the types of the arguments of a goal that is a predicate's. The first
%   that holds: an interface's, one that is known, one of the rules file, a library's.

called(Goal, Given, Types, Known-Todo, S) :-
    (   atom(Goal)
    ->  PI = Goal/0
    ;   compound_name_arity(Goal, Name, Arity),
        PI = Name/Arity
    ),
    Given = given(Pos, Others),
    (   asked(PI, Types0),
        (   own_predicate(PI)
        ->  true
        ;   supplied(PI)
        )
    ->  with_positions(Pos, Types0, Types),
        S = Known-Todo
    ;   get_assoc(PI, Known, Types)
    ->  S = Known-Todo
    ;   own_predicate(PI)
    ->  length(Types, Arity),
        put_assoc(PI, Known, Types, Known1),
        S = Known1-[PI|Todo]
    ;   memberchk(PI-Types0, Others)
    ->  with_positions(Pos, Types0, Types),
        S = Known-Todo
    ;   library(Goal, Types)
    ->  S = Known-Todo
    ).

own_predicate(Name/Arity) :-
    functor(Head, Name, Arity),
    (   current_predicate(rules:Name/Arity)
    ;   predicate_property(rules:Head, dynamic)
    ),
    \+ predicate_property(rules:Head, imported_from(_)),
    \+ predicate_property(rules:Head, tabled), !.       % drops: the second proof

%!  supplied(?PI) is nondet.
%
%   A predicate of the game's interface that a program may ask though the rules file does not define it: module
%   `pydecl_game` has it, made from what the file defines.

supplied(Name/Arity) :-
    asked(Name/Arity, _),
    \+ current_predicate(rules:Name/Arity),
    current_predicate(pydecl_game:Name/Arity).

%   asked(?PI, -Types): what a program asks the game.

asked(moves/2, [pos, list(pos)]).
asked(move/2, [pos, pos]).
asked(move/3, [pos, move, pos]).
asked(staticval/2, [pos, atomic]).
asked(max_to_move/1, [pos]).
asked(min_to_move/1, [pos]).
asked(terminalwon/1, [pos]).
asked(terminallost/1, [pos]).

%   library(+Goal, -Types): a predicate of SWI-Prolog's that looks at no position.

library(!, []).
library(true, []).
library(fail, []).
library(false, []).
library(nl, []).
library(write(_), [_]).
library(print(_), [_]).
library(writeln(_), [_]).
library(format(_), [_]).
library(format(_, _), [_, _]).
library(var(_), [_]).
library(nonvar(_), [_]).
library(number(_), [atomic]).
library(integer(_), [atomic]).
library(_ = _, [T, T]).
library(_ \= _, [T, T]).
library(_ == _, [T, T]).
library(_ \== _, [T, T]).
library(member(_, _), [T, list(T)]).
library(memberchk(_, _), [T, list(T)]).
library(append(_, _, _), [list(T), list(T), list(T)]).
library(length(_, _), [list(_), atomic]).
library(reverse(_, _), [list(T), list(T)]).
library(last(_, _), [list(T), T]).
library(nth0(_, _, _), [atomic, list(T), T]).
library(nth1(_, _, _), [atomic, list(T), T]).
library(select(_, _, _), [T, list(T), list(T)]).
library(max_list(_, _), [list(atomic), atomic]).
library(min_list(_, _), [list(atomic), atomic]).
library(between(_, _, _), [atomic, atomic, atomic]).
library(keysort(_, _), [list(s((-)/2, [atomic,T])), list(s((-)/2, [atomic,T]))]).
library(pairs_keys_values(_, _, _), [list(s((-)/2, [K,V])), list(K), list(V)]).
library(pairs_keys(_, _), [list(s((-)/2, [K,_])), list(K)]).
library(pairs_values(_, _), [list(s((-)/2, [_,V])), list(V)]).

%   type(+Pos, +Term, ?Type): Pos is the type of positions.

type(_, '$t'(Type0), Type) :-
    !,                                  % a variable; so below, each cut drops the kinds that follow
    unify_with_occurs_check(Type0, Type).
type(_, Term, _) :-
    no_position(Term), !.
type(Pos, Term, Type) :-
    atomic(Term), !,
    ( atom(Term) -> Pos == pos ; true ),
    Type = atomic.
type(Pos, [Head|Tail], Type) :-
    !,
    type(Pos, Head, Item),
    type(Pos, Tail, list(Item)),
    unify_with_occurs_check(Type, list(Item)).
type(Pos, Term, Type) :-
    compound_name_arguments(Term, Name, Args),
    compound_name_arity(Term, Name, Arity),
    maplist(type(Pos), Args, Types),
    unify_with_occurs_check(Type, s(Name/Arity, Types)).

no_position([]).
no_position(none).
no_position(nil).
no_position(null).
no_position(no).
no_position(no_move).
no_position(nothing).
