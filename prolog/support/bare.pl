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
    findall(at(Left, Next), game:move(Pos, _, Next), Nexts),
    Nexts = [_|_].

staticval(at(_, Pos), Val) :-
    game:staticval(Pos, Val).

max_to_move(at(_, Pos)) :-
    game:max_to_move(Pos).

min_to_move(at(_, Pos)) :-
    game:min_to_move(Pos).
