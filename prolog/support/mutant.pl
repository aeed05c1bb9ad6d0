/*  Included by a naive variant: a program with one predicate replaced. In the variant's own module

        replaced(adjusted/3).
        :- include('../refined/alphabeta_tt').

    includes all of that file but its module header and the clauses of adjusted/3, which the variant defines
    itself.
*/

:- discontiguous replaced/1.

left_out((:- module(_, _))).
left_out((Head :- _)) :-
    replaced(Name/Arity),
    functor(Head, Name, Arity).
left_out(Head) :-
    replaced(Name/Arity),
    functor(Head, Name, Arity).

term_expansion(Term, []) :-
    prolog_load_context(module, Module),
    module_property(Module, file(Variant)),     % the context's source is File in SWI-Prolog 10
    prolog_load_context(file, File),
    File \== Variant,
    left_out(Term).
