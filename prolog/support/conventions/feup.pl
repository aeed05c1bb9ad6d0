/*  The course Functional and Logic Programming of the Faculdade de Engenharia da Universidade do Porto:
    what its assignments ask of a board game (their specification is quoted in many public repositories, for
    example github.com/RodrigoPombo1/pfl-projeto-2; older years' differ in the arguments).

        initial_state(Config, State)
        valid_moves(State, Moves)               or valid_moves(State, Player, Moves): a list
        move(State, Move, NewState)
        game_over(State, Winner)                Winner is the player's name, or draw
        value(State, Player, Value)             optional; or value(State, Value), for the first player
        current_player(State, Player)           optional, see below
        default_config(Config)                  optional: what initial_state/2 is given
        display_game(State)                     optional: what it prints is the picture
        play/0, choose_move/3, ...              are not asked

    Positions are the file's states. MAX is the player who is to move in the first one.

    'The game state identifies the current player', but not where. So, without current_player/2, the first
    states are compared: the place looked for is one that holds the same player's name in all first states,
    and another one, the same in all, after a move; and after two moves the first again. A file in which
    none is such, or several with different names, has to define current_player/2.

    Config is what default_config/1 says, else what the heads of initial_state/2 say, where they are ground
    or do not look at it.

    Who has won is game_over/2's to say. A state is worth what value/3 says of MAX; an end that MAX has won
    and that is not worth more than 0 is worth inf, one that is lost and not less than 0, -inf. Without
    value/3 an end is worth 1, -1 or 0.
*/

:- use_module('../adapting').

:- dynamic found/3.                     % found(Max, Min, Where)

decided(players/3).
decided(default/1).

told(moves/2, PI) :-
    ( defines(valid_moves/2) -> PI = valid_moves/2 ; PI = valid_moves/3 ).
told(staticval/2, PI) :-
    (   defines(value/3)
    ->  PI = value/3
    ;   defines(value/2)
    ->  PI = value/2
    ;   PI = game_over/2
    ).

%   The start

initial(State) :-
    config(Config),
    rules:initial_state(Config, State).

:- if(defines(default_config/1)).

config(Config) :-
    rules:default_config(Config).

:- else.

config(Config) :-
    default(Config).

%   default(-Config): what the heads of initial_state/2 say.

default(Config) :-
    findall(Config0, known_config(Config0), Configs),
    (   Configs \== []
    ->  member(Config, Configs)
    ;   unlike("initial_state/2 needs a configuration: add default_config(Config) to the file", [])
    ).

known_config(Config) :-
    clause(rules:initial_state(Config, State), Body),
    (   ground(Config)
    ->  true
    ;   var(Config),
        term_variables(State-Body, Variables),
        \+ ( member(Variable, Variables), Variable == Config )
    ).

:- endif.

%   Who is to move

max_to_move(State) :-
    players(Max, _, Where),
    mover(Where, State, Max).

min_to_move(State) :-
    players(_, Min, Where),
    mover(Where, State, Min).

%   players(-Max, -Min, -Where): Where says how to find who is to move, current_player or at(Path, State, Player):
%   Player is at Path in states such as State.

players(Max, Min, Where) :-
    (   found(Max0, Min0, Where0)
    ->  true
    ;   look(Max0, Min0, Where0),
        assertz(found(Max0, Min0, Where0))
    ),
    Max = Max0,
    Min = Min0,
    Where = Where0.

mover(current_player, State, Player) :-
    rules:current_player(State, Player0), !,    % drops: further answers
    Player = Player0.
mover(at(Path, Shape, Player0), State, Player) :-
    (   State = Shape
    ->  Player == Player0
    ;   elsewhere(Path, State, Player1),
        Player == Player1
    ).

:- if(defines(current_player/2)).

look(Max, Min, current_player) :-
    first_states(States),
    (   member(State, States),
        mover(current_player, State, Max)
    ->  true
    ;   unlike("current_player/2 does not say who is to move in the first state", [])
    ),
    (   member(State1, States),
        after(State1, Max, State2),
        mover(current_player, State2, Min),
        Min \== Max
    ->  true
    ;   Min = none
    ).

:- else.

look(Max, Min, at(Path, Shape, Player)) :-
    first_states(States),
    States = [State|_],
    findall(place(Path0, Max0, Min0),
            ( part(Path0, State, Max0),
              atomic(Max0),
              Max0 \== [],
              forall(member(State1, States), holds(Path0, State1, Max0)),
              alternates(Path0, States, Max0, Min0) ),
            Places),
    (   Places = [place(Path, Max, Min)|Others],
        forall(member(place(_, Max1, Min1), Others), Max1-Min1 == Max-Min)
    ->  shape(Path, State, Shape, Player)
    ;   unlike("the states do not show who is to move: add current_player(State, Player) to the file", [])
    ).

