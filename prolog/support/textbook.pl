:- module(pydecl_textbook,
          [ search/7,                   % +Program, +Pos, +Depth, +Alpha, +Beta, +Deadline, -Answer
            search_recording_leaves/8   % …, -Answer, -Leaves
          ]).
:- use_module(contract).

/*  The textbook programs, attached to the game in module `game`.

    The programs search positions at(Depth, Mover, Pos): Depth plies may still be searched below Pos, and
    Mover (max or min) is who must be to move there, if players alternate. What the programs ask once a
    node (moves/2, or terminalwon/1 for won/1) and once a leaf (staticval/2) counts, limits the depth and
    the time, and checks that Pos is ground and that exactly the expected player is to move.

    The counters are the arguments of one term count(Nodes, Leaves, Horizon, Deadline), changed in place:
    no backtracking undoes them.
*/

:- set_prolog_flag(optimise, true).

:- include('../textbook/won').
:- include('../textbook/minimax').
:- include('../textbook/alphabeta').

%!  search(+Program, +Pos, +Depth, +Alpha, +Beta, +Deadline, -Answer) is det.
%
%   Answer is answer(Status, Val, Best, Nodes, Leaves, Horizon, Seconds). Status is complete, time or
%   memory; Val is a number, or true or false for won, or `unknown`; Best is succ(Pos) or none. Depth is a
%   number of plies, Deadline a time stamp; Seconds is wall time.

search(Program, Pos, Depth, Alpha, Beta, Deadline,
       answer(Status, Val, Best, Nodes, Leaves, Horizon, Seconds)) :-
    Count = count(0, 0, false, Deadline),
    b_setval(pydecl_count, Count),
    player(Pos, Mover),
    get_time(Start),
    catch(( run(Program, at(Depth, Mover, Pos), Alpha, Beta, Best, Val),
            Status = complete ),
          Ball,
          stopped(Ball, Status, Val, Best)),
    get_time(End),
    Seconds is End - Start,
    arg(1, Count, Nodes),
    arg(2, Count, Leaves),
    arg(3, Count, Horizon).

%!  search_recording_leaves(..., -Leaves) is det.
%
%   As search/7; Leaves are the positions that were evaluated, in order. (For traces only: it is slower.)

search_recording_leaves(Program, Pos, Depth, Alpha, Beta, Deadline, Answer, Leaves) :-
    b_setval(pydecl_leaves, leaves([])),
    setup_call_cleanup(
        wrap_predicate(pydecl_textbook:staticval(At, _), leaves, Wrapped,
                       ( pydecl_textbook:record(At), Wrapped )),
        search(Program, Pos, Depth, Alpha, Beta, Deadline, Answer),
        unwrap_predicate(pydecl_textbook:staticval/2, leaves)),
    b_getval(pydecl_leaves, leaves(Reversed)),
    reverse(Reversed, Leaves).

record(at(_, _, Pos)) :-
    b_getval(pydecl_leaves, Seen),
    arg(1, Seen, Leaves),
    nb_setarg(1, Seen, [Pos|Leaves]).

run(won, At, _, _, none, Val) :-
    asked_of_max(At),
    (   won(At)
    ->  Val = true
    ;   Val = false
    ).
run(minimax, At, _, _, Best, Val) :-
    minimax(At, Succ, Val),
    best_successor(Succ, Best).
run(alphabeta, At, Alpha, Beta, Best, Val) :-
    alphabeta(At, Alpha, Beta, Succ, Val),
    best_successor(Succ, Best).

asked_of_max(at(_, max, _)) :- !.       % drops: the complaint
asked_of_max(at(_, min, Pos)) :-
    throw(pydecl(won_asked_of_min(Pos))).

best_successor(Succ, none) :-
    var(Succ), !.                       % drops: the successor that there is not
best_successor(at(_, _, Pos), succ(Pos)).

%   Each cut drops the clause that throws again.

stopped(pydecl_stop(horizon), complete, unknown, none) :- !.
stopped(pydecl_stop(time), time, unknown, none) :- !.
stopped(error(resource_error(_), _), memory, unknown, none) :- !.
stopped(Ball, _, _, _) :-
    throw(Ball).

%   What minimax and alphabeta ask of the game

moves(at(Depth, Mover, Pos), Succs) :-
    enter(Mover, Pos),
    (   Depth > 0
    ->  game:moves(Pos, Nexts),
        deeper(Mover, Depth, Pos, Nexts, Succs)
    ;   at_horizon(Pos),
        fail
    ).

staticval(at(_, _, Pos), Val) :-
    leaf,
    static_value(Pos, Val).

max_to_move(at(_, max, _)).
min_to_move(at(_, min, _)).

deeper(Mover, Depth, Pos, Nexts, Succs) :-
    proper_list(Nexts, Pos),
    Depth1 is Depth - 1,
    opponent(Mover, Other),
    succs(Nexts, Depth1, Other, Succs).

succs([], _, _, []).
succs([Pos|Nexts], Depth, Mover, [at(Depth, Mover, Pos)|Succs]) :-
    succs(Nexts, Depth, Mover, Succs).

at_horizon(Pos) :-
    b_getval(pydecl_count, Count),
    (   arg(3, Count, false),
        game:moves(Pos, Nexts)
    ->  proper_list(Nexts, Pos),
        nb_setarg(3, Count, true)
    ;   true
    ).

%   What won asks of the game

terminalwon(at(_, Mover, Pos)) :-
    enter(Mover, Pos),
    game:terminalwon(Pos), !,           % drops: further proofs
    leaf.

terminallost(at(_, _, Pos)) :-
    game:terminallost(Pos), !,          % drops: further proofs
    leaf.

move(at(Depth, Mover, Pos), at(Depth1, Other, Next)) :-
    (   Mover == min
    ->  check(Mover, Pos)
    ;   true
    ),
    (   Depth > 0
    ->  opponent(Mover, Other),
        Depth1 is Depth - 1,
        game:move(Pos, Next)
    ;   game:moves(Pos, Nexts)
    ->  proper_list(Nexts, Pos),
        b_getval(pydecl_count, Count),
        nb_setarg(3, Count, true),
        throw(pydecl_stop(horizon))
    ).

opponent(max, min).
opponent(min, max).

%   Counting, limits and checks

enter(Mover, Pos) :-
    b_getval(pydecl_count, Count),
    arg(1, Count, Nodes0),
    Nodes is Nodes0 + 1,
    nb_setarg(1, Count, Nodes),
    (   Nodes /\ 255 =\= 0
    ->  true
    ;   in_time(Count)
    ),
    check(Mover, Pos).

leaf :-
    b_getval(pydecl_count, Count),
    arg(2, Count, Leaves0),
    Leaves is Leaves0 + 1,
    nb_setarg(2, Count, Leaves).

in_time(Count) :-
    arg(4, Count, Deadline),
    get_time(Now),
    (   Now < Deadline
    ->  true
    ;   throw(pydecl_stop(time))
    ).

%   check(+Mover, +Pos): Pos is a position where Mover, and only Mover, is to move; else throws.

check(Mover, Pos) :-
    (   only(Mover, Pos)
    ->  true
    ;   player(Pos, Player),
        throw(pydecl(same_mover(Pos, Player)))
    ).

%   only(+Mover, +Pos): as player/2 with a known answer, and quicker: it is asked once a node.

only(max, Pos) :-
    ground(Pos),
    acyclic_term(Pos),
    game:max_to_move(Pos),
    \+ game:min_to_move(Pos).
only(min, Pos) :-
    ground(Pos),
    acyclic_term(Pos),
    game:min_to_move(Pos),
    \+ game:max_to_move(Pos).
