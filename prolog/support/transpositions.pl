:- module(pydecl_transpositions,
          [ table_new/1,                % -Table
            table_lookup/3,             % +Table, +Pos, -Known
            table_keep/4                % +Table, +Ply, +Pos, +Known
          ]).
:- use_module(attached, [setting/2]).
:- use_module(library(apply)).
:- use_module(library(lists)).

/*  Transposition tables: what is known of positions. All terms are ground.

    A table holds as many positions as the setting `table` says, or any number if that is 0. When it is full, a
    position that is new takes the place of another one: the ply with the most positions, of several the last,
    gives up its oldest. What is kept again stays where it was.

    A table of any size is its trie. One of a fixed size is table(Known, Nth, Plies, Most): tries from a position to
    what is known of it, and from Ply-N to the position that was the Nth of its ply; and plies(First-Next, …), which
    has for each ply from 0 the number of the oldest that is left, and of the next one.
*/

:- set_prolog_flag(optimise, true).

table_new(Table) :-
    setting(table, Most),
    trie_new(Known),
    (   Most =:= 0
    ->  Table = Known
    ;   trie_new(Nth),
        Table = table(Known, Nth, plies(0-0), Most)
    ).

table_lookup(table(Trie, _, _, _), Pos, Known) :-
    !,                                  % drops: a table of any size
    trie_lookup(Trie, Pos, Known).
table_lookup(Trie, Pos, Known) :-
    trie_lookup(Trie, Pos, Known).

table_keep(Table, Ply, Pos, Known) :-
    Table = table(Trie, _, _, Most),
    !,                                  % drops: a table of any size
    (   trie_lookup(Trie, Pos, _)
    ->  true
    ;   trie_property(Trie, value_count(Most))
    ->  gives_up(Table),
        enters(Ply, Pos, Table)
    ;   enters(Ply, Pos, Table)
    ),
    trie_update(Trie, Pos, Known).
table_keep(Trie, _, Pos, Known) :-
    trie_update(Trie, Pos, Known).

enters(Ply, Pos, Table) :-
    At is Ply + 1,
    has_ply(At, Table),
    Table = table(_, Nth, Plies, _),
    arg(At, Plies, First-Next0),
    trie_insert(Nth, Ply-Next0, Pos),
    Next is Next0 + 1,
    nb_setarg(At, Plies, First-Next).

has_ply(At, Table) :-
    arg(3, Table, Plies),
    (   arg(At, Plies, _)
    ->  true
    ;   Plies =.. [plies|Counts0],
        length(None, At),
        maplist(=(0-0), None),
        append(Counts0, None, Counts),
        Plies1 =.. [plies|Counts],
        nb_setarg(3, Table, Plies1)
    ).

gives_up(table(Trie, Nth, Plies, _)) :-
    functor(Plies, _, Last),
    fullest(Last, Plies, Last, 0, At),
    arg(At, Plies, First0-Next),
    Ply is At - 1,
    trie_lookup(Nth, Ply-First0, Pos),
    trie_delete(Nth, Ply-First0, _),
    trie_delete(Trie, Pos, _),
    First is First0 + 1,
    nb_setarg(At, Plies, First-Next).

%   fullest(+N, +Plies, +At0, +Count0, -At): the ply at At has the most, of those up to N and the one at At0, which has
%   Count0; of several the last.

fullest(0, _, At, _, At) :- !.          % drops: further plies
fullest(N, Plies, At0, Count0, At) :-
    arg(N, Plies, First-Next),
    Count is Next - First,
    N1 is N - 1,
    (   Count > Count0
    ->  fullest(N1, Plies, N, Count, At)
    ;   fullest(N1, Plies, At0, Count0, At)
    ).
