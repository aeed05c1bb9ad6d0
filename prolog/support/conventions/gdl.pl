/*  The Game Description Language of general game playing, in Prolog's syntax (Love, Hinrichs, Haley,
    Schkufza and Genesereth, General Game Playing: Game Description Language Specification, Stanford 2008).

        role(Role)              the players; here there are two
        init(Fact)              holds at the start
        true(Fact)              holds now                       } asked by the rules,
        does(Role, Move)        Role makes this move now        } answered here
        legal(Role, Move)       Role may make it; every role has a move, if only noop, where the game goes on
        next(Fact)              holds after the moves that does/2 tells
        goal(Role, Value)       0 to 100, what the state is worth to Role
        terminal                the game is over
        distinct/2, or/2 ...    of GDL, defined here where the file does not
        base/1, input/2         are not asked

    A position here is state(Role, Facts): the role to move, and what holds, in standard order. MAX is the
    first role. The one to move is the one of whom a fact control(Role) holds, else the one who has a
    choice, or a move that is not noop; where that does not tell, at an end or where both have one move,
    the opponent of the mover before. Where both have a choice, they move at once: no program here can search such a game, and it is
    refused. Moves are in standard order: a sheet says which are legal, and in no order.

    A position is worth the first role's goal less the second's, from -100 to 100, wherever both have one.
*/

:- use_module('../adapting').
:- use_module('../tables').

decided(roles/2).

told(moves/2, legal/2).
told(staticval/2, goal/2).

%   What GDL supplies to the rules

:- initialization(supply).

supply :-
    forall(supplied(PI, Clause), ( free(PI) -> rules:assertz(Clause) ; true )),
    tables_of(rules, [true/1,does/2], Heads),
    assertz(tables(Heads)).

:- dynamic tables/1.                    % tables(Heads): what is tabled, and depends on the state

supplied(true/1, ( true(Fact) :- adapted:holds(Fact) )).
supplied(does/2, ( does(Role, Move) :- adapted:done(Role, Move) )).
supplied(distinct/2, ( distinct(X, Y) :- X \== Y )).
supplied(or/N, ( Head :- Body )) :-
    between(2, 9, N),
    functor(Head, or, N),
    Head =.. [_|Parts],
    alternatives(Parts, Body).

alternatives([Part], Part) :- !.        % drops: the longer lists
alternatives([Part|Parts], ( Part ; Body )) :-
    alternatives(Parts, Body).

%   free(+PI): the rules do not define PI. They may declare true/1 and does/2 dynamic, for a player to state.

free(Name/Arity) :-
    functor(Head, Name, Arity),
    \+ ( defines(Name/Arity),                  % does not load a library's distinct/2, which is another
         predicate_property(rules:Head, number_of_clauses(Count)),
         Count > 0 ).

%   The state that the rules are asked about, and the moves, are facts, set before each question. Nothing is asked
%   lazily: who sets a state takes all answers at once.

:- dynamic holds/1.                     % holds(Fact)
:- dynamic done/2.                      % done(Role, Move)
:- dynamic current/2.                   % current(Facts, Moves): what holds/1 and done/2 say, if they are complete

in_state(Facts) :-
    in_state(Facts, []).

in_state(Facts, Moves) :-
    (   current(Facts0, Moves0)
    ->  true
    ;   Facts0 = none,
        Moves0 = none
    ),
    (   Facts == Facts0,
        Moves == Moves0
    ->  true
    ;   retractall(current(_, _)),
        (   Facts == Facts0
        ->  true
        ;   retractall(holds(_)),
            forall(member(Fact, Facts), assertz(holds(Fact)))
        ),
        retractall(done(_, _)),
        forall(member(Role-Move, Moves), assertz(done(Role, Move))),
        tables(Heads),
        forget_tables(Heads),
        assertz(current(Facts, Moves))
    ).

%   roles(-Max, -Min)

roles(Max, Min) :-
    findall(Role, rules:role(Role), Roles0),
    list_to_set(Roles0, Roles),
    (   Roles = [Max0,Min0]
    ->  Max = Max0,
        Min = Min0
    ;   length(Roles, Count),
        start(Facts),
        unlike("the game is for ~d (role/1 gives ~p), and a search here is for two players: it begins in ~p",
               [Count, Roles, Facts])
    ).

