/*  S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, section 5.1: the functions that
    define a game, as Prolog predicates with the result as the last argument.

        initial_state(State)                    or initial/1
        to_move(State, Player)
        actions(State, Actions)                 a list; or one action for each solution
        result(State, Action, State1)
        is_terminal(State)                      or terminal_test/1, as the 3rd edition has it, or terminal/1;
                                                without it the game is over where there are no actions
        utility(State, Player, Value)           of terminal states
        display(State)                          optional: what it prints is the picture

    Positions are the file's states. MAX is the player of the first state. A terminal state is worth its utility to
    MAX, or, where there is none, minus its utility to MIN. Other states have no value.

    Actions come in a list if the only answer in the first state is one.
*/

:- use_module('../adapting').

:- dynamic two_players/2.

decided(players/2).
decided(listed/1).

told(moves/2, actions/2).
told(staticval/2, utility/3).

:- if(defines(initial_state/1)).

initial(State) :-
    rules:initial_state(State).

:- else.

initial(State) :-
    rules:initial(State).

:- endif.

:- if(defines(is_terminal/1)).

over(State) :-
    rules:is_terminal(State), !.                % drops: further proofs

:- elif(defines(terminal_test/1)).

over(State) :-
    rules:terminal_test(State), !.              % drops: further proofs

:- elif(defines(terminal/1)).

over(State) :-
    rules:terminal(State), !.                   % drops: further proofs

:- else.

over(State) :-
    \+ action(State, _).

:- endif.

%   players(-Max, -Min): Max is to move first, Min after some move; it is none where the game is over by then.

players(Max, Min) :-
    (   two_players(Max0, Min0)
    ->  true
    ;   initial(State),
        rules:to_move(State, Max0)
    ->  (   move(State, _, State1),
            rules:to_move(State1, Min0),
            Min0 \== Max0
        ->  true
        ;   Min0 = none
        ),
        assertz(two_players(Max0, Min0))
    ;   unlike("to_move/2 does not say who is to move in the first state", [])
    ),
    Max = Max0,
    Min = Min0.

max_to_move(State) :-
    players(Max, _),
    rules:to_move(State, Max), !.               % drops: further answers

min_to_move(State) :-
    players(_, Min),
    rules:to_move(State, Min), !.               % drops: further answers

%   listed(?Whether): whether actions/2 gives a list.

listed(Whether) :-
    (   initial(State),
        findall(Actions, rules:actions(State, Actions), [Only]),
        is_list(Only)
    ->  Whether = true
    ;   Whether = false
    ).

action(State, Action) :-
    (   listed(true)
    ->  once(rules:actions(State, Actions)),
        member(Action, Actions)
    ;   rules:actions(State, Action)
    ).

move(State, Action, State1) :-
    \+ over(State),
    action(State, Action),
    (   rules:result(State, Action, State1)
    ->  true
    ;   unlike("actions/2 gives the action ~p in ~p, of which result/3 says nothing", [Action, State])
    ).

staticval(State, Val) :-
    over(State),
    players(Max, Min),
    (   rules:utility(State, Max, Val0)
    ->  Val = Val0
    ;   rules:utility(State, Min, Val0)
    ->  negated(Val0, Val)
    ).

:- if(defines(display/1)).

position_text(State, Codes, Rest) :-
    picture(rules:display(State), Codes, Rest).

:- endif.
