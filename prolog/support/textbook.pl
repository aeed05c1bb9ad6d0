:- module(pydecl_textbook,
          [ search/7,                   % +Program, +Pos, +Depth, +Alpha, +Beta, +Deadline, -Answer
            search_recording_leaves/8,  % …, -Answer, -Leaves
            player/2,                   % +Pos, -Player
            static_value/2,             % +Pos, -Val
            proper_list/2,              % +Nexts, +Pos
            fault/2                     % +Ball, -Fault
          ]).

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
    deeper_(Mover, Depth1, Nexts, Succs).

deeper_(max, Depth, Nexts, Succs) :- min_succs(Nexts, Depth, Succs).
deeper_(min, Depth, Nexts, Succs) :- max_succs(Nexts, Depth, Succs).

max_succs([], _, []).
max_succs([Pos|Nexts], Depth, [at(Depth, max, Pos)|Succs]) :-
    max_succs(Nexts, Depth, Succs).

min_succs([], _, []).
min_succs([Pos|Nexts], Depth, [at(Depth, min, Pos)|Succs]) :-
    min_succs(Nexts, Depth, Succs).

at_horizon(Pos) :-
    b_getval(pydecl_count, Count),
    (   arg(3, Count, false),
        game:moves(Pos, _)
    ->  nb_setarg(3, Count, true)
    ;   true
    ).

%!  static_value(+Pos, -Val) is det.
%
%   The one value of Pos, a number. Throws pydecl(Fault) where there is none, several, or no number.

static_value(Pos, Val) :-
    Found = found(none),
    (   game:staticval(Pos, Val0),
        arg(1, Found, Before),
        (   Before == none
        ->  nb_setarg(1, Found, Val0)
        ;   Before == Val0
        ->  true
        ;   throw(pydecl(several_values(Pos, Before, Val0)))
        ),
        fail
    ;   arg(1, Found, Val0),
        value(Val0, Pos, Val)
    ).

value(Val0, Pos, Val) :-
    (   integer(Val0)
    ->  Val = Val0
    ;   nonvar(Val0),
        value_number(Val0, Val)
    ->  true
    ;   Val0 == none
    ->  throw(pydecl(no_value(Pos)))
    ;   throw(pydecl(value_is_no_number(Pos, Val0)))
    ).

%!  value_number(+Val0, -Val) is semidet.
%
%   A game may write its values as numbers, or as inf and -inf.

value_number(Val, Val) :-
    number(Val), !,                     % drops: the atoms
    Val =:= Val.                        % NaN is not
value_number(inf, Val) :- Val is inf.
value_number(-inf, Val) :- Val is -inf.

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
    ;   game:moves(Pos, _)
    ->  nb_horizon,
        throw(pydecl_stop(horizon))
    ).

nb_horizon :-
    b_getval(pydecl_count, Count),
    nb_setarg(3, Count, true).

opponent(max, min).
opponent(min, max).

proper_list(Nexts, Pos) :-
    (   is_list(Nexts)
    ->  true
    ;   throw(pydecl(no_list_of_moves(Pos)))
    ).

%!  fault(+Ball, -Fault) is det.
%
%   What an exception says of the game: game(Fault) where it breaks its contract, resource(Which), or
%   prolog(Text), a message.

fault(pydecl(Fault), game(Fault)) :- !.
fault(error(unknown_value(Name), _), game(unknown_value(Name))) :- !.
fault(pydecl_syntax(Fault), syntax(Text)) :-
    !,
    message_text(error(syntax_error(Fault), _), Text0),
    atomic_list_concat(Words, '_', Text0),      % some of them are only atoms
    atomic_list_concat(Words, ' ', Text1),
    atom_string(Text1, Text).
fault(error(resource_error(Which), _), resource(Which)) :- !.
fault(error(existence_error(procedure, PI), _), prolog(Text)) :-
    !,                                  % drops: the caller, which may be one of ours
    format(string(Text), 'unknown procedure ~q', [PI]).
fault(error(Formal, Context), prolog(Text)) :-
    !,
    message_text(error(Formal, Context), Text).
fault(Ball, prolog(Text)) :-
    format(string(Text), '~q', [Ball]).

message_text(Ball, Text) :-
    '$messages':translate_message(Ball, Lines, []),
    with_output_to(string(Text0), print_message_lines(current_output, '', Lines)),
    normalize_space(string(Text), Text0).

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

%!  player(+Pos, -Player) is det.
%
%   Who is to move in Pos: max or min. Throws pydecl(Fault) where Pos is not ground, or where both or
%   neither is.

player(Pos, Player) :-
    (   ground(Pos),
        acyclic_term(Pos)
    ->  true
    ;   throw(pydecl(position_not_ground(Pos)))
    ),
    (   game:max_to_move(Pos)
    ->  (   game:min_to_move(Pos)
        ->  throw(pydecl(both_to_move(Pos)))
        ;   Player = max
        )
    ;   game:min_to_move(Pos)
    ->  Player = min
    ;   throw(pydecl(neither_to_move(Pos)))
    ).
