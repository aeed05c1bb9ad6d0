:- module(pydecl_attached,
          [ attach/3,                   % +Deadline, +Settings, -Count
            broken/2,                   % +Fault, +Pos
            % what the textbook programs ask
            moves/2, staticval/2, max_to_move/1, min_to_move/1,
            terminalwon/1, terminallost/1, move/2,
            % what the refinements ask besides
            enter/1,                    % +Pos
            remaining/2,                % +Pos, -Depth
            successors/2,               % +Pos, -Succs
            at_horizon/1,               % +Pos
            decided/2,                  % +Pos, ?Outcome
            setting/2,                  % +Name, -Value
            turbulent/1,                % +Pos
            plausible/2,                % +Pos, +Next
            followers/3,                % +Pos, -Turn, -Nexts
            choices/3,                  % +Pos, -Mover, -Succs
            leaf/1,                     % +Pos
            end/3,                      % +Pos, -Player, -End
            names_mover/1,              % +Pos
            table_hit/1,                % +Pos
            iteration/3,                % +Pos, +Depth, -LimitedPos
            position/2,                 % +Pos, -Key
            finished/3,                 % +Depth, +Best, +Val
            horizon_seen/0,
            in_time/0
          ]).
:- use_module(contract).
:- use_module('../refined/order').

:- (   current_module(pydecl_worker)           % a session of pydecl's
   ->  true
   ;   use_module(alone, [])
   ).

/*  What attaches a program to the game in module `pydecl_game`.

    The programs search positions at(Depth, Mover, Pos): Depth plies may still be searched below Pos, and
    Mover (max or min) is who must be to move there, if players alternate. A program that asks each position for
    its own mover has any(Due) there: Due is whose turn it would be, or `any` at the root. What a program asks
    once a node (moves/2, or terminalwon/1 for won/1, followers/3 and choices/3 where it asks for the mover) and
    once a leaf (staticval/2, decided/2, leaf/1) counts, limits the depth and the time, and checks that Pos is
    ground and that exactly the expected player is to move. An end may name no player: the node knows whose
    turn it would be. The root must name one.

    The counters are the arguments of one term, changed in place: no backtracking undoes them.

        count(Nodes, Leaves, Horizon, Deadline, Hits, Order, Random, Settings, Finished)

    Horizon is true where a position that is not terminal was evaluated. Hits counts the table's. Order is
    an order of order.pl, Random its state. Finished is the last iteration, finished(Depth, Best, Val).
*/

:- set_prolog_flag(optimise, true).

%!  attach(+Deadline, +Settings, -Count) is det.
%
%   Start a search: Settings is settings(Order, Seed, Win, MaxPly, Extension, Given), see model/result.py;
%   Given has what programs declare of their own, Name = Value.

attach(Deadline, Settings, Count) :-
    Settings = settings(Order, Seed, _, _, _, _),
    Count = count(0, 0, false, Deadline, 0, Order, Seed, Settings, none),
    b_setval(pydecl_count, Count),
    forget_values.

%!  setting(+Name, -Value) is det.
%
%   The value of a setting: win, max_ply, extension or seed, or one that the program's twin declares.

setting(Name, Value) :-
    b_getval(pydecl_count, Count),
    arg(8, Count, Settings),
    setting(Name, Settings, Value).

setting(win, settings(_, _, Win, _, _, _), Value) :- !, Value = Win.    % drops: the other names; so below
setting(max_ply, settings(_, _, _, MaxPly, _, _), Value) :- !, Value = MaxPly.
setting(extension, settings(_, _, _, _, Extension, _), Value) :- !, Value = Extension.
setting(seed, settings(_, Seed, _, _, _, _), Value) :- !, Value = Seed.
setting(Name, settings(_, _, _, _, _, Given), Value) :-
    (   memberchk(Name = Value0, Given)
    ->  Value = Value0
    ;   existence_error(setting, Name)
    ).

%!  broken(+Fault, +Pos) is erroneous.
%
%   The game breaks its contract in Pos: Fault is a key of FAULTS with the details after the position.

broken(Fault, at(_, _, Pos)) :-
    Fault =.. [Name|Details],
    Fault1 =.. [Name, Pos|Details],
    throw(pydecl(Fault1)).

%   What minimax and alphabeta ask

moves(at(Depth, Mover, Pos), Succs) :-
    entered(Depth, Pos),
    check(Mover, Pos),
    (   Depth > 0
    ->  succs(Depth, Mover, Pos, Succs)
    ;   evaluated_early(Pos),
        fail
    ).

staticval(at(_, _, Pos), Val) :-
    evaluated(Pos),
    static_value(Pos, Val).

max_to_move(at(_, max, _)).
min_to_move(at(_, min, _)).

