:- module(pydecl_seal,
          [ seal/0,
            intact/0
          ]).

/*  Rules run in the same Prolog as the programs that search them, and Prolog lets anyone abolish or redefine
    what is static. Nobody can undo that, but it leaves a trace: the generation in which each predicate was
    changed last. An answer that was given after such a change is none.
*/

:- dynamic sealed/2.                    % sealed(Head, Generation)

%!  seal is det.
%
%   What the programs, what attaches them, and the interface of the game consist of is final, until it is sealed
%   again.

seal :-
    retractall(sealed(_, _)),
    forall(own(Head), ( generation(Head, Generation), assertz(sealed(Head, Generation)) )).

own(Module:Head) :-
    current_module(Module),
    sub_atom(Module, 0, _, _, pydecl_),
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, imported_from(_)),
    \+ predicate_property(Module:Head, dynamic).
own(Module:Head) :-                     % what the programs ask of the game, the file's own clauses too
    member(Module, [game, adapted]),
    current_module(Module),
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, dynamic),
    \+ predicate_property(Module:Head, system).

generation(Head, Generation) :-
    (   predicate_property(Head, last_modified_generation(Generation0))
    ->  Generation = Generation0
    ;   Generation = none
    ).

%!  intact is semidet.
%
%   Nothing of it was changed since, and no clause was compiled with what loses bindings.

intact :-
    current_prolog_flag(optimise_unify, false),
    \+ ( sealed(Head, Generation),
         \+ generation(Head, Generation) ).
