:- module(pydecl_own,
          [ own_programs/1,             % -Programs
            own_clauses/2,              % +PI, -Text
            own_clauses/3,              % :How, +PI, -Text
            attach_own/2,               % +PI, +Text
            detach_own/1,               % +PI
            own_search/8,               % +Own, +Pos, +Depth, +Alpha, +Beta, +Settings, +Deadline, -Answer
            own_search/9,               % :How, +Own, …, -Answer
            own_answer/3,               % +Deadline, +Search, -Answer
            whole/3,                    % +Own, -Module, -PI
            calls/3,                    % +Module, +PI, ?Called
            reached/3                   % :Calls, +Todo, -PIs
          ]).
:- meta_predicate reached(2, +, -).
:- meta_predicate own_clauses(3, +, -).
:- meta_predicate own_search(2, +, +, +, +, +, +, +, -).

:- use_module(attached).
:- use_module(contract).
:- use_module(opaque).
:- use_module(programs).
:- use_module(terms).
:- use_module(textbook, []).

/*  The programs that a rules file brings itself, beside the rules.

    A program that only asks the game about positions and never looks into one (see opaque.pl) is attached: a
    module of its own gets copies of its clauses, and asks, as the textbook programs do, attached.pl. So it runs
    on at(Depth, Mover, Pos), counted, checked and limited; and, the clauses being told as a text, on the rules
    of another session. A part of alphabeta, such as betterof/6, is attached with the textbook's other clauses.
    Any other program is bare: it runs in module `rules` as it stands, on plain positions.
*/

:- dynamic attached/1.                  % attached(PI): its module is there

%!  program(?PI, -Types) is nondet.
%
%   The programs that are known by their names, with the types of their arguments.

program(won/1, [pos]).
program(minimax/3, [pos, pos, atomic]).
program(alphabeta/5, [pos, atomic, atomic, pos, atomic]).
program(alphabeta/3, [pos, pos, atomic]).
program(bestmove/2, [pos, pos]).
program(best_move/2, [pos, pos]).

%!  part(?PI, -Types) is nondet.
%
%   The predicates of the textbook's alphabeta that a file can bring alone.

part(betterof/6, [pos, atomic, pos, atomic, pos, atomic]).
part(goodenough/7, [list(pos), atomic, atomic, pos, atomic, pos, atomic]).
part(newbounds/6, [atomic, atomic, pos, atomic, atomic, atomic]).

given(alphabeta/5, [pos, atomic, atomic, pos, atomic]).
given(boundedbest/5, [list(pos), atomic, atomic, pos, atomic]).
given(PI, Types) :-
    part(PI, Types).

%   chooses(?PI, ?Theirs, ?Others, -Clause): a file of another convention that has Theirs and Others, but no PI,
%   has its choice of a move as the program PI. A choice by levels, or by a depth, is the file's own.

chooses(bestmove/2, choose_move/3, [next_player/2, game_over/3, move/3],
        (bestmove(turn(Player, Position), turn(Other, Next)) :-
             choose_move(Position, computer, Move),
             move(Move, Position, Next),
             next_player(Player, Other))).
chooses(PI, Search/2, [to_move/2, result/3], (Head :- Choice, result(State, Action, Next))) :-
    member(PI-Searches, [ bestmove/2-[minimax_search, minimax_decision],
                          best_move/2-[alpha_beta_search, alphabeta_search, alpha_beta_decision] ]),
    member(Search, Searches),
    PI = Name/2,
    Head =.. [Name, State, Next],
    Choice =.. [Search, State, Action].

choices_as_programs :-
    forall(( chooses(PI, Theirs, Others, Clause),
             \+ current_predicate(rules:PI),
             forall(member(Each, [Theirs|Others]), current_predicate(rules:Each)) ),
           rules:assertz(Clause)).

%!  own_programs(-Programs) is det.
%
%   Programs are own(Name, Arity, Manner) for what the rules file has of the known programs and parts; Manner is
%   attached, bare or part. A part that would have to be bare is left out.

own_programs(Programs) :-
    choices_as_programs,
    findall(own(Name, Arity, Manner),
            ( program(Name/Arity, Types),
              in_the_file(Name/Arity),
              (   reached(Name/Arity, Types, [], _)
              ->  Manner = attached
              ;   Manner = bare
              ) ),
            Whole),
    findall(own(Name, Arity, part),
            ( part(Name/Arity, Types),
              in_the_file(Name/Arity),
              part_reached(Name/Arity, Types, _) ),
            Parts),
    append(Whole, Parts, Programs).

