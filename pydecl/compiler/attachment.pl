/*  What attaches a search program to a game, as rules that are compiled with both:
    `prolog/support/attached.pl`, which says what each predicate promises, with these in the place of its own,
    and of what it asks `contract.pl`. `pydecl_game:` marks a goal that the game's own rules prove; what is
    marked PRIMITIVE has its effect by `c/primitives.py`.
*/

one_of_all(Pos, Depth, Mover, Next) :-
    all(Pos, Depth, Mover, Nexts),
    member(Next, Nexts).

in_order(Mover, Depth, Nexts0, Nexts) :-
    (   in_game_order
    ->  Nexts = Nexts0
    ;   opponent(Mover, Other),
        maximises(Other, Max),
        ordered(Max, Depth, Nexts0, Nexts)
    ).

maximises(max, 1).
maximises(min, 0).

finished(Depth, at(_, Mover, Pos), Val) :-
    maximises(Mover, Max),
    note_finished(Depth, Max, Pos, Val).

%   What is asked of a node that is asked for its mover: Mover is whose turn it would be, or any at the root

followers(at(Depth, Due, Pos), Turn, Nexts) :-
    entered(Depth, Pos),
    turn(Pos, Due, Turn),
    (   Depth > 0
    ->  one_less(Depth, Depth1),
        opponent(Turn, Other),
        all(Pos, Depth1, Other, Nexts)
    ;   evaluated_early(Pos),
        fail
    ).

end(at(_, Due, Pos), Turn, End) :-
    turn(Pos, Due, Turn),
    (   goes_on(Pos)
    ->  End = horizon
    ;   End = over
    ).

leaf(_).                                % PRIMITIVE

turn(Pos, Due, Turn) :-
    (   chance_moves(Pos)
    ->  give_up
    ;   Due \== any,
        nobodys_end(Pos)
    ->  Turn = Due
    ;   player(Pos, Turn)
    ).

broken(Fault, at(_, _, Pos)) :-
    throw('pydecl broken'(Fault, Pos)).

setting(win, Win) :-
    win(Win).
setting(max_ply, MaxPly) :-
    max_ply(MaxPly).
setting(extension, Extension) :-
    extension(Extension).

%   What a program of the file's own asks, unless it is won/1: it enters a node when it asks for the moves

next(Node, Next) :-
    moves(Node, Nexts),
    member(Next, Nexts).
next(Node, Next, Next) :-
    next(Node, Next).

moves_or_none(Node, Nexts) :-
    (   moves(Node, Nexts0)
    ->  Nexts = Nexts0
    ;   Nexts = []
    ).

decided_won(Node) :-
    decided(Node, won).
decided_lost(Node) :-
    decided(Node, lost).

move(Node, Next, Next) :-
    move(Node, Next).

%   The game, asked with care

to_move(max, Pos) :-
    pydecl_game:max_to_move(Pos),
    \+ pydecl_game:min_to_move(Pos), !.        % drops: other proofs
to_move(min, Pos) :-
    pydecl_game:min_to_move(Pos),
    \+ pydecl_game:max_to_move(Pos), !.        % drops: other proofs

nobodys_end(Pos) :-
    \+ pydecl_game:max_to_move(Pos),
    \+ pydecl_game:min_to_move(Pos),
    \+ goes_on(Pos),
    \+ chance_moves(Pos).

player(Pos, Player) :-
    (   pydecl_game:max_to_move(Pos)
    ->  (   pydecl_game:min_to_move(Pos)
        ->  throw('pydecl broken'(both_to_move, Pos))
        ;   Player = max
        )
    ;   pydecl_game:min_to_move(Pos)
    ->  Player = min
    ;   throw('pydecl broken'(neither_to_move, Pos))
    ).

:- if(defines(staticval/2)).
static_value(Pos, Val) :-
    (   findall(Val0, pydecl_game:staticval(Pos, Val0), [Val1])
    ->  number_of(Val1, Val)
    ;   one_of_several(Pos, Val)
    ).
:- else.
static_value(Pos, 0) :- throw('pydecl broken'(no_value, Pos)).
:- endif.

