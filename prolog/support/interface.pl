:- module(pydecl_interface,
          [ interface_of/2,             % +Module, -Defined
            complete_interface/2,       % +Source, +Defined
            read_as/4,                  % +Convention, +Again, +Fold, -Defined
            asked_as/2,                 % +PI, -Name
            names_all_moves/0,
            named_moves/2,              % +Pos, -Named
            named_moves/3               % +Pos, +Nexts, -Names
          ]).

/*  Module `rules` holds what the rules file says; module `pydecl_game` is the whole interface that the programs
    ask: the predicates of a source module, and, for those it lacks, others made from what it has. The source
    is `rules` itself, or, where the file follows another convention, `adapted`: rules in pydecl's own
    interface on top of the file's, from `prolog/support/conventions/`. Nothing else asks `rules` of a game.
    Two texts may lie over the source, each in a module of its own that asks the one below: `folding` folds symmetric
    positions of `unfolded` (folding.pl), and `passing` puts passes on top of `unpassed` (passing.pl).

    The successors are those of the first of moves/2, move/2 and move/3 that the source defines: a file may
    use the other names for something else. In `pydecl_game`, moves(Pos, Nexts) is semidet: it fails where there
    is no successor, and never gives []. Where the source names no moves, move(Pos, Next, Next) names each
    after the position it leads to.
*/

:- dynamic
       folder/1,
       names_all_moves/0.               % the successors are those of move/3

:- prolog_load_context(directory, Folder),
   assertz(folder(Folder)).

%!  interface(?PI) is nondet.
%
%   The predicates by which a rules file can tell a game.

interface(initial/1).
interface(position/1).
interface(move/2).
interface(move/3).
interface(moves/2).
interface(max_to_move/1).
interface(min_to_move/1).
interface(staticval/2).
interface(terminalwon/1).
interface(terminallost/1).
interface(turbulent/1).
interface(plausible/2).
interface(chance/3).
interface(layer/2).
interface(canonical/2).
interface(move_text/3).
interface(position_text/3).
interface(position_picture/3).
interface(default_depth/1).
interface(default_plies/1).

%!  interface_of(+Module, -Defined) is det.
%
%   Defined lists the PIs of interface/1 that Module defines.

interface_of(Module, Defined) :-
    findall(PI, ( interface(PI), defined(Module, PI) ), Defined).

defined(Module, Name/Arity) :-
    current_predicate(Module:Name/Arity).

%!  read_as(+Convention, +Again, +Fold, -Defined) is det.
%
%   Complete the interface of rules that are loaded, and that follow this convention: the name of a file of
%   `conventions/`, or textbook. If Again is true, or the rules say moves_again/0, a player may move again. If Fold
%   is true, and the rules define canonical/2, symmetric positions are folded. Defined lists the PIs of interface/1
%   that can be asked of them, and moves_again/0 and fold/0 if that is so.

read_as(Convention, Again, Fold, Defined) :-
    folder(Folder),
    (   Convention == textbook
    ->  Source = rules
    ;   Source = adapted,
        atomic_list_concat([Folder, '/conventions/', Convention], File),
        load_files(adapted:File, [silent(true)]),
        forall(( member(PI, [default_depth/1, default_plies/1]), defined(rules, PI) ),
               adapted:import(rules:PI))
    ),
    interface_of(Source, Defined0),
    (   Fold == true,
        member(canonical/2, Defined0)
    ->  overlaid(folding, unfolded, Source, Defined0),
        Source1 = folding,
        Marks = [fold/0|Marks1]
    ;   Source1 = Source,
        Marks = Marks1
    ),
    (   ( Again == true ; says_again )
    ->  overlaid(passing, unpassed, Source1, Defined0),
        Source2 = passing,
        Marks1 = [moves_again/0]
    ;   Source2 = Source1,
        Marks1 = []
    ),
    complete_interface(Source2, Defined0),
    append(Marks, Defined0, Defined).

says_again :-
    current_predicate(rules:moves_again/0),
    rules:moves_again, !.               % drops: further proofs

%   overlaid(+Module, +Below, +Source, +Defined): Module has the clauses of the file of this name, which lie over
%   Source and call it Below, and otherwise what Source defines.