in_the_file(Name/Arity) :-
    functor(Head, Name, Arity),
    current_predicate(rules:Name/Arity),
    \+ predicate_property(rules:Head, imported_from(_)),
    (   Name/Arity == won/1
    ->  calls_itself(Name/Arity)        % else it is a test of a board, as many files have one
    ;   true
    ).

calls_itself(PI) :-
    findall(Called, calls(rules, PI, Called), Todo),
    reached(calls(rules), Todo, Found),
    memberchk(PI, Found).

%!  reached(:Calls, +Todo, -PIs) is det.
%
%   PIs are those of Todo and all that is called from there: call(Calls, PI, Called) gives what PI calls itself.

reached(Calls, Todo, PIs) :-
    reached_from(Todo, Calls, [], PIs).

reached_from([], _, PIs, PIs).
reached_from([PI|Todo], Calls, Seen, PIs) :-
    (   memberchk(PI, Seen)
    ->  reached_from(Todo, Calls, Seen, PIs)
    ;   findall(Called, call(Calls, PI, Called), New),
        append(New, Todo, Todo1),
        reached_from(Todo1, Calls, [PI|Seen], PIs)
    ).

%!  calls(+Module, +PI, ?Called) is nondet.
%
%   A clause of the predicate PI of Module names another one of the module, Called.

calls(Module, PI, Name/Arity) :-
    catch(clause_of(Module, PI, (_ :- Body)), error(_, _), fail),
    sub_term(Part, Body),
    callable(Part),
    (   atom(Part)
    ->  Name = Part,
        Arity = 0
    ;   compound_name_arity(Part, Name, Arity)
    ),
    current_predicate(Module:Name/Arity).

part_reached(PI, Types, PIs) :-
    findall(Given-GivenTypes, given(Given, GivenTypes), Givens),
    reached(PI, Types, Givens, PIs).

%!  own_clauses(+PI, -Text) is det.
%
%   Text is what attach_own/2 needs to attach the program PI of this session's rules, in this session or another:
%   one canonical term, own(Ends, Dynamic, Clauses). Ends is empty where moves/2 of the rules gives [] at an end,
%   else fails.

own_clauses(PI, Text) :-
    own_clauses(clause_of, PI, Text).

%!  own_clauses(:How, +PI, -Text) is det.
%
%   As own_clauses/2; the clauses of a predicate are those that call(How, Module, PI, Clause) gives.

own_clauses(How, PI, Text) :-
    (   program(PI, Types)
    ->  reached(PI, Types, [], PIs),
        Others = []
    ;   part(PI, Types),
        part_reached(PI, Types, PIs),
        findall(Other, ( given(Other, _), \+ memberchk(Other, PIs) ), Others)
    ),
    findall(Clause, ( member(Other, Others), call(How, pydecl_textbook, Other, Clause) ), OtherClauses),
    findall(Clause, ( member(Reached, PIs), call(How, rules, Reached, Clause) ), Clauses, OtherClauses),
    include(is_dynamic, PIs, Dynamic),
    (   empty_at_ends
    ->  Ends = empty
    ;   Ends = fails
    ),
    with_output_to(string(Text), write_canonical_term(own(Ends, Dynamic, Clauses))).

clause_of(Module, Name/Arity, (Head :- Body)) :-
    functor(Head, Name, Arity),
    clause(Module:Head, Body).

is_dynamic(Name/Arity) :-
    functor(Head, Name, Arity),
    predicate_property(rules:Head, dynamic).

%   empty_at_ends: random play, with a fixed seed, comes to an end where moves/2 gives [].

empty_at_ends :-
    current_predicate(rules:moves/2),
    current_predicate(rules:initial/1),
    set_random(seed(1)),
    catch(call_with_inference_limit(( between(1, 20, _),
                                      rules:initial(Pos),
                                      ends_empty(Pos, 1000) ),
                                    1000000, Result), _, fail),
    Result \== inference_limit_exceeded, !.     % drops: further ends

ends_empty(Pos, Plies) :-
    rules:moves(Pos, Nexts), !,         % drops: a second list of successors
    (   Nexts == []
    ->  true
    ;   Plies > 0,
        Plies1 is Plies - 1,
        random_member(Next, Nexts),
        ends_empty(Next, Plies1)
    ).

%!  attach_own(+PI, +Text) is det.
%
%   Make the module that has the program PI, from the text that own_clauses/2 gave.

