:- module(pydecl_solving,
          [ solve/3,                    % +Bound, +Deadline, -Answer
            enumerated/2                % +Name, -Poss
          ]).
:- use_module(attached).
:- use_module(events).
:- use_module(programs).
:- use_module(terms, [printable/1, write_canonical_term/1]).
:- use_module('../refined/outcome').
:- use_module('../refined/value_iteration').

/*  All positions of a game solved: those of position/1 or, without it, the initial ones, and all that can be
    reached from them. Its twin is pydecl/programs/solving.py. The outcomes are outcome.pl's and go out
    on the stream of events, for there may be many. One line a position, in the order of their numbers, the fields separated by tabs:

        Position  Mover  Outcome  Plies

    Position is a canonical term. Mover is max or min; Outcome is won, lost or drawn, for MAX; Plies is a
    number, or none where the position is drawn. Of a game of chance Mover may be chance, and there are bounds
    of the value in their place:

        Position  Mover  Lower  Upper
*/

:- set_prolog_flag(optimise, true).

unlimited(576460752303423488).          % plies, 1 << 59

%!  solve(+Bound, +Deadline, -Answer) is det.
%
%   Answer is solved(Status, Roots, Nodes, Leaves, Seconds, Sweeps): Status is complete, time or memory; Roots is the
%   number of different positions that the rules enumerate, or unknown where Status is not complete; Nodes
%   counts all that were met, Leaves the ends. The outcomes have been sent where Status is complete. If Bound is not
%   `none`, it is what a game of chance is worth, by value_iteration.pl, and Sweeps are those of the positions that took
%   most of them; else 0.

solve(Bound, Deadline, solved(Status, Count, Nodes, Leaves, Seconds, Sweeps)) :-
    attach(Deadline, settings(game, 0, 0, 0, 0, []), Counters),
    get_time(Start),
    catch(( roots(Roots),
            solved(Bound, Roots, Count, Sweeps),
            Status = complete ),
          Ball,
          (   stop(Ball, Status)
          ->  Count = unknown,
              Sweeps = 0
          ;   throw(Ball)
          )),
    get_time(End),
    Seconds is End - Start,
    arg(1, Counters, Nodes),
    arg(2, Counters, Leaves).

solved(Bound, Roots, Count, Sweeps) :-
    (   Bound == none
    ->  outcomes(Roots, Count, Graph),
        Sweeps = 0,
        sent(1, Graph, outcome_line(Graph))
    ;   values(Roots, Bound, Count, Values),
        arg(1, Values, Graph),
        arg(6, Values, Sweeps),
        sent(1, Graph, value_line(Values))
    ).

roots(Roots) :-
    (   current_predicate(pydecl_game:position/1)
    ->  enumerated(position, Poss)
    ;   enumerated(initial, Poss)
    ),
    maplist(printable, Poss),
    unlimited(Depth),
    findall(at(Depth, any(any), Pos), member(Pos, Poss), Roots).

%!  enumerated(+Name, -Poss) is det.
%
%   Poss are the solutions of Name/1. They come from an engine, one by one, so that the limit of
%   memory holds however many there are: findall/3 would take them all first.

enumerated(Name, Poss) :-
    Goal =.. [Name,Pos],
    setup_call_cleanup(
        engine_create(Pos, pydecl_game:Goal, Engine),
        answers(Engine, Poss),
        catch(engine_destroy(Engine), error(existence_error(_, _), _), true)).

answers(Engine, Poss0) :-
    (   engine_next(Engine, Pos)
    ->  Poss0 = [Pos|Poss],
        answers(Engine, Poss)
    ;   Poss0 = []
    ).

with_output(Stream, Goal) :-
    current_output(Before),
    setup_call_cleanup(set_output(Stream), Goal, set_output(Before)).

%   sent(+N, +Graph, :Line): the lines of the positions from N on have been sent; Line(N, Fields) gives the last two
%   fields of one.

:- meta_predicate
    sent(+, +, 2),
    write_lines(+, +, 2),
    write_line(+, +, 2).

sent(N, Graph, Line) :-
    with_events(full, Stream, with_output(Stream, write_lines(N, Graph, Line))).

write_lines(N, Graph, Line) :-
    (   arg(N, Graph, Node)
    ->  in_time,
        \+ \+ write_line(N, Node, Line),
        N1 is N + 1,
        write_lines(N1, Graph, Line)
    ;   true
    ).

write_line(N, node(At, Mover, _, _, _, _), Line) :-
    position(At, Pos),
    call(Line, N, Field-Other),
    write_canonical_term(Pos),
    format('\t~w\t~w\t~w~n', [Mover, Field, Other]).

outcome_line(Graph, N, Outcome-Plies) :-
    outcome_of(N, Graph, outcome(Outcome, Plies)).

value_line(Values, N, Lower-Upper) :-
    value_of(N, Values, Lower, Upper).