overlaid(Module, Below, Source, Defined) :-
    forall(member(PI, Defined), Below:import(Source:PI)),
    folder(Folder),
    atomic_list_concat([Folder, /, Module], File),
    load_files(Module:File, [silent(true)]),
    forall(( member(PI, Defined), \+ defined(Module, PI) ), Module:import(Below:PI)).

%!  complete_interface(+Source, +Defined) is det.
%
%   Fill module `pydecl_game` from module Source. Defined lists the PIs of interface/1 that can be asked of it.

complete_interface(Source, Defined) :-
    retractall(names_all_moves),
    (   member(move/3, Defined),
        \+ member(moves/2, Defined),
        \+ member(move/2, Defined)
    ->  assertz(names_all_moves)
    ;   true
    ),
    forall(interface(PI), define(PI, Source, Defined)).

define(PI, Source, Defined) :-
    (   made(PI, Source, Defined, Clause)
    ->  pydecl_game:assertz(Clause),
        compile_predicates([pydecl_game:PI])
    ;   member(PI, Defined)
    ->  pydecl_game:import(Source:PI)
    ;   true
    ).

%   made(+PI, +Source, +Defined, -Clause): the clause that makes PI from what Source defines; the first that
%   holds. Fails where its own predicate is taken as it is.

made(moves/2, Source, Defined, Clause) :-
    (   member(moves/2, Defined)
    ->  Clause = ( moves(Pos, Nexts) :-
                       Source:moves(Pos, Nexts), !,         % drops: a second list of successors
                       Nexts \== [] )
    ;   member(move/2, Defined)
    ->  Clause = ( moves(Pos, [Next|Nexts]) :-
                       findall(N, Source:move(Pos, N), [Next|Nexts]) )
    ;   member(move/3, Defined),
        Clause = ( moves(Pos, [Next|Nexts]) :-
                       findall(N, Source:move(Pos, _, N), [Next|Nexts]) )
    ).
made(move/2, Source, Defined, Clause) :-
    (   member(moves/2, Defined)
    ->  Clause = ( move(Pos, Next) :-
                       moves(Pos, Nexts),
                       pydecl_contract:proper_list(Nexts, Pos),
                       member(Next, Nexts) )
    ;   \+ member(move/2, Defined),
        member(move/3, Defined),
        Clause = ( move(Pos, Next) :- Source:move(Pos, _, Next) )
    ).
made(move/3, _, Defined, ( move(Pos, Next, Next) :- move(Pos, Next) )) :-
    \+ member(move/3, Defined).
made(terminalwon/1, _, Defined,
     ( terminalwon(Pos) :- \+ moves(Pos, _), pydecl_contract:static_value(Pos, Val), Val > 0 )) :-
    \+ member(terminalwon/1, Defined).
made(terminallost/1, _, Defined,
     ( terminallost(Pos) :- \+ moves(Pos, _), pydecl_contract:static_value(Pos, Val), Val < 0 )) :-
    \+ member(terminallost/1, Defined).

%!  asked_as(+PI, -Name) is semidet.
%
%   Name, an atom such as 'value/2', is what the author of the rules calls the predicate PI of the interface,
%   if that is another name. An adapter says so by told(PI, Theirs).

asked_as(PI, Name) :-
    current_predicate(adapted:told/2),
    adapted:told(PI, Theirs),
    format(atom(Name), '~q', [Theirs]).

%!  named_moves(+Pos, -Named) is det.
%
%   Named has Next-name(Move) for each answer of move/3.

named_moves(Pos, Named) :-
    findall(Next-name(Move), pydecl_game:move(Pos, Move, Next), Named).

%!  named_moves(+Pos, +Nexts, -Names) is det.
%
%   Names are name(Move) for each of the successors Nexts of Pos, where the source's move/3 gives just these
%   successors; else each is none.

named_moves(Pos, Nexts, Names) :-
    (   predicate_property(pydecl_game:move(_, _, _), imported_from(_)),
        catch(named_moves(Pos, Named), error(_, _), fail),
        pairs_keys_values(Named, Nexts, Names0)
    ->  Names = Names0
    ;   findall(none, member(_, Nexts), Names)
    ).