attach_own(PI, Text) :-
    term_string(own(Ends, Dynamic, Clauses), Text),
    module_of(PI, Module),
    (   attached(PI)
    ->  true
    ;   forall(interface(PI, Ends, Clause), Module:assertz(Clause)),
        forall(member(Each, Dynamic), Module:dynamic(Each)),
        forall(member(Clause, Clauses), Module:assertz(Clause)),
        assertz(attached(PI))
    ).

%!  detach_own(+PI) is det.
%
%   Forget the module of the program PI, if there is one.

detach_own(PI) :-
    (   retract(attached(PI))
    ->  module_of(PI, Module),
        findall(Name/Arity,
                ( current_predicate(Module:Name/Arity),
                  functor(Head, Name, Arity),
                  \+ predicate_property(Module:Head, imported_from(_)) ),
                PIs),
        forall(member(One, PIs), abolish(Module:One))
    ;   true
    ).

module_of(Name/Arity, Module) :-
    atomic_list_concat([own, Name, Arity], '_', Module).

%   interface(+PI, +Ends, -Clause): what the program PI asks of a game. won/1 asks as the textbook's does; any
%   other program enters a node when it asks for the moves, one by one or all of them.

interface(_, _, (staticval(Pos, Val) :- pydecl_attached:staticval(Pos, Val))).
interface(_, _, (max_to_move(Pos) :- pydecl_attached:max_to_move(Pos))).
interface(_, _, (min_to_move(Pos) :- pydecl_attached:min_to_move(Pos))).
interface(won/1, _, (terminalwon(Pos) :- pydecl_attached:terminalwon(Pos))).
interface(won/1, _, (terminallost(Pos) :- pydecl_attached:terminallost(Pos))).
interface(won/1, _, (move(Pos, Next) :- pydecl_attached:move(Pos, Next))).
interface(won/1, _, (move(Pos, Next, Next) :- pydecl_attached:move(Pos, Next))).
interface(won/1, fails, (moves(Pos, Nexts) :- findall(Next, pydecl_attached:move(Pos, Next), Nexts), Nexts \== [])).
interface(won/1, empty, (moves(Pos, Nexts) :- findall(Next, pydecl_attached:move(Pos, Next), Nexts))).
interface(PI, Ends, Clause) :-
    PI \== won/1,
    entering(Ends, Clause).

entering(fails, (moves(Pos, Nexts) :- pydecl_attached:moves(Pos, Nexts))).
entering(empty, (moves(Pos, Nexts) :- ( pydecl_attached:moves(Pos, Nexts0) -> Nexts = Nexts0 ; Nexts = [] ))).
entering(_, (move(Pos, Next) :- pydecl_attached:moves(Pos, Nexts), lists:member(Next, Nexts))).
entering(_, (move(Pos, Next, Next) :- move(Pos, Next))).
entering(_, (terminalwon(Pos) :- pydecl_attached:decided(Pos, won))).
entering(_, (terminallost(Pos) :- pydecl_attached:decided(Pos, lost))).

%!  own_search(+Own, +Pos, +Depth, +Alpha, +Beta, +Settings, +Deadline, -Answer) is det.
%
%   Own is own(Name, Arity, Manner). Answer is own(Answer0, Again): Answer0 as of search/8 in programs.pl, but
%   its counts are `unknown` where the program is bare, and its value where the program gives none; Again is
%   again(Val, Best) for a further answer, on backtracking, with another value or successor, else none.
%   Throws pydecl(Fault) where the program fails, or what it gives is no answer.

own_search(Own, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer) :-
    own_search(plainly, Own, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer).

plainly(_, Goal) :-
    call(Goal).

%!  own_answer(+Deadline, +Search, -Answer) is det.
%
%   The answer to search(Own, Pos, Depth, Alpha, Beta, Settings), or error(Fault): one search's does not end others.

own_answer(Deadline, search(Own, Pos, Depth, Alpha, Beta, Settings), Answer) :-
    catch(own_search(Own, Pos, Depth, Alpha, Beta, Settings, Deadline, Answer),
          Ball,
          (   Ball == inference_limit_exceeded
          ->  throw(Ball)                               % to whoever has set the limit
          ;   fault(Ball, Fault),
              Answer = error(Fault)
          )).

%!  own_search(:How, +Own, +Pos, +Depth, +Alpha, +Beta, +Settings, +Deadline, -Answer) is det.
%
%   As own_search/8; the program is run by call(How, Why, Goal): for its `first` answer, to look for a `further`
%   one, and, where there is one, to do the same `again`, for a trace.

