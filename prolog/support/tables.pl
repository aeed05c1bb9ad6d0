:- module(pydecl_tables,
          [ tables_of/3,                % +Module, +PIs, -Heads
            forget_tables/1             % +Heads
          ]).

:- use_module(library(occurs), [sub_term/2]).

/*  Tables of rules that are asked about one state after another. A tabled predicate keeps its answers, and those
    that come from the state are wrong in the next one; the others, of what always holds, are kept.
*/

%!  tables_of(+Module, +PIs, -Heads) is det.
%
%   Heads lists the tabled predicates of Module, as Module:Head, whose clauses ask one of PIs, or ask what does.
%   Whatever a clause names counts as asked.

tables_of(Module, PIs, Heads) :-
    findall(Module:Head,
            ( current_predicate(Module:Name/Arity),
              functor(Head, Name, Arity),
              predicate_property(Module:Head, tabled),
              \+ predicate_property(Module:Head, imported_from(_)) ),
            Tabled),
    (   Tabled == []
    ->  Heads = []
    ;   findall(Asked-Asking, asks(Module, Asking, Asked), Pairs0),
        sort(Pairs0, Pairs),
        reached(PIs, Pairs, PIs, Reached),
        findall(Module:Head,
                ( member(Module:Head, Tabled), functor(Head, Name, Arity), memberchk(Name/Arity, Reached) ),
                Heads)
    ).

%   asks(+Module, -Asking, -Asked) is nondet: a clause of the predicate Asking names Asked.

asks(Module, Name/Arity, Asked) :-
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, imported_from(_)),
    clause(Module:Head, Body),
    sub_term(Part, Body),
    callable(Part),
    functor(Part, AskedName, AskedArity),
    Asked = AskedName/AskedArity.

%   reached(+Todo, +Pairs, +Reached0, -Reached): Pairs lead from each of Todo to who asks it.

reached([], _, Reached, Reached).
reached([PI|Todo], Pairs, Reached0, Reached) :-
    findall(Asking, ( member(PI-Asking, Pairs), \+ memberchk(Asking, Reached0) ), New0),
    sort(New0, New),
    append(New, Todo, Todo1),
    append(New, Reached0, Reached1),
    reached(Todo1, Pairs, Reached1, Reached).

%!  forget_tables(+Heads) is det.
%
%   The predicates Heads, as Module:Head, have no answers in their tables any more. It may be called while others are
%   tabled.

forget_tables([]).
forget_tables([Head|Heads]) :-
    abolish_table_subgoals(Head),
    forget_tables(Heads).