one_of_several(Pos, Val) :-
    findall(Val0, pydecl_game:staticval(Pos, Val0), Vals),
    (   Vals = [First|Others]
    ->  same_values(Others, First),
        number_of(First, Val)
    ;   throw('pydecl broken'(no_value, Pos))
    ).

same_values([], _).
same_values([Val|Vals], First) :-
    (   Val == First
    ->  same_values(Vals, First)
    ;   give_up
    ).

%   The programs, asked

%   successor(+Node, +Mover, +Pos, -Moved, -Best): the successor Best of Pos that a program gives, and 1; or Pos and 0
%   if it gives none: then Node is the root itself, or no node.

successor(at(_, Mover, Pos), Mover, _, Moved, Best) :-
    !,                                  % drops: the successors
    Moved = 0,
    Best = Pos.
successor(at(_, _, Best), _, _, 1, Best) :- !.  % drops: what is no node
successor(_, _, Pos, 0, Pos).

for_max(max, _).
for_max(min, Pos) :-
    throw('pydecl broken'(won_asked_of_min, Pos)).

%   proved(+Whether) is semidet: true. If that is unknown, the search ends.

proved(true).
proved(unknown) :-
    stop_at_horizon,
    fail.

%   alike(+Alpha, +Beta, +Val): true, whatever they are; numbers of the same kinds to the compiler. PRIMITIVE

alike(Val, Val, Val).

%   PRIMITIVE: counters, settings and what is told

entered(_, _).
leaf.
evaluated(_).
table_hit(_).
horizon_seen.
forget_horizon.
note_finished(_, _, _, _).
in_game_order.
ordered(_, _, Nexts, Nexts).
at_first_horizon.
note_horizon.
stop_at_horizon.
give_up.
written_as_number(_).
win(0).
max_ply(0).
extension(0).

%   What the game's rules define, or not

:- if(defines(moves/2)).
all(Pos, Depth, Mover, Nexts) :- pydecl_game:moves(Pos, Found), !, Found = [_|_], each(Found, Depth, Mover, Nexts).
each([], _, _, []).
each([Pos|Found], Depth, Mover, [at(Depth, Mover, Pos)|Nexts]) :- each(Found, Depth, Mover, Nexts).
goes_on(Pos) :- pydecl_game:moves(Pos, Found), !, Found = [_|_].
:- elif(defines(move/2)).
all(Pos, Depth, Mover, Nexts) :- findall(at(Depth, Mover, Next), pydecl_game:move(Pos, Next), Nexts), Nexts = [_|_].
goes_on(Pos) :- pydecl_game:move(Pos, _), !.
:- else.
all(Pos, Depth, Mover, Nexts) :- findall(at(Depth, Mover, Next), pydecl_game:move(Pos, _, Next), Nexts), Nexts = [_|_].
goes_on(Pos) :- pydecl_game:move(Pos, _, _), !.
:- endif.

end(Pos, Val) :- \+ goes_on(Pos), static_value(Pos, Val).

is_won(Pos) :- ( defines(terminalwon/1) -> pydecl_game:terminalwon(Pos), ! ; end(Pos, Val), Val > 0 ).
is_lost(Pos) :- ( defines(terminallost/1) -> pydecl_game:terminallost(Pos), ! ; end(Pos, Val), Val < 0 ).
chance_moves(Pos) :- defines(chance/3), pydecl_game:chance(Pos, _, _), !.
is_turbulent(Pos) :- defines(turbulent/1), pydecl_game:turbulent(Pos), !.
is_plausible(Pos, Next) :- defines(plausible/2), pydecl_game:plausible(Pos, Next), !.

%   The number that a static value is: where the rules name infinity it may be written as a term.

:- if(defines(inf/0)).
number_of(Val0, Val) :- written_as_number(Val0), ( number(Val0) -> Val is Val0 ; infinite(Val0, Val) ).
infinite(inf, Val) :- Val is inf.
infinite(-inf, Val) :- Val is -inf.
:- else.
number_of(Val0, Val) :- written_as_number(Val0), Val is Val0.
:- endif.