own_search(How, own(Name, Arity, Manner), Pos, Depth, Alpha, Beta, Settings, Deadline,
           own(answer(Status, Val, Best, Nodes, Leaves, Horizon, Seconds, 0, none, ''), Again)) :-
    PI = Name/Arity,
    attach(Deadline, Settings, Count),
    player(Pos, Mover),
    asked_rightly(PI, Mover, Pos),
    root(Manner, PI, Depth, Mover, Pos, Module, Root),
    goal(PI, Root, Alpha, Beta, Goal, Given),
    statistics(inferences, Inferences0),
    get_time(Start),
    catch(( first(call(How, first, Module:Goal), Given, First, More), Status = complete ),
          Ball,
          stopped(Ball, PI, Pos, Status, First)),
    get_time(End),
    Seconds is End - Start,
    statistics(inferences, Inferences),
    counts(Manner, Count, Nodes, Leaves, Horizon),
    followers(Manner, Depth, Pos, Nexts),
    answer(First, PI, Pos, Nexts, Alpha-Beta, Val, Best),
    (   More == true,
        PI \== won/1
    ->  Most is 3 * (Inferences - Inferences0) + 10000,
        attach(Deadline, Settings, _),
        again(call(How, further, Module:Goal), Given, Most, Nexts, Val, Best, Again),
        (   ( Again == none ; How = _:plainly )
        ->  true
        ;   attach(Deadline, Settings, _),
            again(call(How, again, Module:Goal), Given, Most, Nexts, Val, Best, _)
        )
    ;   Again = none
    ).

%!  whole(+Own, -Module, -PI) is det.
%
%   The predicate that is called for a program, and where it is: for a part, the textbook's alphabeta with it.

whole(own(Name, Arity, Manner), Module, PI) :-
    (   Manner == bare
    ->  Module = rules
    ;   module_of(Name/Arity, Module)
    ),
    (   Manner == part
    ->  PI = alphabeta/5
    ;   PI = Name/Arity
    ).

asked_rightly(PI, Mover, Pos) :-
    (   PI == won/1,
        Mover == min
    ->  throw(pydecl(won_asked_of_min(Pos)))
    ;   true
    ).

root(bare, _, _, _, Pos, rules, Pos) :-
    !,                                  % drops: what is attached; so below
    forall(supplied(PI), ( pydecl_game:export(PI), rules:import(pydecl_game:PI) )).
root(_, PI, Depth, Mover, Pos, Module, at(Depth, Mover, Pos)) :-
    module_of(PI, Module).

counts(bare, _, unknown, unknown, false) :- !.
counts(_, Count, Nodes, Leaves, Horizon) :-
    Count = count(Nodes, Leaves, Horizon, _, _, _, _, _, _).

%   followers(+Manner, +Depth, +Pos, -Nexts): the successors that the program may give; [] where it evaluates Pos.

followers(Manner, Depth, Pos, Nexts) :-
    (   ( Manner == bare ; Depth > 0 ),
        pydecl_game:moves(Pos, Nexts0)
    ->  Nexts = Nexts0
    ;   Nexts = []
    ).

%   goal(+PI, +Root, +Alpha, +Beta, -Goal, -Given): Given is given(Val, Best), with `unknown` for a value and
%   `none` for a successor that the program does not give.

goal(won/1, Root, _, _, won(Root), given(true, none)).
goal(minimax/3, Root, _, _, minimax(Root, Best, Val), given(Val, Best)).
goal(alphabeta/5, Root, Alpha, Beta, alphabeta(Root, Alpha, Beta, Best, Val), given(Val, Best)).
goal(alphabeta/3, Root, _, _, alphabeta(Root, Best, Val), given(Val, Best)).
goal(bestmove/2, Root, _, _, bestmove(Root, Best), given(unknown, Best)).
goal(best_move/2, Root, _, _, best_move(Root, Best), given(unknown, Best)).
goal(PI, Root, Alpha, Beta, alphabeta(Root, Alpha, Beta, Best, Val), given(Val, Best)) :-
    part(PI, _).

%   first(+Goal, +Given, -First, -More): the first answer, or `no`; More is true where there may be others. What
%   the program asserts is forgotten.

first(Goal, Given, First, More) :-
    Found = found(no, false),
    snapshot(ignore(\+ kept(Goal, Given, Found))),      % whose bindings are undone
    Found = found(First, More).

kept(Goal, Given, Found) :-
    call_cleanup(Goal, Done = true),
    nb_setarg(1, Found, Given),
    (   Done == true
    ->  true
    ;   nb_setarg(2, Found, true)
    ).

%   stopped(+Ball, +PI, +Pos, -Status, -First): a limit, or a fault. Each cut drops the clauses below it.

stopped(pydecl_stop(horizon), _, _, complete, stopped) :- !.
stopped(Ball, _, _, Status, stopped) :-
    stop(Ball, Status), !.
