/** <module> The textbook programs as they are, for comparisons of speed

Run as

    swipl -O -q -f none -g main -t halt bare.pl -- GAME OPTIONS PROGRAM DEPTH HOW

in this folder. GAME is a rules file in pydecl's own convention with move/3, OPTIONS a text such as
`width=4,height=4` that replaces its facts, PROGRAM is minimax or alphabeta, DEPTH a number of plies.
It prints the seconds of processor time, the nodes and the value; HOW is `timed`, which counts no nodes and
prints 0, or `counted`. Nothing is checked and nothing limited but the depth, which is part of a position
here: at(Depth, Pos).
*/

:- set_prolog_flag(optimise_unify, false).      % as in pydecl's own sessions

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(prolog_wrap)).

:- include('../textbook/minimax').
:- include('../textbook/alphabeta').

main :-
    current_prolog_flag(argv, [Game, Options, Program, DepthText, How]),
    load_files(game:Game, [silent(true)]),
    format(atom(Text), "options(~w)", [Options]),
    term_to_atom(Given, Text),
    Given =.. [options|Facts],
    forall(member(Fact, Facts), put(Fact)),
    interface,
    atom_number(DepthText, Depth),
    once(game:initial(Pos)),
    counting(How),
    statistics(cputime, Start),
    searched(Program, at(Depth, Pos), Val),
    statistics(cputime, End),
    Seconds is End - Start,
    flag(nodes, Nodes, 0),
    Float is float(Val),
    format("~w ~w ~w~n", [Seconds, Nodes, Float]).

%   interface: module `asked` has the game's predicates; those with passes, if a player may move again.

interface :-
    (   current_predicate(game:moves_again/0)
    ->  imported(unpassed, game),
        with_passes(File),
        load_files(passing:File, [silent(true)]),
        imported(asked, passing)
    ;   imported(asked, game)
    ).

imported(Module, Source) :-
    forall(member(PI, [move/3, staticval/2, max_to_move/1, min_to_move/1]),
           ( Source:export(PI), Module:import(Source:PI) )).

:- dynamic with_passes/1.               % with_passes(File): passing.pl

:- prolog_load_context(directory, Folder),
   atom_concat(Folder, '/passing', File),
   assertz(with_passes(File)).

put(Name=Value) :-
    functor(Old, Name, 1),
    Fact =.. [Name,Value],
    retractall(game:Old),
    assertz(game:Fact).
put(none).

counting(timed).
counting(counted) :-
    wrap_predicate(moves(_, _), counted, Wrapped, ( flag(nodes, N, N + 1), Wrapped )).

searched(minimax, Pos, Val) :-
    minimax(Pos, _, Val).
searched(alphabeta, Pos, Val) :-
    alphabeta(Pos, -inf, inf, _, Val).

moves(at(Depth, Pos), Nexts) :-
    Depth > 0,
    Left is Depth - 1,
    findall(at(Left, Next), asked:move(Pos, _, Next), Nexts),
    Nexts = [_|_].

staticval(at(_, Pos), Val) :-
    asked:staticval(Pos, Val).

max_to_move(at(_, Pos)) :-
    asked:max_to_move(Pos).

min_to_move(at(_, Pos)) :-
    asked:min_to_move(Pos).
