:- module(pydecl_interface,
          [ complete_interface/1,       % -Defined
            interface/1                 % ?Name/Arity
          ]).

/*  Module `rules` holds what the rules file says; module `game` is the whole interface that the programs
    ask: the file's own predicates, and, for those it lacks, others made from what it has.

    In `game`, moves(Pos, Nexts) is semidet: it fails where there is no successor, and never gives [].
    named_move(Pos, Name, Next) gives each successor with Name = name(Move), or none where the file
    names no moves.
*/

%!  interface(?PI) is nondet.
%
%   The predicates by which a rules file can tell a game.

interface(initial/1).
interface(move/2).
interface(move/3).
interface(moves/2).
interface(max_to_move/1).
interface(min_to_move/1).
interface(staticval/2).
interface(terminalwon/1).
interface(terminallost/1).
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
in_game(named_move/3).
in_game(max_to_move/1).
in_game(min_to_move/1).
in_game(staticval/2).
in_game(terminalwon/1).
in_game(terminallost/1).

define(PI, Defined) :-
    as_it_is(PI),
    member(PI, Defined), !,             % drops: what would be made instead
    game:import(rules:PI).
define(PI, Defined) :-
    clauses(PI, Defined, Clauses),
    forall(member(Clause, Clauses), game:assertz(Clause)),
    compile_predicates([game:PI]).

as_it_is(move/2).
as_it_is(max_to_move/1).
as_it_is(min_to_move/1).
as_it_is(staticval/2).
as_it_is(terminalwon/1).
as_it_is(terminallost/1).

%   The first line whose condition holds supplies the predicate.

clauses(moves/2, Defined, [Clause]) :-
    (   member(moves/2, Defined)
    ->  Clause = ( moves(Pos, Nexts) :- rules:moves(Pos, Nexts), !, Nexts \== [] )
    ;   member(move/2, Defined)
    ->  Clause = ( moves(Pos, [Next|Nexts]) :-
                       findall(N, rules:move(Pos, N), [Next|Nexts]) )
    ;   Clause = ( moves(Pos, [Next|Nexts]) :-
                       findall(N, rules:move(Pos, _, N), [Next|Nexts]) )
    ).
clauses(move/2, Defined, [Clause]) :-
    (   member(move/3, Defined)
    ->  Clause = ( move(Pos, Next) :- rules:move(Pos, _, Next) )
    ;   Clause = ( move(Pos, Next) :- moves(Pos, Nexts), pydecl_contract:proper_list(Nexts, Pos), member(Next, Nexts) )
    ).
clauses(named_move/3, Defined, [Clause]) :-
    (   member(move/3, Defined)
    ->  Clause = ( named_move(Pos, name(Move), Next) :- rules:move(Pos, Move, Next) )
    ;   Clause = ( named_move(Pos, none, Next) :- move(Pos, Next) )
    ).
clauses(terminalwon/1, _,
        [( terminalwon(Pos) :- \+ moves(Pos, _), pydecl_contract:static_value(Pos, Val), Val > 0 )]).
clauses(terminallost/1, _,
        [( terminallost(Pos) :- \+ moves(Pos, _), pydecl_contract:static_value(Pos, Val), Val < 0 )]).
clauses(staticval/2, _, [( staticval(Pos, Val) :- rules:staticval(Pos, Val) )]).
clauses(max_to_move/1, _, [( max_to_move(Pos) :- rules:max_to_move(Pos) )]).
clauses(min_to_move/1, _, [( min_to_move(Pos) :- rules:min_to_move(Pos) )]).