stopped(inference_limit_exceeded, _, _, _, _) :-
    !,
    throw(inference_limit_exceeded).
stopped(pydecl(position_not_ground(Free)), Name/Arity, Pos, _, _) :-
    var(Free), !,                                       % no rules give one, so the program has it
    throw(pydecl(own_free(Pos, Name, Arity))).
stopped(pydecl(Fault), _, _, _, _) :-
    !,
    throw(pydecl(Fault)).
stopped(error(unknown_value(Name), Context), _, _, _, _) :-
    !,
    throw(error(unknown_value(Name), Context)).
stopped(Ball, Name/Arity, Pos, _, _) :-
    without_module(Ball, Ball1),
    (   fault(Ball1, prolog(Text, _))
    ->  throw(pydecl(own_exception(Pos, Name, Arity, Text)))
    ;   throw(Ball)
    ).

without_module(Ball, error(existence_error(procedure, PI), none)) :-
    subsumes_term(error(existence_error(procedure, _:_), _), Ball), !,      % drops: the ball as it is
    Ball = error(existence_error(procedure, _:PI), _).
without_module(Ball, Ball).

%   answer(+First, +PI, +Pos, +Nexts, +Window, -Val, -Best): what the program says, or the fault that it is no answer.
%   A value that is not strictly inside the window is a bound, for which no successor need be given.

answer(stopped, _, _, _, _, unknown, none).
answer(no, PI, Pos, _, _, Val, none) :-
    (   PI == won/1
    ->  Val = false
    ;   PI = Name/Arity,
        throw(pydecl(own_failed(Pos, Name, Arity)))
    ).
answer(given(Val, Best0), Name/Arity, Pos, Nexts, Window, Val, Best) :-
    (   var(Val)
    ->  throw(pydecl(own_no_value(Pos, Name, Arity)))
    ;   ( memberchk(Val, [true, unknown]) ; number(Val), Val =:= Val )
    ->  true
    ;   told(Val, Told),
        throw(pydecl(own_value(Pos, Name, Arity, Told)))
    ),
    (   Name == won
    ->  Best = none
    ;   best(Best0, Nexts, Best)
    ->  true
    ;   is_bound(Val, Window)
    ->  Best = none
    ;   var(Best0)
    ->  throw(pydecl(own_no_best(Pos, Name, Arity)))
    ;   plain(Best0, Plain),
        told(Plain, Told),
        throw(pydecl(own_no_successor(Pos, Name, Arity, Told)))
    ).

%   told(+Term, -Told): what is said of Term in a message.

told(Term, Told) :-
    (   acyclic_term(Term)
    ->  Told = Term
    ;   Told = said("a cyclic term")
    ).

is_bound(Val, Alpha-Beta) :-
    number(Val),
    ( Val =< Alpha ; Val >= Beta ), !.          % drops: the other side of an empty window

%   best(+Best0, +Nexts, -Best): Best is succ(Pos), or none where the position was evaluated.

best(_, [], none) :- !.                 % drops: a successor of a position that has none
best(Best0, Nexts, succ(Next)) :-
    nonvar(Best0),
    plain(Best0, Best),
    member(Next, Nexts),
    unpassed(Next, Best), !.            % drops: the same again

%   unpassed(+Next, +Best): a program that runs as it stands knows no passes: Best follows the pass Next.

unpassed(Next, Best) :-
    Next == Best.
unpassed(pass(_, Next), Best) :-
    current_predicate(passing:move/3),
    Next == Best.

plain(Pos0, Pos) :-
    (   Pos0 = at(_, _, Pos1)
    ->  Pos = Pos1
    ;   Pos = Pos0
    ).

%   again(+Goal, +Given, +Most, +Nexts, +Val, +Best, -Again): a further answer is looked for by so many inferences.

again(Goal, Given, Most, Nexts, Val, Best, Again) :-
    Found = found(none),
    Other = snapshot(ignore(\+ other(Goal, Given, Nexts, Val, Best, Found))),
    catch(call_with_inference_limit(Other, Most, _), _, true),
    arg(1, Found, Again).

other(Goal, given(Val1, Best1), Nexts, Val, Best, Found) :-
    call(Goal),
    (   best(Best1, Nexts, Best2)
    ->  true
    ;   Best2 = none
    ),
    (   number(Val1)
    ->  Val2 = Val1
    ;   Val2 = unknown
    ),
    ( Val2 \== Val ; Best2 \== Best ),
    nb_setarg(1, Found, again(Val2, Best2)).