succs(Depth, Mover, Pos, Succs) :-
    one_less(Depth, Depth1),
    opponent(Mover, Other),
    all(Pos, Depth1, Other, Succs0),
    in_order(Mover, Depth1, Succs0, Succs).

%   evaluated_early(+Pos): Pos is evaluated at the horizon; true, and noted where the game goes on there.

evaluated_early(Pos) :-
    (   at_first_horizon,
        goes_on(Pos)
    ->  note_horizon
    ;   true
    ).

opponent(max, min).
opponent(min, max).

%   one_less(+Depth, -Depth1): unlimited, 1 << 59, stays unlimited.

one_less(Depth, Depth1) :-
    (   Depth < 576460752303423488
    ->  Depth1 is Depth - 1
    ;   Depth1 = Depth
    ).

%   What won asks

terminalwon(at(Depth, Mover, Pos)) :-
    enter(at(Depth, Mover, Pos)),
    is_won(Pos),
    leaf.

terminallost(at(_, _, Pos)) :-
    is_lost(Pos),
    leaf.

move(at(Depth, Mover, Pos), Next) :-
    (   Mover == min
    ->  check(Mover, Pos)
    ;   true
    ),
    (   Depth > 0
    ->  one_less(Depth, Depth1),
        opponent(Mover, Other),
        one_of_all(Pos, Depth1, Other, Next)
    ;   goes_on(Pos),
        note_horizon,
        stop_at_horizon,
        fail
    ).

%   What the refinements ask besides: the parts of moves/2, one by one

%!  enter(+Pos) is det.
%
%   A node: counted, and its mover checked.

enter(at(Depth, Mover, Pos)) :-
    entered(Depth, Pos),
    check(Mover, Pos).

%!  remaining(+Pos, -Depth) is det.
%
%   How many plies may be searched below Pos; 0 or less at the horizon and beyond.

remaining(at(Depth, _, _), Depth).

%!  successors(+Pos, -Succs) is semidet.
%
%   The successors, horizon or not.

successors(at(Depth, Mover, Pos), Succs) :-
    succs(Depth, Mover, Pos, Succs).

%!  at_horizon(+Pos) is det.
%
%   Pos is about to be evaluated, whether the game is over there or not.

at_horizon(at(_, _, Pos)) :-
    evaluated_early(Pos).

%!  decided(+Pos, ?Outcome) is semidet.
%
%   The leaf Pos is won, or lost, for MAX.

decided(at(_, _, Pos), Outcome) :-
    (   Outcome = won,
        is_won(Pos)
    ;   Outcome = lost,
        is_lost(Pos)
    ), !,                               % drops: the other outcome
    leaf.

turbulent(at(_, _, Pos)) :-
    is_turbulent(Pos).

plausible(at(_, _, Pos), at(_, _, Next)) :-
    is_plausible(Pos, Next).

%!  position(+Pos, -Key) is det.
%
%   The position alone, whatever remains to be searched below it.

position(at(_, _, Pos), Pos).

%!  iteration(+Pos, +Depth, -LimitedPos) is det.
%
%   The same position with Depth plies to search below it, the start of an iteration.

iteration(at(_, Mover, Pos), Depth, at(Depth, Mover, Pos)) :-
    forget_horizon.

%   The game and the counters, which compiled rules have otherwise: see pydecl/compiler/attachment.pl

all(Pos, Depth, Mover, Succs) :-
    next_positions(Pos, Nexts),
    at_each(Nexts, Depth, Mover, Succs).

at_each([], _, _, []).
at_each([Pos|Nexts], Depth, Mover, [at(Depth, Mover, Pos)|Succs]) :-
    at_each(Nexts, Depth, Mover, Succs).

one_of_all(Pos, Depth, Mover, at(Depth, Mover, Next)) :-
    pydecl_game:move(Pos, Next).

goes_on(Pos) :-
    next_positions(Pos, _).

in_order(Mover, _, Succs0, Succs) :-
    b_getval(pydecl_count, Count),
    arg(6, Count, Order),
    (   Order == game
    ->  Succs = Succs0
    ;   ordered(Order, Mover, Count, Succs0, Succs)
    ).

at_first_horizon :-
    b_getval(pydecl_count, Count),
    arg(3, Count, false).

note_horizon :-
    b_getval(pydecl_count, Count),
    nb_setarg(3, Count, true).

forget_horizon :-
    b_getval(pydecl_count, Count),
    nb_setarg(3, Count, false).

stop_at_horizon :-
    throw(pydecl_stop(horizon)).

%!  followers(+Pos, -Turn, -Nexts) is semidet.
%
%   A node that is asked for its mover: Turn is who is to move in Pos (max, min or chance), Nexts what follows,
%   for chance as Probability-Next. Fails where nothing follows, or the horizon is reached.