%   start(-Facts): what holds at the start.

start(Facts) :-
    in_state([]),
    findall(Fact, rules:init(Fact), Facts0),
    sort(Facts0, Facts).

initial(state(Role, Facts)) :-
    roles(Max, _),
    start(Facts),
    (   mover(Facts, Role0)
    ->  Role = Role0
    ;   Role = Max
    ).

max_to_move(state(Role, _)) :-
    roles(Role, _).

min_to_move(state(Role, _)) :-
    roles(_, Role).

%   mover(+Facts, -Role): who is to move, as the facts or the legal moves say.

mover(Facts, Role) :-
    roles(Max, Min),
    (   controls(Max, Facts)
    ->  \+ controls(Min, Facts),
        Role = Max
    ;   controls(Min, Facts)
    ->  Role = Min
    ;   two_legal(Facts, Max, MaxMoves),
        two_legal(Facts, Min, MinMoves),
        (   idle(MinMoves),
            \+ idle(MaxMoves)
        ->  Role = Max
        ;   idle(MaxMoves),
            \+ idle(MinMoves)
        ->  Role = Min
        ;   MaxMoves = [_],
            MinMoves = [_,_|_]
        ->  Role = Min
        ;   MinMoves = [_],
            MaxMoves = [_,_|_]
        ->  Role = Max
        )
    ).

controls(Role, Facts) :-
    memberchk(control(Role), Facts).

idle([noop]).

legal(Facts, Role, Moves) :-
    in_state(Facts),
    findall(Move, rules:legal(Role, Move), Moves0),
    sort(Moves0, Moves).

%   two_legal(+Facts, +Role, -Moves): the first two moves, if there are so many.

two_legal(Facts, Role, Moves) :-
    in_state(Facts),
    (   rules:legal(Role, Move)
    ->  (   rules:legal(Role, Other),
            Other \== Move
        ->  Moves = [Move,Other]
        ;   Moves = [Move]
        )
    ;   Moves = []
    ).

over(Facts) :-
    in_state(Facts),
    rules:terminal, !.                  % drops: further proofs

move(state(Role, Facts), Move, state(Role1, Facts1)) :-
    \+ over(Facts),
    other(Role, Other),
    two_legal(Facts, Other, Others),
    legal(Facts, Role, Moves),
    (   Others = [Wait]
    ->  true
    ;   Others == []
    ->  unlike("legal/2 gives ~p no move, not even noop, in ~p", [Other, Facts])
    ;   unlike("legal/2 lets ~p and ~p both choose, and moves at once cannot be searched: ~p",
               [Role, Other, Facts])
    ),
    member(Move, Moves),
    in_state(Facts, [Role-Move,Other-Wait]),
    findall(Fact, rules:next(Fact), Facts2),
    sort(Facts2, Facts1),
    (   mover(Facts1, Role0)
    ->  Role1 = Role0
    ;   (   over(Facts1)
        ;   forced(Facts1)
        )
    ->  Role1 = Other
    ;   unlike("legal/2 does not tell who is to move, both roles have a choice or one has no move: ~p", [Facts1])
    ).

%   forced(+Facts): both have one move. Whoever is said to choose, the next state is the same.

forced(Facts) :-
    roles(Max, Min),
    two_legal(Facts, Max, [_]),
    two_legal(Facts, Min, [_]).

other(Role, Other) :-
    roles(Max, Min),
    (   Role == Max
    ->  Other = Min
    ;   Other = Max
    ).

staticval(state(_, Facts), Val) :-
    roles(Max, Min),
    goal(Facts, Max, MaxGoal),
    goal(Facts, Min, MinGoal),
    (   number(MaxGoal),
        number(MinGoal)
    ->  Val is MaxGoal - MinGoal
    ;   unlike("goal/2 gives ~p and ~p, which are no numbers, in ~p", [MaxGoal, MinGoal, Facts])
    ).

goal(Facts, Role, Goal) :-
    in_state(Facts),
    findall(Goal0, rules:goal(Role, Goal0), Goals),
    sort(Goals, Sorted),
    member(Goal, Sorted).
