:- module(pydecl_interface,
          [ complete_interface/1,       % -Defined
            named_moves/3               % +Pos, +Nexts, -Names
          ]).

/*  Module `rules` holds what the rules file says; module `game` is the whole interface that the programs
    ask: the file's own predicates, and, for those it lacks, others made from what it has.

    The successors are those of the first of moves/2, move/2 and move/3 that the file defines: a file may
    use the other names for something else. In `game`, moves(Pos, Nexts) is semidet: it fails where there
    is no successor, and never gives []. Where the file names no moves, move(Pos, Next, Next) names each
    after the position it leads to.
*/

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
interface(position_text/3).
interface(default_depth/1).
interface(default_plies/1).

%!  complete_interface(-Defined) is det.
%
%   Fill module `game` from module `rules`. Defined lists the PIs of interface/1 that the file defines.

complete_interface(Defined) :-
    findall(PI, ( interface(PI), defined(PI) ), Defined),
    forall(in_game(PI), define(PI, Defined)).

defined(Name/Arity) :-
    current_predicate(rules:Name/Arity).

in_game(moves/2).
in_game(move/2).
in_game(move/3).
in_game(max_to_move/1).
in_game(min_to_move/1).
in_game(staticval/2).
in_game(terminalwon/1).
in_game(terminallost/1).
in_game(turbulent/1).
in_game(plausible/2).
in_game(chance/3).

define(PI, Defined) :-
    (   made(PI, Defined, Clause)
    ->  game:assertz(Clause),
        compile_predicates([game:PI])
    ;   member(PI, Defined)
    ->  game:import(rules:PI)
    ;   true
    ).

%   made(+PI, +Defined, -Clause): the clause that makes PI from what the file defines; the first that holds.
%   Fails where the file's own predicate is taken as it is.

made(moves/2, Defined, Clause) :-
    (   member(moves/2, Defined)
    ->  Clause = ( moves(Pos, Nexts) :-
                       rules:moves(Pos, Nexts), !,          % drops: a second list of successors
                       Nexts \== [] )
    ;   member(move/2, Defined)
    ->  Clause = ( moves(Pos, [Next|Nexts]) :-
                       findall(N, rules:move(Pos, N), [Next|Nexts]) )
    ;   member(move/3, Defined),
        Clause = ( moves(Pos, [Next|Nexts]) :-
                       findall(N, rules:move(Pos, _, N), [Next|Nexts]) )
    ).
made(move/2, Defined, Clause) :-
    (   member(moves/2, Defined)
    ->  Clause = ( move(Pos, Next) :-
                       moves(Pos, Nexts),
                       pydecl_contract:proper_list(Nexts, Pos),
                       member(Next, Nexts) )
    ;   \+ member(move/2, Defined),
        member(move/3, Defined),
        Clause = ( move(Pos, Next) :- rules:move(Pos, _, Next) )
    ).
made(move/3, Defined, ( move(Pos, Next, Next) :- move(Pos, Next) )) :-
    \+ member(move/3, Defined).
made(terminalwon/1, Defined,
     ( terminalwon(Pos) :- \+ moves(Pos, _), pydecl_contract:static_value(Pos, Val), Val > 0 )) :-
    \+ member(terminalwon/1, Defined).
made(terminallost/1, Defined,
     ( terminallost(Pos) :- \+ moves(Pos, _), pydecl_contract:static_value(Pos, Val), Val < 0 )) :-
    \+ member(terminallost/1, Defined).

%!  named_moves(+Pos, +Nexts, -Names) is det.
%
%   Names are name(Move) for each of the successors Nexts of Pos, where the file's move/3 gives just these
%   successors; else each is none.

named_moves(Pos, Nexts, Names) :-
    (   current_predicate(rules:move/3),
        catch(findall(Next-name(Move), rules:move(Pos, Move, Next), Named), error(_, _), fail),
        pairs_keys_values(Named, Nexts, Names0)
    ->  Names = Names0
    ;   findall(none, member(_, Nexts), Names)
    ).