followers(at(Depth, any(Due), Pos), Turn, Nexts) :-
    entered(Depth, Pos),
    turn(Pos, Due, Turn, Chances),
    (   Depth > 0
    ->  one_less(Depth, Depth1),
        follow(Turn, Pos, Chances, Depth1, Nexts)
    ;   (   follow(Turn, Pos, Chances, 0, _)
        ->  note_horizon
        ;   true
        ),
        fail
    ).

follow(chance, _, Chances, Depth, Nexts) :-
    !,                                  % drops: the moves of a position where a player is to move
    pairs_keys_values(Chances, Probs, Nexts0),
    at_each(Nexts0, Depth, any(max), Nexts1),   % nobody knows whose turn it is at an end after chance
    pairs_keys_values(Nexts, Probs, Nexts1).
follow(Turn, Pos, _, Depth, Nexts) :-
    next_positions(Pos, Nexts0),
    opponent(Turn, Due),
    at_each(Nexts0, Depth, any(Due), Nexts).

%!  end(+Pos, -Player, -End) is det.
%
%   Where followers/3 fails: Player, max or min, is to move in Pos, and End is over, or horizon where the game
%   goes on. Throws where chance is to move.

end(at(_, any(Due), Pos), Player, End) :-
    turn(Pos, Due, Player, _),
    (   Player == chance
    ->  throw(pydecl(neither_to_move(Pos)))
    ;   true
    ),
    (   next_positions(Pos, _)
    ->  End = horizon
    ;   End = over
    ).

%!  names_mover(+Pos) is semidet.
%
%   Pos is no end for which the rules name no player.

names_mover(at(_, _, Pos)) :-
    \+ nobodys_end(Pos).

%!  choices(+Pos, -Mover, -Succs) is det.
%
%   A node that is asked for its mover, in a game without chance: Mover is max or min, Succs lists what follows. Where
%   something follows at the horizon, the search ends, and its whole answer is unknown.

choices(at(Depth, any(Due), Pos), Mover, Succs) :-
    entered(Depth, Pos),
    turn(Pos, Due, Mover, _),
    (   Mover == chance
    ->  throw(pydecl(neither_to_move(Pos)))
    ;   one_less(Depth, Depth1),
        follow(Mover, Pos, [], Depth1, Succs0)
    ->  (   Depth > 0
        ->  Succs = Succs0
        ;   note_horizon,
            stop_at_horizon
        )
    ;   Succs = []
    ).

%!  leaf(+Pos) is det.
%
%   A leaf whose value nobody asks for.

leaf(_) :-
    leaf.

%!  table_hit(+Pos) is det.
%
%   A node whose value comes from a table.

table_hit(_) :-
    b_getval(pydecl_count, Count),
    arg(1, Count, Nodes0),
    Nodes is Nodes0 + 1,
    nb_setarg(1, Count, Nodes),
    arg(5, Count, Hits0),
    Hits is Hits0 + 1,
    nb_setarg(5, Count, Hits).

%!  finished(+Depth, +Best, +Val) is det.
%
%   An iteration is done; should the time be over now, this is the answer.

finished(Depth, Best, Val) :-
    b_getval(pydecl_count, Count),
    nb_setarg(9, Count, finished(Depth, Best, Val)).

%!  horizon_seen is semidet.
%
%   The search or, with iteration/3, the iteration has evaluated a position that is not terminal.

horizon_seen :-
    b_getval(pydecl_count, Count),
    arg(3, Count, true).

%   Counting, limits and checks

entered(_, _) :-
    b_getval(pydecl_count, Count),
    arg(1, Count, Nodes0),
    Nodes is Nodes0 + 1,
    nb_setarg(1, Count, Nodes),
    (   Nodes /\ 255 =\= 0
    ->  true
    ;   in_time(Count)
    ).

leaf :-
    evaluated(_).

evaluated(_) :-
    b_getval(pydecl_count, Count),
    arg(2, Count, Leaves0),
    Leaves is Leaves0 + 1,
    nb_setarg(2, Count, Leaves).

%!  in_time is det.
%
%   Ends the search where its time is over; for work that visits no nodes.

in_time :-
    b_getval(pydecl_count, Count),
    in_time(Count).

in_time(Count) :-
    arg(4, Count, Deadline),
    (   get_time(Now),
        Now >= Deadline
    ->  throw(pydecl_stop(time))
    ;   true
    ).

%   check(+Mover, +Pos): Pos is a position where Mover, and only Mover, is to move, or an end for which the rules
%   name nobody; else throws.

check(Mover, Pos) :-
    (   to_move(Mover, Pos)
    ->  true
    ;   ground(Pos),
        acyclic_term(Pos),
        nobodys_end(Pos)
    ->  true
    ;   player(Pos, Player),
        broken(same_mover(Player), at(0, Mover, Pos))
    ).
