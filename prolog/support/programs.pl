:- module(pydecl_programs,
          [ search/8,                   % +Program, +Pos, +Depth, +Alpha, +Beta, +Settings, +Deadline, -Answer
            search_recording_leaves/9,  % …, -Answer, -Leaves
            prove/5,                    % +Claim, +Pos, +Depth, +Deadline, -Answer
            stop/2                      % +Ball, -Status
          ]).
:- use_module(attached).
:- use_module(contract).
:- use_module(textbook).
:- use_module('../refined/negamax_ply').
:- use_module('../refined/alphabeta_tt').
:- use_module('../refined/white_black_minimax').
:- use_module('../refined/white_black_alphabeta').
:- use_module('../refined/ab_procedure').
:- use_module('../refined/deepening').
:- use_module('../refined/quiescence').
:- use_module('../refined/forward_pruning').
:- use_module('../refined/expectiminimax').
:- use_module('../refined/outcome').
:- use_module('../refined/win').
:- use_module('../refined/and_or').
:- use_module('../naive/alphabeta_nonstrict').
:- use_module('../naive/alphabeta_first').
:- use_module('../naive/minimax_moverless').
:- use_module('../naive/negamax_ply_drawless').
:- use_module('../naive/alphabeta_tt_unadjusted').
:- use_module('../naive/alphabeta_tt_boundless').
:- use_module('../naive/white_black_swapped').

/*  The programs by name: each is run on one position, within limits. */

%!  search(+Program, +Pos, +Depth, +Alpha, +Beta, +Settings, +Deadline, -Answer) is det.
%
%   Answer is answer(Status, Val, Best, Nodes, Leaves, Horizon, Seconds, Hits, Reached, Culprit). Status is
%   complete, time or memory; Val is a number, true or false, outcome(Outcome, Plies), or `unknown`; Best is
%   succ(Pos) or none; Reached is the depth of the last iteration that was finished, or none; Culprit is the
%   text of what used up the memory, or ''. Depth is a number of plies, Deadline a time stamp; Seconds is wall
%   time.

search(Program, Pos, Depth, Alpha, Beta, Settings, Deadline,
       answer(Status, Val, Best, Nodes, Leaves, Horizon, Seconds, Hits, Reached, Culprit)) :-
    attach(Deadline, Settings, Count),
    root(Program, Depth, Pos, At),
    get_time(Start),
    catch(( run(Program, At, Alpha, Beta, Succ, Val),
            Status = complete,
            Culprit = '' ),
          Ball,
          ( stopped(Ball, Count, Status, Val, Succ),
            culprit(Ball, Culprit) )),
    get_time(End),
    Seconds is End - Start,
    best_successor(Succ, Best),
    Count = count(Nodes, Leaves, Horizon, _, Hits, _, _, _, Finished),
    (   Finished = finished(Reached, _, _)
    ->  true
    ;   Reached = none
    ).

%!  search_recording_leaves(..., -Leaves) is det.
%
%   As search/8; Leaves are the positions that were evaluated, in order. (For traces only: it is slower.)

search_recording_leaves(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer, Leaves) :-
    b_setval(pydecl_leaves, leaves([])),
    setup_call_cleanup(
        wrap_predicate(pydecl_attached:staticval(At, _), leaves, Wrapped,
                       ( pydecl_programs:record(At), Wrapped )),
        search(Program, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer),
        unwrap_predicate(pydecl_attached:staticval/2, leaves)),
    b_getval(pydecl_leaves, leaves(Reversed)),
    reverse(Reversed, Leaves).

record(at(_, _, Pos)) :-
    b_getval(pydecl_leaves, Seen),
    arg(1, Seen, Leaves),
    nb_setarg(1, Seen, [Pos|Leaves]).

%!  prove(+Claim, +Pos, +Depth, +Deadline, -Answer) is det.
%
%   Answer is proof(Status, Found, Entries, Nodes, Seconds): Status as of search/8, Found and Entries as
%   and_or.pl says; Found is `unknown` where Status is not complete.