:- endif.

first_states(States) :-
    findall(State, initial(State), States),
    (   States \== []
    ->  true
    ;   unlike("initial_state/2 gives no first state", [])
    ).

holds(Path, State, Player) :-
    part(Path, State, Player0),
    Player0 == Player.

%   alternates(+Path, +States, +Max, -Min): at Path is Min one move after States, and Max again after two, as
%   far as the first few of these tell.

alternates(Path, States, Max, Min) :-
    member(State, States),
    after(State, Max, Next),
    part(Path, Next, Min), !,                   % drops: the other states after one move, which must be alike
    atomic(Min),
    Min \== Max,
    \+ ( member(State1, States),
         after(State1, Max, Next1),
         \+ ( holds(Path, Next1, Min),
              \+ ( limit(4, after(Next1, Min, Next2)),
                   \+ holds(Path, Next2, Max) ) ) ).

after(State, Player, Next) :-
    \+ rules:game_over(State, _),
    valid_moves(State, Player, Moves),
    member(Move, Moves),
    made(State, Move, Next).

%   part(?Path, +Term, -Part): Path is a list of argument numbers, from the outermost.

part([], Part, Part).
part([N|Path], Term, Part) :-
    compound(Term),
    arg(N, Term, Arg),
    part(Path, Arg, Part).

%   shape(+Path, +Term, -Shape, -Part): Shape is Term with nothing said but where Part is, at Path.

shape([], _, Part, Part).
shape([N|Path], Term, Shape, Part) :-
    compound_name_arity(Term, Name, Arity),
    compound_name_arity(Shape, Name, Arity),
    arg(N, Term, Arg0),
    arg(N, Shape, Arg),
    shape(Path, Arg0, Arg, Part).

%   The moves

move(State, Move, State1) :-
    \+ rules:game_over(State, _),
    players(Max, Min, Where),
    (   mover(Where, State, Max)
    ->  Player = Max
    ;   Player = Min
    ),
    valid_moves(State, Player, Moves),
    member(Move, Moves),
    made(State, Move, State1).

made(State, Move, State1) :-
    (   rules:move(State, Move, State1)
    ->  true
    ;   told(moves/2, Lister),
        unlike("~p gives the move ~p in ~p, which move/3 does not make", [Lister, Move, State])
    ).

valid_moves(State, Player, Moves) :-
    listed(State, Player, Moves), !,            % drops: a second list
    (   is_list(Moves)
    ->  true
    ;   told(moves/2, Lister),
        unlike("~p gives no proper list in ~p", [Lister, State])
    ).

:- if(defines(valid_moves/2)).

listed(State, _, Moves) :-
    rules:valid_moves(State, Moves).

:- else.

listed(State, Player, Moves) :-
    rules:valid_moves(State, Player, Moves).

:- endif.

%   Ends and values

%   winner(+State, -Winner): the game is over, and Winner (max, min or none) has won.

winner(State, Winner) :-
    rules:game_over(State, Name), !,            % drops: further winners
    players(Max, Min, _),
    (   var(Name)
    ->  unlike("game_over/2 names no winner in ~p: expected a player, or draw", [State])
    ;   Name == Max
    ->  Winner = max
    ;   Name == Min
    ->  Winner = min
    ;   memberchk(Name, [draw, tie, none, nobody, empate])
    ->  Winner = none
    ;   unlike("game_over/2 gives the winner ~p in ~p: expected ~p, ~p or draw", [Name, State, Max, Min])
    ).

terminalwon(State) :-
    winner(State, max).

terminallost(State) :-
    winner(State, min).

staticval(State, Val) :-
    (   valued(State, Val0)
    *-> settled(State, Val0, Val)
    ;   winner(State, Winner)
    ->  worth(Winner, Val)
    ).

settled(State, Val0, Val) :-
    (   number(Val0),
        winner(State, Winner),
        decided(Winner, Val0, Val1)
    ->  Val = Val1
    ;   Val = Val0
    ).

decided(max, Val, inf) :-
    Val =< 0.
decided(min, Val, -inf) :-
    Val >= 0.

worth(max, 1).
worth(min, -1).
worth(none, 0).

:- if(defines(value/3)).

valued(State, Val) :-
    players(Max, _, _),
    rules:value(State, Max, Val).

:- elif(defines(value/2)).

valued(State, Val) :-
    rules:value(State, Val).

:- else.

valued(_, _) :-
    fail.

:- endif.

:- if(defines(display_game/1)).

position_text(State, Codes, Rest) :-
    picture(rules:display_game(State), Codes, Rest).

:- endif.