prove(Claim, Pos, Depth, Deadline, proof(Status, Found, Entries, Nodes, Seconds)) :-
    attach(Deadline, settings(game, 0, 0, 0, 0), Count),
    get_time(Start),
    catch(( proof(Claim, at(Depth, any(any), Pos), Found, Entries),
            Status = complete ),
          Ball,
          ( stopped(Ball, Count, Status, Found, _),
            Entries = [] )),
    get_time(End),
    Seconds is End - Start,
    arg(1, Count, Nodes).

%   root(+Program, +Depth, +Pos, -At): the root of the search; the mover is asked, unless the program
%   asks each node.

root(Program, Depth, Pos, at(Depth, Mover, Pos)) :-
    (   own_movers(Program)
    ->  Mover = any(any)
    ;   player(Pos, Mover)
    ).

own_movers(expectiminimax).
own_movers(outcome).
own_movers(win).
own_movers(and_or).

%   run(+Program, +At, +Alpha, +Beta, -Best, -Val): Best stays free where there is no successor.

run(won, At, _, _, _, Val) :-
    !,                                  % drops: the programs that are called as they are; so below
    asked_of_max(At),
    (   won(At)
    ->  Val = true
    ;   Val = false
    ).
run(win, At, _, _, _, Val) :-
    !,
    win(At, Val).
run(white_black_alphabeta, At, Alpha, Beta, Best, Val) :-
    !,
    white_black_alphabeta(At, Beta, Alpha, Best, Val).      % its alpha is White's, who is MIN
run(Program, At, Alpha, Beta, Best, Val) :-
    (   windowed(Program)
    ->  call(Program, At, Alpha, Beta, Best, Val)
    ;   windowless(Program)
    ->  call(Program, At, Best, Val)
    ).

windowed(alphabeta).
windowed(negamax_ply).
windowed(alphabeta_tt).
windowed(ab_procedure).
windowed(quiescence).
windowed(forward_pruning).
windowed(alphabeta_nonstrict).
windowed(alphabeta_first).
windowed(negamax_ply_drawless).
windowed(alphabeta_tt_unadjusted).
windowed(alphabeta_tt_boundless).
windowed(white_black_swapped).

windowless(minimax).
windowless(white_black_minimax).
windowless(deepening).
windowless(expectiminimax).
windowless(outcome).
windowless(and_or).
windowless(minimax_moverless).

asked_of_max(at(_, max, _)) :- !.       % drops: the complaint
asked_of_max(At) :-
    broken(won_asked_of_min, At).

best_successor(Succ, none) :-
    var(Succ), !.                       % drops: the successor that there is not
best_successor(at(_, _, Pos), succ(Pos)).

%   stopped(+Ball, +Count, -Status, -Val, -Best): an iteration that is finished is an answer.
%   Each cut drops the clauses below it, of which the last throws again.

stopped(Ball, Count, _, _, _) :-
    forged(Ball, Count), !,
    throw(Ball).
stopped(pydecl_stop(horizon), _, complete, unknown, _) :- !.
stopped(Ball, Count, Status, Val, Best) :-
    stop(Ball, Status0), !,
    arg(9, Count, Finished),
    (   Finished = finished(_, Best, Val)
    ->  Status = complete,
        nb_setarg(3, Count, true)
    ;   Status = Status0,
        Val = unknown
    ).
stopped(Ball, _, _, _, _) :-
    throw(Ball).

%   forged(+Ball, +Count) is semidet: the rules threw Ball, which says what is not so.

forged(Ball, Count) :-
    nonvar(Ball),
    Ball = pydecl_stop(Why),
    Count = count(_, _, Horizon, Deadline, _, _, _, _, _),
    (   Why == time
    ->  get_time(Now),
        Now < Deadline
    ;   Why == horizon
    ->  Horizon \== true
    ;   true
    ).

%!  stop(+Ball, -Status) is semidet.
%
%   The exception Ball says that a limit was reached: Status is time or memory.

stop(pydecl_stop(time), time).
stop(error(Formal, _), memory) :-
    nonvar(Formal),
    Formal = resource_error(_).
